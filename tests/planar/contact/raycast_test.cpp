#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// The part of a line inside a shape. Its ends are equal where it crosses a segment.
struct SampledChord {
    double entry = 0.0, exit = 0.0;
};

/// By samples and bisection of the distance to the shape, which is convex along the line.
std::optional<SampledChord> chordBySampling(const PointsAndRadius& shape, const RealVector& origin,
                                            const RealVector& direction) {
    const auto depthAt = [&](Real t) { return distanceOfPoint(origin + t * direction, shape); };
    Real low = -20.0L, high = 20.0L;
    for (int i = 0; i < 120; ++i) {  // ternary search of the deepest point
        const Real third = (high - low) / 3.0L;
        if (depthAt(low + third) < depthAt(high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    const Real deepest = 0.5L * (low + high);
    if (depthAt(deepest) > -1e-4L) {
        return std::nullopt;
    }
    const auto root = [&](Real inside, Real outside) {
        if (depthAt(outside) < 0.0L) {
            return outside > 0.0L ? std::numeric_limits<double>::infinity() : -1e9;  // of a half-plane
        }
        for (int i = 0; i < 60; ++i) {
            const Real middle = 0.5L * (inside + outside);
            (depthAt(middle) < 0.0L ? inside : outside) = middle;
        }
        return static_cast<double>(inside);
    };
    const Real outside = shape.points.empty() ? 1e6L : 40.0L;
    return SampledChord{root(deepest, deepest - outside), root(deepest, deepest + outside)};
}

/// By Cramer's rule.
std::optional<SampledChord> crossingOfSegment(const PointsAndRadius& segment, const RealVector& origin,
                                              const RealVector& direction) {
    const RealVector along = segment.points[1] - segment.points[0], toStart = segment.points[0] - origin;
    const auto cross = [](const RealVector& u, const RealVector& v) { return u.x * v.y - u.y * v.x; };
    const Real t = cross(toStart, along) / cross(direction, along),
               share = cross(toStart, direction) / cross(direction, along);
    return share >= 0.0L && share <= 1.0L ? std::optional(SampledChord{double(t), double(t)}) : std::nullopt;
}

/// The first part of a line inside the union of all parts of a shape that ends after the origin.
std::optional<SampledChord> firstChord(const std::vector<PointsAndRadius>& parts, const RealVector& origin,
                                       const RealVector& direction) {
    std::vector<SampledChord> chords;
    for (const PointsAndRadius& part : parts) {
        const bool isSegment = part.points.size() == 2 && part.radius == 0.0L;
        const auto chord =
            isSegment ? crossingOfSegment(part, origin, direction) : chordBySampling(part, origin, direction);
        if (chord && (!isSegment || chord->entry > 0.0)) {
            chords.push_back(*chord);
        }
    }
    std::sort(chords.begin(), chords.end(),
              [](const SampledChord& a, const SampledChord& b) { return a.entry < b.entry; });
    std::optional<SampledChord> first;
    for (const SampledChord& chord : chords) {
        if (first && chord.entry <= first->exit) {
            first->exit = std::max(first->exit, chord.exit);
        } else if (!first || first->exit < 0.0) {
            first = chord;
        }
    }
    return first && first->exit > 0.0 ? first : std::nullopt;
}

TEST(PlanarRaycast, AgreesWithSampling) {
    for (int kind = 0; kind < kPlanarKinds; ++kind) {
        SCOPED_TRACE("kind " + std::to_string(kind));
        int hits = 0, inside = 0, misses = 0;
        forEachTrial(31, fewTrialsCount(300), [&](Random& random, int) {
            const PlanarShape shape = randomPlanarShape(random, PlanarKind(kind), 1.0);
            const auto pose = randomPlanarPose<float>(random, 1.0);
            const auto parts = convexPartsOf(shape, pose);
            const PlanarRay ray{randomInSquare(random, 2.0), 2.0f * randomPlanarRotation(random), 3.0f};
            const RealVector origin(ray.origin), direction = RealVector(ray.direction) / 2.0L;
            const auto chord = firstChord(parts, origin, direction);
            const auto hit = raycast(shape, pose, ray);
            const bool isGrazed = hit && hit->exit.distance - hit->entry.distance < 0.05f;
            if (!chord || chord->entry > 3.0 + 1e-4) {
                EXPECT_TRUE(!hit || isGrazed || hit->startedInside);
                ++misses;
                return;
            }
            if (std::abs(chord->exit) < 1e-4 || std::abs(chord->entry - 3.0) < 1e-4 ||
                std::abs(chord->entry) < 1e-4 ||
                (hit && isGrazed && hit->exit.distance > hit->entry.distance)) {
                return;  // rounding decides, or the samples
            }
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->startedInside, chord->entry < 0.0);
            EXPECT_EQ(contains(shape, pose, ray.origin), hit->startedInside);
            EXPECT_NEAR(hit->entry.distance, std::max(0.0, chord->entry), 1e-5);
            EXPECT_LE(static_cast<double>(dotOf(RealVector(hit->entry.normal), direction)), 1e-5);
            if (std::isinf(chord->exit)) {
                EXPECT_EQ(hit->exit.distance, std::numeric_limits<float>::infinity());
            } else {
                EXPECT_NEAR(hit->exit.distance, chord->exit, 1e-5);
                // The normal is that of the border: the child lies behind it.
                const RealVector exit = origin + Real(chord->exit) * direction, normal(hit->exit.normal);
                const PointsAndRadius& part = parts.at(hit->exit.child);
                const Real top = part.points.empty() ? part.offset : part.support(normal);
                EXPECT_NEAR(static_cast<double>(top - dotOf(normal, exit)), 0.0, 1e-5);
            }
            ++(hit->startedInside ? inside : hits);
        });
        const bool hasInside = PlanarKind(kind) != PlanarKind::Segment;
        EXPECT_GT(std::min({hits, misses, hasInside ? inside : hits}), fewTrialsCount(10))
            << hits << " " << inside << " " << misses;
    }
}

TEST(PlanarRaycast, HalfPlane) {
    const HalfPlane floor;
    const auto down = raycast(floor, PlanarPose{}, PlanarRay{{0.0f, 2.0f}, {0.0f, -1.0f}});
    ASSERT_TRUE(down);
    EXPECT_EQ(down->entry.distance, 2.0f);
    EXPECT_EQ(down->entry.normal, glm::vec2(0.0f, 1.0f));
    EXPECT_TRUE(std::isinf(down->exit.distance));
    EXPECT_FALSE(raycast(floor, PlanarPose{}, PlanarRay{{0.0f, 2.0f}, {1.0f, 0.0f}}));
    const auto out = raycast(floor, PlanarPose{}, PlanarRay{{0.0f, -2.0f}, {0.0f, 1.0f}});
    ASSERT_TRUE(out && out->startedInside);
    EXPECT_EQ(out->exit.distance, 2.0f);
}

TEST(PlanarRaycast, OfLengthZeroIsAPoint) {
    const auto casts = [&](const PlanarShape& shape, const glm::vec2& origin) {
        const auto hit = raycast(shape, PlanarPose{}, PlanarRay{origin, {0.0f, 1.0f}, 0.0f});
        EXPECT_TRUE(!hit || (hit->startedInside && hit->entry.distance == 0.0f));
        EXPECT_EQ(hit.has_value(), contains(shape, PlanarPose{}, origin));
        return hit.has_value();
    };
    for (const PlanarShape& shape :
         {PlanarShape(PlanarBox{.halfExtents = {1.0f, 1.0f}}), PlanarShape(Circle{.radius = 1.0f}),
          PlanarShape(PlanarCapsule{.radius = 1.0f}), PlanarShape(HalfPlane{{1.0f, 0.0f}, 1.0f})}) {
        EXPECT_TRUE(casts(shape, {0.0f, 0.0f}));
        EXPECT_TRUE(casts(shape, {-0.25f, 0.5f}));
        EXPECT_FALSE(casts(shape, {2.0f, 0.5f}));
    }
    EXPECT_FALSE(casts(PlanarBox{.halfExtents = {1.0f, 1.0f}}, {1.0f, 0.0f})) << "on the border";
    EXPECT_FALSE(casts(PlanarCapsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.0f}, {0.0f, 0.0f})) << "a segment";
}

TEST(PlanarRaycast, TouchingIsAMiss) {
    const PlanarBox box{.halfExtents = {1.0f, 1.0f}};
    const auto casts = [&](const PlanarShape& shape, const PlanarRay& ray) {
        return raycast(shape, PlanarPose{}, ray).has_value();
    };
    EXPECT_FALSE(casts(box, {{-3.0f, 1.0f}, {1.0f, 0.0f}})) << "in an edge";
    EXPECT_FALSE(casts(box, {{-2.0f, 0.0f}, {1.0f, 1.0f}})) << "through a corner";
    EXPECT_FALSE(casts(box, {{-3.0f, 0.0f}, {1.0f, 0.0f}, 2.0f})) << "ends on the border";
    EXPECT_FALSE(casts(box, {{1.0f, 0.0f}, {1.0f, 0.0f}})) << "starts on the border, outward";
    EXPECT_TRUE(casts(box, {{1.0f, 0.0f}, {-1.0f, 0.0f}})) << "starts on the border, inward";
    EXPECT_FALSE(casts(Circle{.radius = 1.0f}, {{-3.0f, 1.0f}, {1.0f, 0.0f}})) << "tangent";
    EXPECT_FALSE(casts(PlanarCapsule{.radius = 1.0f}, {{-3.0f, 1.0f}, {1.0f, 0.0f}}));
}

TEST(PlanarRaycast, NoRaySlipsBetweenSegments) {
    // A closed loop of segments in one compound: every ray from inside hits.
    int hits = 0;
    forEachTrial(32, 300, [&](Random& random, int) {
        std::vector<glm::vec2> corners;
        for (int i = 0; i < 12; ++i) {
            const double angle = (i + random.uniform(0.0, 0.9)) * 0.52359877559;
            const double radius = random.uniform(1.0, 5.0);
            corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
        }
        std::vector<PlanarCompoundChild> walls;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            walls.push_back({PlanarSegment{corners[i], corners[(i + 1) % corners.size()]}, {}});
        }
        const auto loop = PlanarCompound::fromChildren(walls).value();
        for (const glm::vec2& corner : corners) {  // straight at the corners, where two segments meet
            EXPECT_TRUE(raycast(loop, PlanarPose{}, PlanarRay{{0.0f, 0.0f}, corner}));
            ++hits;
        }
    });
    EXPECT_EQ(hits, 3600);
}

