/// Times steps of dynamics: blocks, heaps and pyramids of crates and rocks, on a plane and on terrain, in
/// which nothing sleeps. sat3d beside Bullet's discrete dynamics world and Box3D. All contenders make their
/// steps in turn, in one process, so a busy machine disturbs all alike. Times are processor times of the
/// thread; with several threads or --clock, those of the clock.
///   dynamics_benchmark [--threads N] [--clock] [--alone] [--hash] [WORDS of the names of scenes]
/// With --alone, only sat3d runs. With --hash, it tells whether two versions make the same steps.
///
/// It prints three times for each scene: the mean of the first steps, the slowest first step, and the mean of
/// 60 later steps. The first steps are 240 for scenes that fall and 60 for others; the later ones start at
/// step 480 or 120. The last column is how far bodies move in the later steps.

#include "response/piles.hpp"
#include "response/sat3d_pile.hpp"

#ifdef SAT3D_BENCHMARK_BULLET
#include "response/bullet_pile.hpp"
#endif
#ifdef SAT3D_BENCHMARK_BOX3D
#include "response/box3d_pile.hpp"
#endif

#include <glm/geometric.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace sat3d::benchmarks;

constexpr float kStep = 1.0f / 60.0f;

struct Settings {
    std::size_t threads = 1;
    bool isAlone = false, printsHash = false, usesClock = false;
    std::vector<std::string> words;  ///< a scene needs one of them, if there are any
};

/// Seconds of this thread's processor time, or of the clock.
double now(const Settings& settings) {
    if (settings.usesClock) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A scene as one engine sees it, and its times in milliseconds.
struct Contender {
    std::string name;
    std::function<void()> step;
    std::function<glm::vec3(std::size_t)> position;
    std::function<std::uint64_t()> hash;  ///< ours only

    double mean = 0.0, worst = 0.0, later = 0.0, driftMm = 0.0;
};

template <class Scene>
Contender contender(std::string name, const Pile& pile, const Settings& settings) {
    const auto scene = std::make_shared<Scene>(pile, settings.threads);
    Contender result;
    result.name = std::move(name);
    result.step = [scene] { scene->step(kStep); };
    result.position = [scene](std::size_t body) { return scene->position(body); };
    if constexpr (requires { scene->hash(); }) {
        result.hash = [scene] { return scene->hash(); };
    }
    return result;
}

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

/// Makes steps of all contenders in turn, and passes on the milliseconds of each.
template <class Use>
void makeSteps(std::vector<Contender>& contenders, int steps, const Settings& settings, const Use& use) {
    for (int i = 0; i < steps; ++i) {
        for (Contender& contender : contenders) {
            const double start = now(settings);
            contender.step();
            use(contender, 1000.0 * (now(settings) - start));
        }
    }
}

struct Phases {
    int first, between, last;
};

void timeScene(const Pile& pile, const Phases& phases, const Settings& settings) {
    std::vector<Contender> contenders = contendersOf(pile, settings);
    makeSteps(contenders, phases.first, settings, [&](Contender& contender, double ms) {
        contender.mean += ms / phases.first;
        contender.worst = std::max(contender.worst, ms);
    });
    makeSteps(contenders, phases.between, settings, [](Contender&, double) {});
    std::vector<std::vector<glm::vec3>> starts;
    const auto positions = [&](const Contender& contender) {
        std::vector<glm::vec3> all;
        for (std::size_t i = 0; i < pile.bodies.size(); ++i) {
            all.push_back(contender.position(i));
        }
        return all;
    };
    for (const Contender& contender : contenders) {
        starts.push_back(positions(contender));
    }
    makeSteps(contenders, phases.last, settings,
              [&](Contender& contender, double ms) { contender.later += ms / phases.last; });
    for (std::size_t k = 0; k < contenders.size(); ++k) {
        const auto ends = positions(contenders[k]);
        double drift = 0.0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            drift += static_cast<double>(glm::distance(ends[i], starts[k][i]));
        }
        contenders[k].driftMm = 1000.0 * drift / static_cast<double>(ends.size());
    }
    const Contender& ours = contenders.front();
    for (const Contender& one : contenders) {
        std::printf("%-24s %-7s %7.2f %7.2f %7.2f ms   x %5.2f %5.2f %5.2f   drift %8.3f mm",
                    pile.name.c_str(), one.name.c_str(), one.mean, one.worst, one.later, one.mean / ours.mean,
                    one.worst / ours.worst, one.later / ours.later, one.driftMm);
        if (settings.printsHash && one.hash) {
            std::printf("   hash %016llx", static_cast<unsigned long long>(one.hash()));
        }
        std::printf("\n");
    }
    std::fflush(stdout);
}

Settings settingsFrom(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--threads" && i + 1 < argc) {
            settings.threads = static_cast<std::size_t>(std::max(std::atoi(argv[++i]), 1));
            settings.usesClock = settings.usesClock || settings.threads > 1;
        } else if (word == "--clock") {
            settings.usesClock = true;
        } else if (word == "--alone") {
            settings.isAlone = true;
        } else if (word == "--hash") {
            settings.printsHash = true;
        } else {
            settings.words.emplace_back(word);
        }
    }
    return settings;
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
    std::printf("ms per step: mean and slowest of the first steps, mean later; then times of ours\n");
    for (const auto& [make, phases] : scenes) {
        const Pile pile = make();
        const auto isIn = [&](const std::string& word) { return pile.name.find(word) != std::string::npos; };
        if (settings.words.empty() || std::ranges::any_of(settings.words, isIn)) {
            timeScene(pile, phases, settings);
        }
    }
    return 0;
}
