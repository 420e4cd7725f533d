// A concave polygon is one solid: points, rays and segments do not see the edges between its convex pieces.
// The oracle knows the outline alone.

#include "support/planar/polygon_loops.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/convex_pieces.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

struct Interval {
    Real from, to;
};

/// The parts of a line inside an outline, by the crossings with its sides. Sides and corners on the line
/// itself count as outside: the line is shifted to the left and to the right.
class OutlineOracle {
public:
    OutlineOracle(const Loop& outline, const std::vector<Loop>& holes) : loops_(holes) {
        loops_.push_back(outline);
    }

    [[nodiscard]] std::vector<Interval> parts(const RealVector& origin, const RealVector& direction) const {
        const RealVector left{-direction.y, direction.x};
        std::vector<Interval> parts;
        for (const Interval& a : crossingParts(origin + kShift * left, direction)) {
            for (const Interval& b : crossingParts(origin - kShift * left, direction)) {
                const Interval both{std::max(a.from, b.from), std::min(a.to, b.to)};
                if (both.from >= both.to) {
                    continue;
                }
                if (!parts.empty() && both.from - parts.back().to < kAtCorner) {
                    parts.back().to = both.to;
                } else {
                    parts.push_back(both);
                }
            }
        }
        return parts;
    }
    /// Whether two parts are so close that rounding may join them: a corner of the outline crosses the line
    /// by a rounding, and its sides hardly rise above it.
    [[nodiscard]] static bool hasFlatGap(const std::vector<Interval>& parts) {
        constexpr Real kFlatGap = 1e-2L;
        return std::adjacent_find(parts.begin(), parts.end(), [](const Interval& a, const Interval& b) {
                   return b.from - a.to < kFlatGap;
               }) != parts.end();
    }
    /// Whether a side of the outline lies along the line: there, rounding decides.
    [[nodiscard]] bool hasSideAlong(const RealVector& origin, const RealVector& direction) const {
        return std::any_of(loops_.begin(), loops_.end(), [&](const Loop& loop) {
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const RealVector p(loop[i]), q(loop[(i + 1) % loop.size()]);
                if (std::abs(heightOf(p, origin, direction)) < kSmall &&
                    std::abs(heightOf(q, origin, direction)) < kSmall) {
                    return true;
                }
            }
            return false;
        });
    }

    static constexpr Real kSmall = 1e-4L;

private:
    static constexpr Real kShift = 1e-9L;
    /// Parts this close meet at a corner on the line.
    static constexpr Real kAtCorner = 1e-6L;

    static Real heightOf(const RealVector& p, const RealVector& origin, const RealVector& direction) {
        return direction.x * (p.y - origin.y) - direction.y * (p.x - origin.x);
    }
    [[nodiscard]] std::vector<Interval> crossingParts(const RealVector& origin,
                                                      const RealVector& direction) const {
        std::vector<Real> crossings;
        for (const Loop& loop : loops_) {
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const RealVector p(loop[i]), q(loop[(i + 1) % loop.size()]);
                const Real heightP = heightOf(p, origin, direction), heightQ = heightOf(q, origin, direction);
                if ((heightP > 0.0L) != (heightQ > 0.0L)) {
                    const RealVector at = p + heightP / (heightP - heightQ) * (q - p);
                    crossings.push_back(dotOf(at - origin, direction));
                }
            }
        }
        std::sort(crossings.begin(), crossings.end());
        std::vector<Interval> parts;
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
            parts.push_back({crossings[i], crossings[i + 1]});
        }
        return parts;
    }

    std::vector<Loop> loops_;
};

struct Polygon {
    Loop outline;
    std::vector<Loop> holes;
    PlanarCompound shape;

    struct Edge {
        glm::dvec2 from, to;
    };
    /// The edges of the pieces that lie inside.
    [[nodiscard]] std::vector<Edge> innerEdges() const {
        std::vector<Edge> edges;
        for (const PlanarCompoundChild& child : shape.children()) {
            const auto vertices = std::get<ConvexPolygon>(child.shape).vertices();
            for (std::size_t i = 0; i < vertices.size(); ++i) {
                const glm::dvec2 &from = vertices[i], &to = vertices[(i + 1) % vertices.size()];
                if (isInside(0.5 * (from + to), to - from)) {
                    edges.push_back({from, to});
                }
            }
        }
        return edges;
    }
    /// Whether the polygon covers both sides of an edge at a point.
    [[nodiscard]] bool isInside(const glm::dvec2& point, const glm::dvec2& along) const {
        const glm::dvec2 aside = 1e-6 / glm::length(along) * glm::dvec2(-along.y, along.x);
        return isInPolygon(point + aside, outline, holes) && isInPolygon(point - aside, outline, holes);
    }
};

