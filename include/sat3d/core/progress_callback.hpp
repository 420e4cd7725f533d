#pragma once

/// @file
/// Callback for progress, in place of std::function: `<functional>` takes a tenth of the compile time of
/// `<sat3d/sat3d.hpp>`.

#include <sat3d/core/config.hpp>

#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// Copyable wrapper of a callable bool(double). It may be empty. Converts from lambdas.
class ProgressCallback {
public:
    ProgressCallback() noexcept = default;
    template <class F>
    requires(!std::is_same_v<F, ProgressCallback> && std::is_invocable_r_v<bool, F&, double>)
        ProgressCallback(F function)
        : target_(new Target<F>(std::move(function))) {}
    ProgressCallback(const ProgressCallback& other)
        : target_(other.target_ != nullptr ? other.target_->clone() : nullptr) {}
    ProgressCallback(ProgressCallback&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
    ProgressCallback& operator=(ProgressCallback other) noexcept {
        std::swap(target_, other.target_);
        return *this;
    }
    ~ProgressCallback() { delete target_; }

    [[nodiscard]] explicit operator bool() const noexcept { return target_ != nullptr; }
    /// Calls the function. The callback must not be empty.
    bool operator()(double fraction) const { return target_->call(fraction); }

private:
    struct Callable {
        virtual ~Callable() = default;
        [[nodiscard]] virtual Callable* clone() const = 0;
        virtual bool call(double fraction) = 0;
    };
    template <class F>
    struct Target final : Callable {
        explicit Target(F made) : function(std::move(made)) {}
        [[nodiscard]] Callable* clone() const override { return new Target(function); }
        bool call(double fraction) override { return function(fraction); }
        F function;
    };

    Callable* target_ = nullptr;
};

}  // namespace sat3d::inline SAT3D_ABI
