#pragma once

/// @file
/// Convex polygons in the plane.

#include <sat3d/core/result.hpp>
#include <sat3d/core/shared_data.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Reason why points do not make a polygon.
struct PolygonError {
    enum class Code {
        Empty,       ///< there are no points
        NotFinite,   ///< a coordinate is a NaN or an infinity; `indices` lists the points
        TooLarge,    ///< a coordinate exceeds 1e15
        Coincident,  ///< all points are equal
        Collinear,   ///< all points lie on one line
        NotConvex,   ///< the loop turns both ways, goes around more than once, or goes back on itself
        Crossing,    ///< two sides of an outline or of holes cross or touch
        Outside,     ///< a hole does not lie inside the outline, or lies in another hole
    };
    Code code;
    std::string message;                 ///< states the cause with its numbers, and what to do
    std::vector<std::uint32_t> indices;  ///< the input points that cause the error
};
/// Name of the enumerator, such as "Collinear".
[[nodiscard]] SAT3D_API std::string_view toString(PolygonError::Code code) noexcept;

namespace detail {
struct PolygonData;
}

/// A strictly convex polygon with counter-clockwise vertices. Immutable; copies share the data, so that one
/// polygon serves any number of bodies, each with its own pose. Edge i runs from vertex i to the next one.
class ConvexPolygon {
public:
    /// Makes the convex hull of the points (see grahamScan). The points may be in any order.
    /// @code
    /// const std::vector<glm::dvec2> points{{0, 0}, {2, 0}, {0, 1}};
    /// auto triangle = sat3d::ConvexPolygon::fromPoints(points);  // Result<ConvexPolygon, PolygonError>
    /// @endcode
    /// @return the error Empty, NotFinite, TooLarge, Coincident or Collinear
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromPoints(
        std::span<const glm::dvec2> points);
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromPoints(
        std::span<const glm::vec2> points);

    /// Makes a polygon of a loop that is convex, clockwise or counter-clockwise. Repeated points and points
    /// on a side are left out. Decided exactly: a loop that is concave by one bit is refused.
    /// @return the errors of fromPoints(), and NotConvex with the corner that turns the other way
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromLoop(
        std::span<const glm::dvec2> loop);
    [[nodiscard]] static SAT3D_API Result<ConvexPolygon, PolygonError> fromLoop(
        std::span<const glm::vec2> loop);

    [[nodiscard]] std::span<const glm::dvec2> vertices() const noexcept { return vertices_; }
    /// Index of each vertex in the points that were passed to fromPoints() or fromLoop().
    [[nodiscard]] std::span<const std::uint32_t> inputIndices() const noexcept { return inputIndices_; }

    /// Internal.
    [[nodiscard]] const detail::PolygonData& data() const noexcept { return *data_; }

private:
    friend struct detail::PolygonData;
    explicit ConvexPolygon(detail::SharedData<const detail::PolygonData> data);

    detail::SharedData<const detail::PolygonData> data_;
    std::span<const glm::dvec2> vertices_;
    std::span<const std::uint32_t> inputIndices_;
};

}  // namespace sat3d::SAT3D_ABI
