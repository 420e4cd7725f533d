#pragma once

/// The JSON document of a glTF file, and checked access to its members. All functions throw ValidationError.

#include "import/gltf/document/json_values.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

/// A glTF document and its lists. Missing lists are empty.
struct GltfDocument {
    nlohmann::json root;
    JsonValues accessors, bufferViews, buffers, materials, meshes, nodes, scenes;
    std::string_view binary;  ///< the BIN chunk of a GLB
};

/// Parses a .gltf file or a GLB of version 2.0, with limits on size, depth and number of values.
/// @param bytes  must outlive the document
GltfDocument parseGltf(std::string_view bytes, bool isBinary);

/// Returns the list `key` of an object, or an empty list if the member is missing.
JsonValues listIn(const nlohmann::json& object, const char* key);
/// Returns the list of objects `key`, or an empty list if the member is missing.
JsonValues objectsIn(const nlohmann::json& object, const char* key);

/// Returns a non-negative integer member, or `fallback` if the member is missing.
std::uint64_t number(const nlohmann::json& object, const char* key,
                     std::optional<std::uint64_t> fallback = {});

/// Returns the element of `all` that an index member refers to.
/// @param what  the list's name
const nlohmann::json& referred(JsonValues all, const char* what, const nlohmann::json& object,
                               const char* key);

/// Returns a text member, or "" if it is missing or not a text.
std::string textIn(const nlohmann::json& object, const char* key);

/// Returns the element's name. An unnamed element gets a name made from its index, as in Assimp.
std::string nameOf(const nlohmann::json& element, const char* list, std::size_t index);

}  // namespace sat3d::SAT3D_ABI::importing
