#pragma once

/// @file
/// Array of limited size without allocation.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// Array of at most N values that are constructed when they are added. Unused storage is not initialized, in
/// contrast to an array of std::optional.
template <class T, std::size_t N>
class InlineList {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    using value_type = T;
    using const_iterator = const T*;

    InlineList() noexcept {}  // NOLINT: = default would zero the storage for InlineList{}
    InlineList(const InlineList&) = delete;
    InlineList& operator=(const InlineList&) = delete;
    ~InlineList() = default;

    [[nodiscard]] bool isFull() const noexcept { return size_ == N; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T* begin() noexcept { return std::launder(reinterpret_cast<T*>(storage_.data())); }
    [[nodiscard]] T* end() noexcept { return begin() + size_; }
    [[nodiscard]] const T* begin() const noexcept {
        return std::launder(reinterpret_cast<const T*>(storage_.data()));
    }
    [[nodiscard]] const T* end() const noexcept { return begin() + size_; }

    /// Constructs a value at the end. The list must not be full.
    template <class... Arguments>
    T& add(Arguments&&... arguments) {
        return *std::construct_at(reinterpret_cast<T*>(storage_.data()) + size_++,
                                  std::forward<Arguments>(arguments)...);
    }
    /// Removes a value; the later values move up.
    void erase(T* value) noexcept {
        std::move(value + 1, end(), value);
        --size_;
    }
    void clear() noexcept { size_ = 0; }

private:
    alignas(T) std::array<std::byte, N * sizeof(T)> storage_;
    std::size_t size_ = 0;
};

/// Adds a value to a list; to a full one in place of the last of its values, unless that comes first.
/// @param isBefore  an order of the values
/// @return the place of the value; nullptr if it was not added
template <class T, std::size_t N, class IsBefore>
T* addOrReplaceLast(InlineList<T, N>& list, const T& value, const IsBefore& isBefore) {
    if (!list.isFull()) {
        return &list.add(value);
    }
    T* const last = std::max_element(list.begin(), list.end(), isBefore);
    if (!isBefore(value, *last)) {
        return nullptr;
    }
    *last = value;
    return last;
}

}  // namespace sat3d::SAT3D_ABI
