#include "planar/polygon/loop_checks.hpp"

#include "math/is_finite.hpp"
#include "math/largest_magnitude.hpp"

#include <sat3d/planar/graham_scan.hpp>

#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kMaxCoordinate = 1e15;

template <class Test>
std::vector<std::uint32_t> pointsWith(std::span<const glm::dvec2> points, const Test& test) {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (test(points[i])) {
            indices.push_back(i);
        }
    }
    return indices;
}

std::string number(std::size_t value) {
    return std::to_string(value);
}

}  // namespace

std::optional<PolygonError> faultOfPoints(std::span<const glm::dvec2> points,
                                          std::vector<std::uint32_t>& hull) {
    using Code = PolygonError::Code;
    const std::string count = number(points.size());
    if (points.empty()) {
        return PolygonError{Code::Empty, "a polygon needs at least three points, none were given", {}};
    }
    if (auto bad = pointsWith(points, [](const glm::dvec2& p) { return !isFinite(p); }); !bad.empty()) {
        std::string message = number(bad.size()) + " of " + count +
                              " points hold a NaN or an infinity, the first is point " + number(bad.front()) +
                              ": give finite coordinates";
        return PolygonError{Code::NotFinite, std::move(message), std::move(bad)};
    }
    const auto isTooLarge = [](const glm::dvec2& p) { return largestMagnitude(p) > kMaxCoordinate; };
    if (auto bad = pointsWith(points, isTooLarge); !bad.empty()) {
        std::string message = "point " + number(bad.front()) +
                              " has a coordinate beyond 1e15: move the polygon to its origin, or scale it";
        return PolygonError{Code::TooLarge, std::move(message), std::move(bad)};
    }
    grahamScan(points, hull);
    if (hull.size() == 1) {
        return PolygonError{Code::Coincident,
                            "all " + count + " points coincide: use a Circle of radius 0 for a point", hull};
    }
    if (hull.size() == 2) {
        return PolygonError{Code::Collinear,
                            "all " + count + " points lie on the line from point " + number(hull[0]) +
                                " to point " + number(hull[1]) + ": use a PlanarSegment",
                            hull};
    }
    return std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
