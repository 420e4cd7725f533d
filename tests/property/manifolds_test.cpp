// Contact manifolds of every pair of shapes, checked by their properties: points on both surfaces, as deep as
// the minimum translation, with stable ids.

#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/posed.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

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

namespace {

using namespace sat3d;
using test::forEachTrial;
using test::Posed;
using test::Random;

/// Points are on the surfaces up to this fraction of size: the mean radius, or the radius of a hull whose
/// faces are merged for contacts.
constexpr double kOnSurface = 4e-6;

struct ManifoldTally {
    int manifolds = 0, faces = 0;
    std::array<int, 5> counts{};
    double worstOutside = 0.0;
};

/// The distance of a point from a shape's surface. Under a slanted capsule's axis it may be slightly inside.
double offSurface(const glm::dvec3& point, const Posed& posed) {
    const double above = double(distance(posed.shape, posed.pose, test::kPoint, DPose{point}).separation);
    return posed.shape.index() == 1 ? above : std::abs(above);
}

void expectPoints(const Posed& a, const Posed& b, const DManifold& manifold, const CollideOptions& options,
                  ManifoldTally& tally) {
    const double size = 0.5 * (a.radius() + b.radius());
    std::set<std::uint64_t> ids;
    double deepest = 1e300;
    ASSERT_GE(manifold.pointCount, 1u);
    ASSERT_LE(manifold.pointCount, DManifold::kMaxPoints);
    const glm::dvec3 normal = glm::normalize(glm::dvec3(manifold.normal));
    for (const DContactPoint& point : manifold.points()) {
        EXPECT_TRUE(ids.insert(point.id).second) << "two points with one id";
        EXPECT_TRUE(point.separation <= options.margin);
        deepest = std::min(deepest, double(point.separation));
        const glm::dvec3 half = 0.5 * double(point.separation) * normal;
        const auto relative = [&](const glm::dvec3& onSurface, const Posed& posed) {
            return offSurface(onSurface, posed) / std::max(size, posed.radius());
        };
        const double off = std::max(relative(point.position - half, a), relative(point.position + half, b));
        EXPECT_LT(off, kOnSurface);
        tally.worstOutside = std::max(tally.worstOutside, off);
    }
    const double separation = double(options.margin) - double(manifold.penetration.depth);
    EXPECT_LE(deepest, separation + kOnSurface * size) << "less deep than the minimum translation";
    const double along = test::gapAlong(normal, a.shape, a.pose, b.shape, b.pose);
    EXPECT_GE(along, separation - (double(options.faceBias) + kOnSurface) * size)
        << "the face normal is worse than the bias allows";
    EXPECT_GE(deepest, along - kOnSurface * size) << "deeper than the overlap";
    ++tally.manifolds;
    ++tally.counts[manifold.pointCount];
    tally.faces += manifold.normal != manifold.penetration.normal ? 1 : 0;
}

/// A random pose near the other shape, touching or nearly so.
Posed placed(Random& random, std::size_t type, const Posed& other, double most) {
    Posed posed{test::randomConvex(random, type), {}};
    posed.pose.rotation = glm::normalize(random.rotation());
    const auto middle = [](const Posed& p) {
        return p.pose.position + p.pose.rotation * glm::dvec3(bounds(p.shape, Pose{}).center());
    };
    const glm::dvec3 direction = random.direction();
    posed.pose.position = middle(other) - middle(posed) +
                          random.uniform(0.0, most) * (other.radius() + posed.radius()) * direction;
    return posed;
}

TEST(Manifolds, EveryTypeAgainstEveryType) {
    constexpr int kTrials = 50;  // per pair of types
    constexpr int kTypes = static_cast<int>(test::kConvexTypes);
    ManifoldTally tally;
    forEachTrial(811, kTypes * kTypes * kTrials, [&](Random& random, int index) {
        const int pair = index / kTrials, trial = index % kTrials;
        const Posed a{test::randomConvex(random, std::size_t(pair / kTypes)), {}};
        const Posed b = placed(random, std::size_t(pair % kTypes), a, 1.0);
        CollideOptions options;
        options.margin = trial % 3 == 0 ? 0.1f : 0.0f;
        options.faceBias = trial % 5 == 0 ? 0.0f : 0.01f;
        const auto hit = penetration(a.shape, a.pose, b.shape, b.pose, {.margin = options.margin});
        const auto manifold = collide(a.shape, a.pose, b.shape, b.pose, options);
        ASSERT_EQ(hit.has_value(), manifold.has_value());
        if (hit) {
            EXPECT_EQ(hit->normal, manifold->penetration.normal);
            EXPECT_EQ(hit->depth, manifold->penetration.depth);
            EXPECT_EQ(hit->features, manifold->penetration.features);
            expectPoints(a, b, *manifold, options, tally);
            const auto flipped = collide(b.shape, b.pose, a.shape, a.pose, options);
            ASSERT_TRUE(flipped);
            test::expectFlipped(*flipped, *manifold);
        }
    });
    std::printf(
        "%d manifolds, %d of a face that is not the shortest push; 1 to 4 points: %d %d %d %d; "
        "at most %.2g of size off the surfaces\n",
        tally.manifolds, tally.faces, tally.counts[1], tally.counts[2], tally.counts[3], tally.counts[4],
        tally.worstOutside);
    EXPECT_GT(tally.manifolds, 300);
    EXPECT_GT(tally.faces, 3);
    for (std::size_t count = 1; count <= 4; ++count) {
        EXPECT_GT(tally.counts[count], 10) << count << " points";
    }
}

/// An edge of a polytope: its middle, its unit direction, and the normals of its faces.
struct PolytopeEdge {
    glm::dvec3 middle, along, left, right;
};

PolytopeEdge randomEdge(Random& random, const ConvexShape& shape) {
    if (const auto* const box = std::get_if<Box>(&shape)) {
        const glm::dmat3 axes = glm::mat3_cast(glm::dquat(box->rotation));
        const int axis = static_cast<int>(random.below(3)), next = (axis + 1) % 3, last = (axis + 2) % 3;
        const glm::dvec3 left = random.chance(0.5) ? axes[next] : -axes[next],
                         right = random.chance(0.5) ? axes[last] : -axes[last];
        const glm::dvec3 half(box->halfExtents);
        return {glm::dvec3(box->center) + half[next] * left + half[last] * right, axes[axis], left, right};
    }
    const auto& hull = std::get<ConvexHull>(shape);
    const auto& [ends, faces] = hull.edges()[random.below(std::uint32_t(hull.edges().size()))];
    const glm::dvec3 start(hull.vertices()[ends[0]]), end(hull.vertices()[ends[1]]);
    return {0.5 * (start + end), glm::normalize(end - start), hull.faces()[faces[0]].plane.normal,
            hull.faces()[faces[1]].plane.normal};
}

// The edges of polytopes are sharp: a point beside one is outside.
TEST(Manifolds, CapsulesAlongEdges) {
    int pairsOfEdges = 0;
    ManifoldTally tally;
    forEachTrial(815, test::trialCount(20000), [&](Random& random, int trial) {
        const Posed a{test::randomConvex(random, trial % 2 == 0 ? 2 : 3), {}};
        // Nearly parallel to an edge, and beside it.
        const PolytopeEdge edge = randomEdge(random, a.shape);
        const double tilt = std::pow(10.0, random.uniform(-6.0, -0.5)), radius = random.uniform(0.1, 0.6);
        const glm::vec3 half(random.uniform(0.1, 1.0) *
                             glm::normalize(edge.along + tilt * random.direction()));
        const Posed b{Capsule{-half, half, static_cast<float>(radius)},
                      {edge.middle + random.uniform(0.5, 1.1) * radius *
                                         glm::normalize(edge.left + random.uniform(0.1, 10.0) * edge.right),
                       glm::dquat(1.0, 0.0, 0.0, 0.0)}};
        CollideOptions options;
        options.margin = trial % 3 == 0 ? 0.1f : 0.0f;
        if (const auto manifold = collide(a.shape, a.pose, b.shape, b.pose, options)) {
            expectPoints(a, b, *manifold, options, tally);
            const FeaturePair::Kind kind = manifold->penetration.features.kind;
            const bool isOnFace = kind == FeaturePair::Kind::FaceA || kind == FeaturePair::Kind::FaceB ||
                                  manifold->normal != manifold->penetration.normal;
            pairsOfEdges += !isOnFace && manifold->pointCount == 2 ? 1 : 0;
        }
    });
    std::printf("%d manifolds, %d of two parallel edges; at most %.2g of size off the surfaces\n",
                tally.manifolds, pairsOfEdges, tally.worstOutside);
    EXPECT_GT(tally.manifolds, test::trialCount(10000));
    EXPECT_GT(pairsOfEdges, test::trialCount(1000));
}

/// Boxes without thickness in one or two directions.
TEST(Manifolds, RodsAndSheets) {
    std::array<int, 2> manifolds{};
    double worst = 0.0;
    forEachTrial(817, 6000, [&](Random& random, int trial) {
        const bool isRod = trial % 2 == 0;
        const Posed rod{Box{.halfExtents = {1.0f, isRod ? 0.0f : 0.5f, 0.0f}},
                        {random.inBox(1.2), random.rotation()}};
        const Posed other{test::randomConvex(random, trial % 4 < 2 ? 2 : 3), {}};
        const CollideOptions options{.margin = trial % 3 == 0 ? 0.05f : 0.0f};
        const auto manifold = collide(rod.shape, rod.pose, other.shape, other.pose, options);
        if (!manifold) {
            return;
        }
        ++manifolds[isRod ? 0 : 1];
        const glm::dvec3 normal(manifold->normal);
        for (const DContactPoint& point : manifold->points()) {
            const glm::dvec3 half = 0.5 * double(point.separation) * normal;
            const double size = std::max(rod.radius(), other.radius()),
                         off = std::max(offSurface(point.position - half, rod),
                                        offSurface(point.position + half, other)) /
                               size;
            EXPECT_LT(off, 2.0 * kOnSurface);
            worst = std::max(worst, off);
        }
    });
    std::printf("%d manifolds of rods, %d of sheets; at most %.2g of size off the surfaces\n", manifolds[0],
                manifolds[1], worst);
    EXPECT_GT(manifolds[0], 500);
    EXPECT_GT(manifolds[1], 500);
}

TEST(Manifolds, AgainstAHalfSpace) {
    int resting = 0;
    forEachTrial(812, 300, [&](Random& random, int trial) {
        const HalfSpace floor{glm::vec3(random.direction()), 0.25f};
        const Posed a{test::randomConvex(random, static_cast<std::size_t>(trial) % test::kConvexTypes),
                      {random.inBox(0.7), random.rotation()}};
        const CollideOptions options{.margin = trial % 2 == 0 ? 0.05f : 0.0f};
        const auto manifold = collide(a.shape, a.pose, floor, DPose{}, options);
        const auto hit = penetration(a.shape, a.pose, floor, DPose{}, {.margin = options.margin});
        ASSERT_EQ(hit.has_value(), manifold.has_value());
        if (!manifold) {
            return;
        }
        const glm::dvec3 up = glm::normalize(glm::dvec3(floor.normal));
        double deepest = 1e300;
        for (const DContactPoint& point : manifold->points()) {
            const glm::dvec3 half = 0.5 * double(point.separation) * up;
            EXPECT_NEAR(glm::dot(up, point.position - half), 0.25, 2e-6) << "on the plane";
            EXPECT_LT(offSurface(point.position + half, a), 4e-6);
            deepest = std::min(deepest, double(point.separation));
        }
        EXPECT_NEAR(deepest, double(options.margin) - double(hit->depth), 1e-6);
        resting += manifold->pointCount > 1 ? 1 : 0;
    });
    EXPECT_GT(resting, 40);
}

/// Whether two manifolds have the same ids, and the largest distance between their points.
std::optional<double> difference(const DManifold& left, const DManifold& right) {
    double most = 0.0;
    if (left.pointCount != right.pointCount) {
        return std::nullopt;
    }
    for (const DContactPoint& point : left.points()) {
        const auto points = right.points();
        const auto other = std::find_if(points.begin(), points.end(),
                                        [&](const DContactPoint& p) { return p.id == point.id; });
        if (other == points.end()) {
            return std::nullopt;
        }
        most = std::max(most, glm::length(point.position - other->position));
    }
    return most;
}

TEST(Manifolds, MoveAndScaleWithTheShapes) {
    int same = 0, all = 0;
    forEachTrial(815, 300, [&](Random& random, int trial) {
        const std::size_t typeA = random.below(4), typeB = random.below(4);
        const Posed a{test::randomConvex(random, typeA), {}};
        const Posed b = placed(random, typeB, a, 0.7);
        const auto manifold = collide(a.shape, a.pose, b.shape, b.pose);
        if (!manifold) {
            return;
        }
        const DPose frame{random.inBox(3.0), glm::normalize(random.rotation())};
        const auto moved = collide(a.shape, frame * a.pose, b.shape, frame * b.pose);
        ASSERT_TRUE(moved);
        // Powers of two change only the exponents of all numbers.
        const float scale = trial % 2 == 0 ? 1024.0f : 1.0f / 1024.0f;
        const auto scaled = [&](const Posed& posed) {
            return Posed{*transformed(posed.shape, glm::mat3(scale)),
                         {posed.pose.position * double(scale), posed.pose.rotation}};
        };
        const Posed largeA = scaled(a), largeB = scaled(b);
        const auto large = collide(largeA.shape, largeA.pose, largeB.shape, largeB.pose);
        ASSERT_TRUE(large);
        EXPECT_NEAR(large->penetration.depth, scale * manifold->penetration.depth, 1e-6f * scale);
        if (moved->penetration.features != manifold->penetration.features ||
            large->penetration.features != manifold->penetration.features) {
            return;  // equally short pushes
        }
        ++all;
        DManifold back = *moved, small = *large;
        for (std::uint32_t i = 0; i < DManifold::kMaxPoints; ++i) {
            back.pointArray[i].position = frame.inverse().transformPoint(back.pointArray[i].position);
            small.pointArray[i].position /= double(scale);
        }
        if (!difference(*manifold, small)) {
            // Hulls of another scale are different hulls and may have another canonical order.
            for (DContactPoint& point : small.pointArray) {
                point.id = std::rotl(point.id, 32);
            }
        }
        const auto byMotion = difference(*manifold, back), byScale = difference(*manifold, small);
        same += byMotion && byScale && std::max(*byMotion, *byScale) < 1e-4 ? 1 : 0;
    });
    std::printf("%d of %d manifolds the same, moved and scaled\n", same, all);
    EXPECT_GT(all, 100);
    EXPECT_EQ(same, all);
}

}  // namespace
