#pragma once

/// Texts in which numbers stand for the names of objects. Assimp cuts these names at the first blank, and
/// merges objects with equal names.

#include "import/scene/scene.hpp"
#include "import/validation/names_of_mesh_nodes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// The text that Assimp reads instead of the file.
struct NumberedText {
    std::string text;
    std::vector<std::string> names;  ///< of the objects, by number; without blanks at both ends
    NamesOfMeshNodes meshNodes;      ///< by number: the objects without faces, which Assimp drops

    /// Appends a line that begins an object: the word, and the object's number.
    void addObject(std::string_view word, std::string_view name);
};

/// Numbers the objects and groups of an OBJ file. Each `o` line begins an object, and so does each `g` line,
/// unless it repeats the name of the current group. Lines that continue after a backslash become one line,
/// and blanks at the beginning of lines are removed: Assimp reads beyond the text in the one case, and drops
/// the line in the other.
NumberedText numberedObj(std::string_view bytes);

/// Numbers the solids of an STL file. A binary file stays as it is, and has no names.
NumberedText numberedStl(std::string_view bytes);

/// Replaces the numbers by the names.
void restoreNames(const std::vector<std::string>& names, Scene& scene);

/// Removes and returns the next line, without its end.
std::string_view takeTextLine(std::string_view& text);
/// Removes and returns the first word of a line, and removes the blanks on both sides of the rest.
std::string_view takeFirstWord(std::string_view& line);
/// Returns the text without the mark of UTF-8 at its beginning.
std::string_view withoutByteOrderMark(std::string_view text);

}  // namespace sat3d::SAT3D_ABI::importing
