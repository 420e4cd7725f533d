#include "bake/depfile.hpp"

#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"

#include <fmt/format.h>

#include <set>

namespace sat3d::tool {

namespace {

std::string escaped(const std::filesystem::path& path) {
    std::string text;
    for (const char c : utf8Generic(path)) {
        if (c == '\n' || c == '\r') {
            throw BadInput(fmt::format("{}: a depfile cannot name a file with a line break", utf8(path)));
        }
        text += c == '$' ? "$" : c == ' ' || c == '#' ? "\\" : "";
        text += c;
    }
    return text;
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
        rules += input + ":\n";
    }
    return rules;
}

}  // namespace sat3d::tool
