// What is found by closed forms, beside the general method on the same cores.

#include "narrowphase/core_distance.hpp"
#include "narrowphase/core_sat.hpp"
#include "narrowphase/round_pair.hpp"
#include "support/difference.hpp"
#include "support/hulls.hpp"
#include "support/random_convex.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace sat3d;
using test::at;
using test::Random;

DPose anyPose(Random& random) {
    return {random.inBox(20.0), random.rotation()};
}

/// Of cores in the world.
CoreDistance generalDistance(const ConvexShape& a, const DPose& poseA, const ConvexShape& b,
                             const DPose& poseB) {
    return closestFeatures(CoreShape(a, localToWorld(poseA)), CoreShape(b, localToWorld(poseB)));
}

TEST(ClosedForms, RoundPairsAsTryingAllFeatures) {
    constexpr std::uint32_t kSeed = 421;
    Random random(kSeed);
    std::array<int, 6> kinds{};
    int overlapping = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % 2),
                          b = test::randomConvex(random, 1);
        const DPose poseA = anyPose(random);
        DPose poseB{poseA.position + random.inBox(2.0), random.rotation()};
        if (random.chance(0.3)) {  // all but parallel
            const glm::dquat tilt(1.0, random.inBox(1.0) * std::pow(10.0, random.uniform(-12.0, -2.0)));
            poseB.rotation = glm::normalize(tilt * poseA.rotation);
        }
        const auto found = roundSeparation(a, poseA, b, poseB, {.points = Points::Yes});
        const CoreDistance expected = generalDistance(a, poseA, b, poseB);
        ASSERT_TRUE(found);
        const CoreShape coreA(a, localToWorld(poseA)), coreB(b, localToWorld(poseB));
        const double separation = expected.distance - coreA.radius() - coreB.radius();
        ASSERT_NEAR(found->separation, separation, 4e-7);
        ASSERT_NEAR(glm::length(found->pointB - found->pointA - separation * expected.normalAToB), 0.0, 1e-6);
        ASSERT_NEAR(glm::dot(glm::dvec3(found->normal), expected.normalAToB), 1.0, 1e-6);
        ASSERT_LT(test::outsideBy(random, 20, found->pointA, a, poseA), 1e-6);
        ASSERT_LT(test::outsideBy(random, 20, found->pointB, b, poseB), 1e-6);
        ++kinds[std::size_t(found->features.kind)];
        overlapping += found->separation < 0.0f ? 1 : 0;
    }
    EXPECT_GT(overlapping, 300);
    EXPECT_LT(overlapping, 1700);
    for (const auto kind : {FeaturePair::Kind::Edges, FeaturePair::Kind::Vertices,
                            FeaturePair::Kind::VertexAndEdge, FeaturePair::Kind::EdgeAndVertex}) {
        EXPECT_GT(kinds[std::size_t(kind)], 20);
    }
}

TEST(ClosedForms, CrossedCapsulesShowANormalAllTheSame) {
    const Capsule a{{-1, 0, 0}, {1, 0, 0}, 0.25f}, b{{0, -1, 0}, {0, 1, 0}, 0.5f};
    EXPECT_FALSE(roundSeparation(a, Pose{}, b, Pose{}, {.points = Points::Yes})) << "the segments touch";
    const Distance crossed = distance(a, Pose{}, b, Pose{});
    EXPECT_FLOAT_EQ(crossed.separation, -0.75f);
    EXPECT_FLOAT_EQ(std::abs(crossed.normal.z), 1.0f);
    EXPECT_FLOAT_EQ(distance(a, at(0, 0, 1), a, Pose{}).separation, 0.5f) << "side by side";
    EXPECT_FLOAT_EQ(distance(Sphere{}, Pose{}, Sphere{}, Pose{}).separation, -1.0f) << "one centre";
}

TEST(ClosedForms, ManifoldsOfRoundPairsHaveTheirPenetration) {
    Random random(422);
    int touching = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % 2),
                          b = test::randomConvex(random, 1);
        const Pose poseA = test::randomPose(random),
                   poseB{poseA.position + glm::vec3(random.inBox(2.0)), glm::quat(random.rotation())};
        const auto hit = penetration(a, poseA, b, poseB);
        const auto manifold = collide(a, poseA, b, poseB);
        ASSERT_EQ(hit.has_value(), manifold.has_value());
        if (hit) {
            EXPECT_EQ(manifold->penetration.depth, hit->depth);
            EXPECT_EQ(manifold->penetration.normal, hit->normal);
            EXPECT_EQ(manifold->penetration.features, hit->features);
            ++touching;
        }
    }
    EXPECT_GT(touching, 50);
}

