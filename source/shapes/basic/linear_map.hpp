#pragma once

/// @file
/// Linear maps of shapes.

#include "math/is_finite.hpp"

#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI {

/// Tolerance for maps that a shape can take, as a fraction of their scale: covers the noise of matrix
/// products in float.
inline constexpr double kMapTolerance = 1e-4;

/// Returns the inverse transpose of a map, times a positive factor: maps outward normals to outward normals,
/// also under a mirror.
[[nodiscard]] glm::dmat3 normalMap(const glm::dmat3& m);

/// Returns the error of a map that is not invertible: NotFinite or SingularMap.
[[nodiscard]] std::optional<ShapeError> faultOfMap(const glm::mat3& map);

/// Returns the scale factor of a map that consists of uniform scale, rotation and mirror; otherwise nothing.
[[nodiscard]] std::optional<double> uniformScale(const glm::mat3& map);

/// Returns the lengths of the columns as text: "2 x 1 x 1".
[[nodiscard]] std::string scaleText(const glm::mat3& map);

/// Returns the error of a sphere or capsule, named `what`, under a map that is not uniform.
[[nodiscard]] ShapeError notUniform(const char* what, const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
