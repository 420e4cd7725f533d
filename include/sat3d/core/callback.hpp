#pragma once

/// @file
/// Callbacks, in place of std::function: `<functional>` takes a tenth of the compile time of
/// `<sat3d/sat3d.hpp>`.

#include <sat3d/core/config.hpp>

#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI {

template <class Signature>
class Callback;

/// Copyable wrapper of a callable. It may be empty. Converts from lambdas:
/// @code
/// const sat3d::Callback<bool(double)> report = [](double fraction) { return fraction < 0.5; };
/// @endcode
template <class R, class... Args>
class Callback<R(Args...)> {
public:
    Callback() noexcept = default;
    template <class F>
    requires(!std::is_same_v<F, Callback> && std::is_invocable_r_v<R, F&, Args...>) Callback(F function)
        : target_(new Target<F>(std::move(function))) {}
    Callback(const Callback& other) : target_(other.target_ != nullptr ? other.target_->clone() : nullptr) {}
    Callback(Callback&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
    Callback& operator=(Callback other) noexcept {
        std::swap(target_, other.target_);
        return *this;
    }
    ~Callback() { delete target_; }

    [[nodiscard]] explicit operator bool() const noexcept { return target_ != nullptr; }
    /// Calls the function. The callback must not be empty.
    R operator()(Args... args) const { return target_->call(std::forward<Args>(args)...); }

private:
    struct Callable {
        virtual ~Callable() = default;
        [[nodiscard]] virtual Callable* clone() const = 0;
        virtual R call(Args... args) = 0;
    };
    template <class F>
    struct Target final : Callable {
        explicit Target(F made) : function(std::move(made)) {}
        [[nodiscard]] Callable* clone() const override { return new Target(function); }
        R call(Args... args) override { return function(std::forward<Args>(args)...); }
        F function;
    };

    Callable* target_ = nullptr;
};

/// Reference to a callable, for a parameter that is called only before the function returns. It allocates
/// nothing, and must not be stored: a lambda that is passed directly ends with the call.
template <class Signature>
class CallbackRef;

template <class R, class... Args>
class CallbackRef<R(Args...)> {
public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, CallbackRef> &&
             std::is_object_v<std::remove_reference_t<F>> && std::is_invocable_r_v<R, F&, Args...>)
        CallbackRef(F&& function)
    noexcept
        : target_(&function), call_([](const void* target, Args... args) -> R {
              using Object = std::remove_reference_t<F>;
              auto& object = *static_cast<Object*>(const_cast<void*>(target));
              return object(std::forward<Args>(args)...);
          }) {}

    R operator()(Args... args) const { return call_(target_, std::forward<Args>(args)...); }

private:
    const void* target_;
    R (*call_)(const void* target, Args... args);
};

/// Callback for the progress of long work. Its argument is the fraction that is done; it returns whether to
/// go on.
using ProgressCallback = Callback<bool(double)>;

}  // namespace sat3d::SAT3D_ABI
