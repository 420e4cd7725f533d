#include "core/figures.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/hull_measures/hull_distance.hpp"
#include "geometry/hull_measures/hull_largest_face.hpp"
#include "geometry/hull_measures/progressive_hull.hpp"
#include "math/componentwise.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/hull_simplification.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::uint32_t kBoxVertices = 8;

/// The corners of a box around the hull, flush with its largest face and that face's longest edge.
std::vector<glm::vec3> cornersAround(const ConvexHull& hull) {
    const glm::dmat3 axes = flushAxes(hull.data().mesh);
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper(-lower);
    double coordinate = 0.0;
    for (const glm::vec3& vertex : hull.vertices()) {
        const glm::dvec3 place = glm::dvec3(vertex) * axes;
        lower = minOf(lower, place);
        upper = maxOf(upper, place);
        coordinate = std::max(coordinate, glm::length(glm::dvec3(vertex)));
    }
    // Corners rounded to float tilt the faces by as much: further out by the noise of the largest coordinate.
    const glm::dvec3 noise(0x1p-21 * (coordinate + glm::length(upper - lower)));
    const std::array<glm::dvec3, 2> ends{lower - noise, upper + noise};
    std::vector<glm::vec3> corners;
    for (std::size_t i = 0; i < kBoxVertices; ++i) {
        corners.emplace_back(axes * glm::dvec3(ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2 & 1].z));
    }
    return corners;
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

/// The source's exact hull, and how far other hulls reach out of it.
class Simplification {
public:
    explicit Simplification(const ConvexHull& hull)
        : hull_(hull),
          // The vertices made a hull before.
          exact_(quickhull(hull.vertices(), examineInput(hull.vertices(), hull.data().options)->simplex)),
          distance_(exact_) {}

    [[nodiscard]] Result<SimplifiedHull, HullError> run(std::uint32_t wanted, double limit) const {
        auto best = built(collapseOutward(exact_, wanted, limit));
        auto box = built(cornersAround(hull_));
        if (!best || !box) {
            return best ? std::move(box) : std::move(best);
        }
        const bool boxNeeded = best->hull.vertices().size() > std::max(wanted, kBoxVertices);
        const bool boxBetter = box->growth < best->growth && best->hull.vertices().size() >= kBoxVertices;
        const bool boxAllowed = box->growth <= limit;
        SimplifiedHull& chosen = boxAllowed && (boxNeeded || boxBetter) ? *box : *best;
        chosen.hull = chosen.hull.withFaceTags(tagsOf(hull_, chosen.hull));
        return std::move(chosen);
    }

private:
    [[nodiscard]] Result<SimplifiedHull, HullError> built(const std::vector<glm::vec3>& points) const {
        auto hull = ConvexHull::fromPoints(points, hull_.data().options);
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
    SimplicialHull exact_;
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

Result<SimplifiedHull, HullError> simplifyWithin(const ConvexHull& hull, double distance) {
    if (!(distance >= 0.0)) {
        return badOption("distance is " + figure(distance) + ": it must be 0 or more");
    }
    return Simplification(hull).run(4, distance);
}

}  // namespace sat3d::inline SAT3D_ABI
