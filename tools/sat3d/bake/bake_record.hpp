#pragma once

// What a baked model was made from. The record lies beside it, so that the next call can skip it.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sat3d::tool {

/// Extension of records, after the whole name of the baked model: tank.s3d.inputs.
inline constexpr const char* kRecordExtension = ".inputs";

struct BakeRecord {
    std::string importer;       ///< importerVersion()
    std::uint64_t program = 0;  ///< checksum of the program that baked it
    std::string options;        ///< as on the command line
    std::vector<SourceFile> files;
    std::uint64_t baked = 0;  ///< checksum of the baked model

    friend bool operator==(const BakeRecord&, const BakeRecord&) = default;
};

/// Returns the path of the record of a baked model.
std::filesystem::path recordOf(std::filesystem::path baked);

/// Returns the checksum of the running program, or 0 if the system does not tell where it is. Versions under
/// development differ in nothing else.
std::uint64_t checksumOfProgram();

/// Returns the files and the baked model as they are now.
/// @param record  names the files
/// @param model   the model file, which determines the folder
BakeRecord withFilesAsTheyAre(BakeRecord record, const std::filesystem::path& model,
                              const std::filesystem::path& baked);

/// Returns the record of a baked model. Without one, or with one that cannot be read, it is empty.
BakeRecord readRecord(const std::filesystem::path& baked);
/// Writes the record of a baked model. Throws BadInput.
void writeRecord(const std::filesystem::path& baked, const BakeRecord& record);

}  // namespace sat3d::tool
