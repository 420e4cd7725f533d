#pragma once

/// @file
/// Shared ownership of the data of shapes, in place of std::shared_ptr: `<memory>` takes a fifth of the
/// compile time of `<sat3d/sat3d.hpp>`.

#include <sat3d/core/config.hpp>

#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI::detail {

struct SharedCount;  // source/core/shared_count.hpp
SAT3D_API void addOwner(SharedCount& count) noexcept;
/// Removes an owner. Deletes the object if this was the last owner.
SAT3D_API void removeOwner(SharedCount& count) noexcept;
/// Whether there is one owner. What former owners read of the object then happened before.
[[nodiscard]] SAT3D_API bool hasOneOwner(const SharedCount& count) noexcept;

/// Owner of an object that several owners share. The count is safe to change from several threads.
template <class T>
class SharedData {
public:
    SharedData() noexcept = default;
    /// Takes over one ownership that `count` contains already.
    SharedData(T* object, SharedCount* count) noexcept : object_(object), count_(count) {}
    SharedData(const SharedData& other) noexcept : object_(other.object_), count_(other.count_) {
        if (count_ != nullptr) {
            addOwner(*count_);
        }
    }
    SharedData(SharedData&& other) noexcept { swap(other); }
    template <class U>
    requires std::is_same_v<T, const U> SharedData(SharedData<U> other)
    noexcept : object_(std::exchange(other.object_, nullptr)), count_(std::exchange(other.count_, nullptr)) {}
    /// Changes no count if both share the object already, as when a world is copied onto its older copy.
    SharedData& operator=(const SharedData& other) noexcept {
        if (count_ != other.count_) {
            SharedData copy(other);
            swap(copy);
        }
        return *this;
    }
    SharedData& operator=(SharedData&& other) noexcept {
        SharedData moved(std::move(other));
        swap(moved);
        return *this;
    }
    ~SharedData() {
        if (count_ != nullptr) {
            removeOwner(*count_);
        }
    }

    [[nodiscard]] T& operator*() const noexcept { return *object_; }
    [[nodiscard]] T* operator->() const noexcept { return object_; }
    [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }
    /// Whether no other owner shares the object, which may then be changed.
    [[nodiscard]] bool isSoleOwner() const noexcept { return count_ != nullptr && hasOneOwner(*count_); }

private:
    template <class U>
    friend class SharedData;

    void swap(SharedData& other) noexcept {
        std::swap(object_, other.object_);
        std::swap(count_, other.count_);
    }

    T* object_ = nullptr;
    SharedCount* count_ = nullptr;
};

}  // namespace sat3d::SAT3D_ABI::detail
