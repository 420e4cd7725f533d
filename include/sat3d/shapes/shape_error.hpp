#pragma once

/// @file
/// Why a shape cannot be.

#include <sat3d/core/config.hpp>

#include <string>

namespace sat3d::inline SAT3D_ABI {

struct ShapeError {
    enum class Code {
        NotFinite,    ///< a NaN or an infinity
        Negative,     ///< a radius or an extent below zero
        NoDirection,  ///< a normal without unit length
        NotUniform,   ///< a round shape under non-uniform scale or shear
        NotAligned,   ///< a box or a height field under a map that bends its corners
        Flat,         ///< a map that flattens
        NoHull,       ///< the mapped points make no hull; the message says why
        Empty,        ///< a compound without parts
        Open,         ///< a mesh that bounds no body
    };
    Code code;
    std::string message;  ///< a sentence with the figures, and what to use instead
};

}  // namespace sat3d::inline SAT3D_ABI
