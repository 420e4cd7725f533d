#pragma once

/// @file
/// Result<T, E>: a value or the reason why there is none. Its spelling is a subset of C++23's std::expected,
/// so that a later `using Result = std::expected` needs no edits.

#include <sat3d/core/assert.hpp>

#include <type_traits>
#include <utility>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

/// Wraps an error for returning it: `return Unexpected{HullError{...}};`
template <class E>
struct Unexpected {
    E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

/// Either a T or an E. Reading the one that is not there is a broken contract (asserted).
template <class T, class E>
class [[nodiscard]] Result {
public:
    using value_type = T;
    using error_type = E;

    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Unexpected<E> unexpected) : state_(std::in_place_index<1>, std::move(unexpected.error)) {}

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }

    [[nodiscard]] T& operator*() & { return checkedValue(*this); }
    [[nodiscard]] const T& operator*() const& { return checkedValue(*this); }
    [[nodiscard]] T&& operator*() && { return std::move(checkedValue(*this)); }
    [[nodiscard]] T* operator->() { return &checkedValue(*this); }
    [[nodiscard]] const T* operator->() const { return &checkedValue(*this); }

    [[nodiscard]] E& error() & { return checkedError(*this); }
    [[nodiscard]] const E& error() const& { return checkedError(*this); }
    [[nodiscard]] E&& error() && { return std::move(checkedError(*this)); }

    template <class U>
    [[nodiscard]] T value_or(U&& fallback) const& {
        return has_value() ? **this : static_cast<T>(std::forward<U>(fallback));
    }

private:
    template <class Self>
    static auto& checkedValue(Self& self) {
        SAT3D_ASSERT(self.has_value(), "the result holds an error: test it before reading the value");
        return *std::get_if<0>(&self.state_);
    }
    template <class Self>
    static auto& checkedError(Self& self) {
        SAT3D_ASSERT(!self.has_value(), "the result holds a value, not an error");
        return *std::get_if<1>(&self.state_);
    }

    std::variant<T, E> state_;
};

}  // namespace sat3d::inline SAT3D_ABI
