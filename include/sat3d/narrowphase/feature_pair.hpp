#pragma once

/// @file
/// Which parts of two shapes meet.

#include <sat3d/core/config.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The pair of features whose planes or edges span the separating axis.
struct FeaturePair {
    enum class Kind : std::uint8_t {
        FaceOfA,  ///< a: face of A, b: supporting vertex of B
        FaceOfB,  ///< a: supporting vertex of A, b: face of B
        Edges,    ///< a: edge of A, b: edge of B
    };
    Kind kind = Kind::FaceOfA;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

}  // namespace sat3d::inline SAT3D_ABI
