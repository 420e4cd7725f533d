// Light bodies under heavy ones are not pressed through the ground.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace sat3d;

template <class T>
class HeavyOnLight : public ::testing::Test {};
TYPED_TEST_SUITE(HeavyOnLight, test::LawSpaces);

/// A slab, two crates, or two logs, on ground that stands still, has all axes locked, or rises steadily,
/// under 20 to 3,000 times their mass.
TYPED_TEST(HeavyOnLight, SinksByAQuarterOfTheMargin) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    double deepest = 0.0;
    test::forEachTrial(11, test::trialCount(60), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        auto options = test::LawScene<T>::onEarth();
        options.solver.maxPushSpeed = random.chance(0.7) ? 3.0f : random.chance(0.5) ? 0.3f : 0.1f;
        test::LawScene<T> scene(options);
        const double ratio = isLattice ? std::pow(10.0, 1.5 + 0.5 * random.below(4))
                                       : std::pow(10.0, random.uniform(1.3, 3.5)),
                     half = isLattice ? 0.125 : random.uniform(0.05, 0.3),
                     rise = random.below(2) == 0 ? 0.0 : 0.5;
        const auto mass = static_cast<float>(random.chance(0.5) ? 1.0 : random.uniform(0.1, 100.0));
        const auto thickness = static_cast<float>(half);
        const bool isLocked = rise == 0.0 && trial % 3 == 0;
        const ObjectId ground =
            scene.add(L::box(8.0f, 1.0f, 8.0f), L::pose({0.0, -1.0}),
                      {.velocity = L::vector({0.0f, static_cast<float>(rise)}),
                       .locked = isLocked ? L::allLocked() : BasicLockedAxes<typename Space<T>::Dimension>{}},
                      isLocked ? 100.0f : 0.0f);
        std::vector<ObjectId> light;
        switch (random.below(3)) {
            case 0:
                light.push_back(scene.add(L::box(1.2f, thickness, 1.2f), L::pose({0.0, half}), {}, mass));
                break;
            case 1:
                for (const double x : {-0.75, 0.75}) {
                    light.push_back(scene.add(L::box(0.25f, thickness, 0.5f), L::pose({x, half}), {}, mass));
                }
                break;
            default:
                for (const double x : {-0.75, 0.75}) {
                    light.push_back(scene.add(L::capsule(0.3f, thickness), L::pose({x, half}), {}, mass));
                }
        }
        const ObjectId heavy = scene.add(L::box(1.0f, 0.5f, 1.0f), L::pose({0.0, 2.0 * half + 0.5}), {},
                                         mass * static_cast<float>(ratio));
        const int rate = 30 << random.below(4);
        for (const ObjectId id : {light.front(), light.back(), heavy}) {
            scene.dynamics.setVelocity(id, L::vector({0.0f, static_cast<float>(rise)}), L::spin(0.0f));
        }
        for (int step = 0; step < 4 * rate; ++step) {
            scene.step(1.0f / static_cast<float>(rate));
        }
        for (const ObjectId id : light) {
            const double depth = scene.position(ground).y + 1.0 + half - scene.position(id).y;
            deepest = std::max(deepest, depth);
            EXPECT_LT(depth, 0.26 * 0.02 + 1e-3 * half)
                << ratio << " times, " << rate << " steps per second, " << light.size() << " bodies";
        }
        if (ratio <= 1000.0) {  // heavier ones may tremble
            EXPECT_NEAR(scene.velocity(heavy).y, rise, 0.02)
                << ratio << " times, " << rate << " steps per second";
        }
    });
    EXPECT_GT(deepest, 0.004);
}

/// A crate under any gravity, or a force, in 1 to 8 substeps.
TYPED_TEST(HeavyOnLight, NoForcePressesThroughTheGround) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    for (const float acceleration : {10.0f, 100.0f, 1e3f, 1e4f, 1e5f}) {
        for (const std::uint32_t substeps : {1u, 2u, 4u, 8u}) {
            for (const bool isForce : {false, true}) {
                auto options = test::LawScene<T>::weightless();
                options.solver.substeps = substeps;
                if (!isForce) {
                    options.gravity = L::vector({0.0f, -acceleration});
                }
                test::LawScene<T> scene(options);
                (void)scene.addStatic(L::box(8.0f, 1.0f, 8.0f), L::pose({0.0, -1.0}));
                const ObjectId crate = scene.add(L::box(0.25f, 0.25f), L::pose({0.0, 0.25}), {}, 10.0f);
                for (int step = 0; step < 120; ++step) {
                    if (isForce) {
                        EXPECT_TRUE(
                            scene.dynamics.applyForce(crate, L::vector({0.0f, -10.0f * acceleration})));
                    }
                    scene.step(1.0f / 60.0f);
                }
                EXPECT_LT(0.25 - scene.position(crate).y, 0.26 * 0.02)
                    << acceleration << " m/s2, " << substeps << " substeps" << (isForce ? ", a force" : "");
            }
        }
    }
}

}  // namespace
