#pragma once

/// @file
/// Faces of boxes, as tables.

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A face of a box. Its number is 2 * axis + (positive ? 1 : 0), as in KernelHull::Box. The axes of its plane
/// are u, the next axis of the box, and v, the axis after that. On the negative side, v is negated, so that u
/// and v turn counterclockwise as seen from outside.
struct BoxFace {
    std::uint32_t normal, u, v;  ///< axes of the box
    float sign;                  ///< of the normal, and of v
    /// Recipe for the coordinates (u, v, normal) of a vector: the lane of each, and -0 for a negated one.
    alignas(16) std::int32_t lanes[4];
    alignas(16) float signs[4];
    /// Bytes of the vertices at (+, +), (-, +), (-, -), (+, -) in the plane, each as four bytes of an
    /// integer.
    alignas(16) std::uint8_t vertices[16];
};

constexpr BoxFace boxFace(std::uint32_t face) {
    const std::uint32_t axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, positive = face % 2;
    constexpr std::uint8_t kZero = 0x80;
    const float sign = positive == 1 ? 1.0f : -1.0f, negated = positive == 1 ? 0.0f : -0.0f;
    BoxFace result{
        axis,
        u,
        v,
        sign,
        {static_cast<std::int32_t>(u), static_cast<std::int32_t>(v), static_cast<std::int32_t>(axis), 3},
        {0.0f, negated, negated, 0.0f},
        {}};
    for (std::uint32_t corner = 0; corner < 4; ++corner) {
        const std::uint32_t plusU = corner == 0 || corner == 3 ? 1 : 0, plusV = corner < 2 ? 1 : 0;
        std::uint8_t* const bytes = result.vertices + 4 * corner;
        bytes[0] = static_cast<std::uint8_t>(positive << axis | plusU << u |
                                             (positive == 1 ? plusV : 1 - plusV) << v);
        bytes[1] = bytes[2] = bytes[3] = kZero;
    }
    return result;
}

inline constexpr std::array<BoxFace, 6> kBoxFaces{boxFace(0), boxFace(1), boxFace(2),
                                                  boxFace(3), boxFace(4), boxFace(5)};

}  // namespace sat3d::SAT3D_ABI
