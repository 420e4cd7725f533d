// Bodies do not feel the seams of a floor or a wall of several pieces.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::kStep;
using test::Random;
using Scene = test::DynamicsScene;

/// A floor of tiles 3 m long, with the top at height 0, without friction.
Scene tiles(bool isCompound) {
    Scene scene(test::awake());
    scene.world.remove(scene.floor);
    const Box tile{.halfExtents = {1.5f, 0.5f, 6.0f}};
    const Body ice{.material = {.friction = 0.0f, .frictionCombine = CombineMode::Minimum}};
    std::vector<CompoundChild> children;
    for (int i = -2; i < 60; ++i) {
        const Pose pose{{3.0f * static_cast<float>(i), -0.5f, 0.0f}};
        children.push_back({tile, pose});
        if (!isCompound) {
            const auto id = scene.world.add({.shape = tile, .pose = pose, .kind = ObjectKind::Static});
            EXPECT_FALSE(scene.dynamics.setBody(scene.world, *id, ice));
        }
    }
    if (isCompound) {
        const auto id = scene.world.add(
            {.shape = Compound::fromChildren(std::move(children)).value(), .kind = ObjectKind::Static});
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, *id, ice));
    }
    return scene;
}

TEST(Seams, BallsRollOverTilesAtConstantSpeedSlow) {
    for (const bool isCompound : {false, true}) {
        for (int phase = 0; phase < 20; ++phase) {
            Scene scene = tiles(isCompound);
            const ObjectId ball =
                scene.add(Sphere{.radius = 1.0f}, {{0.1f + 0.017f * static_cast<float>(phase), 1.0f, 0.5f}},
                          {.velocity = {1.0f, 0.0f, 0.0f}});
            float fastest = 0.0f;
            for (int i = 0; i < 300; ++i) {
                scene.run(kStep);
                fastest = std::max(fastest, std::abs(scene.velocity(ball).y));
            }
            EXPECT_LT(fastest, 1e-3f) << isCompound << " " << phase;
            EXPECT_NEAR(scene.velocity(ball).x, 1.0f, 1e-4f) << isCompound << " " << phase;
        }
    }
}

Shape truck() {
    return Compound::fromChildren(
               {{Box{.halfExtents = {2.0f, 0.5f, 1.0f}}, {}},
                {Box{.center = {1.0f, 0.9f, 0.0f}, .halfExtents = {0.6f, 0.4f, 0.9f}}, {}}})
        .value();
}

/// Ground without friction only pushes up, so the level speed of what lands on it stays.
TEST(Seams, CratesAndTrucksLandOnTilesSlow) {
    const std::pair<const char*, Shape> bodies[]{{"crate", Box{.halfExtents = {1.0f, 0.5f, 2.0f}}},
                                                 {"truck", truck()}};
    for (const bool isCompound : {false, true}) {
        for (const auto& [name, shape] : bodies) {
            for (const double tilt : {0.03, 0.5}) {
                Random random(5);
                const int count = test::trialCount(40);
                int changed = 0;
                float worst = 0.0f;
                for (int trial = 0; trial < count; ++trial) {
                    Scene scene = tiles(isCompound);
                    const glm::vec3 axis(random.direction());
                    const float angle = static_cast<float>(random.uniform(-tilt, tilt));
                    const ObjectId id = scene.add(shape,
                                                  {{3.0f + 0.075f * static_cast<float>(trial), 1.6f, 0.0f},
                                                   glm::angleAxis(angle, axis)},
                                                  {.velocity = {30.0f, 0.0f, 0.0f}}, 2000.0f);
                    scene.run(2.5f);
                    const float change = std::abs(scene.velocity(id).x - 30.0f);
                    worst = std::max(worst, change);
                    changed += change > 0.1f ? 1 : 0;
                }
                EXPECT_EQ(changed, 0)
                    << name << " " << isCompound << " " << tilt << ": of " << count << ", by up to " << worst;
            }
        }
    }
}

/// The same in poses that random ones never meet: tilted about the seams, in quarter turns, at phases of a
/// tile. A tilted crate touches the next tile while it still leaves the last one, half a meter a step.
TEST(Seams, CratesLandOnTilesInLine) {
    const Box crate{.halfExtents = {1.0f, 0.5f, 2.0f}};
    const glm::vec3 up(0, 1, 0), alongSeams(0, 0, 1);
    const int phases = test::trialCount(50);
    for (const bool isTurned : {false, true}) {
        for (const float tilt : {-0.1f, 0.01f, 0.03f, 0.1f, 0.3f}) {
            float worst = 0.0f;
            for (int phase = 0; phase < phases; ++phase) {
                Scene scene = tiles(false);
                const ObjectId id = scene.add(
                    crate,
                    {{3.0f + 3.0f / static_cast<float>(phases) * static_cast<float>(phase), 1.2f, 0.0f},
                     glm::angleAxis(tilt, alongSeams) *
                         glm::angleAxis(isTurned ? glm::half_pi<float>() : 0.0f, up)},
                    {.velocity = {30.0f, 0.0f, 0.0f}}, 2000.0f);
                scene.run(1.5f);
                worst = std::max(worst, std::abs(scene.velocity(id).x - 30.0f));
            }
            EXPECT_LT(worst, 0.05f) << isTurned << " " << tilt;
        }
    }
}

