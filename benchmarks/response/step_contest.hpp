#pragma once

/// @file
/// Times steps of scenes as several engines make them. All contenders make their steps in turn, in one
/// process, so a busy machine disturbs all alike. Times are processor times of the thread; with --clock, or
/// with several threads, those of the clock.

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

inline constexpr float kStep = 1.0f / 60.0f;

/// The options of a program of scenes:
///   [--threads N] [--clock] [--alone] [--hash] [WORDS of the names of scenes]
/// With --alone, only sat3d runs. With --hash, it tells whether two versions make the same steps.
struct Settings {
    std::size_t threads = 1;
    bool isAlone = false, printsHash = false, usesClock = false;
    std::vector<std::string> words;  ///< a scene needs one of them, if there are any
};

/// Seconds of this thread's processor time, or of the clock.
inline double now(const Settings& settings) {
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

/// @param Engine  takes the scene and the number of threads; has step(dt), position(body), and hash() if it
/// is ours
template <class Engine, class Scene>
Contender contender(std::string name, const Scene& of, const Settings& settings) {
    const auto scene = std::make_shared<Engine>(of, settings.threads);
    Contender result;
    result.name = std::move(name);
    result.step = [scene] { scene->step(kStep); };
    result.position = [scene](std::size_t body) { return scene->position(body); };
    if constexpr (requires { scene->hash(); }) {
        result.hash = [scene] { return scene->hash(); };
    }
    return result;
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

/// Prints three times for each contender, sat3d first: the mean of the first steps, the slowest of these, and
/// the mean of the last ones. Then how far bodies move in the last steps.
template <class Scene>
void timeScene(const Scene& scene, std::vector<Contender> contenders, const Phases& phases,
               const Settings& settings) {
    makeSteps(contenders, phases.first, settings, [&](Contender& contender, double ms) {
        contender.mean += ms / phases.first;
        contender.worst = std::max(contender.worst, ms);
    });
    makeSteps(contenders, phases.between, settings, [](Contender&, double) {});
    std::vector<std::vector<glm::vec3>> starts;
    const auto positions = [&](const Contender& contender) {
        std::vector<glm::vec3> all;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
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
                    scene.name.c_str(), one.name.c_str(), one.mean, one.worst, one.later,
                    one.mean / ours.mean, one.worst / ours.worst, one.later / ours.later, one.driftMm);
        if (settings.printsHash && one.hash) {
            std::printf("   hash %016llx", static_cast<unsigned long long>(one.hash()));
        }
        std::printf("\n");
    }
    std::fflush(stdout);
}

/// The heading of the table of timeScene().
inline void printHeading() {
    std::printf("ms per step: mean and slowest of the first steps, mean later; then times of ours\n");
}

inline Settings settingsFrom(int argc, char** argv) {
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

/// Whether the options ask for a scene.
inline bool isAsked(const std::string& scene, const Settings& settings) {
    const auto isIn = [&](const std::string& word) { return scene.find(word) != std::string::npos; };
    return settings.words.empty() || std::ranges::any_of(settings.words, isIn);
}

}  // namespace sat3d::benchmarks
