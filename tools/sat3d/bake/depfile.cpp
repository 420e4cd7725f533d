#include "bake/depfile.hpp"

#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <set>

namespace sat3d::tool {

namespace {

/// Escapes what Make and Ninja take for syntax.
std::string escaped(const std::filesystem::path& path) {
    const std::string name = utf8Generic(path);
    if (name.find_first_of("\n\r\t;|\\") != std::string::npos) {
        throw BadInput(fmt::format(
            "{}: a depfile cannot name a file with a line break, tab, ';', '|' or '\\' in its path; "
            "rename it",
            utf8(path)));
    }
    const std::size_t drive = path.root_name().empty() ? 0 : 2;  // "C:" of Windows, which both take as it is
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        text += c == '$' ? "$" : c == ' ' || c == '#' || (c == ':' && i >= drive) ? "\\" : "";
        text += c;
    }
    return text;
}

/// Whether a rule for a file is one in Make: '%' would make it a pattern, '=' a variable.
bool canHaveRule(const std::string& input) {
    return input.find_first_of("%=") == std::string::npos;
}

}  // namespace

std::string depfileOf(const std::vector<Dependencies>& all) {
    std::string rules;
    std::set<std::string> inputs;
    for (const Dependencies& dependencies : all) {
        rules += escaped(dependencies.result) + ":";
        for (const SourceFile& file : dependencies.files) {
            if (file.checksum) {
                const std::string input = escaped(dependencies.model.parent_path() / file.path);
                rules += " \\\n  " + input;
                inputs.insert(input);
            }
        }
        rules += "\n";
    }
    for (const std::string& input : inputs) {
        rules += canHaveRule(input) ? input + ":\n" : "";
    }
    return rules;
}

}  // namespace sat3d::tool
