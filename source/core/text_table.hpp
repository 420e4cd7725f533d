#pragma once

/// @file
/// Tables of plain text, and text from files made safe to print.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Returns the number of bytes of the control character, line end or direction mark (U+202A .. U+202E,
/// U+2066 .. U+2069) at the beginning of a UTF-8 text; 0 for other characters.
[[nodiscard]] inline std::size_t harmfulBytes(std::string_view text) {
    const auto byte = [&](std::size_t k) {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7F) {
        return 1;
    }
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) {
        return 2;
    }
    const bool isLineEnd = byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9);
    const bool isDirectionMark = (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
                                 (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
    return byte(0) == 0xE2 && (isLineEnd || isDirectionMark) ? 3 : 0;
}

/// Returns the text with '?' for each character that could move the cursor of a terminal, begin a new line or
/// change the direction of writing.
[[nodiscard]] inline std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t harmful = harmfulBytes(text);
        result += harmful > 0 ? '?' : text.front();
        text.remove_prefix(std::max<std::size_t>(harmful, 1));
    }
    return result;
}

/// A table with columns as wide as their widest cell, two spaces apart. Widths count characters of UTF-8.
class TextTable {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string heading;
        Align align = Align::Left;
    };
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {
        for (const Column& column : columns_) {
            widths_.push_back(widthOf(column.heading));
        }
    }

    /// Adds a row with one cell per column.
    void add(std::vector<std::string> cells) {
        cells.resize(columns_.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            widths_[i] = std::max(widths_[i], widthOf(cells[i]));
        }
        rows_.push_back(std::move(cells));
    }

    /// Returns the headings and then the rows, one line each, without line ends.
    [[nodiscard]] std::vector<std::string> lines() const {
        std::vector<std::string> headings;
        for (const Column& column : columns_) {
            headings.push_back(column.heading);
        }
        std::vector<std::string> result{line(headings)};
        for (const std::vector<std::string>& row : rows_) {
            result.push_back(line(row));
        }
        return result;
    }

private:
    /// Counts the bytes that do not continue a character.
    [[nodiscard]] static std::size_t widthOf(std::string_view text) {
        return static_cast<std::size_t>(std::ranges::count_if(
            text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    }

    [[nodiscard]] std::string line(const std::vector<std::string>& cells) const {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string space(widths_[i] - widthOf(cells[i]), ' ');
            text += "  " + (columns_[i].align == Align::Right ? space + cells[i] : cells[i] + space);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    }

    std::vector<Column> columns_;
    std::vector<std::size_t> widths_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace sat3d::SAT3D_ABI
