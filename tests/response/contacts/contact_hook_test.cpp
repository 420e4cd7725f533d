// Hooks that change, limit or drop contacts, in every space.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/threads/executors.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/dynamics.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::kStep;
using test::LawScene;
using test::LawSpace;

template <class T>
class ContactHooks : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Dynamics = BasicDynamics<T>;
    using Contact = typename Dynamics::Contact;
    using Settings = typename Dynamics::ContactSettings;
    using Body = BasicBody<typename Space<T>::Dimension>;

    static typename Scene::Options awake() {
        typename Scene::Options options;
        options.sleepSpeed = 0.0f;
        return options;
    }
    template <class Hook>
    static void step(Scene& scene, const Hook& hook) {
        scene.dynamics.step(scene.world, kStep, kInOneThread, hook);
    }
    static double impulseOf(const Scene& scene) {
        double sum = 0.0;
        for (const Contact& contact : scene.dynamics.contacts()) {
            sum += double(contact.impulse());
        }
        return sum;
    }
    /// Balls and boxes that fall on a floor.
    static Scene heap() {
        Scene scene(typename Scene::Options{});
        scene.addStatic(Law::box(20.0f, 1.0f, 20.0f), Law::pose({0.0, -1.0}));
        for (int i = 0; i < 40; ++i) {
            Body body;
            body.material.restitution = i % 5 == 0 ? 0.4f : 0.0f;
            scene.add(i % 4 == 0 ? Law::ball(0.4f) : Law::box(0.5f, 0.375f),
                      Law::pose({0.9 * (i % 8) - 3.5, 0.5 + 1.1 * (i / 8)}, 0.3 * i), body, 2.0f);
        }
        return scene;
    }
};
TYPED_TEST_SUITE(ContactHooks, test::LawSpaces);

TYPED_TEST(ContactHooks, ThatChangeNothingChangeNoBit) {
    LawScene<TypeParam> scene = this->heap(), other = scene;
    std::size_t calls = 0;
    for (int step = 0; step < 60; ++step) {
        scene.step();
        this->step(other, [&](const auto&, auto&) { ++calls; });
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << step;
    }
    EXPECT_GT(calls, 1000u);
}

TYPED_TEST(ContactHooks, GiveTheSameBitsOnThreads) {
    LawScene<TypeParam> scene = this->heap(), other = scene;
    const auto hook = [](const auto& contact, auto& settings) {
        settings.friction = contact.points()[0].position.x > 0 ? 0.0f : 0.9f;
        settings.maxImpulse = 0.25f;
        settings.isIgnored = contact.objects.a.index > 0 && contact.objects.b.index % 7 == 0;
    };
    for (int step = 0; step < 60; ++step) {
        this->step(scene, hook);
        other.dynamics.step(other.world, kStep, test::OnThreads{3}, hook);
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << step;
    }
}

TYPED_TEST(ContactHooks, SetFriction) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene(this->awake());
    scene.addStatic(L::box(40.0f, 1.0f, 20.0f), L::pose({0.0, -1.0}));
    const ObjectId crate =
        scene.add(L::box(0.5f, 0.25f), L::pose({-6.0, 0.25}), {.velocity = L::vector({8.0f, 0.0f})});
    const auto iceFromZero = [](const auto& contact, auto& settings) {
        const bool isIce = contact.points()[0].position.x > 0;
        settings.friction = isIce ? 0.0f : settings.friction;
    };
    for (int step = 0; step < 120; ++step) {
        this->step(scene, iceFromZero);
    }
    // v^2 - 2 mu g s, up to half the length of the crate and a step.
    EXPECT_NEAR(scene.velocity(crate).x, 0.0, 1e-3) << "8 m/s take it to -0.6 m, it stops before the ice";
    ASSERT_TRUE(scene.dynamics.setVelocity(crate, L::vector({9.0f, 0.0f}), L::spin(0.0f)));
    for (int step = 0; step < 20; ++step) {
        this->step(scene, iceFromZero);
    }
    const double onIce = scene.velocity(crate).x;
    EXPECT_GT(onIce, 6.0);
    for (int step = 0; step < 60; ++step) {
        this->step(scene, iceFromZero);
    }
    EXPECT_NEAR(scene.velocity(crate).x, onIce, 1e-3);
}

// What is dropped neither pushes nor stops, however fast; and no event tells of it.
TYPED_TEST(ContactHooks, DropContacts) {
    using L = LawSpace<TypeParam>;
    for (const float speed : {2.0f, 20.0f, 300.0f}) {
        LawScene<TypeParam> scene;
        scene.addStatic(L::box(0.1f, 5.0f, 5.0f));
        const ObjectId ball =
            scene.add(L::ball(0.25f), L::pose({-1.0, 0.0}), {.velocity = L::vector({speed, 0.0f})});
        for (int step = 0; step < 60; ++step) {
            this->step(scene, [](const auto&, auto& settings) { settings.isIgnored = true; });
            EXPECT_TRUE(scene.dynamics.events().begun.empty());
            EXPECT_TRUE(scene.dynamics.contacts().empty());
        }
        EXPECT_EQ(scene.velocity(ball).x, double(speed));
        EXPECT_GT(scene.position(ball).x, 0.5);
    }
}

