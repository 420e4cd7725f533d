// Closed forms compared with the general method on the same cores.

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sat/convex_sat.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/sweep/closed_forms/sphere_cast.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "support/all_axes.hpp"
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
#include <cstdio>
#include <string>

namespace {

using namespace sat3d;
using test::at;
using test::Random;

DPose anyPose(Random& random) {
    return {random.inBox(20.0), random.rotation()};
}

/// Compared with Newton's method on the distance, which uses no quadratics.
TEST(ClosedForms, SphereSweepsAgreeWithTheGeneralSearch) {
    Random random(427);
    int hits = 0, misses = 0, ends = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        SCOPED_TRACE(trial);
        const ConvexShape a = test::randomConvex(random, 0),
                          b = test::randomConvex(random, std::size_t(trial) % 2);
        const DPose poseA = anyPose(random), poseB{poseA.position + random.inBox(6.0), random.rotation()};
        const LinearMotion motion{glm::vec3(1.5 * (poseB.position - poseA.position) + random.inBox(1.5)),
                                  glm::vec3(random.inBox(1.5))};
        const ConvexProxy coreA(a, localToWorld(poseA));
        ConvexProxy coreB(b, localToWorld(poseB));
        const GjkResult apart = gjk(coreA, coreB);
        const Separation start = disjointSeparation(coreA, coreB, apart);
        if (!(apart.distance > 0.0) || start.separation < 0.0) {
            continue;
        }
        const ShapeRef refA(a), refB(b);
        const auto found = sphereCast(PosedPair<double>{refA, poseA, refB, poseB}, motion);
        ASSERT_TRUE(found);
        const glm::dvec3 way = glm::dvec3(motion.translationB) - glm::dvec3(motion.translationA);
        const auto expected = linearCast(coreA, coreB, way, start);
        if (!expected || !(found->fraction < 1.0)) {
            EXPECT_EQ(expected.has_value(), found->fraction < 1.0);
            ++misses;
            continue;
        }
        ++hits;
        ends += found->features.kind == FeaturePair::Kind::VertexVertex ? 0 : 1;
        const double steepness = -glm::dot(found->normalAToB, way);
        EXPECT_GT(steepness, 0.0);
        EXPECT_NEAR(steepness * (found->fraction - expected->fraction), 0.0, 1e-6);
        coreB.move(found->fraction * way);
        EXPECT_NEAR(disjointSeparation(coreA, coreB, gjk(coreA, coreB)).separation, 0.0, 1e-12)
            << "nearer than the search comes";
        EXPECT_NEAR(glm::length(found->normalAToB - gjk(coreA, coreB).normalAToB), 0.0, 1e-9);
        const glm::dvec3 onA = found->point - found->fraction * glm::dvec3(motion.translationA);
        EXPECT_NEAR(glm::length(onA - coreA.center()), coreA.convexRadius(), 1e-12);
        EXPECT_NEAR(glm::dot(glm::normalize(onA - coreA.center()), found->normalAToB), 1.0, 1e-9);
    }
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
    EXPECT_GT(ends, 50);
    const Sphere tiny{.radius = 1e-9f}, point{.radius = 0.0f};
    const ShapeRef refA(tiny), refB(point);
    const DPose poseA, poseB{{5, 0, 0}, glm::dquat(1, 0, 0, 0)};
    EXPECT_FALSE(sphereCast(PosedPair<double>{refA, poseA, refB, poseB}, {{9, 0, 0}, {}})) << "too thin";
}

