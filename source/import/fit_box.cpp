#include "import/fitting.hpp"
#include "import/newell.hpp"

#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// Normals of the faces, twice as long as the faces' areas.
std::vector<glm::dvec3> areaVectors(const HullView& hull) {
    std::vector<glm::dvec3> areas;
    areas.reserve(hull.faces.size());
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        areas.push_back(newell(hull.vertices, hull.loopOf(face)));
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

/// The largest face's normal, and that of the largest one across it.
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

/// All faces near an axis have a say in it, by their areas; the largest say comes first.
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

/// The same three axes as the columns of the rotation that turns least: of a box along the frame's axes none.
glm::dmat3 leastTurn(const glm::dmat3& axes) {
    glm::dmat3 best(axes);
    double bestTrace = -4.0;
    std::array<int, 3> order{0, 1, 2};
    do {
        glm::dmat3 turned;
        for (int k = 0; k < 3; ++k) {
            const glm::dvec3& axis = axes[order[static_cast<std::size_t>(k)]];
            turned[k] = axis[k] < 0.0 ? -axis : axis;
        }
        if (glm::determinant(turned) < 0.0) {
            int least = 0;
            for (int k = 1; k < 3; ++k) {
                least = turned[k][k] < turned[least][least] ? k : least;
            }
            turned[least] = -turned[least];
        }
        const double trace = turned[0][0] + turned[1][1] + turned[2][2];
        if (trace > bestTrace) {
            bestTrace = trace;
            best = turned;
        }
    } while (std::ranges::next_permutation(order).found);
    return best;
}

double distanceToSegment(const glm::dvec3& point, const glm::dvec3& from, const glm::dvec3& to) {
    const glm::dvec3 along = to - from;
    const double t = std::clamp(glm::dot(point - from, along) / glm::dot(along, along), 0.0, 1.0);
    return glm::length(point - (from + t * along));
}

double distanceToFace(const HullView& hull, std::uint32_t face, const glm::dvec3& point) {
    const Plane& plane = hull.faces[face].plane;
    const std::span<const std::uint32_t> loop = hull.loopOf(face);
    double nearest = std::numeric_limits<double>::infinity();
    bool isAbove = true;
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const glm::dvec3 from(hull.vertices[loop[k]]);
        const glm::dvec3 to(hull.vertices[loop[k + 1 == loop.size() ? 0 : k + 1]]);
        isAbove = isAbove && glm::dot(glm::cross(to - from, plane.normal), point - from) <= 0.0;
        nearest = std::min(nearest, distanceToSegment(point, from, to));
    }
    return isAbove ? std::abs(plane.distance(point)) : nearest;
}

/// How far a point is from the hull; 0 inside. The nearest face is one that looks at the point.
double distanceOutside(const HullView& hull, const glm::dvec3& point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        if (hull.faces[face].plane.distance(point) > 0.0) {
            nearest = std::min(nearest, distanceToFace(hull, face, point));
        }
    }
    return std::isfinite(nearest) ? nearest : 0.0;
}

}  // namespace

Fit fitBox(const HullView& hull) {
    const glm::dmat3 axes = leastTurn(refinedAxes(areaVectors(hull)));
    const glm::dmat3 toAxes = glm::transpose(axes);
    glm::dvec3 lower = toAxes * glm::dvec3(hull.vertices.front()), upper = lower;
    for (const glm::vec3& vertex : hull.vertices) {
        const glm::dvec3 here = toAxes * glm::dvec3(vertex);
        lower = glm::min(lower, here);
        upper = glm::max(upper, here);
    }
    Fit fit{Box{glm::vec3(axes * (0.5 * (lower + upper))), glm::vec3(0.5 * (upper - lower)),
                glm::quat(glm::quat_cast(axes))}};
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 place =
            axes * glm::dvec3(corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y,
                              corner & 4 ? upper.z : lower.z);
        if (const double error = distanceOutside(hull, place); error > fit.error) {
            fit.error = error;
            fit.place = glm::vec3(place);
        }
    }
    return fit;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
