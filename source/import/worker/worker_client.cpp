#include "import/worker/worker_client.hpp"

#include "core/files/program_file.hpp"
#include "core/files/utf8_path.hpp"
#include "core/format_numbers.hpp"
#include "import/files/source_file.hpp"
#include "import/worker/child_process.hpp"
#include "import/worker/worker_protocol.hpp"

#include <new>
#include <system_error>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;
using How = ChildResult::How;

/// Extra time before a worker is killed. The worker itself stops at maxSeconds, with a better message.
constexpr double kGraceSeconds = 1.0;
constexpr const char* kWorker = "sat3d_import_worker";

std::filesystem::path workerFor(const Isolation& isolation) {
    if (!isolation.executable.empty()) {
        return isolation.executable;
    }
    const std::filesystem::path name = executableName(kWorker), beside = programFile().parent_path() / name;
    std::error_code ignored;
    return std::filesystem::is_regular_file(beside, ignored) ? beside : name;
}

/// Returns the error for a worker that ended without an answer.
Unexpected<ImportError> withoutAnswer(const ChildResult& end, const std::filesystem::path& worker,
                                      const std::filesystem::path& file, const ImportOptions& options) {
    const std::string program = "the import worker " + utf8(worker);
    switch (end.how) {
        case How::NotStarted:
            return failure(Code::WorkerMissing, file,
                           program + " cannot be started (" + end.problem + "): put " + kWorker +
                               " beside the program, or name it in Isolation::executable");
        case How::TimedOut:
            return failure(Code::LimitExceeded, file,
                           "takes longer than maxSeconds = " + formatNumber(options.maxSeconds) +
                               "; the process that read it was ended");
        case How::AnsweredTooMuch:
            return failure(Code::LimitExceeded, file,
                           "gives a model of more than maxMemoryBytes = " +
                               std::to_string(options.isolation->maxMemoryBytes));
        case How::Canceled:
            return failure(Code::Canceled, file, "canceled by the callback");
        case How::Killed:
            return failure(Code::WorkerFailed, file,
                           "crashed the process that read it (" + end.problem +
                               "): the file is broken or hostile. Export it again, or as glTF");
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
    const ChildResult end = runChildProcess(
        worker, toBytes(WorkerRequest{file, options}),
        {options.maxSeconds + kGraceSeconds, static_cast<std::size_t>(most)}, options.pieces.progress);
    if (end.how != How::Exited || end.answer.empty()) {
        return withoutAnswer(end, worker, file, options);
    }
    Result<WorkerAnswer, std::string> answer = answerFrom(end.answer);
    if (!answer) {
        return failure(Code::WorkerFailed, file,
                       "the answer of the import worker " + utf8(worker) + " is invalid (" + answer.error() +
                           "): is it of the same version as this program?");
    }
    return *std::move(answer);
} catch (const std::bad_alloc&) {
    return failure(Code::LimitExceeded, file, "needs more memory than is available");
}

}  // namespace sat3d::SAT3D_ABI::importing
