#include "import/numbered/numbered_names.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::string_view kSpaceAndTab = " \t";

/// Returns the number if the whole name is one.
std::optional<std::size_t> numberIn(const std::string& name) {
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace

void NumberedText::addObject(std::string_view word, std::string_view name) {
    text += word;
    text += ' ';
    text += std::to_string(names.size());
    text += '\n';
    names.emplace_back(name);
}

void restoreNames(const std::vector<std::string>& names, Scene& scene) {
    for (Node& node : scene.nodes) {
        const auto number = numberIn(node.name);
        if (!number || *number >= names.size() || node.parent == Node::kNoParent) {
            continue;  // the root has the name of the file, faces before the first object have a default one
        }
        for (const std::uint32_t index : node.meshes) {
            Mesh& mesh = scene.meshes[index];
            mesh.name = mesh.name == node.name ? names[*number] : mesh.name;  // otherwise that of a material
        }
        node.name = names[*number];
    }
}

std::string_view takeTextLine(std::string_view& text) {
    const auto isEnd = [](char c) { return c == '\n' || c == '\r' || c == '\f' || c == '\0'; };
    const auto end = static_cast<std::size_t>(std::ranges::find_if(text, isEnd) - text.begin());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
    return line;
}

std::string_view takeFirstWord(std::string_view& line) {
    const auto skipBlanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(kSpaceAndTab), line.size()));
    };
    skipBlanks();
    const std::string_view word = line.substr(0, line.find_first_of(kSpaceAndTab));
    line.remove_prefix(word.size());
    skipBlanks();
    line = line.substr(0, line.find_last_not_of(kSpaceAndTab) + 1);
    return word;
}

std::string_view withoutByteOrderMark(std::string_view text) {
    text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    return text;
}

}  // namespace sat3d::SAT3D_ABI::importing
