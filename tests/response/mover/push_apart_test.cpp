#include "response/mover/allowed_motion.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/response/push_apart.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/half_space.hpp>
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
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using MotionLimit = sat3d::MotionLimit<glm::dvec3>;

const float kGap = PushApartOptions{}.gap;

const Box kTank{.halfExtents = {3.0f, 1.0f, 1.5f}};

/// A world with a wall whose front is at x = 0, and tanks in front of it.
struct Yard {
    World world;
    ObjectId wall;
    std::vector<ObjectId> tanks;
    std::vector<float> masses;

    Yard() { wall = addWall({-0.5f, 0.0f, 0.0f}); }
    ObjectId addWall(const glm::vec3& middle) {
        return *world.add(
            {.shape = Box{.halfExtents = {0.5f, 5.0f, 50.0f}}, .pose = {middle}, .kind = ObjectKind::Static});
    }
    void addTank(const glm::vec3& position, float mass, float heading = 0.0f) {
        tanks.push_back(
            *world.add({.shape = kTank, .pose = {position, glm::angleAxis(heading, glm::vec3(0, 1, 0))}}));
        masses.push_back(mass);
    }
    PushedApart push(const PushApartOptions& options = {}) {
        return pushApart(
            world,
            [&](ObjectId id) {
                const auto at = std::ranges::find(tanks, id) - tanks.begin();
                return 1.0f / masses[std::size_t(at)];
            },
            options);
    }
    glm::vec3 position(std::size_t tank) const { return world.find(tanks[tank])->pose.position; }
    /// Overlapping pairs, by all pairs.
    int overlapCount() const {
        int count = 0;
        const std::vector<ObjectId> ids = world.ids();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            for (std::size_t j = i + 1; j < ids.size(); ++j) {
                const Object &a = *world.find(ids[i]), &b = *world.find(ids[j]);
                count += world.mayTouch(ids[i], ids[j]) && overlaps(a.shape, a.pose, b.shape, b.pose) ? 1 : 0;
            }
        }
        return count;
    }
    using Object = World::Object;
};

TEST(PushApart, SharesAddUpAndKeepTheCenterOfMass) {
    Penetration push;
    push.normal = {0.6f, 0.0f, 0.8f};
    push.depth = 0.75f;
    for (const auto& [massA, massB] : {std::pair{1.0f, 1.0f}, {38e3f, 23e3f}, {1.0f, 1e6f}}) {
        const PushShares shares = shared(push, 1.0f / massA, 1.0f / massB);
        EXPECT_LT(glm::length(shares.translationB - shares.translationA - push.pushB()), 1e-6f);
        EXPECT_LT(glm::length(shares.translationA * massA + shares.translationB * massB),
                  1e-6f * std::max(massA, massB));
    }
    EXPECT_EQ(shared(push, 1.0f, 1.0f).translationA, push.pushA() * 0.5f);
    EXPECT_EQ(shared(push, 1.0f, 0.0f).translationA, push.pushA());
    EXPECT_EQ(shared(push, 1.0f, 0.0f).translationB, glm::vec3(0.0f));
    EXPECT_EQ(shared(push, 0.0f, 0.0f).translationA, glm::vec3(0.0f));
}

TEST(PushApart, TwoTanksShareByMass) {
    Yard yard;
    yard.addTank({20.0f, 0.0f, 0.0f}, 38e3f);
    yard.addTank({25.5f, 0.0f, 0.0f}, 23e3f);
    EXPECT_TRUE(yard.push());
    const float ofA = 20.0f - yard.position(0).x, ofB = yard.position(1).x - 25.5f;
    EXPECT_NEAR(ofA + ofB, 0.5f + kGap, 1e-5f);
    EXPECT_NEAR(ofA / ofB, 23.0f / 38.0f, 1e-5f);
    EXPECT_EQ(yard.overlapCount(), 0);
}

