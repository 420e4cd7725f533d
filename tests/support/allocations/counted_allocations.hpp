#pragma once

/// @file
/// Replaces operator new and counts its calls. For one source file of a program.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef _WIN32
#include <malloc.h>
#endif

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#error "sanitizers replace operator new themselves, and that of threads does not link with a second one"
#endif
#endif

namespace {

/// Calls of operator new so far.
std::atomic<std::uint64_t> allocations{0};
/// Sum of the sizes of all these calls.
[[maybe_unused]] std::atomic<std::uint64_t> allocatedBytes{0};

void* allocateOrNull(std::size_t size) noexcept {
    ++allocations;
    allocatedBytes += size;
    return std::malloc(size != 0 ? size : 1);
}

void* allocateOrNull(std::size_t size, std::align_val_t aligned) noexcept {
    ++allocations;
    allocatedBytes += size;
    const auto alignment = static_cast<std::size_t>(aligned);
#ifdef _WIN32
    return _aligned_malloc(size != 0 ? size : 1, alignment);
#else
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
}

void releaseAligned(void* memory) noexcept {
#ifdef _WIN32
    _aligned_free(memory);
#else
    std::free(memory);
#endif
}

void* orThrow(void* memory) {
    return memory != nullptr ? memory : throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return orThrow(allocateOrNull(size));
}
void* operator new[](std::size_t size) {
    return orThrow(allocateOrNull(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return orThrow(allocateOrNull(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return orThrow(allocateOrNull(size, alignment));
}
// The algorithms of the standard library that take temporary memory use these: std::stable_sort, for example.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocateOrNull(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocateOrNull(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocateOrNull(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocateOrNull(size, alignment);
}
// Not inlined: GCC would warn about free() of memory from an operator new that it did not inline.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    releaseAligned(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::align_val_t) noexcept {
    releaseAligned(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    releaseAligned(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    releaseAligned(memory);
}
