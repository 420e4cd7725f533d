#include "shapes/convex_hull/hull_adjacency.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

using Row = HullAdjacency::Row;

void setThree(float (&to)[4], const glm::dvec3& v, double fourth) {
    to[0] = static_cast<float>(v.x), to[1] = static_cast<float>(v.y), to[2] = static_cast<float>(v.z);
    to[3] = static_cast<float>(fourth);
}

/// Lays out the loop of one face.
class Loop {
public:
    Loop(const HullView& mesh, const Plane& plane, std::span<const std::uint32_t> indices,
         const glm::dvec3& center)
        : indices_(indices) {
        for (std::size_t i = 0; i < indices.size(); ++i) {
            corners_[i] = glm::dvec3(mesh.vertices[indices[i]]) - center;
        }
        double longest = 0.0;
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const glm::dvec3 side = corners_[next(i)] - corners_[i];
            const glm::dvec3 inPlane = side - glm::dot(side, plane.normal) * plane.normal;
            const double squared = glm::dot(inPlane, inPlane);
            if (squared > longest) {
                longest = squared;
                u_ = inPlane / std::sqrt(squared);
            }
        }
        v_ = glm::cross(plane.normal, u_);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            flat_[i] = {glm::dot(corners_[i], u_), glm::dot(corners_[i], v_)};
        }
    }

    void write(HullAdjacency::Face& face, float* rows) const {
        setThree(face.u, u_, 0.0);
        setThree(face.v, v_, 0.0);
        for (std::size_t i = 0; i < face.padded; ++i) {
            const auto set = [&](Row row, double value) {
                rows[row * face.padded + i] = static_cast<float>(value);
            };
            const bool isPadding = i >= indices_.size();
            const std::size_t corner = isPadding ? 0 : i;
            const glm::dvec2 &here = flat_[corner], side = flat_[next(corner)] - here;
            const double length = glm::length(side);
            const glm::dvec2 outward =
                length > 0.0 ? glm::dvec2(side.y, -side.x) / length : glm::dvec2(0.0, -1.0);
            set(Row::X, here.x);
            set(Row::Y, here.y);
            set(Row::OutwardX, outward.x);
            set(Row::OutwardY, outward.y);
            set(Row::Offset, isPadding ? double{HullAdjacency::kFar} : glm::dot(outward, here));
            set(Row::Length, length);
            rows[Row::Vertex * face.padded + i] = std::bit_cast<float>(indices_[corner]);
        }
    }

private:
    [[nodiscard]] std::size_t next(std::size_t i) const { return i + 1 == indices_.size() ? 0 : i + 1; }

    std::span<const std::uint32_t> indices_;
    glm::dvec3 u_{0.0}, v_{0.0};
    std::array<glm::dvec3, HullAdjacency::kMaxLoop> corners_;
    std::array<glm::dvec2, HullAdjacency::kMaxLoop> flat_;
};

/// Lays out one contact face. Returns the start of the next loop.
std::uint32_t layOutFace(const HullView& mesh, const Plane& plane, std::span<const std::uint32_t> loop,
                         const glm::dvec3& center, HullAdjacency::Face& face, std::span<float> loops) {
    face.vertexCount = static_cast<std::uint16_t>(loop.size());
    setThree(face.normalOffset, plane.normal, plane.offset - glm::dot(plane.normal, center));
    if (loop.size() > HullAdjacency::kMaxLoop) {
        face.padded = 0;
        return face.first;
    }
    face.padded = static_cast<std::uint16_t>(HullAdjacency::paddedLoop(face.vertexCount));
    Loop(mesh, plane, loop, center)
        .write(face, loops.data() + std::size_t{HullAdjacency::kRowCount} * face.first);
    return face.first + face.padded;
}

void layOutFaces(const HullView& mesh, const ContactFaces& contactFaces, const glm::dvec3& center,
                 const AdjacencyOrder& order, const AdjacencyArrays& arrays) {
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < order.faceIds.size(); ++i) {
        const std::uint32_t id = order.faceIds[i];
        if (!contactFaces.isMerged(id)) {
            arrays.faces[i] = {{}, {}, {}, first, 0, 0, static_cast<std::uint16_t>(id), 0};
            first = layOutFace(mesh, mesh.faces[id].plane, mesh.verticesOfFace(id), center, arrays.faces[i],
                               arrays.loops);
        }
    }
    for (const ContactFaces::Merged& merged : contactFaces.merged) {
        HullAdjacency::Face& face = arrays.faces[order.facePositions[merged.largest]];
        face = {{}, {}, {}, first, 0, 0, static_cast<std::uint16_t>(merged.largest), 1};
        first = layOutFace(mesh, merged.plane, contactFaces.loopOf(merged), center, face, arrays.loops);
    }
    for (std::size_t i = 0; i < order.faceIds.size(); ++i) {
        arrays.faces[i] = arrays.faces[order.facePositions[contactFaces.nameOf(order.faceIds[i])]];
    }
}