std::optional<Polygon> randomPolygon(Random& random, bool onLattice) {
    Loop outline = starLoop(random, {0, 0}, 9.0, 12.0, 6 + random.below(20), onLattice);
    std::vector<Loop> holes = starHoles(random, onLattice);
    auto shape = compoundOfPolygon(outline, holes);
    return shape && shape->children().size() > 1
               ? std::optional(Polygon{std::move(outline), std::move(holes), *std::move(shape)})
               : std::nullopt;
}

/// Counts of what rays met.
struct RayCounts {
    int hits = 0, inside = 0, misses = 0;
};

void expectChordOfOutline(const Polygon& polygon, const glm::dvec2& origin, const glm::dvec2& direction,
                          const DPlanarPose& pose, RayCounts& counts) {
    const DPlanarRay ray{pose * origin, glm::vec2(pose.transformDirection(direction)), 200.0f};
    const glm::dvec2 unit = glm::normalize(pose.inverse().transformDirection(glm::dvec2(ray.direction)));
    const OutlineOracle oracle(polygon.outline, polygon.holes);
    if (oracle.hasSideAlong(RealVector(origin), RealVector(unit))) {
        return;
    }
    const auto hit = raycast(polygon.shape, pose, ray);
    if (hit && hit->exit.distance < hit->entry.distance + static_cast<float>(OutlineOracle::kSmall)) {
        return;  // grazes a corner: rounding decides
    }
    const std::vector<Interval> parts = oracle.parts(RealVector(origin), RealVector(unit));
    if (OutlineOracle::hasFlatGap(parts)) {
        return;
    }
    for (const Interval& part : parts) {
        if (part.to < -OutlineOracle::kSmall) {
            continue;
        }
        if (std::abs(part.from) < OutlineOracle::kSmall || std::abs(part.to) < OutlineOracle::kSmall ||
            part.to - part.from < OutlineOracle::kSmall) {
            return;
        }
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->startedInside, part.from < 0.0L);
        EXPECT_EQ(contains(polygon.shape, pose, pose * origin), hit->startedInside);
        EXPECT_NEAR(hit->entry.distance, std::max(0.0, static_cast<double>(part.from)), 1e-5);
        EXPECT_NEAR(hit->exit.distance, static_cast<double>(part.to), 1e-5);
        ++(hit->startedInside ? counts.inside : counts.hits);
        return;
    }
    EXPECT_FALSE(hit);
    ++counts.misses;
}

DPlanarPose randomPose(Random& random) {
    return {glm::dvec2(randomInSquare(random, 30.0)), planarRotation(random.uniform(-3.0, 3.0))};
}

TEST(PolygonSolid, RaysSeeTheOutlineOnly) {
    RayCounts anywhere, alongInnerEdges, throughCorners;
    forEachTrial(61, trialCount(400), [&](Random& random, int trial) {
        const auto polygon = randomPolygon(random, trial % 2 == 0);
        if (!polygon) {
            return;
        }
        const DPlanarPose pose = trial % 3 == 0 ? DPlanarPose{} : randomPose(random);
        for (const Polygon::Edge& edge : polygon->innerEdges()) {
            const glm::dvec2 direction = edge.to - edge.from;
            const glm::dvec2 origin = edge.from + random.uniform(-3.0, 1.0) * direction;
            expectChordOfOutline(*polygon, origin, direction, pose, alongInnerEdges);
        }
        const auto corner = [&] {
            return polygon->outline[random.below(std::uint32_t(polygon->outline.size()))];
        };
        for (int i = 0; i < 20; ++i) {
            const glm::dvec2 from = corner(), to = corner(), direction = to - from;
            if (from != to) {
                expectChordOfOutline(*polygon, from + random.uniform(-3.0, 1.0) * direction, direction, pose,
                                     throughCorners);
            }
            const glm::dvec2 start(randomInSquare(random, 15.0));
            expectChordOfOutline(*polygon, start, glm::dvec2(randomPlanarRotation(random)), pose, anywhere);
        }
    });
    for (const RayCounts& counts : {anywhere, throughCorners}) {
        EXPECT_GT(std::min({counts.hits, counts.inside, counts.misses}), trialCount(50));
    }
    EXPECT_GT(std::min(alongInnerEdges.hits, alongInnerEdges.inside), trialCount(2000));
}

