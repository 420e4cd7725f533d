#pragma once

/// Extensions on glTF's nodes and documents, under all names they have had; and the tree of nodes.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <span>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

/// The extension of that name if it is an object, or nullptr.
const nlohmann::json* extensionOf(const nlohmann::json& object, std::string_view name);
/// The first of several.
const nlohmann::json* extensionOf(const nlohmann::json& object,
                                  std::initializer_list<std::string_view> spellings);

const nlohmann::json* khronosOf(const nlohmann::json& object);
bool hasOmi(const nlohmann::json& node);

/// A vetted node's transform.
glm::dmat4 toParentOf(const nlohmann::json& node);
/// A vetted node's children.
std::span<const nlohmann::json> childrenOf(const nlohmann::json& node);

}  // namespace sat3d::inline SAT3D_ABI::importing
