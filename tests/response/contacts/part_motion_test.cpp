// Parts that the game moves in their bodies press on what they meet, in every space.

#include "response/dynamics/law_scene.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <variant>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

constexpr double kStepTime = 1.0 / 60.0;

Shape hullAndPart(Space<float>, const Pose& part, glm::vec2 half) {
    return Compound::fromChildren(
               {{Box{.halfExtents = {1.0f, 0.5f, 0.5f}}, Pose{}}, {Box{.halfExtents = {half, 0.5f}}, part}})
        .value();
}
PlanarShape hullAndPart(Space<Planar<float>>, const PlanarPose& part, glm::vec2 half) {
    return PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {1.0f, 0.5f}}, PlanarPose{}},
                                         {PlanarBox{.halfExtents = half}, part}})
        .value();
}

template <class T>
class MovingParts : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Flat = std::conditional_t<Spatial<T>, float, Planar<float>>;
    using PartPose = typename Space<T>::PartPose;
    using Body = BasicBody<typename Space<T>::Dimension>;

    /// A barrel of 3 m, from the hull's middle, 4 m from the turret's axis at its end.
    static PartPose barrelAt(double angle) {
        return LawSpace<Flat>::pose(2.5 * glm::dvec2(std::cos(angle), std::sin(angle)), angle);
    }
    static typename Space<T>::Shape tank(double angle = 0.0) {
        return hullAndPart(Space<Flat>{}, barrelAt(angle), {1.5f, 0.1f});
    }
    /// A thin plate of 100 m, far from the hull.
    static typename Space<T>::Shape hullAndPlate(const PartPose& plate) {
        using L = LawSpace<T>;
        return Space<T>::Compound::fromChildren(
                   {{boxOf(L::box(0.5f, 0.5f)), LawSpace<Flat>::pose({-60.0, 0.0})},
                    {boxOf(L::box(0.05f, 50.0f, 50.0f)), plate}})
            .value();
    }
    static auto boxOf(const typename Space<T>::Shape& shape) {
        return std::get<std::conditional_t<Spatial<T>, Box, PlanarBox>>(shape);
    }
    /// The deepest overlap of two objects.
    static double overlapOf(const Scene& scene, ObjectId a, ObjectId b) {
        const auto &first = *scene.world.find(a), &second = *scene.world.find(b);
        const auto hit = penetration(first.shape, first.pose, second.shape, second.pose);
        return hit ? double(hit->depth) : 0.0;
    }
    static void swing(Scene& scene, ObjectId tank, double angle) {
        ASSERT_FALSE(scene.world.setPartPose(tank, 1, barrelAt(angle)));
    }
};
TYPED_TEST_SUITE(MovingParts, test::LawSpaces);

// The speed of the barrel where it meets the crate: 0.9 to 24 m/s. Without a velocity of the part, it would
// sink in by 5 to 40 cm.
TYPED_TEST(MovingParts, ABarrelPushesACrate) {
    using L = LawSpace<TypeParam>;
    for (const double rate : {0.3, 1.2, 3.0, 8.0}) {
        LawScene<TypeParam> scene;
        const ObjectId tank = scene.add(this->tank(), L::pose({}), {}, 0.0f);
        const ObjectId crate = scene.add(L::box(0.3f, 0.3f), L::pose({3.0, 0.6}), {}, 100.0f);
        double deepest = 0.0, fastest = 0.0;
        for (int step = 1; step * rate * kStepTime < 1.2; ++step) {
            this->swing(scene, tank, rate * kStepTime * step);
            scene.step();
            deepest = std::max(deepest, this->overlapOf(scene, tank, crate));
            fastest = std::max(fastest, glm::length(scene.velocity(crate)));
        }
        const double turn = rate * kStepTime;  // in a step: its arc leaves the chord
        EXPECT_LT(deepest, 0.002 + 0.5 * 3.0 * turn * turn) << rate;
        EXPECT_GT(fastest, 0.8 * 3.0 * rate) << rate;
        EXPECT_LT(fastest, 1.5 * 4.0 * rate) << rate;
    }
}

