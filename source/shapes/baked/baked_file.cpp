#include "core/files/replace_file.hpp"
#include "core/files/utf8_path.hpp"
#include "shapes/baked/baked_header.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <system_error>

namespace sat3d::SAT3D_ABI {
namespace {

using Code = BakedError::Code;

BakedError fileError(Code code, const std::filesystem::path& file, const std::string& message) {
    return {code, utf8(file) + ": " + message};
}

/// The only exception of a path: on systems whose file names are UTF-16.
BakedError notUtf8() {
    return {Code::NotFound, "a file name is no UTF-8"};
}

}  // namespace

std::optional<BakedError> saveBaked(const CollisionModel& model, FilePath path) try {
    const auto file = path.as<std::filesystem::path>();
    const std::vector<std::byte> bytes = saveBaked(model);
    const std::error_code fault =
        replaceFile(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return fault ? std::optional(fileError(Code::Unreadable, file,
                                           "cannot be written (" + fault.message() +
                                               "): check the folder, its permissions and the disk"))
                 : std::nullopt;
} catch (const std::system_error&) {
    return notUtf8();
}

Result<CollisionModel, BakedError> loadBaked(FilePath path) try {
    const auto file = path.as<std::filesystem::path>();
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return Unexpected{fileError(Code::NotFound, file, "there is no such file")};
    }
    // A device or a pipe may deliver bytes without end.
    if (!std::filesystem::is_regular_file(status)) {
        return Unexpected{fileError(Code::Unreadable, file, "is not a regular file")};
    }
    const std::uint64_t size = std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    std::vector<std::byte> bytes;
    const auto readUpTo = [&](std::uint64_t end) {
        const std::size_t begin = bytes.size();
        bytes.resize(static_cast<std::size_t>(end));
        return static_cast<bool>(stream.read(reinterpret_cast<char*>(bytes.data() + begin),
                                             static_cast<std::streamsize>(bytes.size() - begin)));
    };
    const auto unreadable = [&] {
        return Unexpected{fileError(Code::Unreadable, file, "cannot be read: check its permissions")};
    };
    if (error || !readUpTo(std::min<std::uint64_t>(size, kBakedHeaderBytes))) {
        return unreadable();
    }
    // Checks the header first, because a file of another kind may be larger than the memory.
    if (const std::optional<BakedError> fault = faultOfBakedHeader(bytes, size)) {
        return Unexpected{fileError(fault->code, file, fault->message)};
    }
    if (!readUpTo(size)) {
        return unreadable();
    }
    Result<CollisionModel, BakedError> model = loadBaked(std::span<const std::byte>(bytes));
    if (!model) {
        return Unexpected{fileError(model.error().code, file, model.error().message)};
    }
    return model;
} catch (const std::system_error&) {
    return Unexpected{notUtf8()};
} catch (const std::bad_alloc&) {
    return Unexpected{
        fileError(Code::Unreadable, path.as<std::filesystem::path>(), "asks for more memory than there is")};
}

}  // namespace sat3d::SAT3D_ABI
