#include "import/worker/child_process.hpp"

// Not implemented yet: a pipe for each direction, CreateProcess, and a job object that limits memory and ends
// the child when its handle closes. Until then, isolated imports fail with a message.

namespace sat3d::inline SAT3D_ABI::importing {

ChildResult runChildProcess(const std::filesystem::path&, std::span<const std::byte>, const ChildLimits&,
                            const ChildProgress&) {
    return {ChildResult::How::NotStarted,
            0,
            "imports in a process of their own are not implemented for Windows yet",
            {}};
}

std::filesystem::path folderOfProgram() {
    return {};
}

std::filesystem::path executableName(const std::string& name) {
    return name + ".exe";
}

void limitThisProcess(std::uint64_t, double) {}

WorkerChannel::WorkerChannel() : answer_(-1) {}

std::vector<std::byte> WorkerChannel::request() {
    return {};
}

bool WorkerChannel::progress(int) {
    return answer_ >= 0;
}

bool WorkerChannel::answer(std::span<const std::byte>) {
    return answer_ >= 0;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
