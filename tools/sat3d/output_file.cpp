#include "output_file.hpp"

#include "exit_codes.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <system_error>

namespace sat3d::tool {

namespace {

[[noreturn]] void throwUnwritable(const std::filesystem::path& file, const std::string& why) {
    throw BadInput(fmt::format("{}: cannot be written ({})", file.string(), why));
}

/// @param shown  the file's name as the user knows it
void writeTo(const std::filesystem::path& file, std::string_view content,
             const std::filesystem::path& shown) {
    errno = 0;
    std::ofstream stream(file, std::ios::binary);
    stream << content;
    stream.close();
    if (!stream) {
        const std::string why = std::strerror(errno);
        std::error_code ignored;
        if (file != shown) {
            std::filesystem::remove(file, ignored);
        }
        throwUnwritable(shown, why);
    }
}

}  // namespace

void refuseToOverwrite(const std::filesystem::path& model, const std::filesystem::path& output) {
    std::error_code ignored;
    if (std::filesystem::equivalent(model, output, ignored)) {
        throw BadInput(
            fmt::format("{}: would overwrite the model itself; name another output", output.string()));
    }
}

void writeFile(const std::filesystem::path& file, std::string_view content) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    const bool exists = std::filesystem::exists(status);
    if (exists && !std::filesystem::is_regular_file(status)) {
        writeTo(file, content, file);  // a device or a pipe: nothing to replace
        return;
    }
    errno = 0;
    if (exists && !std::ofstream(file, std::ios::binary | std::ios::app)) {
        throwUnwritable(file, std::strerror(errno));  // it is protected, though its folder is not
    }
    // A link stays one: what it names is replaced.
    const std::filesystem::path target = exists ? std::filesystem::canonical(file, error) : file;
    const std::filesystem::path unfinished =
        target.parent_path() / fmt::format(".sat3d-{:08x}.part", std::random_device{}());
    writeTo(unfinished, content, file);
    if (exists) {
        std::filesystem::permissions(unfinished, status.permissions(), error);
    }
    std::filesystem::rename(unfinished, target, error);
    if (error) {
        std::error_code ignored;
        std::filesystem::remove(unfinished, ignored);
        throwUnwritable(file, error.message());
    }
}

}  // namespace sat3d::tool
