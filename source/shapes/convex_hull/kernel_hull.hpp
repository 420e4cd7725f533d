#pragma once

#include "core/arena.hpp"
#include "geometry/hull_measures/hull_view.hpp"
#include "shapes/convex_hull/hull_adjacency.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The kernels' order of faces and edges, as indices into the mesh. Faces with similar normals are neighbors;
/// edges have the order of their faces.
struct KernelOrder {
    ArenaVector<std::uint32_t> faceIds, edgeIds;
    ArenaVector<std::uint32_t> facePositions;  ///< inverse of faceIds
};
/// Computes the order of a mesh.
/// @param arena  for all allocations, including the result
[[nodiscard]] KernelOrder kernelOrderOf(const HullView& mesh, Arena& arena);

/// Data that the kernels read: the place of a hull, and the box form of a hull that is a box. Coordinates are
/// relative to the center.
struct KernelBox {
    /// Set for boxes along the axes of the hull's frame. Vertices are numbered by the signs of x (bit 0), y
    /// (bit 1), z (bit 2), faces by 2 * axis + (positive ? 1 : 0), edges by 4 * axis + the signs of the next
    /// two axes.
    struct Box {
        /// Indices of the first face, of the first edge, and past the last edge. Vertices start at 0.
        static constexpr std::uint8_t kFaces = 8, kEdges = 14, kFeatures = 26;
        static constexpr float kOutOfReach = 1e30f;
        alignas(16) std::array<float, 4> halfExtents;  ///< the fourth pads the vector and is out of reach
        std::array<std::uint8_t, kFeatures> names;     ///< indices of the features in the mesh
    };

    /// Origin of the kernel's coordinates, in the hull's frame; the fourth pads a vector.
    glm::dvec4 center{0.0};
    float radius = 0.0f;       ///< largest distance of a vertex from the center, rounded up
    float innerRadius = 0.0f;  ///< the sphere of this radius around the center lies inside; rounded down
    std::optional<Box> box;
};

/// A hull in the layout of the kernels: blocks of vertices and of faces, in which each coordinate is an array
/// of floats. Positions are relative to the centroid, so that the numbers are as small as the hull. Every
/// vector width from 4 to 16 lanes reads whole vectors.
struct alignas(64) KernelHull : KernelBox {
    static constexpr std::size_t kAlignment = 64;
    static constexpr std::uint32_t kWidestVector = 16;
    static constexpr std::uint32_t kBlock =
        kWidestVector;  ///< faces or edges that are tested or skipped together
    /// Hulls with up to this many vertices and faces are small: their kernels read two blocks without a loop.
    static constexpr std::uint32_t kSmall = 2 * kBlock;

    /// Some vertices. Padding repeats vertex 0.
    struct alignas(kAlignment) VertexBlock {
        float x[kBlock], y[kBlock], z[kBlock];
    };
    /// The planes of some faces: unit normals, and the support of the hull along them. Padding is never a
    /// minimum.
    struct alignas(kAlignment) FaceBlock {
        float x[kBlock], y[kBlock], z[kBlock], offset[kBlock];
    };

    /// All data of an edge in one cache line: for the edge-edge test with one vector per lane, and its ends.
    struct alignas(kAlignment) Edge {
        enum Lane : std::uint8_t { Left, Right, Vertex, Direction };
        float x[4], y[4], z[4];  ///< the normals of the two faces, the edge's start, its unit direction
        float offset[2];         ///< offsets of the two face planes
        HullAdjacency::EdgeEnds ends;
    };
    /// Positions of both faces of several edges, if a byte can hold them.
    struct alignas(kAlignment) EdgeFaces {
        static constexpr std::uint32_t kCount = 64;
        std::uint8_t faces[2][kCount];
    };
    static constexpr std::uint32_t kMaxFacesInBytes = 256;
    /// Planes of both faces of several edges, for hulls with more than kMaxFacesInBytes faces. Padding is
    /// never a minimum.
    struct alignas(kAlignment) EdgeBlock {
        float x[2][kBlock], y[2][kBlock], z[2][kBlock], offset[2][kBlock];
    };
    /// Lengths of the arrays.
    struct Padding {
        std::uint32_t vertexBlocks, faceBlocks, edgeFaces, edgeBlocks;
        Padding(std::size_t vertexCount, std::size_t faceCount, std::size_t edgeCount);
    };

    std::uint32_t vertexCount = 0, faceCount = 0;
    std::span<const VertexBlock> vertices;
    std::span<const FaceBlock> faces;
    /// The second blocks, for small hulls: the first ones if there are no others, since what is repeated
    /// changes no support and no minimum.
    const VertexBlock* secondVertices = nullptr;
    const FaceBlock* secondFaces = nullptr;
    std::span<const EdgeFaces> edgeFaces;  ///< for up to kMaxFacesInBytes faces, else empty
    std::span<const Edge> edges;
    std::span<const std::uint32_t> faceIds, edgeIds;  ///< see KernelOrder
    HullAdjacency adjacency;                          ///< its faces have the kernel's order
    std::span<const EdgeBlock> edgeBlocks;            ///< for more than kMaxFacesInBytes faces, else empty

    [[nodiscard]] bool isSmall() const { return vertexCount <= kSmall && faceCount <= kSmall; }
    [[nodiscard]] glm::vec3 vertex(std::uint32_t i) const {
        const VertexBlock& block = vertices[i / kBlock];
        return {block.x[i % kBlock], block.y[i % kBlock], block.z[i % kBlock]};
    }
    [[nodiscard]] glm::vec3 normal(std::uint32_t face) const {
        const FaceBlock& block = faces[face / kBlock];
        return {block.x[face % kBlock], block.y[face % kBlock], block.z[face % kBlock]};
    }
    [[nodiscard]] float faceOffset(std::uint32_t face) const {
        return faces[face / kBlock].offset[face % kBlock];
    }
    /// Sets the blocks, which must outlive the hull.
    void setBlocks(std::span<const VertexBlock> ofVertices, std::span<const FaceBlock> ofFaces) {
        vertices = ofVertices, secondVertices = &ofVertices[ofVertices.size() > 1 ? 1 : 0];
        faces = ofFaces, secondFaces = &ofFaces[ofFaces.size() > 1 ? 1 : 0];
    }

    /// Returns the number of bytes held, for reports.
    [[nodiscard]] std::size_t byteCount() const;
};

/// Arrays of a KernelHull, writable.
struct KernelArrays {
    std::span<KernelHull::VertexBlock> vertices;
    std::span<KernelHull::FaceBlock> faces;
    std::span<KernelHull::Edge> edges;
    std::span<KernelHull::EdgeFaces> edgeFaces;
    std::span<KernelHull::EdgeBlock> edgeBlocks;
    std::span<std::uint32_t> faceIds, edgeIds;  ///< see KernelOrder; filled in beforehand
    AdjacencyArrays adjacency;
};

/// Computes the inverse of a permutation. Returns false if the order is not a permutation.
/// @param order      must contain each number below its own size once
/// @param positions  receives the inverse; of the same size
[[nodiscard]] bool invert(std::span<const std::uint32_t> order, std::span<std::uint32_t> positions);

/// Converts the mesh to the layout of the kernels, in arrays of the right sizes.
/// @param center  a point inside, normally the centroid
/// @param facePositions  inverse of the order of faces
/// @param hull  completely written; it refers to the arrays
void layOutKernel(const HullView& mesh, const ContactFaces& contactFaces, const glm::dvec3& center,
                  std::span<const std::uint32_t> facePositions, const KernelArrays& arrays, KernelHull& hull);

}  // namespace sat3d::SAT3D_ABI
