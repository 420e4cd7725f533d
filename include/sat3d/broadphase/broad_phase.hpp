#pragma once

/// @file
/// The broad phase: which bounding boxes of a scene overlap.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/owned.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// The bounding boxes of a scene, in trees that follow their motion. Every step sets the boxes that have
/// moved, and asks for the pairs:
/// @code
/// sat3d::BroadPhase broadPhase;
/// broadPhase.set(ground, bounds(terrain, Pose{}), sat3d::BroadPhase::Mobility::Static);
/// for (;;) {
///     for (const std::uint32_t tank : moving) {
///         broadPhase.set(tank, conservativeBounds(hull, poses[tank]));
///     }
///     for (const sat3d::PairIndices& pair : broadPhase.findPairs()) { ... }
/// }
/// @endcode
/// Items have numbers that the caller chooses: indices into arrays of the caller. Memory is proportional to
/// the largest number, about 100 bytes each, so reuse the numbers of removed items. Boxes are closed: boxes
/// that touch overlap. A margin, or the motion until the next step, must be part of the box.
///
/// If many items have moved, the trees are built from nothing. If few have, only these are moved and tested.
/// A copy is independent; one that was moved from is empty. After a few steps no function allocates, unless
/// there are more items or pairs than ever before. Const functions may run on several threads. The order of
/// pairs and visits depends on earlier calls, but not on the processor: sort what must not depend on history.
class BroadPhase {
public:
    enum class Mobility : std::uint8_t {
        Moving,
        Static,  ///< seldom moves; two static items never make a pair
    };

    SAT3D_API BroadPhase();
    SAT3D_API BroadPhase(const BroadPhase& other);
    SAT3D_API BroadPhase(BroadPhase&& other) noexcept;
    SAT3D_API BroadPhase& operator=(const BroadPhase& other);
    SAT3D_API BroadPhase& operator=(BroadPhase&& other) noexcept;
    SAT3D_API ~BroadPhase();

    /// Adds an item, or sets the box of an item. The trees learn of it in update(). O(1).
    /// @param item  below 2^31 (asserted; without asserts, other items are ignored)
    /// @param box   world frame, meters. Without NaN (asserted); with a NaN, and if it is empty, it overlaps
    /// nothing. Coordinates beyond the range of float count as the largest float.
    SAT3D_API void set(std::uint32_t item, const Aabb& box, Mobility mobility = Mobility::Moving);
    /// Changes the box of an item that has been set since the last update() (asserted; otherwise nothing
    /// happens). Several threads may do so at once, for different items: a caller with many boxes to compute
    /// sets all items on one thread, then the boxes on many. O(1).
    SAT3D_API void setBox(std::uint32_t item, const Aabb& box) noexcept;
    /// Removes an item at once, also from queries. O(1).
    /// @return whether there was one
    SAT3D_API bool remove(std::uint32_t item) noexcept;

    [[nodiscard]] SAT3D_API bool contains(std::uint32_t item) const noexcept;
    /// The box that was set. Empty if there is no such item.
    [[nodiscard]] SAT3D_API Aabb bounds(std::uint32_t item) const noexcept;
    /// Number of items.
    [[nodiscard]] SAT3D_API std::uint32_t size() const noexcept;

    /// Brings the trees up to date with set(), for the queries. 30 ns per item if many have been set.
    /// @param parallelFor  the caller's threads. They make no difference to the trees.
    SAT3D_API void update(ParallelFor parallelFor = kInOneThread);

    /// Returns the pairs of overlapping boxes of which at least one has been set since the last call, a < b,
    /// each pair once, no pair of two static items. Calls update(). Pairs of which neither box has been set
    /// are as before, so the caller keeps them.
    /// @param parallelFor  the caller's threads. They make no difference to the pairs or their order.
    /// @return valid until the next call that is not const
    [[nodiscard]] SAT3D_API std::span<const PairIndices> findPairs(ParallelFor parallelFor = kInOneThread);

    // Queries answer for the boxes at the last update() or findPairs(), less the removed items.

    /// Calls visit for the items whose box overlaps a box, until it returns false.
    /// @param visit  whether to go on
    /// @return whether no call returned false
    SAT3D_API bool query(const Aabb& box, CallbackRef<bool(std::uint32_t item)> visit) const;

    /// Processes an item, and returns the new limit: at most the old one. A negative one ends the search.
    using Visit = CallbackRef<double(std::uint32_t item, double limit)>;

    /// Calls visit for the items whose box a ray hits, nearer ones mostly first. A nearer limit in meters, as
    /// visit returns it, ends the ray there:
    /// @code
    /// trees.cast(ray, [&](std::uint32_t item, double limit) { return std::min(limit, hitDistance(item)); });
    /// @endcode
    /// Rounding errors never lose a hit; a box may be visited that the ray misses by rounding errors.
    /// @return the final limit, at first the length of the ray
    SAT3D_API double cast(const Ray& ray, Visit visit) const;
    SAT3D_API double cast(const DRay& ray, Visit visit) const;
    /// Does the same for a box in linear motion: the bounds of a shape that is swept.
    /// @param start      bounds at the start of the motion
    /// @param direction  finite, of any length except 0 (else nothing is visited)
    /// @param length     meters, 0 or more
    SAT3D_API double cast(const Aabb& start, const glm::vec3& direction, double length, Visit visit) const;

    /// Branch and bound, as Bvh::traverse(), for example for the nearest items: visits the items with
    /// bound(box of the item) <= limit, nearer subtrees first. For bounds other than those of query() and
    /// cast(), which test eight boxes at once.
    /// @param bound  lower bound for all items in the box. It must not decrease when the box shrinks. Boxes
    /// whose bound is NaN are skipped.
    /// @return the final limit
    SAT3D_API double traverse(double limit, CallbackRef<double(const Aabb& box)> bound, Visit visit) const;

    /// Checks all invariants of the trees, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] SAT3D_API std::optional<std::string> validate() const;

private:
    class State;

    Owned<State> state_;
};
/// Returns the name of the enumerator: "Static".
[[nodiscard]] SAT3D_API std::string_view toString(BroadPhase::Mobility mobility) noexcept;

}  // namespace sat3d::SAT3D_ABI
