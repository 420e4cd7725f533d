#include "arena_support.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tank_arena {
namespace {

TEST(TankArena, SameSeedGivesSameHashes) {
    const GameOptions options{.seed = 5, .tanks = 12, .props = 60};
    Game first(loadedModels(), options), second(loadedModels(), options);
    for (int step = 0; step < 300; ++step) {
        first.step();
        second.step();
        ASSERT_EQ(first.hash(), second.hash()) << "after step " << step;
    }
    EXPECT_GT(first.statistics().shots, 0u);
}

TEST(TankArena, OtherSeedsGiveOtherGames) {
    Game first(loadedModels(), {.seed = 1}), second(loadedModels(), {.seed = 2});
    EXPECT_NE(first.hash(), second.hash());
}

TEST(TankArena, CratesRestBeforeTheGameBegins) {
    Game game(loadedModels(), {.seed = 3, .tanks = 1, .props = 300});
    const auto crates = objectsOf(game, Kind::Crate);
    ASSERT_EQ(crates.size(), 300u);
    for (const sat3d::ObjectId id : crates) {
        ASSERT_TRUE(game.dynamics().isAsleep(id));
        const glm::vec3 place = game.world().find(id)->pose.position;
        ASSERT_GT(place.y, game.arena().height(game.world(), place.x, place.z) - 0.02f);
    }
}

TEST(TankArena, EverythingStaysInTheArena) {
    Game game(loadedModels(), {.seed = 9, .tanks = 30, .props = 100});
    for (int step = 0; step < 600; ++step) {
        game.step();
        for (const Tank& tank : game.tanks()) {
            const glm::vec3 place = game.world().find(tank.object)->pose.position;
            ASSERT_LT(std::max(std::abs(place.x), std::abs(place.z)), game.arena().halfSize());
            ASSERT_GT(place.y, game.arena().height(game.world(), place.x, place.z) - 0.4f) << tank.number;
        }
    }
    EXPECT_GT(game.statistics().ricochets, 0u);
    EXPECT_GT(game.statistics().pierced, 0u);
    EXPECT_GT(game.statistics().stopped, 0u);
    EXPECT_GT(game.statistics().pushes, 0u);
}

// Neither at obstacles, nor on each other. Standing.TanksNeitherRearUpNorRideNorPerch watches them in every
// run.
TEST(TankArena, TanksDoNotRearUpSoak) {
    int moments = 0, pitched = 0;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        Game game(loadedModels(), {.seed = seed});
        for (int step = 0; step < 60 * 40; ++step) {
            game.step();
            for (const Tank& tank : game.tanks()) {
                const sat3d::Pose& pose = poseOf(game, tank);
                const glm::vec3 bow = pose * glm::vec3(0.0f, 0.0f, 2.5f),
                                rear = pose * glm::vec3(0.0f, 0.0f, -2.5f);
                const float rise = game.arena().height(game.world(), bow.x, bow.z) -
                                   game.arena().height(game.world(), rear.x, rear.z);
                const float ofGround = std::atan2(rise, std::hypot(bow.x - rear.x, bow.z - rear.z));
                const float ofTank = std::atan2(bow.y - rear.y, std::hypot(bow.x - rear.x, bow.z - rear.z));
                ++moments;
                pitched += std::abs(ofTank - ofGround) > 0.5236f ? 1 : 0;  // 30 degrees
            }
        }
    }
    EXPECT_LT(500 * pitched, moments) << pitched << " of " << moments;
}

TEST(TankArena, RammedTankMovesByItsMass) {
    // A scout and a heavy tank ram a standing medium one with the same speed: the heavy one pushes it
    // farther.
    std::array<float, 2> pushed{};
    for (int ram = 0; ram < 2; ++ram) {
        Game game(loadedModels(), {.seed = 4, .tanks = 5, .props = 0});
        const glm::vec3 zone = levelPlace(game);
        clearGround(game);
        ASSERT_TRUE(putDown(game, 2, zone + glm::vec3(0, 0.05f, 3.6f), 0.0f));
        Tank& rammer = game.tanks()[ram == 0 ? 0 : 4];
        ASSERT_TRUE(putDown(game, rammer.number, zone + glm::vec3(0, 0.05f, -4.4f), 0.0f));
        launch(game, rammer, 8.0f);
        const float before = game.world().find(game.tanks()[2].object)->pose.position.z;
        for (int step = 0; step < 60; ++step) {
            game.step();
        }
        pushed[static_cast<std::size_t>(ram)] =
            game.world().find(game.tanks()[2].object)->pose.position.z - before;
    }
    EXPECT_GT(pushed[0], 0.05f);
    EXPECT_GT(pushed[1], 1.5f * pushed[0]);
}

}  // namespace
}  // namespace tank_arena
