// What happens in one place changes no bit of what happens in another: heaps that share only the ground.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/half_space.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::LawSpaces;
using test::Random;

template <class T>
class Islands : public ::testing::Test {};
TYPED_TEST_SUITE(Islands, LawSpaces);

template <class T>
typename Space<T>::Shape ground() {
    if constexpr (Spatial<T>) {
        return HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f};
    } else {
        return HalfPlane{{0.0f, 1.0f}, 0.0f};
    }
}

/// A heap of balls, boxes and capsules that fall: some bounce, some roll badly, some spin fast, some have a
/// locked axis, some are heavy, and some are joined.
template <class T>
class Heap {
public:
    Heap(std::uint32_t seed, glm::dvec2 place, int count, bool hasLocks = false)
        : random_(seed), place_(place), count_(count), hasLocks_(hasLocks) {}

    std::vector<ObjectId> ids;

    /// Adds the next body, unless all are there.
    bool addNext(LawScene<T>& scene) {
        const auto i = static_cast<int>(ids.size());
        if (i == count_) {
            return false;
        }
        const auto kind = random_.below(3);
        const auto shape = kind == 0   ? L::ball(0.4f)
                           : kind == 1 ? L::box(0.5f, 0.3f, 0.4f)
                                       : L::capsule(0.4f, 0.3f);
        BasicBody<typename Space<T>::Dimension> body;
        const double spin = random_.below(4) == 0 ? 60.0 : 5.0;
        body.velocity = L::vector({static_cast<float>(random_.uniform(-2.0, 2.0)), -5.0f});
        body.angularVelocity = L::spin(static_cast<float>(random_.uniform(-spin, spin)));
        body.material.restitution = random_.below(3) == 0 ? 0.5f : 0.0f;
        body.material.rollingResistance = random_.below(2) == 0 ? 0.02f : 0.0f;
        body.locked.moveX = hasLocks_ && i % 5 == 4;
        const glm::dvec2 at(random_.uniform(-2.5, 2.5), 1.0 + 0.5 * i + (i > count_ / 2 ? 6.0 : 0.0));
        const auto pose = L::pose(place_ + at, random_.uniform(0.0, 3.0));
        const double mass = random_.uniform(1.0, 20.0) * (random_.below(4) == 0 ? 50.0 : 1.0);
        ids.push_back(scene.add(shape, pose, body, static_cast<float>(mass)));
        if (i % 7 == 6) {
            const auto point = scene.world.find(ids.back())->pose.position;
            const auto joint = BasicJoint<T>::fixed(scene.world, ids[ids.size() - 2], ids.back(), point);
            EXPECT_TRUE(scene.dynamics.addJoint(scene.world, joint));
        }
        return true;
    }
    void addAll(LawScene<T>& scene) {
        while (addNext(scene)) {
        }
    }

private:
    using L = LawSpace<T>;

    Random random_;
    glm::dvec2 place_;
    int count_;
    bool hasLocks_;
};

/// Steps two scenes, and expects the same bits of bodies of both.
template <class T>
void expectSameSteps(LawScene<T>& alone, const std::vector<ObjectId>& ids, LawScene<T>& both,
                     const std::vector<ObjectId>& same) {
    for (int i = 0; i < 360; ++i) {
        alone.step();
        both.step();
        for (std::size_t k = 0; k < ids.size(); ++k) {
            const auto &pose = alone.world.find(ids[k])->pose, &other = both.world.find(same[k])->pose;
            ASSERT_TRUE(pose.position == other.position && pose.rotation == other.rotation)
                << "step " << i << ", body " << k << ", by "
                << glm::length(glm::dvec2(pose.position) - glm::dvec2(other.position));
        }
    }
}

struct Start {
    std::uint32_t kind;
    glm::dvec2 at;
    double angle;
    float mass;
};

/// Twenty bodies: on a lattice they touch, in line and flush.
std::vector<Start> randomStarts(Random& random, bool isLattice) {
    std::vector<Start> starts;
    for (int i = 0; i < 20; ++i) {
        starts.push_back(
            isLattice ? Start{random.below(3), {1.0 * (i % 4) - 1.5, 0.5 + i / 4}, 1.5707963 * (i % 3), 1.0f}
                      : Start{random.below(3),
                              {random.uniform(-1.5, 1.5), 1.0 + 1.5 * i},
                              random.uniform(0.0, 3.0),
                              static_cast<float>(random.uniform(1.0, 20.0))});
    }
    return starts;
}

void shuffle(std::vector<Start>& starts, Random& random) {
    for (std::size_t i = starts.size() - 1; i > 0; --i) {
        std::swap(starts[i], starts[random.below(static_cast<std::uint32_t>(i + 1))]);
    }
}

