// Pairs of all kinds of shapes that touch to rounding: the verbs must agree on whether they overlap.

#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

struct TouchTally {
    int pairs = 0, overlapping = 0, apart = 0, touching = 0;
};

/// Coordinates with few digits: shapes that touch in exact arithmetic.
double rounded(double value) {
    return std::round(8.0 * value) / 8.0;
}
glm::dvec3 rounded(const glm::dvec3& v) {
    return {rounded(v.x), rounded(v.y), rounded(v.z)};
}

/// Half of the poses have few digits and are rotated by right angles at most.
DPose randomPlace(Random& random) {
    DPose pose{random.inBox(2.0), random.rotation()};
    if (random.chance(0.5)) {
        constexpr std::array kTurns{glm::dquat(1, 0, 0, 0), glm::dquat(0, 1, 0, 0), glm::dquat(0, 0, 1, 0),
                                    glm::dquat(0, 0, 0, 1)};
        pose = {rounded(pose.position), kTurns[random.below(4)]};
    }
    return pose;
}

template <class A, class B, class T>
void expectAgreement(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB,
                     TouchTally& tally) {
    const float separation = distance(a, poseA, b, poseB).separation;
    const auto hit = penetration(a, poseA, b, poseB);
    ASSERT_EQ(hit.has_value(), separation < 0.0f) << separation;
    ASSERT_EQ(overlaps(a, poseA, b, poseB), hit.has_value()) << separation;
    if (hit) {
        ASSERT_EQ(hit->depth, -separation);
    }
    std::array<BasicManifold<T>, 16> manifolds;
    const BasicManifoldSpan<T> contacts = collide(a, poseA, b, poseB, manifolds);
    ASSERT_EQ(!contacts.empty(), hit.has_value()) << separation;
    for (const BasicManifold<T>& contact : contacts) {
        ASSERT_GE(contact.pointCount, 1u);
    }
    ++tally.pairs;
    ++(separation < 0.0f ? tally.overlapping : separation > 0.0f ? tally.apart : tally.touching);
}

/// Moves B along the normal until the shapes touch, and compares the verbs after every step.
template <class A, class B>
void expectAgreementAtTouch(Random& random, const A& a, const B& b, TouchTally& tally) {
    const DPose poseA = randomPlace(random);
    DPose poseB = randomPlace(random);
    for (int step = 0; step < 4; ++step) {
        const DDistance now = distance(a, poseA, b, poseB);
        if (!std::isfinite(now.separation)) {
            return;
        }
        poseB.position -= double(now.separation) * glm::dvec3(now.normal);
        expectAgreement(a, poseA, b, poseB, tally);
        expectAgreement(a, Pose{glm::vec3(poseA.position), glm::quat(poseA.rotation)}, b,
                        Pose{glm::vec3(poseB.position), glm::quat(poseB.rotation)}, tally);
    }
}

/// A convex shape, every other one with few digits.
ConvexShape anyConvex(Random& random, std::size_t type) {
    const glm::vec3 center(rounded(random.inBox(0.5)));
    const auto radius = static_cast<float>(0.125 + rounded(random.uniform(0.1, 1.0)));
    if (type > 2 || random.chance(0.5)) {
        return test::randomConvex(random, type);
    }
    switch (type) {
        case 0:
            return Sphere{center, radius};
        case 1:
            return Capsule{center, center + glm::vec3(rounded(random.inBox(1.5))), radius};
        default:
            return Box{center, glm::vec3(rounded(test::randomExtents(random))) + 0.125f};
    }
}

/// A height field whose heights have few digits.
HeightField stairs(Random& random) {
    std::array<float, 36> heights{};
    for (float& height : heights) {
        height = static_cast<float>(rounded(random.uniform(-0.3, 0.3)));
    }
    return test::fieldOf(heights, 6, {0.5f, 0.5f}, {random.chance(0.5) ? Sides::Both : Sides::Front, {}, {}});
}

