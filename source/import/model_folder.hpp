#pragma once

/// Files that a model file names.

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// The folder of a model file: regular files beside and below it, no path or link that leaves it, no more
/// bytes in all than agreed.
class ModelFolder {
public:
    /// @param maxBytes  that may still be read
    ModelFolder(std::filesystem::path file, std::uint64_t maxBytes)
        : file_(std::move(file)), bytesLeft_(maxBytes) {}

    /// Paths are relative to the folder.
    [[nodiscard]] bool holds(std::string_view path) const;
    /// All bytes, or nothing, and a refusal.
    std::optional<std::string> read(std::string_view path);

    /// What was asked for and not given, with the reason, each once.
    [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
    /// Whether a refusal was for the sake of the byte limit.
    [[nodiscard]] bool ranOutOfBytes() const { return ranOutOfBytes_; }

private:
    /// Canonical; empty, and nothing inside, where it is gone. Only looked up for files that ask for others.
    [[nodiscard]] const std::filesystem::path& folder() const;
    [[nodiscard]] bool isInside(const std::filesystem::path& resolved) const;
    void refuse(std::string what);

    std::filesystem::path file_;
    mutable std::optional<std::filesystem::path> folder_;
    std::uint64_t bytesLeft_;
    bool ranOutOfBytes_ = false;
    std::vector<std::string> refusals_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
