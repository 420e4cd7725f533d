#include "narrowphase/sweep/swept_bounds.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/compound.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

namespace {

using namespace sat3d;
using test::at;
using test::kBall;
using test::kCube;
using Status = Sweep::Status;

TEST(Sweep, SpheresHit) {
    const Sweep hit = sweep(kBall, at(0, 0, 0), kBall, at(6, 0, 0), {{2, 0, 0}}, {{-6, 0, 0}});
    ASSERT_EQ(hit.status, Status::Hit);
    EXPECT_NEAR(hit.fraction, 0.5f, 1e-6f);
    EXPECT_NEAR(glm::length(hit.normal - glm::vec3(1, 0, 0)), 0.0f, 1e-6f);
    EXPECT_NEAR(glm::length(hit.point - glm::vec3(2, 0, 0)), 0.0f, 1e-5f);

    // Oblique: the gap closes at a distance of 2 between the centers.
    const Sweep slant = sweep(kBall, at(0, 0, 0), kBall, at(-5, 1.2f, 0), {}, {{10, 0, 0}});
    ASSERT_TRUE(slant);
    EXPECT_NEAR(slant.fraction, 0.34f, 1e-6f);
    EXPECT_NEAR(glm::length(slant.normal - glm::vec3(-0.8f, 0.6f, 0)), 0.0f, 1e-6f);
}

TEST(Sweep, FastThinShapesDoNotTunnel) {
    // A 2 cm shell at 1,700 m/s through a 2 cm plate, in 1/60 s.
    const Sphere shell{{0, 0, 0}, 0.01f};
    const ConvexHull plate = test::boxHull({0.01, 2, 2});
    const Sweep hit = sweep(shell, at(-10, 0.3f, 0), plate, at(0, 0, 0), {{28.3f, 0, 0}});
    ASSERT_EQ(hit.status, Status::Hit);
    EXPECT_NEAR(hit.fraction * 28.3f, 9.98f, 1e-5f);
    EXPECT_EQ(hit.normal, glm::vec3(1, 0, 0));
    EXPECT_NEAR(hit.point.y, 0.3f, 1e-6f);
}

TEST(Sweep, Misses) {
    EXPECT_FALSE(sweep(kCube, at(0, 0, 0), kCube, at(5, 0, 0), {}, {{-2.9f, 0, 0}})) << "too short";
    EXPECT_FALSE(sweep(kCube, at(0, 0, 0), kCube, at(5, 0, 0), {}, {{-3.0f, 0, 0}})) << "ends touching";
    EXPECT_FALSE(sweep(kCube, at(0, 0, 0), kCube, at(5, 2.5f, 0), {}, {{-9, 0, 0}})) << "passes by";
    EXPECT_FALSE(sweep(kCube, at(0, 0, 0), kCube, at(5, 0, 0), {{1, 0, 0}}, {{1, 0, 0}})) << "side by side";
    EXPECT_EQ(sweep(kCube, at(0, 0, 0), kCube, at(5, 0, 0), {}).fraction, 1.0f);
}

TEST(Sweep, StartsTouching) {
    const ConvexHull cube = test::boxHull({1, 1, 1});
    const auto expectTouching = [](const auto& shape) {
        const Sweep into = sweep(shape, at(0, 0, 0), shape, at(2, 0.5f, 0), {}, {{-1, 1, 0}});
        ASSERT_EQ(into.status, Status::Hit);
        EXPECT_EQ(into.fraction, 0.0f);
        EXPECT_EQ(into.normal, glm::vec3(1, 0, 0)) << "valid at fraction 0";
        EXPECT_FALSE(sweep(shape, at(0, 0, 0), shape, at(2, 0.5f, 0), {}, {{0, 1, 0}})) << "slides";
        EXPECT_FALSE(sweep(shape, at(0, 0, 0), shape, at(2, 0.5f, 0), {}, {{1, 0, 0}})) << "parts";
    };
    expectTouching(kCube);
    expectTouching(cube);
}

TEST(Sweep, InitialOverlapReturnsThePush) {
    const Sweep stuck = sweep(kCube, at(0, 0, 0), kCube, at(1.5f, 0, 0), {}, {{9, 0, 0}});
    ASSERT_EQ(stuck.status, Status::InitialOverlap);
    EXPECT_EQ(stuck.fraction, 0.0f);
    EXPECT_EQ(stuck.normal, glm::vec3(1, 0, 0));
    EXPECT_EQ(stuck.depth, 0.5f);
    EXPECT_EQ(stuck.point.x, 0.75f);
}

TEST(Sweep, OntoAHalfSpace) {
    const HalfSpace floor;
    const Sweep landing = sweep(floor, at(0, 0, 0), kBall, at(3, 0, 5), {}, {{4, 0, -8}});
    ASSERT_EQ(landing.status, Status::Hit);
    EXPECT_EQ(landing.fraction, 0.5f);
    EXPECT_EQ(landing.normal, glm::vec3(0, 0, 1));
    EXPECT_NEAR(glm::length(landing.point - glm::vec3(5, 0, 0)), 0.0f, 1e-6f);
    EXPECT_FALSE(sweep(floor, at(0, 0, 0), kBall, at(3, 0, 5), {}, {{4, 0, 8}}));
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), floor, at(0, 0, 0), {}).status, Status::InitialOverlap);
}

