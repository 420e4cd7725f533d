// Invariance of answers for shapes with many children, and agreement of the verbs up to the rounding of
// touching.

#include "support/expect_consistent.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <variant>

namespace {

using namespace sat3d;
using test::forEachTrial;
using test::Random;
using Status = DSweep::Status;

/// For answers about shapes of a few meters.
constexpr double kTolerance = 2e-6;

ConvexShape randomBody(Random& random) {
    return test::randomConvex(random, random.below(test::kConvexTypes));
}

constexpr std::size_t kLevels = 6;

Shape randomLevel(Random& random, std::size_t kind) {
    switch (kind) {
        case 0:
            return test::randomSoup(random, 20, Sides::Both);
        case 1:
            return test::randomSoup(random, 20, Sides::Front);
        case 2:
            return test::randomField(random, Sides::Both);
        case 3:
            return test::randomField(random, Sides::Front);
        case 4:
            return HalfSpace{glm::vec3(random.direction()), float(random.uniform(-1.0, 1.0))};
        default:
            return test::randomCompound(random, 1 + random.below(5));
    }
}

/// Checks that the verbs agree for one pair of poses, in both orders of the shapes.
template <class A>
bool expectAgreement(const A& a, const DPose& poseA, const Shape& b, const DPose& poseB) {
    const DDistance distance = sat3d::distance(a, poseA, b, poseB);
    const bool isOverlap = distance.separation < 0.0f;
    EXPECT_EQ(overlaps(a, poseA, b, poseB), isOverlap);
    EXPECT_EQ(overlaps(b, poseB, a, poseA), isOverlap);
    const auto push = penetration(a, poseA, b, poseB), back = penetration(b, poseB, a, poseA);
    EXPECT_EQ(push.has_value(), isOverlap);
    EXPECT_EQ(back.has_value(), isOverlap);
    std::array<DManifold, 4> buffer;
    EXPECT_EQ(!collide(a, poseA, b, poseB, buffer).empty(), isOverlap);
    const RigidMotion way{{0.1f, 0.2f, -0.3f}};
    const RigidMotion turning{.translation = {0.1f, 0.2f, -0.3f}, .rotationVector = {0.3f, 0, 0.1f}};
    const DSweep straight = sweep(a, poseA, b, poseB, way),
                 turned = sweep(a, poseA, b, poseB, turning, RigidMotion{}),
                 other = sweep(b, poseB, a, poseA, {}, way);
    for (const DSweep& start : {straight, turned, other}) {
        EXPECT_EQ(start.status == Status::InitialOverlap, isOverlap);
    }
    test::expectFlipped(other, straight);
    if (push && back) {
        EXPECT_EQ(push->depth, -distance.separation);
        EXPECT_EQ(push->normal, distance.normal);
        EXPECT_EQ(push->children, distance.children);
        EXPECT_EQ(back->depth, push->depth);
        EXPECT_EQ(back->normal, -push->normal);
        EXPECT_EQ(straight.depth, push->depth);
        EXPECT_EQ(turned.normal, push->normal);
    }
    return isOverlap;
}

struct InvarianceTally {
    int overlapping = 0, apart = 0;
};

/// Pushes B out until it touches, then a little back and forth.
template <class A>
void expectAgreementAround(const A& a, DPose poseA, const Shape& b, const DPose& poseB,
                           InvarianceTally& tally) {
    glm::dvec3 normal(0.0);
    for (int i = 0; i < 8; ++i) {
        const auto push = penetration(a, poseA, b, poseB);
        if (!push) {
            break;
        }
        normal = glm::dvec3(push->normal);
        poseA.position -= double(push->depth) * normal;
    }
    if (normal == glm::dvec3(0.0)) {
        return;  // they were disjoint
    }
    for (int step = -10; step <= 10; ++step) {
        SCOPED_TRACE("step " + std::to_string(step));
        const DPose near{poseA.position - (1e-8 * step) * normal, poseA.rotation};
        ++(expectAgreement(a, near, b, poseB) ? tally.overlapping : tally.apart);
    }
}

TEST(CompositeInvariance, VerbsAgreeWithinARoundingOfTouching) {
    std::array<InvarianceTally, kLevels> tallies;
    forEachTrial(681, 150, [&](Random& random, int trial) {
        const std::size_t kind = std::size_t(trial) % kLevels;
        const Shape level = randomLevel(random, kind);
        const DPose poseB{random.inBox(3.0), random.rotation()};
        const DPose poseA = poseB * DPose{random.inBox(1.5), random.rotation()};
        if (trial % 4 == 0) {
            expectAgreementAround(test::randomCompound(random, 3), poseA, level, poseB, tallies[kind]);
        } else {
            expectAgreementAround(randomBody(random), poseA, level, poseB, tallies[kind]);
        }
    });
    for (const InvarianceTally& tally : tallies) {
        std::printf("%d overlapping, %d apart\n", tally.overlapping, tally.apart);
        EXPECT_GT(tally.overlapping, 30);
        EXPECT_GT(tally.apart, 30);
    }
}

/// point -> scale * rigid(point). A negative scale mirrors all three axes.
struct Map {
    DPose rigid;
    double scale = 1.0;

