// Fast bodies pass through nothing: neither through what stands still nor through each other.

#include "response/dynamics/dynamics_scene.hpp"
#include "support/random.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
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
using test::awake;
using test::energyOf;
using test::kStep;
using test::Random;
using Scene = test::DynamicsScene;

TEST(FastBodies, PassThroughNoWall) {
    for (const float speed : {50.0f, 200.0f, 900.0f, 1700.0f}) {
        for (const bool isSphere : {false, true}) {
            DynamicsOptions options = awake();
            options.gravity = glm::vec3(0.0f);
            Scene scene(options);
            (void)scene.world.add({.shape = Box{.halfExtents = {0.025f, 20.0f, 20.0f}},
                                   .pose = {{10.0f, 5.0f, 0.0f}},
                                   .kind = ObjectKind::Static});
            Body body;
            body.velocity = {speed, 0.1f * speed, 0.3f};
            body.angularVelocity = {10.0f, 20.0f, 30.0f};
            const Shape shape =
                isSphere ? Shape(Sphere{.radius = 0.1f}) : Shape(Box{.halfExtents = {0.1f, 0.5f, 0.05f}});
            const ObjectId id = scene.add(shape, {{0.0f, 5.0f, 0.0f}}, body, 10.0f);
            for (int i = 0; i < 120; ++i) {
                scene.run(kStep);
                ASSERT_LT(scene.position(id).x, 10.0f) << speed << " " << isSphere << " " << i;
            }
        }
    }
}

/// Whether a segment crosses a box around the origin.
bool crosses(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& halfExtents) {
    double enter = 0.0, leave = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double way = to[axis] - from[axis];
        if (way == 0.0) {
            if (std::abs(from[axis]) >= halfExtents[axis]) {
                return false;
            }
            continue;
        }
        const double first = (-halfExtents[axis] - from[axis]) / way,
                     second = (halfExtents[axis] - from[axis]) / way;
        enter = std::max(enter, std::min(first, second)), leave = std::min(leave, std::max(first, second));
    }
    return enter < leave;
}

/// Whether the center of A comes into box B between two moments, if both move evenly from pose to pose.
bool centerCrosses(const std::array<Pose, 2>& before, const std::array<Pose, 2>& after, const Box& b) {
    constexpr int kParts = 64;
    glm::dvec3 last(0.0);
    for (int i = 0; i <= kParts; ++i) {
        const double t = static_cast<double>(i) / kParts;
        const glm::dvec3 centerA = glm::mix(glm::dvec3(before[0].position), glm::dvec3(after[0].position), t),
                         centerB = glm::mix(glm::dvec3(before[1].position), glm::dvec3(after[1].position), t);
        const glm::dquat rotationB =
            glm::slerp(glm::dquat(before[1].rotation), glm::dquat(after[1].rotation), t);
        const glm::dvec3 now = glm::inverse(rotationB) * (centerA - centerB);
        if (i > 0 && crosses(last, now, 0.99 * glm::dvec3(b.halfExtents))) {
            return true;
        }
        last = now;
    }
    return false;
}

/// Counts of pairs of boxes that fly into each other.
struct Outcome {
    int passed = 0;   ///< the center of one has come into the other
    int stuck = 0;    ///< they do not move as fast as they should, long after
    int gained = 0;   ///< they have more energy than at the start
    int touched = 0;  ///< they have met
};

