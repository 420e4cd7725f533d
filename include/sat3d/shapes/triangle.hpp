#pragma once

/// @file
/// What surfaces are made of.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Counter-clockwise seen from the front. Vertices 0, 1, 2; edges 0 (vertex 0 to 1), 1 (1 to 2), 2 (2 to 0);
/// faces 0 (the front) and 1 (the back).
struct Triangle {
    std::array<glm::vec3, 3> corners{};

    friend bool operator==(const Triangle&, const Triangle&) = default;
};

/// On which sides a surface is felt.
///
/// A one-sided triangle is there for all shapes whose middle lies in front of its plane or on it, and for no
/// others; in a sweep the middle counts where it starts. It pushes to the front only: of the ways
/// out the shortest that does not lead behind its plane. The middle is the centre of a sphere and a box, the
/// middle of a capsule's segment, and the centre of a hull's bounding sphere; each part of a Compound has its
/// own.
enum class Sides : std::uint8_t {
    Front,  ///< what comes from behind passes through
    Both,
};

}  // namespace sat3d::inline SAT3D_ABI
