#pragma once

/// @file
/// Symbol export and the guard against GLM configurations that do not fit together.

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <type_traits>

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

// GLM's macros are part of the binary interface: a quaternion's members may be stored x y z w or w x y z
// without any change of its type's name, and a program and a library that disagree would rotate silently
// wrong. The order becomes part of every name of sat3d instead (an inline namespace): who disagrees fails to
// link against "sat3d::glm_quat_wxyz::..." and reads the cause in the message.
#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
#define SAT3D_ABI glm_quat_wxyz
#else
#define SAT3D_ABI glm_quat_xyzw
#endif

namespace sat3d::inline SAT3D_ABI {

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

}  // namespace sat3d::inline SAT3D_ABI
