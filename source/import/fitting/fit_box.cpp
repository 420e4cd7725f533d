#include "geometry/primitives/closest_point.hpp"
#include "geometry/primitives/polygon_measures.hpp"
#include "import/fitting/primitive_fit.hpp"

#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Returns the normals of the faces. The length of a normal is twice the area of its face.
std::vector<glm::dvec3> areaVectors(const HullView& hull) {
    std::vector<glm::dvec3> areas;
    areas.reserve(hull.faces.size());
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        areas.push_back(newellNormal(hull.vertices, hull.verticesOfFace(face)));
    }
    return areas;
}

glm::dvec3 anyPerpendicular(const glm::dvec3& direction) {
    const glm::dvec3 size = glm::abs(direction);
    const int least = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
    glm::dvec3 other(0.0);
    other[least] = 1.0;
    return glm::normalize(other - direction * glm::dot(direction, other));
}

/// Returns three axes: the normal of the largest face, the normal of the largest face that is nearly
/// perpendicular to the first face, and the cross product of both.
std::array<glm::dvec3, 3> roughAxes(const std::vector<glm::dvec3>& areas) {
    const auto smaller = [](const glm::dvec3& a, const glm::dvec3& b) {
        return glm::dot(a, a) < glm::dot(b, b);
    };
    const glm::dvec3 first = glm::normalize(*std::ranges::max_element(areas, smaller));
    glm::dvec3 across(0.0);
    for (const glm::dvec3& area : areas) {
        if (std::abs(glm::dot(area, first)) < 0.5 * glm::length(area) && smaller(across, area)) {
            across = area;
        }
    }
    const glm::dvec3 level = across - first * glm::dot(first, across);
    const glm::dvec3 second = across == glm::dvec3(0.0) ? anyPerpendicular(first) : glm::normalize(level);
    return {first, second, glm::cross(first, second)};
}

/// Returns the rough axes, each averaged over the normals of all faces near it, weighted by area. The axis
/// with the largest area comes first.
glm::dmat3 refinedAxes(const std::vector<glm::dvec3>& areas) {
    std::array<glm::dvec3, 3> sums = roughAxes(areas);
    for (glm::dvec3& axis : sums) {
        glm::dvec3 sum(0.0);
        for (const glm::dvec3& area : areas) {
            const double along = glm::dot(area, axis);
            if (std::abs(along) > 0.9 * glm::length(area)) {
                sum += along > 0.0 ? area : -area;
            }
        }
        axis = sum == glm::dvec3(0.0) ? 1e-9 * axis : sum;
    }
    std::ranges::stable_sort(sums, std::greater<>(),
                             [](const glm::dvec3& sum) { return glm::dot(sum, sum); });
    const glm::dvec3 first = glm::normalize(sums[0]);
    const glm::dvec3 second = glm::normalize(sums[1] - first * glm::dot(first, sums[1]));
    return {first, second, glm::cross(first, second)};
}

/// Orders the axes, with signs, so that they are the columns of the smallest possible rotation. For a box
/// along the axes of the frame, the result is the identity.
glm::dmat3 smallestRotation(const glm::dmat3& axes) {
    glm::dmat3 best(axes);
    double bestTrace = -4.0;
    std::array<int, 3> order{0, 1, 2};
    do {
        glm::dmat3 rotation;
        for (int k = 0; k < 3; ++k) {
            const glm::dvec3& axis = axes[order[static_cast<std::size_t>(k)]];
            rotation[k] = axis[k] < 0.0 ? -axis : axis;
        }
        if (glm::determinant(rotation) < 0.0) {
            int least = 0;
            for (int k = 1; k < 3; ++k) {
                least = rotation[k][k] < rotation[least][least] ? k : least;
            }
            rotation[least] = -rotation[least];
        }
        const double trace = rotation[0][0] + rotation[1][1] + rotation[2][2];
        if (trace > bestTrace) {
            bestTrace = trace;
            best = rotation;
        }
    } while (std::ranges::next_permutation(order).found);
    return best;
}

/// Returns the distance of a point outside the hull, or 0 inside. A point outside the hull lies above the
/// plane of the closest face.
double distanceOutside(const HullView& hull, const glm::dvec3& point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        const std::span<const std::uint32_t> polygon = hull.verticesOfFace(face);
        const auto at = [&](std::size_t k) { return glm::dvec3(hull.vertices[polygon[k]]); };
        const bool isAbove = hull.faces[face].plane.signedDistance(point) > 0.0;
        for (std::size_t k = 1; isAbove && k + 1 < polygon.size(); ++k) {
            nearest = std::min(nearest, distanceToTriangle(at(0), at(k), at(k + 1), point));
        }
    }
    return std::isfinite(nearest) ? nearest : 0.0;
}

}  // namespace

Fit fitBox(const HullView& hull) {
    const glm::dmat3 axes = smallestRotation(refinedAxes(areaVectors(hull)));
    const glm::dmat3 toAxes = glm::transpose(axes);
    glm::dvec3 lower = toAxes * glm::dvec3(hull.vertices.front()), upper = lower;
    for (const glm::vec3& vertex : hull.vertices) {
        const glm::dvec3 here = toAxes * glm::dvec3(vertex);
        lower = glm::min(lower, here);
        upper = glm::max(upper, here);
    }
    Fit fit{Box{glm::vec3(axes * (0.5 * (lower + upper))), glm::vec3(0.5 * (upper - lower)),
                glm::quat(glm::quat_cast(axes))}};
    for (int vertex = 0; vertex < 8; ++vertex) {
        const glm::dvec3 place =
            axes * glm::dvec3(vertex & 1 ? upper.x : lower.x, vertex & 2 ? upper.y : lower.y,
                              vertex & 4 ? upper.z : lower.z);
        if (const double error = distanceOutside(hull, place); error > fit.error) {
            fit.error = error;
            fit.place = glm::vec3(place);
        }
    }
    return fit;
}

}  // namespace sat3d::SAT3D_ABI::importing
