#pragma once

/// The file system that Assimp gets to see: the model's folder and nothing else.

#include <sat3d/core/config.hpp>

#include <assimp/IOSystem.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Serves the model from memory under its plain file name, and files beside and below it from disk: regular
/// files only, no path or link that leaves the folder, no more bytes in all than agreed, nothing written.
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

    /// What was asked for and not given, with the reason.
    [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
    /// True when the refusal was for the sake of the byte limit.
    [[nodiscard]] bool ranOutOfBytes() const { return ranOutOfBytes_; }

private:
    /// Canonical; empty, and nothing inside, where it is gone. Only looked up for files that ask for others.
    [[nodiscard]] const std::filesystem::path& folder() const;
    [[nodiscard]] bool isInside(const std::filesystem::path& resolved) const;
    void refuse(std::string what);

    std::filesystem::path file_;
    mutable std::optional<std::filesystem::path> folder_;
    std::string name_;
    const std::string& bytes_;
    std::uint64_t bytesLeft_;
    bool ranOutOfBytes_ = false;
    std::vector<std::string> refusals_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
