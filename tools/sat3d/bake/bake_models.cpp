#include "bake/bake_models.hpp"

#include "bake/bake_record.hpp"
#include "core/checksum.hpp"
#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "files/output_file.hpp"
#include "terminal.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace sat3d::tool {

namespace {

/// Bakes a model unless it is up to date.
class RecordedBaking {
public:
    RecordedBaking(const ReadingOptions& reading, bool force)
        : reading_(reading),
          force_(force),
          made_{importerVersion(), checksumOfProgram(), reading.text(), {}, 0} {
        reading_.showsProgress = false;
    }

    [[nodiscard]] BakeResult operator()(const BakeJob& job) const try {
        if (!job.refusal.empty()) {
            throw BadInput(job.refusal);
        }
        if (BakeRecord record = readRecord(job.output); !force_ && isUpToDate(record, job)) {
            return {.state = BakeState::UpToDate, .files = std::move(record.files)};
        }
        makeFolder(job.output.parent_path());
        BakeResult result = bakeModel(job, reading_);
        BakeRecord record = made_;
        record.files = result.files;
        record.baked = result.checksum;
        writeRecord(job.output, record);
        return result;
    } catch (const BadInput& error) {
        return {.error = error.what(), .code = error.code, .node = error.node};
    } catch (const std::exception& error) {
        return {.error = fmt::format("{}: {}", job.model, error.what())};
    }

private:
    [[nodiscard]] bool isUpToDate(const BakeRecord& record, const BakeJob& job) const {
        BakeRecord now = made_;
        now.files = record.files;
        // The record may be that of another model with the same result: tank.fbx and tank.glb.
        const std::filesystem::path model = pathOfUtf8(job.model);
        return !record.files.empty() && record.files.front().path == model.filename() &&
               record == withFilesAsTheyAre(now, model, job.output);
    }

    static void makeFolder(const std::filesystem::path& folder) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error) {
            throw BadInput(fmt::format("{}: the folder cannot be made ({})", utf8(folder), error.message()));
        }
    }

    ReadingOptions reading_;
    bool force_;
    BakeRecord made_;  ///< what all records of this call have in common
};

}  // namespace

BakeResult bakeModel(const BakeJob& job, const ReadingOptions& reading) {
    refuseToOverwrite(pathOfUtf8(job.model), job.output);
    if (lowerExtension(pathOfUtf8(job.model)) == kBakedExtension) {
        throw BadInput(fmt::format("{}: is baked already", job.model));
    }
    ImportedModel model = load(job.model, reading);
    const std::vector<std::byte> bytes = saveBaked(model);
    writeFile(job.output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    BakeResult result{.state = BakeState::Baked,
                      .files = std::move(model.report.files),
                      .bodies = model.bodies.size(),
                      .meshes = model.meshes.size(),
                      .bytes = bytes.size(),
                      .counts = countsOf(model),
                      .checksum = checksum(bytes)};
    for (const NodeReport& node : model.report.nodes) {
        result.warnings += node.warnings.size();
    }
    return result;
}

std::vector<BakeResult> bakeModels(const std::vector<BakeJob>& jobs, const ReadingOptions& reading,
                                   const BakeFarm& farm) {
    const RecordedBaking bake(reading, farm.force);
    std::vector<BakeResult> results(jobs.size());
    std::atomic<std::size_t> next = 0;
    std::mutex progressMutex;
    Progress progress("baking", jobs.size());
    const auto work = [&] {
        for (std::size_t k = next++; k < jobs.size(); k = next++) {
            results[k] = bake(jobs[k]);
            const std::lock_guard lock(progressMutex);
            progress.step();
        }
    };
    const unsigned wanted = farm.threads == 0 ? std::thread::hardware_concurrency() : farm.threads;
    std::vector<std::thread> threads;
    try {
        while (threads.size() + 1 < std::min<std::size_t>(wanted, jobs.size())) {
            threads.emplace_back(work);
        }
    } catch (const std::system_error&) {  // the system gives no more: the others do the work
    }
    work();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return results;
}

}  // namespace sat3d::tool
