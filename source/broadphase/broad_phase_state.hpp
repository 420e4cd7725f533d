#pragma once

/// @file
/// What a BroadPhase holds: the trees of its items, and what has changed.

#include "broadphase/packed_tree.hpp"
#include "broadphase/tree_joins.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/callback.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The functions are those of BroadPhase.
class BroadPhase::State {
public:
    void set(std::uint32_t item, const Aabb& box, Mobility mobility);
    void setBox(std::uint32_t item, const Aabb& box) noexcept;
    bool remove(std::uint32_t item) noexcept;
    [[nodiscard]] bool contains(std::uint32_t item) const noexcept {
        return item < states_.size() && (states_[item] & kPlaces) != kAbsent;
    }
    [[nodiscard]] Aabb bounds(std::uint32_t item) const noexcept {
        return contains(item) ? boxes_[item] : Aabb{};
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return groups_[0].count + groups_[1].count; }
    void update(ParallelFor parallelFor);
    [[nodiscard]] std::span<const PairIndices> findPairs(ParallelFor parallelFor);
    [[nodiscard]] bool query(const Aabb& box, CallbackRef<bool(std::uint32_t)> visit) const;
    [[nodiscard]] double cast(const Aabb& start, const glm::vec3& direction, double length,
                              Visit visit) const;
    [[nodiscard]] double traverse(double limit, CallbackRef<double(const Aabb&)> bound, Visit visit) const;
    [[nodiscard]] std::optional<std::string> validate() const;

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

}  // namespace sat3d::SAT3D_ABI
