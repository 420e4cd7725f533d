#include "support/brute_force_sat.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <vector>

// Hulls of thousands of vertices, more than the kernels have storage for and more than 16 bits can count. No
// other method is fast enough as a reference. Instead, the tests check the properties of an answer: pushed by
// it the hulls are disjoint, pushed by less they overlap, and no sampled direction gives a shorter push.

namespace {

using namespace sat3d;
using test::Random;
using test::reach;
using test::ShapeType;

std::vector<glm::dvec3> inWorld(const ConvexHull& hull, const DPose& pose) {
    std::vector<glm::dvec3> points;
    for (const glm::vec3& vertex : hull.vertices()) {
        points.push_back(pose.transformPoint(glm::dvec3(vertex)));
    }
    return points;
}

class HugeHulls : public testing::Test {
protected:
    static constexpr double kExact = 1e-6;  // of size

    ConvexHull sphere(std::uint32_t count) {
        test::Cloud cloud;
        for (std::uint32_t i = 0; i < count; ++i) {
            cloud.emplace_back(random_.direction());
        }
        return test::hullOf(cloud);
    }
    ConvexHull shape(ShapeType kind) { return test::hullOf(test::randomCloud(random_, kind)); }

    void judge(const ConvexHull& a, const ConvexHull& b, const DPose& poseB, int directions) {
        const DPose poseA;
        const double size = 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
        const auto start = std::chrono::steady_clock::now();
        const auto hit = penetration(a, poseA, b, poseB);
        const double milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        std::printf("%zu vertices, %zu faces against %zu, %zu: depth %.7g of size, %.3f ms\n",
                    a.vertices().size(), a.faces().size(), b.vertices().size(), b.faces().size(),
                    hit ? double(hit->depth) / size : 0.0, milliseconds);
        EXPECT_EQ(overlaps(a, poseA, b, poseB), hit.has_value());

        const auto pointsA = inWorld(a, poseA), pointsB = inWorld(b, poseB);
        double nearest = std::numeric_limits<double>::infinity();
        for (int i = 0; i < directions; ++i) {
            const glm::dvec3 n = random_.direction();
            nearest = std::min(nearest, reach(pointsA, n) + reach(pointsB, -n));
        }
        if (!hit) {
            ++apart_;
            return;
        }
        ++overlapping_;
        const glm::dvec3 normal = glm::normalize(glm::dvec3(hit->normal));
        const double along = reach(pointsA, normal) + reach(pointsB, -normal);
        EXPECT_NEAR(double(hit->depth), along, kExact * size) << "the push does not just separate";
        EXPECT_LE(double(hit->depth), nearest + kExact * size) << "a random direction gives a shorter push";
        const DPose shorter{poseB.position + 0.999 * double(hit->depth) * normal, poseB.rotation};
        if (double(hit->depth) > 2e3 * kExact * size) {
            EXPECT_TRUE(overlaps(a, poseA, b, shorter)) << "a shorter push separates as well";
        }
        const DPose longer{poseB.position + (double(hit->depth) + 2.0 * kExact * size) * normal,
                           poseB.rotation};
        EXPECT_FALSE(overlaps(a, poseA, b, longer));
    }

    /// Disjoint, shallow and deep, as a multiple of the touching distance of two spheres of radius 1.
    void judgeRegimes(const ConvexHull& a, const ConvexHull& b, int directions) {
        for (const double distance : {1.2, 0.97, 0.5, 0.2}) {
            SCOPED_TRACE(distance);
            const double reachOfBoth = double(a.boundingSphere().radius) + double(b.boundingSphere().radius);
            judge(a, b, {random_.direction() * distance * reachOfBoth, random_.rotation()}, directions);
        }
    }

    Random random_{81};
    int overlapping_ = 0, apart_ = 0;
};

TEST_F(HugeHulls, TwoThousandVertices) {
    const ConvexHull large = sphere(2000), other = sphere(1500);
    judgeRegimes(large, shape(ShapeType::Box), 2000);
    judgeRegimes(shape(ShapeType::Tank), large, 2000);
    judgeRegimes(large, other, 1000);
    EXPECT_GE(overlapping_, 6);
    EXPECT_GE(apart_, 3);
}

TEST_F(HugeHulls, SeventyThousandVerticesSlow) {
    const ConvexHull huge = sphere(70000), other = sphere(2000);
    EXPECT_GT(huge.vertices().size(), 65536u);
    judgeRegimes(huge, shape(ShapeType::Box), 10000);
    judgeRegimes(shape(ShapeType::Tank), huge, 10000);
    judgeRegimes(huge, other, 10000);
    judgeRegimes(huge, huge, 1000);
    EXPECT_GE(overlapping_, 8);
    EXPECT_GE(apart_, 4);
}

// The hardest case for witnesses: all faces are equally near.
TEST_F(HugeHulls, ConcentricSlow) {
    const ConvexHull large = sphere(1200);
    judge(large, shape(ShapeType::Tank), {{0, 0, 0}, random_.rotation()}, 1000);
    judge(large, sphere(1000), {{1e-4, 0, 0}, random_.rotation()}, 1000);
    EXPECT_EQ(overlapping_, 2);
}

}  // namespace
