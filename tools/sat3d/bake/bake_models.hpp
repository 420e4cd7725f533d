#pragma once

// Bakes models, on several threads.

#include "bake/bake_jobs.hpp"
#include "models/models.hpp"

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::tool {

enum class BakeState { Baked, UpToDate, Failed };

struct BakeResult {
    BakeState state = BakeState::Failed;
    std::string error = {}, code = {}, node = {};  ///< if it failed, as in BadInput
    std::vector<SourceFile> files = {};            ///< that the baked model depends on, unless it failed
    /// If it was baked; else 0.
    std::size_t bodies = 0, meshes = 0, bytes = 0, warnings = 0;
    std::string counts = {};     ///< of bodies and meshes, in words
    std::uint64_t checksum = 0;  ///< of the baked model
};

/// Imports a model and replaces its output by the result. Throws BadInput.
BakeResult bakeModel(const BakeJob& job, const ReadingOptions& reading);

struct BakeFarm {
    unsigned threads = 0;  ///< 0: one for each core
    bool force = false;    ///< bakes also what is up to date
};

/// Bakes all models, and keeps a record beside each output. A model whose record says that it is up to date
/// is skipped. A model that fails stops no other one. The results are in the order of the jobs, and do not
/// depend on the number of threads.
std::vector<BakeResult> bakeModels(const std::vector<BakeJob>& jobs, const ReadingOptions& reading,
                                   const BakeFarm& farm);

}  // namespace sat3d::tool
