#include "files/output_file.hpp"

#include "core/files/replace_file.hpp"
#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "models/models.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace sat3d::tool {

CLI::Option* addOutput(CLI::App& command, std::filesystem::path& output,
                       const std::vector<std::string>& extensions, const std::string& help) {
    const auto take = [&output, extensions](const std::string& file) {
        output = pathOfUtf8(file);
        if (std::ranges::find(extensions, lowerExtension(output)) == extensions.end()) {
            throw CLI::ValidationError(
                "--output", fmt::format("'{}' does not end in {}", file, fmt::join(extensions, " or ")));
        }
    };
    return command.add_option_function<std::string>("-o,--output", take, help)
        ->type_name(fmt::format("FILE{}", fmt::join(extensions, "|FILE")));
}

void refuseToOverwrite(const std::filesystem::path& model, const std::filesystem::path& output) {
    std::error_code ignored;
    if (std::filesystem::equivalent(model, output, ignored)) {
        throw BadInput(
            fmt::format("{}: would overwrite the model itself; name another output", utf8(output)));
    }
}

void writeFile(const std::filesystem::path& file, std::string_view content) {
    if (const std::error_code fault = replaceFile(file, content)) {
        throw BadInput(fmt::format("{}: cannot be written ({})", utf8(file), fault.message()));
    }
}

}  // namespace sat3d::tool
