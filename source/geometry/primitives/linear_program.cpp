#include "geometry/primitives/linear_program.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kParallelSine = 1e-7;
constexpr double kSlack = 1e-9;  // as a fraction of the reach

/// The constraint dot(normal, y) >= offset. The normal has a length of at most 1.
struct HalfPlane {
    glm::dvec2 normal;
    double offset;
};

/// Minimizes the cost on the line origin + t * direction, |t| <= reach.
std::optional<glm::dvec2> lowestOnLine(std::span<const HalfPlane> halfPlanes, const glm::dvec2& origin,
                                       const glm::dvec2& direction, const glm::dvec2& cost, double reach) {
    const double slack = kSlack * reach;
    double low = -reach;
    double high = reach;
    for (const HalfPlane& halfPlane : halfPlanes) {
        const double rise = glm::dot(halfPlane.normal, direction);
        const double missing = halfPlane.offset - glm::dot(halfPlane.normal, origin);
        if (std::abs(rise) < kParallelSine) {
            if (missing > slack) {
                return std::nullopt;
            }
        } else if (rise > 0.0) {
            low = std::max(low, missing / rise);
        } else {
            high = std::min(high, missing / rise);
        }
    }
    if (low > high + slack) {
        return std::nullopt;
    }
    const double descent = glm::dot(cost, direction);
    const double t = descent > 0.0 ? low : descent < 0.0 ? high : std::clamp(0.0, low, std::max(low, high));
    return origin + t * direction;
}

/// Minimizes the cost in the plane, one constraint after the other: Seidel's algorithm with two variables.
std::optional<glm::dvec2> lowestInPlane(std::span<const HalfPlane> halfPlanes, const glm::dvec2& cost,
                                        double reach) {
    const double slack = kSlack * reach;
    glm::dvec2 best(cost.x > 0.0 ? -reach : reach, cost.y > 0.0 ? -reach : reach);
    for (std::size_t i = 0; i < halfPlanes.size(); ++i) {
        const HalfPlane& violated = halfPlanes[i];
        if (glm::dot(violated.normal, best) >= violated.offset - slack) {
            continue;
        }
        const double length = glm::length(violated.normal);
        if (length < kParallelSine) {
            return std::nullopt;
        }
        const glm::dvec2 up = violated.normal / length;
        const std::optional<glm::dvec2> onLine = lowestOnLine(
            halfPlanes.first(i), violated.offset / length * up, {-up.y, up.x}, cost, 2.0 * reach);
        if (!onLine) {
            return std::nullopt;
        }
        best = *onLine;
    }
    return best;
}

/// Computes two orthogonal unit vectors in the plane of a normal.
void spanPlane(const glm::dvec3& normal, glm::dvec3& u, glm::dvec3& v) {
    const glm::dvec3 a(std::abs(normal.x), std::abs(normal.y), std::abs(normal.z));
    const glm::dvec3 axis = a.x <= a.y && a.x <= a.z ? glm::dvec3(1, 0, 0)
                            : a.y <= a.z             ? glm::dvec3(0, 1, 0)
                                                     : glm::dvec3(0, 0, 1);
    u = glm::normalize(glm::cross(normal, axis));
    v = glm::cross(normal, u);
}

/// Shuffles the planes, always in the same order. Seidel's algorithm needs a random order for its expected
/// time.
void shuffle(std::vector<Plane>& planes) {
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    for (std::size_t i = planes.size(); i > 1; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(planes[i - 1], planes[(state >> 33) % i]);
    }
}

}  // namespace

std::optional<glm::dvec3> lowestPointAbove(std::span<const Plane> planes, const glm::dvec3& cost,
                                           double reach) {
    std::vector<Plane> ordered(planes.begin(), planes.end());
    shuffle(ordered);
    // The planes of the cube come first: they make the program bounded.
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            Plane side{glm::dvec3(0.0), -reach};
            side.normal[axis] = sign;
            ordered.insert(ordered.begin(), side);
        }
    }
    glm::dvec3 best;
    for (int axis = 0; axis < 3; ++axis) {
        best[axis] = cost[axis] > 0.0 ? -reach : reach;
    }
    std::vector<HalfPlane> halfPlanes;
    for (std::size_t i = 6; i < ordered.size(); ++i) {
        const Plane& violated = ordered[i];
        if (violated.signedDistance(best) >= -kSlack * reach) {
            continue;
        }
        glm::dvec3 u, v;
        spanPlane(violated.normal, u, v);
        const glm::dvec3 origin = violated.offset * violated.normal;
        halfPlanes.clear();
        for (std::size_t j = 0; j < i; ++j) {
            const Plane& other = ordered[j];
            halfPlanes.push_back({{glm::dot(other.normal, u), glm::dot(other.normal, v)},
                                  other.offset - glm::dot(other.normal, origin)});
        }
        const std::optional<glm::dvec2> inPlane =
            lowestInPlane(halfPlanes, {glm::dot(cost, u), glm::dot(cost, v)}, 4.0 * reach);
        if (!inPlane) {
            return std::nullopt;
        }
        best = origin + inPlane->x * u + inPlane->y * v;
    }
    return best;
}

}  // namespace sat3d::SAT3D_ABI
