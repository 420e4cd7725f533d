#pragma once

/// What a program and its import worker say to one another, as bytes. Reading takes anything: the other side
/// may have been broken by the file it read.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct WorkerRequest {
    std::filesystem::path file;
    ImportOptions options;
};
std::vector<std::byte> toBytes(const WorkerRequest& request);
/// Nothing where the bytes are no request of this version.
std::optional<WorkerRequest> requestFrom(std::span<const std::byte> bytes);

using WorkerAnswer = Result<ImportedModel, ImportError>;
std::vector<std::byte> toBytes(const WorkerAnswer& answer);
/// The answer, or why the bytes are none.
Result<WorkerAnswer, std::string> answerFrom(std::span<const std::byte> bytes);

}  // namespace sat3d::inline SAT3D_ABI::importing
