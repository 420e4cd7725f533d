#pragma once

/// Access to glTF extensions under their current and former names, and to the transforms of nodes.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the extension of that name, or nullptr if it is missing or not an object.
const nlohmann::json* extensionOf(const nlohmann::json& object, std::string_view name);
/// Returns the first of several extensions that exists, or nullptr.
const nlohmann::json* extensionOf(const nlohmann::json& object,
                                  std::initializer_list<std::string_view> spellings);

const nlohmann::json* khronosOf(const nlohmann::json& object);
bool hasOmi(const nlohmann::json& node);

/// Returns the transform of a validated node.
glm::dmat4 toParentOf(const nlohmann::json& node);

}  // namespace sat3d::SAT3D_ABI::importing
