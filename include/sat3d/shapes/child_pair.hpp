#pragma once

/// @file
/// The children of two shapes that an answer is about.

#include <sat3d/core/config.hpp>

#include <compare>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The children of two shapes to which the features of an answer belong. The number of a child is the index
/// of the child of a Compound or PlanarCompound, or of a triangle of a TriangleMesh or HeightField. It is 0
/// for every other shape.
struct ChildPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const ChildPair&, const ChildPair&) = default;
};

}  // namespace sat3d::SAT3D_ABI