std::uint16_t rootOf(std::span<const HullAdjacency::Fan> fans, std::uint32_t vertex) {
    while (fans[vertex].root != vertex) {
        vertex = fans[vertex].root;
    }
    return static_cast<std::uint16_t>(vertex);
}

/// Calls visit(fan of the vertex, face, next vertex of the face) for each corner of each face.
template <class Visit>
void forEachCorner(const HullView& mesh, std::span<const std::uint32_t> faceIds,
                   std::span<HullAdjacency::Fan> fans, const Visit& visit) {
    for (std::size_t face = 0; face < faceIds.size(); ++face) {
        const auto corners = mesh.verticesOfFace(faceIds[face]);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            visit(fans[fans[corners[i]].root], static_cast<std::uint16_t>(face),
                  static_cast<std::uint16_t>(corners[i + 1 == corners.size() ? 0 : i + 1]));
        }
    }
}

/// Joins the fans of vertices that lie close together. Any of these vertices may be the support vertex of a
/// direction, but possibly only one belongs to the face with the extreme normal.
void layOutFans(const HullView& mesh, std::span<const std::uint32_t> faceIds, double noise,
                const AdjacencyArrays& arrays) {
    const std::span<HullAdjacency::Fan> fans = arrays.fans;
    for (std::size_t vertex = 0; vertex < fans.size(); ++vertex) {
        fans[vertex] = {0, 0, static_cast<std::uint16_t>(vertex)};
    }
    for (const HullMesh::Edge& edge : mesh.edges) {
        const auto [from, to] = edge.vertices;
        if (glm::length(glm::dvec3(mesh.vertices[to]) - glm::dvec3(mesh.vertices[from])) <= noise) {
            const std::uint16_t one = rootOf(fans, from), other = rootOf(fans, to);
            fans[std::max(one, other)].root = std::min(one, other);
        }
    }
    for (HullAdjacency::Fan& fan : fans) {
        fan.root = rootOf(fans, fan.root);
    }
    forEachCorner(mesh, faceIds, fans,
                  [](HullAdjacency::Fan& fan, std::uint16_t, std::uint16_t) { ++fan.count; });
    std::uint32_t first = 0;
    for (HullAdjacency::Fan& fan : fans) {
        fan.first = first;
        first += (fan.count + 3u) / 4u * 4u;
        fan.count = 0;
    }
    forEachCorner(mesh, faceIds, fans,
                  [&](HullAdjacency::Fan& fan, std::uint16_t face, std::uint16_t nextVertex) {
                      arrays.fanFaces[fan.first + fan.count] = face;
                      arrays.fanVertices[fan.first + fan.count] = nextVertex;
                      ++fan.count;
                  });
    for (HullAdjacency::Fan& fan : fans) {
        for (; fan.count % 4 != 0; ++fan.count) {
            arrays.fanFaces[fan.first + fan.count] = arrays.fanFaces[fan.first];
            arrays.fanVertices[fan.first + fan.count] = arrays.fanVertices[fan.first];
        }
    }
    for (HullAdjacency::Fan& fan : fans) {
        fan = fans[fan.root];
    }
}

}  // namespace

std::size_t HullAdjacency::byteCount() const {
    return faces.size_bytes() + loops.size_bytes() + fans.size_bytes() + fanFaces.size_bytes() +
           fanVertices.size_bytes();
}

AdjacencySizes::AdjacencySizes(std::size_t vertexCount, std::size_t faceCount, std::size_t edgeCount,
                               std::size_t loopEntries) {
    if (vertexCount <= HullAdjacency::kMaxVertices) {
        faces = faceCount;
        loops = std::size_t{HullAdjacency::kRowCount} * loopEntries;
        fans = vertexCount;
        fanEntries = 2 * edgeCount + 3 * vertexCount;
    }
}

HullAdjacency layOutAdjacency(const HullView& mesh, const ContactFaces& contactFaces,
                              const glm::dvec3& center, const AdjacencyOrder& order,
                              const AdjacencyArrays& arrays) {
    if (arrays.faces.empty()) {
        return {};
    }
    layOutFaces(mesh, contactFaces, center, order, arrays);
    layOutFans(mesh, order.faceIds, coordinateNoise(mesh), arrays);
    return {arrays.faces, arrays.loops, arrays.fans, arrays.fanFaces, arrays.fanVertices};
}

}  // namespace sat3d::SAT3D_ABI
