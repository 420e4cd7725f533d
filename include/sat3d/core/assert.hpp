#pragma once

/// @file
/// Contract checks: for faults of the calling program only, never for bad data (that gives a Result).

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Called when a contract is broken. If it returns, the function that was called goes on as well as it can.
using AssertHandler = void (*)(const char* condition, const char* message, const char* file, int line);

/// Replaces the handler (the default prints to stderr and aborts) and returns the former one. Thread safe.
/// nullptr restores the default.
SAT3D_API AssertHandler setAssertHandler(AssertHandler handler) noexcept;

namespace detail {
SAT3D_API void assertionFailed(const char* condition, const char* message, const char* file, int line);
}

}  // namespace sat3d::inline SAT3D_ABI

/// On in debug builds of the including code; define SAT3D_ENABLE_ASSERTS to 0 or 1 to decide yourself. What
/// verbs and shapes assert was decided when the library was built: a debug build of a game hears of nothing
/// from an optimised sat3d, unless that was configured with -DCMAKE_CXX_FLAGS=-DSAT3D_ENABLE_ASSERTS=1.
#ifndef SAT3D_ENABLE_ASSERTS
#ifdef NDEBUG
#define SAT3D_ENABLE_ASSERTS 0
#else
#define SAT3D_ENABLE_ASSERTS 1
#endif
#endif

#if SAT3D_ENABLE_ASSERTS
#define SAT3D_ASSERT(condition, message) \
    ((condition) ? static_cast<void>(0)  \
                 : ::sat3d::detail::assertionFailed(#condition, message, __FILE__, __LINE__))
#else
#define SAT3D_ASSERT(condition, message) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
