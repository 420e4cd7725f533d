// A rod with a tip of a millimeter stands on ground of a kilometer. The tip is smaller than the rounding of
// the ground's coordinates allows for directions of sides, so no side of it cut the ground, and the contacts
// were the corners of the ground.

#include "support/hulls.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace sat3d;

/// Expects contacts at the tip of the rod.
/// @param top  height of the ground's top in its own frame
template <class Ground, class Rod>
void expectContactsAtTip(const Ground& ground, const Rod& rod, double top = 0.0) {
    const DPose poseGround{{0.0, -top, 0.0}};
    const DPose standing{{100.0, 0.499, -50.0}, glm::normalize(glm::dquat(1.0, 1e-4, 0.0, 2e-4))};
    const auto manifold = collide(ground, poseGround, rod, standing);
    ASSERT_TRUE(manifold);
    EXPECT_GE(manifold->pointCount, 1u);
    for (const DContactPoint& point : manifold->points()) {
        EXPECT_NEAR(point.position.x, 100.0, 0.01);
        EXPECT_NEAR(point.position.y, 0.0, 0.01);
        EXPECT_NEAR(point.position.z, -50.0, 0.01);
    }
}

TEST(SmallOnHuge, ContactsStayAtTheTipOfARod) {
    const glm::vec3 groundHalf(500.0f, 1.0f, 500.0f), rodHalf(5e-4f, 0.5f, 5e-4f);
    const Box groundBox{.center = {0.0f, -1.0f, 0.0f}, .halfExtents = groundHalf},
        rodBox{.halfExtents = rodHalf};
    const auto hullAt = [](const glm::vec3& center, const glm::vec3& half, int sides) {
        test::Cloud points;
        for (int i = 0; i < sides; ++i) {
            const double angle = 6.283185307179586 * (i + 0.5) / sides;
            const float x = half.x * float(std::cos(angle)), z = half.z * float(std::sin(angle));
            points.push_back(center + glm::vec3(x, -half.y, z));
            points.push_back(center + glm::vec3(x, half.y, z));
        }
        return test::hullOf(points);
    };
    expectContactsAtTip(groundBox, rodBox);
    for (const int sides : {3, 4, 6, 12}) {
        SCOPED_TRACE(sides);
        const ConvexHull ground = hullAt(groundBox.center, groundHalf, sides);
        const ConvexHull rod = hullAt(glm::vec3(0.0f), rodHalf, sides);
        expectContactsAtTip(groundBox, rod);
        expectContactsAtTip(ground, rodBox);
        expectContactsAtTip(ground, rod);
    }
    expectContactsAtTip(ConvexHull::box(groundHalf).value(), ConvexHull::box(rodHalf).value(), 1.0);
}

}  // namespace
