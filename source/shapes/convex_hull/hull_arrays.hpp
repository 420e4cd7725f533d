#pragma once

/// All arrays of a hull in one block of memory. Separate allocations would cost more time than reading the
/// arrays.

#include "geometry/hull_measures/hull_view.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

struct HullCounts {
    std::uint32_t vertices = 0, faces = 0, edges = 0;
    std::uint32_t normals = 0, edgeDirections = 0;
    std::size_t loopEntries = 0;  ///< the sum of HullAdjacency::roomForLoop() of all faces

    [[nodiscard]] std::size_t corners() const { return std::size_t{2} * edges; }
};

/// The arrays, writable and at first uninitialized.
struct HullArrays {
    std::span<glm::vec3> vertices;
    std::span<std::uint32_t> inputIndices;
    std::span<HullMesh::Face> faces;
    std::span<std::uint32_t> faceIndices;
    std::span<HullMesh::Edge> edges;
    std::span<std::uint32_t> faceTags;
    std::span<glm::dvec3> distinctNormals, distinctEdgeDirections;
    KernelArrays kernel;

    /// Divides a block of sizeFor(counts) bytes, which the caller owns, into the arrays.
    /// @param block  aligned to KernelHull::kAlignment
    HullArrays(const HullCounts& counts, std::byte* block);
    [[nodiscard]] static std::size_t sizeFor(const HullCounts& counts);

    [[nodiscard]] HullView view() const;

private:
    HullArrays() = default;
};

}  // namespace sat3d::SAT3D_ABI
