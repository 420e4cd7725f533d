// Manifolds of the kernel for hulls, against the readable routine in double.

#include "narrowphase/kernels/manifold/stacked_hulls.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"
#include "support/hulls.hpp"
#include "support/queries/contact_patch.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::PosedHull;
using test::Random;
using test::sizeOf;
using test::Stack;
using test::stacked;

/// Points of both routines that are closer than this fraction of size are the same.
constexpr double kSamePoint = 1e-5;

ConvexHull randomHull(Random& random) {
    constexpr std::uint32_t kCylinders = 3, kStones = 2;
    const std::uint32_t kind =
        random.below(std::uint32_t{test::kAllShapeKinds.size()} + kCylinders + kStones);
    if (kind < test::kAllShapeKinds.size()) {
        return test::hullOf(test::randomCloud(random, test::kAllShapeKinds[kind]));
    }
    if (kind < test::kAllShapeKinds.size() + kCylinders) {
        return test::hullOf(test::cylinderCloud(random, 9 + random.below(40)));
    }
    return test::hullOf(test::ellipsoidCloud(random, 200));
}

/// Moves B so that it overlaps A by up to a fraction of size.
PosedHull overlapping(Random& random, const PosedHull& a, ConvexHull hull, double most) {
    PosedHull b{std::move(hull), {}};
    b.pose.rotation = glm::normalize(random.rotation());
    const glm::dvec3 direction = random.direction();
    b.pose.position = a.pose.position + 3.0 * (a.radius() + b.radius()) * direction;
    const double gap = double(distance(a.hull, a.pose, b.hull, b.pose).separation);
    b.pose.position -= (gap + random.uniform(0.0, most) * sizeOf(a, b)) * direction;
    // Along this direction the gap is longer.
    for (int i = 0; i < 20 && !overlaps(a.hull, a.pose, b.hull, b.pose); ++i) {
        const double left = double(distance(a.hull, a.pose, b.hull, b.pose).separation);
        b.pose.position -= (left + 1e-3 * sizeOf(a, b)) * direction;
    }
    return b;
}

/// The readable routine's manifold for a push that is known.
DManifold readable(const PosedHull& a, const PosedHull& b, const Penetration& hit,
                   const CollideOptions& options) {
    const ShapeRef shapeA(a.hull), shapeB(b.hull);
    return *readableManifold(inSoundOrder<double>({shapeA, a.pose, shapeB, b.pose}), hit, options);
}

double areaOf(const DManifold& manifold) {
    return test::ContactPatch(manifold).area();
}

struct Tally {
    int manifolds = 0, same = 0, otherPoints = 0, lessArea = 0, otherNormal = 0;
    int faces = 0, edges = 0, large = 0, boxes = 0;
    int points = 0, samePoints = 0, otherIds = 0;
    int ofReadable = 0;
    double area = 0.0, readableArea = 0.0;
};

void compare(const DManifold& fast, const DManifold& exact, double size, Tally& tally) {
    ++tally.manifolds;
    std::set<std::uint64_t> ids;
    double deepest = 1e300;
    for (const DContactPoint& point : fast.points()) {
        EXPECT_TRUE(ids.insert(point.id).second);
        deepest = std::min(deepest, double(point.separation));
    }
    EXPECT_LE(deepest, 2.1e-6 * size - double(fast.penetration.depth)) << "not as deep as the push";
    if (glm::length(glm::dvec3(fast.normal) - glm::dvec3(exact.normal)) > 1e-5) {
        // Both take a face that is nearly as good as the push.
        ++tally.otherNormal;
        return;
    }
    tally.area += areaOf(fast);
    tally.readableArea += areaOf(exact);
    bool isSame = fast.pointCount == exact.pointCount;
    for (const DContactPoint& point : fast.points()) {
        const auto points = exact.points();
        const auto next = std::min_element(points.begin(), points.end(), [&](const auto& p, const auto& q) {
            return glm::length(p.position - point.position) < glm::length(q.position - point.position);
        });
        ++tally.points;
        if (glm::length(next->position - point.position) < kSamePoint * size) {
            EXPECT_NEAR(next->separation, point.separation, 2.0 * kSamePoint * size);
            ++tally.samePoints;
            tally.otherIds += next->id != point.id ? 1 : 0;
        } else {
            isSame = false;
        }
    }
    ++(isSame ? tally.same : tally.otherPoints);
    tally.lessArea += !isSame && areaOf(fast) < 0.97 * areaOf(exact) - 1e-6 * size * size ? 1 : 0;
}

