// Exporters write points several times, one float step apart. The sides between them had directions of pure
// noise, loops had dents, and clipping by such a side cut the patch down to one contact.

#include "support/hulls.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <gtest/gtest.h>

#include <array>
#include <span>

namespace {

using namespace sat3d;

TEST(DoubledPoints, DoNotSpoilThePatch) {
    const std::array<glm::vec3, 6> points{{{1.0f, 0.0f, -0.7f},
                                           {-1.0f, 0.0f, -0.7f},
                                           {0.0f, 1.0f, 0.7f},
                                           {0.0f, -1.0f, 0.7f},
                                           {0x1.000002p+0f, 0x1.644c48p-21f, -0x1.66665ap-1f},
                                           {-0x1.00000ep+0f, 0x1.9e80e6p-20f, -0x1.66667p-1f}}};
    const ConvexHull clean = test::hullOf(std::span(points).first(4)), doubled = test::hullOf(points);
    const Pose pose{{0.205849513f, -0.476601032f, -0.547177961f},
                    {0.181116307f, 0.351942809f, 0.816550838f, -0.420211698f}};
    for (const ConvexHull& hull : {clean, doubled}) {
        const auto manifold = collide(hull, Pose{}, test::boxHull({0.1, 0.1, 0.3}), pose);
        ASSERT_TRUE(manifold);
        EXPECT_EQ(manifold->points().size(), 4u);
    }
}

}  // namespace
