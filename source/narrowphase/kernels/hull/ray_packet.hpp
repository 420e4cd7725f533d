#pragma once

#include <sat3d/geometry/hull_builder.hpp>

#include <cstddef>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Eight rays against one hull, one ray per lane.
struct RayPacket {
    static constexpr std::size_t kSize = 8;
    static constexpr double kNoFace = -1.0;

    // Input, in the hull's frame.
    std::size_t count;  ///< number of rays; other lanes may be skipped
    alignas(64) double origin[3][kSize], direction[3][kSize];

    // Output: the interval of each line inside the hull, and the faces at its ends.
    alignas(64) double entry[kSize], exit[kSize];  ///< empty unless entry < exit
    alignas(64) double entryFace[kSize],
        exitFace[kSize];                  ///< the lowest index if faces tie; kNoFace if there is none
    alignas(64) double leastRise[kSize];  ///< the smallest absolute cosine of a line and a normal
};

/// Clips the rays at all faces, with the same bits as throughConvex() of each ray.
void clipAtFaces(std::span<const HullMesh::Face> faces, RayPacket& packet);

}  // namespace sat3d::SAT3D_ABI
