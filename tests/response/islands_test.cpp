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

/// Drops a heap of balls, boxes and capsules: some bounce, some roll badly, some spin fast, some have a
/// locked axis, and some are joined.
template <class T>
std::vector<ObjectId> addHeap(LawScene<T>& scene, std::uint32_t seed, glm::dvec2 place, int count,
                              bool hasLocks = false) {
    using L = LawSpace<T>;
    Random random(seed);
    std::vector<ObjectId> ids;
    for (int i = 0; i < count; ++i) {
        const auto kind = random.below(3);
        const auto shape = kind == 0   ? L::ball(0.4f)
                           : kind == 1 ? L::box(0.5f, 0.3f, 0.4f)
                                       : L::capsule(0.4f, 0.3f);
        BasicBody<typename Space<T>::Dimension> body;
        const double spin = random.below(4) == 0 ? 60.0 : 5.0;
        body.velocity = L::vector({static_cast<float>(random.uniform(-2.0, 2.0)), -5.0f});
        body.angularVelocity = L::spin(static_cast<float>(random.uniform(-spin, spin)));
        body.material.restitution = random.below(3) == 0 ? 0.5f : 0.0f;
        body.material.rollingResistance = random.below(2) == 0 ? 0.02f : 0.0f;
        body.locked.moveX = hasLocks && i % 5 == 4;
        const glm::dvec2 at(random.uniform(-2.5, 2.5), 1.0 + 0.5 * i + (i > count / 2 ? 6.0 : 0.0));
        ids.push_back(scene.add(shape, L::pose(place + at, random.uniform(0.0, 3.0)), body,
                                static_cast<float>(random.uniform(1.0, 20.0))));
        if (i % 7 == 6) {
            const auto point = scene.world.find(ids.back())->pose.position;
            const auto joint = BasicJoint<T>::fixed(scene.world, ids[ids.size() - 2], ids.back(), point);
            EXPECT_TRUE(scene.dynamics.addJoint(scene.world, joint));
        }
    }
    return ids;
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
        const auto ids = addHeap(alone, seed, {0.0, 0.0}, 25);
        if (seed % 2 == 0) {
            addHeap(both, seed + 200, {-300.0, 3.0}, 11);
        }
        const auto same = addHeap(both, seed, {0.0, 0.0}, 25);
        addHeap(both, seed + 100, {500.0, 0.0}, 40, seed % 4 < 2);
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
}
