// What the player sees, without OpenGL: moments between steps, cameras, the aim.

#include "app/player.hpp"
#include "arena_support.hpp"
#include "look/director.hpp"
#include "look/moments.hpp"
#include "look/photographer.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace tank_arena {
namespace {

TEST(Moments, PosesBetweenTwoStepsAreOnTheWay) {
    Game game(loadedModels(), {.seed = 2, .tanks = 4, .props = 20});
    for (int step = 0; step < 60; ++step) {
        game.step();
    }
    Moments moments;
    const Tank& tank = game.tanks()[1];
    const glm::vec3 before = poseOf(game, tank).position;
    moments.remember(game);
    game.step();
    const glm::vec3 after = poseOf(game, tank).position;
    ASSERT_GT(glm::distance(before, after), 0.01f);
    EXPECT_EQ(moments.poseOf(game, tank.object, 0.0f).position, before);
    EXPECT_EQ(moments.poseOf(game, tank.object, 1.0f).position, after);
    EXPECT_LT(
        glm::distance(moments.poseOf(game, tank.object, 0.25f).position, glm::mix(before, after, 0.25f)),
        1e-5f);
}

TEST(Moments, WheelsBetweenTwoStepsAreOnTheWay) {
    Game game(loadedModels(), {.seed = 2, .tanks = 4, .props = 0});
    for (int step = 0; step < 60; ++step) {
        game.step();
    }
    const sat3d::VehicleId vehicle = game.tanks()[1].vehicle;
    const float before = game.dynamics().vehicleState(vehicle)->wheels[0].roll;
    game.step();
    const float after = game.dynamics().vehicleState(vehicle)->wheels[0].roll;
    ASSERT_GT(std::abs(after - before), 0.01f);
    EXPECT_EQ(Moments::wheelsOf(game, vehicle, 1.0f)[0].roll, after);
    EXPECT_NEAR(Moments::wheelsOf(game, vehicle, 0.0f)[0].roll, before, 0.02f);
    EXPECT_NEAR(Moments::wheelsOf(game, vehicle, 0.5f)[0].roll, 0.5f * (before + after), 0.02f);
}

TEST(Moments, WhatAppearsElsewhereDoesNotFlyThere) {
    Game game(loadedModels(), {.seed = 2, .tanks = 4, .props = 0});
    clearGround(game);
    Moments moments;
    moments.remember(game);
    ASSERT_TRUE(putDown(game, 0, levelPlace(game) + glm::vec3(0.0f, 0.1f, 0.0f), 0.0f));
    EXPECT_EQ(moments.poseOf(game, game.tanks()[0].object, 0.0f).position,
              poseOf(game, game.tanks()[0]).position);
}

TEST(Cameras, AreNeverInsideOfThings) {
    Game game(loadedModels(), {.seed = 7, .tanks = 24, .props = 200});
    Director director;
    std::uint32_t moved = 0;
    for (int step = 0; step < 900; ++step) {
        game.step();
        if (step % 5 != 0) {
            continue;
        }
        std::array<sat3d::ObjectId, 4> buffer;
        const glm::vec3 eye = director.cameraOf(game).eye;
        ASSERT_TRUE(
            overlapping(game.world(), sat3d::Sphere{.radius = 0.3f}, sat3d::Pose{eye}, buffer).empty())
            << "step " << step;
        EXPECT_GT(eye.y, game.arena().height(game.world(), eye.x, eye.z));
        // A camera that starts anywhere around a tank.
        const Tank& tank = game.tanks()[static_cast<std::size_t>(step / 5) % game.tanks().size()];
        const float angle = 0.7f * static_cast<float>(step);
        Camera wanted;
        wanted.target = poseOf(game, tank).position + glm::vec3(0.0f, 2.7f, 0.0f);
        wanted.eye = wanted.target + glm::vec3(12.0f * std::sin(angle), 1.0f, 12.0f * std::cos(angle));
        const Camera camera = unobstructed(game, wanted, tank.object);
        const auto around = overlapping(game.world(), sat3d::Sphere{.radius = 0.3f}, sat3d::Pose{camera.eye},
                                        buffer, {.without = {&tank.object, 1}});
        ASSERT_TRUE(around.empty()) << "step " << step;
        moved += camera.eye != wanted.eye ? 1 : 0;
    }
    EXPECT_GT(moved, 20u);
}

TEST(Cameras, SeeATankWhoseTargetPointIsInsideOfAnother) {
    Game game(loadedModels(), {.seed = 7, .tanks = 4, .props = 0});
    clearGround(game);
    ASSERT_TRUE(putDown(game, 0, levelPlace(game), 0.0f));
    ASSERT_TRUE(putDown(game, 1, levelPlace(game) + glm::vec3(0.0f, 0.0f, 8.0f), 0.0f));
    const Tank& tank = game.tanks()[0];
    Camera wanted;
    wanted.target = poseOf(game, game.tanks()[1]).position + glm::vec3(0.0f, 1.0f, 0.0f);
    for (const glm::vec3& toEye : {glm::vec3(12.0f, 1.0f, 0.0f), glm::vec3(0.0f, 12.0f, 0.5f)}) {
        wanted.eye = wanted.target + toEye;
        const Camera camera = unobstructed(game, wanted, tank.object);
        EXPECT_LT(glm::distance(camera.target, poseOf(game, tank).position), 3.0f);
        const glm::vec4 seen =
            camera.clipFromWorld(16.0f / 9.0f) * glm::vec4(poseOf(game, tank).position, 1.0f);
        EXPECT_LT(std::abs(seen.x), seen.w);
        EXPECT_LT(std::abs(seen.y), seen.w);
        std::array<sat3d::ObjectId, 4> buffer;
        EXPECT_TRUE(overlapping(game.world(), sat3d::Sphere{.radius = 0.3f}, sat3d::Pose{camera.eye}, buffer)
                        .empty());
    }
}

TEST(Photographer, SeesTheShooterAndItsTarget) {
    Game game(loadedModels(), {.seed = 7, .tanks = 24, .props = 200});
    int shots = 0;
    for (int step = 0; step < 1200; ++step) {
        game.step();
        for (const std::uint32_t shooter : game.shooters()) {
            const Shot shot = bestShot(game, shooter);
            if (shot.rank <= 0.0f) {
                continue;
            }
            ++shots;
            const glm::vec4 hero = shot.camera.clipFromWorld(16.0f / 9.0f) *
                                   glm::vec4(poseOf(game, game.tanks()[shooter]).position, 1.0f);
            EXPECT_LT(std::abs(hero.x), hero.w);
            EXPECT_LT(std::abs(hero.y), hero.w);
            EXPECT_GT(hero.w, 3.0f);
        }
    }
    EXPECT_GT(shots, 10);
}

TEST(Player, MouseAimsAtWhatIsUnderItAndGamepadAlongTheView) {
    Game game(loadedModels(), {.seed = 4, .tanks = 4, .props = 0});
    clearGround(game);
    const glm::vec3 place = levelPlace(game);
    ASSERT_TRUE(putDown(game, 0, place + glm::vec3(0.0f, 0.05f, -6.0f), 0.0f));
    Player player(game);
    const sat3d::Ray cursor{place + glm::vec3(3.0f, 10.0f, 6.0f), {0.0f, -1.0f, 0.0f}, 100.0f};
    player.command(game, {.throttle = 0.5f}, cursor, 0.016f);
    ASSERT_TRUE(game.tanks()[0].command.aimAt);
    EXPECT_LT(glm::distance(*game.tanks()[0].command.aimAt, place + glm::vec3(3.0f, 0.0f, 6.0f)), 0.1f);
    EXPECT_EQ(game.tanks()[0].command.throttle, 0.5f);
    player.command(game, {.turnView = 0.5f, .isByGamepad = true}, cursor, 0.016f);
    const glm::vec3 aim = *game.tanks()[0].command.aimAt - (place + glm::vec3(0.0f, 0.0f, -6.0f));
    EXPECT_NEAR(std::atan2(aim.x, aim.z), 0.5f, 0.05f);
    player.takeNext(game);
    EXPECT_TRUE(game.tanks()[0].isComputer);
    EXPECT_FALSE(game.tanks()[1].isComputer);
}

}  // namespace
}  // namespace tank_arena
