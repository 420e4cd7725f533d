#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

// Two unit boxes side by side share a face, exactly. The separation is 0 along x; other libraries were seen
// to answer with a normal across the shared face (Parry).

namespace {

using namespace sat3d;

TEST(TouchingBoxes, ShareAFace) {
    const ConvexHull box = test::boxHull({0.5, 0.5, 0.5});
    const Pose poseA = test::at(0.5f, 0.5f, 0.5f), poseB = test::at(1.5f, 0.5f, 0.5f);
    const Explanation explanation = explain(box, poseA, box, poseB);
    EXPECT_EQ(explanation.separation, 0.0);
    EXPECT_EQ(explanation.normalAToB, glm::dvec3(1, 0, 0));
    EXPECT_NE(explanation.features.kind, FeaturePair::Kind::Edges);
    EXPECT_FALSE(penetration(box, poseA, box, poseB));
}

}  // namespace
