#include "core/enum_names.hpp"
#include "core/shared_count.hpp"
#include "planar/polygon/loop_checks.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/polygon/polygon_data.hpp"

#include <sat3d/math/exact.hpp>
#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Integrates over the triangles from the first vertex.
PlanarMassProperties massOf(std::span<const glm::dvec2> vertices) {
    PlanarMassProperties mass;
    const glm::dvec2 origin = vertices[0];
    double aboutOrigin = 0.0;
    for (std::size_t i = 2; i < vertices.size(); ++i) {
        const glm::dvec2 u = vertices[i - 1] - origin, v = vertices[i] - origin;
        const double area = 0.5 * crossOf(u, v);
        mass.area += area;
        mass.centroid += area / 3.0 * (u + v);
        aboutOrigin += area / 6.0 * (glm::dot(u, u) + glm::dot(u, v) + glm::dot(v, v));
    }
    mass.centroid /= mass.area;
    mass.inertia = aboutOrigin - mass.area * glm::dot(mass.centroid, mass.centroid);
    mass.centroid += origin;
    return mass;
}

/// The loop's corner that contradicts convexity, if there is one.
/// @param hull  the loop's hull by grahamScan(), of three vertices or more
std::optional<std::uint32_t> concaveCorner(std::span<const glm::dvec2> loop,
                                           std::span<const std::uint32_t> hull) {
    const std::size_t count = loop.size();
    const bool isCounterClockwise = (hull[1] + count - hull[0]) % count < (hull[2] + count - hull[0]) % count;
    // From one vertex of the hull to the next, all points between must lie on that side, in order.
    for (std::size_t k = 0; k < hull.size(); ++k) {
        const std::uint32_t from = hull[k], to = hull[(k + 1) % hull.size()];
        const glm::dvec2 &start = loop[from], &along = loop[to] - start;
        glm::dvec2 last = start;
        const std::size_t step = isCounterClockwise ? 1 : count - 1;
        for (std::size_t i = (from + step) % count; i != to; i = (i + step) % count) {
            const bool isOnSide =
                orient2d(start, loop[to], loop[i]) == 0 && glm::dot(loop[i] - last, along) >= 0.0;
            if (!isOnSide) {
                return static_cast<std::uint32_t>(i);
            }
            last = loop[i];
        }
    }
    return std::nullopt;
}

Result<ConvexPolygon, PolygonError> madeOf(std::span<const glm::dvec2> points,
                                           std::vector<std::uint32_t> hull) {
    std::vector<glm::dvec2> vertices;
    vertices.reserve(hull.size());
    for (const std::uint32_t index : hull) {
        vertices.push_back(points[index]);
    }
    return PolygonData::polygonOf(makeShared<PolygonData>(std::move(vertices), std::move(hull)));
}

std::vector<glm::dvec2> inDouble(std::span<const glm::vec2> points) {
    return {points.begin(), points.end()};
}

}  // namespace

PolygonData::PolygonData(std::vector<glm::dvec2> corners, std::vector<std::uint32_t> indices)
    : vertices(std::move(corners)), inputIndices(std::move(indices)), massProperties(massOf(vertices)) {
    const auto count = static_cast<std::uint32_t>(vertices.size());
    const std::uint32_t padded = paddedEdges(count);
    edgeLanes.resize(std::size_t{3} * padded);
    for (std::uint32_t i = 0; i < padded; ++i) {
        const std::uint32_t edge = std::min(i, count - 1);
        const glm::dvec2 &from = vertices[edge], &to = vertices[(edge + 1) % count];
        const glm::dvec2 normal = glm::normalize(turnedRight(to - from));
        edgeLanes[i] = normal.x;
        edgeLanes[padded + i] = normal.y;
        edgeLanes[2 * padded + i] = std::max(glm::dot(normal, from), glm::dot(normal, to));
    }
    glm::dvec2 lower = vertices[0], upper = vertices[0];
    for (const glm::dvec2& vertex : vertices) {
        lower = {std::min(lower.x, vertex.x), std::min(lower.y, vertex.y)};
        upper = {std::max(upper.x, vertex.x), std::max(upper.y, vertex.y)};
    }
    center = 0.5 * (lower + upper);
    for (const glm::dvec2& vertex : vertices) {
        boundingRadius = std::max(boundingRadius, glm::length(vertex - center));
    }
}

std::string_view toString(PolygonError::Code code) noexcept {
    return enumName<PolygonError::Code::Outside>(code, {"Empty", "NotFinite", "TooLarge", "Coincident",
                                                        "Collinear", "NotConvex", "Crossing", "Outside"});
}

ConvexPolygon::ConvexPolygon(detail::SharedData<const PolygonData> data)
    : data_(std::move(data)), vertices_(data_->vertices), inputIndices_(data_->inputIndices) {}

Result<ConvexPolygon, PolygonError> ConvexPolygon::fromPoints(std::span<const glm::dvec2> points) {
    std::vector<std::uint32_t> hull;
    if (auto fault = faultOfPoints(points, hull)) {
        return Unexpected{*std::move(fault)};
    }
    return madeOf(points, std::move(hull));
}

Result<ConvexPolygon, PolygonError> ConvexPolygon::fromLoop(std::span<const glm::dvec2> loop) {
    std::vector<std::uint32_t> hull;
    if (auto fault = faultOfPoints(loop, hull)) {
        return Unexpected{*std::move(fault)};
    }
    if (const auto corner = concaveCorner(loop, hull)) {
        return Unexpected{
            PolygonError{PolygonError::Code::NotConvex,
                         "the loop is not convex at point " + std::to_string(*corner) +
                             ": use convexPieces() to split it, or fromPoints() for its convex hull",
                         {*corner}}};
    }
    return madeOf(loop, std::move(hull));
}

Result<ConvexPolygon, PolygonError> ConvexPolygon::fromPoints(std::span<const glm::vec2> points) {
    return fromPoints(inDouble(points));
}
Result<ConvexPolygon, PolygonError> ConvexPolygon::fromLoop(std::span<const glm::vec2> loop) {
    return fromLoop(inDouble(loop));
}

}  // namespace sat3d::SAT3D_ABI
