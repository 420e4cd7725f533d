#include "core/little_endian.hpp"
#include "import/files/validation_error.hpp"
#include "import/names/ascii_text.hpp"
#include "import/numbered/numbered_names.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::size_t kHeader = 80, kCount = 4, kFacet = 50;

/// Length of a binary file with the number of facets that it states, or 0 without one.
std::uint64_t binarySize(std::string_view bytes) {
    if (bytes.size() < kHeader + kCount) {
        return 0;
    }
    return kHeader + kCount +
           kFacet * std::uint64_t{
                        fromLittleEndian<std::uint32_t>(std::as_bytes(std::span(bytes)).data() + kHeader)};
}

/// Whether the file is a text. A binary file may also begin with "solid": its length decides, or the bytes of
/// value 0 at its beginning.
bool isText(std::string_view bytes) {
    const std::string_view text = withoutByteOrderMark(bytes);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || lowered(text.substr(begin, 5)) != "solid") {
        return false;
    }
    return bytes.substr(0, kHeader + kCount).find('\0') == std::string_view::npos &&
           bytes.size() != binarySize(bytes);
}

/// Assimp refuses a binary file of another length, and does not say why.
void demandWhole(std::string_view bytes) {
    const bool isWords = bytes.substr(0, kHeader + kCount).find('\0') == std::string_view::npos;
    if (bytes.size() < kHeader + kCount || isWords) {
        malformed(
            "is no STL file: it neither begins with \"solid\", nor has it the 84 bytes of a binary header");
    }
    if (const std::uint64_t whole = binarySize(bytes); bytes.size() != whole) {
        malformed((bytes.size() < whole ? "is cut off: " : "is damaged: ") + std::to_string(bytes.size()) +
                  " of " + std::to_string(whole) + " bytes. Copy or export it once more");
    }
}

/// The line as Assimp reads it: some programs write the words in capital letters.
std::string readable(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = takeFirstWord(rest);
    return word.empty() || lowered(word) == word ? std::string(line) : lowered(line);
}

/// Removes and returns the name of a solid, the rest of its line, unless the facets follow in the same line.
std::string_view takeSolidName(std::string_view& line) {
    std::size_t found = line.find("facet ");
    const std::size_t facet = found;
    for (const std::string_view word : {" outer ", " loop ", " vertex "}) {
        found = found == std::string_view::npos ? found : line.find(word, found);
    }
    const std::string_view name = line.substr(0, found == std::string_view::npos ? line.size() : facet);
    line.remove_prefix(name.size());
    return name.substr(0, name.find_last_not_of(" \t") + 1);
}

}  // namespace

NumberedText numberedStl(std::string_view bytes) {
    NumberedText result;
    if (!isText(bytes)) {
        demandWhole(bytes);
        result.text = bytes;
        return result;
    }
    result.text.reserve(bytes.size());
    bool isOpen = false;  // a solid without its end
    for (std::string_view rest = withoutByteOrderMark(bytes); !rest.empty();) {
        std::string_view line = takeTextLine(rest);
        std::string_view content = line;
        if (result.text.empty() && takeFirstWord(content).empty()) {
            continue;  // Assimp wants "solid" at the beginning
        }
        content = line;
        if (lowered(takeFirstWord(content)) == "solid") {
            result.text += isOpen ? "endsolid\n" : "";
            if (const std::string_view name = takeSolidName(content); name.empty()) {
                result.text += "solid\n";
            } else {
                result.addObject("solid", name);
            }
            isOpen = true;
            line = content;
        }
        const std::string written = readable(line);
        isOpen = isOpen && written.find("endsolid") == std::string::npos;
        result.text += written;
        result.text += '\n';
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
