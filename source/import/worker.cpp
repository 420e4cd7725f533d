#include "import/child_process.hpp"
#include "import/source_file.hpp"
#include "import/worker_message.hpp"

#include <sat3d/import/worker.hpp>

#include <new>

namespace sat3d::inline SAT3D_ABI {
namespace {

using namespace importing;

WorkerAnswer answerTo(const WorkerRequest& request) try {
    ImportOptions options = request.options;
    options.isolation.reset();
    return loadModel(request.file, options);
} catch (const std::bad_alloc&) {
    return failure(ImportError::Code::LimitExceeded, request.file, "asks for more memory than there is");
}

}  // namespace

int runImportWorker() {
    AskedChannel channel;
    const std::optional<WorkerRequest> request = requestFrom(channel.request());
    if (!request) {
        return 2;
    }
    if (request->options.isolation) {
        limitThisProcess(request->options.isolation->maxMemoryBytes, request->options.maxSeconds);
    }
    return channel.answer(toBytes(answerTo(*request))) ? 0 : 1;
}

}  // namespace sat3d::inline SAT3D_ABI
