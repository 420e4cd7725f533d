#include "debug/html/markup_writer.hpp"

#include "core/readable_text.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace sat3d::SAT3D_ABI::debug {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Formats as printf does. Not by std::to_chars, whose tables for a given number of digits take 100 KB.
std::string printed(const char* format, int digits, double value) {
    std::array<char, 400> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, digits, value);
    return withDecimalPoint(buffer.data());
}

std::string_view entity(char character) {
    switch (character) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return {};
    }
}

}  // namespace

std::string withDecimalPoint(std::string number) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto first = std::ranges::find_if(number, isDigit);
    const auto point = std::find_if_not(first, number.end(), isDigit);
    if (point != number.end() && *point != 'e') {
        number.replace(point, std::find_if(point, number.end(), isDigit), ".");
    }
    return number;
}

std::string significant(double value, int digits) {
    return printed("%.*g", digits, value);
}

std::string decimals(double value, int digits) {
    std::string text = printed("%.*f", digits, value);
    if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

std::string exact(double value) {
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), end.ptr);
}

std::string escaped(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const bool control = length == 1 && ((text[0] >= 0 && text[0] < 0x20) || text[0] == 0x7F);
        if (length == 0 || control) {
            result += kReplacement;
        } else if (const std::string_view safe = entity(text[0]); !safe.empty()) {
            result += safe;
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::string pointList(std::span<const glm::dvec2> points) {
    std::string list;
    for (const glm::dvec2& point : points) {
        list += (list.empty() ? "" : " ") + decimals(point.x, 2) + "," + decimals(point.y, 2);
    }
    return list;
}

void MarkupWriter::begin(std::string_view tag, Attributes attributes) {
    result_.append("<").append(tag);
    for (const Attribute& attribute : attributes) {
        result_.append(" ")
            .append(attribute.name)
            .append("=\"")
            .append(escaped(attribute.value))
            .append("\"");
    }
}

void MarkupWriter::open(std::string_view tag, Attributes attributes) {
    begin(tag, attributes);
    result_ += ">\n";
    open_.emplace_back(tag);
}

void MarkupWriter::openSvg(const glm::dvec2& at, double width, double height) {
    open("svg", {{"x", at.x},
                 {"y", at.y},
                 {"width", width},
                 {"height", height},
                 {"viewBox", "0 0 " + decimals(width, 0) + " " + decimals(height, 0)}});
}

void MarkupWriter::close() {
    SAT3D_ASSERT(!open_.empty(), "nothing is open");
    result_.append("</").append(open_.back()).append(">\n");
    open_.pop_back();
}

void MarkupWriter::leaf(std::string_view tag, Attributes attributes) {
    begin(tag, attributes);
    result_ += "/>\n";
}

void MarkupWriter::text(std::string_view tag, Attributes attributes, std::string_view content) {
    begin(tag, attributes);
    result_.append(">").append(escaped(content)).append("</").append(tag).append(">\n");
}

void MarkupWriter::line(const glm::dvec2& from, const glm::dvec2& to, std::string_view style) {
    leaf("line", {{"x1", from.x}, {"y1", from.y}, {"x2", to.x}, {"y2", to.y}, {"class", style}});
}

void MarkupWriter::polygon(std::span<const glm::dvec2> corners, std::string_view style) {
    leaf("polygon", {{"points", pointList(corners)}, {"class", style}});
}

void MarkupWriter::arrow(const glm::dvec2& from, const glm::dvec2& to, double head, std::string_view style) {
    const double length = glm::length(to - from);
    if (length == 0.0) {
        return;
    }
    const glm::dvec2 along = (to - from) / length;
    const glm::dvec2 across(-along.y, along.x);
    const glm::dvec2 neck = to - along * std::min(head, length);
    const std::array<glm::dvec2, 3> tip{to, neck + across * (0.42 * head), neck - across * (0.42 * head)};
    line(from, neck, style);
    polygon(tip, std::string(style) + "-head");
}

std::string MarkupWriter::take() {
    SAT3D_ASSERT(open_.empty(), "an element is still open");
    return std::move(result_);
}

}  // namespace sat3d::SAT3D_ABI::debug