TEST(HullManifolds, EqualThoseOfTheReadableRoutine) {
    constexpr std::uint32_t kSeed = 841;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 1000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const PosedHull a{randomHull(random), {random.inBox(1.0), random.rotation()}};
        const PosedHull b =
            overlapping(random, a, trial % 7 == 0 ? a.hull : randomHull(random), trial % 2 == 0 ? 0.02 : 0.5);
        const CollideOptions options{.margin = trial % 3 == 0 ? 0.02f : 0.0f};
        const auto fast = collide(a.hull, a.pose, b.hull, b.pose, options);
        if (!fast || fast->penetration.depth <= options.margin) {
            continue;
        }
        DManifold overlapOnly = *fast;
        overlapOnly.penetration.depth -= options.margin;
        compare(overlapOnly, readable(a, b, fast->penetration, options), sizeOf(a, b), tally);
        tally.boxes += a.hull.vertices().size() == 8 && b.hull.vertices().size() == 8 ? 1 : 0;
        tally.edges += fast->pointCount == 1 ? 1 : 0;
        tally.faces += fast->pointCount > 2 ? 1 : 0;
    }
    std::printf(
        "seed %u: %d manifolds, %d the same, %d of other points (%d with less area), %d of another face; "
        "of %d equal points %d have other ids\n",
        kSeed, tally.manifolds, tally.same, tally.otherPoints, tally.lessArea, tally.otherNormal,
        tally.samePoints, tally.otherIds);
    EXPECT_GT(tally.manifolds, 900);
    EXPECT_GT(tally.same, 0.85 * tally.manifolds);
    EXPECT_LE(tally.lessArea, 0.005 * tally.manifolds);
    EXPECT_LE(tally.otherNormal, 0.03 * tally.manifolds);
    EXPECT_LE(tally.otherIds, 0.001 * tally.samePoints);
    EXPECT_GT(tally.boxes, 10);
    EXPECT_GT(tally.edges, 50);
    EXPECT_GT(tally.faces, 150);
}

/// Stacks of prisms and tanks, apart by some of the margin or overlapping. Every second one is tilted.
struct StackTallies {
    Tally flat, tilted;
};
StackTallies compareStacks(Random& random, double rise) {
    StackTallies tallies;
    for (int trial = 0; trial < 1000; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const auto cloud = [&] {
            return trial % 3 == 0 ? test::tankCloud(random) : test::prismCloud(random);
        };
        const double tilt = trial % 2 == 0 ? 0.0 : random.uniform(0.0, 0.02);
        Stack stack = stacked(random, cloud(), cloud(), tilt);
        auto& [a, b] = stack;
        b.pose.position.z += (rise + 0.5 * tilt) * sizeOf(a, b);
        const CollideOptions options{.margin = static_cast<float>(0.03 * sizeOf(a, b))};
        const auto fast = collide(a.hull, a.pose, b.hull, b.pose, options);
        if (!fast || (fast->penetration.depth < options.margin) != (rise > 0.0)) {
            continue;
        }
        Tally& tally = tilt > 0.0 ? tallies.tilted : tallies.flat;
        DManifold signedDepth = *fast;
        signedDepth.penetration.depth -= options.margin;
        const DManifold exact = readable(a, b, fast->penetration, options);
        compare(signedDepth, exact, sizeOf(a, b), tally);
        tally.faces += fast->pointCount > 2 ? 1 : 0;
        // The kernel computes in float, so its last bits differ.
        tally.ofReadable += std::ranges::equal(fast->points(), exact.points(), {}, &DContactPoint::position,
                                               &DContactPoint::position)
                                ? 1
                                : 0;
    }
    for (const Tally& tally : {tallies.flat, tallies.tilted}) {
        std::printf("%d manifolds, %d the same, %d of other points (%d with less area), %d of another face\n",
                    tally.manifolds, tally.same, tally.otherPoints, tally.lessArea, tally.otherNormal);
    }
    return tallies;
}

TEST(HullManifolds, WithinTheMarginTheyEqualThoseOfTheReadableRoutine) {
    Random random(849);
    const StackTallies apart = compareStacks(random, 0.006), overlapping = compareStacks(random, -0.006);
    EXPECT_LE(overlapping.flat.lessArea, 0.005 * overlapping.flat.manifolds);
    for (const Tally& tally : {apart.flat, apart.tilted}) {
        EXPECT_GT(tally.manifolds, 300);
        EXPECT_GT(tally.faces, 200);
        EXPECT_LE(tally.ofReadable, 0.1 * tally.manifolds) << "the kernel has no answer";
        EXPECT_LE(tally.otherNormal, 0.03 * tally.manifolds);
    }
    EXPECT_LE(apart.flat.lessArea, 0.005 * apart.flat.manifolds);
    // The deepest point of a tilted patch is kept, so the routines choose the others differently more often.
    EXPECT_LE(apart.tilted.lessArea, 0.05 * apart.tilted.manifolds);
    EXPECT_GT(apart.tilted.area, 0.995 * apart.tilted.readableArea);
}

