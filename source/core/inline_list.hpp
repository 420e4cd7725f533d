#pragma once

/// @file
/// A few values in place, without allocation.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// At most N values, made when they are added: room that is not used costs nothing, not even zeros (an array
/// of std::optional is filled with them).
template <class T, std::size_t N>
class InlineList {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    InlineList() noexcept {}  // NOLINT: = default would fill the room with zeros where lists are made by {}
    InlineList(const InlineList&) = delete;
    InlineList& operator=(const InlineList&) = delete;
    ~InlineList() = default;

    [[nodiscard]] bool isFull() const noexcept { return size_ == N; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* begin() noexcept { return std::launder(reinterpret_cast<T*>(room_.data())); }
    [[nodiscard]] T* end() noexcept { return begin() + size_; }
    [[nodiscard]] const T* begin() const noexcept {
        return std::launder(reinterpret_cast<const T*>(room_.data()));
    }
    [[nodiscard]] const T* end() const noexcept { return begin() + size_; }

    /// Where there is room.
    template <class... Arguments>
    T& add(Arguments&&... arguments) {
        return *std::construct_at(reinterpret_cast<T*>(room_.data()) + size_++,
                                  std::forward<Arguments>(arguments)...);
    }
    /// Those behind it move up.
    void erase(T* value) noexcept {
        std::move(value + 1, end(), value);
        --size_;
    }
    void clear() noexcept { size_ = 0; }

private:
    alignas(T) std::array<std::byte, N * sizeof(T)> room_;
    std::size_t size_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI
