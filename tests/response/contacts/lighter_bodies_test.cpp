/// @file
/// The game gives bodies another mass while they press on each other: what has held or squeezed a heavy body
/// does not throw a light one.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using namespace sat3d;

template <class T>
class LighterBodies : public ::testing::Test {};
TYPED_TEST_SUITE(LighterBodies, test::LawSpaces);

template <class T>
void setMass(test::LawScene<T>& scene, ObjectId id, double mass) {
    BasicBody<typename Space<T>::Dimension> body;
    if (const auto* const former = scene.dynamics.find(id)) {
        body = *former;
    }
    body.mass = massOfShape(scene.world.find(id)->shape, static_cast<float>(mass)).value();
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, id, body));
}

/// A crate on the ground, or on another one, gets any mass, and stays.
TYPED_TEST(LighterBodies, StayWhereTheyRest) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(31, test::trialCount(80), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        (void)scene.addStatic(L::box(40.0f, 1.0f, 40.0f), L::pose({0.0, -1.0}));
        const double mass = std::exp(random.uniform(0.0, 5.0));
        const auto half = static_cast<float>(isLattice ? 0.5 : random.uniform(0.5, 1.0));
        (void)scene.add(L::box(half, 0.25f), L::pose({0.0, 0.25}), {}, static_cast<float>(mass));
        const double aside = isLattice ? 0.0 : random.uniform(-0.1, 0.1);
        const ObjectId heavy = scene.add(L::box(0.5f, 0.5f), L::pose({aside, 1.0}), {},
                                         static_cast<float>(mass * std::exp(random.uniform(0.0, 7.0))));
        const int rate = 30 << random.below(4);
        const double light = mass * random.uniform(0.1, 1.0);
        for (int i = 0; i < rate; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
        }
        setMass(scene, heavy, light);
        for (int i = 0; i < rate / 2; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
            EXPECT_LT(glm::length(scene.velocity(heavy)), 1.0) << rate << " steps/s, step " << i;
        }
    });
}

/// A body that is jammed between others that stand, or one of these, gets light. What is pushed out of
/// overlaps gets no faster than otherwise: see SqueezedBodies.
TYPED_TEST(LighterBodies, LeaveAJamSlowly) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(32, test::trialCount(200), [&](test::Random& random, int trial) {
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        (void)scene.addStatic(L::box(40.0f, 1.0f, 40.0f), L::pose({0.0, -1.0}));
        const auto half = static_cast<float>(random.uniform(0.3, 0.5));
        const double lean = random.uniform(-0.6, 0.6), aside = random.uniform(-0.5, 0.5);
        const ObjectId lid = scene.world
                                 .add({.shape = L::box(0.6f, 0.3f),
                                       .pose = L::pose({aside, 0.3 + 1.6 * static_cast<double>(half)}, lean)})
                                 .value();
        const auto shape = random.chance(0.5) ? L::box(0.5f, half) : L::capsule(0.5f, half);
        const ObjectId body = scene.add(shape, L::pose({0.0, static_cast<double>(half)}), {}, 100.0f);
        const int rate = 30 << random.below(4);
        for (int i = 0, steps = static_cast<int>(random.below(static_cast<std::uint32_t>(rate / 3)));
             i < steps; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
        }
        const ObjectId lighter = trial % 2 == 0 ? body : lid;
        setMass(scene, lighter, 0.5);
        for (int i = 0; i < rate / 2; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
            for (const ObjectId id : {body, lighter}) {
                EXPECT_LT(glm::length(scene.velocity(id)), 12.0) << rate << " steps/s, step " << i;
            }
        }
    });
}

}  // namespace