TEST(ClosedForms, ManifoldsOfSpheresAndCapsulesHaveTheirPenetration) {
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

/// Closest points compared with those of the brute force over all features.
void expectNearest(const ConvexProxy& a, const ConvexProxy& b, const GjkResult& found) {
    const GjkResult expected = closestFeatures(a, b);
    EXPECT_NEAR(found.distance, expected.distance, 2e-12);
    EXPECT_NEAR(glm::length(found.onA - expected.onA), 0.0, 1e-9);
    EXPECT_NEAR(glm::length(found.onB - expected.onB), 0.0, 1e-9);
    EXPECT_NEAR(glm::length(found.normalAToB - expected.normalAToB), 0.0, 1e-9);
    EXPECT_EQ(featuresOf(a, b, found), featuresOf(a, b, expected));
}

/// A point or a segment beside, on or in a box.
void compareWithBox(Random& random, std::size_t type, std::array<int, 6>& apart,
                    std::array<int, 6>& overlapping) {
    const ConvexShape box = test::randomConvex(random, 2);
    const DPose pose = anyPose(random);
    const ConvexProxy b(box, localToWorld(pose));
    const ConvexProxy a{test::randomConvex(random, type),
                        localToWorld(DPose{b.center() + random.inBox(3.0), random.rotation()})};
    if (const GjkResult found = gjk(a, b); found.distance > 0.0) {
        expectNearest(a, b, found);
        ++apart[std::size_t(featuresOf(a, b, found).kind)];
        return;
    }
    const SeparatingAxis axis = convexSat(a, b);
    const glm::dvec3& n = axis.normalAToB;
    EXPECT_LT(axis.separation, 0.0);
    EXPECT_NEAR(axis.separation, test::deepestOfAllAxes(a, b), 1e-9 * roundingScale(a, b));
    EXPECT_NEAR(glm::dot(n, b.vertex(b.support(-n))) - glm::dot(n, a.vertex(a.support(n))), axis.separation,
                1e-13 * roundingScale(a, b));
    if (axis.features.kind == FeaturePair::Kind::EdgeEdge) {
        EXPECT_EQ(axis.features.a, 0u);
        EXPECT_EQ(axis.features.b, b.supportingEdge(-n));
    } else {
        EXPECT_EQ(axis.features.a, a.support(n));
        EXPECT_EQ(b.faceNormal(axis.features.b), -n);
    }
    ++overlapping[std::size_t(axis.features.kind)];
}

TEST(ClosedForms, PointsSegmentsAndBoxesAgreeWithAllFeatures) {
    using Kind = FeaturePair::Kind;
    constexpr std::uint32_t kSeed = 423;
    Random random(kSeed);
    std::array<std::array<int, 6>, 2> apart{}, overlapping{};
    for (std::size_t trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        compareWithBox(random, trial % 2, apart[trial % 2], overlapping[trial % 2]);
    }
    const auto& [points, segments] = apart;
    for (const Kind kind : {Kind::FaceB, Kind::VertexEdge, Kind::VertexVertex}) {
        EXPECT_GT(points[std::size_t(kind)], 50);
        EXPECT_GT(segments[std::size_t(kind)], 50);
    }
    EXPECT_GT(segments[std::size_t(Kind::EdgeEdge)], 50);
    EXPECT_GT(segments[std::size_t(Kind::EdgeVertex)], 50);
    EXPECT_GT(overlapping[0][std::size_t(Kind::FaceB)], 50);
    EXPECT_GT(overlapping[1][std::size_t(Kind::FaceB)], 50);
    EXPECT_GT(overlapping[1][std::size_t(Kind::EdgeEdge)], 50);
}

TEST(ClosedForms, AxesOfBoxesAndTrianglesAgreeWithAllAxes) {
    using Kind = FeaturePair::Kind;
    constexpr std::uint32_t kSeed = 426;
    Random random(kSeed);
    std::array<int, 6> best{};
    int apart = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const ConvexShape box = test::randomConvex(random, 2);
        const ConvexProxy a(box, localToWorld(anyPose(random)));
        const double size = random.chance(0.5) ? 0.5 : 3.0;
        const auto corner = [&] { return glm::vec3(random.inBox(size)); };
        const detail::SurfaceTriangle triangle{{{corner(), corner(), corner()}}, Sides::Both};
        const glm::dvec3 place = a.center() + random.inBox(a.boundingRadius());
        const ConvexProxy b(triangle, localToWorld(DPose{place, random.rotation()}));
        const auto& [separation, n, features] = convexSat(a, b);
        const double scale = roundingScale(a, b);
        EXPECT_NEAR(separation, test::deepestOfAllAxes(a, b), 1e-9 * scale);
        EXPECT_NEAR(separation, test::separationAlong(a, b, n), 1e-12 * scale);
        if (features.kind == Kind::FaceA) {
            EXPECT_EQ(a.faceNormal(features.a), n);
            EXPECT_EQ(features.b, b.support(-n));
        } else if (features.kind == Kind::FaceB) {
            EXPECT_EQ(features.a, a.support(n));
            EXPECT_EQ(b.faceNormal(features.b), -n);
        } else {
            EXPECT_EQ(features.a, a.supportingEdge(n));
            EXPECT_EQ(features.b, b.supportingEdge(-n));
        }
        ++best[std::size_t(features.kind)];
        apart += separation > 0.0 ? 1 : 0;
    }
    for (const Kind kind : {Kind::FaceA, Kind::FaceB, Kind::EdgeEdge}) {
        EXPECT_GT(best[std::size_t(kind)], 200);
    }
    EXPECT_GT(apart, 500);
    EXPECT_LT(apart, 3500);
}

