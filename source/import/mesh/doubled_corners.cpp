#include "import/mesh/doubled_corners.hpp"

#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "import/mesh/welded_mesh.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr double kFarthest = 1e-3;  // between two points of a corner, as a fraction of the largest extent
constexpr double kMinShare = 0.75;  // of the corners that are there twice
/// By this factor the sum of the squares of all face areas must grow: when a face is whole that was split in
/// two halves, its share of the sum doubles.
constexpr double kMinGrowth = 1.02;

/// Returns the distance of each vertex to the nearest other point, or infinity if that is above the limit.
std::vector<double> distancesToNearest(std::span<const glm::vec3> vertices, std::span<const glm::vec3> points,
                                       double limit) {
    // A direction along which the points of a face of a model are not equal.
    const glm::dvec3 along = glm::normalize(glm::dvec3(1.0, 0.4142135623730951, 0.7320508075688772));
    const auto placeOf = [&](const glm::vec3& point) { return glm::dot(glm::dvec3(point), along); };
    std::vector<glm::vec3> sorted(points.begin(), points.end());
    std::ranges::sort(sorted, {}, placeOf);
    std::vector<double> nearest;
    for (const glm::vec3& vertex : vertices) {
        const double place = placeOf(vertex);
        double least = std::numeric_limits<double>::infinity();
        for (auto point = std::ranges::lower_bound(sorted, place - limit, {}, placeOf);
             point != sorted.end() && placeOf(*point) <= place + limit; ++point) {
            const double distance = glm::length(glm::dvec3(*point) - glm::dvec3(vertex));
            if (*point != vertex && distance <= limit) {
                least = std::min(least, distance);
            }
        }
        nearest.push_back(least);
    }
    return nearest;
}

double sumOfSquaredAreas(const HullMesh& hull) {
    double sum = 0.0;
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        const double area = faceArea(HullView(hull), face);
        sum += area * area;
    }
    return sum;
}

}  // namespace

std::optional<MendedHull> withoutDoubledCorners(std::span<const glm::vec3> points, const HullMesh& hull) {
    const Aabb box = boxAround(hull.vertices);
    const std::vector<double> nearest =
        distancesToNearest(hull.vertices, points, kFarthest * largestExtent(box));
    double apart = 0.0;
    std::size_t doubled = 0;
    for (const double distance : nearest) {
        if (std::isfinite(distance)) {
            apart = std::max(apart, distance);
            ++doubled;
        }
    }
    if (static_cast<double>(doubled) < kMinShare * static_cast<double>(nearest.size())) {
        return std::nullopt;
    }
    const glm::dvec3 middle = 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper));
    double radius = 0.0;
    for (const glm::vec3& vertex : hull.vertices) {
        radius = std::max(radius, glm::length(glm::dvec3(vertex) - middle));
    }
    const auto tolerance = static_cast<float>(2.0 * apart / radius);
    auto mended = buildHull(points, {tolerance});
    if (!mended || sumOfSquaredAreas(*mended) < kMinGrowth * sumOfSquaredAreas(hull)) {
        return std::nullopt;
    }
    return MendedHull{*std::move(mended), apart, tolerance};
}

}  // namespace sat3d::SAT3D_ABI::importing
