#include "debug/ear_clipping.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI::debug {
namespace {

constexpr std::size_t kMostCorners = 1000;

double cross(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

/// Seen against its normal (Newell's), so that it runs counter-clockwise.
std::vector<glm::dvec2> flattened(std::span<const std::uint32_t> polygon,
                                  std::span<const glm::vec3> vertices) {
    glm::dvec3 normal(0.0);
    const glm::dvec3 origin(vertices[polygon[0]]);
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        normal += glm::cross(glm::dvec3(vertices[polygon[k]]) - origin,
                             glm::dvec3(vertices[polygon[(k + 1) % polygon.size()]]) - origin);
    }
    int axis = std::abs(normal.x) > std::abs(normal.y) ? 0 : 1;
    axis = std::abs(normal.z) > std::abs(normal[axis]) ? 2 : axis;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    for (const std::uint32_t corner : polygon) {
        const glm::dvec3 p = glm::dvec3(vertices[corner]) - origin;
        points.emplace_back(p[(axis + 1) % 3], side * p[(axis + 2) % 3]);
    }
    return points;
}

/// Whether the corner `at` of what is left can be cut off: it bends inward and nothing lies in its triangle.
bool isEar(const std::vector<glm::dvec2>& points, const std::vector<std::uint32_t>& left, std::size_t at) {
    const std::size_t before = (at + left.size() - 1) % left.size(), after = (at + 1) % left.size();
    const glm::dvec2 &a = points[left[before]], &b = points[left[at]], &c = points[left[after]];
    if (cross(b - a, c - b) <= 0.0) {
        return false;
    }
    for (const std::uint32_t other : left) {
        const glm::dvec2& p = points[other];
        const bool isCorner = p == a || p == b || p == c;
        if (!isCorner && cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 &&
            cross(a - c, p - c) >= 0.0) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const std::uint32_t> polygon,
                                                       std::span<const glm::vec3> vertices) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (polygon.size() < 3) {
        return triangles;
    }
    std::vector<std::uint32_t> left;
    for (std::uint32_t k = 0; k < polygon.size(); ++k) {
        left.push_back(k);
    }
    const bool isSimple = polygon.size() == 3 || polygon.size() > kMostCorners;
    const auto points = isSimple ? std::vector<glm::dvec2>() : flattened(polygon, vertices);
    while (left.size() > 3) {
        std::size_t ear = 1;  // where there is none: a fan
        for (std::size_t k = 0; !isSimple && k < left.size(); ++k) {
            if (isEar(points, left, (k + 1) % left.size())) {
                ear = (k + 1) % left.size();
                break;
            }
        }
        const std::size_t before = (ear + left.size() - 1) % left.size(), after = (ear + 1) % left.size();
        triangles.push_back({polygon[left[before]], polygon[left[ear]], polygon[left[after]]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    triangles.push_back({polygon[left[0]], polygon[left[1]], polygon[left[2]]});
    return triangles;
}

}  // namespace sat3d::inline SAT3D_ABI::debug