TEST(ClosedForms, PointAndBoxAsTryingAllFeatures) {
    Random random(423);
    std::array<int, 6> kinds{};
    for (int trial = 0; trial < 1000; ++trial) {
        SCOPED_TRACE(trial);
        const ConvexShape box = test::randomConvex(random, 2);
        const DPose pose = anyPose(random);
        const CoreShape b(box, localToWorld(pose));
        const CoreShape a(Sphere{glm::vec3(b.center() + random.inBox(3.0)), 0.5f}, RigidTransform{});
        const CoreDistance found = coreDistance(a, b);
        if (found.distance > 0.0) {
            const CoreDistance expected = closestFeatures(a, b);
            EXPECT_NEAR(found.distance, expected.distance, 1e-13);
            EXPECT_NEAR(glm::length(found.onB - expected.onB), 0.0, 1e-12);
            EXPECT_NEAR(glm::length(found.normalAToB - expected.normalAToB), 0.0, 1e-9);
            const FeaturePair features = featuresOf(a, b, found);
            EXPECT_EQ(features, featuresOf(a, b, expected));
            ++kinds[std::size_t(features.kind)];
        }
    }
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::FaceOfB)], 50);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::VertexAndEdge)], 50);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::Vertices)], 50);
}

/// As coreSat does it for hulls.
double deepestOfAllAxes(const CoreShape& a, const CoreShape& b) {
    double best = -1e300;
    const auto tryAxis = [&](const glm::dvec3& n) {
        best = std::max(best, glm::dot(n, b.vertex(b.support(-n))) - glm::dot(n, a.vertex(a.support(n))));
    };
    for (std::uint32_t face = 0; face < 6; ++face) {
        tryAxis(a.faceNormal(face));
        tryAxis(b.faceNormal(face));
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t j = 0; j < 3; ++j) {
            const glm::dvec3 across = glm::cross(a.edgeDirection(i), b.edgeDirection(j));
            if (glm::length(across) > 1e-9) {
                tryAxis(glm::normalize(across));
                tryAxis(-glm::normalize(across));
            }
        }
    }
    return best;
}

TEST(ClosedForms, BoxesAsAllFifteenAxes) {
    constexpr std::uint32_t kSeed = 424;
    Random random(kSeed);
    std::array<int, 6> kinds{};
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        Box boxA = std::get<Box>(test::randomConvex(random, 2)),
            boxB = std::get<Box>(test::randomConvex(random, 2));
        if (random.chance(0.1)) {
            boxB.halfExtents[int(random.below(3))] = 0.0f;  // a sheet
        }
        const DPose poseA = anyPose(random);
        DPose poseB{poseA.position + random.inBox(3.0), random.rotation()};
        if (random.chance(0.3)) {  // edges all but parallel
            boxB.rotation = boxA.rotation;
            const glm::dquat tilt(1.0, random.inBox(1.0) * std::pow(10.0, random.uniform(-12.0, -2.0)));
            poseB.rotation = glm::normalize(tilt * poseA.rotation);
        }
        const CoreShape a(boxA, localToWorld(poseA)), b(boxB, localToWorld(poseB));
        const CoreAxis found = coreSat(a, b);
        const double expected = deepestOfAllAxes(a, b);
        ASSERT_NEAR(found.separation, expected, 1e-9 * sizeOf(a, b));  // ties are within 1e-10
        const glm::dvec3& n = found.normalAToB;
        ASSERT_NEAR(glm::dot(n, b.vertex(b.support(-n))) - glm::dot(n, a.vertex(a.support(n))),
                    found.separation, 1e-13 * sizeOf(a, b));
        if (found.separation > 0.0) {
            EXPECT_GT(coreSat(a, b, 0.0).separation, 0.0) << "any will do, but it must be one";
        }
        if (found.features.kind == FeaturePair::Kind::Edges) {
            const auto endsA = a.edge(found.features.a), endsB = b.edge(found.features.b);
            // What rounding leaves of the axis across edges that are all but parallel.
            const double sine = glm::length(
                glm::cross(a.edgeDirection(found.features.a / 4), b.edgeDirection(found.features.b / 4)));
            const double rounding = 1e-14 / sine;
            for (const std::uint32_t end : {endsA.from, endsA.to}) {
                EXPECT_NEAR(glm::dot(n, a.vertex(end) - a.vertex(a.support(n))), 0.0, rounding);
            }
            for (const std::uint32_t end : {endsB.from, endsB.to}) {
                EXPECT_NEAR(glm::dot(n, b.vertex(end) - b.vertex(b.support(-n))), 0.0, rounding);
            }
        } else if (found.features.kind == FeaturePair::Kind::FaceOfA) {
            EXPECT_EQ(a.faceNormal(found.features.a), n);
        } else {
            EXPECT_EQ(b.faceNormal(found.features.b), -n);
        }
        ++kinds[std::size_t(found.features.kind)];
    }
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::FaceOfA)], 100);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::FaceOfB)], 100);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::Edges)], 100);
}

}  // namespace
