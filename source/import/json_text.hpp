#pragma once

/// JSON as text, in one line: what its own dump() writes, in a third of the time.

#include <sat3d/core/config.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// @param document  as parsed, or texts in UTF-8; nested as deep as the stack allows
std::string compactText(const nlohmann::json& document);

}  // namespace sat3d::inline SAT3D_ABI::importing
