/// libFuzzer entry: any bytes as a pair file and as a file of reference answers. Whatever they are, the
/// answer is an error that names the line, or what every user of pair files takes.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <pairs_file/pairs_file.hpp>
#include <string_view>

namespace {

void demand(bool holds) {
    if (!holds) {
        std::abort();
    }
}

bool isFinite(const sat3d::DPose& pose) {
    return std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
           std::isfinite(pose.position.z) && std::abs(glm::dot(pose.rotation, pose.rotation) - 1.0) < 1e-9;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto file = sat3d::pairs_file::parse(text, "fuzz")) {
        for (const sat3d::pairs_file::Pair& pair : file->pairs) {
            demand(pair.a < file->shapes.size() && pair.b < file->shapes.size());
            demand(isFinite(pair.poseA) && isFinite(pair.poseB));
            (void)pair.poseBAtFrame(sat3d::pairs_file::kCoherentFrame);
        }
        if (const auto hulls = sat3d::pairs_file::buildHulls(*file, "fuzz")) {
            demand(hulls->size() == file->shapes.size());
        }
    } else {
        demand(!file.error().text().empty());
    }
    if (const auto answers = sat3d::pairs_file::parseAnswers(text, "fuzz")) {
        for (const sat3d::pairs_file::Answer& answer : *answers) {
            demand(std::isfinite(answer.depth) && answer.size > 0.0);
        }
    }
    return 0;
}