TEST(RotatingSweep, ARodSwingsAgainstAPost) {
    // Hinged at one end, it rotates by 180 degrees. The post is at 90 degrees.
    const Capsule rod{{0, 0, 0}, {4, 0, 0}, 0.25f};
    const Capsule post{{0, 3, -1}, {0, 3, 1}, 0.25f};
    const RigidMotion swing{.rotationVector = {0, 0, 3.14159265f}};
    const Sweep hit = sweep(rod, at(0, 0, 0), post, at(0, 0, 0), swing, RigidMotion{});
    ASSERT_EQ(hit.status, Status::Hit);
    EXPECT_NE(hit.status, SweepStatus::NotConverged);
    const float expected = 0.5f - std::asin(0.5f / 3.0f) / 3.14159265f;
    EXPECT_LE(hit.fraction, expected + 1e-6f);
    EXPECT_NEAR(hit.fraction, expected, 5e-5f);
    EXPECT_NEAR(hit.point.y, 3.0f * std::cos(std::asin(0.5f / 3.0f)) * std::cos(std::asin(0.5f / 3.0f)),
                0.05f);
    EXPECT_FALSE(sweep(rod, at(0, 0, 0), post, at(0, 2, 0), swing, RigidMotion{})) << "out of reach";
    const RigidMotion spin{.rotationVector = {0, 0, 200.0f}};
    EXPECT_EQ(sweep(rod, at(0, 0, 0), post, at(0, 0, 0), spin, RigidMotion{}).status, Status::Hit);
    EXPECT_FALSE(sweep(rod, at(0, 0, 0), post, at(0, 0, 3), spin, RigidMotion{})) << "rotates below it";
}

