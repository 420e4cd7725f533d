#pragma once

/// File system of Assimp's readers, restricted to the model's folder.

#include "import/files/sandboxed_folder.hpp"

#include <assimp/IOSystem.hpp>

#include <cstdint>
#include <filesystem>
#include <list>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

/// Opens the files in memory, and other files in the model's folder. Read-only.
class AssimpIoSystem final : public Assimp::IOSystem {
public:
    /// @param file      the model
    /// @param served    files in memory; must outlive this object
    /// @param maxBytes  limit of the total size of other files
    AssimpIoSystem(const std::filesystem::path& file, const FilesInMemory& served, std::uint64_t maxBytes)
        : served_(served), folder_(file, maxBytes) {}

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;
    bool CreateDirectory(const std::string&) override { return false; }
    bool ChangeDirectory(const std::string&) override { return false; }
    bool DeleteFile(const std::string&) override { return false; }

    [[nodiscard]] const SandboxedFolder& folder() const { return folder_; }

private:
    const FilesInMemory& served_;
    mutable SandboxedFolder folder_;  // Exists() is const, but what it looks for is noted
    std::list<std::string> opened_;   // the contents of other files, which streams refer to
};

}  // namespace sat3d::SAT3D_ABI::importing
