// Kinematic bodies: moved by the game, they carry and push others.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace {

using namespace sat3d;
using test::kStep;
using test::LawScene;
using test::LawSpace;

template <class T>
class KinematicIn : public testing::Test {};
TYPED_TEST_SUITE(KinematicIn, test::LawSpaces);

template <class T>
BasicDynamicsOptions<typename Space<T>::Dimension> withGravity() {
    BasicDynamicsOptions<typename Space<T>::Dimension> options;
    options.sleepSpeed = 0.0f;
    return options;
}

/// A place and an angle, at random or of a lattice.
template <class T>
typename Space<T>::Pose somePose(test::Random& random, bool isLattice) {
    const glm::dvec3 at = random.inBox(3.0);
    if (isLattice) {
        constexpr double kQuarterTurn = 1.5707963267948966;
        return LawSpace<T>::pose(glm::round(4.0 * glm::dvec2(at)) / 4.0,
                                 kQuarterTurn * std::round(at.z / 3.0));
    }
    return LawSpace<T>::pose(at, at.z);
}

TYPED_TEST(KinematicIn, ArriveExactlyAndStand) {
    using T = TypeParam;
    using L = LawSpace<T>;
    test::Random random(81);
    for (int trial = 0; trial < 60; ++trial) {
        const bool isLattice = trial % 2 == 0;
        LawScene<T> scene;
        BasicBody<typename Space<T>::Dimension> body;
        body.mass.center = L::vector(trial % 3 == 0 ? glm::vec2(0.0f) : glm::vec2(0.5f, -0.25f));
        const ObjectId id = scene.add(L::box(0.5f, 0.25f), somePose<T>(random, isLattice), body, 0.0f);
        const auto target = somePose<T>(random, isLattice);
        const int steps = trial % 5 == 0 ? 48 : 1 + trial % 4;
        const auto start = scene.position(id);
        ASSERT_TRUE(scene.dynamics.moveKinematic(id, target, static_cast<float>(steps) * kStep));
        for (int i = 1; i <= steps; ++i) {
            scene.step();
            if (body.mass.center == L::vector(glm::vec2(0.0f))) {
                const double share = static_cast<double>(i) / steps;
                const glm::dvec2 way =
                    L::inPlane(typename Space<T>::Dimension::DVector(target.position)) - start;
                EXPECT_LT(glm::length(scene.position(id) - (start + share * way)), 1e-5);
            }
        }
        EXPECT_TRUE(haveSameBits(scene.world.find(id)->pose, target)) << trial << ", steps " << steps;
        EXPECT_EQ(scene.velocity(id), glm::dvec3(0.0));
        EXPECT_EQ(scene.spin(id), 0.0);
        scene.step();
        EXPECT_TRUE(haveSameBits(scene.world.find(id)->pose, target));
    }
}

TYPED_TEST(KinematicIn, BadMotionsAreRefused) {
    using T = TypeParam;
    using L = LawSpace<T>;
    LawScene<T> scene;
    const ObjectId door = scene.add(L::box(0.5f, 0.5f), L::pose({}), {}, 0.0f),
                   crate = scene.add(L::box(0.5f, 0.5f), L::pose({3.0, 0.0}), {});
    auto bad = L::pose({1.0, 0.0});
    bad.position.x = std::numeric_limits<typename Space<T>::Number>::quiet_NaN();
    const auto good = L::pose({1.0, 0.0});
    EXPECT_FALSE(scene.dynamics.moveKinematic(door, bad, kStep));
    EXPECT_FALSE(scene.dynamics.moveKinematic(door, good, 0.0f));
    EXPECT_FALSE(scene.dynamics.moveKinematic(door, good, -1.0f));
    EXPECT_FALSE(scene.dynamics.moveKinematic(door, good, std::numeric_limits<float>::infinity()));
    EXPECT_FALSE(scene.dynamics.moveKinematic(crate, good, kStep));
    EXPECT_FALSE(scene.dynamics.moveKinematic({99, 1}, good, kStep));
    scene.step();
    EXPECT_EQ(scene.position(door), glm::dvec2(0.0));
    // What the game does later counts.
    ASSERT_TRUE(scene.dynamics.moveKinematic(door, good, 1.0f));
    scene.step();
    ASSERT_TRUE(scene.dynamics.setVelocity(door, L::vector({0.0f, 6.0f}), L::spin(0.0f)));
    scene.step();
    EXPECT_NEAR(scene.position(door).y, 0.1, 1e-6);
    ASSERT_TRUE(scene.dynamics.moveKinematic(door, L::pose({0.0, 2.0}), 2.0f * kStep));
    scene.step();
    scene.step();
    EXPECT_EQ(scene.position(door), glm::dvec2(0.0, 2.0));
    ASSERT_TRUE(scene.dynamics.moveKinematic(door, good, 1.0f));
    ASSERT_FALSE(scene.world.setPose(door, L::pose({0.0, 5.0})));
    scene.step();
    scene.step();
    EXPECT_EQ(scene.position(door), glm::dvec2(0.0, 5.0));
    // Also if it has moved a part of the way: the rest is forgotten, and its speed with it.
    ASSERT_TRUE(scene.dynamics.moveKinematic(door, good, 1.0f));
    scene.step();
    ASSERT_FALSE(scene.world.setPose(door, L::pose({0.0, 7.0})));
    scene.step();
    scene.step();
    EXPECT_EQ(scene.position(door), glm::dvec2(0.0, 7.0));
    EXPECT_EQ(scene.velocity(door), glm::dvec3(0.0));
}

