#pragma once

/// @file
/// Arena allocator: memory for one computation that uses many arrays.

#include <sat3d/core/config.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Allocates memory in sequence and frees all of it in its destructor. The first block is a member, so a
/// small computation with an arena on the stack allocates nothing from the heap.
class Arena {
public:
    Arena() noexcept {}  // NOLINT: = default would zero the first block for Arena{}
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() = default;

    /// Largest request in bytes that the arena serves. Larger requests go to the heap, and deallocation frees
    /// them at once.
    static constexpr std::size_t kLargest = std::size_t{4} * 1024;

    /// @param bytes  up to kLargest
    /// @param alignment  at most the alignment of operator new
    [[nodiscard]] std::byte* take(std::size_t bytes, std::size_t alignment) {
        std::size_t begin = (used_ + alignment - 1) / alignment * alignment;
        if (begin + bytes > kBlock) {
            block_ = blocks_.emplace_back(new std::byte[kBlock]).get();
            begin = 0;
        }
        used_ = begin + bytes;
        return block_ + begin;
    }

private:
    static constexpr std::size_t kBlock = std::size_t{12} * 1024;

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    alignas(std::max_align_t) std::array<std::byte, kBlock> own_;
    std::byte* block_ = own_.data();
    std::size_t used_ = 0;
};

/// Allocator of standard containers. The arena must outlive them.
template <class T>
class ArenaAllocator {
public:
    using value_type = T;

    ArenaAllocator(Arena& arena) noexcept : arena_(&arena) {}  // implicit on purpose
    template <class U>
    ArenaAllocator(const ArenaAllocator<U>& other) noexcept  // implicit, as allocators must be
        : arena_(other.arena_) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        const std::size_t bytes = count * sizeof(T);
        return static_cast<T*>(bytes > Arena::kLargest ? ::operator new(bytes)
                                                       : static_cast<void*>(arena_->take(bytes, alignof(T))));
    }
    void deallocate(T* list, std::size_t count) noexcept {
        if (count * sizeof(T) > Arena::kLargest) {
            ::operator delete(list);
        }
    }

    template <class U>
    bool operator==(const ArenaAllocator<U>& other) const noexcept {
        return arena_ == other.arena_;
    }

private:
    template <class U>
    friend class ArenaAllocator;

    Arena* arena_;
};

template <class T>
using ArenaVector = std::vector<T, ArenaAllocator<T>>;

}  // namespace sat3d::SAT3D_ABI