    [[nodiscard]] glm::dvec3 direction(const glm::dvec3& d) const {
        return (scale < 0.0 ? -1.0 : 1.0) * (rigid.rotation * d);
    }
    [[nodiscard]] glm::dvec3 point(const glm::dvec3& p) const {
        return scale * (rigid.rotation * p + rigid.position);
    }
    [[nodiscard]] DPose pose(const DPose& pose) const {
        const DPose moved = rigid * pose;
        return {scale * moved.position, moved.rotation};
    }
    /// Maps poses as well.
    template <class S>
    [[nodiscard]] S shape(const S& shape) const {
        if constexpr (std::is_same_v<S, HeightField>) {
            return *transformed(shape, glm::mat3(float(std::abs(scale))));
        } else {
            return *transformed(shape, glm::mat3(float(scale)));
        }
    }
};

struct Counts {
    int swept = 0, entered = 0, left = 0, pushed = 0, exact = 0;
};

void expectSameRay(const Shape& b, const DPose& poseB, const Shape& mappedB, const DPose& toB, const Map& map,
                   Random& random, Counts& counts) {
    const double size = std::abs(map.scale);
    const glm::dvec3 from = poseB.position + random.inBox(5.0),
                     way = poseB.position + random.inBox(1.5) - from;
    const auto before = raycast(b, poseB, DRay{from, glm::vec3(way), 12.0f});
    const auto after =
        raycast(mappedB, toB, DRay{map.point(from), glm::vec3(map.direction(way)), float(size * 12.0)});
    ASSERT_EQ(after.has_value(), before.has_value());
    if (!before) {
        return;
    }
    EXPECT_EQ(after->startedInside, before->startedInside);
    const auto expectSameCrossing = [&](const RayIntersection& first, const RayIntersection& second,
                                        int& count) {
        if (!std::isfinite(first.distance)) {
            EXPECT_EQ(second.distance, first.distance);
            return;
        }
        const double steepness = std::abs(glm::dot(glm::dvec3(first.normal), glm::normalize(way)));
        EXPECT_NEAR(steepness * (double(second.distance) / size - double(first.distance)), 0.0,
                    2 * kTolerance);
        EXPECT_EQ(second.child, first.child);
        EXPECT_EQ(second.tag, first.tag);
        EXPECT_NEAR(glm::length(glm::dvec3(second.normal) - map.direction(glm::dvec3(first.normal))), 0.0,
                    1e-4);
        ++count;
    };
    expectSameCrossing(before->entry, after->entry, counts.entered);
    expectSameCrossing(before->exit, after->exit, counts.left);
}

void expectSame(const ConvexShape& a, const DPose& poseA, const Shape& b, const DPose& poseB, const Map& map,
                Random& random, Counts& counts) {
    const ConvexShape mappedA = map.shape(a);
    const Shape mappedB =
        std::visit([&](const auto& alternative) -> Shape { return map.shape(alternative); }, b);
    const DPose toA = map.pose(poseA), toB = map.pose(poseB);
    const double size = std::abs(map.scale);
    const DDistance first = distance(a, poseA, b, poseB), second = distance(mappedA, toA, mappedB, toB);
    expectSameRay(b, poseB, mappedB, toB, map, random, counts);
    if (!std::isfinite(first.separation)) {
        EXPECT_EQ(second.separation, first.separation);
        return;
    }
    EXPECT_NEAR(second.separation / size, first.separation, kTolerance);
    if (std::abs(first.separation) < 1e-5f) {
        return;
    }
    const glm::dvec3 offset = random.inBox(1.0);
    const glm::dvec3 way = glm::dvec3(first.normal) * random.uniform(0.0, 2.0) + offset;
    const DSweep before = sweep(a, poseA, b, poseB, {glm::vec3(way)});
    const DSweep after = sweep(mappedA, toA, mappedB, toB, {glm::vec3(size * map.direction(way))});
    ASSERT_EQ(after.status, before.status);
    if (before.status == Status::Hit) {
        const double approach = glm::dot(glm::dvec3(before.normal), way);
        EXPECT_NEAR(approach * double(after.fraction - before.fraction), 0.0, kTolerance);
        ++counts.swept;
    }
    const auto depth = depthAlong(a, poseA, b, poseB, glm::vec3(way)),
               mappedDepth = depthAlong(mappedA, toA, mappedB, toB, glm::vec3(map.direction(way)));
    ASSERT_EQ(mappedDepth.has_value(), depth.has_value());
    if (depth && std::isfinite(*depth)) {
        const double error = std::abs(double(*mappedDepth) / size - double(*depth));
        EXPECT_LT(error, 1e-4) << "a grazing contact";
        ++counts.pushed;
        counts.exact += error < kTolerance ? 1 : 0;
    } else if (depth) {
        EXPECT_EQ(*mappedDepth, *depth);
    }
}

void expectInvariant(std::uint32_t seed, const Map& map) {
    Counts counts;
    forEachTrial(seed, 180, [&](Random& random, int trial) {
        const std::size_t kind = std::size_t(trial) % kLevels;
        if (map.scale < 0.0 && (kind == 2 || kind == 3)) {
            return;  // height fields cannot be mirrored
        }
        const Shape level = randomLevel(random, kind);
        const DPose poseB{random.inBox(3.0), random.rotation()};
        const DPose poseA = poseB * DPose{random.inBox(3.0), random.rotation()};
        expectSame(randomBody(random), poseA, level, poseB, map, random, counts);
    });
    std::printf("%d swept, %d rays entered, %d left, %d pushed out, %d of them exactly\n", counts.swept,
                counts.entered, counts.left, counts.pushed, counts.exact);
    EXPECT_GT(counts.swept, 30);
    EXPECT_GT(counts.entered, 30);
    EXPECT_GT(counts.left, 10);
    EXPECT_GT(counts.pushed, 20);
    EXPECT_GE(counts.exact, 0.9 * counts.pushed);
}

TEST(CompositeInvariance, RigidMotion) {
    Random random(682);
    expectInvariant(683, {{random.inBox(50.0), random.rotation()}, 1.0});
}

TEST(CompositeInvariance, Mirror) {
    Random random(684);
    expectInvariant(685, {{random.inBox(2.0), random.rotation()}, -1.0});
}

TEST(CompositeInvariance, UnitOfLength) {
    expectInvariant(686, {{}, 1e-3});
    expectInvariant(687, {{}, 700.0});
}

}  // namespace