void expectAgreementOfAllKinds(std::uint32_t seed, int rounds) {
    Random random(seed);
    TouchTally tally;
    for (int round = 0; round < rounds; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const TriangleMesh mesh = random.chance(0.5) ? test::randomSoup(random, 8)
                                                     : test::meshOf(test::boxTriangles({1.0f, 0.5f, 0.25f}));
        const HeightField field = stairs(random);
        const Compound compound = test::randomCompound(random, 3);
        for (std::size_t typeA = 0; typeA < test::kConvexTypes; ++typeA) {
            const ConvexShape a = anyConvex(random, typeA);
            for (std::size_t typeB = 0; typeB < test::kConvexTypes; ++typeB) {
                expectAgreementAtTouch(random, a, anyConvex(random, typeB), tally);
            }
            expectAgreementAtTouch(random, a, HalfSpace{{0, 0, 1}, 0.25f}, tally);
            expectAgreementAtTouch(random, a, mesh, tally);
            expectAgreementAtTouch(random, a, field, tally);
            expectAgreementAtTouch(random, a, compound, tally);
        }
        expectAgreementAtTouch(random, compound, test::randomCompound(random, 2), tally);
        expectAgreementAtTouch(random, compound, mesh, tally);
        expectAgreementAtTouch(random, compound, field, tally);
    }
    std::printf("seed %u: %d pairs, %d overlapping, %d apart, %d touching\n", seed, tally.pairs,
                tally.overlapping, tally.apart, tally.touching);
    EXPECT_GT(tally.overlapping, tally.pairs / 10);
    EXPECT_GT(tally.apart, tally.pairs / 10);
    EXPECT_GT(tally.touching, tally.pairs / 20);
}

TEST(TouchingPairs, TheVerbsAgree) {
    expectAgreementOfAllKinds(611, test::trialCount(250));
}

TEST(TouchingPairs, TheVerbsAgreeSlow) {
    expectAgreementOfAllKinds(612, test::slowCount(4000));
}

/// Points and small balls beside the edges of triangles of 8 to 900 m: the verbs must not measure noise by
/// the triangle in one, and by the ball in another.
TEST(TouchingPairs, TheVerbsAgreeOnHugeTriangles) {
    TouchTally tally;
    test::forEachTrial(613, test::trialCount(2000), [&](Random& random, int) {
        const double size = std::pow(10.0, random.uniform(0.9, 2.95));
        std::vector<glm::vec3> fan{{0, 0, 0}};
        std::vector<std::uint32_t> indices;
        for (std::uint32_t i = 0; i < 8; ++i) {
            const double angle = 0.785398163 * i;
            fan.emplace_back(size * std::cos(angle), size * std::sin(angle),
                             random.uniform(-0.05, 0.05) * size);
            indices.insert(indices.end(), {0, 1 + i, 1 + (i + 1) % 8});
        }
        const TriangleMesh mesh = *TriangleMesh::fromTriangles(
            fan, indices, {.sides = random.chance(0.5) ? Sides::Both : Sides::Front});
        for (int i = 0; i < 12; ++i) {
            const double radius = std::pow(10.0, random.uniform(-3.0, -1.0));
            const Sphere ball{{}, random.chance(0.25) ? 0.0f : float(radius)};
            const glm::dvec3 out(fan[1 + random.below(8)]), beside(fan[1 + random.below(8)]);
            const double share = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.7);
            DPose pose{random.uniform(0.0, 0.7) * out + share * beside * 0.4};
            pose.position.z += random.uniform(-1.2, 1.2) * radius;
            for (int step = 0; step < 2; ++step) {
                const DDistance now = distance(mesh, DPose{}, ball, pose);
                if (!std::isfinite(now.separation)) {
                    break;  // the center is behind a one-sided mesh
                }
                pose.position -= double(now.separation) * glm::dvec3(now.normal);
                expectAgreement(mesh, DPose{}, ball, pose, tally);
                expectAgreement(mesh, Pose{}, ball, Pose{glm::vec3(pose.position)}, tally);
            }
        }
    });
    std::printf("%d overlapping, %d apart\n", tally.overlapping, tally.apart);
    EXPECT_GT(tally.overlapping, tally.pairs / 10);
    EXPECT_GT(tally.apart, tally.pairs / 10);
}