TYPED_TEST(MovingParts, APartCarriesWhatStandsOnIt) {
    using L = LawSpace<TypeParam>;
    typename LawScene<TypeParam>::Options options;
    options.sleepSpeed = 0.0f;
    LawScene<TypeParam> scene(options);
    const auto at = [](double x, double y) { return LawSpace<typename TestFixture::Flat>::pose({x, y}); };
    const ObjectId lift = scene.add(
        hullAndPart(Space<typename TestFixture::Flat>{}, at(4.0, 0.0), {2.0f, 0.1f}), L::pose({}), {}, 0.0f);
    const ObjectId crate = scene.add(L::box(0.4f, 0.5f), L::pose({4.0, 0.6}), {}, 50.0f);
    for (int step = 0; step < 30; ++step) {
        scene.step();
    }
    double x = 4.0, y = 0.0;
    for (int step = 0; step < 120; ++step) {
        const double ease = std::min(step / 60.0, 1.0);
        x += 1.0 * ease * kStepTime, y += 0.5 * ease * kStepTime;
        ASSERT_FALSE(scene.world.setPartPose(lift, 1, at(x, y)));
        scene.step();
        ASSERT_NEAR(scene.position(crate).x, x, 0.01) << step;
        ASSERT_NEAR(scene.position(crate).y, y + 0.6, 3e-3) << step;
    }
    EXPECT_NEAR(scene.velocity(crate).x, 1.0, 1e-3);
    EXPECT_NEAR(scene.velocity(crate).y, 0.5, 1e-3);
}

TYPED_TEST(MovingParts, KeepTheMomentumOfABodyThatPushes) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId tank = scene.add(this->tank(), L::pose({}), {}, 2000.0f);
    const ObjectId crate = scene.add(L::box(0.3f, 0.3f), L::pose({3.0, 0.5}), {}, 300.0f);
    for (int step = 1; step < 40; ++step) {
        this->swing(scene, tank, 0.02 * step);
        scene.step();
        const glm::dvec3 momentum = 2000.0 * scene.velocity(tank) + 300.0 * scene.velocity(crate);
        EXPECT_LT(glm::length(momentum), 1e-2) << step;
    }
    EXPECT_GT(300.0 * glm::length(scene.velocity(crate)), 100.0);
    EXPECT_LT(this->overlapOf(scene, tank, crate), 0.006);
}

TYPED_TEST(MovingParts, DoNotMoveWhatTheyPass) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId tank = scene.add(this->tank(), L::pose({}), {}, 0.0f);
    const ObjectId beyond = scene.add(L::ball(0.3f), L::pose({4.35, 0.5}), {}, 1.0f);
    const ObjectId behind = scene.add(L::ball(0.3f), L::pose({3.0, -0.45}), {}, 1.0f);
    for (int step = 1; step < 60; ++step) {
        this->swing(scene, tank, 0.05 * step);
        scene.step();
        ASSERT_EQ(scene.velocity(beyond), glm::dvec3(0.0)) << step;
        ASSERT_EQ(scene.velocity(behind), glm::dvec3(0.0)) << step;
    }
}

// A plate that moves in its hull comes to meet balls, sticks and capsules, and takes them with it.
TYPED_TEST(MovingParts, NothingPassesThem) {
    using L = LawSpace<TypeParam>;
    const auto plateAt = [](double x, double angle) {
        return LawSpace<typename TestFixture::Flat>::pose({x, 0.0}, angle);
    };
    for (const float hertz : {10.0f, 30.0f, 60.0f, 240.0f}) {
        const double dt = 1.0 / static_cast<double>(hertz);
        int passed = 0;
        for (std::size_t trial = 0; trial < 576; trial += test::kCaseStep) {
            const int phase = static_cast<int>(trial % 12);
            const float speed = std::array{0.0f, 1.0f, 20.0f, 300.0f}[trial / 12 % 4];
            const float plateSpeed = std::array{0.5f, 5.0f, 20.0f, 100.0f}[trial / 48 % 4];
            const auto shape =
                std::array{L::ball(0.05f), L::box(0.5f, 0.02f, 0.1f), L::capsule(0.4f, 0.03f)}[trial / 192];
            const double rate = std::array{0.3, -1.0, 0.0}[trial % 3];
            LawScene<TypeParam> scene;
            const ObjectId hull = scene.add(this->hullAndPlate(plateAt(0.0, 0.0)), L::pose({}), {},
                                            trial % 2 == 0 ? 0.0f : 2000.0f);
            typename TestFixture::Body body;
            body.velocity = L::vector({-speed, 0.05f * speed});
            body.angularVelocity = L::spin(7.0f * static_cast<float>(phase % 5));
            const double way = static_cast<double>(speed + plateSpeed) * dt;
            const ObjectId id =
                scene.add(shape, L::pose({1.0 + way * phase / 12.0, 0.0}, 0.5 * phase), body, 5.0f);
            bool isBehind = false;
            for (int step = 1; step <= 12; ++step) {
                const double time = step * dt, x = static_cast<double>(plateSpeed) * time;
                ASSERT_FALSE(scene.world.setPartPose(hull, 1, plateAt(x, rate * time)));
                scene.step(1.0f / hertz);
                const auto plate = scene.world.find(hull)->pose * L::pose({x, 0.0}, rate * time);
                const auto at = plate.inverse() * scene.world.find(id)->pose.position;
                isBehind = isBehind || (double(at.x) < 0.0 && std::abs(double(at.y)) < 49.0);
            }
            passed += isBehind ? 1 : 0;
        }
        EXPECT_EQ(passed, 0) << hertz << " Hz";
    }
}

