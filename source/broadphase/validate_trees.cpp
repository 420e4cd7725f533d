// Checks of the invariants of trees, for tests.

#include "broadphase/broad_phase_state.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

std::optional<std::string> PackedTree::validate() const {
    for (std::uint32_t level = 1; level < levelCount_; ++level) {
        const auto boxOfChild = [&](std::uint32_t child) {
            return boxOf(nodes_[levelStarts_[level] + child / kLanes], child % kLanes);
        };
        for (std::uint32_t child = 0; child < nodeCount(level) * kLanes; ++child) {
            const bool isThere = child < nodeCount(level - 1);
            const Aabb box = boxOfChild(child),
                       content = isThere ? boundsOf(nodes_[levelStarts_[level - 1] + child]) : Aabb{};
            // An item that moves changes its leaf and the level above it; the levels above contain it.
            if (level == 1 || !isThere ? box != content : !box.contains(content)) {
                return "the box of node " + std::to_string(child) + " on level " + std::to_string(level - 1) +
                       " does not fit its children";
            }
        }
    }
    for (std::uint32_t slot = size_; slot < items_.size(); ++slot) {
        if (!boxOf(nodes_[slot / kLanes], slot % kLanes).isEmpty()) {
            return "slot " + std::to_string(slot) + " has a box, but no item";
        }
    }
    return std::nullopt;
}

/// The tree that has an item, or nullptr.
const PackedTree* BroadPhase::State::treeOf(std::uint32_t item) const {
    const Group& group = groups_[(states_[item] & kStatic) != 0 ? 1 : 0];
    switch (states_[item] & kPlaces) {
        case kInMain:
            return &group.main;
        case kInOverflow:
            return &group.overflow;
        default:
            return nullptr;
    }
}

/// Returns what is wrong with an item, or nullptr.
const char* BroadPhase::State::faultOfItem(std::uint32_t item) const {
    const bool isListed = (states_[item] & kListed) != 0;
    const PackedTree* tree = treeOf(item);
    if (tree == nullptr) {
        return contains(item) && !isListed ? "waits for an update, but is not listed" : nullptr;
    }
    if (slots_[item] >= tree->size() || tree->items()[slots_[item]] != item) {
        return "is not in its slot";
    }
    const bool isUpToDate = tree->boxInSlot(slots_[item]) == boxes_[item];
    return !isListed && !isUpToDate ? "has another box in its tree" : nullptr;
}

/// Whether the slots without an item of their own are empty.
std::optional<std::string> BroadPhase::State::faultOfSlots(const PackedTree& tree) const {
    for (std::uint32_t slot = 0; slot < tree.size(); ++slot) {
        const std::uint32_t item = tree.items()[slot];
        const bool isItsSlot = treeOf(item) == &tree && slots_[item] == slot;
        if (!isItsSlot && !tree.boxInSlot(slot).isEmpty()) {
            return "slot " + std::to_string(slot) + " has the box of an item that is elsewhere";
        }
    }
    return tree.validate();
}

std::optional<std::string> BroadPhase::State::validate() const {
    std::vector<bool> isListed(states_.size());
    for (const std::uint32_t item : changed()) {
        isListed[item] = true;
    }
    std::array<std::uint32_t, 2> counts{};
    for (std::uint32_t item = 0; item < states_.size(); ++item) {
        const char* fault = ((states_[item] & kListed) != 0) != isListed[item]
                                ? "is listed as changed, or is not, against its state"
                                : faultOfItem(item);
        if (fault != nullptr) {
            return "item " + std::to_string(item) + " " + fault;
        }
        counts[(states_[item] & kStatic) != 0 ? 1 : 0] += contains(item) ? 1 : 0;
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (counts[i] != groups_[i].count) {
            return "the number of items of a group is wrong";
        }
        for (const PackedTree* tree : {&groups_[i].main, &groups_[i].overflow}) {
            if (auto fault = faultOfSlots(*tree)) {
                return fault;
            }
        }
    }
    return std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
