#pragma once

/// @file
/// The first few of many items in sorted order, in memory of the caller.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// Keeps the first items in memory of the caller.
template <class Item, class IsBefore = std::less<>>
class SortedBuffer {
public:
    explicit SortedBuffer(std::span<Item> buffer, IsBefore isBefore = {})
        : buffer_(buffer), isBefore_(std::move(isBefore)) {}

    [[nodiscard]] std::span<Item> items() const { return buffer_.first(count_); }
    [[nodiscard]] bool isFull() const { return count_ == buffer_.size(); }
    /// The last item of a full buffer; nullptr if there is place, or no buffer.
    [[nodiscard]] const Item* lastIfFull() const {
        return isFull() && count_ > 0 ? &buffer_.back() : nullptr;
    }
    /// Calls visit(item) for the items, the last one first, until it returns false.
    template <class Visit>
    void forEachFromLast(const Visit& visit) const {
        bool goesOn = true;
        for (std::size_t i = count_; goesOn && i-- > 0;) {
            goesOn = visit(buffer_[i]);
        }
    }

    /// Makes place for a new item, and returns its place; nullptr if the buffer is full of earlier ones.
    /// O(n).
    /// @param comesBefore  comesBefore(item): whether the new item comes before an item of the buffer
    template <class ComesBefore>
    [[nodiscard]] Item* open(const ComesBefore& comesBefore) {
        std::size_t place = count_;
        while (place > 0 && comesBefore(buffer_[place - 1])) {
            --place;
        }
        if (place == buffer_.size()) {
            return nullptr;
        }
        count_ += isFull() ? 0 : 1;
        std::move_backward(at(place), at(count_ - 1), at(count_));
        return &buffer_[place];
    }
    /// Adds an item, unless the buffer is full of earlier ones. O(n).
    void add(const Item& item) {
        if (Item* place = open([&](const Item& other) { return isBefore_(item, other); })) {
            *place = item;
        }
    }

private:
    [[nodiscard]] auto at(std::size_t place) const {
        return buffer_.begin() + static_cast<std::ptrdiff_t>(place);
    }

    std::span<Item> buffer_;
    std::size_t count_ = 0;
    IsBefore isBefore_;
};

}  // namespace sat3d::SAT3D_ABI
