#include "core/little_endian.hpp"
#include "import/numbered/numbered_names.hpp"

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Whether Assimp reads the file as text. A binary file may also begin with "solid": its length decides.
bool isText(std::string_view bytes) {
    constexpr std::size_t kHeader = 80, kCount = 4, kFacet = 50;
    if (bytes.size() >= kHeader + kCount) {
        const auto facets = fromLittleEndian<std::uint32_t>(std::as_bytes(std::span(bytes)).data() + kHeader);
        if (static_cast<std::uint32_t>(kHeader + kCount + kFacet * facets) == bytes.size()) {
            return false;
        }
    }
    const std::string_view text = withoutByteOrderMark(bytes);
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin != std::string_view::npos && text.substr(begin).starts_with("solid");
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
        result.text = bytes;
        return result;
    }
    result.text.reserve(bytes.size());
    bool isOpen = false;  // a solid without its end
    for (std::string_view rest = withoutByteOrderMark(bytes); !rest.empty();) {
        std::string_view line = takeTextLine(rest);
        std::string_view content = line;
        if (takeFirstWord(content) == "solid") {
            result.text += isOpen ? "endsolid\n" : "";
            if (const std::string_view name = takeSolidName(content); name.empty()) {
                result.text += "solid\n";
            } else {
                result.addObject("solid", name);
            }
            isOpen = true;
            line = content;
        }
        isOpen = isOpen && line.find("endsolid") == std::string_view::npos;
        result.text += line;
        result.text += '\n';
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
