#pragma once

/// @file
/// Assertions: checks for errors of the calling program. Bad data is reported by a Result instead.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Function that is called when an assertion fails. If it returns, the function with the failed assertion
/// continues.
using AssertHandler = void (*)(const char* condition, const char* message, const char* file, int line);

/// Replaces the assert handler and returns the previous one. The default handler prints the message to stderr
/// and aborts; nullptr restores it. Thread safe.
SAT3D_API AssertHandler setAssertHandler(AssertHandler handler) noexcept;

namespace detail {
/// Calls the assert handler.
SAT3D_API void assertionFailed(const char* condition, const char* message, const char* file, int line);
/// Calls the assert handler and aborts if it returns.
[[noreturn]] SAT3D_API void valueMissing(const char* message, const char* file, int line);
}  // namespace detail

}  // namespace sat3d::SAT3D_ABI

/// Enables assertions: 1 by default if NDEBUG is not defined. The compiled functions of sat3d use the setting
/// with which the library was built, not the setting of the program. To get the assertions of an optimized
/// library, configure it with -DCMAKE_CXX_FLAGS=-DSAT3D_ENABLE_ASSERTS=1.
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
