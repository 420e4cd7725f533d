// Random moves in arenas full of thin obstacles.

#include "response/mover/mover_scene.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/box.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::kSkin;
using test::kWalkers;
using test::MoverScene;

/// An arena closed on all sides, with boxes, a mesh of steps and a field of hills in it. Nothing in it is
/// thicker than a few centimeters, but the floor.
struct Arena : MoverScene {
    explicit Arena(std::uint32_t seed) {
        test::Random random(seed);
        for (const float side : {-1.0f, 1.0f}) {
            addBox({-10.1f, -4, side * 10.0f - 0.05f}, {10.1f, 9, side * 10.0f + 0.05f});
            addBox({side * 10.0f - 0.05f, -4, -10.1f}, {side * 10.0f + 0.05f, 9, 10.1f});
        }
        addBox({-10.1f, 8, -10.1f}, {10.1f, 8.1f, 10.1f});
        for (int i = 0; i < 25; ++i) {
            glm::vec3 position(random.inBox(9.0));
            position.y *= 0.2f;
            const Box plate{
                .halfExtents = {float(random.uniform(0.3, 2.0)), float(random.uniform(0.3, 2.0)), 0.03f}};
            add(plate, {position, glm::quat(random.rotation())});
        }
        test::TriangleList stairs;
        for (int i = 0; i < 8; ++i) {  // rising toward +x
            const float x = -8.0f + 0.4f * float(i), y = 0.2f * float(i);
            stairs.addQuad({x, y, -4}, {x, y, -1}, {x, y + 0.2f, -1}, {x, y + 0.2f, -4});
            stairs.addQuad({x, y + 0.2f, -4}, {x, y + 0.2f, -1}, {x + 0.4f, y + 0.2f, -1},
                           {x + 0.4f, y + 0.2f, -4});
        }
        add(test::meshOf(stairs), Pose{});
        std::vector<float> heights(21 * 21);
        for (float& height : heights) {
            height = float(random.uniform(-1.0, 1.0));
        }
        const HeightField hills =
            test::fieldOf(heights, 21, {1.2f, 1.2f}, {.sides = Sides::Both, .holes = {}, .tags = {}});
        add(hills, levelPose(hills, UpAxis::Y, {0, 0, 0}));
    }
};

/// Makes 60 random moves in each arena.
void expectPassesThroughNothing(std::uint32_t arenas) {
    const Shape tank = Box{.halfExtents = {1.2f, 0.4f, 0.7f}};
    std::array<int, 4> reached{};  // standing, stopped, turned less, fast
    int moves = 0, kept = 0, nearlyKept = 0;
    for (std::uint32_t seed = 1; seed <= arenas; ++seed) {
        const Arena arena(seed);
        test::Random random(seed + 100);
        const std::array<Shape, 3> shapes{kWalkers[0], kWalkers[1], tank};
        const Shape& shape = shapes[random.below(3)];
        const auto start = freed(arena.world, shape, {{0, 4, 0}}, {.gap = 2.0f * kSkin});
        ASSERT_TRUE(start);
        const float rate = std::array{10.0f, 30.0f, 60.0f, 240.0f}[random.below(4)];
        Pose pose = *start;
        glm::vec3 velocity(0.0f);
        float turnRate = 0.0f;
        for (int i = 0; i < 60; ++i) {
            if (i % 10 == 0) {
                velocity = glm::vec3(random.inBox(random.chance(0.2) ? 500.0 : 12.0));
                velocity.y *= 0.2f;
                turnRate = float(random.uniform(-3.0, 3.0));
            }
            velocity.y -= 9.81f / rate;
            const RigidMotion motion{velocity / rate, {0, turnRate / rate, 0}, {}};
            const Moved moved = moveAndSlide(arena.world, shape, pose, motion);
            pose = moved.pose;
            const float gap = arena.gap(shape, pose);
            ASSERT_GT(gap, 0.0f) << seed << " " << i;
            ++moves;
            kept += gap > 0.98f * kSkin ? 1 : 0;
            nearlyKept += gap > 0.49f * kSkin ? 1 : 0;
            // Nothing lies below the hills, and nothing is outside the walls.
            ASSERT_LT(std::max(std::abs(pose.position.x), std::abs(pose.position.z)), 10.0f)
                << seed << " " << i;
            ASSERT_LT(pose.position.y, 8.0f);
            const auto& hills = *arena.world.find(arena.world.ids().back());
            const auto ground = groundAt(std::get<HeightField>(hills.shape), hills.pose, pose.position);
            ASSERT_TRUE(ground && ground->height > 0.0f) << seed << " " << i;
            reached[0] += moved.isStanding() ? 1 : 0;
            reached[1] += moved.stops().empty() ? 0 : 1;
            reached[2] += moved.leftTurn != glm::vec3(0.0f) ? 1 : 0;
            reached[3] += glm::length(velocity) > 100.0f && !moved.stops().empty() ? 1 : 0;
        }
    }
    EXPECT_GT(reached[0], 10);
    EXPECT_GT(reached[1], 10);
    if (arenas >= 100) {  // one turn in 150 is stopped, all in a few arenas
        EXPECT_GT(reached[2], 10);
    }
    EXPECT_GT(reached[3], 10);
    EXPECT_GT(kept, 0.98 * moves);
    EXPECT_GT(nearlyKept, 0.999 * moves);
}

TEST(MoveAndSlide, PassesThroughNothingAtAnySpeed) {
    expectPassesThroughNothing(20);
}
TEST(MoveAndSlide, PassesThroughNothingAtAnySpeedSlow) {
    expectPassesThroughNothing(200);
}

}  // namespace
