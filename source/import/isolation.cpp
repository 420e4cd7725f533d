#include "import/isolation.hpp"

#include "core/figures.hpp"
#include "import/child_process.hpp"
#include "import/source_file.hpp"
#include "import/worker_message.hpp"

#include <new>
#include <system_error>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;
using How = ChildEnd::How;

/// A worker keeps to maxSeconds itself, with a better message than it can give when it is killed.
constexpr double kGraceSeconds = 1.0;
constexpr const char* kWorker = "sat3d_import_worker";

std::filesystem::path workerFor(const Isolation& isolation) {
    if (!isolation.worker.empty()) {
        return isolation.worker;
    }
    const std::filesystem::path name = executableName(kWorker), beside = folderOfProgram() / name;
    std::error_code ignored;
    return std::filesystem::is_regular_file(beside, ignored) ? beside : name;
}

/// What a worker that gave no answer died of.
Unexpected<ImportError> withoutAnswer(const ChildEnd& end, const std::filesystem::path& worker,
                                      const std::filesystem::path& file, const ImportOptions& options) {
    const std::string program = "the import worker " + worker.string();
    switch (end.how) {
        case How::NotStarted:
            return failure(Code::WorkerFailed, file,
                           program + " cannot be started (" + end.problem + "): put " + kWorker +
                               " beside the program, or name it in Isolation::worker");
        case How::TimedOut:
            return failure(Code::LimitExceeded, file,
                           "takes longer than maxSeconds = " + figure(options.maxSeconds) +
                               "; the process that read it was ended");
        case How::AnsweredTooMuch:
            return failure(Code::LimitExceeded, file,
                           "gives a model of more than maxMemoryBytes = " +
                               std::to_string(options.isolation->maxMemoryBytes));
        case How::Killed:
            return failure(Code::WorkerFailed, file,
                           "brought down the process that read it (" + end.problem +
                               "): the file is broken, or made to do that. Export it again, or as glTF");
        case How::Exited:
            break;
    }
    return failure(Code::WorkerFailed, file,
                   program + " ended with code " + std::to_string(end.code) + " and no answer");
}

}  // namespace

Result<ImportedModel, ImportError> loadInWorker(const std::filesystem::path& file,
                                                const ImportOptions& options) try {
    const std::filesystem::path worker = workerFor(*options.isolation);
    const std::uint64_t most = options.isolation->maxMemoryBytes;
    const ChildEnd end = askChild(worker, toBytes(WorkerRequest{file, options}),
                                  {options.maxSeconds + kGraceSeconds, static_cast<std::size_t>(most)});
    if (end.how != How::Exited || end.answer.empty()) {
        return withoutAnswer(end, worker, file, options);
    }
    Result<WorkerAnswer, std::string> answer = answerFrom(end.answer);
    if (!answer) {
        return failure(Code::WorkerFailed, file,
                       "the answer of the import worker " + worker.string() + " is none (" + answer.error() +
                           "): is it of the same version as this program?");
    }
    return *std::move(answer);
} catch (const std::bad_alloc&) {
    return failure(Code::LimitExceeded, file, "gives a model that asks for more memory than there is");
}

}  // namespace sat3d::inline SAT3D_ABI::importing
