#pragma once

/// @file
/// Answers in words: lengths with a unit that suits them, directions, contact features.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>

#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI {

/// A length in metres, centimetres or millimetres, four significant digits: "12.34 cm".
[[nodiscard]] SAT3D_DEBUG_API std::string describeLength(double metres);

/// A direction or point with three decimals: "(0.000, 1.000, 0.000)". Never "-0.000".
[[nodiscard]] SAT3D_DEBUG_API std::string describeVector(const glm::dvec3& vector);

/// Which features meet: "face 3 of hull against vertex 5 of wall".
[[nodiscard]] SAT3D_DEBUG_API std::string describeFeatures(const FeaturePair& features,
                                                           std::string_view nameA, std::string_view nameB);

}  // namespace sat3d::inline SAT3D_ABI
