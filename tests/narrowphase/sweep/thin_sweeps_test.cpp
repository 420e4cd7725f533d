// Points, segments and plates without thickness: they pass through a surface completely or not at all, and
// are not stopped beside one.

#include "support/floors.hpp"
#include "support/trials.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

namespace {

using namespace sat3d;
using test::Random;

constexpr glm::vec3 kUpward{0.0f, 0.0f, 1.0f};

/// Shapes without thickness.
const std::array<ConvexShape, 7> kThin{Sphere{.radius = 0.0f},
                                       Capsule{{-1, 0, 0}, {1, 0, 0}, 0.0f},
                                       Capsule{{}, {}, 0.0f},
                                       Box{.halfExtents = glm::vec3(0)},
                                       Box{.halfExtents = {0.5f, 0.4f, 0.0f}},
                                       Box{.halfExtents = {1.0f, 0.0f, 0.4f}},
                                       Box{.halfExtents = {0.5f, 0, 0}}};

/// Points have no width: none falls through between two triangles.
TEST(ThinSweeps, ShapesDoNotFallThroughEdges) {
    for (const ConvexShape& shape : kThin) {
        for (int i = 0; i < 40; ++i) {
            const float x = 4.0f + 0.125f * float(i % 9), y = 4.0f + 0.125f * float(i / 9);
            const Sweep fall = sweep(shape, Pose{{x, y, 2.0f}}, test::levelField(), Pose{}, {{0, 0, -4}});
            ASSERT_TRUE(fall) << i;
            EXPECT_LT(glm::length(fall.normal + kUpward), 1e-6f) << i;
        }
    }
}

template <class Floor>
void expectToCatch(const Floor& floor) {
    Random random(906);
    for (const ConvexShape& shape : kThin) {
        for (int trial = 0; trial < 60; ++trial) {
            SCOPED_TRACE("shape " + std::to_string(shape.index()) + ", trial " + std::to_string(trial));
            // On vertices and edges of cells, too; level or rotated.
            const auto place = [&] {
                return trial % 2 == 0 ? 4 + 0.125f * float(random.below(33)) : float(random.uniform(4, 8));
            };
            const float x = place(), y = place(), turn = trial % 4 == 0 ? 0.0f : 3.0f;
            const Pose start{{x, y, 2.0f},
                             trial % 3 == 0 ? glm::quat(1, 0, 0, 0) : glm::quat(random.rotation())};
            const glm::vec3 axis = trial % 3 == 0 ? kUpward : glm::vec3(random.direction());
            RigidMotion motion{.translation = {0, 0, -4.0f},
                               .rotationVector = turn * float(random.unit()) * axis};
            if (trial % 5 != 0) {
                motion.translation += glm::vec3{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0};
            }
            const Sweep fall = sweep(shape, start, floor, Pose{}, motion, RigidMotion{});
            ASSERT_TRUE(fall);
            EXPECT_LT(glm::length(fall.normal + kUpward), 1e-6f);
            const Pose there = poseAtFraction(start, motion, fall.fraction);
            EXPECT_LT(distance(shape, there, floor, Pose{}).separation, 1.5e-4f);
            EXPECT_LT(bounds(shape, there).lower.z, 1.5e-4f);
            EXPECT_GT(bounds(shape, there).lower.z, -1e-6f) << "not yet below";
        }
    }
}

TEST(ThinSweeps, ThinShapesDoNotFallThroughWhileRotating) {
    expectToCatch(test::levelField());
    expectToCatch(test::crookedFloor(24, 0.8f, Sides::Both));
    expectToCatch(test::crookedFloor(24, 0.8f, Sides::Front));
}

/// At the lowest float height above it, rotating about the vertical axis.
TEST(ThinSweeps, ThinShapesSlideOverAFloor) {
    const HeightField field = test::levelField();
    const TriangleMesh mesh = test::crookedFloor(24, 0.8f, Sides::Both);
    for (const ConvexShape& shape : kThin) {
        for (const float height : {1e-6f, 1e-5f, 1e-4f}) {
            for (const float turn : {0.0f, 1.5f}) {
                const Pose start{{6.0f, 6.0f, height - bounds(shape, Pose{}).lower.z}};
                const RigidMotion slide{.translation = {2.5f, 1.3f, 0.0f}, .rotationVector = turn * kUpward};
                EXPECT_FALSE(sweep(shape, start, field, Pose{}, slide, RigidMotion{})) << shape.index();
                EXPECT_FALSE(sweep(shape, start, mesh, Pose{}, slide, RigidMotion{})) << shape.index();
            }
        }
    }
}

/// A shape without thickness would stay on the other side, as the next step starts there without history. A
/// miss that ends beyond a surface must leave an overlap.
TEST(ThinSweeps, ThinShapesHitOrEndOverlapping) {
    Random random(908);
    const HeightField field = test::levelField();
    const TriangleMesh mesh = test::crookedFloor(24, 0.8f, Sides::Both);
    const Box sheet{.halfExtents = {3.0f, 3.0f, 0.0f}};
    int met = 0, overlapping = 0;
    const auto expectKnown = [&](const ConvexShape& shape, const Pose& start, const auto& floor,
                                 const Pose& pose, const RigidMotion& step) {
        const Sweep hit = sweep(shape, start, floor, pose, step, RigidMotion{});
        EXPECT_EQ(sweep(floor, pose, shape, start, RigidMotion{}, step).status, hit.status);
        if (hit) {
            EXPECT_NE(hit.status, Sweep::Status::InitialOverlap);
            EXPECT_LT(glm::length(hit.normal + kUpward), 1e-6f);
            ++met;
        } else {
            EXPECT_TRUE(overlaps(shape, poseAtFraction(start, step, 1.0f), floor, pose));
            ++overlapping;
        }
    };
    for (const ConvexShape& shape : kThin) {
        for (const float beyond : {1e-5f, 2e-5f, 5e-5f, 2e-4f, 5e-4f}) {
            for (const float height : {1e-5f, 1e-4f, 3e-3f, 0.2f}) {
                SCOPED_TRACE(std::to_string(shape.index()) + ", " + std::to_string(height) + " above, " +
                             std::to_string(beyond) + " beyond");
                const glm::vec3 aside{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 0.0f};
                const RigidMotion step{.translation = -(height + beyond) * kUpward + height * aside,
                                       .rotationVector = random.chance(0.5) ? kUpward : glm::vec3(0.0f)};
                // Not along an edge of the field: a blade there separates the triangles on both sides.
                const Pose start{{6.0f, 6.003f, height - bounds(shape, Pose{}).lower.z}};
                expectKnown(shape, start, field, Pose{}, step);
                expectKnown(shape, start, mesh, Pose{}, step);
                expectKnown(shape, start, sheet, Pose{{6.0f, 6.0f, 0.0f}}, step);
            }
        }
    }
    std::printf("%d met, %d overlap at the end\n", met, overlapping);
    EXPECT_GT(met, 350);
    EXPECT_LT(overlapping, 60) << "with the sheet that stands upright";
}

/// All parts are equally high.
const std::array<ConvexShape, 6> kLevel{Sphere{.radius = 0.0f},
                                        Capsule{{-1, 0, 0}, {1, 0, 0}, 0.0f},
                                        Capsule{{0, -1, 0}, {0, 1, 0}, 0.0f},
                                        Box{.halfExtents = glm::vec3(0)},
                                        Box{.halfExtents = {0.5f, 0.4f, 0.0f}},
                                        Box{.halfExtents = {0.5f, 0, 0}}};

/// Ground up to x = 3 that is level until `ridge` and descends gently beyond.
TriangleMesh groundUpTo3(float ridge, float slope) {
    test::TriangleList list;
    const auto at = [&](float x, float y) { return glm::vec3(x, y, -slope * std::max(0.0f, x - ridge)); };
    for (float y = -3; y < 3; y += 1.5f) {
        for (float x = -3; x < 3; x += 1.5f) {
            list.addQuad(at(x, y), at(x + 1.5f, y), at(x + 1.5f, y + 1.5f), at(x, y + 1.5f));
        }
    }
    return test::meshOf(list, Sides::Both);
}

/// The start height of a step down that begins 5e-5 above z = 0 and crosses it when the whole shape is beyond
/// x, with a margin.
template <class Ground>
DSweep stepThroughThePlane(const ConvexShape& shape, const Ground& ground, const DPose& pose, double x,
                           float down, float turn = 0.0f) {
    constexpr double kHeight = 5e-5, kAside = 1.1;
    const Aabb box = bounds(shape, Pose{});
    const double rear = turn != 0.0f ? glm::length(box.lower) : -double(box.lower.x);
    const DPose start = pose * DPose{{x + rear - kAside * kHeight / double(down), 0.1, kHeight}};
    const RigidMotion step{.translation = glm::vec3(pose.rotation * glm::dvec3(kAside, 0.0, -double(down))),
                           .rotationVector = glm::vec3(pose.rotation * glm::dvec3(0.0, 0.0, double(turn)))};
    const DSweep found = sweep(shape, start, ground, pose, step, RigidMotion{});
    EXPECT_EQ(sweep(ground, pose, shape, start, RigidMotion{}, step).status, found.status);
    return found;
}

/// None of these paths comes within a centimeter of an earlier hit.
TEST(ThinSweeps, PassesBesideBordersAndOverRidgesMiss) {
    const ConvexShape sheet = Box{.halfExtents = {3.0f, 3.0f, 0.0f}};
    const TriangleMesh level = groundUpTo3(3.0f, 0.0f), ridge = groundUpTo3(0.0f, 1e-4f);
    for (const DPose& pose : {DPose{}, DPose{{3.1, -7.3, 1.7}, glm::dquat(test::kAslant)}}) {
        for (std::size_t i = 0; i < kLevel.size(); ++i) {
            for (const float down : {8e-5f, 1e-4f, 5e-4f, 1e-2f}) {
                SCOPED_TRACE("shape " + std::to_string(i) + ", down " + std::to_string(down));
                for (const float turn : {0.0f, 0.3f}) {
                    EXPECT_FALSE(stepThroughThePlane(kLevel[i], sheet, pose, 3.01, down, turn));
                    EXPECT_FALSE(stepThroughThePlane(kLevel[i], level, pose, 3.01, down, turn));
                }
                EXPECT_TRUE(stepThroughThePlane(kLevel[i], sheet, pose, 2.95, down));
                EXPECT_TRUE(stepThroughThePlane(kLevel[i], level, pose, 2.95, down));
                if (down <= 1e-4f) {  // more gently than the ridge descends
                    EXPECT_FALSE(stepThroughThePlane(kLevel[i], ridge, pose, 0.01, down));
                    EXPECT_TRUE(stepThroughThePlane(kLevel[i], ridge, pose, -0.1, down));
                }
            }
        }
    }
}

/// A millimeter before a ridge, steeper than the ground beyond. At the ridge it is below by rounding only,
/// and on the back side of the ground beyond.
TEST(ThinSweeps, ThinShapesDoNotTunnelJustBeforeARidge) {
    const TriangleMesh ridge = groundUpTo3(0.0f, 5e-5f);
    for (const DPose& pose : {DPose{}, DPose{{3.1, -7.3, 1.7}, glm::dquat(test::kAslant)}}) {
        for (const ConvexShape& shape : kLevel) {
            EXPECT_TRUE(stepThroughThePlane(shape, ridge, pose, -0.001, 1e-4f)) << shape.index();
        }
    }
}

/// In its plane, on arcs about a center beside it.
TEST(ThinSweeps, ThinShapesCircleOverAFloor) {
    Random random(909);
    const HeightField field = test::levelField();
    const TriangleMesh both = test::crookedFloor(24, 0.8f, Sides::Both),
                       front = test::crookedFloor(24, 0.8f, Sides::Front);
    const DPose pose{{3.1, -7.3, 1.7}, glm::dquat(test::kAslant)};
    for (const ConvexShape& shape : kThin) {
        for (int trial = 0; trial < 20; ++trial) {
            SCOPED_TRACE("shape " + std::to_string(shape.index()) + ", trial " + std::to_string(trial));
            const double x = random.uniform(7.0, 10.0), y = random.uniform(7.0, 10.0);
            const float aside = float(random.uniform(-3.0, 3.0));
            const DPose start = pose * DPose{{x, y, -double(bounds(shape, Pose{}).lower.z)}};
            const double turn = random.uniform(-3.0, 3.0);
            const RigidMotion circle{.rotationVector = glm::vec3(pose.rotation * glm::dvec3(0.0, 0.0, turn)),
                                     .localCenter = {aside, 0.7f, 0.0f}};
            EXPECT_FALSE(sweep(shape, start, field, pose, circle, RigidMotion{}));
            EXPECT_FALSE(sweep(shape, start, both, pose, circle, RigidMotion{}));
            EXPECT_FALSE(sweep(shape, start, front, pose, circle, RigidMotion{}));
        }
    }
}

/// Through vertices and edges, where no triangle alone stops them: straight sweeps have no tolerance.
TEST(ThinSweeps, StraightOnesEndAtTheSurface) {
    const TriangleMesh floor = test::crookedFloor(24, 0.8f, Sides::Both);
    const HeightField field = test::levelField();
    int hits = 0;
    test::forEachTrial(910, test::trialCount(4000), [&](Random& random, int trial) {
        const ConvexShape& shape = kThin[random.below(kThin.size())];
        const auto place = [&] { return 4 + 0.25 * random.below(17); };
        const double x = place(), y = place();
        const DPose start{{x, y, random.uniform(0.1, 2.0)},
                          trial % 3 == 0 ? glm::dquat(1, 0, 0, 0) : random.rotation()};
        const glm::vec3 way{0.25f * float(random.below(5)), 0.25f * float(random.below(5)), -3.0f};
        const auto expectToTouch = [&](const auto& ground) {
            if (const DSweep hit = sweep(shape, start, ground, DPose{}, way);
                hit.status == Sweep::Status::Hit) {
                const DPose there{start.position + double(hit.fraction) * glm::dvec3(way), start.rotation};
                ASSERT_LT(distance(shape, there, ground, DPose{}).separation, 2e-6f);
                ++hits;
            }
        };
        expectToTouch(floor);
        expectToTouch(field);
    });
    EXPECT_GT(hits, test::trialCount(4000));
}

}  // namespace