TEST(RotatingSweep, RestingShapesMaySpinSlideAndRoll) {
    const HalfSpace floor;
    const ConvexHull cube = test::boxHull({1, 1, 1}), slab = test::boxHull({9, 9, 1});
    const RigidMotion spin{.translation = {0.5f, 0, 0}, .rotationVector = {0, 0, 2.0f}};
    EXPECT_FALSE(sweep(cube, at(0, 0, 1), floor, at(0, 0, 0), spin, RigidMotion{}));
    EXPECT_FALSE(sweep(cube, at(0, 0, 1), slab, at(0, 0, -1), spin, RigidMotion{}));
    EXPECT_FALSE(sweep(kBall, at(0, 0, 1), floor, at(0, 0, 0),
                       {.translation = {1, 0, 0}, .rotationVector = {0, 1, 0}}, RigidMotion{}));
    const RigidMotion sink{.translation = {0.5f, 0, -0.1f}, .rotationVector = {0, 0, 2.0f}};
    const Sweep down = sweep(cube, at(0, 0, 1), slab, at(0, 0, -1), sink, RigidMotion{});
    ASSERT_EQ(down.status, Status::Hit);
    EXPECT_EQ(down.fraction, 0.0f);
    EXPECT_NEAR(std::abs(down.normal.z), 1.0f, 1e-6f) << "valid at fraction 0";
    // A vertex moves down as it tips over.
    const Sweep tips =
        sweep(cube, at(0, 0, 1.2f), floor, at(0, 0, 0), {.rotationVector = {0, 1.0f, 0}}, RigidMotion{});
    ASSERT_EQ(tips.status, Status::Hit);
    EXPECT_NEAR(tips.fraction, std::asin(1.2f / std::sqrt(2.0f)) - 0.78539816f, 2e-4f);
    const Sweep stuck = sweep(cube, at(0, 0, 0.75f), floor, at(0, 0, 0), spin, RigidMotion{});
    EXPECT_EQ(stuck.status, Status::InitialOverlap);
    EXPECT_EQ(stuck.depth, 0.25f);
}

TEST(RotatingSweep, AcceptsPoints) {
    const HalfSpace ground{{0, 0, 1}, 0};
    for (const float height : {5.0f, 0.37f, 1e-6f}) {
        const RigidMotion down{.translation = {0, 0, -2.0f * height}, .rotationVector = {0.5f, 0, 0}};
        const Sweep hit = sweep(Sphere{{0, 0, 0}, 0.0f}, at(0, 0, height), ground, at(0, 0, 0), down, {});
        ASSERT_TRUE(hit) << height;
        EXPECT_NEAR(hit.fraction, 0.5f, 1e-6f) << height;
        EXPECT_NE(hit.status, SweepStatus::NotConverged) << height;
    }
}

/// Boxes and triangles that a child reaches at some time must not be culled before it.
TEST(RotatingSweep, BoundsCullNoContact) {
    test::Random random(832);
    int later = 0, sooner = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const ConvexShape shape = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const ChildShape piece{shape, {random.inBox(3.0), random.rotation()}};
        const PosedShape other{piece.shape, {random.inBox(3.0), random.rotation()}};
        const auto randomMotion = [&](double turn) {
            return DRigidMotion(RigidMotion{glm::vec3(random.inBox(2.0)),
                                            glm::vec3(turn * random.direction()),
                                            glm::vec3(random.inBox(1.0))});
        };
        const DRigidMotion motionA = randomMotion(random.uniform(0.0, trial % 5 == 0 ? 30.0 : 4.0)),
                           motionB = randomMotion(trial % 2 == 0 ? 0.0 : random.uniform(0.0, 3.0));
        SweptBounds way(piece, motionA, other, motionB, 0.0);
        const MovingShape movingA(piece.shape, localToWorld(piece.pose), motionA, glm::dmat3(1.0)),
            movingB(other.shape, localToWorld(other.pose), motionB, glm::dmat3(1.0));
        for (int i = 0; i < 20; ++i) {
            const double time = random.uniform(0.0, 1.0);
            const ConvexProxy there(piece.shape, movingA.at(time));
            const glm::dvec3 direction = random.direction();
            const glm::dvec3 reached =
                there.vertex(there.support(direction)) + there.convexRadius() * direction;
            const RigidTransform b = movingB.at(time);
            const glm::dvec3 inB = glm::transpose(b.rotation) * (reached - b.translation);
            const double entry = way.entry(Aabb::around(inB, inB));
            ASSERT_LE(entry, time);
            const auto corner = [&] { return glm::vec3(inB + random.inBox(1e-3)); };
            EXPECT_FALSE(way.culls({{glm::vec3(inB), corner(), corner()}}, std::nextafter(time, 2.0)));
            // The bound is useful: a distant box is not hit, and not at once.
            later += entry > 0.5 * time ? 1 : 0;
            sooner += way.culls({{corner() + 9.0f, corner() + 9.0f, corner() + 9.0f}}, 1.0) ? 1 : 0;
        }
    }
    EXPECT_GT(later, 4000);
    EXPECT_GT(sooner, 7000);
}

