#pragma once

/// @file
/// Overlap test and minimum translation (MTV) of two shapes. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The minimum translation (MTV) of two overlapping shapes.
struct Penetration {
    glm::vec3 normal{0.0f};  ///< unit, world frame, from A to B
    float depth = 0.0f;      ///< meters, > 0: the length of the minimum translation
    FeaturePair features;
    ChildPair children;  ///< the children that overlap deepest

    /// Returns the translation of A that makes the shapes just touch. So does a fraction f of pushA()
    /// together with 1 - f of pushB().
    [[nodiscard]] glm::vec3 pushA() const { return normal * -depth; }
    /// Returns the translation of B that makes the shapes just touch.
    [[nodiscard]] glm::vec3 pushB() const { return normal * depth; }
};

struct OverlapOptions {
    /// Meters, finite, not negative: shapes that are closer than this count as overlapping.
    float margin = 0.0f;
};

/// Returns whether the interiors of two shapes overlap. Touching is not overlapping. True exactly if
/// penetration() with the same margin has an answer.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted; what happens without asserts:
/// docs/conventions.md, Faults).
template <class T>
[[nodiscard]] SAT3D_API bool overlaps(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                      const std::type_identity_t<BasicPose<T>>& poseB,
                                      const OverlapOptions& options = {});

struct PenetrationOptions {
    /// Meters, finite, not negative: shapes that are closer than this count as overlapping, and the push
    /// leaves a gap of exactly this. The depth is margin - separation.
    float margin = 0.0f;
};

/// Computes the minimum translation of two shapes, or nothing if they do not overlap.
///
///     if (auto hit = penetration(tank, tankPose, wall, wallPose))
///         tankPose.position += hit->pushA();
///
/// Exact: the depth differs from the smallest possible one by at most 1e-6 of size (the mean bounding
/// radius). So does the true depth along the normal. If several axes are equally good to this precision, a
/// face is preferred to edges. The answer is consistent with overlaps() and distance(): depth == margin -
/// separation. penetration(b, poseB, a, poseA) is the flipped answer, bit for bit. (Two equal hulls in equal
/// poses give the same answer in either order.)
///
/// For shapes with many children (Compound, TriangleMesh, HeightField) the answer is that of the two children
/// that overlap deepest; if several pairs tie, the lowest numbered. The push separates these two; other
/// children may still overlap. Two shapes that are surfaces or half-spaces never overlap.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted)
/// @note  No allocation.
template <class T>
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(
    ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
    const PenetrationOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
