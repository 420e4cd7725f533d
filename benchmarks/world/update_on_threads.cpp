/// Times the update of a world of 16,000 bodies that fly through each other, on some threads: from new poses
/// to all contacts. Prints the mean milliseconds of the clock and the hash of the world, which threads must
/// not change. Beside Box3D, whose world finds contacts but solves none.
///   update_on_threads [THREADS]

#include "world/flying_bodies.hpp"
#include "world/sat3d_world.hpp"

#ifdef SAT3D_BENCHMARK_BOX3D
#include "world/box3d_world.hpp"
#endif

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace sat3d;
using benchmarks::FlyingBodies;

constexpr std::size_t kBodies = 16'000;
constexpr int kWarmUp = 10, kSteps = 60;

/// @return mean milliseconds of an update
template <class Contender>
double timeUpdates(Contender& contender) {
    FlyingBodies bodies(kBodies);
    double seconds = 0.0;
    for (int i = -kWarmUp; i < kSteps; ++i) {
        bodies.move(kBodies, [&](std::size_t body, const Pose& pose) { contender.set(body, pose); });
        const auto start = std::chrono::steady_clock::now();
        (void)contender.step();
        const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - start;
        seconds += i < 0 ? 0.0 : duration.count();
    }
    return 1000.0 * seconds / kSteps;
}

}  // namespace

int main(int argc, char** argv) {
    const auto threads = static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1);
    const FlyingBodies start(kBodies);
    benchmarks::Sat3dWorld<ContactDetail::Manifolds> ours(start, threads);
    const double ms = timeUpdates(ours);
    std::printf("update of %zu          sat3d   %7.2f ms   hash %016llx\n", kBodies, ms,
                static_cast<unsigned long long>(ours.world().hash()));
#ifdef SAT3D_BENCHMARK_BOX3D
    benchmarks::Box3dWorld box3d(start, threads);
    const double ofBox3d = timeUpdates(box3d);
    std::printf("update of %zu          Box3D   %7.2f ms   x %5.2f\n", kBodies, ofBox3d, ofBox3d / ms);
#endif
    return 0;
}