TEST(DepthAlong, AnyDirection) {
    EXPECT_NEAR(*depthAlong(kCube, at(0, 0, 0), kCube, at(0.5f, 0, 0), {0, 0, 7}), 2.0f, 1e-6f);
    EXPECT_NEAR(*depthAlong(kCube, at(0, 0, 0), kCube, at(0.5f, 0, 0), {1, 0, 0}), 1.5f, 1e-6f);
    EXPECT_NEAR(*depthAlong(kCube, at(0, 0, 0), kCube, at(0.5f, 0, 0), {-1, 0, 0}), 2.5f, 1e-6f);
    EXPECT_NEAR(*depthAlong(kBall, at(0, 0, 0), kBall, at(0, 1.2f, 0), {1, 0, 0}), 1.6f, 1e-6f);
    EXPECT_FALSE(depthAlong(kCube, at(0, 0, 0), kCube, at(2, 0, 0), {1, 0, 0})) << "they only touch";

    const auto push = pushOutAlong(kCube, at(0, 0, 0), kCube, at(0.5f, 0, 0), {0, 0, 7});
    ASSERT_TRUE(push);
    EXPECT_NEAR(push->z, 2.0f, 1e-6f);
    EXPECT_EQ(push->x, 0.0f);
}

TEST(DepthAlong, OutOfAHalfSpaceIsNeverLessThanThePush) {
    test::Random random(831);
    for (int i = 0; i < 20000; ++i) {
        const HalfSpace ground{glm::vec3(random.direction()), 0.3f};
        const Pose pose{glm::vec3(random.inBox(0.5))};
        if (const auto hit = penetration(ground, at(0, 0, 0), kBall, pose)) {
            EXPECT_GE(*depthAlong(ground, at(0, 0, 0), kBall, pose, hit->normal), hit->depth);
        }
    }
}

TEST(DepthAlong, OutOfAHalfSpace) {
    const HalfSpace floor;
    EXPECT_NEAR(*depthAlong(floor, at(0, 0, 0), kBall, at(0, 0, 0.5f), {0, 3, 4}), 0.625f, 1e-6f);
    EXPECT_EQ(*depthAlong(floor, at(0, 0, 0), kBall, at(0, 0, 0.5f), {1, 0, 0}),
              std::numeric_limits<float>::infinity());
    EXPECT_FALSE(pushOutAlong(floor, at(0, 0, 0), kBall, at(0, 0, 0.5f), {1, 0, 0}));
}

TEST(SweepChildren, BrokenMotionsAreAMiss) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const Compound pair = *Compound::fromChildren({{Box{}, {{-1, 0, 0}}}, {Box{}, {{1, 0, 0}}}});
    const Pose there{{8, 0, 0}};
    const RigidMotion forward{.translation = {10, 0, 0}};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::array motions{RigidMotion{}, forward},
        broken{RigidMotion{.translation = {nan, 0, 0}}, forward};
    const Sweep hit = sweep(pair, Pose{}, Box{}, there, motions);
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_EQ(hit.children.a, 1u);
    EXPECT_EQ(hit.faceA, 1u);
    EXPECT_EQ(hit.faceB, 0u);
    EXPECT_NEAR(hit.fraction, 0.6f, 1e-4f);
    EXPECT_FALSE(sweep(pair, Pose{}, Box{}, there, broken));
    EXPECT_FALSE(sweep(pair, Pose{}, Box{}, there, motions, RigidMotion{.rotationVector = {0, nan, 0}}));
    EXPECT_FALSE(sweep(pair, Pose{}, Box{}, there, std::span<const RigidMotion>(motions).first(1)));
    EXPECT_FALSE(sweep(pair, Pose{}, Box{}, there, std::span<const RigidMotion>()));
    setAssertHandler(former);
}

}  // namespace