TEST(PlanarContains, AgreesWithDistance) {
    int inside = 0;
    forEachTrial(33, 3000, [&](Random& random, int) {
        const PlanarShape shape = randomPlanarShape(random, PlanarKind(random.below(7)), 1.0);
        const auto pose = randomPlanarPose<double>(random, 1.0);
        const glm::dvec2 point(randomInSquare(random, 1.5));
        const Real exact = distanceOfPoint(RealVector(point), convexPartsOf(shape, pose));
        if (std::abs(exact) > 1e-6L) {
            EXPECT_EQ(contains(shape, pose, point), exact < 0.0L);
            inside += exact < 0.0L ? 1 : 0;
        }
    });
    EXPECT_GT(inside, 300);
    EXPECT_FALSE(contains(PlanarBox{}, PlanarPose{}, {0.5f, 0.0f})) << "on the border";
    EXPECT_FALSE(contains(PlanarBox{}, PlanarPose{}, {std::nanf(""), 0.0f}));
}

/// The first chord of the line ends a rounding after the start, which is on the border of its child.
TEST(PlanarRaycast, FromTheFarBorderOfOneChildMeetsTheNext) {
    const PlanarCompound two =
        *PlanarCompound::fromChildren({{Circle{.radius = 1.25f}, {}}, {Circle{{4, 0}, 1.0f}, {}}});
    const DPlanarRay ray{{1.25 - 0x1p-52, 0.0}, {1, 0}, 10.0f};
    ASSERT_FALSE(contains(two, DPlanarPose{}, ray.origin));
    const auto hit = raycast(two, DPlanarPose{}, ray);
    ASSERT_TRUE(hit);
    EXPECT_FLOAT_EQ(hit->entry.distance, 1.75f);
    EXPECT_EQ(hit->entry.child, 1u);
}

