#pragma once

#include "core/arena.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

/// In which order the kernels read faces and edges: their numbers in the mesh. Faces stand by nearness of
/// their normals, edges in the order of their faces.
struct KernelOrder {
    ArenaVector<std::uint32_t> faceIds, edgeIds;
    ArenaVector<std::uint32_t> facePositions;  ///< of each face: its place among faceIds
};
/// @param arena  for what it needs, the result included
[[nodiscard]] KernelOrder kernelOrderOf(const HullView& mesh, Arena& arena);

/// A hull as the fast kernels read it: floats about the centroid (so that the numbers are as small as the
/// hull), structure of arrays, padded so that every vector width from 4 to 16 lanes reads whole vectors.
struct KernelHull {
    static constexpr std::size_t kAlignment = 64;
    static constexpr std::uint32_t kWidestVector = 16;
    static constexpr std::uint32_t kBlock =
        kWidestVector;  ///< faces or edges that are skipped or looked at together
    /// Hulls up to this many vertices and faces are padded to exactly this: their kernels have no loops.
    static constexpr std::uint32_t kSmall = 32;

    /// An edge with everything the test of edge against edge needs, in one cache line, a vector in each lane.
    struct alignas(kAlignment) Edge {
        enum Lane : std::uint8_t { Left, Right, Vertex, Direction };
        float x[4], y[4], z[4];  ///< the normals of the two faces, the edge's start, its unit direction
        float offset[4];         ///< of the two faces; the others are 0
    };
    /// The numbers of both faces of some edges, side by side, where bytes hold them.
    struct alignas(kAlignment) EdgeFaces {
        static constexpr std::uint32_t kCount = 64;
        std::uint8_t faces[2][kCount];
    };
    static constexpr std::uint32_t kMostFacesInBytes = 256;
    /// The planes of both faces of some edges instead, of hulls of more faces; padding is never a minimum.
    struct alignas(kAlignment) EdgeBlock {
        float x[2][kBlock], y[2][kBlock], z[2][kBlock], offset[2][kBlock];
    };
    /// Set for boxes along the axes of the hull's frame. Corners are numbered by the signs of x (bit 0), y
    /// (bit 1), z (bit 2), faces by 2 * axis + (positive ? 1 : 0), edges by 4 * axis + the signs of the two
    /// following axes.
    struct Box {
        static constexpr std::uint8_t kFaces = 8, kEdges = 14, kFeatures = 26;  ///< corners come first
        alignas(
            16) std::array<float, 4> halfExtents;   ///< the fourth is out of reach: vectors have four lanes
        std::array<std::uint8_t, kFeatures> names;  ///< their numbers in the mesh
    };

    /// How long the arrays are.
    struct Padding {
        std::uint32_t vertices, faces, edgeFaces, edgeBlocks;
        Padding(std::size_t vertexCount, std::size_t faceCount, std::size_t edgeCount);
    };

    // What bulk queries read of a box, side by side.
    glm::dvec4 center{0.0};  ///< of the kernel's coordinates, in the hull's frame; the fourth fills a vector
    float radius = 0.0f;     ///< no vertex lies farther from the center; rounded up
    float innerRadius = 0.0f;  ///< the ball about the center lies inside; rounded down
    std::optional<Box> box;

    std::uint32_t vertexCount = 0, paddedVertexCount = 0;
    std::uint32_t faceCount = 0, paddedFaceCount = 0;
    const float *vertexX = nullptr, *vertexY = nullptr, *vertexZ = nullptr;  ///< padding repeats vertex 0
    const float *normalX = nullptr, *normalY = nullptr, *normalZ = nullptr;
    const float* faceOffset = nullptr;  ///< support of the hull along the normal; padding is never a minimum
    std::span<const Edge> edges;
    std::span<const EdgeFaces> edgeFaces;             ///< of up to kMostFacesInBytes faces, else empty
    std::span<const EdgeBlock> edgeBlocks;            ///< of more, else empty
    std::span<const std::uint32_t> faceIds, edgeIds;  ///< see KernelOrder

    /// Padded to kSmall.
    [[nodiscard]] bool isSmall() const { return isSmall(vertexCount, faceCount); }
    [[nodiscard]] static bool isSmall(std::size_t vertexCount, std::size_t faceCount) {
        return vertexCount <= kSmall && faceCount <= kSmall;
    }

    /// Bytes held, for reports.
    [[nodiscard]] std::size_t byteCount() const;
};

/// A KernelHull's arrays while they are written.
struct KernelArrays {
    std::span<KernelHull::Edge> edges;
    std::span<float> vertexX, vertexY, vertexZ;
    std::span<float> normalX, normalY, normalZ, faceOffset;
    std::span<KernelHull::EdgeFaces> edgeFaces;
    std::span<KernelHull::EdgeBlock> edgeBlocks;
    std::span<std::uint32_t> faceIds, edgeIds;  ///< the order: filled in beforehand
};

/// Writes where each thing stands in an order; false if the order is no permutation.
/// @param order  numbers below its size
/// @param positions  as many
[[nodiscard]] bool invert(std::span<const std::uint32_t> order, std::span<std::uint32_t> positions);

/// Lays the mesh out for the kernels, in arrays of the right sizes.
/// @param center  a point inside, normally the centroid
/// @param facePositions  of each face: its place in the order
/// @param hull  all of it is written: it reads the arrays
void layOutKernel(const HullView& mesh, const glm::dvec3& center,
                  std::span<const std::uint32_t> facePositions, const KernelArrays& arrays, KernelHull& hull);

}  // namespace sat3d::inline SAT3D_ABI::detail
