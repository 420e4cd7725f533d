#pragma once

#include <sat3d/core/config.hpp>

#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the raw value of an attribute in a start tag, or an empty text if the attribute is missing.
std::string_view xmlAttribute(std::string_view tag, std::string_view name);

/// Returns whether a parser leaves the raw value unchanged.
bool isPlainXml(std::string_view value);

/// Returns the value as a parser decodes it: white space becomes spaces, and character references become
/// characters. References that a parser does not decode stay. Throws ValidationError for invalid characters.
std::string decodedXmlAttribute(std::string_view tag, std::string_view name);

}  // namespace sat3d::SAT3D_ABI::importing
