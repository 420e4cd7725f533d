/// Times steps of worlds in which boxes and hulls fly through each other, from new poses to all contacts:
/// sat3d and Bullet's collision world.

#include "harness/ratio_reporter.hpp"
#include "harness/thread_pool.hpp"
#include "world/flying_bodies.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "world/bullet_world.hpp"
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using benchmarks::FlyingBodies;
#ifdef SAT3D_BENCHMARK_BULLET
using Bullet = benchmarks::BulletWorld;
#endif

constexpr int kWarmUp = 10;

/// @tparam kDetail    what the world computes of contacts
/// @tparam kUseHulls  whether boxes are hulls; else they are Box shapes
/// @tparam kThreads   number of threads
template <ContactDetail kDetail, bool kUseHulls, std::size_t kThreads = 1>
class Ours {
public:
    explicit Ours(const FlyingBodies& bodies) : world_({.detail = kDetail, .maxManifolds = 1}) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const bool isBox = FlyingBodies::isBox(i);
            Shape shape = !isBox      ? Shape(bodies.tank(i))
                          : kUseHulls ? Shape(bodies.boxHull(i))
                                      : Shape(bodies.box(i));
            ids_.push_back(*world_.add({.shape = std::move(shape), .pose = bodies.poses()[i]}));
        }
    }
    void set(std::size_t body, const Pose& pose) { (void)world_.setPose(ids_[body], pose); }
    std::size_t step() {
        const Events events = kThreads > 1 ? world_.update(pool_) : world_.update();
        return events.begun.size() + events.stayed.size();
    }

private:
    World world_;
    std::vector<ObjectId> ids_;
    benchmarks::ThreadPool pool_{kThreads};
};

/// @param share  of the bodies that move in each step
template <class Contender>
void timeSteps(benchmark::State& state, std::size_t count, double share) {
    FlyingBodies bodies(count);
    Contender contender(bodies);
    const auto moved = static_cast<std::size_t>(std::lround(share * static_cast<double>(count)));
    std::size_t touching = contender.step();
    const auto step = [&] {
        bodies.move(moved, [&](std::size_t body, const Pose& pose) { contender.set(body, pose); });
        touching = contender.step();
    };
    for (int i = 0; i < kWarmUp; ++i) {
        step();
    }
    for (auto _ : state) {
        step();
    }
    state.counters["touching"] = static_cast<double>(touching);
}

template <class Contender>
void add(const std::string& name, const std::vector<std::size_t>& counts) {
    for (const std::size_t count : counts) {
        for (const bool doAll : {true, false}) {
            benchmark::RegisterBenchmark(
                ((doAll ? "all move/" : "1 % moves/") + std::to_string(count) + "/" + name).c_str(),
                [=](benchmark::State& state) { timeSteps<Contender>(state, count, doAll ? 1.0 : 0.01); })
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

#ifdef __GLIBC__
/// Bytes of the heap that a world takes after some steps, beside the shapes.
template <class World>
double memoryOf(std::size_t count, double density, std::size_t& touching) {
    FlyingBodies bodies(count, density);
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    World world(bodies);
    for (int i = 0; i < kWarmUp; ++i) {
        bodies.move(count, [&](std::size_t body, const Pose& pose) { world.set(body, pose); });
        touching = world.step();
    }
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    return static_cast<double>(after - before) -
           static_cast<double>(count * (sizeof(Shape) + sizeof(ObjectId)));
}

/// Counts memory per object in a world where nothing touches, and per pair what a dense world takes more.
template <ContactDetail kDetail>
void addMemory(const std::string& detail) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const auto measure = [=](benchmark::State& state) {
            std::size_t touching = 0;
            double ofObjects = 0.0, ofAll = 0.0;
            for (auto _ : state) {
                ofObjects = memoryOf<Ours<kDetail, true>>(count, 1e-9, touching);
                ofAll = memoryOf<Ours<kDetail, true>>(count, 0.112, touching);
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

/// Compares times on the clock of 2 threads, called sat3d, and of one.
template <ContactDetail kDetail>
void addThreads(const std::string& detail) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const std::string name = "2 threads, " + detail + "/" + std::to_string(count);
        const auto add = [&](const char* contender, const auto& timeAll) {
            benchmark::RegisterBenchmark((name + contender).c_str(), timeAll)
                ->Unit(benchmark::kMicrosecond)
                ->UseRealTime();
        };
        add("/sat3d", [=](benchmark::State& state) { timeSteps<Ours<kDetail, true, 2>>(state, count, 1.0); });
        add("/1 thread", [=](benchmark::State& state) { timeSteps<Ours<kDetail, true>>(state, count, 1.0); });
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::size_t> counts{1'000, 4'000, 16'000}, more{1'000, 4'000, 16'000, 100'000};
    add<Ours<ContactDetail::Manifolds, true>>("sat3d", more);
    add<Ours<ContactDetail::Push, true>>("sat3d push", more);
    add<Ours<ContactDetail::Overlap, true>>("sat3d overlap", more);
    add<Ours<ContactDetail::Manifolds, false>>("sat3d Box shapes", counts);
#ifdef SAT3D_BENCHMARK_BULLET
    add<Bullet>("Bullet", counts);
#endif
    addThreads<ContactDetail::Manifolds>("manifolds");
    addThreads<ContactDetail::Push>("push");
#ifdef __GLIBC__
    addMemory<ContactDetail::Manifolds>("manifolds");
    addMemory<ContactDetail::Push>("push");
#endif
    return sat3d::benchmarks::runRegistered(argc, argv);
}
