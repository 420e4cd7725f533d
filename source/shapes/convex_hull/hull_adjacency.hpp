#pragma once

/// @file
/// Adjacency of a hull, in the layout of the kernels for contact manifolds.

#include "geometry/hull_measures/contact_faces.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/vector_double3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Contact faces with their loops of vertices, and fans of faces around vertices. Numbers are floats relative
/// to the center of the KernelHull. Faces have the order of the KernelHull. Faces that are merged for
/// contacts all describe the merged face (see ContactFaces).
///
/// All spans are empty for hulls with more than kMaxVertices vertices.
struct HullAdjacency {
    static constexpr std::uint32_t kMaxVertices = (1u << 15) - 1;  ///< ids of contacts hold 15 bits
    static constexpr std::uint32_t kMaxLoop = 256;                 ///< larger faces have no loop
    /// Finite, and larger than every length that the kernels compute.
    static constexpr float kFar = 1e30f;

    struct alignas(64) Face {
        float normalOffset[4];      ///< the outward normal, and the offset of the plane
        float u[4], v[4];           ///< axes of the plane: u along the longest side, v = normal x u
        std::uint32_t first;        ///< start of the loop, see rowsOf
        std::uint16_t vertexCount;  ///< number of vertices of the face, counterclockwise in the loop
        std::uint16_t padded;       ///< length of a row; 0 for faces without a loop
        std::uint16_t id;           ///< index in the mesh; of a merged face, that of its largest part
        std::uint16_t isMerged;     ///< 0 or 1
    };
    /// Rows of a loop. Each has Face::padded floats: one for each vertex, or for the side from this vertex to
    /// the next. The loop is convex and flat: its vertices are projected into the plane.
    enum Row : std::uint8_t {
        X,  ///< along Face::u
        Y,  ///< along Face::v
        OutwardX,
        OutwardY,  ///< the outward normal of the side in the plane, unit
        Offset,    ///< of the side's line: no vertex of the loop lies beyond it; kFar for padding
        Length,    ///< length of the side
        Vertex,    ///< index of the vertex, as the bits of an integer
        kRowCount
    };
    /// Length of the rows of a face: 4, 8, or a multiple of 8, so that whole vectors are read. Padding
    /// repeats the first vertex and its side, but never cuts.
    [[nodiscard]] static constexpr std::uint32_t paddedLoop(std::uint32_t vertexCount) {
        return vertexCount <= 4 ? 4 : (vertexCount + 7) / 8 * 8;
    }
    /// Room for the loop of a face, so that the rooms of faces hold the loop of their merged face, too: it
    /// has at least two vertices fewer for each further face.
    [[nodiscard]] static constexpr std::uint32_t roomForLoop(std::uint32_t vertexCount) {
        const std::uint32_t padded = paddedLoop(vertexCount < kMaxLoop ? vertexCount : kMaxLoop);
        return padded == 4 ? 4 : padded + 4;
    }

    /// The faces around a vertex, or around several vertices that lie close together. Padded to a multiple of
    /// four by repeats.
    struct Fan {
        std::uint32_t first;
        std::uint16_t count;
        std::uint16_t root;  ///< the vertex that owns the fan
    };
    /// Ends of an edge, and its faces.
    struct EdgeEnds {
        std::uint16_t vertices[2], faces[2];
    };

    std::span<const Face> faces;
    std::span<const float> loops;
    std::span<const Fan> fans;                   ///< one per vertex
    std::span<const std::uint16_t> fanFaces;     ///< faces of the fans
    std::span<const std::uint16_t> fanVertices;  ///< for each entry of fanFaces, the next vertex of that face

    /// The rows of a face, one after the other.
    [[nodiscard]] const float* rowsOf(const Face& face) const {
        return loops.data() + kRowCount * face.first;
    }

    /// Returns the number of bytes held, for reports.
    [[nodiscard]] std::size_t byteCount() const;
};

/// Upper limits of the lengths of the arrays.
struct AdjacencySizes {
    std::size_t faces = 0, loops = 0, fans = 0, fanEntries = 0;
    AdjacencySizes(std::size_t vertexCount, std::size_t faceCount, std::size_t edgeCount,
                   std::size_t loopEntries);
};

/// Arrays of a HullAdjacency, writable.
struct AdjacencyArrays {
    std::span<HullAdjacency::Face> faces;
    std::span<float> loops;
    std::span<HullAdjacency::Fan> fans;
    std::span<std::uint16_t> fanFaces, fanVertices;
};

/// The kernel's order of faces, see KernelOrder.
struct AdjacencyOrder {
    std::span<const std::uint32_t> faceIds, facePositions;
};

/// Fills arrays of the right sizes.
[[nodiscard]] HullAdjacency layOutAdjacency(const HullView& mesh, const ContactFaces& contactFaces,
                                            const glm::dvec3& center, const AdjacencyOrder& order,
                                            const AdjacencyArrays& arrays);

}  // namespace sat3d::SAT3D_ABI
