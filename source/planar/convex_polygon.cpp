#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <cmath>
#include <numeric>
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
        if (!std::isfinite(points[i].x) || !std::isfinite(points[i].y)) {
            indices.push_back(i);
        }
    }
    return indices;
}

}  // namespace

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
    grahamScan(points, polygon.sourceIndices_);
    const std::vector<std::uint32_t>& corners = polygon.sourceIndices_;
    if (corners.size() == 1) {
        return refuse(Code::Point, "all " + std::to_string(points.size()) + " points coincide", corners);
    }
    if (corners.size() == 2) {
        return refuse(Code::Linear,
                      "all " + std::to_string(points.size()) + " points lie on the line from point " +
                          std::to_string(corners[0]) + " to point " + std::to_string(corners[1]),
                      corners);
    }
    polygon.vertices_.reserve(corners.size());
    for (const std::uint32_t index : corners) {
        polygon.vertices_.push_back(points[index]);
    }
    return polygon;
}

}  // namespace sat3d::inline SAT3D_ABI
