/// Compares the time and the accuracy of penetrations, distances, rays and sweeps of spheres, capsules and
/// boxes, and of boxes and hulls, in this library and in others.

#include "contenders.hpp"
#include "harness/ratio_reporter.hpp"

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
    constexpr PairOfTypes kBoxAndHull{2, 3};
    for (const Verb verb : kVerbs) {
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = a; b < 3; ++b) {
                if (verb != Verb::Ray || b == a) {
                    addAll(verb, {a, b});
                }
            }
        }
    }
    for (const Verb verb : {Verb::Penetration, Verb::Distance}) {
        addOurs(verb, kBoxAndHull);
#ifdef SAT3D_BENCHMARK_BULLET
        addBullet(verb, kBoxAndHull);
#endif
    }
    return runRegistered(argc, argv);
}
