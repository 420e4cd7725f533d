#pragma once

/// @file
/// Contact manifold: at most four points and one normal.

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

template <class T>
struct BasicContactPoint {
    /// Midway between the surfaces, world frame. A's surface is at position - separation / 2 * normal, B's
    /// surface at position + separation / 2 * normal.
    glm::vec<3, T> position{T(0)};
    /// Meters from A's surface to B's along the manifold's normal: negative for an overlap.
    float separation = 0.0f;
    /// Feature id for warm starting: unique in the manifold, stable while the same features touch, and equal
    /// for (a, b) and (b, a). It has no meaning for another pair.
    std::uint64_t id = 0;
};

/// The contact area of two shapes, reduced to the points that a solver needs.
template <class T>
struct BasicManifold {
    static constexpr std::uint32_t kMaxPoints = 4;

    /// Unit, world frame, from A to B: a face normal if it is nearly as good as the minimum translation.
    glm::vec3 normal{0.0f};
    std::uint32_t pointCount = 0;  ///< 1 .. kMaxPoints
    std::array<BasicContactPoint<T>, kMaxPoints> pointArray;
    /// The answer of penetration() with the same margin. For shapes with many children, it belongs to the two
    /// children of this manifold that overlap deepest.
    Penetration penetration;
    /// The user's tag of the face in contact. For a hull, it is the tag of the reference face or incident
    /// face. In a contact of two edges or with a round shape, it is the tag of a face beside the contact that
    /// points along the normal. For a surface, it is the tag of the triangle in `penetration`. Otherwise it
    /// is 0.
    std::uint32_t faceTagA = 0, faceTagB = 0;

    [[nodiscard]] std::span<const BasicContactPoint<T>> points() const {
        return {pointArray.data(), pointCount};
    }
};

/// The manifolds that collide() has written, as a span. True in a condition if there is at least one.
template <class T>
struct BasicManifoldSpan : std::span<BasicManifold<T>> {
    constexpr BasicManifoldSpan(std::span<BasicManifold<T>> manifolds) noexcept
        : std::span<BasicManifold<T>>(manifolds) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !this->empty(); }
};

using ContactPoint = BasicContactPoint<float>;
using DContactPoint = BasicContactPoint<double>;
using Manifold = BasicManifold<float>;
using DManifold = BasicManifold<double>;
using ManifoldSpan = BasicManifoldSpan<float>;
using DManifoldSpan = BasicManifoldSpan<double>;

}  // namespace sat3d::SAT3D_ABI