TEST(ClosedForms, BoxDistancesAgreeWithAllFeatures) {
    constexpr std::uint32_t kSeed = 425;
    Random random(kSeed);
    int apart = 0, found = 0, refused = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        Box boxA = std::get<Box>(test::randomConvex(random, 2)),
            boxB = std::get<Box>(test::randomConvex(random, 2));
        boxA.halfExtents.x *= random.chance(0.5) ? 8.0f : 1.0f;
        boxB.halfExtents.y *= random.chance(0.5) ? 8.0f : 1.0f;
        const ConvexProxy a(boxA, localToWorld(anyPose(random)));
        const ConvexProxy b(boxB, localToWorld(DPose{a.center() + random.inBox(6.0), random.rotation()}));
        const SeparatingAxis axis = convexSat(a, b);
        if (axis.separation > 1e-6) {
            ++apart;
            if (const auto answer = boxDistance(a, b, axis)) {
                expectNearest(a, b, *answer);
                ++found;
            }
            // If the features do not give the closest points, there must be no answer.
            const SeparatingAxis poor{0.0, axis.normalAToB, {FeaturePair::Kind::FaceA, 0, random.below(8)}};
            if (const auto answer = boxDistance(a, b, poor)) {
                expectNearest(a, b, *answer);
            } else {
                ++refused;
            }
        }
    }
    std::printf("seed %u: %d apart, %d of them by their axes\n", kSeed, apart, found);
    EXPECT_GT(apart, 500);
    EXPECT_GT(found, apart / 2);
    EXPECT_LT(found, apart) << "edges may end before the closest points";
    EXPECT_GT(refused, apart / 2);
}

TEST(ClosedForms, BoxesAgreeWithAllFifteenAxes) {
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
        if (random.chance(0.3)) {  // edges nearly parallel
            boxB.rotation = boxA.rotation;
            const glm::dquat tilt(1.0, random.inBox(1.0) * std::pow(10.0, random.uniform(-12.0, -2.0)));
            poseB.rotation = glm::normalize(tilt * poseA.rotation);
        }
        const ConvexProxy a(boxA, localToWorld(poseA)), b(boxB, localToWorld(poseB));
        const SeparatingAxis found = convexSat(a, b);
        const double expected = test::deepestOfAllAxes(a, b);
        ASSERT_NEAR(found.separation, expected, 1e-9 * roundingScale(a, b));  // ties are within 1e-10
        const glm::dvec3& n = found.normalAToB;
        ASSERT_NEAR(glm::dot(n, b.vertex(b.support(-n))) - glm::dot(n, a.vertex(a.support(n))),
                    found.separation, 1e-13 * roundingScale(a, b));
        if (found.separation > 0.0) {
            EXPECT_GT(convexSat(a, b, 0.0).separation, 0.0) << "any separating axis is valid";
        }
        if (found.features.kind == FeaturePair::Kind::EdgeEdge) {
            const auto endsA = a.edge(found.features.a), endsB = b.edge(found.features.b);
            // The rounding error of the axis of two nearly parallel edges.
            const double sine = glm::length(
                glm::cross(a.edgeDirection(found.features.a / 4), b.edgeDirection(found.features.b / 4)));
            const double rounding = 1e-14 / sine;
            for (const std::uint32_t end : {endsA.from, endsA.to}) {
                EXPECT_NEAR(glm::dot(n, a.vertex(end) - a.vertex(a.support(n))), 0.0, rounding);
            }
            for (const std::uint32_t end : {endsB.from, endsB.to}) {
                EXPECT_NEAR(glm::dot(n, b.vertex(end) - b.vertex(b.support(-n))), 0.0, rounding);
            }
        } else if (found.features.kind == FeaturePair::Kind::FaceA) {
            EXPECT_EQ(a.faceNormal(found.features.a), n);
        } else {
            EXPECT_EQ(b.faceNormal(found.features.b), -n);
        }
        ++kinds[std::size_t(found.features.kind)];
    }
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::FaceA)], 100);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::FaceB)], 100);
    EXPECT_GT(kinds[std::size_t(FeaturePair::Kind::EdgeEdge)], 100);
}

