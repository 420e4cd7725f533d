#include "core/files/utf8_path.hpp"
#include "pairs_file.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace sat3d::pairs_file {

namespace {

constexpr std::uint64_t kMaxFileBytes = 1u << 30;

Result<std::string, Error> readWhole(const std::filesystem::path& path) {
    const auto fail = [&](std::string message) {
        return Unexpected{Error{utf8(path), 0, std::move(message)}};
    };
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return fail("there is no such file");
    }
    // A device or a pipe could deliver bytes endlessly.
    if (!std::filesystem::is_regular_file(status)) {
        return fail(std::filesystem::is_directory(status) ? "is a folder, not a file of pairs"
                                                          : "is no regular file");
    }
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (!error && size > kMaxFileBytes) {
        return fail("has " + std::to_string(size) + " bytes, more than the " + std::to_string(kMaxFileBytes) +
                    " that are read: split it");
    }
    std::ifstream stream(path, std::ios::binary);
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    if (error || !stream.read(text.data(), static_cast<std::streamsize>(text.size()))) {
        return fail("cannot be read: check its permissions");
    }
    return text;
}

}  // namespace

Result<File, Error> read(FilePath name) {
    const auto path = name.as<std::filesystem::path>();
    const auto text = readWhole(path);
    return text ? parse(*text, utf8(path)) : Result<File, Error>(Unexpected{text.error()});
}

Result<std::vector<Answer>, Error> readAnswers(FilePath name) {
    const auto path = name.as<std::filesystem::path>();
    const auto text = readWhole(path);
    return text ? parseAnswers(*text, utf8(path))
                : Result<std::vector<Answer>, Error>(Unexpected{text.error()});
}

}  // namespace sat3d::pairs_file
