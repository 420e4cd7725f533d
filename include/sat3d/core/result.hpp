#pragma once

/// @file
/// Result<T, E>: a value, or an error that says why there is none. The members are named as in C++23's
/// std::expected.

#include <sat3d/core/assert.hpp>

#include <type_traits>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {

/// Wraps an error in order to return it: `return Unexpected{HullError{...}};`
template <class E>
struct Unexpected {
    E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

/// A value of type T or an error of type E. Test it before reading the value:
/// @code
/// auto hull = sat3d::ConvexHull::fromPoints(points);
/// if (!hull) {
///     std::cerr << hull.error().message;
///     return;
/// }
/// use(*hull);
/// @endcode
/// `*`, `->` and error() assert that the value or error they read exists. value() checks this in every build.
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

    /// Returns the value. If there is none, calls the assert handler with the error's message, in every
    /// build, and aborts if the handler returns. (std::expected throws instead; a handler may throw, too.)
    /// For tools, tests and data that is known to be good: `auto hull = buildHull(points).value();`
    /// @param file, line  the place of the call, passed to the handler: leave the defaults
    [[nodiscard]] T& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) & {
        return demandedValue(*this, file, line);
    }
    [[nodiscard]] const T& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const& {
        return demandedValue(*this, file, line);
    }
    [[nodiscard]] T&& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) && {
        return std::move(demandedValue(*this, file, line));
    }

    [[nodiscard]] E& error() & { return checkedError(*this); }
    [[nodiscard]] const E& error() const& { return checkedError(*this); }
    [[nodiscard]] E&& error() && { return std::move(checkedError(*this)); }

    /// Returns a copy of the value, or `fallback` if there is none.
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
    static auto& demandedValue(Self& self, const char* file, int line) {
        if (!self.has_value()) {
            if constexpr (requires { self.error().message.c_str(); }) {
                detail::valueMissing(self.error().message.c_str(), file, line);
            } else {
                detail::valueMissing("the result holds an error", file, line);
            }
        }
        return *std::get_if<0>(&self.state_);
    }
    template <class Self>
    static auto& checkedError(Self& self) {
        SAT3D_ASSERT(!self.has_value(), "the result holds a value, not an error");
        return *std::get_if<1>(&self.state_);
    }

    std::variant<T, E> state_;
};

}  // namespace sat3d::SAT3D_ABI
