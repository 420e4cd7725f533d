#pragma once

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// The first few of many items in sorted order, in memory of the caller.
template <class Item, class IsBefore>
class SortedRoom {
public:
    SortedRoom(std::span<Item> room, IsBefore isBefore) : room_(room), isBefore_(std::move(isBefore)) {}

    [[nodiscard]] std::span<Item> items() const { return room_.first(count_); }
    [[nodiscard]] bool isFull() const { return count_ == room_.size(); }

    /// Adds an item, unless the room is full of earlier ones. O(n).
    void add(const Item& item) {
        const auto place = std::upper_bound(room_.begin(), room_.begin() + signedCount(), item, isBefore_);
        if (place == room_.end()) {
            return;
        }
        count_ += isFull() ? 0 : 1;
        std::move_backward(place, room_.begin() + signedCount() - 1, room_.begin() + signedCount());
        *place = item;
    }

private:
    [[nodiscard]] std::ptrdiff_t signedCount() const { return static_cast<std::ptrdiff_t>(count_); }

    std::span<Item> room_;
    std::size_t count_ = 0;
    IsBefore isBefore_;
};

}  // namespace sat3d::inline SAT3D_ABI
