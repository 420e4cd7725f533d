#pragma once

/// Searches of texts for characters of a set: one look into a table each, where a string_view's own searches
/// go over the set for every character.

#include <sat3d/core/config.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

class CharSet {
public:
    constexpr explicit CharSet(std::string_view characters) {
        for (const char c : characters) {
            holds_[static_cast<unsigned char>(c)] = true;
        }
    }

    [[nodiscard]] constexpr bool holds(char c) const { return holds_[static_cast<unsigned char>(c)]; }

    /// Where the first of the set stands; the text's end where there is none.
    [[nodiscard]] std::size_t firstIn(std::string_view text, std::size_t from = 0) const {
        while (from < text.size() && !holds(text[from])) {
            ++from;
        }
        return from;
    }
    /// Where the first stands that is none of the set; the text's end where there is none.
    [[nodiscard]] std::size_t firstNotIn(std::string_view text, std::size_t from = 0) const {
        while (from < text.size() && holds(text[from])) {
            ++from;
        }
        return from;
    }

private:
    std::array<bool, 256> holds_{};
};

}  // namespace sat3d::inline SAT3D_ABI::importing
