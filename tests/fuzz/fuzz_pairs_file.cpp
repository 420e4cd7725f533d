/// libFuzzer entry: arbitrary bytes as a pair file and as a file of reference answers. The result must be an
/// error with a line number, or valid pairs or answers.

#include "fuzz_input.hpp"

#include <cmath>
#include <cstdint>
#include <pairs_file/pairs_file.hpp>
#include <string_view>

namespace {

using sat3d::test::require;

bool isFinite(const sat3d::DPose& pose) {
    return std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
           std::isfinite(pose.position.z) && std::abs(glm::dot(pose.rotation, pose.rotation) - 1.0) < 1e-9;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto file = sat3d::pairs_file::parse(text, "fuzz")) {
        for (const sat3d::pairs_file::Pair& pair : file->pairs) {
            require(pair.a < file->shapes.size() && pair.b < file->shapes.size(), "pairs refer to shapes");
            require(isFinite(pair.poseA) && isFinite(pair.poseB), "poses are valid");
            (void)pair.poseBAtFrame(sat3d::pairs_file::kCoherentFrame);
        }
        if (const auto hulls = sat3d::pairs_file::buildHulls(*file, "fuzz")) {
            require(hulls->size() == file->shapes.size(), "every shape has a hull");
        }
    } else {
        require(!file.error().text().empty(), "errors have a text");
    }
    if (const auto answers = sat3d::pairs_file::parseAnswers(text, "fuzz")) {
        for (const sat3d::pairs_file::Answer& answer : *answers) {
            require(std::isfinite(answer.depth) && answer.size > 0.0, "answers are valid");
        }
    }
    return 0;
}
