#include "import/numbered/numbered_names.hpp"

#include <algorithm>
#include <optional>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Whether a backslash at the end of the line continues it. At the end of a comment or of the name of a
/// material, it is the end of a path.
bool mayContinue(std::string_view line) {
    const std::string_view word = takeFirstWord(line);
    return !word.starts_with('#') && word != "usemtl" && word != "mtllib";
}

/// Removes and returns the next line, together with the lines that continue it.
/// @param joined  memory for lines that were joined
std::string_view takeJoinedLine(std::string_view& text, std::string& joined) {
    std::string_view line = takeTextLine(text);
    if (!line.ends_with('\\') || !mayContinue(line)) {
        return line;
    }
    joined.clear();
    while (line.ends_with('\\')) {
        joined += line.substr(0, line.size() - 1);
        joined += ' ';
        line = takeTextLine(text);
    }
    joined += line;
    return joined;
}

}  // namespace

NumberedText numberedObj(std::string_view bytes) {
    NumberedText result;
    result.text.reserve(bytes.size());
    std::string_view rest = withoutByteOrderMark(bytes);
    std::string joined;
    std::string group;
    std::optional<std::size_t> object;  // number of the object of the last `o` line
    bool hasFaces = false;              // since that line, in the object or in its groups
    const auto endObject = [&] {
        if (object) {
            result.meshNodes.add(std::to_string(*object), !hasFaces);
        }
    };
    while (!rest.empty()) {
        std::string_view line = takeJoinedLine(rest, joined);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        std::string_view name = line;
        const std::string_view word = takeFirstWord(name);
        if (word == "o" && !name.empty()) {
            endObject();
            object = result.names.size();
            hasFaces = false;
            result.addObject(word, name);
        } else if (word == "g" && name != group) {
            group = name;
            result.addObject(word, name);
        } else if (!line.starts_with('o') && !line.starts_with('g') && !line.starts_with('#')) {
            hasFaces = hasFaces || word == "f";
            result.text += line;
            result.text += line.ends_with('\\') ? " \n" : "\n";  // Assimp would join the next line
        }
    }
    endObject();
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
