#pragma once

/// @file
/// Allocation of objects for detail::SharedData: object, count and optional extra bytes in one block of
/// memory.

#include <sat3d/core/shared_data.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace sat3d::SAT3D_ABI {

struct detail::SharedCount {
    SharedCount() = default;
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;
    virtual ~SharedCount() = default;

    std::atomic<std::uint32_t> owners{1};
};
using detail::SharedCount;

template <class T>
struct SharedBlock final : SharedCount {
    template <class... Arguments>
    explicit SharedBlock(Arguments&&... arguments) : object{std::forward<Arguments>(arguments)...} {}
    /// Allocation with the alignment of the object, and without a size, because the block may be larger.
    static void* allocate(std::size_t size) {
        return ::operator new (size, std::align_val_t{alignof(SharedBlock)});
    }
    static void operator delete(void* block) {
        ::operator delete (block, std::align_val_t{alignof(SharedBlock)});
    }
    T object;
};

/// Makes an object from the arguments, with extra bytes behind it. They have the alignment of the object.
/// @return  the owner and the address of the extra bytes
template <class T, class... Arguments>
[[nodiscard]] std::pair<detail::SharedData<T>, std::byte*> makeSharedWithBytes(std::size_t extra,
                                                                               Arguments&&... arguments) {
    using Block = SharedBlock<T>;
    struct Release {
        void operator()(std::byte* memory) const { Block::operator delete(memory); }
    };
    std::unique_ptr<std::byte, Release> memory(
        static_cast<std::byte*>(Block::allocate(sizeof(Block) + extra)));
    auto* const block = ::new (static_cast<void*>(memory.get())) Block(std::forward<Arguments>(arguments)...);
    return {detail::SharedData<T>(&block->object, block), memory.release() + sizeof(Block)};
}
template <class T, class... Arguments>
[[nodiscard]] detail::SharedData<T> makeShared(Arguments&&... arguments) {
    return makeSharedWithBytes<T>(0, std::forward<Arguments>(arguments)...).first;
}

}  // namespace sat3d::SAT3D_ABI
