#include "import/files/sandboxed_folder.hpp"

#include "core/files/utf8_path.hpp"
#include "import/files/source_file.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {

const std::filesystem::path& SandboxedFolder::folder() {
    if (!folder_) {
        std::error_code ignored;
        folder_ = std::filesystem::canonical(std::filesystem::absolute(file_).parent_path(), ignored);
    }
    return *folder_;
}

bool SandboxedFolder::isInside(const std::filesystem::path& resolved) {
    return !folder().empty() &&
           std::mismatch(folder().begin(), folder().end(), resolved.begin(), resolved.end()).first ==
               folder().end();
}

bool SandboxedFolder::holds(std::string_view path) {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / pathOfUtf8(path), error);
    if (error) {
        noteMissing(path);
        return false;
    }
    return isInside(resolved) && std::filesystem::is_regular_file(resolved, error);
}

void SandboxedFolder::refuse(std::string what) {
    if (std::ranges::find(refusals_, what) == refusals_.end()) {  // readers request the same file repeatedly
        refusals_.push_back(std::move(what));
    }
}

void SandboxedFolder::note(const std::filesystem::path& path, std::optional<std::uint64_t> checksum) {
    const std::filesystem::path name = path.lexically_relative(folder());
    if (std::ranges::find(files_, name, &SourceFile::path) == files_.end()) {
        files_.push_back({name, checksum});
    }
}

void SandboxedFolder::noteMissing(std::string_view path) {
    const std::filesystem::path wanted = (folder() / pathOfUtf8(path)).lexically_normal();
    if (isInside(wanted)) {
        note(wanted, std::nullopt);
    }
}

std::optional<std::string> SandboxedFolder::read(std::string_view path) {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / pathOfUtf8(path), error);
    if (error) {
        noteMissing(path);
        refuse("not found: " + std::string(path));
        return std::nullopt;
    }
    if (!isInside(resolved)) {
        refuse("not opened, because it lies outside the model's folder: " + std::string(path));
        return std::nullopt;
    }
    Result<std::string, ImportError> bytes = readBytes(resolved, bytesLeft_);
    if (!bytes) {
        ranOutOfBytes_ = ranOutOfBytes_ || bytes.error().code == ImportError::Code::LimitExceeded;
        note(resolved, std::nullopt);
        refuse("not opened: " + bytes.error().message);
        return std::nullopt;
    }
    bytesLeft_ -= bytes->size();
    note(resolved, checksumOf(*bytes));
    return *std::move(bytes);
}

}  // namespace sat3d::SAT3D_ABI::importing
