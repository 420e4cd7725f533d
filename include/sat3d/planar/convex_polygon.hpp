#pragma once

/// @file
/// Convex polygons in the plane.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Why points make no polygon.
struct PolygonError {
    enum class Code {
        Empty,      ///< no points
        NotFinite,  ///< NaN or infinity; `indices` says where
        Point,      ///< all points coincide
        Linear,     ///< all points on one line
    };
    Code code;
    std::string message;
    std::vector<std::uint32_t> indices;  ///< the offending input points
};

/// A strictly convex polygon, corners counter-clockwise. Immutable.
class ConvexPolygon {
public:
    /// The convex hull of the points (grahamScan). Errors: Empty, NotFinite, Point, Linear.
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromPoints(
        std::span<const glm::dvec2> points);

    [[nodiscard]] std::span<const glm::dvec2> vertices() const noexcept { return vertices_; }
    /// Index of every corner in the points the polygon was made from.
    [[nodiscard]] std::span<const std::uint32_t> sourceIndices() const noexcept { return sourceIndices_; }

private:
    ConvexPolygon() = default;
    std::vector<glm::dvec2> vertices_;
    std::vector<std::uint32_t> sourceIndices_;
};

}  // namespace sat3d::inline SAT3D_ABI
