#pragma once

/// Messages between a program and its import worker, as bytes. The functions that read them accept any bytes,
/// because a model file may have corrupted the worker.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct WorkerRequest {
    std::filesystem::path file;
    ImportOptions options;
};
std::vector<std::byte> toBytes(WorkerRequest request);
/// Returns the request, or nothing if the bytes are not a request of this version.
std::optional<WorkerRequest> requestFrom(std::span<const std::byte> bytes);

using WorkerAnswer = Result<ImportedModel, ImportError>;
std::vector<std::byte> toBytes(WorkerAnswer answer);
/// Returns the answer, or the reason why the bytes are not an answer.
Result<WorkerAnswer, std::string> answerFrom(std::span<const std::byte> bytes);

}  // namespace sat3d::SAT3D_ABI::importing
