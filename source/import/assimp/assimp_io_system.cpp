#include "import/assimp/assimp_io_system.hpp"

#include <assimp/MemoryIOWrapper.h>

#include <optional>
#include <string_view>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Memory stream that accepts items of size 0. Assimp's stream divides by the size, which is 0 for empty
/// files.
class MemoryStream final : public Assimp::MemoryIOStream {
public:
    explicit MemoryStream(std::string_view bytes)
        : MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) {}
    std::size_t Read(void* target, std::size_t size, std::size_t count) override {
        return size == 0 ? 0 : MemoryIOStream::Read(target, size, count);
    }
};

/// Returns the path relative to the model's folder. Readers join folder and file name differently: "./x", or
/// "/x" if the folder is empty.
std::string_view relative(std::string_view path) {
    while (path.starts_with("./")) {
        path.remove_prefix(2);
    }
    return path;
}

}  // namespace

bool AssimpIoSystem::Exists(const char* path) const {
    return served_.contains(relative(path)) || folder_.holds(relative(path));
}

Assimp::IOStream* AssimpIoSystem::Open(const char* path, const char* mode) {
    if (std::strpbrk(mode, "wa+") != nullptr) {
        return nullptr;
    }
    if (const auto found = served_.find(relative(path)); found != served_.end()) {
        return new MemoryStream(found->second);
    }
    std::optional<std::string> bytes = folder_.read(relative(path));
    return bytes ? new MemoryStream(opened_.emplace_back(*std::move(bytes))) : nullptr;
}

void AssimpIoSystem::Close(Assimp::IOStream* stream) {
    delete stream;
}

}  // namespace sat3d::SAT3D_ABI::importing