/// Hulls of exported models have vertices that are repeated within a few float steps.
TEST(HullManifolds, DoubledVerticesInAPlaneKeepThePatch) {
    constexpr std::uint32_t kSeed = 843;
    Random random(kSeed);
    int patches = 0, small = 0;
    for (const double apart : {3e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
        for (int trial = 0; trial < 60; ++trial) {
            const test::Cloud lower = test::prismCloud(random), upper = test::prismCloud(random);
            const auto doubled = [&](const test::Cloud& cloud) {
                test::Cloud result = cloud;
                for (const glm::vec3& point : cloud) {
                    const glm::dvec3 aside = random.inBox(apart);
                    result.emplace_back(glm::dvec3(point) + glm::dvec3(aside.x, aside.y, 0.0));
                }
                return result;
            };
            const Stack clean = stacked(random, lower, upper, 0.0);
            Stack noisy = clean;
            noisy.lower.hull = test::hullOf(doubled(lower));
            noisy.upper.hull = test::hullOf(doubled(upper));
            const auto expected = collide(clean.lower.hull, clean.lower.pose, clean.upper.hull,
                                          clean.upper.pose, {.margin = 0.01f});
            const auto manifold = collide(noisy.lower.hull, noisy.lower.pose, noisy.upper.hull,
                                          noisy.upper.pose, {.margin = 0.01f});
            ASSERT_TRUE(expected && manifold);
            ++patches;
            small += areaOf(*manifold) < 0.9 * areaOf(*expected) ? 1 : 0;
        }
    }
    std::printf("seed %u: %d of %d patches of doubled vertices have less than 90 %% of the area\n", kSeed,
                small, patches);
    EXPECT_EQ(patches, 300);
    EXPECT_LE(small, 1);
}

TEST(HullManifolds, FloatPosesMirrorBitForBit) {
    Random random(844);
    int points = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const PosedHull a{randomHull(random), {random.inBox(1.0), random.rotation()}};
        const PosedHull b = overlapping(random, a, trial % 3 == 0 ? a.hull : randomHull(random), 0.2);
        const auto inFloat = [](const DPose& pose) {
            return Pose{glm::vec3(pose.position), glm::normalize(glm::quat(pose.rotation))};
        };
        const Pose poseA = inFloat(a.pose), poseB = inFloat(b.pose);
        const auto manifold = collide(a.hull, poseA, b.hull, poseB);
        const auto turned = collide(b.hull, poseB, a.hull, poseA);
        ASSERT_EQ(manifold.has_value(), turned.has_value());
        if (!manifold) {
            continue;
        }
        EXPECT_EQ(turned->normal, -manifold->normal);
        EXPECT_EQ(turned->faceTagA, manifold->faceTagB);
        ASSERT_EQ(turned->pointCount, manifold->pointCount);
        for (std::uint32_t i = 0; i < manifold->pointCount; ++i) {
            const ContactPoint &here = manifold->pointArray[i], &there = turned->pointArray[i];
            EXPECT_EQ(there.position, here.position);
            EXPECT_EQ(there.separation, here.separation);
            EXPECT_EQ(there.id, here.id);
            ++points;
        }
    }
    EXPECT_GT(points, 250);
}

/// The tags of the reference face and of the incident face.
TEST(HullManifolds, TagsAreThoseOfTheTouchingFaces) {
    const auto tagged = [](const ConvexHull& hull, std::uint32_t first) {
        std::vector<std::uint32_t> tags;
        for (std::uint32_t i = 0; i < hull.faces().size(); ++i) {
            tags.push_back(first + i);
        }
        return hull.withFaceTags(tags);
    };
    Random random(845);
    for (int trial = 0; trial < 100; ++trial) {
        const auto below = trial % 2 == 0 ? test::boxCloud({1, 1, .5}) : test::prismCloud(random);
        const auto above = trial % 4 < 2 ? test::boxCloud({.4, .4, .4}) : test::cylinderCloud(random, 20);
        Stack stack = stacked(random, below, above, 0.001);
        const ConvexHull lower = tagged(stack.lower.hull, 1), upper = tagged(stack.upper.hull, 100);
        const auto manifold = collide(lower, stack.lower.pose, upper, stack.upper.pose);
        ASSERT_TRUE(manifold);
        ASSERT_GE(manifold->faceTagA, 1u);
        ASSERT_GE(manifold->faceTagB, 100u);
        EXPECT_GT(lower.faces()[manifold->faceTagA - 1].plane.normal.z, 0.99);
        EXPECT_LT(upper.faces()[manifold->faceTagB - 100].plane.normal.z, -0.99);
    }
}

}  // namespace
