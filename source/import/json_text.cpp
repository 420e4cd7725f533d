#include "import/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// What no character forces to be written otherwise; the rest is left to dump(), figures with a point too.
bool isPlain(std::string_view text) {
    return std::ranges::none_of(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; });
}

std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void writeText(const std::string& value, std::string& text) {
    if (isPlain(value)) {
        (text += '"').append(value) += '"';
    } else {
        text += dumped(value);
    }
}

template <class Number>
void writeWhole(Number number, std::string& text) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

void write(const Json& value, std::string& text) {
    switch (value.type()) {
        case Json::value_t::object: {
            char before = '{';
            for (const auto& [key, member] : value.get_ref<const Json::object_t&>()) {
                text += std::exchange(before, ',');
                writeText(key, text);
                text += ':';
                write(member, text);
            }
            text += value.empty() ? "{}" : "}";
            return;
        }
        case Json::value_t::array: {
            char before = '[';
            for (const Json& element : value.get_ref<const Json::array_t&>()) {
                text += std::exchange(before, ',');
                write(element, text);
            }
            text += value.empty() ? "[]" : "]";
            return;
        }
        case Json::value_t::string:
            return writeText(value.get_ref<const std::string&>(), text);
        case Json::value_t::number_unsigned:
            return writeWhole(value.get<std::uint64_t>(), text);
        case Json::value_t::number_integer:
            return writeWhole(value.get<std::int64_t>(), text);
        default:
            text += dumped(value);
    }
}

}  // namespace

std::string compactText(const Json& document) {
    std::string text;
    write(document, text);
    return text;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
