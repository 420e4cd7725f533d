// Pairs of materials with friction and restitution of their own, in every space.

#include "response/dynamics/law_scene.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

constexpr std::uint32_t kSteel = 2, kIce = 5, kRubber = 9;
constexpr float kPairGravity = 9.8f;

template <class T>
class MaterialPairs : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;

    static typename Scene::Options options() {
        typename Scene::Options options;
        options.gravity = Law::vector({0.0f, -kPairGravity});
        options.sleepSpeed = 0.0f;
        options.material = {.friction = 0.5f, .id = kIce};
        options.materialTable.pairs = {{.a = kRubber, .b = kRubber, .friction = 1.2f},
                                       {.a = kSteel, .b = kIce, .friction = 0.03f, .restitution = 0.25f},
                                       {.a = kIce, .b = kRubber, .friction = 0.15f}};
        return options;
    }
    static Scene withFloor(const typename Scene::Options& options) {
        Scene scene(options);
        scene.addStatic(Law::box(100.0f, 1.0f, 10.0f), Law::pose({0.0, -1.0}));
        return scene;
    }
    /// The friction that a crate feels on the ground of the options.
    static double frictionOf(Scene scene, std::uint32_t id) {
        Body body;
        body.velocity = Law::vector({10.0f, 0.0f});
        body.material = {.friction = 0.5f, .id = id};
        const ObjectId crate = scene.add(Law::box(1.0f, 0.25f), Law::pose({0.0, 0.25}), body);
        for (int i = 0; i < 30; ++i) {
            scene.step();
        }
        return (10.0 - scene.velocity(crate).x) / (0.5 * double(kPairGravity));
    }
};
TYPED_TEST_SUITE(MaterialPairs, test::LawSpaces);

TYPED_TEST(MaterialPairs, GiveFriction) {
    const auto scene = this->withFloor(this->options());
    EXPECT_NEAR(this->frictionOf(scene, kSteel), 0.03, 1e-3);
    EXPECT_NEAR(this->frictionOf(scene, kRubber), 0.15, 2e-3) << "whichever is a";
    EXPECT_NEAR(this->frictionOf(scene, 0), 0.5, 5e-3) << "without an id";
    EXPECT_NEAR(this->frictionOf(scene, 77), 0.5, 5e-3) << "not listed";
    EXPECT_NEAR(this->frictionOf(scene, kIce), 0.5, 5e-3) << "not listed with itself";
}

TYPED_TEST(MaterialPairs, OfOneMaterialWithItself) {
    auto options = this->options();
    options.material.id = kRubber;
    // A long crate, which does not tip.
    EXPECT_NEAR(this->frictionOf(this->withFloor(options), kRubber), 1.2, 0.02);
}

TYPED_TEST(MaterialPairs, GiveRestitution) {
    using L = LawSpace<TypeParam>;
    auto options = this->options();
    options.gravity = L::vector({0.0f, 0.0f});
    for (const std::uint32_t id : {kSteel, kRubber}) {
        LawScene<TypeParam> scene = this->withFloor(options);
        typename TestFixture::Body body;
        body.velocity = L::vector({0.0f, -6.0f});
        body.material = {.restitution = 0.9f, .id = id};
        const ObjectId ball = scene.add(L::ball(0.5f), L::pose({0.0, 0.51}), body);
        scene.step();
        EXPECT_NEAR(scene.velocity(ball).y, id == kSteel ? 0.25 * 6.0 : 0.0, 1e-3) << id;
    }
}

TYPED_TEST(MaterialPairs, AreThoseOfPartsAndOfSetMaterial) {
    using L = LawSpace<TypeParam>;
    auto options = this->options();
    options.material.id = 0;
    LawScene<TypeParam> scene(options);
    typename TestFixture::Body ground;
    ground.surfaces = {{.tag = 0, .material = {.friction = 0.5f, .id = kIce}}};  // a box has the tag 0
    const ObjectId floor = scene.add(L::box(100.0f, 1.0f, 10.0f), L::pose({0.0, -1.0}), ground, 0.0f);
    EXPECT_NEAR(this->frictionOf(scene, kSteel), 0.03, 1e-3);
    ASSERT_TRUE(scene.dynamics.setSurface(floor, {.tag = 0, .material = {.friction = 0.5f}}));
    EXPECT_NEAR(this->frictionOf(scene, kSteel), 0.5, 5e-3);
}

TYPED_TEST(MaterialPairs, IdsAreAPartOfTheState) {
    using L = LawSpace<TypeParam>;
    const auto sceneWith = [&](std::uint32_t id) {
        LawScene<TypeParam> scene = this->withFloor(this->options());
        typename TestFixture::Body body;
        body.velocity = L::vector({10.0f, 0.0f});
        body.material.id = id;
        body.surfaces = {{.tag = 4, .material = {.frictionCombine = CombineMode::Multiply, .id = id}}};
        scene.add(L::box(1.0f, 0.25f), L::pose({0.0, 0.25}), body);
        return scene;
    };
    LawScene<TypeParam> scene = sceneWith(kSteel), other = sceneWith(0);
    EXPECT_NE(other.dynamics.hash(), scene.dynamics.hash());
    EXPECT_LT(other.dynamics.snapshot().size(), scene.dynamics.snapshot().size()) << "no id takes no space";
    ASSERT_FALSE(other.dynamics.restore(other.world, scene.dynamics.snapshot()));
    for (int i = 0; i < 30; ++i) {
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << i;
        scene.step();
        other.step();
    }
}

TYPED_TEST(MaterialPairs, ThatMakeNoSenseAreLeftOut) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    auto options = this->options();
    const std::vector<MaterialPair> good = options.materialTable.pairs;
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    for (const MaterialPair& bad :
         {MaterialPair{.a = kSteel}, MaterialPair{.b = kSteel},
          MaterialPair{.a = 1, .b = 2, .friction = -1.0f}, MaterialPair{.a = 1, .b = 2, .friction = kNan},
          MaterialPair{.a = 1, .b = 2, .restitution = 1.5f},
          MaterialPair{.a = kIce, .b = kSteel, .friction = 0.9f}}) {
        options.materialTable.pairs.push_back(bad);
    }
    const auto scene = this->withFloor(options);
    setAssertHandler(former);
    EXPECT_EQ(scene.dynamics.options().materialTable.pairs.size(), good.size());
    EXPECT_NEAR(this->frictionOf(scene, kSteel), 0.03, 1e-3) << "the first of two";
}

}  // namespace
