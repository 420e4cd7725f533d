// Movers allocate nothing.

#include "response/mover_scene.hpp"
#include "support/allocations/counted_allocations.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/box.hpp>

#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <array>

namespace {

using namespace sat3d;

TEST(MoverAllocation, MovesStandsAndFreesWithoutAllocation) {
    test::MoverScene scene;
    scene.addBox({2, 0, -50}, {3, 5, 50});
    scene.addBox({-1, 0, -50}, {1, 0.2f, 50});
    const Shape tank = Box{.center = {0, 1, 0}, .halfExtents = {0.8f, 1, 0.6f}};
    const std::array<glm::vec3, 4> feet{
        {{-0.8f, 0, -0.6f}, {0.8f, 0, -0.6f}, {-0.8f, 0, 0.6f}, {0.8f, 0, 0.6f}}};
    Pose pose{{-3, 0.5f, 0}};
    const auto before = allocations.load();
    int stood = 0, stopped = 0;
    for (int i = 0; i < 200; ++i) {
        const Moved moved =
            moveAndSlide(scene.world, tank, pose, {{0.05f, -0.05f, 0.01f}, {0, 0.02f, 0}, {}});
        pose = moved.pose;
        stopped += moved.stops().empty() ? 0 : 1;
        stood += standOn(scene.world, pose, feet) ? 1 : 0;
        EXPECT_TRUE(freed(scene.world, tank, {pose.position + glm::vec3(0, -0.3f, 0), pose.rotation}));
    }
    EXPECT_EQ(allocations.load(), before);
    EXPECT_GT(stood, 100);
    EXPECT_GT(stopped, 20);
}

}  // namespace
