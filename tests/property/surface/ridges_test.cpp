// Bodies that lie across ridges, blunt and sharp: both ends of the ridge under the body carry it.

#include "support/hulls.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace {

using namespace sat3d;

/// Two slopes that meet in a ridge along the x axis.
/// @param bend  radians between their normals
TriangleMesh ridge(float bend) {
    constexpr float kHalf = 20.0f;
    const float low = -std::tan(bend / 2.0f) * kHalf;
    test::TriangleList list;
    list.addQuad({-kHalf, -kHalf, low}, {kHalf, -kHalf, low}, {kHalf, 0, 0}, {-kHalf, 0, 0});
    list.addQuad({-kHalf, 0, 0}, {kHalf, 0, 0}, {kHalf, kHalf, low}, {-kHalf, kHalf, low});
    return test::meshOf(list);
}

/// The ids of the points on the ridge between two places. Fails unless there is one at each of them.
std::set<std::uint64_t> expectEnds(std::span<const Manifold> manifolds, float from, float to) {
    std::set<std::uint64_t> ids;
    float least = 1e30f, largest = -1e30f;
    for (const Manifold& manifold : manifolds) {
        for (const ContactPoint& point : manifold.points()) {
            if (std::abs(point.position.y) < 5e-3f) {
                ids.insert(point.id);
                least = std::min(least, point.position.x);
                largest = std::max(largest, point.position.x);
            }
        }
    }
    EXPECT_NEAR(least, from, 2e-3f);
    EXPECT_NEAR(largest, to, 2e-3f);
    return ids;
}

TEST(Ridges, CarryACrateAtBothEndsHoweverItRolls) {
    const Box crate{.halfExtents = glm::vec3(0.5f)};
    std::array<Manifold, 8> room;
    for (const float bend : {0.005f, 0.01f, 0.013f, 0.02f, 0.1f, 0.3f}) {
        const TriangleMesh mesh = ridge(bend);
        for (const float margin : {0.0f, 0.01f}) {
            std::set<std::uint64_t> before;
            for (const float roll : {-2e-4f, 0.0f, 2e-4f}) {
                SCOPED_TRACE(testing::Message()
                             << "bend " << bend << ", margin " << margin << ", roll " << roll);
                const Pose pose{{0.3f, 0.05f, 0.499f}, glm::angleAxis(roll, glm::vec3(0, 1, 0))};
                const auto ids =
                    expectEnds(collide(crate, pose, mesh, Pose{}, room, {.margin = margin}), -0.2f, 0.8f);
                const bool isOnePatch = bend < 0.014f;
                EXPECT_TRUE(!isOnePatch || before.empty() || ids == before) << "other ids";
                before = ids;
            }
        }
    }
}

TEST(Ridges, CarryDrumsOfManyCornersAtBothEnds) {
    const TriangleMesh mesh = ridge(0.3f);
    std::array<Manifold, 8> room;
    for (const std::uint32_t corners : {8u, 12u, 16u, 17u, 32u, 64u}) {
        SCOPED_TRACE(testing::Message() << corners << " corners");
        std::vector<glm::vec3> points;
        for (std::uint32_t i = 0; i < corners; ++i) {
            const double angle = 6.283185307179586 * i / corners;
            for (const float z : {-0.2f, 0.2f}) {
                points.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), z);
            }
        }
        const ConvexHull drum = test::hullOf(points);
        // The distance of the outline from the middle, opposite a corner: of a corner, or of a side.
        const float opposite = corners % 2 == 0 ? 0.5f : 0.5f * std::cos(3.14159265f / float(corners));
        expectEnds(collide(drum, Pose{{0.0f, 0.0f, 0.198f}}, mesh, Pose{}, room, {.margin = 0.01f}),
                   -opposite, 0.5f);
    }
}

}  // namespace
