#include "core/format_numbers.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/hull_measures/progressive_hull.hpp"
#include "math/componentwise.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/hull_simplification.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::uint32_t kBoxVertices = 8;

/// Returns the vertices of the bounding box that is aligned with the largest face and with the longest edge
/// of that face.
std::vector<glm::vec3> verticesAround(const ConvexHull& hull) {
    const glm::dmat3 axes = largestFaceAxes(hull.data().mesh);
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper(-lower);
    double coordinate = 0.0;
    for (const glm::vec3& vertex : hull.vertices()) {
        const glm::dvec3 place = glm::dvec3(vertex) * axes;
        lower = minOf(lower, place);
        upper = maxOf(upper, place);
        coordinate = std::max(coordinate, glm::length(glm::dvec3(vertex)));
    }
    // Rounding the vertices to float tilts the faces. The box grows by the rounding error of the largest
    // coordinate to contain the hull anyway.
    const glm::dvec3 noise(0x1p-21 * (coordinate + glm::length(upper - lower)));
    const std::array<glm::dvec3, 2> ends{lower - noise, upper + noise};
    std::vector<glm::vec3> vertices;
    for (std::size_t i = 0; i < kBoxVertices; ++i) {
        vertices.emplace_back(axes * glm::dvec3(ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2 & 1].z));
    }
    return vertices;
}

std::vector<std::uint32_t> tagsOf(const ConvexHull& source, const ConvexHull& simple) {
    std::vector<std::uint32_t> tags;
    for (const ConvexHull::Face& face : simple.faces()) {
        std::size_t nearest = 0;
        double largestCosine = -2.0;
        for (std::size_t candidate = 0; candidate < source.faces().size(); ++candidate) {
            const double cosine = glm::dot(source.faces()[candidate].plane.normal, face.plane.normal);
            if (cosine > largestCosine) {
                largestCosine = cosine;
                nearest = candidate;
            }
        }
        tags.push_back(source.faceTags()[nearest]);
    }
    return tags;
}

/// Exact hull of the source; measures how far other hulls extend beyond it.
class Simplification {
public:
    explicit Simplification(const ConvexHull& hull)
        : hull_(hull),
          // The vertices are those of a hull: the input check cannot fail.
          exact_(quickhull(hull.vertices(), checkHullInput(hull.vertices(), {})->simplex)),
          distance_(exact_) {}

    [[nodiscard]] Result<SimplifiedHull, HullError> run(std::uint32_t wanted, double limit) const {
        auto best = built(simplifyOutward(exact_, wanted, limit));
        auto box = built(verticesAround(hull_));
        if (!best || !box) {
            return best ? std::move(box) : std::move(best);
        }
        const bool boxNeeded = best->hull.vertices().size() > std::max(wanted, kBoxVertices);
        const bool boxBetter =
            box->maxExpansion < best->maxExpansion && best->hull.vertices().size() >= kBoxVertices;
        const bool boxAllowed = box->maxExpansion <= limit;
        SimplifiedHull& chosen = boxAllowed && (boxNeeded || boxBetter) ? *box : *best;
        chosen.hull = chosen.hull.withFaceTags(tagsOf(hull_, chosen.hull));
        return std::move(chosen);
    }

private:
    [[nodiscard]] Result<SimplifiedHull, HullError> built(const std::vector<glm::vec3>& points) const {
        auto hull = ConvexHull::fromPoints(points);
        if (!hull) {
            return Unexpected{std::move(hull).error()};
        }
        double growth = 0.0;
        for (const glm::vec3& vertex : hull->vertices()) {
            growth = std::max(growth, distance_.outside(glm::dvec3(vertex)));
        }
        return SimplifiedHull{*std::move(hull), growth};
    }

    const ConvexHull& hull_;
    TriangleHull exact_;
    HullDistance distance_;
};

Unexpected<HullError> badOption(std::string message) {
    return Unexpected{HullError{HullError::Code::BadOptions, std::move(message), {}}};
}

}  // namespace

Result<SimplifiedHull, HullError> simplify(const ConvexHull& hull, std::uint32_t maxVertices) {
    if (maxVertices < kBoxVertices) {
        return badOption("maxVertices is " + std::to_string(maxVertices) +
                         ": it must be 8 or more, as many as a box has");
    }
    if (hull.vertices().size() <= maxVertices) {
        return SimplifiedHull{hull, 0.0};
    }
    return Simplification(hull).run(maxVertices, std::numeric_limits<double>::infinity());
}

Result<SimplifiedHull, HullError> simplifyToError(const ConvexHull& hull, double distance) {
    if (!(distance >= 0.0)) {
        return badOption("distance is " + formatNumber(distance) + ": it must be 0 or more");
    }
    return Simplification(hull).run(4, distance);
}

}  // namespace sat3d::SAT3D_ABI
