#include "response/mover/mover_scene.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace {

using namespace sat3d;
using test::kSkin;
using test::kWalkers;
using test::MoverScene;

/// Makes the same move many times. Its fall is that of one step.
Moved walk(const MoverScene& scene, const Shape& shape, Pose pose, const glm::vec3& step, int count,
           const MoveOptions& options = {}) {
    Moved moved;
    moved.pose = pose;
    for (int i = 0; i < count; ++i) {
        moved = moveAndSlide(scene.world, shape, moved.pose,
                             {.translation = step, .rotationVector = {}, .localCenter = {}}, options);
    }
    return moved;
}
const glm::vec3 kFall(0.0f, -0.05f, 0.0f);

TEST(MoveAndSlide, FallsStandsAndKeepsTheSkin) {
    const MoverScene scene;
    for (const Shape& shape : kWalkers) {
        const Moved moved = walk(scene, shape, {{0, 2, 0}}, kFall, 40);
        EXPECT_TRUE(moved.isStanding());
        EXPECT_NEAR(scene.gap(shape, moved.pose), kSkin, 1e-4f);
        EXPECT_EQ(moved.left, kFall);
        EXPECT_EQ(walk(scene, shape, moved.pose, kFall, 100).pose.position, moved.pose.position);
    }
}

TEST(MoveAndSlide, SlidesAlongAWall) {
    MoverScene scene;
    const ObjectId wall = scene.addBox({2, 0, -50}, {3, 5, 50});
    for (const Shape& shape : kWalkers) {
        const Moved moved = walk(scene, shape, {{0, 1.01f, 0}}, glm::vec3(0.1f, 0, 0.1f) + kFall, 100);
        EXPECT_NEAR(moved.pose.position.z, 10.0f, 1e-3f);
        EXPECT_NEAR(moved.pose.position.x, 1.7f - kSkin, 1e-4f);
        EXPECT_NEAR(moved.left.x, 0.1f, 1e-5f);
        EXPECT_NEAR(moved.left.z, 0.0f, 1e-5f);
        ASSERT_EQ(moved.stops().size(), 1u);
        EXPECT_EQ(moved.stops()[0].object, wall);
        EXPECT_NEAR(moved.stops()[0].normal.x, -1.0f, 1e-6f);
    }
}

TEST(MoveAndSlide, SlidesDownSteepSlopesByTheLawOfEnergy) {
    constexpr double kGravity = 9.81;
    const auto halfSpace = [](float degrees) {
        const float angle = glm::radians(degrees);
        return Shape(HalfSpace{{-std::sin(angle), std::cos(angle), 0.0f}, 0.0f});
    };
    for (const float degrees : {50.0f, 55.0f, 65.0f, 75.0f, 85.0f}) {
        for (const double rate : {30.0, 60.0, 360.0}) {
            for (const Shape& shape : kWalkers) {
                World world;
                EXPECT_TRUE(world.add({.shape = halfSpace(degrees), .kind = ObjectKind::Static}));
                const Pose start{{0.0f, 0.5f, 0.0f}};  // in the slope: it is freed to a skin from it
                Pose pose = *freed(world, shape, start, {.gap = kSkin});
                const double top = pose.position.y;
                glm::dvec3 velocity(0.0);
                for (int i = 0; i < int(rate); ++i) {
                    velocity.y -= kGravity / rate;
                    const Moved moved =
                        moveAndSlide(world, shape, pose, RigidMotion{glm::vec3(velocity / rate)});
                    EXPECT_FALSE(moved.isStanding());
                    pose = moved.pose;
                    velocity -= glm::dvec3(moved.left) * rate;
                }
                const double gained = 0.5 * glm::dot(velocity, velocity);
                const double lost = kGravity * (top - double(pose.position.y));
                EXPECT_LT(gained, 1.001 * lost) << degrees << " degrees, " << rate << " Hz";
                EXPECT_GT(gained, (1.0 - 1.2 / rate) * lost) << degrees << " degrees, " << rate << " Hz";
            }
        }
    }
}

