#include "import/files/sandboxed_folder.hpp"

#include "core/files/utf8_path.hpp"
#include "import/files/source_file.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {

const std::filesystem::path& SandboxedFolder::folder() const {
    if (!folder_) {
        std::error_code ignored;
        folder_ = std::filesystem::canonical(std::filesystem::absolute(file_).parent_path(), ignored);
    }
    return *folder_;
}

bool SandboxedFolder::isInside(const std::filesystem::path& resolved) const {
    return !folder().empty() &&
           std::mismatch(folder().begin(), folder().end(), resolved.begin(), resolved.end()).first ==
               folder().end();
}

bool SandboxedFolder::holds(std::string_view path) const {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / pathOfUtf8(path), error);
    return !error && isInside(resolved) && std::filesystem::is_regular_file(resolved, error);
}

void SandboxedFolder::refuse(std::string what) {
    if (std::ranges::find(refusals_, what) == refusals_.end()) {  // readers request the same file repeatedly
        refusals_.push_back(std::move(what));
    }
}

std::optional<std::string> SandboxedFolder::read(std::string_view path) {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / pathOfUtf8(path), error);
    if (error) {
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
        refuse("not opened: " + bytes.error().message);
        return std::nullopt;
    }
    bytesLeft_ -= bytes->size();
    return *std::move(bytes);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
