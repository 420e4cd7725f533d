#pragma once

/// @file
/// What a linear map does to shapes.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <string>

namespace sat3d::inline SAT3D_ABI {

/// How far a map may be from what a shape can take, as a fraction of its scale: the noise of matrices that
/// were multiplied in float.
inline constexpr double kMapTolerance = 1e-4;

[[nodiscard]] bool isFinite(const glm::vec3& v) noexcept;

/// M's inverse transpose but for a positive factor: maps outward normals to outward normals, mirrored or not.
[[nodiscard]] glm::dmat3 normalMap(const glm::dmat3& m);

/// Why nothing can be mapped by it: NotFinite or Flat.
[[nodiscard]] std::optional<ShapeError> faultOfMap(const glm::mat3& map);

/// The factor of a map that is a uniform scale but for rotation and mirror, or nothing.
[[nodiscard]] std::optional<double> uniformScale(const glm::mat3& map);

/// "2 x 1 x 1": the lengths of the columns, for messages.
[[nodiscard]] std::string scaleText(const glm::mat3& map);

/// The error of a round shape, named `what`, under a map that is not uniform.
[[nodiscard]] ShapeError notUniform(const char* what, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
