#pragma once

/// @file
/// Symbol export macros, and compile-time checks of the language and of GLM's configuration.

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "sat3d needs C++20: compile with -std=c++20 or /std:c++20, or in CMake link the target sat3d::sat3d"
#endif

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <type_traits>

// Inline functions give the same bits as the library, whatever the program's flags. For GCC and Clang, the
// target sat3d::sat3d has a flag.
#if defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#endif

#if defined(SAT3D_SHARED) && defined(_WIN32)
#ifdef sat3d_EXPORTS
#define SAT3D_API __declspec(dllexport)
#else
#define SAT3D_API __declspec(dllimport)
#endif
#ifdef sat3d_import_EXPORTS
#define SAT3D_IMPORT_API __declspec(dllexport)
#else
#define SAT3D_IMPORT_API __declspec(dllimport)
#endif
#ifdef sat3d_debug_EXPORTS
#define SAT3D_DEBUG_API __declspec(dllexport)
#else
#define SAT3D_DEBUG_API __declspec(dllimport)
#endif
#elif defined(_WIN32)
#define SAT3D_API
#define SAT3D_IMPORT_API
#define SAT3D_DEBUG_API
#else
#define SAT3D_API __attribute__((visibility("default")))
#define SAT3D_IMPORT_API SAT3D_API
#define SAT3D_DEBUG_API SAT3D_API
#endif

// GLM's macros are part of the binary interface: GLM_FORCE_QUAT_DATA_WXYZ changes the member order of a
// quaternion without changing the name of its type. If program and library disagreed, rotations would be
// wrong without any message. So the order is part of every symbol of sat3d, as an inline namespace: a program
// that disagrees fails to link, and the missing symbols are named "sat3d::wxyz::..." or "sat3d::xyzw::...".
#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
#define SAT3D_ABI inline wxyz  // not in each file: tools like ctags know no "inline" in a nested name
#else
#define SAT3D_ABI inline xyzw
#endif

namespace sat3d::SAT3D_ABI {

static_assert(std::is_same_v<glm::vec3::length_type, int>,
              "sat3d needs GLM's int lengths: undefine GLM_FORCE_SIZE_T_LENGTH");
static_assert(sizeof(glm::vec3) == 3 * sizeof(float),
              "sat3d needs packed GLM vectors: undefine GLM_FORCE_DEFAULT_ALIGNED_GENTYPES");
static_assert(sizeof(glm::quat) == 4 * sizeof(float) && alignof(glm::quat) == alignof(float),
              "sat3d needs packed GLM quaternions: undefine GLM_FORCE_DEFAULT_ALIGNED_GENTYPES");
#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
static_assert(offsetof(glm::quat, w) == 0,
              "GLM stores quaternions x y z w although GLM_FORCE_QUAT_DATA_WXYZ is set");
#else
static_assert(
    offsetof(glm::quat, x) == 0,
    "GLM stores quaternions w x y z: define GLM_FORCE_QUAT_DATA_WXYZ for sat3d and for your program alike");
#endif

}  // namespace sat3d::SAT3D_ABI
