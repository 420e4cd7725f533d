#include "import/child_process.hpp"

// Not written yet: a pipe for each direction, CreateProcess, and a job object that bounds memory and ends the
// child with its handle. Until then imports in a process of their own fail with a sentence, and nothing else
// changes.

namespace sat3d::inline SAT3D_ABI::importing {

ChildEnd askChild(const std::filesystem::path&, std::span<const std::byte>, const ChildLimits&) {
    return {ChildEnd::How::NotStarted,
            0,
            "imports in a process of their own are not written for Windows yet",
            {}};
}

std::filesystem::path folderOfProgram() {
    return {};
}

std::filesystem::path executableName(const std::string& name) {
    return name + ".exe";
}

void limitThisProcess(std::uint64_t, double) {}

AskedChannel::AskedChannel() : answer_(-1) {}

std::vector<std::byte> AskedChannel::request() {
    return {};
}

bool AskedChannel::answer(std::span<const std::byte>) {
    return answer_ >= 0;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
