#include "output_file.hpp"

#include "core/replace_file.hpp"
#include "exit_codes.hpp"

#include <fmt/core.h>

#include <system_error>

namespace sat3d::tool {

void refuseToOverwrite(const std::filesystem::path& model, const std::filesystem::path& output) {
    std::error_code ignored;
    if (std::filesystem::equivalent(model, output, ignored)) {
        throw BadInput(
            fmt::format("{}: would overwrite the model itself; name another output", output.string()));
    }
}

void writeFile(const std::filesystem::path& file, std::string_view content) {
    if (const std::error_code fault = replaceFile(file, content)) {
        throw BadInput(fmt::format("{}: cannot be written ({})", file.string(), fault.message()));
    }
}

}  // namespace sat3d::tool
