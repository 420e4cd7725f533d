#include "import/validation/xml_attributes.hpp"

#include "import/files/validation_error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";
constexpr std::string_view kXmlDecoded = "&\t\r\n";  // other characters are unchanged

/// Returns a character in UTF-8. Throws an exception for codes that are not characters.
std::string utf8OfCode(char32_t code) {
    const std::u8string text = std::filesystem::path(std::u32string(1, code)).u8string();
    return {text.begin(), text.end()};
}

void skipBlanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
}

/// Removes a reference such as "&lt;" or "&#65;" from the front and appends its character. Returns false if
/// the text does not begin with a reference.
bool takeReference(std::string_view& rest, std::string& text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
        {{"&amp;", '&'}, {"&apos;", '\''}, {"&gt;", '>'}, {"&lt;", '<'}, {"&quot;", '"'}}};
    for (const auto& [reference, character] : kNamed) {
        if (rest.starts_with(reference)) {
            text += character;
            rest.remove_prefix(reference.size());
            return true;
        }
    }
    if (!rest.starts_with("&#")) {
        return false;
    }
    const std::size_t first = rest.starts_with("&#x") ? 3 : 2;
    const std::size_t end = rest.find_first_not_of("0123456789abcdefABCDEF", first);
    if (end == std::string_view::npos || end == first || rest[end] != ';') {
        return false;
    }
    std::uint32_t code = 0;
    const auto [stop, error] =
        std::from_chars(rest.data() + first, rest.data() + end, code, first == 3 ? 16 : 10);
    if (stop != rest.data() + end) {
        return false;
    }
    if (error != std::errc() || code == 0 || code > 0x10ffff) {
        malformed(std::string(rest.substr(0, std::min<std::size_t>(end + 1, 40))) + " is not a character");
    }
    text += utf8OfCode(code);
    rest.remove_prefix(end + 1);
    return true;
}

}  // namespace

std::string_view xmlAttribute(std::string_view tag, std::string_view name) {
    std::string_view rest = tag.substr(std::min(tag.find_first_of(kXmlBlanks), tag.size()));
    while (true) {
        skipBlanks(rest);
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos) {
            return {};
        }
        const std::string_view key = rest.substr(0, rest.find_first_of(" \t\r\n="));
        rest.remove_prefix(equals + 1);
        skipBlanks(rest);
        if (!rest.starts_with('"') && !rest.starts_with('\'')) {
            return {};
        }
        const std::size_t end = rest.find(rest.front(), 1);
        if (end == std::string_view::npos) {
            return {};
        }
        if (key == name) {
            return rest.substr(1, end - 1);
        }
        rest.remove_prefix(end + 1);
    }
}

bool isPlainXml(std::string_view value) {
    return value.find_first_of(kXmlDecoded) == std::string_view::npos;
}

std::string decodedXmlAttribute(std::string_view tag, std::string_view name) {
    std::string_view rest = xmlAttribute(tag, name);
    std::string text;
    while (true) {
        const std::size_t plain = std::min(rest.find_first_of(kXmlDecoded), rest.size());
        text += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty()) {
            return text;
        }
        if (!takeReference(rest, text)) {
            text += rest.front() == '&' ? '&' : ' ';
            rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
        }
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
