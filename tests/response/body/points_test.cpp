// Forces at points, velocities of points, and materials that change, in every space.

#include "response/dynamics/law_scene.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

template <class T>
class BodyPoints : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;
    using Position = typename Space<T>::Position;

    static Position place(glm::dvec2 at) { return Law::pose(at).position; }

    /// A turned box whose center of mass is not in its middle.
    static ObjectId addLopsided(Scene& scene) {
        Body body{.velocity = Law::vector({1.0f, 0.5f}), .angularVelocity = Law::spin(0.75f)};
        const ObjectId id = scene.add(Law::box(1.0f, 0.5f), Law::pose({3.0, -2.0}, 0.5), body, 4.0f);
        body.mass = scene.dynamics.find(id)->mass;
        body.mass.center = Law::vector({0.5f, 0.25f});
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, id, body));
        return id;
    }
    static glm::dvec2 centerOf(const Scene& scene, ObjectId id) {
        const auto center = scene.world.find(id)->pose * Position(scene.dynamics.find(id)->mass.center);
        return Law::inPlane(typename Space<T>::Dimension::DVector(center));
    }
    /// A floor and gravity that make a slope, with sleep.
    static Scene onSlope(double angle) {
        typename Scene::Options options;
        options.gravity = Law::vector(glm::vec2(9.8 * glm::dvec2(std::sin(angle), -std::cos(angle))));
        return Scene(options);
    }
};
TYPED_TEST_SUITE(BodyPoints, test::LawSpaces);

TYPED_TEST(BodyPoints, AForceAtAPointIsAForceAndATorque) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId id = this->addLopsided(scene);
    LawScene<TypeParam> other = scene;
    const glm::vec2 force(3.0f, -5.0f), arm(0.75f, 1.25f);
    const float torque = arm.x * force.y - arm.y * force.x;
    const glm::dvec2 point = this->centerOf(scene, id) + glm::dvec2(arm);
    ASSERT_TRUE(scene.dynamics.applyForce(scene.world, id, L::vector(force), this->place(point)));
    ASSERT_TRUE(other.dynamics.applyForce(id, L::vector(force), L::spin(torque)));
    scene.step(), other.step();
    EXPECT_NEAR(glm::distance(scene.velocity(id), other.velocity(id)), 0.0, 1e-6);
    EXPECT_NEAR(scene.spin(id), other.spin(id), 1e-6);
    EXPECT_GT(std::abs(scene.spin(id) - 0.75), 0.01) << "it turns the body";
    const double before = scene.spin(id);
    scene.step();
    EXPECT_NEAR(scene.spin(id), before, 1e-6) << "it acts for one step";
}

TYPED_TEST(BodyPoints, APointMovesAsFastAsItSays) {
    using Vector = typename Space<TypeParam>::Dimension::DVector;
    LawScene<TypeParam> scene;
    const ObjectId id = this->addLopsided(scene);
    const auto local = LawSpace<TypeParam>::pose({-0.5, 0.375}).position;  // in the object
    const auto before = scene.world.find(id)->pose * local;
    const auto speed = scene.dynamics.velocityAt(scene.world, id, before);
    ASSERT_TRUE(speed);
    constexpr float kShort = 1e-2f;
    scene.step(kShort);
    const auto after = scene.world.find(id)->pose * local;
    EXPECT_LT(glm::length(Vector(after - before) / double(kShort) - Vector(*speed)), 0.01);
    EXPECT_GT(glm::length(Vector(*speed)), 1.0);
    const ObjectId still = scene.addStatic(LawSpace<TypeParam>::ball(1.0f));
    EXPECT_FALSE(scene.dynamics.velocityAt(scene.world, still, before));
}

TYPED_TEST(BodyPoints, TheSameForceAtAPointLetsABodySleep) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene = this->onSlope(0.0);
    scene.addStatic(L::box(20.0f, 1.0f, 20.0f), L::pose({0.0, -1.0}));
    const ObjectId id = scene.add(L::box(1.0f, 0.5f), L::pose({0.0, 0.5}), {}, 10.0f);
    const auto push = [&](float newtons) {
        ASSERT_TRUE(
            scene.dynamics.applyForce(scene.world, id, L::vector({0.0f, -newtons}), this->place({0.5, 1.0})));
        scene.step();
    };
    for (int step = 0; step < 120; ++step) {
        push(20.0f);
    }
    EXPECT_TRUE(scene.dynamics.isAsleep(id));
    push(20.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(id)) << "the same force does not wake it";
    push(60.0f);
    EXPECT_FALSE(scene.dynamics.isAsleep(id)) << "another one does";
}

TYPED_TEST(BodyPoints, AChangedMaterialWakesWhatLiesThere) {
    using L = LawSpace<TypeParam>;
    const Material ice{.friction = 0.0f};
    for (const bool onGround : {false, true}) {
        LawScene<TypeParam> scene = this->onSlope(0.2);
        const ObjectId ground = scene.addStatic(L::box(20.0f, 1.0f, 20.0f), L::pose({0.0, -1.0}));
        ASSERT_FALSE(scene.dynamics.setBody(scene.world, ground, {}));
        const ObjectId crate = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}), {}, 10.0f);
        for (int step = 0; step < 120; ++step) {
            scene.step();
        }
        ASSERT_TRUE(scene.dynamics.isAsleep(crate));
        ASSERT_TRUE(scene.dynamics.setMaterial(onGround ? ground : crate, ice));
        for (int step = 0; step < 60; ++step) {
            scene.step();
        }
        EXPECT_NEAR(scene.velocity(crate).x, 9.8 * std::sin(0.2), 0.05) << onGround;
    }
}

TYPED_TEST(BodyPoints, BadNumbersChangeNothing) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    const ObjectId id = this->addLopsided(scene);
    const auto before = scene.dynamics.hash();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const auto origin = this->place({});
    EXPECT_FALSE(scene.dynamics.applyForce(scene.world, id, L::vector({kNan, 0.0f}), origin));
    EXPECT_FALSE(scene.dynamics.applyForce(scene.world, {7, 7}, L::vector({1.0f, 0.0f}), origin));
    EXPECT_FALSE(scene.dynamics.setMaterial(id, {.friction = kNan}));
    EXPECT_FALSE(scene.dynamics.setMaterial(id, {.restitution = 1.5f}));
    EXPECT_FALSE(scene.dynamics.setMaterial({7, 7}, {}));
    EXPECT_EQ(scene.dynamics.hash(), before);
}

}  // namespace
