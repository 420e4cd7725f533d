/// Times steps of worlds in which boxes and hulls fly through each other, from new poses to all contacts:
/// sat3d and the worlds of Bullet, Box3D and Jolt.

#include "harness/ratio_reporter.hpp"
#include "world/flying_bodies.hpp"
#include "world/sat3d_world.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "world/bullet_world.hpp"
#endif
#ifdef SAT3D_BENCHMARK_BOX3D
#include "world/box3d_world.hpp"
#endif
#ifdef SAT3D_BENCHMARK_JOLT
#include "world/jolt_world.hpp"
#endif

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using benchmarks::FlyingBodies;
using benchmarks::Scene;

using Manifolds = benchmarks::Sat3dWorld<ContactDetail::Manifolds>;
using Push = benchmarks::Sat3dWorld<ContactDetail::Push>;
using Overlap = benchmarks::Sat3dWorld<ContactDetail::Overlap>;
using Boxes = benchmarks::Sat3dWorld<ContactDetail::Manifolds, true>;
#ifdef SAT3D_BENCHMARK_BULLET
using Bullet = benchmarks::BulletWorld;
#endif

constexpr int kWarmUp = 10;
constexpr std::size_t kManyBodies = 16'000;

/// What happens in a step.
struct Motion {
    std::string name;
    double moved;       ///< the share of the bodies that move
    double teleported;  ///< the share of the bodies that are set elsewhere
};
const Motion kAllMove{"all move", 1.0, 0.0}, kFewMove{"1 % moves", 0.01, 0.0},
    kTeleports{"10,000 teleports", 0.0, 0.625};

template <class Contender>
void timeSteps(benchmark::State& state, std::size_t count, Scene scene, const Motion& motion) {
    FlyingBodies bodies(count, scene);
    Contender contender(bodies);
    const auto numberOf = [&](double share) {
        return static_cast<std::size_t>(std::lround(share * static_cast<double>(count)));
    };
    std::size_t touching = contender.step();
    std::vector<std::size_t> changed;
    const auto moveBodies = [&] {
        changed.clear();
        const auto list = [&](std::size_t body, const Pose&) { changed.push_back(body); };
        bodies.move(numberOf(motion.moved), list);
        bodies.teleport(numberOf(motion.teleported), list);
    };
    const auto step = [&] {
        for (const std::size_t body : changed) {
            contender.set(body, bodies.poses()[body]);
        }
        touching = contender.step();
    };
    for (int i = 0; i < kWarmUp; ++i) {
        moveBodies();
        step();
    }
    for (auto _ : state) {
        state.PauseTiming();
        moveBodies();
        state.ResumeTiming();
        step();
    }
    state.counters["touching"] = static_cast<double>(touching);
}

template <class Contender>
benchmark::internal::Benchmark* add(const std::string& workload, const std::string& contender,
                                    std::size_t count, const Motion& motion, Scene scene = Scene::Uniform) {
    return benchmark::RegisterBenchmark(
               (workload + "/" + std::to_string(count) + "/" + contender).c_str(),
               [=](benchmark::State& state) { timeSteps<Contender>(state, count, scene, motion); })
        ->Unit(benchmark::kMicrosecond);
}

template <class Contender>
void addAllMove(const std::string& contender, const std::vector<std::size_t>& counts) {
    for (const std::size_t count : counts) {
        add<Contender>(kAllMove.name, contender, count, kAllMove);
    }
}

template <class Contender>
void addSteps(const std::string& contender, const std::vector<std::size_t>& counts) {
    addAllMove<Contender>(contender, counts);
    for (const std::size_t count : counts) {
        add<Contender>(kFewMove.name, contender, count, kFewMove);
    }
}

template <class Contender>
void addScenes(const std::string& contender) {
    for (const auto& [name, scene] : {std::pair("clusters", Scene::Clusters),
                                      {"flat", Scene::Flat},
                                      {"one huge", Scene::OneHuge},
                                      {"three decades", Scene::ThreeDecades},
                                      {"far outlier", Scene::FarOutlier}}) {
        add<Contender>(name, contender, kManyBodies, kAllMove, scene);
    }
    add<Contender>(kTeleports.name, contender, kManyBodies, kTeleports);
}

/// Compares times on the clock of several threads and of one.
template <ContactDetail kDetail>
void addThreads(const std::string& detail) {
    const auto addOne = [&]<std::size_t kThreads>(const std::string& contender) {
        for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
            add<benchmarks::Sat3dWorld<kDetail, false, kThreads>>(detail + " on threads", contender, count,
                                                                  kAllMove)
                ->UseRealTime();
        }
    };
    addOne.template operator()<1>("one thread");
    addOne.template operator()<2>("sat3d 2");
    addOne.template operator()<4>("sat3d 4");
    addOne.template operator()<8>("sat3d 8");
    addOne.template operator()<16>("sat3d 16");
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::size_t> counts{1'000, 4'000, kManyBodies},
        more{1'000, 4'000, kManyBodies, 100'000};
    addSteps<Manifolds>("sat3d", more);
    addSteps<Push>("sat3d push", more);
    addSteps<Overlap>("sat3d overlap", more);
    addSteps<Boxes>("sat3d Box shapes", counts);
    addScenes<Manifolds>("sat3d");
#ifdef SAT3D_BENCHMARK_BULLET
    addSteps<Bullet>("Bullet", counts);
    addScenes<Bullet>("Bullet");
#endif
    // In the worlds of these, bodies that stand still cost as much as others unless they sleep.
#ifdef SAT3D_BENCHMARK_BOX3D
    addAllMove<benchmarks::Box3dWorld>("Box3D", counts);
#endif
#ifdef SAT3D_BENCHMARK_JOLT
    addAllMove<benchmarks::JoltWorld>("Jolt", counts);
#endif
    addThreads<ContactDetail::Manifolds>("manifolds");
    addThreads<ContactDetail::Push>("push");
    return benchmarks::runRegistered(argc, argv);
}
