#pragma once

/// @file
/// Overlap test and minimum translation (MTV) of two shapes of the plane. Conventions: docs/conventions.md.

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <glm/ext/vector_float2.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The features of two shapes of the plane that define the normal. Each shape documents their numbers.
struct PlanarFeatures {
    enum class Kind : std::uint8_t {
        EdgeA,     ///< a: edge of A, b: vertex of B
        EdgeB,     ///< a: vertex of A, b: edge of B
        Vertices,  ///< a: vertex of A, b: vertex of B
    };
    Kind kind = Kind::EdgeA;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const PlanarFeatures&, const PlanarFeatures&) = default;
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(PlanarFeatures::Kind kind) noexcept;

/// The minimum translation (MTV) of two overlapping shapes of the plane.
struct PlanarPenetration {
    glm::vec2 normal{0.0f};  ///< unit, world frame, from A to B
    float depth = 0.0f;      ///< meters, > 0: the length of the minimum translation
    PlanarFeatures features;
    ChildPair children;  ///< the children that overlap deepest

    /// Returns the translation of A that makes the shapes just touch. So does a fraction f of pushA()
    /// together with 1 - f of pushB(). A static shape takes none of it.
    [[nodiscard]] glm::vec2 pushA() const { return normal * -depth; }
    /// Returns the translation of B that makes the shapes just touch.
    [[nodiscard]] glm::vec2 pushB() const { return normal * depth; }
};

struct PlanarOptions {
    /// Meters, finite, not negative: shapes that are closer than this count as overlapping.
    float margin = 0.0f;
};

/// Returns whether the interiors of two shapes overlap. Touching is not overlapping. True exactly if
/// penetration() with the same margin has an answer.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted; without asserts the answer is
/// false)
template <class T>
[[nodiscard]] SAT3D_API bool overlaps(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                      const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                      const PlanarOptions& options = {});

/// Computes the minimum translation of two shapes, or nothing if they do not overlap.
///
///     if (auto hit = penetration(crate, cratePose, wall, wallPose))
///         cratePose.position += hit->pushA();
///
/// Exact for every pair, up to rounding in double: the separating axis test over the edges of both. Round
/// shapes are a point or a segment with a radius. If these cores are apart, the axis runs between their
/// closest points. If they overlap, it is an axis of the cores: a circle is pushed out of a box that contains
/// it. Two circles around one point are pushed along the x axis of the one with the smaller radius (of equal
/// ones, of the one whose pose comes first in order of its numbers). Of equal axes, an edge of the shape that
/// comes first in PlanarShapeRef::Kind wins, then the lowest number. penetration(b, poseB, a, poseA) is the
/// flipped answer, bit for bit.
///
/// For a PlanarCompound the answer is that of the two children that overlap deepest. A segment, or a point,
/// exactly on a common border of children overlaps by a few roundings. Two half-planes never overlap.
/// @note  No allocation. O(n m) for polygons of n and m vertices, four edges at a time.
template <class T>
[[nodiscard]] SAT3D_API std::optional<PlanarPenetration> penetration(
    PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
    const std::type_identity_t<BasicPlanarPose<T>>& poseB, const PlanarOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
