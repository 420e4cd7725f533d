#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

// Two equal cubes stacked along a rotated axis, disjoint or overlapping by about one rounding error.
// Iterative methods have failed on them, or returned a wrong normal (FCL's tests of convexity-based
// algorithms).

namespace {

using namespace sat3d;

TEST(KissingCubes, SeparationIsTheGap) {
    const glm::dmat3 rows{{0.94096063217417758, 0.29296840037289501, 0.16959541586174812},
                          {-0.23569836841299879, 0.92661523595848427, -0.29296840037289507},
                          {-0.24298017990326390, 0.23569836841299885, 0.94096063217417758}};
    const glm::dmat3 rotation = glm::transpose(rows);
    for (const double extent : {0.01, 0.25, 0.5, 10.0, 1000.0}) {
        const ConvexHull cube = test::boxHull(glm::dvec3(0.5 * extent));
        // The value in the hull: half of 0.01 is not exact in float.
        const double side = 2.0 * double(static_cast<float>(0.5 * extent));
        for (const double delta : {1e-15, -1e-15, 2.5e-16, -2.5e-16, 1e-16, -1e-16, 0.0}) {
            SCOPED_TRACE("side " + std::to_string(side) + ", gap " + std::to_string(delta * 1e15) + "e-15");
            const double gap = delta * std::max(1.0, side);
            const DPose poseA{{0, 0, 5.0 * side}, glm::normalize(glm::quat_cast(rotation))};
            const DPose poseB{poseA.position + rotation * glm::dvec3(0, side + gap, 0), poseA.rotation};
            const Explanation explanation = explain(cube, poseA, cube, poseB);
            EXPECT_NEAR(explanation.separation, gap, 1e-15 * (1.0 + 5.0 * side));
            EXPECT_LT(glm::length(explanation.normalAToB - rotation[1]), 1e-12);
            EXPECT_NE(explanation.features.kind, FeaturePair::Kind::EdgeEdge);

            // The kernel sees them touch, up to its rounding.
            const auto hit = penetration(cube, poseA, cube, poseB);
            EXPECT_LE(hit ? double(hit->depth) : 0.0, 1e-6 * double(cube.boundingSphere().radius));
            EXPECT_EQ(overlaps(cube, poseA, cube, poseB), hit.has_value());
        }
    }
}

}  // namespace
