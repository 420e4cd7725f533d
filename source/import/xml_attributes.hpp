#pragma once

#include <sat3d/core/config.hpp>

#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

/// Value of an attribute inside a start tag, as it stands there; empty where it has none.
std::string_view xmlAttribute(std::string_view tag, std::string_view name);

/// Whether a parser hands the value on as it stands there.
bool isPlainXml(std::string_view value);

/// The same as a parser hands it on: blanks as spaces, references to characters replaced; those that a parser
/// leaves as they are, stay. Throws VettingFault over characters that do not exist.
std::string decodedXmlAttribute(std::string_view tag, std::string_view name);

}  // namespace sat3d::inline SAT3D_ABI::importing