class FlyingPair {
public:
    FlyingPair(const Box& boxA, const Box& boxB, float leastSpeed, float mostSpeed, Random& random, int trial)
        : boxA_(boxA), boxB_(boxB) {
        const auto uniform = [&](double from, double to) {
            return static_cast<float>(random.uniform(from, to));
        };
        const bool isTurned = trial % 2 == 1, spins = trial % 4 >= 2;
        const auto rotation = [&] {
            return isTurned ? glm::quat(random.rotation()) : glm::quat(1.0f, glm::vec3(0.0f));
        };
        const auto spin = [&] { return spins ? glm::vec3(random.inBox(20.0)) : glm::vec3(0.0f); };
        const float speedA = uniform(leastSpeed, mostSpeed),
                    speedB = trial % 3 == 0 ? 0.0f : uniform(leastSpeed, mostSpeed);
        const float gap = 0.7f + (speedA + speedB) * kStep * uniform(0.0, 2.0);
        const glm::vec3 aside(0.0f, uniform(-0.08, 0.08), uniform(-0.08, 0.08));
        a_ = scene_.add(boxA, {{-0.5f * gap, 0.0f, 0.0f}, rotation()},
                        {.velocity = {speedA, 0.0f, 0.0f}, .angularVelocity = spin()}, 1.0f);
        b_ = scene_.add(boxB, {glm::vec3(0.5f * gap, 0.0f, 0.0f) + aside, rotation()},
                        {.velocity = {-speedB, 0.0f, 0.0f}, .angularVelocity = spin()},
                        trial % 5 == 0 ? 50.0f : 1.0f);
    }

    void addTo(Outcome& outcome) {
        const double energy = energyOf(scene_);
        bool passed = false, touched = false;
        auto before = poses();
        for (int i = 0; i < 20; ++i) {
            scene_.run(kStep);
            const auto after = poses();
            passed = passed || centerCrosses(before, after, boxB_) ||
                     centerCrosses({before[1], before[0]}, {after[1], after[0]}, boxA_);
            touched = touched || !scene_.dynamics.contacts().empty();
            before = after;
        }
        scene_.run(0.5f);
        before = poses();
        scene_.run(kStep);
        const float expected = glm::length(scene_.velocity(a_)) * kStep;
        outcome.passed += passed ? 1 : 0;
        outcome.touched += touched ? 1 : 0;
        outcome.gained += energyOf(scene_) > 1.001 * energy ? 1 : 0;
        outcome.stuck += glm::distance(poses()[0].position, before[0].position) < 0.5f * expected ? 1 : 0;
    }

private:
    [[nodiscard]] std::array<Pose, 2> poses() const {
        return {scene_.world.find(a_)->pose, scene_.world.find(b_)->pose};
    }

    Scene scene_ = Scene::inSpace();
    Box boxA_, boxB_;
    ObjectId a_, b_;
};

Outcome outcomeOf(const Box& boxA, const Box& boxB, float speed, int count) {
    Random random(9);
    Outcome outcome;
    for (int trial = 0; trial < count; ++trial) {
        FlyingPair(boxA, boxB, speed, 3.0f * speed, random, trial).addTo(outcome);
    }
    return outcome;
}

TEST(FastBodies, PassThroughNoOtherBodySlow) {
    constexpr int kCount = 100;
    const Box plate{.halfExtents = {0.02f, 0.1f, 0.1f}}, stick{.halfExtents = {0.3f, 0.02f, 0.02f}},
        crate{.halfExtents = glm::vec3(0.1f)};
    for (const auto& [a, b] : {std::pair(plate, plate), std::pair(crate, plate), std::pair(stick, stick),
                               std::pair(crate, stick), std::pair(crate, crate), std::pair(stick, plate)}) {
        for (const float speed : {5.0f, 20.0f, 60.0f, 200.0f}) {
            const Outcome outcome = outcomeOf(a, b, speed, kCount);
            EXPECT_EQ(outcome.passed, 0) << a.halfExtents.x << " " << b.halfExtents.x << " " << speed;
            EXPECT_EQ(outcome.stuck, 0) << a.halfExtents.x << " " << b.halfExtents.x << " " << speed;
            EXPECT_EQ(outcome.gained, 0) << a.halfExtents.x << " " << b.halfExtents.x << " " << speed;
            EXPECT_GT(outcome.touched, kCount / 2);
        }
    }
}

