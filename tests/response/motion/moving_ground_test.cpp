// What stands on ground that the game moves stays there, as long as friction can hold it.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace {

using namespace sat3d;

template <class T>
class MovingGround : public ::testing::Test {};
TYPED_TEST_SUITE(MovingGround, test::LawSpaces);

/// How the game moves the ground.
enum class Mover { MoveKinematic, FollowsPose, SetVelocity };

/// A train that gets faster or slower, or goes to and fro, level or up a slope, and a crate on it.
TYPED_TEST(MovingGround, CarriesWhatFrictionHolds) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(21, test::trialCount(96), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        const auto mover = static_cast<Mover>(random.below(3));
        const double acceleration = isLattice ? 1.0 + random.below(3) : random.uniform(0.2, 3.5),
                     start = isLattice ? 5.0 * random.below(3) - 5.0 : random.uniform(-10.0, 10.0),
                     rise = random.below(3) == 0 ? 0.25 : 0.0,
                     swings = isLattice ? 2.0 : random.uniform(1.0, 3.0);  // rad/s
        const bool isToAndFro = random.chance(0.3);
        const auto placeAt = [&](double time) {
            const double x = isToAndFro ? -acceleration / (swings * swings) * std::cos(swings * time)
                                        : start * time + 0.5 * acceleration * time * time;
            return glm::dvec2(x, rise * time - 1.0);
        };
        const int rate = 30 << random.below(4);
        const double dt = 1.0 / rate;
        const auto velocityAt = [&](double time) {
            return L::vector(glm::vec2((placeAt(time + 0.5 * dt) - placeAt(time - 0.5 * dt)) / dt));
        };
        const ObjectId ground = scene.add(L::box(8.0f, 1.0f, 8.0f), L::pose(placeAt(0.0)),
                                          {.followsPose = mover == Mover::FollowsPose}, 0.0f);
        const ObjectId crate =
            scene.add(random.chance(0.5) ? L::box(0.5f, 0.25f) : L::capsule(0.5f, 0.25f),
                      L::pose(placeAt(0.0) + glm::dvec2(0.0, 1.25)), {.velocity = velocityAt(0.0)},
                      static_cast<float>(random.uniform(1.0, 1000.0)));
        double from = 0.0, slip = 0.0;
        for (int step = 0; step < 5 * rate; ++step) {
            const double time = dt * (step + 1);
            if (mover == Mover::MoveKinematic) {
                ASSERT_TRUE(
                    scene.dynamics.moveKinematic(ground, L::pose(placeAt(time)), static_cast<float>(dt)));
            } else if (mover == Mover::FollowsPose) {
                ASSERT_FALSE(scene.world.setPose(ground, L::pose(placeAt(time))));
            } else {
                scene.dynamics.setVelocity(ground, velocityAt(time - 0.5 * dt), L::spin(0.0f));
            }
            scene.step(static_cast<float>(dt));
            const double place = scene.position(crate).x - scene.position(ground).x;
            from = step < rate ? place : from;
            slip = std::max(slip, std::abs(place - from));
        }
        // On the turn of its way, a train stops and starts again.
        EXPECT_LT(slip, isToAndFro ? 0.5 * acceleration * dt * dt + 1e-3 : 1e-3)
            << acceleration << " m/s2, " << rate << " steps per second, mover " << static_cast<int>(mover);
    });
}

/// A snapshot knows how long the last step was, also where a step has another number of substeps.
TYPED_TEST(MovingGround, IsAsFastAfterARestoreWithOtherSubsteps) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(22, test::trialCount(40), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        const double acceleration = isLattice ? 1.0 + random.below(4) : random.uniform(0.5, 4.5),
                     dt = 1.0 / 60.0;
        // Up to twice as many: impulses of much shorter substeps do not grow to what longer ones need.
        const auto before = isLattice ? 8u : 4u + static_cast<std::uint32_t>(random.below(9)),
                   after = isLattice
                               ? 4u << random.below(3)
                               : (before + 1) / 2 + static_cast<std::uint32_t>(random.below(before + 1));
        auto options = test::LawScene<T>::onEarth();
        options.solver.substeps = before;
        test::LawScene<T> scene(options);
        options.solver.substeps = after;
        test::LawScene<T> restored(options);
        const auto placeAt = [&](double time) {
            return L::pose({3.0 * time + 0.5 * acceleration * time * time, -1.0});
        };
        const ObjectId ground = scene.add(L::box(8.0f, 1.0f, 8.0f), placeAt(0.0), {}, 0.0f);
        const ObjectId crate =
            scene.add(L::box(0.5f, 0.25f), L::pose({0.0, 0.25}), {.velocity = L::vector({3.0f, 0.0f})});
        const auto step = [&](test::LawScene<T>& which, int number) {
            ASSERT_TRUE(
                which.dynamics.moveKinematic(ground, placeAt(dt * (number + 1)), static_cast<float>(dt)));
            which.step(static_cast<float>(dt));
        };
        for (int i = 0; i < 30; ++i) {
            step(scene, i);
        }
        restored.world = scene.world;
        ASSERT_FALSE(restored.dynamics.restore(restored.world, scene.dynamics.snapshot()));
        step(restored, 30);
        // The velocity of the ground in the middle of the last substep.
        const double time = dt * (31.0 - 0.5 / after);
        EXPECT_NEAR(restored.velocity(crate).x, 3.0 + acceleration * time, 0.05 * acceleration * dt)
            << acceleration << " m/s2, " << before << " substeps, then " << after;
    });
}

}  // namespace