/// A box with extents of 3 cm to 10 m; any of them may be 0.
Box anySlenderBox(Random& random) {
    glm::vec3 half(0.0f);
    const std::uint32_t flat = random.below(8);
    for (int axis = 0; axis < 3; ++axis) {
        const double extent = std::pow(10.0, random.uniform(-1.5, 1.0));
        half[axis] = (flat >> axis & 1u) != 0 ? 0.0f : static_cast<float>(extent);
    }
    return {.center = glm::vec3(rounded(random.inBox(1.0))), .halfExtents = half};
}

/// The separation is that of the closest points, and a box that is moved by it touches.
template <class T>
void expectTouchAfterPush(const Box& a, const Box& b, const DPose& placeA, const DPose& placeB) {
    const BasicPose<T> poseA{glm::vec<3, T>(placeA.position), glm::qua<T>(placeA.rotation)};
    BasicPose<T> poseB{glm::vec<3, T>(placeB.position), glm::qua<T>(placeB.rotation)};
    const double size = glm::length(a.halfExtents) + glm::length(b.halfExtents), noise = 4e-6 * (size + 4.0);
    for (int step = 0; step < 3; ++step) {
        const BasicDistance<T> now = distance(a, poseA, b, poseB);
        ASSERT_NEAR(glm::length(now.normal), 1.0, 1e-6);
        ASSERT_NEAR(double(glm::length(now.pointB - now.pointA)), std::abs(now.separation), noise);
        if (step > 0) {
            ASSERT_NEAR(now.separation, 0.0, noise);
        }
        poseB.position -= T(now.separation) * glm::vec<3, T>(now.normal);
    }
}

/// Where a face separates two boxes by less than rounding, the kernel tries the edges beside it. They may
/// overlap deeply along their own axis, and edges of flat boxes have no direction of their own.
TEST(TouchingPairs, SlenderBoxesTouchAfterTheirPush) {
    test::forEachTrial(614, test::trialCount(100000), [](Random& random, int) {
        const Box a = anySlenderBox(random), b = anySlenderBox(random);
        const DPose poseA = randomPlace(random), poseB = randomPlace(random);
        expectTouchAfterPush<float>(a, b, poseA, poseB);
        expectTouchAfterPush<double>(a, b, poseA, poseB);
    });
}

/// A hull of few points, with extents of 1 cm to 10 m.
ConvexHull anySlenderHull(Random& random) {
    for (;;) {
        glm::dvec3 half(0.0);
        for (int axis = 0; axis < 3; ++axis) {
            half[axis] = std::pow(10.0, random.uniform(-2.0, 1.0));
        }
        std::vector<glm::vec3> points(4 + random.below(6));
        for (glm::vec3& point : points) {
            point = glm::vec3(half * random.inBox(1.0));
        }
        if (auto hull = ConvexHull::fromPoints(points)) {
            return *hull;
        }
    }
}

/// Edges that touch may face away from the centers of slender hulls.
TEST(TouchingPairs, SlenderHullsTouchAtTheirClosestPoints) {
    test::forEachTrial(615, test::trialCount(40000), [](Random& random, int) {
        const ConvexHull a = anySlenderHull(random), b = anySlenderHull(random);
        const DPose poseA{random.inBox(5.0), random.rotation()};
        DPose poseB{random.inBox(5.0), random.rotation()};
        const double size = a.boundingSphere().radius + b.boundingSphere().radius;
        for (int step = 0; step < 2; ++step) {
            const DDistance now = distance(a, poseA, b, poseB);
            const Sphere point{{}, 0.0f};
            ASSERT_NEAR(distance(point, DPose{now.pointA}, a, poseA).separation, 0.0, 4e-6 * size);
            ASSERT_NEAR(distance(point, DPose{now.pointB}, b, poseB).separation, 0.0, 4e-6 * size);
            poseB.position -= double(now.separation) * glm::dvec3(now.normal);
        }
    });
}

}  // namespace
