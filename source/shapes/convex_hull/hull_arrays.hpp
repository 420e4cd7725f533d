#pragma once

/// All arrays of one hull in one block of memory: an allocation for each would cost more than reading them.

#include "geometry/hull_measures/hull_view.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

struct HullCounts {
    std::uint32_t vertices = 0, faces = 0, edges = 0;
    std::uint32_t normals = 0, edgeDirections = 0;  ///< distinct ones

    [[nodiscard]] std::size_t corners() const { return std::size_t{2} * edges; }
};

/// Where they are written before the hull is handed out. Uninitialised at first.
struct HullArrays {
    std::span<glm::vec3> vertices;
    std::span<std::uint32_t> sourceIndices;
    std::span<HullMesh::Face> faces;
    std::span<std::uint32_t> loops;
    std::span<HullMesh::Edge> edges;
    std::span<std::uint32_t> faceTags;
    std::span<glm::dvec3> distinctNormals, distinctEdgeDirections;
    KernelArrays kernel;

    /// Dealt out of a block, which the caller owns.
    /// @param room  bytes of the block: roomFor(counts)
    HullArrays(const HullCounts& counts, std::byte* block, std::size_t room);
    [[nodiscard]] static std::size_t roomFor(const HullCounts& counts);

    [[nodiscard]] HullView view() const;

private:
    HullArrays() = default;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
