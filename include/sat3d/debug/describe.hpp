#pragma once

/// @file
/// Answers as text: lengths, vectors and contact features.

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>

#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// Formats a length in meters, centimeters or millimeters with four significant digits: "12.34 cm".
[[nodiscard]] SAT3D_DEBUG_API std::string describeLength(double meters);

/// Formats a direction or point with three decimals: "(0.000, 1.000, 0.000)". Never writes "-0.000".
[[nodiscard]] SAT3D_DEBUG_API std::string describeVector(const glm::dvec3& vector);

/// Formats a feature pair: "face 3 of hull against vertex 5 of wall".
[[nodiscard]] SAT3D_DEBUG_API std::string describeFeatures(const FeaturePair& features,
                                                           std::string_view nameA, std::string_view nameB);

}  // namespace sat3d::SAT3D_ABI
