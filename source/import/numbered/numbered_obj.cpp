#include "core/readable_text.hpp"
#include "import/files/validation_error.hpp"
#include "import/numbered/numbered_names.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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
/// @param number  of the line, counted up
std::string_view takeJoinedLine(std::string_view& text, std::string& joined, std::size_t& number) {
    std::string_view line = takeTextLine(text);
    ++number;
    if (!line.ends_with('\\') || !mayContinue(line)) {
        return line;
    }
    joined.clear();
    while (line.ends_with('\\')) {
        joined += line.substr(0, line.size() - 1);
        joined += ' ';
        line = takeTextLine(text);
        ++number;
    }
    joined += line;
    return joined;
}

/// Whether Assimp reads numbers after the word, so that a comment may follow them.
bool hasNumbers(std::string_view word) {
    return word == "v" || word == "vn" || word == "vt" || word == "f" || word == "l" || word == "p";
}

/// Finds faces with vertices that do not exist. Assimp refuses them, but says neither where nor which.
class FaceIndices {
public:
    void addVertex() { ++vertices_; }

    /// @param corners  such as "1//3 2//3 3//3"
    void addFace(std::string_view corners, std::size_t line, std::string_view object) {
        while (!corners.empty()) {
            const std::string_view corner = takeFirstWord(corners);
            std::int64_t vertex = 0;
            const auto error = std::from_chars(corner.data(), corner.data() + corner.size(), vertex).ec;
            if (error == std::errc::invalid_argument || vertex == 0) {
                refuse(line, object,
                       "the corner " + quotedName(corner) + ", which names no vertex: they count from 1");
            }
            if (error == std::errc() && vertex < 0 && vertex >= -vertices_) {
                continue;
            }
            if (error != std::errc() || vertex < 0) {
                refuse(line, object,
                       "vertex " + std::string(corner) + ", and there are " + std::to_string(vertices_) +
                           " before it");
            }
            if (vertex > highest_) {  // vertices may follow the faces that use them
                highest_ = vertex;
                lineOfHighest_ = line;
                objectOfHighest_ = object;
            }
        }
    }

    void demandVertices() const {
        if (highest_ > vertices_) {
            refuse(lineOfHighest_, objectOfHighest_,
                   "vertex " + std::to_string(highest_) + ", and there are " + std::to_string(vertices_));
        }
    }

private:
    [[noreturn]] static void refuse(std::size_t line, std::string_view object, const std::string& fault) {
        throw ValidationError(ImportError::Code::Malformed,
                              "line " + std::to_string(line) + ": a face" +
                                  (object.empty() ? "" : " of " + quotedName(object)) + " has " + fault +
                                  ". Copy or export the model once more",
                              std::string(object));
    }

    std::int64_t vertices_ = 0, highest_ = 0;
    std::size_t lineOfHighest_ = 0;
    std::string objectOfHighest_;
};

}  // namespace

NumberedText numberedObj(std::string_view bytes) {
    NumberedText result;
    result.text.reserve(bytes.size());
    std::string_view rest = withoutByteOrderMark(bytes);
    std::string joined;
    std::string group;
    FaceIndices indices;
    std::size_t number = 0;             // of the line
    std::optional<std::size_t> object;  // number of the object of the last `o` line
    bool hasFaces = false;              // since that line, in the object or in its groups
    const auto endObject = [&] {
        if (object) {
            result.meshNodes.add(std::to_string(*object), !hasFaces);
        }
    };
    while (!rest.empty()) {
        std::string_view line = takeJoinedLine(rest, joined, number);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        std::string_view name = line;
        const std::string_view word = takeFirstWord(name);
        if (word == "o") {
            endObject();
            object = name.empty() ? std::nullopt : std::optional(result.names.size());
            hasFaces = false;
            result.addObject(word, name);
        } else if (word == "g" && name != group) {
            group = name;
            result.addObject(word, name);
        } else if (!line.starts_with('o') && !line.starts_with('g') && !line.starts_with('#')) {
            if (hasNumbers(word)) {
                line = line.substr(0, line.find('#'));
                name = name.substr(0, name.find('#'));
            }
            if (word == "v") {
                indices.addVertex();
            } else if (word == "f") {
                hasFaces = true;
                indices.addFace(name, number,
                                result.names.empty() ? std::string_view() : result.names.back());
            }
            result.text += line;
            result.text += line.ends_with('\\') ? " \n" : "\n";  // Assimp would join the next line
        }
    }
    endObject();
    indices.demandVertices();
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