/// The start is on the line of the edge that the ray enters, up to rounding, but beside the shape.
TEST(PlanarRaycast, BesideAShapeDoesNotStartOnItsBorder) {
    const PlanarBox box{{0.5f, -0.5f}, {0.5f, 0.5f}};
    const DPlanarPose pose{{1e6, 0.0}, {1, 0}};
    const DPlanarRay ray{{1e6 - 10.0, 1e-8}, glm::normalize(glm::vec2(1.0f, -9.5e-10f)), 20.0f};
    const auto hit = raycast(box, pose, ray);
    EXPECT_TRUE(!hit || hit->entry.distance >= 9.99f);
}

/// A box beside the line of a ray, with an edge along it, hides no wall.
TEST(PlanarRaycast, PastAnEdgeMeetsTheWall) {
    const PlanarCompoundChild wall{PlanarSegment{{10, -3}, {10, 3}}, {}};
    const PlanarRay ray{{-1, 0}, {1, 0}, 100.0f};
    const auto expectWall = [&](const std::vector<PlanarCompoundChild>& boxes) {
        for (std::size_t place = 0; place <= boxes.size(); ++place) {
            std::vector<PlanarCompoundChild> children = boxes;
            children.insert(children.begin() + static_cast<std::ptrdiff_t>(place), wall);
            const auto hit = raycast(*PlanarCompound::fromChildren(children), PlanarPose{}, ray);
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->entry.distance, 11.0f);
            EXPECT_EQ(hit->exit.distance, 11.0f);
            EXPECT_EQ(hit->entry.child, place);
            EXPECT_EQ(hit->exit.child, place);
        }
    };
    for (const float side : {-1.0f, 1.0f}) {
        const auto boxAt = [&](float x, float y) {
            return PlanarCompoundChild{PlanarBox{{x, side * y}, {1, 1}}, {}};
        };
        for (const float x : {2.0f, 9.0f, 9.5f, 10.0f, 11.0f, 20.0f}) {
            SCOPED_TRACE("box at " + std::to_string(x) + ", " + std::to_string(side));
            expectWall({boxAt(x, 1)});
        }
        expectWall({boxAt(9, 1), boxAt(11, -1)});
        expectWall({boxAt(9.25f, 1), boxAt(11.5f, -1)});
    }
}