TEST(MoveAndSlide, StandsOnEveryStairInEveryStepSlow) {
    for (const float rise : {0.1f, 0.17f, 0.25f}) {
        for (const float run : {0.25f, 0.3f, 0.5f}) {
            MoverScene scene;
            for (int i = 0; i < 8; ++i) {
                const float left = 1.0f + run * float(i), height = rise * float(i + 1);
                scene.addBox({left, 0, -2}, {i < 7 ? left + run : 20.0f, height, 2});
            }
            for (const float rate : {30.0f, 60.0f, 120.0f, 240.0f, 360.0f}) {
                for (const float speed : {1.0f, 4.0f}) {
                    for (const Shape& shape : kWalkers) {
                        Moved moved;
                        moved.pose = {{-0.5f, 1.01f, 0}};
                        int flying = 0;
                        while (moved.pose.position.x < 1.5f + 8.0f * run) {
                            const glm::vec3 velocity(speed, -9.81f / rate, 0.0f);
                            moved =
                                moveAndSlide(scene.world, shape, moved.pose, RigidMotion{velocity / rate});
                            flying += moved.isStanding() ? 0 : 1;
                        }
                        EXPECT_EQ(flying, 0)
                            << rise << " m of " << run << ' ' << rate << " Hz " << speed << " m/s";
                        EXPECT_NEAR(moved.pose.position.y, 8.0f * rise + 1.0f + kSkin, 1e-3f);
                    }
                }
            }
        }
    }
}

TEST(MoveAndSlide, ComesToRestInWedges) {
    for (const float degrees : {90.0f, 40.0f, 20.0f, 8.0f}) {
        for (const Shape& shape : kWalkers) {
            MoverScene scene;
            for (const float side : {-1.0f, 1.0f}) {  // the wedge closes toward +x
                const float half = 0.5f * glm::radians(degrees);
                scene.add(HalfSpace{{-std::sin(half), 0.0f, side * std::cos(half)}, 0.0f}, Pose{});
            }
            const Pose start{{-8.0f, 1.01f, 0.05f}};
            const glm::vec3 step = glm::vec3(0.1f, 0, 0.02f) + kFall;
            const Moved rest = walk(scene, shape, start, step, 200);
            EXPECT_NEAR(scene.gap(shape, rest.pose), kSkin, 1e-4f) << degrees;
            EXPECT_EQ(walk(scene, shape, rest.pose, step, 1).pose.position, rest.pose.position) << degrees;
            EXPECT_EQ(walk(scene, shape, rest.pose, step, 50).pose.position, rest.pose.position) << degrees;
            EXPECT_NEAR(rest.left.x, 0.1f, 1e-6f);
            EXPECT_GE(rest.stops().size(), 2u);
            const Moved back = walk(scene, shape, rest.pose, -glm::vec3(0.1f, 0, 0), 1);
            EXPECT_NEAR(back.pose.position.x, rest.pose.position.x - 0.1f, 1e-5f) << degrees;
        }
    }
}

TEST(MoveAndSlide, ClimbsSlopesByAngle) {
    for (const Shape& shape : kWalkers) {
        for (const float degrees : {10.0f, 30.0f, 44.0f}) {  // 0.8 rad are 45.8 degrees
            MoverScene scene;
            scene.addRamp(degrees);
            const glm::vec3 start =
                walk(scene, shape, {{-1, 1.01f, 0}}, glm::vec3(0.1f, 0, 0) + kFall, 30).pose.position;
            const Moved up = walk(scene, shape, {start}, glm::vec3(0.1f, 0, 0) + kFall, 100);
            EXPECT_NEAR(up.pose.position.x, start.x + 10.0f, 1e-3f) << degrees;
            EXPECT_NEAR(up.pose.position.y - start.y, 10.0f * std::tan(glm::radians(degrees)), 2e-3f);
            EXPECT_TRUE(up.isStanding());
            EXPECT_NEAR(scene.gap(shape, up.pose), kSkin, 1e-4f);
            const Moved still = walk(scene, shape, up.pose, kFall, 200);
            EXPECT_LT(glm::distance(still.pose.position, up.pose.position), 1e-4f);
            const Moved down = walk(scene, shape, up.pose, glm::vec3(-0.1f, 0, 0) + kFall, 50);
            EXPECT_NEAR(down.pose.position.x, up.pose.position.x - 5.0f, 1e-3f);
            EXPECT_TRUE(down.isStanding());
        }
        for (const float degrees : {48.0f, 60.0f, 80.0f}) {
            MoverScene scene;
            scene.addRamp(degrees);
            const Moved foot = walk(scene, shape, {{-2, 1.01f, 0}}, glm::vec3(0.1f, 0, 0) + kFall, 100);
            EXPECT_LT(foot.pose.position.y, 1.0f + 2.0f * kSkin) << degrees;
            EXPECT_TRUE(foot.isStanding());
            const Moved slid = walk(scene, shape, {{1, std::tan(glm::radians(degrees)) + 3, 0}}, kFall,
                                    400);  // falls onto it
            EXPECT_LT(slid.pose.position.y, 1.0f + 2.0f * kSkin) << degrees;
        }
    }
}

