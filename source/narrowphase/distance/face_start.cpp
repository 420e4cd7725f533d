#include "narrowphase/distance/face_start.hpp"

#include "narrowphase/convex/faces_around.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Smallest cosine between the axis and the normal of its face.
constexpr double kMinCosine = 0.99;

/// A triangle of a face, and a vertex of the other hull.
struct VertexOverFace {
    std::array<std::uint32_t, 3> triangle;
    std::uint32_t vertex;
};

/// The face of a hull whose normal is closest to a direction.
std::uint32_t faceAlong(const ConvexProxy& hull, const glm::dvec3& direction) {
    if (!hasFacesAround(*hull.hull())) {
        return hull.faceToward(direction);
    }
    std::uint32_t best = 0;
    double most = -2.0;
    forEachFaceAround(*hull.hull(), hull.support(direction), [&](std::uint32_t face, std::uint32_t) {
        const double cosine = glm::dot(hull.faceNormal(face), direction);
        best = cosine > most ? face : best;
        most = std::max(most, cosine);
    });
    return best;
}

/// Finds the vertex of the other hull that is closest to a face, and the triangle of the face below it.
/// @param hull, other  proxies of hulls
/// @param outward  from the hull to the other one, unit
/// @param isOver  whether the vertex lies over the face; otherwise the triangle faces it
std::optional<VertexOverFace> vertexOverFace(const ConvexProxy& hull, const ConvexProxy& other,
                                             const glm::dvec3& outward, bool& isOver) {
    const std::uint32_t face = faceAlong(hull, outward);
    const glm::dvec3 normal = hull.faceNormal(face);
    if (!(glm::dot(normal, outward) >= kMinCosine)) {
        return std::nullopt;
    }
    const std::uint32_t vertex = other.support(-normal);
    const glm::dvec3 point = hull.inHull(other.vertex(vertex)), up = hull.directionInHull(normal);
    const std::span<const std::uint32_t> loop = hull.faceVertices(face);
    const std::span<const glm::vec3> vertices = hull.hull()->vertices();
    const auto isInside = [&](std::size_t from, std::size_t to) {
        const glm::dvec3 start(vertices[loop[from]]);
        return glm::dot(glm::cross(glm::dvec3(vertices[loop[to]]) - start, point - start), up) >= 0.0;
    };
    // The triangles are a fan around the first corner. A binary search finds the one below the vertex.
    std::size_t i = 1;
    for (std::size_t end = loop.size() - 1; i + 1 < end;) {
        const std::size_t middle = (i + end) / 2;
        (isInside(0, middle) ? i : end) = middle;
    }
    isOver = isInside(0, i) && isInside(i, i + 1) && isInside(i + 1, 0);
    return VertexOverFace{{loop[0], loop[i], loop[i + 1]}, vertex};
}

}  // namespace

VertexPairs faceStart(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& axis) noexcept {
    bool isOverA = false, isOverB = false;
    const auto ofA = vertexOverFace(a, b, axis, isOverA);
    std::optional<VertexOverFace> ofB;
    if (!isOverA) {
        ofB = vertexOverFace(b, a, -axis, isOverB);
    }
    VertexPairs start;
    const bool isOfA = ofA && !isOverB;
    const auto& best = isOfA ? ofA : ofB;
    if (best) {
        for (const std::uint32_t corner : best->triangle) {
            start.pairs[start.count++] =
                isOfA ? VertexPairs::Pair{corner, best->vertex} : VertexPairs::Pair{best->vertex, corner};
        }
    }
    return start;
}

}  // namespace sat3d::inline SAT3D_ABI