TEST(PushApart, TankBetweenWallAndTankEndsOutsideBoth) {
    for (const float mass : {1.0f, 10.0f, 100.0f, 1e6f}) {
        Yard yard;
        yard.addTank({2.5f, 0.0f, 0.0f}, 1.0f);  // half a meter in the wall
        yard.addTank({8.0f, 0.0f, 0.3f}, mass);
        const PushedApart done = yard.push();
        EXPECT_TRUE(done);
        EXPECT_LE(done.rounds, 3u) << mass;
        EXPECT_EQ(yard.overlapCount(), 0);
        EXPECT_NEAR(yard.position(0).x, 3.0f + kGap, 1e-5f);
        EXPECT_NEAR(yard.position(1).x, 9.0f + 2.0f * kGap, 1e-5f);
        EXPECT_EQ(yard.world.find(yard.wall)->pose.position, glm::vec3(-0.5f, 0.0f, 0.0f));
    }
}

TEST(PushApart, RowOfTanksStandsOffTheWall) {
    Yard yard;
    for (int i = 0; i < 6; ++i) {
        yard.addTank({2.5f + 5.5f * float(i), 0.0f, 0.0f}, i == 5 ? 100.0f : 1.0f);
    }
    const PushedApart done = yard.push();
    EXPECT_TRUE(done);
    EXPECT_LE(done.rounds, 3u);
    EXPECT_EQ(yard.overlapCount(), 0);
    EXPECT_NEAR(yard.position(5).x, 3.0f + 6.0f * 5.0f + 6.0f * kGap, 1e-4f);
}

TEST(PushApart, TankPushedAslantSlidesAlongTheWall) {
    Yard yard;
    yard.addTank({3.0f, 0.0f, 0.0f}, 1.0f);
    yard.addTank({7.0f, 0.0f, 1.5f}, 1e6f, 0.8f);
    EXPECT_TRUE(yard.push());
    EXPECT_EQ(yard.overlapCount(), 0);
    EXPECT_GE(yard.position(0).x, 3.0f);
    EXPECT_LT(yard.position(0).z, -0.1f);
    EXPECT_LT(glm::distance(yard.position(1), {7.0f, 0.0f, 1.5f}), 0.1f);
}

TEST(PushApart, CrushedTankEndsOutsideTheWallsAndIsReported) {
    Yard yard;
    yard.addTank({3.0f, 0.0f, 0.0f}, 1.0f);
    const ObjectId press =
        *yard.world.add({.shape = Box{.halfExtents = {1.0f, 9.0f, 90.0f}}, .pose = {{6.5f, 0, 0}}});
    const PushedApart done =
        pushApart(yard.world, [&](ObjectId id) { return id == press ? 0.0f : 1.0f; }, {.rounds = 5});
    EXPECT_FALSE(done);
    EXPECT_EQ(done.rounds, 5u);
    EXPECT_EQ(done.overlaps, 1u);
    EXPECT_NEAR(done.deepest, 0.5f + kGap, 1e-4f);
    EXPECT_NEAR(yard.position(0).x, 3.0f + kGap, 1e-5f);
}

TEST(PushApart, WhatMayNotTouchStays) {
    World world;
    const ObjectId a = *world.add({.shape = kTank, .filter = {.group = -1}});
    const ObjectId b = *world.add({.shape = kTank, .filter = {.group = -1}});
    const ObjectId zone = *world.add({.shape = kTank, .kind = ObjectKind::Sensor});
    const PushedApart done = pushApart(world);
    EXPECT_TRUE(done);
    EXPECT_EQ(done.rounds, 0u);
    for (const ObjectId id : {a, b, zone}) {
        EXPECT_EQ(world.find(id)->pose.position, glm::vec3(0.0f));
    }
}

/// Shapes of all kinds, thrown into a pit with room for all.
Yard crowdedPit(std::uint32_t seed) {
    test::Random random(seed);
    Yard yard;
    yard.world = World();
    for (const glm::vec3 inward : {glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1, 0}}) {
        (void)yard.world.add(
            {.shape = HalfSpace{inward, inward.y != 0.0f ? 0.0f : -8.0f}, .kind = ObjectKind::Static});
    }
    const std::array<Shape, 3> shapes{Shape(Sphere{.radius = 0.6f}),
                                      Shape(Box{.halfExtents = {0.6f, 0.4f, 0.5f}}),
                                      Shape(Capsule{.radius = 0.4f})};
    for (int i = 0; i < 60; ++i) {
        glm::vec3 position(random.inBox(6.0));
        position.y = 1.0f;
        yard.tanks.push_back(*yard.world.add(
            {.shape = shapes[random.below(3)], .pose = {position, glm::quat(random.rotation())}}));
        yard.masses.push_back(float(random.uniform(0.5, 20.0)));
    }
    return yard;
}

