#pragma once

/// @file
/// Random shapes of the plane, and their separation by brute force in long double: the oracle of the planar
/// queries. It knows neither edges nor windings, only points and radii.

#include "support/random.hpp"

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::test {

using Real = long double;
using RealVector = glm::vec<2, Real>;

inline Real dotOf(const RealVector& u, const RealVector& v) {
    return u.x * v.x + u.y * v.y;
}

/// The points within a radius of the convex hull of some points, in world frame. Without points, a
/// half-plane.
struct PointsAndRadius {
    std::vector<RealVector> points;
    Real radius = 0.0L;
    RealVector normal{0.0L};
    Real offset = 0.0L;

    [[nodiscard]] Real support(const RealVector& direction) const {
        Real best = -std::numeric_limits<Real>::infinity();
        for (const RealVector& point : points) {
            best = std::max(best, dotOf(direction, point));
        }
        return best + radius;
    }
};

/// @param pose  its rotation is normalized
template <class T>
PointsAndRadius pointsOf(const PlanarShape& shape, const BasicPlanarPose<T>& pose) {
    const RealVector turn =
        RealVector(pose.rotation) / std::hypot(Real(pose.rotation.x), Real(pose.rotation.y));
    const auto toWorld = [&](const RealVector& p) {
        return RealVector(pose.position) +
               RealVector(turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y);
    };
    PointsAndRadius result;
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        result.points = {toWorld(RealVector(circle->center))};
        result.radius = circle->radius;
    } else if (const auto* capsule = std::get_if<PlanarCapsule>(&shape)) {
        result.points = {toWorld(RealVector(capsule->start)), toWorld(RealVector(capsule->end))};
        result.radius = capsule->radius;
    } else if (const auto* segment = std::get_if<PlanarSegment>(&shape)) {
        result.points = {toWorld(RealVector(segment->start)), toWorld(RealVector(segment->end))};
    } else if (const auto* box = std::get_if<PlanarBox>(&shape)) {
        const RealVector x =
            RealVector(box->rotation) / std::hypot(Real(box->rotation.x), Real(box->rotation.y));
        const RealVector y{-x.y, x.x};
        for (const auto& [i, j] : {std::pair{1.0L, 1.0L}, {1.0L, -1.0L}, {-1.0L, -1.0L}, {-1.0L, 1.0L}}) {
            result.points.push_back(toWorld(RealVector(box->center) + i * Real(box->halfExtents.x) * x +
                                            j * Real(box->halfExtents.y) * y));
        }
    } else if (const auto* polygon = std::get_if<ConvexPolygon>(&shape)) {
        for (const glm::dvec2& vertex : polygon->vertices()) {
            result.points.push_back(toWorld(RealVector(vertex)));
        }
    } else if (const auto* plane = std::get_if<HalfPlane>(&shape)) {
        const RealVector n =
            RealVector(plane->normal) / std::hypot(Real(plane->normal.x), Real(plane->normal.y));
        result.normal = toWorld(n) - RealVector(pose.position);
        result.offset = Real(plane->offset) + dotOf(result.normal, RealVector(pose.position));
    }
    return result;
}

/// From a point to the closest point of a segment.
inline RealVector toSegment(const RealVector& p, const RealVector& from, const RealVector& to) {
    const RealVector along = to - from;
    const Real squared = dotOf(along, along);
    const Real share = squared > 0.0L ? std::clamp(dotOf(p - from, along) / squared, 0.0L, 1.0L) : 0.0L;
    return from + share * along - p;
}

/// The gap along a direction from A to B, radii included.
inline Real separationAlong(const PointsAndRadius& a, const PointsAndRadius& b, const RealVector& direction) {
    return -b.support(-direction) - a.support(direction);
}