TEST(PlanarRaycast, AWallAtABoxIsOneWithIt) {
    const PlanarCompoundChild wall{PlanarSegment{{10, -3}, {10, 3}}, {}};
    for (const float x : {9.5f, 11.0f}) {  // inside of the box, and in its edge
        const PlanarCompoundChild box{PlanarBox{{x, 0}, {1, 1}}, {}};
        for (const auto& children : {std::vector{wall, box}, std::vector{box, wall}}) {
            const auto hit = raycast(*PlanarCompound::fromChildren(children), PlanarPose{},
                                     PlanarRay{{-1, 0}, {1, 0}, 100.0f});
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->entry.distance, x);
            EXPECT_EQ(hit->exit.distance, x + 2.0f);
            if (x == 9.5f) {
                EXPECT_TRUE(std::holds_alternative<PlanarBox>(children[hit->entry.child].shape));
            } else {
                EXPECT_EQ(hit->entry.child, 0u);
            }
        }
    }
}

/// The first chord of the segment's line is that of the wall that it touches before.
TEST(PlanarOverlap, OnACommonBorderIsFoundBehindAWall) {
    const PlanarCompoundChild wall{PlanarSegment{{-2, 0}, {-2, 1}}, {}}, above{PlanarBox{{0, 1}, {1, 1}}, {}},
        below{PlanarBox{{0, -1}, {1, 1}}, {}};
    const PlanarSegment along{{-3, 0}, {3, 0}};
    const auto isOver = [&](const std::vector<PlanarCompoundChild>& children) {
        return overlaps(*PlanarCompound::fromChildren(children), PlanarPose{}, along, PlanarPose{});
    };
    EXPECT_TRUE(isOver({above, below}));
    EXPECT_TRUE(isOver({above, below, wall}));
    EXPECT_FALSE(isOver({above, wall}));
}

