#pragma once

/// Files that a model file refers to.

#include <sat3d/import/import.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Contents of files by name.
using FilesInMemory = std::map<std::string, std::string_view, std::less<>>;

/// The folder of a model file: reads regular files in it and below it, up to a total size. Paths and links
/// that leave the folder are refused.
class SandboxedFolder {
public:
    /// @param maxBytes  limit of the total size
    SandboxedFolder(std::filesystem::path file, std::uint64_t maxBytes)
        : file_(std::move(file)), bytesLeft_(maxBytes) {}

    /// Returns whether the file can be read. Paths are relative to the folder.
    [[nodiscard]] bool holds(std::string_view path);
    /// Returns all bytes of a file. If it cannot be read, returns nothing and adds a refusal.
    std::optional<std::string> read(std::string_view path);

    /// Messages about refused files, with the reason, without duplicates.
    [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
    /// Whether a file was refused because of the byte limit.
    [[nodiscard]] bool ranOutOfBytes() const { return ranOutOfBytes_; }
    /// Files that were read, or looked for in vain, without duplicates. None is outside the folder.
    [[nodiscard]] const std::vector<SourceFile>& files() const { return files_; }

private:
    /// Canonical path; empty if the folder is gone. Computed at the first request.
    [[nodiscard]] const std::filesystem::path& folder();
    [[nodiscard]] bool isInside(const std::filesystem::path& resolved);
    void refuse(std::string what);
    /// Adds a file. @param path  in the folder; without links, if it exists
    void note(const std::filesystem::path& path, std::optional<std::uint64_t> checksum);
    void noteMissing(std::string_view path);

    std::filesystem::path file_;
    std::optional<std::filesystem::path> folder_;
    std::uint64_t bytesLeft_;
    bool ranOutOfBytes_ = false;
    std::vector<std::string> refusals_;
    std::vector<SourceFile> files_;
};

}  // namespace sat3d::SAT3D_ABI::importing