/// The signed separation by brute force: all distances of points from segments between two points of the
/// other shape, and all axes perpendicular to two points of one shape. The shapes are apart exactly if the
/// way between the closest points is an axis that separates them; shapes without width need this test,
/// because no perpendicular axis tells those in one line apart.
inline Real separationByBruteForce(const PointsAndRadius& a, const PointsAndRadius& b) {
    if (a.points.empty()) {
        return -b.support(-a.normal) - a.offset;
    }
    if (b.points.empty()) {
        return separationByBruteForce(b, a);
    }
    const Real radii = a.radius + b.radius;
    Real best = -std::numeric_limits<Real>::infinity();
    Real squared = std::numeric_limits<Real>::infinity();
    RealVector way{0.0L};  // from A to B
    for (const auto& [owner, other, sign] : {std::tuple{&a, &b, -1.0L}, {&b, &a, 1.0L}}) {
        for (const RealVector& from : owner->points) {
            for (const RealVector& to : owner->points) {
                const RealVector along = to - from;
                const Real length = std::sqrt(dotOf(along, along));
                if (length > 0.0L) {
                    const RealVector normal = RealVector(along.y, -along.x) / length;
                    best = std::max(best, separationAlong(*owner, *other, normal) + radii);
                }
                for (const RealVector& point : other->points) {
                    const RealVector between = toSegment(point, from, to);
                    if (dotOf(between, between) < squared) {
                        squared = dotOf(between, between);
                        way = sign * between;
                    }
                }
            }
        }
    }
    const Real distance = std::sqrt(squared);
    const bool isApart = distance > 0.0L && separationAlong(a, b, way / distance) + radii > 0.5L * distance;
    const bool arePoints = best == -std::numeric_limits<Real>::infinity();
    return (isApart ? distance : arePoints ? 0.0L : std::min(best, 0.0L)) - radii;
}

/// Distance of a point from a shape, negative inside.
inline Real distanceOfPoint(const RealVector& point, const PointsAndRadius& shape) {
    return separationByBruteForce(PointsAndRadius{{point}, 0.0L, {}, 0.0L}, shape);
}

/// Whether a shape has no width: a point, a segment or a box with an extent of 0.
inline bool isFlat(const PointsAndRadius& shape) {
    const auto isOnLine = [&](const RealVector& p) {
        const RealVector u = shape.points[shape.points.size() / 2] - shape.points[0], v = p - shape.points[0];
        return std::abs(u.x * v.y - u.y * v.x) < 1e-12L;
    };
    return shape.radius == 0.0L && !shape.points.empty() &&
           std::all_of(shape.points.begin(), shape.points.end(), isOnLine);
}

/// The convex parts of a shape: the children of a compound, or the shape itself.
template <class T>
std::vector<PointsAndRadius> convexPartsOf(const PlanarShape& shape, const BasicPlanarPose<T>& pose) {
    const auto* compound = std::get_if<PlanarCompound>(&shape);
    if (compound == nullptr) {
        return {pointsOf(shape, pose)};
    }
    const auto inDouble = [](const auto& p) {
        const glm::dvec2 rotation(p.rotation);
        return DPlanarPose{glm::dvec2(p.position), rotation / std::hypot(rotation.x, rotation.y)};
    };
    std::vector<PointsAndRadius> parts;
    for (const PlanarCompoundChild& child : compound->children()) {
        const auto toWorld = inDouble(pose) * inDouble(child.pose);
        parts.push_back(std::visit([&](const auto& convex) { return pointsOf(PlanarShape(convex), toWorld); },
                                   child.shape));
    }
    return parts;
}
inline Real separationByBruteForce(const std::vector<PointsAndRadius>& a,
                                   const std::vector<PointsAndRadius>& b) {
    Real least = std::numeric_limits<Real>::infinity();
    for (const PointsAndRadius& partOfA : a) {
        for (const PointsAndRadius& partOfB : b) {
            least = std::min(least, separationByBruteForce(partOfA, partOfB));
        }
    }
    return least;
}
inline Real distanceOfPoint(const RealVector& point, const std::vector<PointsAndRadius>& parts) {
    return separationByBruteForce({{{point}, 0.0L, {}, 0.0L}}, parts);
}

