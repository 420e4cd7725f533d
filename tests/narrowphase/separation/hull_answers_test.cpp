#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

// What the answer of two hulls promises beside its depth: the features that it names, and the verdict at the
// distance of touching.

namespace {

using namespace sat3d;
using test::ShapeType;

double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

class HullAnswers : public testing::Test {
protected:
    ConvexHull shape(ShapeType kind) { return test::hullOf(test::randomCloud(random_, kind)); }
    DPose somewhere(double reach) { return {random_.inBox(reach), random_.rotation()}; }

    test::Random random_{52};
};

/// How far the lower end of an edge lies behind the support of the hull.
double behind(const ConvexHull& hull, const DPose& pose, std::uint32_t edge, const glm::dvec3& normal) {
    const glm::dvec3 local = glm::conjugate(pose.rotation) * normal;
    const auto height = [&](std::uint32_t vertex) {
        return glm::dot(local, glm::dvec3(hull.vertices()[vertex]));
    };
    double farthest = height(0);
    for (std::uint32_t i = 1; i < hull.vertices().size(); ++i) {
        farthest = std::max(farthest, height(i));
    }
    const auto& ends = hull.edges()[edge].vertices;
    return farthest - std::min(height(ends[0]), height(ends[1]));
}

// Prisms and tanks have many parallel edges. The normal of two of them is also that of others, which may not
// be the supporting ones.
TEST_F(HullAnswers, NameSupportingEdges) {
    int edges = 0;
    for (const ShapeType kind : {ShapeType::Prism, ShapeType::Tank}) {
        const ConvexHull a = shape(kind), b = shape(kind);
        for (int round = 0; round < 2000; ++round) {
            const DPose poseA = somewhere(0.4), poseB = somewhere(0.4);
            const auto hit = penetration(a, poseA, b, poseB);
            if (hit && hit->features.kind == FeaturePair::Kind::EdgeEdge) {
                ++edges;
                const glm::dvec3 normal(hit->normal);
                const double tolerance = 1e-5 * sizeOf(a, b) + 1e-5;
                EXPECT_LE(behind(a, poseA, hit->features.a, normal), tolerance) << "round " << round;
                EXPECT_LE(behind(b, poseB, hit->features.b, -normal), tolerance) << "round " << round;
            }
        }
    }
    EXPECT_GT(edges, 150);
}

// Pairs at the distance of touching, up to one rounding error, where the verdict is a matter of rounding.
TEST_F(HullAnswers, ExistExactlyIfTheHullsOverlap) {
    int overlapping = 0, apart = 0;
    for (int round = 0; round < 400; ++round) {
        const ConvexHull a = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const ConvexHull b = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const double size = sizeOf(a, b);
        const DPose poseA = somewhere(5.0);
        DPose poseB{poseA.position + 0.3 * random_.direction(), random_.rotation()};
        const auto deep = penetration(a, poseA, b, poseB);
        if (!deep) {
            continue;
        }
        const glm::dvec3 normal(deep->normal);
        poseB.position += double(deep->depth) * normal;
        for (int step = -10; step <= 10; ++step) {
            const DPose near{poseB.position + (1e-8 * step) * size * normal, poseB.rotation};
            const bool hit = penetration(a, poseA, b, near).has_value();
            ASSERT_EQ(overlaps(a, poseA, b, near), hit) << "round " << round << ", step " << step;
            ASSERT_EQ(overlaps(b, near, a, poseA), hit);
            ++(hit ? overlapping : apart);
        }
    }
    std::printf("%d overlapping, %d apart\n", overlapping, apart);
    EXPECT_GT(overlapping, 1000);
    EXPECT_GT(apart, 1000);
}

}  // namespace