TYPED_TEST(ContactHooks, MakePlatformsOfOneWay) {
    using L = LawSpace<TypeParam>;
    for (const float speed : {7.5f, 9.0f, 12.0f}) {
        LawScene<TypeParam> scene(this->awake());
        const ObjectId platform = scene.addStatic(L::box(3.0f, 0.1f, 3.0f), L::pose({0.0, 2.0}));
        const ObjectId jumper =
            scene.add(L::box(0.3f, 0.5f), L::pose({0.0, 0.0}), {.velocity = L::vector({0.0f, speed})});
        const auto hook = [&](const auto& contact, auto& settings) {
            const float up = contact.objects.a == platform ? contact.normal.y : -contact.normal.y;
            const float deepest = std::ranges::min(contact.points(), {}, [](const auto& point) {
                                      return point.separation;
                                  }).separation;
            settings.isIgnored = up < 0.7f || deepest < -0.05f;
        };
        double highest = 0.0;
        for (int step = 0; step < 240; ++step) {
            this->step(scene, hook);
            highest = std::max(highest, scene.position(jumper).y);
        }
        EXPECT_NEAR(highest, double(speed * speed) / (2.0 * 9.81), 0.02 * highest) << speed;
        EXPECT_NEAR(scene.position(jumper).y, 2.6, 5e-3) << speed;
    }
}

// The contact takes the impulse that it may, exactly, whatever hits it.
TYPED_TEST(ContactHooks, LimitTheImpulseOfAnImpact) {
    using L = LawSpace<TypeParam>;
    for (const float restitution : {0.0f, 0.5f}) {
        for (const bool isFast : {false, true}) {
            LawScene<TypeParam> scene;
            const ObjectId barrier = scene.addStatic(L::box(0.1f, 3.0f, 3.0f));
            const double speed = isFast ? 60.0 : 12.0;
            const ObjectId truck = scene.add(
                L::box(2.0f, 1.0f, 1.0f), L::pose({-2.2, 0.0}),
                {.velocity = L::vector({float(speed), 0.0f}), .material = {.restitution = restitution}},
                4000.0f);
            const auto hook = [](const auto&, auto& settings) { settings.maxImpulse = 6000.0f; };
            double taken = 0.0;
            for (int step = 0; step < 60 && taken == 0.0; ++step) {
                this->step(scene, hook);
                taken = this->impulseOf(scene);
                ASSERT_LE(taken, 6000.0 * (1.0 + 1e-5));
            }
            EXPECT_NEAR(taken, 6000.0, 1.0);
            EXPECT_NEAR(scene.velocity(truck).x, speed - 1.5, 1e-3);
            ASSERT_TRUE(scene.world.remove(barrier));  // it has broken
            for (int step = 0; step < 60; ++step) {
                scene.step();
            }
            EXPECT_NEAR(scene.velocity(truck).x, speed - 1.5, 1e-3);
        }
    }
}

TYPED_TEST(ContactHooks, LimitWhatCarriesABody) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene(this->awake());
    scene.addStatic(L::box(5.0f, 5.0f, 5.0f), L::pose({0.0, -5.0}));
    const ObjectId crate = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}), {}, 10.0f);
    for (int step = 0; step < 30; ++step) {
        scene.step();
    }
    EXPECT_NEAR(this->impulseOf(scene), 10.0 * 9.81 / 60.0, 1e-3);
    const float most = 10.0f * 9.81f / 60.0f / 4.0f;  // a quarter of its weight
    for (int step = 0; step < 30; ++step) {
        this->step(scene, [&](const auto&, auto& settings) { settings.maxImpulse = most; });
        EXPECT_NEAR(this->impulseOf(scene), double(most), 1e-5);
    }
    EXPECT_NEAR(scene.velocity(crate).y, -0.75 * 9.81 * 0.5, 1e-3) << "it sinks through the floor";
}

TYPED_TEST(ContactHooks, LimitsKeepTheMomentum) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId a =
        scene.add(L::box(0.5f, 0.5f), L::pose({-2.0, 0.1}), {.velocity = L::vector({9.0f, 0.0f})}, 3.0f);
    const ObjectId b = scene.add(L::box(0.5f, 0.5f), L::pose({}), {}, 5.0f);
    for (int step = 0; step < 40; ++step) {
        this->step(scene, [](const auto&, auto& settings) { settings.maxImpulse = 2.0f; });
        EXPECT_NEAR(3.0 * scene.velocity(a).x + 5.0 * scene.velocity(b).x, 27.0, 1e-4) << step;
        EXPECT_LE(this->impulseOf(scene), 2.0 * (1.0 + 1e-5));
    }
    EXPECT_GT(scene.velocity(b).x, 1.0);
}

TYPED_TEST(ContactHooks, LetSleepersSleep) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene(typename LawScene<TypeParam>::Options{});
    scene.addStatic(L::box(20.0f, 1.0f, 20.0f), L::pose({0.0, -1.0}));
    const ObjectId sleeper = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}), {}, 10.0f);
    for (int step = 0; step < 60; ++step) {
        scene.step();
    }
    ASSERT_TRUE(scene.dynamics.isAsleep(sleeper));
    const ObjectId ghost = scene.add(L::ball(0.25f), L::pose({-3.0, 0.5}),
                                     {.velocity = L::vector({6.0f, 0.0f}), .gravityFactor = 0.0f});
    for (int step = 0; step < 60; ++step) {
        this->step(scene, [&](const auto& contact, auto& settings) {
            settings.isIgnored = contact.objects.a == ghost || contact.objects.b == ghost;
        });
    }
    EXPECT_TRUE(scene.dynamics.isAsleep(sleeper)) << "what passes through it does not wake it";
    EXPECT_EQ(scene.velocity(ghost).x, 6.0);
}

}  // namespace
