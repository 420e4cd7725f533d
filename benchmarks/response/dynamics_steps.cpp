/// Times steps of dynamics: blocks, heaps and pyramids of crates and rocks, on a plane and on terrain, in
/// which nothing sleeps. sat3d beside Bullet's discrete dynamics world and Box3D.
///   dynamics_benchmark [--threads N] [--clock] [--alone] [--hash] [WORDS of the names of scenes]
///
/// The first steps are 240 for scenes that fall and 60 for others; the later ones start at step 480 or 120.

#include "response/piles.hpp"
#include "response/sat3d_pile.hpp"
#include "response/step_contest.hpp"

#ifdef SAT3D_BENCHMARK_BULLET
#include "response/bullet_pile.hpp"
#endif
#ifdef SAT3D_BENCHMARK_BOX3D
#include "response/box3d_pile.hpp"
#endif

#include <utility>
#include <vector>

namespace {

using namespace sat3d::benchmarks;

std::vector<Contender> contendersOf(const Pile& pile, const Settings& settings) {
    std::vector<Contender> all{contender<Sat3dPile>("sat3d", pile, settings)};
    if (settings.isAlone) {
        return all;
    }
#ifdef SAT3D_BENCHMARK_BOX3D
    all.push_back(contender<Box3dPile>("Box3D", pile, settings));
#endif
#ifdef SAT3D_BENCHMARK_BULLET
    if (settings.threads == 1) {
        all.push_back(contender<BulletPile>("Bullet", pile, settings));
    }
#endif
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    const Settings settings = settingsFrom(argc, argv);
    constexpr Phases kAtRest{60, 120, 60}, kFalling{240, 480, 60};
    using Make = Pile (*)();
    const std::vector<std::pair<Make, Phases>> scenes{
        {[] { return block(1000); }, kAtRest},
        {[] { return heap(1000); }, kFalling},
        {[] { return rocks(1000, 8); }, kFalling},
        {[] { return onTerrain(heap(1000)); }, kFalling},
        {[] { return onTerrain(rocks(1000, 8)); }, kFalling},
        {[] { return pyramid(30); }, kAtRest},
        {[] { return pyramid(60); }, kAtRest},
        {[] { return block(4000); }, kAtRest},
        {[] { return heap(4000); }, kFalling},
        {[] { return rocks(4000, 4000); }, kFalling},
    };
    printHeading();
    for (const auto& [make, phases] : scenes) {
        const Pile pile = make();
        if (isAsked(pile.name, settings)) {
            timeScene(pile, contendersOf(pile, settings), phases, settings);
        }
    }
    return 0;
}
