#pragma once

/// @file
/// A table whose places have generations, so that an id never refers to another thing than it was made for.

#include "world/state_stream.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Passes a place of a table through a stream. What was removed takes the space of an empty record, so that
/// no snapshot is much smaller than what is read from it.
/// @param visit  (Record&) passes what a record has besides its generation
template <class Record, class Visit>
void visitSlot(StateStream& stream, Record& record, const Visit& visit) {
    stream(record.generation, record.exists);
    if (record.exists) {
        visit(record);
    } else {
        Record none;
        visit(none);
    }
}

/// The lowest free place gets the next record, so equal calls give equal ids.
/// @tparam Id      index and generation
/// @tparam Record  with `generation`, of the thing or of the last one at its place, and `exists`
template <class Id, class Record>
class SlotTable {
public:
    [[nodiscard]] std::span<const Id> ids() const { return ids_; }
    [[nodiscard]] Record& at(std::uint32_t index) { return slots_[index]; }
    [[nodiscard]] const Record& at(std::uint32_t index) const { return slots_[index]; }
    [[nodiscard]] const Record* find(Id id) const {
        const bool isHere = id.index < slots_.size() && slots_[id.index].exists &&
                            slots_[id.index].generation == id.generation;
        return isHere ? &slots_[id.index] : nullptr;
    }
    /// All places, also those of what was removed.
    [[nodiscard]] std::span<const Record> slots() const { return slots_; }

    /// Adds an empty record.
    Id add() {
        std::uint32_t index = 0;
        if (ids_.size() == slots_.size()) {
            index = static_cast<std::uint32_t>(slots_.size());
            slots_.emplace_back();
        } else {
            while (slots_[firstFree_].exists) {
                ++firstFree_;
            }
            index = firstFree_;
        }
        const std::uint32_t generation = slots_[index].generation + 1;
        slots_[index] = {};
        slots_[index].generation = generation;
        slots_[index].exists = true;
        const Id id{index, generation};
        ids_.insert(std::ranges::lower_bound(ids_, id), id);
        return id;
    }
    void remove(std::uint32_t index) {
        ids_.erase(std::ranges::lower_bound(ids_, Id{index, slots_[index].generation}));
        slots_[index].exists = false;
        firstFree_ = std::min(firstFree_, index);
    }
    /// Takes the places of a snapshot.
    void restore(std::vector<Record> slots) {
        slots_ = std::move(slots);
        ids_.clear();
        firstFree_ = 0;
        for (std::uint32_t i = 0; i < slots_.size(); ++i) {
            if (slots_[i].exists) {
                ids_.push_back({i, slots_[i].generation});
            }
        }
    }

private:
    std::vector<Record> slots_;

    // Derived.
    std::vector<Id> ids_;          ///< sorted
    std::uint32_t firstFree_ = 0;  ///< no free place is before it
};

}  // namespace sat3d::SAT3D_ABI