TEST(MoveAndSlide, ClimbsStepsUpToTheLimit) {
    for (const Shape& shape : kWalkers) {
        for (const float height : {0.1f, 0.2f, 0.29f}) {
            for (const float pace : {0.2f, 0.1f, 0.02f}) {
                MoverScene scene;
                scene.addBox({1, 0, -5}, {9, height, 5});
                const Moved moved =
                    walk(scene, shape, {{0, 1.01f, 0}}, glm::vec3(pace, 0, 0) + kFall, int(3.0f / pace));
                EXPECT_NEAR(moved.pose.position.y, 1.0f + height + kSkin, 1e-3f) << height << " " << pace;
                EXPECT_TRUE(moved.isStanding());
            }
        }
        for (const float height : {0.32f, 0.4f, 1.0f}) {
            MoverScene scene;
            scene.addBox({1, 0, -5}, {9, height, 5});
            const Moved moved = walk(scene, shape, {{0, 1.01f, 0}}, glm::vec3(0.1f, 0, 0) + kFall, 60);
            EXPECT_LT(moved.pose.position.y, 1.0f + 2.0f * kSkin) << height;
            EXPECT_LT(moved.pose.position.x, 0.9f);
        }
    }
}

TEST(MoveAndSlide, ClimbsStairsSlow) {
    MoverScene scene;
    for (int i = 0; i < 10; ++i) {
        const float at = 1.0f + 0.4f * float(i), height = 0.25f * float(i + 1);
        scene.addBox({at, 0, -5}, {20, height, 5});
    }
    for (const Shape& shape : kWalkers) {
        const Moved top = walk(scene, shape, {{0, 1.01f, 0}}, glm::vec3(0.05f, 0, 0) + kFall, 140);
        EXPECT_NEAR(top.pose.position.y, 3.5f + kSkin, 1e-3f);
        const Moved down = walk(scene, shape, top.pose, glm::vec3(-0.05f, 0, 0) + kFall, 160);
        EXPECT_NEAR(down.pose.position.y, 1.0f + kSkin, 1e-3f);
    }
}

/// A floor of separate boxes, with other heights by less than a tenth of the skin.
void expectNoSeams(std::initializer_list<float> paces) {
    MoverScene scene;
    test::Random random(3);
    for (int x = 0; x < 30; ++x) {
        for (int z = -2; z < 2; ++z) {
            const glm::vec3 corner(0.7f * float(x), 0.5f, 0.7f * float(z));
            scene.addBox(corner, corner + glm::vec3(0.7f, 0.5f + float(random.uniform(0.0, 0.0005)), 0.7f));
        }
    }
    for (const Shape& shape : kWalkers) {
        for (const float pace : paces) {
            Pose pose = walk(scene, shape, {{0.5f, 2.05f, 0.1f}}, kFall, 5).pose;
            const float start = pose.position.x;
            const int count = int(18.0f / pace);
            for (int i = 0; i < count; ++i) {
                const Moved moved =
                    moveAndSlide(scene.world, shape, pose, {glm::vec3(pace, 0, 0) + kFall, {}, {}});
                pose = moved.pose;
                EXPECT_TRUE(moved.stops().empty()) << i;
                EXPECT_TRUE(moved.isStanding());
                EXPECT_NEAR(pose.position.y, 2.0f + kSkin, 1e-3f);
            }
            EXPECT_NEAR(pose.position.x, start + pace * float(count), 1e-3f) << pace;
        }
    }
}

TEST(MoveAndSlide, FeelsNoSeamsBetweenTiles) {
    expectNoSeams({0.1f, 2.0f});
}
TEST(MoveAndSlide, FeelsNoSeamsBetweenTilesSlow) {
    expectNoSeams({0.02f});
}

TEST(MoveAndSlide, TurnsAgainstAWallByMovingAway) {
    MoverScene scene;
    scene.addBox({2, 0, -50}, {3, 5, 50});
    const Shape tank = Box{.halfExtents = {1.5f, 1.0f, 3.0f}};
    Pose pose{{0.49f, 1.01f, 0}};  // beside the wall, along it
    Moved moved;
    moved.pose = pose;
    for (int i = 0; i < 40; ++i) {
        moved = moveAndSlide(scene.world, tank, moved.pose, {{0, 0, 0}, {0, 0.05f, 0}, {0, 0, 0}});
        EXPECT_EQ(moved.leftTurn, glm::vec3(0.0f)) << i;
        EXPECT_GT(scene.gap(tank, moved.pose), 0.4f * kSkin);
    }
    EXPECT_LT(moved.pose.position.x, -0.5f);

    scene.addBox({-2, 0, -50}, {-1.1f, 5, 50});  // a corridor
    moved.pose = pose;
    for (int i = 0; i < 40; ++i) {
        moved = moveAndSlide(scene.world, tank, moved.pose, {{0, 0, 0}, {0, 0.05f, 0}, {0, 0, 0}});
        EXPECT_GT(scene.gap(tank, moved.pose), 0.0f);
    }
    EXPECT_GT(moved.leftTurn.y, 0.04f);
    EXPECT_FALSE(moved.stops().empty());
}

