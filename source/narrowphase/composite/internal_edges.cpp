#include "narrowphase/composite/internal_edges.hpp"

#include "geometry/primitives/closest_point.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A vertex that rises by less than this fraction of the triangle's size does so by rounding.
constexpr double kRise = 1e-5;

struct FaceVertices {
    glm::dvec3 a, b, c;

    explicit FaceVertices(const Triangle& triangle)
        : a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]) {}

    [[nodiscard]] glm::dvec3 normal() const { return glm::normalize(glm::cross(b - a, c - a)); }
};

/// Whether the predicate holds for any triangle at a point.
/// @param predicate  bool(const FaceVertices&, std::uint32_t number)
template <class Predicate>
bool anyAt(ShapeRef surface, const glm::dvec3& point, double near, const Predicate& predicate) {
    const Aabb here = Aabb::around(point, point);
    const auto bound = [&](const Aabb& box) { return gapBetween(box, here); };
    bool found = false;
    forEachChild(surface, DPose{}, near, bound, [&](const ChildShape& child, double limit) {
        const FaceVertices vertices(child.shape.triangle().triangle);
        found = distanceToTriangle(vertices.a, vertices.b, vertices.c, point) <= near &&
                predicate(vertices, child.number);
        return found ? -1.0 : limit;  // -1 ends the search
    });
    return found;
}

}  // namespace

bool isActiveFeature(ShapeRef surface, const glm::dvec3& point, const glm::dvec3& outward,
                     double near) noexcept {
    return !anyAt(surface, point, near, [&](const FaceVertices& triangle, std::uint32_t) {
        const auto& [a, b, c] = triangle;
        const double least =
            kRise * (glm::length(b - a) + glm::length(c - a)) + kFloatRounding * glm::length(a);
        const auto rises = [&](const glm::dvec3& vertex) {
            return glm::dot(outward, vertex - point) > least;
        };
        return std::abs(glm::dot(triangle.normal(), outward)) <= kSameDirection &&
               (rises(a) || rises(b) || rises(c));
    });
}

bool surfaceContinues(ShapeRef surface, std::uint32_t triangle, const glm::dvec3& point,
                      const glm::dvec3& outward, double near) noexcept {
    return anyAt(surface, point, near, [&](const FaceVertices& other, std::uint32_t number) {
        return number != triangle && std::abs(glm::dot(other.normal(), outward)) > kSamePatch;
    });
}

bool meetInVertex(const Triangle& a, const Triangle& b, double near) noexcept {
    const auto hasVertexOn = [&](const Triangle& from, const Triangle& onto) {
        const FaceVertices vertices(onto);
        return std::any_of(from.corners.begin(), from.corners.end(), [&](const glm::vec3& vertex) {
            return distanceToTriangle(vertices.a, vertices.b, vertices.c, glm::dvec3(vertex)) <= near;
        });
    };
    return a != b && (hasVertexOn(a, b) || hasVertexOn(b, a));
}

}  // namespace sat3d::inline SAT3D_ABI