enum class PlanarKind : std::uint8_t { Circle, Capsule, Segment, Box, Polygon, HalfPlane, Compound };
inline constexpr int kPlanarKinds = 7;

inline glm::vec2 randomPlanarRotation(Random& random) {
    const glm::dvec3 axis = random.direction();
    const double length = std::hypot(axis.x, axis.y);
    return length > 1e-3 ? glm::vec2(axis.x / length, axis.y / length) : glm::vec2(1.0f, 0.0f);
}

inline glm::vec2 randomInSquare(Random& random, double half) {
    const double x = random.uniform(-half, half);
    const double y = random.uniform(-half, half);
    return {x, y};
}

template <class T>
BasicPlanarPose<T> randomPlanarPose(Random& random, double reach) {
    const glm::vec<2, T> position(randomInSquare(random, reach));
    return {position,
            random.chance(0.2) ? glm::vec<2, T>(1, 0) : glm::vec<2, T>(randomPlanarRotation(random))};
}

PlanarShape randomPlanarShape(Random& random, PlanarKind kind, double size);

/// A compound of convex children.
/// @param makeChild  returns a pair of a shape and its pose. Shapes that cannot be children are left out
template <class MakeChild>
PlanarCompound planarCompoundOf(std::uint32_t count, const MakeChild& makeChild) {
    std::vector<PlanarCompoundChild> children;
    while (children.size() < count) {
        const std::pair<PlanarShape, PlanarPose> child = makeChild();
        std::visit(
            [&]<class S>(const S& convex) {
                if constexpr (std::is_constructible_v<PlanarConvexShape, S>) {
                    children.push_back({convex, child.second});
                }
            },
            child.first);
    }
    return PlanarCompound::fromChildren(std::move(children)).value();
}

/// One to four children, which may overlap.
inline PlanarCompound randomPlanarCompound(Random& random, double size) {
    return planarCompoundOf(1 + random.below(4), [&] {
        return std::pair{randomPlanarShape(random, PlanarKind(random.below(5)), 0.6 * size),
                         randomPlanarPose<float>(random, size)};
    });
}

/// A shape of about `size` meters.
inline PlanarShape randomPlanarShape(Random& random, PlanarKind kind, double size) {
    const auto length = [&] { return static_cast<float>(size * random.uniform(0.1, 1.0)); };
    switch (kind) {
        case PlanarKind::Circle:
            return Circle{randomInSquare(random, size), length()};
        case PlanarKind::Capsule: {
            const glm::vec2 start = randomInSquare(random, size);
            const glm::vec2 end = random.chance(0.1) ? start : randomInSquare(random, size);
            return PlanarCapsule{start, end, length()};
        }
        case PlanarKind::Segment: {
            const glm::vec2 start = randomInSquare(random, size);
            return PlanarSegment{start, randomInSquare(random, size)};
        }
        case PlanarKind::Box: {
            const float x = length();
            PlanarBox box{randomInSquare(random, 0.5 * size), {x, length()}, {1.0f, 0.0f}};
            if (random.chance(0.5)) {
                box.rotation = randomPlanarRotation(random);
            }
            return box;
        }
        case PlanarKind::Polygon: {
            std::vector<glm::vec2> points(3 + random.below(10));
            for (glm::vec2& point : points) {
                point = randomInSquare(random, size);
            }
            return ConvexPolygon::fromPoints(points).value();
        }
        case PlanarKind::Compound:
            return randomPlanarCompound(random, size);
        case PlanarKind::HalfPlane:
            break;
    }
    const glm::vec2 normal = randomPlanarRotation(random);
    return HalfPlane{normal, static_cast<float>(random.uniform(-size, size))};
}

}  // namespace sat3d::test
