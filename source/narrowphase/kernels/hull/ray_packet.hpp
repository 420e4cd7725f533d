#pragma once

#include <sat3d/geometry/hull_builder.hpp>

#include <cstddef>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

/// Eight lines against one hull, a line to a lane.
struct RayPacket {
    static constexpr std::size_t kSize = 8;
    static constexpr double kNoFace = -1.0;

    // In: in the hull's frame.
    std::size_t count;  ///< lanes beyond may be left out
    alignas(64) double origin[3][kSize], direction[3][kSize];

    // Out: the part below all planes, and the lowest numbered faces where it begins and ends.
    alignas(64) double entry[kSize], exit[kSize];  ///< empty unless entry < exit
    alignas(64) double entryFace[kSize], exitFace[kSize];
};

/// Clips as Span does for one line, by the same operations in the same order.
void clipAtFaces(std::span<const HullMesh::Face> faces, RayPacket& packet);

}  // namespace sat3d::inline SAT3D_ABI::detail
