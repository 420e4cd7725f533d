#pragma once

/// @file
/// Whether the program runs under AddressSanitizer or ThreadSanitizer. They reserve terabytes of address
/// space, so its size must not be limited.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SAT3D_IS_SANITIZED 1  // GCC, MSVC
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SAT3D_IS_SANITIZED 1  // Clang
#endif
#endif
#ifndef SAT3D_IS_SANITIZED
#define SAT3D_IS_SANITIZED 0
#endif
