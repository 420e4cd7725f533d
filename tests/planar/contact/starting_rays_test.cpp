// Points within a few roundings of borders, and rays that start there, along the border as well as across it:
// contains(), overlaps(), distance() and raycast() agree about them, whatever the shape and wherever it is.

#include "support/planar/border_points.hpp"
#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random, test::Real, test::RealVector;

/// A box or a polygon that is hundreds of times longer than wide, at a point of its long border.
test::SupportedPlanar supportedLong(Random& random) {
    const float half = 25.0f * static_cast<float>(1 + random.below(8)),
                share = 0.125f * static_cast<float>(random.below(8));
    const glm::vec2 point{share * half, 0.25f};
    if (random.chance(0.3)) {
        return {PlanarCapsule{{-half, 0}, {half, 0}, 0.25f}, point, {0, 1}, {0, 0}, true};
    }
    if (random.chance(0.5)) {
        return {PlanarBox{{0, 0}, {half, 0.25f}}, point, {0, 1}, {0, 0}};
    }
    const std::array<glm::vec2, 4> corners{{{-half, 0.25f}, {half, 0.25f}, {0.5f * half, -1}, {-half, -1}}};
    return {*ConvexPolygon::fromPoints(corners), point, {0, 1}, {0, 0}};
}

/// Compounds have up to four children. The last one is at the point, and often its mirror image there is one
/// too: then the point is on their common border.
test::SupportedPlanar supportedAnywhere(Random& random) {
    test::SupportedPlanar at = random.chance(0.1)   ? test::supportedHalfPlane(random)
                               : random.chance(0.3) ? supportedLong(random)
                               : random.chance(0.3) ? test::supportedAlongEdge(random)
                                                    : test::supportedConvex(random);
    if (random.chance(0.6) || std::holds_alternative<HalfPlane>(at.shape)) {
        return at;
    }
    static constexpr std::array<glm::vec2, 4> kTurns{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    const auto place = [&] {
        const float x = 0.25f * static_cast<float>(random.below(40));
        return glm::vec2(x, 0.25f * static_cast<float>(random.below(40)));
    };
    const PlanarPose last{place(), kTurns[random.below(4)]};
    const auto turned = [&](const glm::vec2& v) {
        return glm::vec2(last.rotation.x * v.x - last.rotation.y * v.y,
                         last.rotation.y * v.x + last.rotation.x * v.y);
    };
    const glm::vec2 point = last.position + turned(at.point);
    const bool hasImage = random.chance(0.4);
    const std::uint32_t count = (hasImage ? 2 : 1) + random.below(3);
    std::uint32_t made = 0;
    const PlanarCompound compound = test::planarCompoundOf(count, [&] {
        ++made;
        if (made == count) {
            return std::pair{at.shape, last};
        }
        if (hasImage && made == count - 1) {
            return std::pair{at.shape, PlanarPose{point + turned(at.point), -last.rotation}};
        }
        return std::pair{test::supportedConvex(random).shape, PlanarPose{place(), kTurns[random.below(4)]}};
    });
    return {compound, point, turned(at.normal), last.position + turned(at.inside)};
}

/// Poses on a lattice, and at a distance of up to 1e6 m.
template <class T>
BasicPlanarPose<T> anyPose(Random& random, double reach) {
    static constexpr std::array<glm::dvec2, 6> kTurns{
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.6, 0.8}, {-0.8, 0.6}}};
    const double x = 0.25 * std::floor(4.0 * random.uniform(-reach, reach)),
                 y = 0.25 * std::floor(4.0 * random.uniform(-reach, reach));
    if (random.chance(0.6)) {
        return {glm::vec<2, T>(x, y), glm::vec<2, T>(kTurns[random.below(kTurns.size())])};
    }
    const double angle = random.uniform(-4.0, 4.0);
    return {glm::vec<2, T>(random.uniform(-reach, reach), y),
            glm::vec<2, T>(std::cos(angle), std::sin(angle))};
}

/// A point near the border in the world, and what the oracle says about it in the shape's frame.
struct NearPoint {
    Real distance = 0.0L;     ///< from the border, negative inside
    Real coordinates = 0.0L;  ///< of the point and of the shape
    /// Whether several children are so close that the point may be on their common border, which is inside.
    bool isBetween = false;
};
template <class T>
NearPoint seen(const PlanarShape& shape, const BasicPlanarPose<T>& pose, const glm::vec<2, T>& point) {
    const RealVector turn =
                         RealVector(pose.rotation) / std::hypot(Real(pose.rotation.x), Real(pose.rotation.y)),
                     from = RealVector(point) - RealVector(pose.position);
    const RealVector local{turn.x * from.x + turn.y * from.y, turn.x * from.y - turn.y * from.x};
    const auto parts = test::convexPartsOf(shape, DPlanarPose{});
    Real reach = std::abs(local.x) + std::abs(local.y);
    for (const test::PointsAndRadius& part : parts) {
        Real farthest = std::abs(part.offset);
        for (const RealVector& p : part.points) {
            farthest = std::max(farthest, std::abs(p.x) + std::abs(p.y));
        }
        reach += farthest + part.radius;
    }
    const auto isClose = [&](const test::PointsAndRadius& part) {
        return test::distanceOfPoint(local, part) < 0x1p-19L * reach;
    };
    return {test::distanceOfPoint(local, parts), reach,
            std::count_if(parts.begin(), parts.end(), isClose) > 1};
}

struct StartRegimes {
    int inside = 0, outside = 0, outsideCompounds = 0, close = 0, hits = 0, misses = 0;
};