TEST(Seams, CratesSlideAlongWalls) {
    for (const bool isTurned : {false, true}) {
        Random random(6);
        const int count = test::trialCount(30);
        int changed = 0;
        float worst = 0.0f;
        for (int trial = 0; trial < count; ++trial) {
            Scene scene(test::awake());
            const Body ice{.material = {.friction = 0.0f, .frictionCombine = CombineMode::Minimum}};
            EXPECT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, ice));
            for (int i = 0; i < 40; ++i) {
                const auto id = scene.world.add({.shape = Box{.halfExtents = {1.0f, 2.0f, 0.5f}},
                                                 .pose = {{2.0f * static_cast<float>(i), 2.0f, -0.5f}},
                                                 .kind = ObjectKind::Static});
                EXPECT_FALSE(scene.dynamics.setBody(scene.world, *id, ice));
            }
            const float angle = isTurned ? static_cast<float>(random.uniform(-0.3, 0.3)) : 0.0f;
            const ObjectId id = scene.add(test::cube(1.0f),
                                          {{1.0f + 0.05f * static_cast<float>(trial), 0.5f, 0.9f},
                                           glm::angleAxis(angle, glm::vec3(0, 1, 0))},
                                          {.velocity = {10.0f, 0.0f, -2.0f}});
            scene.run(2.5f);
            const float change = std::abs(scene.velocity(id).x - 10.0f);
            worst = std::max(worst, change);
            changed += change > 0.05f ? 1 : 0;
        }
        EXPECT_EQ(changed, 0) << isTurned << ": of " << count << ", by up to " << worst;
    }
}

template <class T>
class WallEnds : public testing::Test {};
TYPED_TEST_SUITE(WallEnds, test::LawSpaces);

/// A crate that flies in line with a wall passes its end, and the seams, whatever rounding makes of its
/// place.
TYPED_TEST(WallEnds, ArePassedByCratesInLine) {
    using L = test::LawSpace<TypeParam>;
    constexpr std::array kGaps{0.0, 1e-6, -1e-6, 1e-4};
    constexpr std::array kStarts{-2.0, -1.13, -0.5};
    constexpr std::array kSpeeds{0.5f, 2.0f, 10.0f, 30.0f};
    constexpr std::array kRates{30.0f, 60.0f, 240.0f};
    int stopped = 0, count = 0;
    for (std::size_t trial = 0; trial < 288; trial += test::kCaseStep) {
        const double gap = kGaps[trial % 4], start = kStarts[trial / 16 % 3];
        const float speed = kSpeeds[trial / 4 % 4], rate = kRates[trial / 48 % 3];
        const int boxes = trial < 144 ? 1 : 4;
        test::LawScene<TypeParam> scene;
        for (int i = 0; i < boxes; ++i) {
            const ObjectId wall = scene.addStatic(L::box(1.0f, 0.5f, 2.0f), L::pose({1.0 + 2.0 * i, -0.5}));
            EXPECT_FALSE(scene.dynamics.setBody(
                scene.world, wall,
                {.material = {.friction = 0.0f, .frictionCombine = CombineMode::Minimum}}));
        }
        const ObjectId crate = scene.add(L::box(0.5f, 0.5f), L::pose({start, 0.5 + gap}),
                                         {.velocity = L::vector({speed, 0.0f})});
        const float way = 2.0f * static_cast<float>(boxes) + 3.0f;
        for (int i = 0; i < static_cast<int>(way / speed * rate); ++i) {
            scene.step(1.0f / rate);
        }
        stopped += scene.velocity(crate).x < 0.99 * static_cast<double>(speed) ? 1 : 0;
        ++count;
    }
    EXPECT_LE(stopped, count / 40) << "of " << count;
}

/// A crate lies on one side of a flat ridge, and reaches beyond it. It rests there: the other side, a degree
/// steeper or two, does not carry it instead.
TEST(Seams, CratesRestBesideRidgesSlow) {
    constexpr float kDegree = 0.0174533f;
    for (const float kink : {0.3f, 0.9f, 1.1f, 1.5f, 3.0f, 10.0f}) {
        for (const float slope : {-4.7f, 0.0f, 3.6f}) {
            for (const float half : {0.05f, 0.3f, 1.0f}) {
                for (const float share : {0.1f, 0.3f, 0.7f, 1.0f}) {
                    const float before = kDegree * slope, after = kDegree * (slope - kink);
                    Scene scene({.gravity = {0.0f, 0.0f, -9.81f}});
                    scene.world.remove(scene.floor);
                    const float left = 5.0f - 4.0f * std::tan(before), right = 5.0f + 4.0f * std::tan(after);
                    const std::vector<float> heights{left, 5.0f, right, left, 5.0f, right};
                    const auto field = HeightField::fromHeights(heights, 3, 2, {4.0f, 8.0f});
                    (void)*scene.world.add(
                        {.shape = *field, .pose = {{-4.0f, -4.0f, -5.0f}}, .kind = ObjectKind::Static});
                    const Pose pose{half * glm::vec3(-share * std::cos(before) - std::sin(before), 0.1f,
                                                     -share * std::sin(before) + std::cos(before)),
                                    glm::angleAxis(-before, glm::vec3(0.0f, 1.0f, 0.0f))};
                    const ObjectId crate = scene.add(Box{.halfExtents = glm::vec3(half)}, pose);
                    scene.run(4.0f);
                    const float moved = glm::distance(scene.position(crate), pose.position);
                    EXPECT_TRUE(scene.dynamics.isAsleep(crate) && moved < 0.002f)
                        << "kink " << kink << ", slope " << slope << ", half " << half << ", share " << share
                        << ": moved by " << moved;
                }
            }
        }
    }
}

}  // namespace