TEST(PushApart, CrowdEndsWithoutOverlap) {
    std::uint32_t most = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        Yard yard = crowdedPit(seed);
        ASSERT_GT(yard.overlapCount(), 20);
        const PushedApart done = yard.push();
        EXPECT_TRUE(done) << seed << " " << done.overlaps << " " << done.deepest;
        EXPECT_EQ(yard.overlapCount(), 0) << seed;
        most = std::max(most, done.rounds);
    }
    EXPECT_LE(most, 20u);
}

TEST(PushApart, GivesTheSameBitsWhateverCameBefore) {
    Yard yard = crowdedPit(7), other = crowdedPit(7);
    (void)other.world.update();
    for (const ObjectId id : other.tanks) {  // other trees, the same objects
        const Pose pose = other.world.find(id)->pose;
        (void)other.world.setPose(id, {{0, 50, 0}});
        other.world.refresh();
        (void)other.world.setPose(id, pose);
    }
    yard.push();
    other.push();
    for (std::size_t i = 0; i < yard.tanks.size(); ++i) {
        EXPECT_EQ(yard.position(i), other.position(i));
    }
}

TEST(PushApart, WorksFarFromTheOriginInDouble) {
    DWorld world;
    const glm::dvec3 far(1e6, 0.0, -2e6);
    const ObjectId a = *world.add({.shape = kTank, .pose = {far}});
    const ObjectId b = *world.add({.shape = kTank, .pose = {far + glm::dvec3(5.0, 0.0, 0.0)}});
    EXPECT_TRUE(pushApart(world));
    EXPECT_NEAR(world.find(b)->pose.position.x - world.find(a)->pose.position.x, 6.0 + double(kGap), 1e-6);
}

/// The nearest point, by Dykstra's alternating projections: slow, but it converges to the same point.
glm::dvec3 projected(std::span<const MotionLimit> limits, const glm::dvec3& wanted) {
    glm::dvec3 x = wanted;
    std::vector<glm::dvec3> corrections(limits.size(), glm::dvec3(0.0));
    for (int i = 0; i < 20000; ++i) {
        for (std::size_t k = 0; k < limits.size(); ++k) {
            const glm::dvec3 from = x + corrections[k];
            x = from + std::max(limits[k].least - glm::dot(limits[k].normal, from), 0.0) * limits[k].normal;
            corrections[k] = from - x;
        }
    }
    return x;
}

TEST(AllowedMotion, IsTheNearestPointInThePolyhedron) {
    test::Random random(35);
    std::array<int, 4> active{};
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<MotionLimit> limits(1 + random.below(6));
        for (MotionLimit& limit : limits) {
            limit = {random.direction(), random.uniform(-1.0, 0.0)};  // 0 is always allowed
        }
        const glm::dvec3 wanted = random.inBox(3.0);
        const auto found = nearestAllowed(limits, wanted);
        ASSERT_TRUE(found);
        EXPECT_LT(glm::distance(*found, projected(limits, wanted)), 1e-5);
        const auto holds = std::ranges::count_if(limits, [&](const MotionLimit& limit) {
            return std::abs(glm::dot(limit.normal, *found) - limit.least) < 1e-9;
        });
        ++active[std::size_t(std::min<std::ptrdiff_t>(holds, 3))];
    }
    for (const int count : active) {
        EXPECT_GT(count, 5);
    }
}

TEST(AllowedMotion, ContradictionsHaveNoAnswer) {
    const std::array<MotionLimit, 2> limits{{{{1, 0, 0}, 0.1}, {{-1, 0, 0}, 0.1}}};
    EXPECT_FALSE(nearestAllowed(limits, glm::dvec3(0, 1, 0)));
}

}  // namespace
