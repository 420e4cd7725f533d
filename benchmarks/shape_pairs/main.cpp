/// Spheres, capsules and boxes against each other: penetrations, distances, rays and sweeps by this library
/// and by others, in time and accuracy.

#include "contenders.hpp"
#include "ratio_reporter.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace sat3d::benchmarks;

void addAll(Verb verb, PairOfTypes types) {
    addOurs(verb, types);
#ifdef SAT3D_BENCHMARK_BULLET
    addBullet(verb, types);
#endif
#ifdef SAT3D_BENCHMARK_FCL
    addFcl(verb, types);
#endif
#ifdef SAT3D_BENCHMARK_LIBCCD
    addLibccd(verb, types);
#endif
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    for (const Verb verb : kVerbs) {
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = a; b < 3; ++b) {
                if (verb != Verb::Ray || b == a) {
                    addAll(verb, {a, b});
                }
            }
        }
    }
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