// Two Box shapes use the kernels of hulls that are boxes: the same bits, but for the numbers of features.
TEST(ClosedForms, BoxesAnswerLikeHullsThatAreBoxes) {
    Random random(431);
    int overlapping = 0, apart = 0;
    for (int round = 0; round < 3000; ++round) {
        const glm::vec3 halfA(random.inBox(0.5) + 0.7), halfB(random.inBox(0.5) + 0.7);
        const Box boxA{.halfExtents = halfA}, boxB{.halfExtents = halfB};
        const ConvexHull hullA = test::boxHull(halfA), hullB = test::boxHull(halfB);
        const DPose poseA{random.inBox(100.0), random.rotation()};
        const DPose poseB{poseA.position + random.inBox(1.5), random.rotation()};
        const auto ofBoxes = penetration(boxA, poseA, boxB, poseB),
                   ofHulls = penetration(hullA, poseA, hullB, poseB);
        ASSERT_EQ(ofBoxes.has_value(), ofHulls.has_value());
        ASSERT_EQ(overlaps(boxA, poseA, boxB, poseB), ofBoxes.has_value());
        ++(ofBoxes ? overlapping : apart);
        if (!ofBoxes) {
            continue;
        }
        // Boxes and hulls have other canonical orders, so that rounding may differ.
        EXPECT_NEAR(ofBoxes->depth, ofHulls->depth, 1e-6);
        const auto manifold = collide(boxA, poseA, boxB, poseB),
                   expected = collide(hullA, poseA, hullB, poseB);
        ASSERT_TRUE(manifold && expected);
        EXPECT_EQ(manifold->penetration.depth, ofBoxes->depth);
        EXPECT_EQ(manifold->penetration.normal, ofBoxes->normal);
        if (glm::length(ofBoxes->normal - ofHulls->normal) < 1e-5f) {
            EXPECT_EQ(manifold->pointCount, expected->pointCount) << "round " << round;
        }
        // A box that is rotated in its own frame is the same box.
        const glm::quat turn(random.rotation());
        const Box turned{.center = {1, -2, 3}, .halfExtents = halfA, .rotation = turn};
        const DPose inverse{
            poseA.position - poseA.rotation * (glm::conjugate(glm::dquat(turn)) * glm::dvec3(1, -2, 3)),
            glm::normalize(poseA.rotation * glm::conjugate(glm::dquat(turn)))};
        const auto ofTurned = penetration(turned, inverse, boxB, poseB);
        ASSERT_EQ(ofTurned.has_value(), ofBoxes->depth > 1e-6f);
        EXPECT_NEAR(ofTurned->depth, ofBoxes->depth, 2e-6);
    }
    EXPECT_GT(overlapping, 1000);
    EXPECT_GT(apart, 200);
}

}  // namespace
