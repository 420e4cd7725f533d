// Small bodies that turn while they fly at something huge: they stop where they stop at a half-space. A
// tolerance of the huge shape's size would let them pass, or stop them far ahead.

#include "support/hulls.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kFront = 2.0f;  ///< the wall fills all beyond x = 2

/// A wall of half size s, also as a thin sheet.
std::vector<Shape> wallsOf(float s) {
    const std::vector<glm::vec3> corners{{2, -s, -s}, {2, -s, s}, {2, s, s}, {2, s, -s}};
    test::TriangleList sheet;
    sheet.addQuad(corners[0], corners[1], corners[2], corners[3]);
    const Box box{{kFront + s, 0, 0}, glm::vec3(s)};
    return {test::meshOf(sheet, Sides::Both), test::meshOf(sheet, Sides::Front), box,
            test::compoundOf({{test::boxHull(glm::dvec3(s)), {{kFront + s, 0, 0}}}}),
            test::compoundOf({{box, {}}, {Sphere{{0, 0, s + 50}, 1.0f}, {}}})};
}

std::vector<Shape> bodiesOf(float r) {
    return {Sphere{{0, 0, 0}, r}, Capsule{{-0.2f, 0, 0}, {0.2f, 0, 0}, r}, Box{.halfExtents = {r, 2 * r, r}},
            test::boxHull({3.0 * double(r), double(r), double(r)})};
}

/// The largest gap at a hit, and the deepest overlap that counts as none, as a share of a path of 3 m.
float shareOfPath(float tolerance) {
    return 2.5f * tolerance / 3.0f + 2e-6f;
}

