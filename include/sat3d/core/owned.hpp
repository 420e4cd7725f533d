#pragma once

/// @file
/// Owning pointer, in place of std::unique_ptr: `<memory>` is a slow header, and every user of
/// `<sat3d/sat3d.hpp>` would compile it.

#include <sat3d/core/config.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

/// Owner of an object on the heap, or of none. Only the destructor needs the complete type.
template <class T>
class Owned {
public:
    Owned() noexcept = default;
    /// @param object  made by `new`, or nullptr
    explicit Owned(T* object) noexcept : object_(object) {}
    /// Leaves other empty.
    Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    /// Swaps the objects.
    Owned& operator=(Owned&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owned() {
        static_assert(sizeof(T) > 0, "T is incomplete: define the destructor of the owner in a source file");
        delete object_;
    }

    [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }
    [[nodiscard]] T& operator*() const noexcept { return *object_; }
    [[nodiscard]] T* operator->() const noexcept { return object_; }

private:
    T* object_ = nullptr;
};

}  // namespace sat3d::SAT3D_ABI
