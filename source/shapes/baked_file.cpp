#include "shapes/baked_header.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <fstream>
#include <new>
#include <random>
#include <string>
#include <system_error>
#include <utility>

namespace sat3d::inline SAT3D_ABI {
namespace {

using Code = BakedError::Code;

BakedError fileError(Code code, const std::filesystem::path& file, const std::string& message) {
    return {code, file.string() + ": " + message};
}

bool written(const std::vector<std::byte>& bytes, const std::filesystem::path& file) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    return static_cast<bool>(stream);
}

}  // namespace

std::optional<BakedError> saveBaked(const CollisionModel& model, const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    const std::vector<std::byte> bytes = saveBaked(model);
    const BakedError failed = fileError(Code::Unreadable, file,
                                        "cannot be written: check the folder, its permissions and the disk");
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    const bool replaces = fs::is_regular_file(status);
    if (!replaces && (fs::exists(status) || fs::is_symlink(fs::symlink_status(file, error)))) {
        // Devices, pipes, and what links to nothing yet are written to as they are.
        return written(bytes, file) ? std::nullopt : std::optional(failed);
    }
    // A link stays one: what it names is replaced.
    error.clear();
    const fs::path target = replaces ? fs::canonical(file, error) : file;
    if (error || (replaces && !std::ofstream(target, std::ios::binary | std::ios::app))) {
        return failed;  // protected, though its folder may not be
    }
    // Written in a folder of its own: nobody else can have put anything there.
    fs::path folder = target;
    folder += "." + std::to_string(std::random_device{}()) + ".part";
    if (!fs::create_directory(folder, error)) {
        return failed;
    }
    fs::permissions(folder, fs::perms::owner_all, error);
    const fs::path unfinished = folder / "model.s3d";
    bool done = written(bytes, unfinished);
    if (done) {
        if (replaces) {
            fs::permissions(unfinished, status.permissions(), error);
        }
        fs::rename(unfinished, target, error);
        done = !error;
    }
    fs::remove_all(folder, error);
    return done ? std::nullopt : std::optional(failed);
}

Result<CollisionModel, BakedError> loadBaked(const std::filesystem::path& file) try {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return Unexpected{fileError(Code::NotFound, file, "there is no such file")};
    }
    // A device or a pipe could deliver bytes without end.
    if (!std::filesystem::is_regular_file(status)) {
        return Unexpected{fileError(Code::Unreadable, file, "is no regular file")};
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
    if (error || !readUpTo(std::min<std::uint64_t>(size, detail::kBakedHeaderBytes))) {
        return unreadable();
    }
    // The header first: a foreign file may be larger than the memory.
    if (const std::optional<BakedError> fault = detail::faultOfBakedHeader(bytes, size)) {
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
} catch (const std::bad_alloc&) {
    return Unexpected{fileError(Code::Unreadable, file, "asks for more memory than there is")};
}

}  // namespace sat3d::inline SAT3D_ABI