template <class T>
void checkStart(const PlanarShape& shape, const BasicPlanarPose<T>& pose, const glm::vec<2, T>& point,
                const glm::vec2& direction, StartRegimes& regimes) {
    const NearPoint oracle = seen(shape, pose, point);
    const bool isInside = contains(shape, pose, point);
    const Real rounding = 1e-14L * oracle.coordinates;
    if (oracle.distance < -2.0L * rounding) {
        ASSERT_TRUE(isInside) << double(oracle.distance) << " of " << double(oracle.coordinates);
        ++regimes.inside;
    } else if (oracle.distance > -0.01L * rounding && !oracle.isBetween) {
        ASSERT_FALSE(isInside) << double(oracle.distance) << " of " << double(oracle.coordinates);
        ++regimes.outside;
        regimes.outsideCompounds += std::holds_alternative<PlanarCompound>(shape) ? 1 : 0;
    }
    const bool isClose = std::abs(oracle.distance) < 30.0L * rounding;
    regimes.close += isClose ? 1 : 0;
    const BasicPlanarPose<T> atPoint{point, {T(1), T(0)}};
    const Circle circle{.radius = 0.0f};
    const glm::dvec2 places = glm::abs(glm::dvec2(point)) + glm::abs(glm::dvec2(pose.position));
    const Real inWorld = rounding + 1e-14L * (Real(places.x) + Real(places.y));
    if (std::abs(oracle.distance) > inWorld && !(oracle.isBetween && oracle.distance > 0.0L)) {
        ASSERT_EQ(overlaps(circle, atPoint, shape, pose), isInside) << double(oracle.distance);
        ASSERT_EQ(overlaps(shape, pose, circle, atPoint), isInside) << double(oracle.distance);
        ASSERT_EQ(distance(shape, pose, circle, atPoint).separation < 0.0f, isInside)
            << double(oracle.distance);
    }
    for (const float length : {0.0f, 1e-9f, 1e-3f, 1.0f, 1000.0f, std::numeric_limits<float>::infinity()}) {
        const auto hit = raycast(shape, pose, BasicPlanarRay<T>{point, direction, length});
        ASSERT_EQ(hit && hit->startedInside, isInside)
            << "length " << length << ", " << double(oracle.distance) << " of " << double(oracle.coordinates)
            << " along " << direction.x << ' ' << direction.y;
        if (length == 0.0f) {
            ASSERT_EQ(hit.has_value(), isInside);
        }
        if (hit && isInside) {
            ASSERT_EQ(hit->entry.distance, 0.0f);
            ASSERT_GE(hit->exit.distance, 0.0f);
        }
        ++(hit ? regimes.hits : regimes.misses);
    }
}

template <class T>
void checkStarts(std::uint32_t seed, double reach) {
    StartRegimes regimes;
    std::array<int, std::variant_size_v<PlanarShape>> kinds{};
    test::forEachTrial(seed, test::trialCount(20'000), [&](Random& random, int) {
        const test::SupportedPlanar at = supportedAnywhere(random);
        const auto pose = anyPose<T>(random, reach);
        const DPlanarPose exact{
            glm::dvec2(pose.position),
            glm::dvec2(pose.rotation) / std::hypot(double(pose.rotation.x), double(pose.rotation.y))};
        const auto rotated = [&](const glm::dvec2& v) {
            return glm::dvec2(exact.rotation.x * v.x - exact.rotation.y * v.y,
                              exact.rotation.y * v.x + exact.rotation.x * v.y);
        };
        const glm::dvec2 normal = glm::normalize(glm::dvec2(at.normal));
        const double off = random.chance(0.2)
                               ? 0.0
                               : random.uniform(-1.0, 0.3) * std::pow(10.0, random.uniform(-16.0, -6.0));
        const double along =
            random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0) * std::pow(10.0, random.uniform(-16.0, 0.0));
        const glm::dvec2 local =
            glm::dvec2(at.point) +
            off * (random.chance(0.5) ? normal : glm::dvec2(at.point) - glm::dvec2(at.inside)) +
            along * glm::dvec2(-normal.y, normal.x);
        const glm::vec<2, T> point(exact.position + rotated(local));
        const glm::dvec2 edge(-normal.y, normal.x);
        const double tilt = random.chance(0.3)
                                ? 0.0
                                : random.uniform(-1.0, 1.0) * std::pow(10.0, random.uniform(-17.0, -1.0));
        glm::dvec2 direction = random.chance(0.2)   ? normal
                               : random.chance(0.2) ? glm::dvec2(test::randomPlanarRotation(random))
                                                    : edge + tilt * normal;
        direction = (random.chance(0.5) ? 1.0 : -1.0) * direction;
        SCOPED_TRACE("kind " + std::to_string(at.shape.index()));
        checkStart(at.shape, pose, point, glm::vec2(rotated(direction)), regimes);
        ++kinds[at.shape.index()];
    });
    const int least = test::trialCount(2000);
    EXPECT_GT(std::min({regimes.inside, regimes.outside, regimes.outsideCompounds, regimes.close,
                        regimes.hits, regimes.misses}),
              least);
    const std::size_t segment = PlanarShape(PlanarSegment{}).index();
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (kind != segment) {  // it has no inside
            EXPECT_GT(kinds[kind], test::trialCount(500)) << kind;
        }
    }
}

TEST(PlanarStartingRays, StartInsideExactlyIfThePointIsContained) {
    checkStarts<double>(88, 20.0);
    checkStarts<float>(89, 20.0);
}
TEST(PlanarStartingRays, FarFromTheOriginToo) {
    checkStarts<double>(90, 1e3);
    checkStarts<double>(91, 1e6);
    checkStarts<float>(92, 1e3);
}

}  // namespace
