#include "import/assimp_sandbox.hpp"

#include <assimp/IOStream.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

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
std::string_view relative(std::string_view path) {
    while (path.starts_with("./")) {
        path.remove_prefix(2);
    }
    return path;
}

}  // namespace

AssimpSandbox::AssimpSandbox(const std::filesystem::path& file, const std::string& bytes,
                             std::uint64_t maxBytes)
    : name_(file.filename().string()),
      bytes_(bytes),
      folder_(file, maxBytes - std::min<std::uint64_t>(maxBytes, bytes.size())) {}

bool AssimpSandbox::Exists(const char* path) const {
    return relative(path) == name_ || folder_.holds(relative(path));
}

Assimp::IOStream* AssimpSandbox::Open(const char* path, const char* mode) {
    if (std::strpbrk(mode, "wa+") != nullptr) {
        return nullptr;
    }
    if (relative(path) == name_) {
        return new MemoryStream(std::string_view(bytes_));
    }
    std::optional<std::string> bytes = folder_.read(relative(path));
    return bytes ? new MemoryStream(*std::move(bytes)) : nullptr;
}

void AssimpSandbox::Close(Assimp::IOStream* stream) {
    delete stream;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
