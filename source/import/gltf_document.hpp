#pragma once

/// A glTF document while it is looked over. All throw VettingFault.

#include "import/json_tree.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

using JsonValues = std::span<const JsonValue>;

/// A document of glTF and its lists, empty where it has none.
struct Document {
    const JsonValue& root;
    JsonValues accessors, bufferViews, buffers, materials, meshes, nodes, scenes;
    std::string_view binary;  ///< the file's own buffer
};

/// Demands that the text is an object, and reading it took no memory or depth out of measure.
const JsonValue& demandObject(const JsonTree& tree);
/// Demands that reading the text will take no time out of measure.
void checkSize(std::string_view text);

/// Demands glTF 2, and nothing that is not read.
void checkHeader(const JsonValue& document);

/// Demands that the member of that name is a list of objects, where there is one.
JsonValues demandList(const JsonValue& object, const char* key);

/// A whole number that is not negative; `fallback` where the key is missing.
std::uint64_t number(const JsonValue& object, const char* key, std::optional<std::uint64_t> fallback = {});

/// What an index names.
/// @param what  the list's name
const JsonValue& referred(JsonValues all, const char* what, const JsonValue& object, const char* key);

}  // namespace sat3d::inline SAT3D_ABI::importing
