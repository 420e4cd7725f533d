#include "import/validation/validate_file.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <system_error>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::string_view kPlyLineEnds("\n\r\f\0", 4);

/// Removes and returns the text before the next character of `ends`. Also removes that character.
std::string_view takeUntil(std::string_view ends, std::string_view& text) {
    const std::size_t end = text.find_first_of(ends);
    if (end == std::string_view::npos) {
        malformed("its header is cut off");
    }
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end + 1);
    return taken;
}

/// Removes and returns the next line as Assimp does: it skips a line that begins with a line end, up to the
/// next '\n'.
std::string_view takeLine(std::string_view& text) {
    if (!text.empty() && kPlyLineEnds.find(text.front()) != std::string_view::npos) {
        takeUntil("\n", text);
    }
    return takeUntil(kPlyLineEnds, text);
}

/// Removes and returns the next word, or "" at the end.
std::string_view takeWord(std::string_view& line) {
    constexpr std::string_view kBlanks = " \t";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(word.size());
    return word;
}

/// Number of lines that are not blank.
std::uint64_t linesIn(std::string_view text) {
    std::uint64_t lines = 0;
    bool isBlank = true;
    for (const char c : text) {
        const bool isEnd = c == '\n' || c == '\r';
        lines += isEnd && !isBlank;
        isBlank = isEnd || (isBlank && (c == ' ' || c == '\t'));
    }
    return lines + !isBlank;
}

/// Returns the number at the front as Assimp reads it. A number of more than 64 bits becomes the largest
/// 64-bit number.
std::uint64_t leadingNumber(std::string_view word) {
    std::uint64_t value = 0;
    const auto error = std::from_chars(word.data(), word.data() + word.size(), value).ec;
    return error == std::errc::result_out_of_range ? ~std::uint64_t{0} : value;
}

}  // namespace

/// Checks every "element NAME COUNT" of the header, including those in comments and inside words. Assimp also
/// reads these, because earlier, longer lines leave text in its buffer.
void validatePly(std::string_view bytes) {
    constexpr std::string_view kElement = "element";
    std::string_view rest = bytes;
    std::uint64_t items = 0, vertices = 0;
    std::uint64_t lists = 0;  // items of the lists that no comment names
    bool isText = false;
    std::set<std::string_view> names;
    while (true) {
        const std::string_view line = takeLine(rest);
        std::string_view words = line;
        const std::string_view first = takeWord(words);
        if (first == "end_header") {
            break;
        }
        isText = isText || (first == "format" && takeWord(words) == "ascii");
        for (std::size_t at = 0; (at = line.find(kElement, at)) != std::string_view::npos;) {
            at += kElement.size();
            std::string_view after = line.substr(at);
            if (!after.starts_with(' ') && !after.starts_with('\t')) {
                continue;
            }
            const std::string list = "element" + std::string(after.substr(0, 60));
            const std::string_view name = takeWord(after);
            const std::uint64_t count = leadingNumber(takeWord(after));
            // Assimp allocates for the first list of a name, and writes the second list to the same memory.
            if (!names.insert(name).second || (names.contains("face") && names.contains("tristrips"))) {
                malformed("its header has a second list: " + list);
            }
            if (count > bytes.size() - items) {  // an item has at least one byte
                malformed("its header promises more than the file contains: " + list);
            }
            items += count;
            lists += first == kElement ? count : 0;
            vertices += name == "vertex" ? count : 0;
        }
    }
    if (names.contains("tristrips")) {  // Assimp keeps one triangle of each
        malformed("its faces are triangle strips, which are not read; export it with faces");
    }
    if (isText) {
        if (const std::uint64_t lines = linesIn(rest); lines < lists) {
            malformed("is cut off: its header promises " + std::to_string(lists) + " lines, and there are " +
                      std::to_string(lines) + ". Copy or export it once more");
        }
    }
    if (vertices == 0) {
        throw ValidationError(ImportError::Code::NoColliders,
                              "the mesh has no vertices: no body. Export an object that has faces");
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