/// Adds the bodies in this order, before or after the ground, and lets them fall for 10 s.
template <class T>
void expectObeysTheLaws(const std::vector<Start>& starts, bool isGroundFirst) {
    using L = LawSpace<T>;
    LawScene<T> scene{typename LawScene<T>::Options{}};
    if (isGroundFirst) {
        scene.addStatic(ground<T>());
    }
    std::vector<ObjectId> ids;
    double energyAtStart = 0.0;
    for (const Start& start : starts) {
        const auto shape = start.kind == 0   ? L::ball(0.5f)
                           : start.kind == 1 ? L::box(0.5f, 0.5f, 0.5f)
                                             : L::capsule(0.25f, 0.25f);
        ids.push_back(scene.add(shape, L::pose(start.at, start.angle), {}, start.mass));
        energyAtStart += static_cast<double>(start.mass) * 9.81 * start.at.y;
    }
    if (!isGroundFirst) {
        scene.addStatic(ground<T>());
    }
    for (int i = 0; i < 600; ++i) {
        scene.step();
        double energy = 0.0;
        for (std::size_t k = 0; k < ids.size(); ++k) {
            const auto velocity = scene.velocity(ids[k]);
            const double height = scene.position(ids[k]).y;
            ASSERT_GT(height, 0.1) << "step " << i << ", body " << k;
            energy +=
                static_cast<double>(starts[k].mass) * (9.81 * height + 0.5 * glm::dot(velocity, velocity));
        }
        ASSERT_LT(energy, 1.001 * energyAtStart) << "step " << i;
    }
}

/// A plate moves closely over a box that sleeps, and then a ball wakes the box. In another place, balls fall
/// asleep one after the other.
TYPED_TEST(Islands, WhatFallsAsleepElsewhereTakesNoContacts) {
    using T = TypeParam;
    using L = LawSpace<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;
    const auto addPlace = [](LawScene<T>& scene) {
        const ObjectId box = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}), {}, 2.0f);
        Body plate;
        plate.velocity = L::vector({0.01f, 0.0f});
        const ObjectId moving = scene.add(L::box(2.0f, 0.25f), L::pose({0.0, 1.25002}), plate, 0.0f);
        Body ball;
        ball.velocity = L::vector({-1.0f, 0.0f});
        const ObjectId last = scene.add(L::ball(0.25f), L::pose({2.5, 0.25}), ball, 2.0f);
        return std::vector{box, moving, last};
    };
    LawScene<T> alone{typename LawScene<T>::Options{}}, both = alone;
    alone.addStatic(ground<T>());
    both.addStatic(ground<T>());
    const std::vector<ObjectId> ids = addPlace(alone), same = addPlace(both);
    for (int i = 0; i < 12; ++i) {
        Body rolling;
        rolling.velocity = L::vector({0.0f, 0.2f * static_cast<float>(i)});
        both.add(L::box(0.5f, 0.5f), L::pose({50.0 + 3.0 * i, 0.5 + 0.2 * i}), rolling, 2.0f);
    }
    expectSameSteps(alone, ids, both, same);
}

}  // namespace

TYPED_TEST(Islands, HeapsDoNotChangeEachOtherSlow) {
    using T = TypeParam;
    for (std::uint32_t seed = 0; seed < test::trialCount(8u); ++seed) {
        SCOPED_TRACE(seed);
        typename LawScene<T>::Options options;                // with gravity
        options.sleepSeconds = seed % 3 == 0 ? 0.5f : 0.05f;  // soon asleep, and woken by what falls on them
        LawScene<T> alone(options), both(options);
        alone.addStatic(ground<T>());
        both.addStatic(ground<T>());
        Heap<T> heap(seed, {0.0, 0.0}, 25), same = heap;
        heap.addAll(alone);
        if (seed % 2 == 0) {
            Heap<T>(seed + 200, {-300.0, 3.0}, 11).addAll(both);
        }
        same.addAll(both);
        Heap<T>(seed + 100, {500.0, 0.0}, 40, seed % 4 < 2).addAll(both);
        expectSameSteps(alone, heap.ids, both, same.ids);
    }
}

/// Bodies of different heaps are added in turn: then they share rows, tasks and leaves of trees.
TYPED_TEST(Islands, HeapsOfBodiesThatAreAddedInTurnDoNotChangeEachOtherSlow) {
    using T = TypeParam;
    for (std::uint32_t seed = 0; seed < test::trialCount(8u); ++seed) {
        SCOPED_TRACE(seed);
        typename LawScene<T>::Options options;
        options.sleepSeconds = seed % 3 == 0 ? 0.5f : 0.05f;
        LawScene<T> alone(options), both(options);
        alone.addStatic(ground<T>());
        both.addStatic(ground<T>());
        Random random(seed);
        Heap<T> heap(seed, {0.0, 0.0}, 25), same = heap, other(seed + 100, {500.0, 0.0}, 40, seed % 4 < 2);
        heap.addAll(alone);
        bool isAnyLeft = true;
        while (isAnyLeft) {
            isAnyLeft = random.chance(0.5) ? same.addNext(both) || other.addNext(both)
                                           : other.addNext(both) || same.addNext(both);
        }
        expectSameSteps(alone, heap.ids, both, same.ids);
    }
}

/// Another order of bodies gives other bits, but obeys the same laws: nothing falls through, and no energy is
/// gained.
TYPED_TEST(Islands, BodiesInAnyOrderObeyTheLawsSlow) {
    for (std::uint32_t seed = 0; seed < test::trialCount(12u); ++seed) {
        Random random(seed);
        std::vector<Start> starts = randomStarts(random, seed % 2 == 0);
        for (int order = 0; order < 3; ++order) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", order " + std::to_string(order));
            if (order > 0) {
                shuffle(starts, random);
            }
            expectObeysTheLaws<TypeParam>(starts, order != 1);
        }
    }
}
