#pragma once

/// @file
/// The broad phase: which bounding boxes of a scene overlap.

#include <sat3d/broadphase/packed_tree.hpp>
#include <sat3d/broadphase/tree_joins.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
/// A copy is independent. After a few steps no function allocates, unless there are more items or pairs than
/// ever before. Const functions may run on several threads. The order of pairs and visits depends on earlier
/// calls, but not on the processor: sort what must not depend on history.
class BroadPhase {
public:
    enum class Mobility : std::uint8_t {
        Moving,
        Static,  ///< seldom moves; two static items never make a pair
    };

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

    [[nodiscard]] bool contains(std::uint32_t item) const noexcept {
        return item < states_.size() && (states_[item] & kPlaces) != kAbsent;
    }
    /// The box that was set. Empty if there is no such item.
    [[nodiscard]] Aabb bounds(std::uint32_t item) const noexcept {
        return contains(item) ? boxes_[item] : Aabb{};
    }
    /// Number of items.
    [[nodiscard]] std::uint32_t size() const noexcept { return groups_[0].count + groups_[1].count; }

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

    /// Calls visit for the items whose box overlaps a box, until it returns false (see PackedTree::query).
    template <class Visit>
    bool query(const Aabb& box, const Visit& visit) const {
        for (const Group& group : groups_) {
            if (!group.main.query(box, visit) || !group.overflow.query(box, visit)) {
                return false;
            }
        }
        return true;
    }

    /// Calls visit for the items whose box a ray hits, nearer ones mostly first, until the limit that visit
    /// returns (see PackedTree::cast).
    template <class Visit>
    double cast(const Ray& ray, const Visit& visit) const {
        return cast({ray.origin, ray.origin}, ray.direction, ray.length, visit);
    }
    template <class Visit>
    double cast(const DRay& ray, const Visit& visit) const {
        return cast(Aabb::around(ray.origin, ray.origin), ray.direction, ray.length, visit);
    }
    /// Does the same for a box in linear motion (see PackedTree::cast).
    template <class Visit>
    double cast(const Aabb& start, const glm::vec3& direction, double length, const Visit& visit) const {
        for (const Group& group : groups_) {
            length = group.main.cast(start, direction, length, visit);
            length = group.overflow.cast(start, direction, length, visit);
        }
        return length;
    }

    /// Branch and bound (see PackedTree::traverse), for example for the nearest items.
    template <class Bound, class Visit>
    double traverse(double limit, const Bound& bound, const Visit& visit) const {
        for (const Group& group : groups_) {
            limit = group.main.traverse(limit, bound, visit);
            limit = group.overflow.traverse(limit, bound, visit);
        }
        return limit;
    }

    /// Checks all invariants of the trees, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] SAT3D_API std::optional<std::string> validate() const;

private:
    /// The items of one mobility.
    struct Group {
        PackedTree main;
        PackedTree overflow;                       ///< items that have left their place in the main tree
        std::vector<std::uint32_t> overflowItems;  ///< may contain removed ones
        std::uint32_t count = 0;
    };

    struct Memory {
        PackedTree probe;                 ///< of moved items
        std::vector<std::uint32_t> list;  ///< of items
        std::vector<PairIndices> pairs;
    };

    // The state of an item: its place, and flags.
    static constexpr std::uint8_t kAbsent = 0, kWaiting = 1, kInMain = 2, kInOverflow = 3, kPlaces = 3;
    static constexpr std::uint8_t kStatic = 4;    ///< in the second group
    static constexpr std::uint8_t kListed = 8;    ///< set since update(): in the end of moved_
    static constexpr std::uint8_t kChanged = 16;  ///< set since findPairs(): in moved_

    [[nodiscard]] Group& groupOf(std::uint32_t item) { return groups_[states_[item] & kStatic ? 1 : 0]; }
    void setPlace(std::uint32_t item, std::uint8_t place);
    void takeOut(std::uint32_t item) noexcept;
    [[nodiscard]] std::span<const std::uint32_t> changed() const {
        return std::span(moved_).subspan(updated_);
    }
    void updateGroup(std::uint8_t mobility, ParallelFor parallelFor);
    bool moveInMain(Group& group, std::uint32_t item);
    void buildMain(Group& group, std::uint8_t mobility, ParallelFor parallelFor);
    void buildOverflow(Group& group);
    std::size_t sortMoved();
    void findAllPairs(bool isFiltered, ParallelFor parallelFor);
    void findPairsOfMoved(std::span<const std::uint32_t> moving, std::span<const std::uint32_t> fixed,
                          ParallelFor parallelFor);
    [[nodiscard]] bool isChanged(std::uint32_t item) const { return (states_[item] & kChanged) != 0; }
    [[nodiscard]] const PackedTree* treeOf(std::uint32_t item) const;
    [[nodiscard]] const char* faultOfItem(std::uint32_t item) const;
    [[nodiscard]] std::optional<std::string> faultOfSlots(const PackedTree& tree) const;

    std::vector<Aabb> boxes_;           ///< by item
    std::vector<std::uint32_t> slots_;  ///< by item: slot in its tree
    std::vector<std::uint8_t> states_;  ///< by item
    std::array<Group, 2> groups_;       ///< moving, static
    /// Set since findPairs(). Those set again after an update() occur more than once.
    std::vector<std::uint32_t> moved_;
    std::size_t updated_ = 0;  ///< number of those in moved_ that the trees know
    TreeJoins joins_;
    Scratch<Memory> memory_;
};
/// Returns the name of the enumerator: "Static".
[[nodiscard]] SAT3D_API std::string_view toString(BroadPhase::Mobility mobility) noexcept;

}  // namespace sat3d::SAT3D_ABI
