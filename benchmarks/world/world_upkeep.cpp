/// Times what a world costs beside its steps: copies, hashes, snapshots, and objects that are replaced or
/// teleported. Counts its memory.

#include "harness/ratio_reporter.hpp"
#include "world/flying_bodies.hpp"
#include "world/sat3d_world.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using benchmarks::FlyingBodies;
using benchmarks::Scene;

using Manifolds = benchmarks::Sat3dWorld<ContactDetail::Manifolds>;
using Push = benchmarks::Sat3dWorld<ContactDetail::Push>;

constexpr int kWarmUp = 10;

/// Moves all bodies for some steps.
/// @return number of pairs that touch
template <class Contender>
std::size_t warmUp(FlyingBodies& bodies, Contender& contender) {
    std::size_t touching = 0;
    for (int i = 0; i < kWarmUp; ++i) {
        bodies.move(bodies.size(), [&](std::size_t body, const Pose& pose) { contender.set(body, pose); });
        touching = contender.step();
    }
    return touching;
}

/// @param use  function of a world, which is timed
template <class Use>
void addState(const std::string& name, const Use& use) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const auto time = [=](benchmark::State& state) {
            FlyingBodies bodies(count);
            Manifolds contender(bodies);
            warmUp(bodies, contender);
            World other;
            const std::vector<std::byte> snapshot = contender.world().snapshot();
            for (auto _ : state) {
                use(contender.world(), other, snapshot);
            }
        };
        benchmark::RegisterBenchmark((name + "/" + std::to_string(count) + "/sat3d").c_str(), time)
            ->Unit(benchmark::kMicrosecond);
    }
}

/// Times the change of some objects of many, and the update that follows.
/// @param change  function of (bodies, world, number of objects)
template <class Change>
void addChanges(const std::string& name, const Change& change) {
    for (const std::size_t count : {20'000u, 100'000u}) {
        for (const std::size_t changed : {1'000u, 10'000u}) {
            const auto time = [=](benchmark::State& state) {
                FlyingBodies bodies(count);
                Push contender(bodies);
                warmUp(bodies, contender);
                for (auto _ : state) {
                    change(bodies, contender, changed);
                    contender.step();
                }
            };
            benchmark::RegisterBenchmark(
                (std::to_string(changed) + " " + name + "/" + std::to_string(count) + "/sat3d").c_str(), time)
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

#ifdef __GLIBC__
/// Bytes of the heap that a world takes after some steps, beside the shapes.
template <class Contender>
double memoryOf(std::size_t count, double density, std::size_t& touching) {
    FlyingBodies bodies(count, Scene::Uniform, density);
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    Contender contender(bodies);
    touching = warmUp(bodies, contender);
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    return static_cast<double>(after - before) -
           static_cast<double>(count * (sizeof(Shape) + sizeof(ObjectId)));
}

/// Counts memory per object in a world where nothing touches, and per pair what a dense world takes more.
template <class Contender>
void addMemory(const std::string& detail) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const auto measure = [=](benchmark::State& state) {
            std::size_t touching = 0;
            double ofObjects = 0.0, ofAll = 0.0;
            for (auto _ : state) {
                ofObjects = memoryOf<Contender>(count, 1e-9, touching);
                ofAll = memoryOf<Contender>(count, 0.112, touching);
            }
            state.counters["bytes per object"] = ofObjects / static_cast<double>(count);
            state.counters["bytes per pair"] = (ofAll - ofObjects) / static_cast<double>(touching);
        };
        benchmark::RegisterBenchmark(("memory, " + detail + "/" + std::to_string(count) + "/sat3d").c_str(),
                                     measure)
            ->Iterations(1);
    }
}
#endif

}  // namespace

int main(int argc, char** argv) {
    using Bytes = std::vector<std::byte>;
    addState("copy", [](World& world, World& other, const Bytes&) { other = world; });
    addState("new copy",
             [](World& world, World&, const Bytes&) { benchmark::DoNotOptimize(World(world).size()); });
    addState("hash", [](World& world, World&, const Bytes&) { benchmark::DoNotOptimize(world.hash()); });
    addState("snapshot",
             [](World& world, World&, const Bytes&) { benchmark::DoNotOptimize(world.snapshot().size()); });
    addState("restore", [](World& world, World&, const Bytes& snapshot) {
        benchmark::DoNotOptimize(world.restore(snapshot).has_value());
    });
    addChanges("replaced",
               [](FlyingBodies&, Push& contender, std::size_t count) { contender.replace(count); });
    addChanges("teleported", [](FlyingBodies& bodies, Push& contender, std::size_t count) {
        bodies.teleport(count, [&](std::size_t body, const Pose& pose) { contender.set(body, pose); });
    });
#ifdef __GLIBC__
    addMemory<Manifolds>("manifolds");
    addMemory<Push>("push");
#endif
    return benchmarks::runRegistered(argc, argv);
}
