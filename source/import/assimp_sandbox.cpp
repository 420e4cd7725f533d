#include "import/assimp_sandbox.hpp"

#include "import/source_file.hpp"

#include <assimp/IOStream.hpp>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <system_error>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// Bytes in memory, read-only.
class MemoryStream final : public Assimp::IOStream {
public:
    explicit MemoryStream(std::string owned) : owned_(std::move(owned)), bytes_(owned_) {}
    explicit MemoryStream(std::string_view borrowed) : bytes_(borrowed) {}

    std::size_t Read(void* target, std::size_t size, std::size_t count) override {
        if (size == 0) {
            return 0;
        }
        const std::size_t items = std::min(count, (bytes_.size() - position_) / size);
        std::memcpy(target, bytes_.data() + position_, items * size);
        position_ += items * size;
        return items;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        const std::size_t base = origin == aiOrigin_SET   ? 0
                                 : origin == aiOrigin_CUR ? position_
                                                          : bytes_.size();
        const std::size_t target = base + offset;  // offsets wrap round for negative ones, as they should
        if (target > bytes_.size()) {
            return aiReturn_FAILURE;
        }
        position_ = target;
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return position_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::string owned_;
    std::string_view bytes_;
    std::size_t position_ = 0;
};

/// Importers join folder and file name in their own ways: "./x", "/x" for a file of an empty folder.
std::filesystem::path relative(std::string_view path) {
    while (path.starts_with("./")) {
        path.remove_prefix(2);
    }
    return std::filesystem::path(path);
}

}  // namespace

AssimpSandbox::AssimpSandbox(const std::filesystem::path& file, const std::string& bytes,
                             std::uint64_t maxBytes)
    : file_(file),
      name_(file.filename().string()),
      bytes_(bytes),
      bytesLeft_(maxBytes - std::min<std::uint64_t>(maxBytes, bytes.size())) {}

const std::filesystem::path& AssimpSandbox::folder() const {
    if (!folder_) {
        std::error_code ignored;
        folder_ = std::filesystem::canonical(std::filesystem::absolute(file_).parent_path(), ignored);
    }
    return *folder_;
}

bool AssimpSandbox::isInside(const std::filesystem::path& resolved) const {
    return !folder().empty() &&
           std::mismatch(folder().begin(), folder().end(), resolved.begin(), resolved.end()).first ==
               folder().end();
}

bool AssimpSandbox::Exists(const char* path) const {
    if (relative(path) == name_) {
        return true;
    }
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / relative(path), error);
    return !error && isInside(resolved) && std::filesystem::is_regular_file(resolved, error);
}

void AssimpSandbox::refuse(std::string what) {
    if (std::ranges::find(refusals_, what) == refusals_.end()) {  // importers ask for a file again and again
        refusals_.push_back(std::move(what));
    }
}

Assimp::IOStream* AssimpSandbox::Open(const char* path, const char* mode) {
    if (std::strpbrk(mode, "wa+") != nullptr) {
        return nullptr;
    }
    if (relative(path) == name_) {
        return new MemoryStream(std::string_view(bytes_));
    }
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::canonical(folder() / relative(path), error);
    if (error) {
        refuse("not found: " + std::string(path));
        return nullptr;
    }
    if (!isInside(resolved)) {
        refuse("not opened, because it lies outside the model's folder: " + std::string(path));
        return nullptr;
    }
    Result<std::string, ImportError> bytes = readBytes(resolved, bytesLeft_);
    if (!bytes) {
        ranOutOfBytes_ = ranOutOfBytes_ || bytes.error().code == ImportError::Code::LimitExceeded;
        refuse("not opened: " + bytes.error().message);
        return nullptr;
    }
    bytesLeft_ -= bytes->size();
    return new MemoryStream(*std::move(bytes));
}

void AssimpSandbox::Close(Assimp::IOStream* stream) {
    delete stream;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