TEST(MoveAndSlide, KeepsToTheGroundWhenItsVelocityFollowsWhatIsLeft) {
    MoverScene scene;
    scene.addRamp(16.0f);
    for (const Shape& shape : kWalkers) {
        Moved moved;
        moved.pose = {{-1, 1.01f, 0}};
        glm::vec3 velocity(0.0f);
        for (int i = 0; i < 200; ++i) {
            velocity = {12.0f, velocity.y - 9.81f / 60.0f, 0.0f};
            moved = moveAndSlide(scene.world, shape, moved.pose, {velocity / 60.0f, {}, {}});
            velocity -= moved.left * 60.0f;
            EXPECT_TRUE(moved.isStanding()) << i;
            EXPECT_NEAR(velocity.y, 0.0f, 1e-4f);
        }
        EXPECT_NEAR(moved.pose.position.x, 39.0f, 1e-2f);
    }
}

TEST(MoveAndSlide, UpHasAnyLength) {
    const MoverScene scene;
    const Pose start{{0, 1.5f, 0}};
    const RigidMotion way{{1, -2, 0}, {}, {}};
    const Moved expected = moveAndSlide(scene.world, kWalkers[0], start, way);
    EXPECT_TRUE(expected.isStanding());
    for (const float length : {1e-40f, 1e30f}) {
        const Moved moved = moveAndSlide(scene.world, kWalkers[0], start, way, {.up = {0, length, 0}});
        EXPECT_TRUE(moved.isStanding());
        EXPECT_EQ(moved.pose.position, expected.pose.position);
    }
}

TEST(MoveAndSlide, WhatIsBlockedAndWhatWasMadeAddUp) {
    MoverScene scene;
    scene.addBox({2, 0, -50}, {3, 5, 50});
    scene.addBox({-3, 0, 2}, {3, 5, 3});
    test::Random random(4);
    int stood = 0;
    for (const Shape& shape : kWalkers) {
        for (int i = 0; i < 300; ++i) {
            const Pose pose{{float(random.uniform(-1, 1)), 1.5f, float(random.uniform(-1, 1))}};
            const glm::vec3 way(random.inBox(4.0));
            const Moved flies = moveAndSlide(scene.world, shape, pose, {way, {}, {}}, {.up = {0, 0, 0}});
            EXPECT_LT(glm::distance(flies.pose.position - pose.position + flies.left, way), 1e-5f);

            const Moved moved = moveAndSlide(scene.world, shape, pose, {way, {}, {}});
            const glm::vec3 made = moved.pose.position - pose.position;
            EXPECT_NEAR(made.x + moved.left.x, way.x, 1e-5f);
            EXPECT_NEAR(made.z + moved.left.z, way.z, 1e-5f);
            EXPECT_NEAR(moved.left.y, moved.isStanding() ? way.y : way.y - made.y, 1e-5f);
            stood += moved.isStanding() ? 1 : 0;
        }
    }
    EXPECT_GT(stood, 100);
}

TEST(MoveAndSlide, IsPushedByWhatMovesIntoItAndSaysWhenItIsCrushed) {
    MoverScene scene;
    const ObjectId press = scene.addBox({-9, 0, -5}, {-1, 5, 5});
    scene.addBox({2, 0, -5}, {3, 5, 5});
    const Shape& shape = kWalkers[1];
    Moved moved;
    moved.pose = {{0, 1.01f, 0}};
    for (int i = 0; i < 60; ++i) {
        Pose pose = scene.world.find(press)->pose;
        pose.position.x += 0.05f;
        (void)scene.world.setPose(press, pose);
        moved = moveAndSlide(scene.world, shape, moved.pose, {kFall, {}, {}});
        const float room = 2.0f - (pose.position.x + 4.0f) - 0.6f;
        if (room > 2.5f * kSkin) {
            EXPECT_GT(scene.gap(shape, moved.pose), 0.4f * kSkin) << i;
            EXPECT_FALSE(moved.isCrushed) << i;
        } else if (room < 0.0f) {
            EXPECT_TRUE(moved.isCrushed) << i;
        }
    }
}

