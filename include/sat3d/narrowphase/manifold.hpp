#pragma once

/// @file
/// Where two shapes touch: at most four points and one normal.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

template <class T>
struct BasicContactPoint {
    /// Half way between the surfaces, world frame: they are at position -+ separation / 2 * normal.
    glm::vec<3, T> position{T(0)};
    /// Metres from A's surface to B's along the manifold's normal: negative where they overlap.
    float separation = 0.0f;
    /// Names the features that meet here: the same from frame to frame while they do, the same whichever
    /// shape is asked first, and of one point of a manifold only. It has no meaning for another pair.
    std::uint64_t id = 0;
};

/// The patch in which two shapes touch, for a solver to push at.
template <class T>
struct BasicManifold {
    static constexpr std::uint32_t kMostPoints = 4;

    /// Unit, world frame, from A to B. That of a face where one is nearly as good as the shortest push.
    glm::vec3 normal{0.0f};
    std::uint32_t pointCount = 0;  ///< 1 .. kMostPoints
    std::array<BasicContactPoint<T>, kMostPoints> pointStorage;
    /// The shortest push, as penetration() with the same margin gives it; of shapes of many pieces, that of
    /// the two pieces that it names: those that overlap deepest in this patch.
    Penetration penetration;
    /// The user's: of the face of a hull that looks along the normal, of the triangle named above. Else 0.
    std::uint32_t tagA = 0, tagB = 0;

    [[nodiscard]] std::span<const BasicContactPoint<T>> points() const {
        return {pointStorage.data(), pointCount};
    }
};

using ContactPoint = BasicContactPoint<float>;
using DContactPoint = BasicContactPoint<double>;
using Manifold = BasicManifold<float>;
using DManifold = BasicManifold<double>;

}  // namespace sat3d::inline SAT3D_ABI
