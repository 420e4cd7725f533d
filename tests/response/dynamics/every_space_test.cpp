// The same steps in every space: in three dimensions and in the plane, with positions in float and in double.

#include "response/dynamics/law_scene.hpp"
#include "support/threads/executors.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

template <class T>
class EverySpace : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;
    static constexpr bool kIsDouble = std::same_as<typename Space<T>::Number, double>;

    /// A world with a floor at height 0 below a place, earth's gravity, and sleep.
    static Scene onFloor(glm::dvec2 place = {}, typename Scene::Options options = {}) {
        Scene scene(options);
        scene.addStatic(Law::box(20.0f, 1.0f, 20.0f), Law::pose(place - glm::dvec2(0.0, 1.0)));
        return scene;
    }

    /// Balls and boxes that fall on each other.
    static std::vector<ObjectId> addHeap(Scene& scene, glm::dvec2 place = {}) {
        std::vector<ObjectId> ids;
        for (int i = 0; i < 18; ++i) {
            const glm::dvec2 at(0.9 * (i % 3) - 0.75, 1.0 + 1.125 * (i / 3));
            const auto shape = i % 4 == 0 ? Law::ball(0.5f) : Law::box(0.5f, 0.375f);
            Body body;
            body.material.restitution = i % 5 == 0 ? 0.4f : 0.0f;
            ids.push_back(scene.add(shape, Law::pose(place + at, 0.3 * i), body, 2.0f));
        }
        return ids;
    }

    static std::pair<std::uint64_t, std::uint64_t> hashOf(const Scene& scene) {
        return {scene.world.hash(), scene.dynamics.hash()};
    }
};
TYPED_TEST_SUITE(EverySpace, test::LawSpaces);

TYPED_TEST(EverySpace, AStackRestsAndSleeps) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene = this->onFloor();
    std::vector<ObjectId> stack;
    for (int i = 0; i < 4; ++i) {
        stack.push_back(scene.add(L::box(0.5f, 0.5f), L::pose({0.25, 0.5 + i}), {}));
    }
    for (int step = 0; step < 120; ++step) {
        scene.step();
    }
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(scene.dynamics.isAsleep(stack[std::size_t(i)])) << i;
        EXPECT_LT(glm::distance(scene.position(stack[std::size_t(i)]), glm::dvec2(0.25, 0.5 + i)), 2e-3) << i;
    }
    scene.world.remove(stack[0]);
    for (int step = 0; step < 30; ++step) {
        scene.step();
    }
    EXPECT_LT(scene.position(stack[1]).y, 1.0) << "what carried it is gone";
}

TYPED_TEST(EverySpace, ABlockHoldsOrSlidesByCoulombsLaw) {
    using L = LawSpace<TypeParam>;
    constexpr double kGravity = 9.8, kAngle = 0.35;  // tan: 0.365
    for (const float friction : {0.2f, 0.3f, 0.4f}) {
        typename LawScene<TypeParam>::Options options = LawScene<TypeParam>::weightless();
        options.gravity = L::vector(glm::vec2(kGravity * glm::dvec2(std::sin(kAngle), -std::cos(kAngle))));
        options.material.friction = friction;
        LawScene<TypeParam> scene = this->onFloor({}, options);
        const ObjectId block =
            scene.add(L::box(1.0f, 0.25f), L::pose({-8.0, 0.25}), {.material = {.friction = friction}});
        for (int step = 0; step < 120; ++step) {
            scene.step();
        }
        const double slope = std::sin(kAngle) - double(friction) * std::cos(kAngle);
        EXPECT_NEAR(scene.velocity(block).x, slope > 0.0 ? 2.0 * kGravity * slope : 0.0, 0.02) << friction;
    }
}

// Bodies are computed relative to each other: with positions in double, a place far from the origin changes
// less than a millimeter.
TYPED_TEST(EverySpace, PlacesFarFromTheOriginAreLikeOthers) {
    const glm::dvec2 far = this->kIsDouble ? glm::dvec2(3e6, -2e6) : glm::dvec2(16.0, -8.0);
    LawScene<TypeParam> here = this->onFloor(), there = this->onFloor(far);
    const std::vector<ObjectId> ids = this->addHeap(here), same = this->addHeap(there, far);
    for (int step = 0; step < 25; ++step) {  // until the lowest have landed: later, chaos magnifies rounding
        here.step();
        there.step();
    }
    double fallen = 0.0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_LT(glm::distance(here.position(ids[i]) + far, there.position(same[i])), 1e-3) << i;
        fallen = std::max(fallen, -here.velocity(ids[i]).y);
    }
    EXPECT_GT(fallen, 2.0);
}

TYPED_TEST(EverySpace, RestoredSnapshotsGoOnAsTheOriginal) {
    LawScene<TypeParam> scene = this->onFloor();
    this->addHeap(scene);
    LawScene<TypeParam> other = scene;
    for (int step = 0; step < 45; ++step) {
        scene.step();
    }
    ASSERT_FALSE(other.world.restore(scene.world.snapshot()));
    ASSERT_FALSE(other.dynamics.restore(other.world, scene.dynamics.snapshot()));
    for (int step = 0; step < 90; ++step) {
        ASSERT_EQ(this->hashOf(other), this->hashOf(scene)) << step;
        scene.step();
        other.step();
    }
    EXPECT_FALSE(scene.dynamics.contacts().empty() && scene.dynamics.awakeCount() > 0);
}

TYPED_TEST(EverySpace, ThreadsChangeNoBit) {
    LawScene<TypeParam> scene = this->onFloor();
    for (int place = -15; place <= 15; place += 5) {
        this->addHeap(scene, glm::dvec2(place, 0.0));
    }
    LawScene<TypeParam> other = scene;
    for (int step = 0; step < 40; ++step) {
        scene.step();
        other.dynamics.step(other.world, 1.0f / 60.0f, test::OnThreads{3});
        ASSERT_EQ(this->hashOf(other), this->hashOf(scene)) << step;
    }
}

}  // namespace