TEST(SmallBodies, StopAtHugeWallsAsAtHalfSpaces) {
    int hits = 0, misses = 0;
    test::forEachTrial(931, test::trialCount(1500), [&](Random& random, int) {
        const float size = std::exp2(static_cast<float>(2 + random.below(9)));
        const float radius = static_cast<float>(0.5 * std::pow(10.0, random.uniform(-2.0, 0.0)));
        const auto within = [&](double reach) { return static_cast<float>(random.uniform(-reach, reach)); };
        const Pose start{{0.9f, within(0.5), within(0.5)}, glm::quat(random.rotation())};
        RigidMotion motion{{random.chance(0.8) ? 3.0f : 0.2f, 0, 0}};
        motion.translation += glm::vec3(0, within(0.4), within(0.4));
        motion.rotationVector = glm::vec3(random.vector(0.05, 1.0));
        for (const Shape& body : bodiesOf(radius)) {
            const HalfSpace solid{{-1, 0, 0}, -kFront};
            const Sweep expected = sweep(body, start, solid, Pose{}, motion, {});
            const float tolerance =
                std::max(1e-4f * glm::length(bounds(body, Pose{}).halfExtents()), 3e-7f * size);
            for (const Shape& wall : wallsOf(size)) {
                SCOPED_TRACE("body " + std::to_string(body.index()) + ", wall " +
                             std::to_string(wall.index()) + " of " + std::to_string(size) + ", radius " +
                             std::to_string(radius));
                const Sweep found = sweep(body, start, wall, Pose{}, motion, {});
                ASSERT_EQ(found.status, expected.status);
                ASSERT_NEAR(found.fraction, expected.fraction, shareOfPath(tolerance));
                ++(found ? hits : misses);
            }
        }
    });
    EXPECT_GT(hits, test::trialCount(15'000));
    EXPECT_GT(misses, test::trialCount(3000));
}

TEST(SmallBodies, StopAtHugeWallsOfThePlaneAsAtHalfPlanes) {
    int hits = 0, misses = 0;
    test::forEachTrial(932, test::trialCount(3000), [&](Random& random, int) {
        const float size = std::exp2(static_cast<float>(2 + random.below(9)));
        const float radius = static_cast<float>(0.5 * std::pow(10.0, random.uniform(-2.0, 0.0)));
        const double turn = random.uniform(-3.0, 3.0);
        const auto within = [&](double reach) { return static_cast<float>(random.uniform(-reach, reach)); };
        const PlanarPose start{{0.9f, within(0.5)}, glm::vec2(glm::dvec2(std::cos(turn), std::sin(turn)))};
        const PlanarMotion motion{{random.chance(0.8) ? 3.0f : 0.2f, within(0.4)},
                                  static_cast<float>(random.uniform(0.05, 1.0))};
        const std::array<PlanarShape, 3> bodies{Circle{{0, 0}, radius},
                                                PlanarCapsule{{-0.2f, 0}, {0.2f, 0}, radius},
                                                PlanarBox{{0, 0}, {radius, 2 * radius}}};
        const std::vector<glm::vec2> corners{{kFront, -size}, {kFront + size, 0}, {kFront, size}};
        const std::array<PlanarShape, 3> walls{PlanarBox{{kFront + size, 0}, glm::vec2(size)},
                                               PlanarCapsule{{2, -size}, {2, size}, 0.0f},
                                               *ConvexPolygon::fromPoints(corners)};
        for (const PlanarShape& body : bodies) {
            const PlanarSweep expected =
                sweep(body, start, HalfPlane{{-1, 0}, -kFront}, PlanarPose{}, motion);
            const float tolerance = 1e-4f * glm::length(bounds(body, PlanarPose{}).halfExtents());
            for (const PlanarShape& wall : walls) {
                SCOPED_TRACE("body " + std::to_string(body.index()) + ", wall " +
                             std::to_string(wall.index()) + " of " + std::to_string(size) + ", radius " +
                             std::to_string(radius));
                const PlanarSweep found = sweep(body, start, wall, PlanarPose{}, motion);
                ASSERT_EQ(found.status, expected.status);
                ASSERT_NEAR(found.fraction, expected.fraction, shareOfPath(tolerance));
                ++(found ? hits : misses);
            }
        }
    });
    EXPECT_GT(hits, test::trialCount(15'000));
    EXPECT_GT(misses, test::trialCount(3000));
}

/// Markers far out on bodies that turn: points meet points on their path, however long the arm is.
TEST(SmallBodies, PointsMeetPointsOnLongArms) {
    const Sphere point{{}, 0.0f};
    test::forEachTrial(9, test::trialCount(2000), [&](Random& random, int) {
        const double arm = std::pow(10.0, random.uniform(0.0, 3.0)),
                     arc = std::pow(10.0, random.uniform(-4.0, 0.0));
        const DPose start{random.inBox(5.0), random.rotation()};
        const glm::dvec3 toCenter = random.direction();
        glm::dvec3 axis = random.direction();
        axis = glm::normalize(axis - glm::dot(axis, toCenter) * toCenter);
        const RigidMotion turning{glm::vec3(0.0f), glm::vec3(arc / arm * axis), glm::vec3(arm * toCenter)};
        const auto share = float(random.uniform(0.1, 0.9));
        const DPose onPath{poseAtFraction(start, turning, share).position, glm::dquat(1, 0, 0, 0)};
        const DSweep hit = sweep(point, start, point, onPath, turning, {});
        ASSERT_EQ(hit.status, SweepStatus::Hit) << "arm " << arm << ", arc " << arc;
        EXPECT_NEAR(hit.fraction, share, 1e-6 + 1e-11 * arm / arc);
    });
}

TEST(SmallBodies, PointsOfThePlaneMeetPointsOnLongArms) {
    const Circle point{{}, 0.0f};
    test::forEachTrial(10, test::trialCount(2000), [&](Random& random, int) {
        const double arm = std::pow(10.0, random.uniform(0.0, 3.0)),
                     arc = std::pow(10.0, random.uniform(-4.0, 0.0));
        const DPlanarPose start{glm::dvec2(random.inBox(5.0))};
        const glm::dvec3 direction = random.direction();
        const glm::vec2 toCenter(glm::normalize(glm::dvec2(direction)) * arm);
        const PlanarMotion turning{glm::vec2(0.0f), float(arc / arm), toCenter};
        const auto share = float(random.uniform(0.1, 0.9));
        const DPlanarPose onPath{poseAtFraction(start, turning, share).position};
        const DPlanarSweep hit = sweep(point, start, point, onPath, turning, PlanarMotion{});
        ASSERT_EQ(hit.status, SweepStatus::Hit) << "arm " << arm << ", arc " << arc;
        EXPECT_NEAR(hit.fraction, share, 1e-6 + 1e-11 * arm / arc);
    });
}

}  // namespace
