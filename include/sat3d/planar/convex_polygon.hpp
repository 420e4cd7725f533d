#pragma once

/// @file
/// Convex polygons in the plane.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Reason why points do not make a polygon.
struct PolygonError {
    enum class Code {
        Empty,       ///< there are no points
        NotFinite,   ///< a coordinate is a NaN or an infinity; `indices` lists the points
        Coincident,  ///< all points are equal
        Collinear,   ///< all points lie on one line
    };
    Code code;
    std::string message;
    std::vector<std::uint32_t> indices;  ///< the input points that cause the error
};
/// Name of the enumerator, such as "Collinear".
[[nodiscard]] SAT3D_API std::string_view toString(PolygonError::Code code) noexcept;

/// A strictly convex polygon with counter-clockwise vertices. Immutable.
class ConvexPolygon {
public:
    /// Makes the convex hull of the points (see grahamScan). The points may be in any order.
    /// @code
    /// const std::vector<glm::dvec2> points{{0, 0}, {2, 0}, {0, 1}};
    /// auto triangle = sat3d::ConvexPolygon::fromPoints(points);  // Result<ConvexPolygon, PolygonError>
    /// @endcode
    /// @return the error Empty, NotFinite, Coincident or Collinear
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromPoints(
        std::span<const glm::dvec2> points);

    [[nodiscard]] std::span<const glm::dvec2> vertices() const noexcept { return vertices_; }
    /// Index of each vertex in the points that were passed to fromPoints().
    [[nodiscard]] std::span<const std::uint32_t> inputIndices() const noexcept { return inputIndices_; }

private:
    ConvexPolygon() = default;
    std::vector<glm::dvec2> vertices_;
    std::vector<std::uint32_t> inputIndices_;
};

}  // namespace sat3d::inline SAT3D_ABI