/// A lift with a crate on it, and a plate that pushes another crate.
template <class T>
struct Machine {
    LawScene<T> scene{withGravity<T>()};
    ObjectId lift, plate, carried, pushed;

    explicit Machine(bool followsPose) {
        using L = LawSpace<T>;
        BasicBody<typename Space<T>::Dimension> driven;
        driven.followsPose = followsPose;
        lift = scene.add(L::box(2.0f, 0.25f, 2.0f), liftAt(0), driven, 0.0f);
        plate = scene.add(L::box(0.1f, 0.5f, 0.5f), plateAt(0), driven, 0.0f);
        scene.addStatic(L::box(20.0f, 0.5f, 5.0f), L::pose({-20.0, -1.5}));
        carried = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.75}), {}, 5.0f);
        pushed = scene.add(L::box(0.5f, 0.5f), L::pose({-6.0, -0.5}), {}, 5.0f);
    }
    static typename Space<T>::Pose liftAt(int step) {
        const double phase = 6.283185307179586 * step / 120.0;
        return LawSpace<T>::pose({0.3 - 0.3 * std::cos(phase), 0.2 - 0.2 * std::cos(phase)});
    }
    static typename Space<T>::Pose plateAt(int step) {
        return LawSpace<T>::pose({-7.0 + 3.0 * std::min(step, 60) / 60.0, -0.5});
    }
    /// How deep the plate is in the crate that it pushes.
    [[nodiscard]] double depth() const {
        return scene.position(plate).x + 0.1 - (scene.position(pushed).x - 0.5);
    }
};

TYPED_TEST(KinematicIn, CarryAndPushAlongTheirWay) {
    using T = TypeParam;
    Machine<T> machine(false), follower(true), teleported(false);
    double deepest = 0.0, deepestOfTeleported = 0.0;
    for (int step = 1; step <= 120; ++step) {
        const auto lift = Machine<T>::liftAt(step), plate = Machine<T>::plateAt(step);
        ASSERT_TRUE(machine.scene.dynamics.moveKinematic(machine.lift, lift, kStep));
        ASSERT_TRUE(machine.scene.dynamics.moveKinematic(machine.plate, plate, kStep));
        for (Machine<T>* one : {&follower, &teleported}) {
            ASSERT_FALSE(one->scene.world.setPose(one->lift, lift));
            ASSERT_FALSE(one->scene.world.setPose(one->plate, plate));
            one->scene.step();
            ASSERT_TRUE(haveSameBits(one->scene.world.find(one->lift)->pose, lift));
        }
        machine.scene.step();
        ASSERT_TRUE(haveSameBits(machine.scene.world.find(machine.lift)->pose, lift));
        ASSERT_TRUE(haveSameBits(machine.scene.world.find(machine.plate)->pose, plate));
        for (const auto& [a, b] :
             {std::pair(machine.carried, follower.carried), {machine.pushed, follower.pushed}}) {
            ASSERT_TRUE(haveSameBits(machine.scene.world.find(a)->pose, follower.scene.world.find(b)->pose))
                << step;
        }
        const glm::dvec2 rest =
            machine.scene.position(machine.carried) - machine.scene.position(machine.lift);
        EXPECT_LT(glm::length(rest - glm::dvec2(0.0, 0.75)), 0.01) << step;
        deepest = std::max(deepest, machine.depth());
        deepestOfTeleported = std::max(deepestOfTeleported, teleported.depth());
    }
    EXPECT_LT(deepest, 0.005);
    EXPECT_GT(deepestOfTeleported, deepest) << "without a velocity it sinks in";
    EXPECT_GT(machine.scene.position(machine.pushed).x, -3.45);
}

/// Between setPose() and the step.
TYPED_TEST(KinematicIn, SnapshotsKnowWhereTheyMove) {
    using T = TypeParam;
    Machine<T> machine(true);
    for (int step = 1; step <= 90; ++step) {
        ASSERT_FALSE(machine.scene.world.setPose(machine.lift, Machine<T>::liftAt(step)));
        if (step % 20 == 1) {
            ASSERT_TRUE(
                machine.scene.dynamics.moveKinematic(machine.plate, Machine<T>::plateAt(step + 20), 0.4f));
        }
        if (step % 10 < 2) {
            const auto world = machine.scene.world.snapshot(), dynamics = machine.scene.dynamics.snapshot();
            Machine<T> restored = machine;
            restored.scene.step();
            ASSERT_FALSE(restored.scene.world.restore(world));
            ASSERT_FALSE(restored.scene.dynamics.restore(restored.scene.world, dynamics));
            EXPECT_EQ(restored.scene.dynamics.hash(), machine.scene.dynamics.hash());
            Machine<T> original = machine;
            for (int i = 0; i < 10; ++i) {
                original.scene.step();
                restored.scene.dynamics.step(restored.scene.world, kStep, test::OnThreads{2});
                ASSERT_EQ(restored.scene.world.hash(), original.scene.world.hash()) << step << " " << i;
                ASSERT_EQ(restored.scene.dynamics.hash(), original.scene.dynamics.hash()) << step << " " << i;
            }
        }
        machine.scene.step();
    }
}

}  // namespace
