#pragma once

/// @file
/// The edges that are probably the closest features if a vertex lies beside its face.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// An edge of a polytope that leads from a vertex beside a face of another polytope over the face.
struct EdgeOverSide {
    std::uint32_t edge, from, to;  ///< the edge, and the ends of the side of the face that it crosses
};

/// Finds the edge of a vertex that is lowest where it crosses a side of a face.
/// @param face    functions loop(), the vertices of the face, and vertex(i)
/// @param normal  of the face
/// @param other   functions vertex(i), in the frame of the face, edgeCount() and edge(i), the two ends
template <class Face, class Other>
[[nodiscard]] std::optional<EdgeOverSide> lowestOverSide(const Face& face, const glm::dvec3& normal,
                                                         const Other& other, std::uint32_t vertex) {
    const std::span<const std::uint32_t> loop = face.loop();
    const glm::dvec3 start = other.vertex(vertex);
    std::optional<EdgeOverSide> found;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::uint32_t edge = 0; edge < other.edgeCount(); ++edge) {
        const auto [one, two] = other.edge(edge);
        if (one != vertex && two != vertex) {
            continue;
        }
        const glm::dvec3 along = other.vertex(one == vertex ? two : one) - start;
        std::uint32_t from = loop.back();
        glm::dvec3 corner = face.vertex(from);
        for (const std::uint32_t to : loop) {
            const glm::dvec3 end = face.vertex(to), side = end - corner, outward = glm::cross(side, normal),
                             fromCorner = start - corner;
            const double before = glm::dot(outward, fromCorner), change = glm::dot(outward, along);
            if (before > 0.0 && before + change <= 0.0) {
                const glm::dvec3 crossing = start - (before / change) * along;
                const double place = glm::dot(crossing - corner, side), height = glm::dot(normal, crossing);
                if (place >= 0.0 && place <= glm::dot(side, side) && height < lowest) {
                    lowest = height;
                    found = {edge, from, to};
                }
            }
            from = to;
            corner = end;
        }
    }
    return found;
}

/// Returns the number of the edge between two vertices, which is one.
/// @param polytope  functions edgeCount() and edge(i)
template <class Polytope>
[[nodiscard]] std::uint32_t edgeJoining(const Polytope& polytope, std::uint32_t one, std::uint32_t other) {
    std::uint32_t edge = 0;
    for (; edge + 1 < polytope.edgeCount(); ++edge) {
        const auto [from, to] = polytope.edge(edge);
        if ((from == one && to == other) || (from == other && to == one)) {
            break;
        }
    }
    return edge;
}

}  // namespace sat3d::SAT3D_ABI
