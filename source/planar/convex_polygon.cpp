#include "core/enum_names.hpp"
#include "math/is_finite.hpp"

#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

Unexpected<PolygonError> refuse(PolygonError::Code code, std::string message,
                                std::vector<std::uint32_t> indices) {
    return Unexpected{PolygonError{code, std::move(message), std::move(indices)}};
}

std::vector<std::uint32_t> notFinite(std::span<const glm::dvec2> points) {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (!isFinite(points[i])) {
            indices.push_back(i);
        }
    }
    return indices;
}

}  // namespace

std::string_view toString(PolygonError::Code code) noexcept {
    return enumName<PolygonError::Code::Collinear>(code, {"Empty", "NotFinite", "Coincident", "Collinear"});
}

Result<ConvexPolygon, PolygonError> ConvexPolygon::fromPoints(std::span<const glm::dvec2> points) {
    using Code = PolygonError::Code;
    if (points.empty()) {
        return refuse(Code::Empty, "a polygon needs at least three points, none were given", {});
    }
    if (const auto indices = notFinite(points); !indices.empty()) {
        return refuse(Code::NotFinite,
                      std::to_string(indices.size()) + " of " + std::to_string(points.size()) +
                          " points hold a NaN or an infinity, the first is point " +
                          std::to_string(indices.front()),
                      indices);
    }
    ConvexPolygon polygon;
    grahamScan(points, polygon.inputIndices_);
    const std::vector<std::uint32_t>& hull = polygon.inputIndices_;
    if (hull.size() == 1) {
        return refuse(Code::Coincident, "all " + std::to_string(points.size()) + " points coincide", hull);
    }
    if (hull.size() == 2) {
        return refuse(Code::Collinear,
                      "all " + std::to_string(points.size()) + " points lie on the line from point " +
                          std::to_string(hull[0]) + " to point " + std::to_string(hull[1]),
                      hull);
    }
    polygon.vertices_.reserve(hull.size());
    for (const std::uint32_t index : hull) {
        polygon.vertices_.push_back(points[index]);
    }
    return polygon;
}

}  // namespace sat3d::inline SAT3D_ABI
