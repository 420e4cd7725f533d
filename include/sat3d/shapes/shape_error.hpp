#pragma once

/// @file
/// Errors of shapes.

#include <sat3d/core/config.hpp>

#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// Reason why a shape is invalid, or cannot be transformed.
struct ShapeError {
    enum class Code {
        NotFinite,            ///< a number is NaN or infinite
        TooLarge,             ///< a number is beyond 1e15
        Negative,             ///< a radius or an extent is below zero
        NotNormalized,        ///< a normal or a rotation does not have unit length
        NonUniformScale,      ///< a sphere or capsule under non-uniform scale or shear
        NonAxisAlignedScale,  ///< a box or height field under a map that makes its axes oblique
        SingularMap,          ///< a map without an inverse
        HullFailed,           ///< the mapped points have no convex hull; the message says why
        Empty,                ///< a compound without children
        NotWatertight,        ///< mass properties of a shape that does not enclose a volume
    };
    Code code;
    std::string message;  ///< one sentence with the numbers, and what to use instead
};

/// Returns the name of the enumerator: "NonUniformScale".
[[nodiscard]] SAT3D_API std::string_view toString(ShapeError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
