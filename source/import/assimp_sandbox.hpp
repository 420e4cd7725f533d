#pragma once

/// The file system that Assimp gets to see: the model's folder and nothing else.

#include "import/model_folder.hpp"

#include <sat3d/core/config.hpp>

#include <assimp/IOSystem.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// Serves the model from memory under its plain file name, and other files from its folder; nothing is
/// written.
class AssimpSandbox final : public Assimp::IOSystem {
public:
    AssimpSandbox(const std::filesystem::path& file, const std::string& bytes, std::uint64_t maxBytes);

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;
    bool CreateDirectory(const std::string&) override { return false; }
    bool ChangeDirectory(const std::string&) override { return false; }
    bool DeleteFile(const std::string&) override { return false; }

    [[nodiscard]] const ModelFolder& folder() const { return folder_; }

private:
    std::string name_;
    const std::string& bytes_;
    ModelFolder folder_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
