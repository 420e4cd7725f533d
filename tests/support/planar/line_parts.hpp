#pragma once

/// @file
/// The parts of a line inside shapes of the plane, by brute force: the oracle of rays.

#include "support/planar/planar_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace sat3d::test {

struct LinePart {
    Real from, to;
};
struct OracleLine {
    RealVector origin, direction;  ///< unit direction

    [[nodiscard]] RealVector at(Real t) const { return origin + t * direction; }
    [[nodiscard]] Real heightOf(const RealVector& p) const {
        return direction.x * (p.y - origin.y) - direction.y * (p.x - origin.x);
    }
};

/// All t at which a line can cross the border of a convex shape: its crossings with the circles around the
/// points, and with the sides of the stadium around any two points.
inline std::vector<Real> possibleCrossings(const PointsAndRadius& shape, const OracleLine& line) {
    std::vector<Real> crossings;
    const auto addSide = [&](const RealVector& normal, Real offset) {
        const Real rise = dotOf(normal, line.direction);
        if (std::abs(rise) > 1e-12L) {
            crossings.push_back((offset - dotOf(normal, line.origin)) / rise);
        }
    };
    if (shape.points.empty()) {
        addSide(shape.normal, shape.offset);
    }
    for (const RealVector& p : shape.points) {
        const Real aside = line.heightOf(p), squared = (shape.radius - aside) * (shape.radius + aside);
        const Real middle = dotOf(p - line.origin, line.direction);
        for (const Real sign : {-1.0L, 1.0L}) {
            crossings.push_back(middle + sign * std::sqrt(std::max(squared, 0.0L)));
        }
        for (const RealVector& q : shape.points) {
            const RealVector along = q - p;
            const Real length = std::sqrt(dotOf(along, along));
            if (length > 0.0L) {
                const RealVector normal = RealVector(along.y, -along.x) / length;
                addSide(normal, dotOf(normal, p) + shape.radius);
            }
        }
    }
    std::sort(crossings.begin(), crossings.end());
    return crossings;
}

/// The part of a line in the interior of a convex shape.
inline std::optional<LinePart> interiorPart(const PointsAndRadius& shape, const OracleLine& line) {
    constexpr Real kFar = 1e12L;
    std::vector<Real> crossings{-kFar};
    for (const Real t : possibleCrossings(shape, line)) {
        crossings.push_back(t);
    }
    crossings.push_back(kFar);
    std::optional<LinePart> part;
    for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
        const Real from = crossings[i], to = crossings[i + 1];
        if (to - from > 1e-9L && distanceOfPoint(line.at(0.5L * (from + to)), shape) < -1e-10L) {
            part = LinePart{part ? part->from : from, to};
        }
    }
    return part;
}

/// Whether a shape is a segment, which rays hit although it has no inside.
inline bool isWall(const PointsAndRadius& shape) {
    return shape.radius == 0.0L && shape.points.size() == 2;
}

/// The parts of a line in the union of shapes with an inside.
/// @param gap  parts closer than this are one
inline std::vector<LinePart> unionParts(const std::vector<PointsAndRadius>& shapes, const OracleLine& line,
                                        Real gap) {
    std::vector<LinePart> parts, merged;
    for (const PointsAndRadius& shape : shapes) {
        if (const auto part = interiorPart(shape, line)) {
            parts.push_back(*part);
        }
    }
    std::sort(parts.begin(), parts.end(),
              [](const LinePart& a, const LinePart& b) { return a.from < b.from; });
    for (const LinePart& part : parts) {
        if (!merged.empty() && part.from - merged.back().to < gap) {
            merged.back().to = std::max(merged.back().to, part.to);
        } else {
            merged.push_back(part);
        }
    }
    return merged;
}

/// The parts of a line beside it on both sides.
struct SidesOfLine {
    std::vector<LinePart> left, right;

    /// @param shift  of the line to its sides
    SidesOfLine(const std::vector<PointsAndRadius>& shapes, const OracleLine& line, Real shift) {
        const RealVector aside = shift * RealVector(-line.direction.y, line.direction.x);
        left = unionParts(shapes, {line.origin + aside, line.direction}, 10.0L * shift);
        right = unionParts(shapes, {line.origin - aside, line.direction}, 10.0L * shift);
    }

    /// Whether both sides see the same up to `tolerance`. If not, a border runs along the line or touches it.
    [[nodiscard]] bool areEqual(Real tolerance) const {
        return std::equal(
            left.begin(), left.end(), right.begin(), right.end(), [&](const LinePart& a, const LinePart& b) {
                return std::abs(a.from - b.from) < tolerance && std::abs(a.to - b.to) < tolerance;
            });
    }
};

/// Where a line crosses a segment, ends included; nothing if it runs along it.
inline std::optional<Real> crossingOfWall(const PointsAndRadius& shape, const OracleLine& line) {
    const auto [low, high] = std::minmax_element(
        shape.points.begin(), shape.points.end(),
        [&](const auto& p, const auto& q) { return line.heightOf(p) < line.heightOf(q); });
    const Real below = line.heightOf(*low), above = line.heightOf(*high);
    if (above - below < 1e-12L || below > 0.0L || above < 0.0L) {
        return std::nullopt;
    }
    const RealVector at = *low + below / (below - above) * (*high - *low);
    return dotOf(at - line.origin, line.direction);
}

}  // namespace sat3d::test
