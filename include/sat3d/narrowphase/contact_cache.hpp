#pragma once

/// @file
/// The contacts of one pair, kept from frame to frame.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The last contact manifolds of one pair, with the question that they answer. While shapes, poses and
/// options stay the same to the bit, collide() returns them again, in about 20 ns: a crate that rests on
/// terrain costs no search. Every other question is answered anew, so a cache changes no bit of an answer. A
/// game may drop its caches at any time, and snapshots need not contain them.
///
///     std::map<PairId, ContactCache> caches;  // one for each pair
///     for (const Manifold& contact : collide(crate, pose, terrain, ground, caches[id], {.margin = 0.01f}))
///         solver.add(contact);
///
/// Shapes are recognized by a hash of their contents, of 64 bits. So copies of a shape count as the same, and
/// a crater in a height field is noticed. Plain data without pointers, about 3 KB.
template <class T>
class BasicContactCache {
public:
    /// If there are more manifolds, the deepest are kept.
    static constexpr std::size_t kMaxManifolds = 16;

    /// The last answer; empty at first.
    [[nodiscard]] std::span<const BasicManifold<T>> manifolds() const noexcept {
        return {manifolds_.data(), count_};
    }

private:
    struct Question {
        std::uint64_t hashA, hashB;  ///< of the shapes
        BasicPose<T> poseA, poseB;
        CollideOptions options;
    };

    template <class U>
    friend std::span<const BasicManifold<U>> collide(ShapeRef, const BasicPose<U>&, ShapeRef,
                                                     const std::type_identity_t<BasicPose<U>>&,
                                                     BasicContactCache<U>&, const CollideOptions&);

    std::optional<Question> question_;
    std::array<BasicManifold<T>, kMaxManifolds> manifolds_;
    std::size_t count_ = 0;
};
using ContactCache = BasicContactCache<float>;
using DContactCache = BasicContactCache<double>;

/// Computes the contact manifolds of any two shapes, as collide() with a span does, or returns the former
/// ones: see ContactCache.
/// @return the manifolds in the cache, until the next call
/// @note  About 20 ns for the former ones; 10 ns more for each child of a compound, and O(faces) for a hull
/// with tags, which are part of its content.
template <class T>
[[nodiscard]] SAT3D_API std::span<const BasicManifold<T>> collide(
    ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
    BasicContactCache<T>& cache, const CollideOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