TEST(PolygonSolid, PointsAndSegmentsOnInnerEdgesOverlap) {
    int inside = 0, outside = 0;
    forEachTrial(62, trialCount(300), [&](Random& random, int trial) {
        const auto polygon = randomPolygon(random, trial % 2 == 0);
        if (!polygon) {
            return;
        }
        const DPlanarPose pose = trial % 3 == 0 ? DPlanarPose{} : randomPose(random);
        const PlanarShape shape = polygon->shape;
        for (const Polygon::Edge& edge : polygon->innerEdges()) {
            const glm::dvec2 along = edge.to - edge.from;
            const double share = random.uniform(0.1, 0.9);
            const glm::dvec2 point = edge.from + share * along;
            if (!polygon->isInside(point, along)) {
                continue;  // one side of the edge belongs to the outline there
            }
            EXPECT_TRUE(contains(shape, pose, pose * point));
            const PlanarSegment needle{{-0.05f, 0.0f}, {0.05f, 0.0f}};
            const DPlanarPose inEdge = pose * DPlanarPose{point, glm::normalize(along)};
            EXPECT_TRUE(overlaps(needle, inEdge, shape, pose));
            EXPECT_TRUE(penetration(shape, pose, needle, inEdge));
            EXPECT_LT(distance(needle, inEdge, shape, pose).separation, 0.0f);
            ++inside;
        }
        // From a corner of the outline outward, in the direction of an inner edge that ends there.
        for (const Polygon::Edge& edge : polygon->innerEdges()) {
            const glm::dvec2 way = glm::normalize(edge.to - edge.from), beyond = edge.to + 0.1 * way;
            if (!isInPolygon(beyond, polygon->outline, polygon->holes) && !polygon->isInside(beyond, way) &&
                distance(Circle{.radius = 0.0f}, DPlanarPose{beyond}, shape, DPlanarPose{}).separation >
                    0.01f) {
                const PlanarSegment needle{{0.0f, 0.0f}, {0.01f, 0.0f}};
                EXPECT_FALSE(overlaps(needle, DPlanarPose{edge.to + 1e-5 * way, way}, shape, DPlanarPose{}));
                EXPECT_FALSE(contains(shape, DPlanarPose{}, beyond));
                ++outside;
            }
        }
    });
    EXPECT_GT(inside, trialCount(3000));
    EXPECT_GT(outside, trialCount(100));
}

TEST(PolygonSolid, BoxesSideBySideAreOne) {
    // Touching children of any compound, at coordinates that floats round.
    std::vector<PlanarCompoundChild> tiles;
    for (int i = 0; i < 40; ++i) {
        const float x = 0.1f * float(i % 8), y = 0.1f * float(i / 8);
        tiles.push_back({PlanarBox{.halfExtents = {0.05f, 0.05f}}, {{x, y}}});
    }
    const auto wall = PlanarCompound::fromChildren(tiles).value();
    for (int i = 0; i < 7; ++i) {
        const float seam = 0.1f * float(i) + 0.05f;
        const auto hit = raycast(wall, PlanarPose{}, PlanarRay{{seam, -1.0f}, {0.0f, 1.0f}});
        ASSERT_TRUE(hit) << i;
        EXPECT_NEAR(hit->entry.distance, 0.95f, 1e-6f);
        EXPECT_NEAR(hit->exit.distance, 1.45f, 1e-6f);
        EXPECT_TRUE(contains(wall, PlanarPose{}, {seam, 0.2f}));
        EXPECT_TRUE(contains(wall, PlanarPose{}, {seam, 0.05f})) << "where four meet";
        EXPECT_FALSE(contains(wall, PlanarPose{}, {seam, -0.05f - 1e-5f}));
    }
    const auto across = raycast(wall, PlanarPose{}, PlanarRay{{-1.0f, 0.02f}, {1.0f, 0.0f}});
    ASSERT_TRUE(across);
    EXPECT_NEAR(across->exit.distance, 1.75f, 1e-6f);
    EXPECT_EQ(across->exit.child, 7u);
    EXPECT_FALSE(raycast(wall, PlanarPose{}, PlanarRay{{-1.0f, -0.05f}, {1.0f, 0.0f}})) << "in the border";
}