TYPED_TEST(MovingParts, StopWithTheGame) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId tank = scene.add(this->tank(), L::pose({}), {}, 0.0f);
    const ObjectId crate = scene.add(L::box(0.3f, 0.3f), L::pose({3.0, 0.405}), {}, 100.0f);
    this->swing(scene, tank, 0.02);
    scene.step();
    EXPECT_GT(glm::length(scene.velocity(crate)), 1.0);
    ASSERT_TRUE(scene.dynamics.setVelocity(crate, L::vector({}), L::spin(0.0f)));
    for (int step = 0; step < 10; ++step) {
        scene.step();
    }
    EXPECT_LT(glm::length(scene.velocity(crate)), 1e-3) << "the barrel stands";
    // A new body jumps.
    this->swing(scene, tank, -0.5);
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, tank, {}));
    this->swing(scene, tank, -0.5);
    scene.step();
    EXPECT_LT(glm::length(scene.velocity(crate)), 1e-3);
}

TYPED_TEST(MovingParts, GoOnAfterARestore) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId tank = scene.add(this->tank(), L::pose({}), {}, 2000.0f);
    for (int i = 0; i < 40; ++i) {  // enough for threads
        scene.add(L::box(0.3f, 0.3f), L::pose({2.0 + 0.7 * (i % 3), 0.6 + 0.7 * (i / 3)}), {}, 100.0f);
    }
    LawScene<TypeParam> other = scene, threaded = scene;
    for (int step = 1; step < 50; ++step) {
        const double angle = 0.03 * std::min(step, 30);
        this->swing(scene, tank, angle);
        this->swing(threaded, tank, angle);
        if (step % 7 == 0) {  // between the game's change and the step
            other.world = scene.world;
            other.dynamics = BasicDynamics<TypeParam>(scene.dynamics.options());
            ASSERT_FALSE(other.dynamics.restore(other.world, scene.dynamics.snapshot()));
        } else {
            this->swing(other, tank, angle);
        }
        scene.step();
        other.step();
        threaded.dynamics.step(threaded.world, 1.0f / 60.0f, test::OnThreads{3});
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << step;
        ASSERT_EQ(threaded.dynamics.hash(), scene.dynamics.hash()) << step;
        ASSERT_EQ(threaded.world.hash(), scene.world.hash()) << step;
    }
}

// A copy is made while bodies still know which of their parts have moved.
TYPED_TEST(MovingParts, CopiesGoOnAsTheOriginal) {
    using L = LawSpace<TypeParam>;
    using TestScene = typename TestFixture::Scene;
    for (const bool followsPose : {false, true}) {
        TestScene scene;
        typename TestFixture::Body body;
        body.followsPose = followsPose;
        const auto other = scene.add(this->tank(), L::pose({20.0, 0.0}), body, 0.0f),
                   tank = scene.add(this->tank(), L::pose({}), body, followsPose ? 0.0f : 500.0f);
        scene.add(L::box(0.5f, 0.5f), L::pose({3.0, 0.65}), {}, 20.0f);
        scene.step();
        for (int round = 0; round < 4; ++round) {
            for (const ObjectId id : {other, tank}) {
                this->swing(scene, id, 0.02 * (round + 1));
                const auto at = scene.world.find(id)->pose.position;
                ASSERT_FALSE(scene.world.setPose(id, L::pose({static_cast<double>(at.x) + 0.01, 0.0})));
            }
            scene.step();
            TestScene copy = scene;
            for (TestScene* const one : {&scene, &copy}) {
                if (round == 3) {
                    ASSERT_FALSE(one->world.setShape(tank, this->tank(0.5)));
                }
                const auto at = one->world.find(tank)->pose.position;
                ASSERT_FALSE(one->world.setPose(tank, L::pose({static_cast<double>(at.x) + 0.01, 0.0})));
                one->step();
                one->step();
            }
            ASSERT_EQ(copy.dynamics.hash(), scene.dynamics.hash()) << followsPose << ", " << round;
            ASSERT_EQ(copy.world.hash(), scene.world.hash());
        }
    }
}

}  // namespace