/// As the manual says: first with the platform, then by itself. Lifts that sink faster than a fall begins,
/// and turntables.
TEST(MoveAndSlide, RidesOnPlatforms) {
    for (const float hertz : {30.0f, 60.0f, 240.0f}) {
        for (const float speed : {-8.0f, -2.0f, 0.5f, 5.0f}) {
            for (const bool turns : {false, true}) {
                World world;
                const ObjectId platform =
                    *world.add({.shape = Box{.halfExtents = {2, 0.2f, 2}}, .pose = {{0, -0.2f, 0}}});
                Pose pose{{1.0f, 1.0f + kSkin, 0.0f}};
                float fall = 0.0f;
                for (int i = 0; i < static_cast<int>(2.0f * hertz); ++i) {
                    const Pose before = world.find(platform)->pose;
                    Pose now = before;
                    const float way = std::fmin(1.0f, static_cast<float>(i) / hertz) * speed / hertz;
                    if (turns) {
                        now.rotation =
                            glm::normalize(glm::angleAxis(0.2f * way, glm::vec3(0, 1, 0)) * before.rotation);
                    } else {
                        now.position += glm::vec3(0.5f * way, way, 0.0f);
                    }
                    ASSERT_FALSE(world.setPose(platform, now));
                    const glm::vec3 ride = now * (before.inverse() * pose.position) - pose.position;
                    pose = moveAndSlide(world, kWalkers[0], pose, {ride},
                                        {.filter = {.without = {&platform, 1}}})
                               .pose;
                    fall -= 9.81f / hertz;
                    const Moved moved =
                        moveAndSlide(world, kWalkers[0], pose, {glm::vec3(0.0f, fall / hertz, 0.0f)});
                    fall -= moved.left.y * hertz;
                    pose = moved.pose;
                    ASSERT_TRUE(moved.isStanding()) << hertz << " " << speed << " " << turns << " " << i;
                    ASSERT_LT(glm::distance(now.inverse() * pose.position, {1.0f, 1.2f + kSkin, 0.0f}), 1e-3f)
                        << hertz << " " << speed << " " << turns << " " << i;
                }
            }
        }
    }
}

TEST(MoveAndSlide, FliesWithoutGround) {
    MoverScene scene;
    const Shape ball = Sphere{.radius = 0.5f};
    const Moved moved = moveAndSlide(scene.world, ball, {{0, 1, 0}}, {{2, -2, 0}, {}, {}}, {.up = {0, 0, 0}});
    EXPECT_NEAR(moved.pose.position.x, 2.0f, 1e-5f);
    EXPECT_NEAR(moved.pose.position.y, 0.5f + kSkin, 1e-4f);
    EXPECT_FALSE(moved.isStanding());
    EXPECT_EQ(moved.stops().size(), 1u);
}

TEST(MoveAndSlide, JumpsAndStopsAtACeiling) {
    MoverScene scene;
    scene.addBox({-5, 3, -5}, {5, 4, 5});
    const Moved moved = walk(scene, kWalkers[0], {{0, 1.01f, 0}}, {0.1f, 0.2f, 0}, 20);
    EXPECT_NEAR(moved.pose.position.y, 2.0f - kSkin, 1e-4f);
    EXPECT_NEAR(moved.pose.position.x, 2.0f, 1e-4f);
    EXPECT_FALSE(moved.isStanding());
}

TEST(MoveAndSlide, WorksFarFromTheOriginInDouble) {
    DWorld world;
    const glm::dvec3 far(2e6, 0, -1e6);
    (void)world.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static});
    (void)world.add({.shape = Box{.halfExtents = {1, 5, 9}},
                     .pose = {far + glm::dvec3(3, 0, 0)},
                     .kind = ObjectKind::Static});
    DPose pose{far + glm::dvec3(0, 1.01, 0)};
    for (int i = 0; i < 60; ++i) {
        pose = moveAndSlide(world, kWalkers[0], pose, {glm::vec3(0.1f, 0, 0.1f) + kFall, {}, {}}).pose;
    }
    EXPECT_NEAR(pose.position.x - far.x, 1.7 - double(kSkin), 1e-4);
    EXPECT_NEAR(pose.position.z - far.z, 6.0, 1e-3);
    EXPECT_NEAR(pose.position.y, 1.01, 1e-4);
}

}  // namespace