/// The first part of the segment's line in the children may be shorter than touching.
TEST(PlanarOverlap, OnACommonBorderIsFoundBehindASliver) {
    const std::vector<PlanarCompoundChild> children{{PlanarBox{{-1, 1}, {1, 1}}, {}},
                                                    {PlanarBox{{-1, -1}, {1, 1}}, {}},
                                                    {PlanarBox{{4, 1}, {1, 1}}, {}},
                                                    {PlanarBox{{4, -1}, {1, 1}}, {}}};
    const PlanarCompound pillars = *PlanarCompound::fromChildren(children);
    const glm::vec2 inSliver{-1e-7f, 0}, inside{5, 0}, between{2, 0};
    const auto isOver = [&](const glm::vec2& start, const glm::vec2& end) {
        return overlaps(pillars, PlanarPose{}, PlanarSegment{start, end}, PlanarPose{});
    };
    EXPECT_TRUE(isOver(inSliver, inside));
    EXPECT_TRUE(isOver(inside, inSliver));
    EXPECT_FALSE(isOver(inSliver, between));
    EXPECT_FALSE(isOver(between, inSliver));
}

TEST(PlanarRaycast, LeavesTheLowestNumberedOfChildrenThatEndAlike) {
    const std::vector<PlanarCompoundChild> children{{PlanarBox{{3.5f, 0}, {1.5f, 1}}, {}},
                                                    {PlanarBox{{2.5f, 0}, {2.5f, 1}}, {}}};
    const auto hit =
        raycast(*PlanarCompound::fromChildren(children), PlanarPose{}, PlanarRay{{-1, 0}, {1, 0}, 100.0f});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.child, 1u);
    EXPECT_EQ(hit->exit.child, 0u);
    EXPECT_EQ(hit->exit.distance, 6.0f);
}

/// The coordinates of the line's origin are rounded to more than the radius allows.
TEST(PlanarRaycast, NormalsOfRoundShapesAreUnitFromAfar) {
    int circles = 0, capsules = 0;
    forEachTrial(35, 2000, [&](Random& random, int) {
        const bool isCircle = random.chance(0.5);
        const PlanarCapsule capsule{{-3.0f, -1.5f}, randomInSquare(random, 4.0), 1.0f};
        const PlanarShape shape = isCircle ? PlanarShape(Circle{{-3.0f, -1.5f}, 1.0f}) : PlanarShape(capsule);
        const glm::dvec2 way(randomPlanarRotation(random));
        const double far = std::pow(10.0, random.uniform(0.0, 13.0));
        const glm::dvec2 aside = random.uniform(-1.2, 1.2) * glm::dvec2(-way.y, way.x);
        const DPlanarRay ray{glm::dvec2(-3.0, -1.5) + aside - far * way, glm::vec2(way)};
        const auto hit = raycast(shape, DPlanarPose{}, ray);
        if (hit) {
            EXPECT_NEAR(glm::length(hit->entry.normal), 1.0f, 1e-6f) << far;
            EXPECT_NEAR(glm::length(hit->exit.normal), 1.0f, 1e-6f) << far;
            ++(isCircle ? circles : capsules);
        }
    });
    EXPECT_GT(std::min(circles, capsules), 300);
}

}  // namespace