/// A square of four bars.
Compound ring() {
    std::vector<CompoundChild> sides;
    for (const float at : {-1.0f, 1.0f}) {
        sides.push_back({Box{.halfExtents = {0.2f, 0.2f, 1.2f}}, {{at, 0.0f, 0.0f}}});
        sides.push_back({Box{.halfExtents = {0.8f, 0.2f, 0.2f}}, {{0.0f, 0.0f, at}}});
    }
    return Compound::fromChildren(sides).value();
}

// A ring's center of mass is not in the ring: what is there does not stop it.
TEST(FastBodies, ARingFliesOverAPeg) {
    for (const float speed : {1.0f, 10.0f, 60.0f, 300.0f}) {
        Scene scene = Scene::inSpace();
        (void)scene.world.add({.shape = Box{.halfExtents = {0.3f, 3.0f, 0.3f}}, .kind = ObjectKind::Static});
        const ObjectId id = scene.add(ring(), {{0.0f, 4.0f, 0.0f}}, {.velocity = {0.0f, -speed, 0.0f}});
        for (int i = 1; i <= 40; ++i) {
            scene.run(kStep);
            const float y = 4.0f - speed * kStep * static_cast<float>(i);
            ASSERT_NEAR(scene.position(id).y, y, 1e-5f * (4.0f - y)) << speed << " " << i;
        }
    }
}

// It touches the ground of the peg all the time.
TEST(FastBodies, ARingSlidesAroundAPeg) {
    const Shape groundAndPeg =
        Compound::fromChildren({{Box{.center = {0.0f, -1.0f, 0.0f}, .halfExtents = {50.0f, 1.0f, 50.0f}}, {}},
                                {Box{.halfExtents = {0.1f, 3.0f, 0.1f}}, {}}})
            .value();
    DynamicsOptions options = awake();
    options.material.friction = 0.0f;
    for (const float dt : {0.1f, kStep}) {
        for (const float speed : {0.5f, 1.0f, 3.0f, 5.0f, 8.0f, 20.0f, 60.0f}) {
            for (int phase = 0; phase < 20; ++phase) {
                Scene scene(options);
                (void)scene.world.add({.shape = groundAndPeg, .kind = ObjectKind::Static});
                const float start = -0.65f + 0.02f * static_cast<float>(phase);
                Body body{.velocity = {speed, 0.0f, 0.0f}};
                body.material.friction = 0.0f;
                const ObjectId id = scene.add(ring(), {{start, 0.2f, 0.0f}}, body);
                for (int i = 1; start + speed * dt * static_cast<float>(i) < 0.65f; ++i) {
                    scene.dynamics.step(scene.world, dt);
                    const float x = start + speed * dt * static_cast<float>(i);
                    ASSERT_NEAR(scene.position(id).x, x, 1e-3f) << dt << " " << speed << " " << phase;
                }
            }
        }
    }
}

// A train of balls: each stops at the one before it, although that one moves on in the same step.
TEST(FastBodies, StopInTheirOrder) {
    for (const float speed : {50.0f, 300.0f}) {
        Scene scene = Scene::inSpace();
        (void)scene.world.add({.shape = Box{.halfExtents = {0.02f, 5.0f, 5.0f}}, .kind = ObjectKind::Static});
        std::array<ObjectId, 5> balls;
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const float x = -0.5f - 0.15f * static_cast<float>(i);
            balls[i] =
                scene.add(Sphere{.radius = 0.05f}, {{x, 0.0f, 0.0f}}, {.velocity = {speed, 0, 0}}, 1.0f);
        }
        for (int i = 0; i < 60; ++i) {
            scene.run(kStep);
            for (std::size_t k = 0; k < balls.size(); ++k) {
                const float front = k == 0 ? 0.0f : scene.position(balls[k - 1]).x;
                ASSERT_LT(scene.position(balls[k]).x, front) << speed << " " << i << " " << k;
            }
        }
    }
}

}  // namespace
