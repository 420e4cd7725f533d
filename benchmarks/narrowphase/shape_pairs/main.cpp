/// Compares the time and the accuracy of penetrations, distances, rays and sweeps of spheres, capsules and
/// boxes, and of these and hulls, in this library and in others.

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
        for (std::size_t a = 0; a < 3; ++a) {
            const PairOfTypes withHull{a, 3};
            addOurs(verb, withHull);
#ifdef SAT3D_BENCHMARK_BULLET
            addBullet(verb, withHull);
#endif
        }
    }
    return runRegistered(argc, argv);
}
