// A Box against a hull, compared with the projection SAT and with the same query for two hulls: boxes of all
// proportions down to sheets and rods that are too thin for the kernels, off their shape's origin and rotated
// there, near and far from the world's origin.

#include "narrowphase/separation/kernel_answers.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/hulls.hpp"
#include "support/queries/method_judge.hpp"
#include "support/trials.hpp"

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
#include <optional>
#include <string>
#include <type_traits>

namespace {

using namespace sat3d;
using test::Arrangement;
using test::kKernelTolerance;
using test::MethodTally;
using test::Random;

/// Points of a manifold are on both surfaces up to this fraction of size.
constexpr double kOffSurface = 4e-6;

enum class Thickness : std::uint8_t {
    Ordinary,
    Thin,     ///< hardly thick enough for the kernels
    TooThin,  ///< decided in double
};
constexpr std::array kThicknessNames{"ordinary", "thin", "too thin"};

/// A Box, and the hull of the same form.
struct BoxAndHull {
    Box box;
    ConvexHull hull;

    /// The pose of the hull for a pose of the box.
    [[nodiscard]] DPose poseOfHull(const DPose& pose) const { return pose * frame(); }
    [[nodiscard]] DPose poseOfBox(const DPose& poseOfHull) const { return poseOfHull * frame().inverse(); }

private:
    [[nodiscard]] DPose frame() const {
        return {glm::dvec3(box.center), glm::normalize(glm::dquat(box.rotation))};
    }
};

BoxAndHull randomBox(Random& random, Thickness thickness) {
    glm::dvec3 half = test::randomExtents(random);
    if (thickness != Thickness::Ordinary) {
        const int axis = static_cast<int>(random.below(3)), next = (axis + 1) % 3;
        const bool isRod = random.chance(0.3);
        half[axis] = 0.0;
        half[next] = isRod ? 0.0 : half[next];
        const double extent = glm::length(half) * (thickness == Thickness::Thin ? random.uniform(1.1e-4, 3e-3)
                                                                                : random.uniform(2e-5, 8e-5));
        half[axis] = extent;
        half[next] = isRod ? 1.2 * extent : half[next];
    }
    if (thickness == Thickness::Ordinary && random.chance(0.2)) {
        half *= std::exp2(double(random.below(20)) - 10.0);
    }
    Box box{.halfExtents = glm::vec3(half)};
    if (random.chance(0.5)) {
        box.center = glm::vec3(glm::length(half) * random.inBox(2.0));
    }
    if (random.chance(0.5)) {
        box.rotation = glm::quat(random.rotation());
    }
    return {box, ConvexHull::box(box.halfExtents).value()};
}

ConvexHull randomHull(Random& random) {
    return test::hullOf(test::randomCloud(
        random, test::kAllShapeKinds[random.below(std::uint32_t{test::kAllShapeKinds.size()})]));
}

/// A Box and a hull in their poses.
template <class T>
struct Pair {
    const Box& box;
    BasicPose<T> poseA;
    const ConvexHull& hull;
    BasicPose<T> poseB;
    double size;
    Arrangement arrangement;
};

template <class T>
void expectConsistent(const Pair<T>& pair, float margin) {
    const auto& [box, poseA, hull, poseB, size, arrangement] = pair;
    const auto apart = distance(box, poseA, hull, poseB);
    const auto hit = penetration(box, poseA, hull, poseB, {.margin = margin});
    ASSERT_EQ(hit.has_value(), apart.separation < margin) << apart.separation << ", margin " << margin;
    EXPECT_EQ(overlaps(box, poseA, hull, poseB, {.margin = margin}), hit.has_value());
    EXPECT_EQ(overlaps(hull, poseB, box, poseA, {.margin = margin}), hit.has_value());
    test::expectFlipped(distance(hull, poseB, box, poseA), apart);
    const auto flipped = penetration(hull, poseB, box, poseA, {.margin = margin});
    ASSERT_EQ(flipped.has_value(), hit.has_value());
    if (hit) {
        EXPECT_EQ(hit->depth, margin - apart.separation);
        EXPECT_EQ(hit->normal, apart.normal);
        EXPECT_EQ(hit->features, apart.features);
        EXPECT_EQ(flipped->depth, hit->depth);
        EXPECT_EQ(flipped->normal, -hit->normal);
        EXPECT_EQ(flipped->features.a, hit->features.b);
        EXPECT_EQ(flipped->features.b, hit->features.a);
    }
}

/// Expects the answer of penetration(), and points on both surfaces. Points are not checked if edges are
/// nearly parallel (rounding decides where they cross), or with a margin (a rim of a thin box near a vertex
/// counts as that vertex). Returns the number of points.
template <class T>
std::uint32_t expectManifold(const Pair<T>& pair, float margin) {
    const auto& [box, poseA, hull, poseB, size, arrangement] = pair;
    const auto hit = penetration(box, poseA, hull, poseB, {.margin = margin});
    const auto manifold = collide(box, poseA, hull, poseB, {.margin = margin});
    const auto flipped = collide(hull, poseB, box, poseA, {.margin = margin});
    EXPECT_EQ(manifold.has_value(), hit.has_value());
    EXPECT_EQ(flipped.has_value(), hit.has_value());
    if (!manifold || !flipped || !hit) {
        return 0;
    }
    test::expectFlipped(*flipped, *manifold);
    EXPECT_EQ(manifold->penetration.depth, hit->depth);
    EXPECT_EQ(manifold->penetration.normal, hit->normal);
    EXPECT_EQ(manifold->penetration.features, hit->features);
    EXPECT_GE(manifold->pointCount, 1u);
    if (arrangement == Arrangement::EdgeOnEdge || margin > 0.0f) {
        return manifold->pointCount;
    }
    // Positions in float are rounded where they are.
    const double rounding = std::is_same_v<T, float> ? 2e-7 * glm::length(glm::dvec3(poseA.position)) : 0.0;
    for (const auto& point : manifold->points()) {
        const glm::dvec3 position(point.position),
            half = 0.5 * double(point.separation) * glm::dvec3(manifold->normal);
        const auto off = [&](const auto& shape, const BasicPose<T>& pose, const glm::dvec3& at) {
            const DPose exact{pose.position, glm::normalize(glm::dquat(pose.rotation))};
            return std::abs(double(distance(shape, exact, test::kPoint, DPose{at}).separation));
        };
        EXPECT_LE(off(box, poseA, position - half), kOffSurface * size + rounding);
        // Planes of merged faces may lie this fraction of the hull's own radius off its surface.
        const double sizeOfHull = std::max(size, double(hull.boundingSphere().radius));
        EXPECT_LE(off(hull, poseB, position + half), kOffSurface * sizeOfHull + rounding);
    }
    return manifold->pointCount;
}

struct BoxHullTally {
    MethodTally answers;
    int byKernel = 0, ofBoxes = 0, manifolds = 0;
    double worstDifference = 0.0;  ///< of depths, between the Box and its hull
};

template <class T>
void expectExact(const BoxAndHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                 const BasicPose<T>& poseB, Arrangement arrangement, Random& random, BoxHullTally& tally) {
    const auto exact = [](const BasicPose<T>& pose) {
        return DPose{pose.position, glm::normalize(glm::dquat(pose.rotation))};
    };
    const DPose poseOfHullA = a.poseOfHull(exact(poseA));
    const Pair<T> pair{a.box, poseA, b, poseB, test::sizeOf(a.hull, b), arrangement};
    const auto hit = penetration(a.box, poseA, b, poseB);
    test::expectAsMethod(hit, a.hull, poseOfHullA, b, exact(poseB), tally.answers);
    const auto ofHulls = penetration(a.hull, poseOfHullA, b, exact(poseB));
    if (hit && ofHulls) {
        const double difference = std::abs(double(hit->depth) - double(ofHulls->depth)) / pair.size;
        EXPECT_LE(difference, kKernelTolerance);
        tally.worstDifference = std::max(tally.worstDifference, difference);
    }
    const auto margin = static_cast<float>(pair.size * random.uniform(0.0, 0.3));
    expectConsistent(pair, 0.0f);
    expectConsistent(pair, margin);
    tally.manifolds += expectManifold(pair, 0.0f) > 0 ? 1 : 0;
    tally.manifolds += expectManifold(pair, margin) > 0 ? 1 : 0;
    std::optional<Penetration> found;
    FeaturePair features;
    const ShapeRef box(a.box), hull(b);
    const Verdict verdict = findPush<T>({box, poseA, hull, poseB}, 0.0f, found, features);
    tally.byKernel += verdict == Verdict::Undecided ? 0 : 1;
    tally.ofBoxes += b.data().kernel.box ? 1 : 0;
}

void expectExactPairs(Thickness thickness, std::uint32_t seed, int pairs) {
    std::array<BoxHullTally, test::kArrangementNames.size()> tallies;
    int byKernel = 0, ofBoxes = 0;
    test::forEachTrial(seed, pairs, [&](Random& random, int trial) {
        const BoxAndHull a = randomBox(random, thickness);
        const ConvexHull b = randomHull(random);
        const auto index = static_cast<std::size_t>(trial) % tallies.size();
        const auto arrangement = static_cast<Arrangement>(index);
        SCOPED_TRACE(test::kArrangementNames[index]);
        const DPose bInHullA = test::arranged(arrangement, a.hull, b, random);
        const bool isFar = random.chance(0.5);
        const DPose poseOfHullA{isFar ? random.inBox(1e5) : glm::dvec3(0.0), random.rotation()};
        const DPose poseA = a.poseOfBox(poseOfHullA), poseB = poseOfHullA * bInHullA;
        if (isFar || random.chance(0.3)) {
            expectExact(a, poseA, b, poseB, arrangement, random, tallies[index]);
        } else {
            const auto inFloat = [](const DPose& pose) {
                return Pose{glm::vec3(pose.position), glm::quat(pose.rotation)};
            };
            expectExact(a, inFloat(poseA), b, inFloat(poseB), arrangement, random, tallies[index]);
        }
    });
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const auto& [answers, decided, boxes, manifolds, worst] = tallies[i];
        answers.print(
            (std::string(kThicknessNames[std::size_t(thickness)]) + " boxes, " + test::kArrangementNames[i])
                .c_str());
        std::printf("    %d manifolds; from the hull of the same form at most %.2g of size\n", manifolds,
                    worst);
        EXPECT_GT(answers.overlapping, pairs / 40);
        EXPECT_GT(answers.apart, pairs / 40);
        EXPECT_GT(answers.winners[0] + answers.winners[1], pairs / 40);
        EXPECT_GT(manifolds, pairs / 20);
        byKernel += decided;
        ofBoxes += boxes;
    }
    EXPECT_GT(tallies[0].answers.winners[2], pairs / 100);
    std::printf("%d of %d pairs decided by the kernels\n", byKernel, pairs);
    if (thickness == Thickness::TooThin) {
        EXPECT_EQ(byKernel, ofBoxes) << "the kernel for boxes has no limit";
    } else {
        EXPECT_GT(byKernel, 0.99 * pairs);
    }
}

TEST(BoxHullPairs, OfOrdinaryBoxes) {
    expectExactPairs(Thickness::Ordinary, 921, 2000);
}

TEST(BoxHullPairs, OfThinBoxes) {
    expectExactPairs(Thickness::Thin, 922, 1200);
}

TEST(BoxHullPairs, OfBoxesTooThinForTheKernels) {
    expectExactPairs(Thickness::TooThin, 923, 800);
}

/// SAT3D_RANDOM_PAIRS and SAT3D_RANDOM_SEED in the environment make other runs.
TEST(BoxHullPairs, MoreOfAllThicknessesSlow) {
    const auto pairs = static_cast<int>(test::fromEnvironment("SAT3D_RANDOM_PAIRS", test::slowCount(20000u)));
    const auto seed = static_cast<std::uint32_t>(test::fromEnvironment("SAT3D_RANDOM_SEED", 924));
    for (const Thickness thickness : {Thickness::Ordinary, Thickness::Thin, Thickness::TooThin}) {
        expectExactPairs(thickness, seed, pairs);
    }
}

}  // namespace
