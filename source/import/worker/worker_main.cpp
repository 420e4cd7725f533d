#include "import/files/source_file.hpp"
#include "import/worker/child_process.hpp"
#include "import/worker/worker_protocol.hpp"

#include <sat3d/import/worker.hpp>

#include <new>
#include <utility>

namespace sat3d::SAT3D_ABI {
namespace {

using namespace importing;

WorkerAnswer answerTo(const WorkerRequest& request, WorkerChannel& channel) try {
    ImportOptions options = request.options;
    options.isolation.reset();
    options.pieces.progress = [&channel, told = -1](double share) mutable {
        const int percent = static_cast<int>(100.0 * share);
        return std::exchange(told, percent) == percent || channel.progress(percent);
    };
    return loadModel(request.file, options);
} catch (const std::bad_alloc&) {
    return failure(ImportError::Code::LimitExceeded, request.file, "needs more memory than is available");
}

}  // namespace

int runImportWorker() {
    WorkerChannel channel;
    const std::optional<WorkerRequest> request = requestFrom(channel.request());
    if (!request) {
        return 2;
    }
    if (request->options.isolation) {
        limitThisProcess(request->options.isolation->maxMemoryBytes, request->options.maxSeconds);
    }
    return channel.answer(toBytes(answerTo(*request, channel))) ? 0 : 1;
}

}  // namespace sat3d::SAT3D_ABI
