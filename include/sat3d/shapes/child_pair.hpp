#pragma once

/// @file
/// The children of two shapes that an answer is about.

#include <sat3d/core/config.hpp>

#include <compare>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The children of two shapes to which the features of an answer belong: the index of a child in a Compound
/// or PlanarCompound, or the number of a triangle in a TriangleMesh or HeightField. Other shapes have 0.
struct ChildPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const ChildPair&, const ChildPair&) = default;
};

}  // namespace sat3d::SAT3D_ABI