TEST(PolygonSolid, WhatOnlyTouchesStaysApart) {
    // Two boxes that touch in a corner, two disks, and a step: none of these points and rays is inside.
    const auto corners = PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {1, 1}}, {{-1, -1}}},
                                                       {PlanarBox{.halfExtents = {1, 1}}, {{1, 1}}}})
                             .value();
    EXPECT_FALSE(contains(corners, PlanarPose{}, {0.0f, 0.0f}));
    EXPECT_FALSE(raycast(corners, PlanarPose{}, PlanarRay{{-1.0f, 1.0f}, {1.0f, -1.0f}}));
    EXPECT_TRUE(raycast(corners, PlanarPose{}, PlanarRay{{-3.0f, -3.0f}, {1.0f, 1.0f}}));
    const auto disks = PlanarCompound::fromChildren(
                           {{Circle{.radius = 1.0f}, {{-1, 0}}}, {Circle{.radius = 1.0f}, {{1, 0}}}})
                           .value();
    EXPECT_FALSE(contains(disks, PlanarPose{}, {0.0f, 0.0f}));
    EXPECT_FALSE(raycast(disks, PlanarPose{}, PlanarRay{{0.0f, -3.0f}, {0.0f, 1.0f}}));
    const auto disksOnBoxes = PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {1, 1}}, {{0, -1}}},
                                                            {Circle{.radius = 1.0f}, {{0, 1}}}})
                                  .value();
    EXPECT_FALSE(contains(disksOnBoxes, PlanarPose{}, {0.0f, 0.0f}));
    EXPECT_FALSE(raycast(disksOnBoxes, PlanarPose{}, PlanarRay{{-3.0f, 0.0f}, {1.0f, 0.0f}}));
    const auto step = PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {1, 1}}, {{-1, 0}}},
                                                    {PlanarBox{.halfExtents = {1, 0.5f}}, {{1, -0.5f}}}})
                          .value();
    EXPECT_FALSE(contains(step, PlanarPose{}, {0.0f, 0.0f})) << "the corner of the step";
    EXPECT_TRUE(contains(step, PlanarPose{}, {0.0f, -0.5f})) << "on the common border";
    EXPECT_FALSE(overlaps(PlanarSegment{{0, 0}, {0, 0.5f}}, PlanarPose{}, step, PlanarPose{}));
    EXPECT_TRUE(overlaps(PlanarSegment{{0, -0.4f}, {0, 0.5f}}, PlanarPose{}, step, PlanarPose{}));
    const auto partly = raycast(step, PlanarPose{}, PlanarRay{{0.0f, 3.0f}, {0.0f, -1.0f}});
    ASSERT_TRUE(partly);
    EXPECT_EQ(partly->entry.distance, 3.0f);
    EXPECT_EQ(partly->exit.distance, 4.0f);
}

TEST(PolygonSolid, FramesAndAnLAreClosed) {
    const Loop corner{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const auto l = compoundOfPolygon(corner).value();
    const auto hit = raycast(l, PlanarPose{}, PlanarRay{{-1.0f, -1.0f}, {1.0f, 1.0f}});
    ASSERT_TRUE(hit) << "along the inner edge";
    EXPECT_NEAR(hit->entry.distance, std::sqrt(2.0f), 1e-6f);
    EXPECT_NEAR(hit->exit.distance, 2.0f * std::sqrt(2.0f), 1e-6f);
    EXPECT_TRUE(contains(l, PlanarPose{}, {0.5f, 0.5f}));
    const Loop outline{{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    const std::vector<Loop> window{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}};
    const auto frame = compoundOfPolygon(outline, window).value();
    const auto first = raycast(frame, PlanarPose{}, PlanarRay{{-1.0f, -1.0f}, {1.0f, 1.0f}});
    ASSERT_TRUE(first);
    EXPECT_NEAR(first->exit.distance, 2.0f * std::sqrt(2.0f), 1e-6f) << "at the window";
    EXPECT_FALSE(contains(frame, PlanarPose{}, {1.5f, 1.5f}));
}

}  // namespace
