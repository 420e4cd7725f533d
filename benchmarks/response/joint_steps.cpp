/// Times steps of joined bodies: a swinging grid of ball joints, and ragdolls that fall on each other and
/// lie. No body sleeps. sat3d beside Box3D.
///   joint_benchmark [--threads N] [--clock] [--alone] [--hash] [WORDS of the names of scenes]
///
/// The first steps are 60 for grids and 240 for ragdolls; the later ones start at step 180 or 720.

#include "response/joint_scenes.hpp"
#include "response/sat3d_joints.hpp"
#include "response/step_contest.hpp"

#ifdef SAT3D_BENCHMARK_BOX3D
#include "response/box3d_joints.hpp"
#endif

#include <vector>

namespace {

using namespace sat3d::benchmarks;

void timeJoints(const JointScene& scene, const Phases& phases, const Settings& settings) {
    if (!isAsked(scene.name, settings)) {
        return;
    }
    std::vector<Contender> contenders{contender<Sat3dJoints>("sat3d", scene, settings)};
#ifdef SAT3D_BENCHMARK_BOX3D
    if (!settings.isAlone) {
        contenders.push_back(contender<Box3dJoints>("Box3D", scene, settings));
    }
#endif
    timeScene(scene, std::move(contenders), phases, settings);
}

}  // namespace

int main(int argc, char** argv) {
    const Settings settings = settingsFrom(argc, argv);
    constexpr Phases kHanging{60, 120, 60}, kFalling{240, 480, 60};
    printHeading();
    for (const std::size_t side : {std::size_t{30}, std::size_t{100}}) {
        timeJoints(jointGrid(side), kHanging, settings);
    }
    for (const std::size_t count : {std::size_t{20}, std::size_t{200}}) {
        timeJoints(ragdolls(count), kFalling, settings);
    }
    return 0;
}
