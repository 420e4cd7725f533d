#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

// Two unit boxes side by side share a face exactly. The separation along x is 0. Another library (Parry)
// returned a normal within the shared face.

namespace {

using namespace sat3d;

TEST(TouchingBoxes, ShareAFace) {
    const ConvexHull box = test::boxHull({0.5, 0.5, 0.5});
    const Pose poseA = test::at(0.5f, 0.5f, 0.5f), poseB = test::at(1.5f, 0.5f, 0.5f);
    const Explanation explanation = explain(box, poseA, box, poseB);
    EXPECT_EQ(explanation.separation, 0.0);
    EXPECT_EQ(explanation.normalAToB, glm::dvec3(1, 0, 0));
    EXPECT_NE(explanation.features.kind, FeaturePair::Kind::EdgeEdge);
    EXPECT_FALSE(penetration(box, poseA, box, poseB));
}

}  // namespace
