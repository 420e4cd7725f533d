// Shapes with many children: each answer compared with those of the single children, and with the other
// verbs.

#include "support/children_in_world.hpp"
#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>

namespace {

using namespace sat3d;
using test::ChildInWorld;
using test::forEachTrial;
using test::Random;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct CompositeTally {
    int apart = 0, overlapping = 0, swept = 0, hit = 0, nothing = 0;
};

/// Checks that distance() of the whole is the least over the children, and that every verb agrees.
template <class S>
void expectLeastOfChildren(const ConvexShape& a, const Pose& poseA, const S& b, const Pose& poseB,
                           CompositeTally& tally) {
    const Distance whole = distance(a, poseA, b, poseB);
    float least = kInfinity;
    for (const ChildInWorld& piece : test::childrenOf(b, poseB)) {
        least = std::min(least, distance(a, poseA, piece.shape, piece.pose).separation);
    }
    if (!std::isfinite(least)) {
        EXPECT_EQ(whole.separation, least);
        EXPECT_FALSE(overlaps(a, poseA, b, poseB));
        ++tally.nothing;
        return;
    }
    EXPECT_NEAR(whole.separation, least, 1e-6f);

    test::expectFlipped(distance(b, poseB, a, poseA), whole);

    const auto hit = penetration(a, poseA, b, poseB);
    ASSERT_EQ(hit.has_value(), whole.separation < 0.0f);
    test::expectInitialOverlap(sweep(a, poseA, b, poseB, {{0.1f, 0, 0}}), a, poseA, b, poseB);
    if (hit) {
        EXPECT_EQ(hit->depth, -whole.separation);
        EXPECT_EQ(hit->normal, whole.normal);
        EXPECT_EQ(hit->children, whole.children);
    }
    EXPECT_EQ(overlaps(a, poseA, b, poseB), hit.has_value());
    if (!hit) {
        const float gap = whole.separation;
        EXPECT_FALSE(overlaps(b, poseB, a, poseA, {.margin = gap}));
        EXPECT_TRUE(overlaps(a, poseA, b, poseB, {.margin = std::nextafter(gap, kInfinity)}));
    }
    const float margin = std::max(0.0f, whole.separation) + 0.25f;
    const auto widened = penetration(a, poseA, b, poseB, {.margin = margin});
    ASSERT_TRUE(widened);
    EXPECT_EQ(widened->depth, margin - whole.separation);
    ++(hit ? tally.overlapping : tally.apart);
}

/// Checks that sweep() of the whole hits the child that is hit first.
template <class S>
void expectFirstOfChildren(Random& random, const ConvexShape& a, const Pose& poseA, const S& b,
                           const Pose& poseB, CompositeTally& tally) {
    if (overlaps(a, poseA, b, poseB)) {
        return;
    }
    const RigidMotion motionA{glm::vec3(random.inBox(8.0))}, motionB{glm::vec3(random.inBox(2.0))};
    const Sweep whole = sweep(a, poseA, b, poseB, motionA, motionB);
    float first = 1.0f;
    for (const ChildInWorld& piece : test::childrenOf(b, poseB)) {
        first = std::min(first, sweep(a, poseA, piece.shape, piece.pose, motionA, motionB).fraction);
    }
    EXPECT_NEAR(whole.fraction, first, 2e-6f);
    test::expectFlipped(sweep(b, poseB, a, poseA, motionB, motionA), whole);
    tally.swept += whole ? 1 : 0;
}

/// Checks that raycast() of the whole hits the child that is hit first.
template <class S>
void expectNearestOfChildren(Random& random, const S& shape, const Pose& pose, CompositeTally& tally) {
    const glm::vec3 from(random.inBox(5.0));
    const Ray ray{bounds(shape, pose).center() + from, glm::vec3(random.inBox(2.0)) - from, 6.0f};
    const auto whole = raycast(shape, pose, ray);
    std::optional<float> nearest;
    for (const ChildInWorld& piece : test::childrenOf(shape, pose)) {
        if (const auto hit = raycast(piece.shape, piece.pose, ray)) {
            nearest = std::min(nearest.value_or(kInfinity), hit->entry.distance);
        }
    }
    ASSERT_EQ(whole.has_value(), nearest.has_value());
    if (whole) {
        EXPECT_NEAR(whole->entry.distance, *nearest, 1e-6f);
        EXPECT_LT(glm::dot(whole->entry.normal, ray.direction), 1e-6f);
        ++tally.hit;
    }
}

template <class S>
void expectAll(Random& random, const S& shape, CompositeTally& tally) {
    const Pose pose = test::randomPose(random, 5.0);
    const glm::vec3 middle = bounds(shape, pose).center();
    for (int i = 0; i < 6; ++i) {
        const ConvexShape other = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose near{middle + glm::vec3(random.inBox(3.0)), glm::quat(random.rotation())};
        expectLeastOfChildren(other, near, shape, pose, tally);
        expectFirstOfChildren(random, other, near, shape, pose, tally);
        expectNearestOfChildren(random, shape, pose, tally);
    }
}

void report(const char* what, const CompositeTally& tally) {
    std::printf("%s: %d apart, %d overlapping, %d swept into, %d hit, %d nothing there\n", what, tally.apart,
                tally.overlapping, tally.swept, tally.hit, tally.nothing);
    EXPECT_GT(tally.apart, 10);
    EXPECT_GT(tally.overlapping, 10);
    EXPECT_GT(tally.swept, 10);
    EXPECT_GT(tally.hit, 10);
}

TEST(CompositePairs, MeshesAgainstAllTheirTriangles) {
    CompositeTally tally;
    forEachTrial(641, 24, [&](Random& random, int trial) {
        expectAll(random,
                  test::randomSoup(random, 1 + random.below(40), trial % 2 ? Sides::Both : Sides::Front),
                  tally);
    });
    report("meshes", tally);
}

TEST(CompositePairs, HeightFieldsAgainstAllTheirTriangles) {
    CompositeTally tally;
    forEachTrial(642, 24, [&](Random& random, int trial) {
        expectAll(random, test::randomField(random, trial % 2 ? Sides::Both : Sides::Front), tally);
    });
    report("height fields", tally);
    EXPECT_GT(tally.nothing, 0) << "below the ground";
}

TEST(CompositePairs, CompoundsAgainstAllTheirChildren) {
    CompositeTally tally;
    forEachTrial(643, 24, [&](Random& random, int) {
        Compound compound = test::randomCompound(random, 1 + random.below(14));
        compound.setChildPose(0, test::randomPose(random, 2.0));
        expectAll(random, compound, tally);
    });
    report("compounds", tally);
}

TEST(CompositePairs, CompoundsAgainstEverything) {
    int overlapping = 0, apart = 0;
    forEachTrial(644, 60, [&](Random& random, int trial) {
        const Compound a = test::randomCompound(random, 1 + random.below(9));
        const Pose poseA = test::randomPose(random, 3.0), poseB = test::randomPose(random, 3.0);
        const std::array<Shape, 5> others{test::randomCompound(random, 1 + random.below(9)), a,
                                          test::randomSoup(random, 20), test::randomField(random),
                                          HalfSpace{{0, 0, 1}, float(random.uniform(-4.0, 4.0))}};
        const Shape& b = others[std::size_t(trial) % others.size()];
        float least = kInfinity;
        ChildPair pieces;
        for (const ChildInWorld& piece : test::childrenOf(a, poseA)) {
            const ConvexShape& part = a.children()[piece.number].shape;
            const Distance here = distance(part, piece.pose, b, poseB);
            if (here.separation < least) {
                least = here.separation;
                pieces = {piece.number, here.children.b};
            }
        }
        const Distance whole = distance(a, poseA, b, poseB);
        if (!std::isfinite(least)) {
            EXPECT_EQ(whole.separation, kInfinity);
            return;
        }
        EXPECT_NEAR(whole.separation, least, 1e-6f);
        EXPECT_EQ(whole.children, pieces);
        test::expectFlipped(distance(b, poseB, a, poseA), whole);
        EXPECT_EQ(overlaps(a, poseA, b, poseB), whole.separation < 0.0f);
        ++(whole.separation < 0.0f ? overlapping : apart);
    });
    EXPECT_GT(overlapping, 10);
    EXPECT_GT(apart, 10);
}

/// One triangle compared with the definition: the supports of both shapes along directions.
TEST(CompositePairs, ATriangleIsExact) {
    int overlapping = 0, apart = 0;
    forEachTrial(645, 200, [&](Random& random, int trial) {
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const Triangle triangle{
            {glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(2.0))}};
        const Pose poseA = test::randomPose(random, 1.0), poseB = test::randomPose(random, 1.0);
        const Distance answer = distance(a, poseA, test::meshOf(triangle), poseB);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(answer.normal));
        EXPECT_NEAR(test::gapAlong(normal, a, test::inDouble(poseA), triangle, test::inDouble(poseB)),
                    answer.separation, 1e-6);
        EXPECT_LT(
            test::sampledSeparation(random, 300, a, test::inDouble(poseA), triangle, test::inDouble(poseB)),
            double(answer.separation) + 1e-6);
        EXPECT_LT(test::outsideBy(random, 60, answer.pointA, a, test::inDouble(poseA)), 1e-6);
        EXPECT_LT(test::outsideBy(random, 60, answer.pointB, triangle, test::inDouble(poseB)), 1e-6);
        ++(answer.separation < 0.0f ? overlapping : apart);
    });
    EXPECT_GT(overlapping, 20);
    EXPECT_GT(apart, 20);
}

TEST(CompositePairs, OneSidedPushesLeadToTheFrontAndSeparate) {
    int pushed = 0, along = 0, ignored = 0;
    forEachTrial(646, 800, [&](Random& random, int trial) {
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const Triangle triangle{
            {glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(2.0))}};
        const TriangleMesh front = test::meshOf(triangle, Sides::Front), both = test::meshOf(triangle);
        const auto twoSided = penetration(a, Pose{}, both, Pose{});
        const auto oneSided = penetration(a, Pose{}, front, Pose{});
        if (!oneSided) {
            ignored += twoSided ? 1 : 0;
            return;
        }
        ASSERT_TRUE(twoSided);
        const glm::vec3 up = glm::normalize(
            glm::cross(triangle.corners[1] - triangle.corners[0], triangle.corners[2] - triangle.corners[0]));
        const glm::vec3 push = glm::normalize(oneSided->pushA());
        EXPECT_GE(glm::dot(push, up), -1e-6f);
        EXPECT_GE(oneSided->depth, twoSided->depth);
        EXPECT_FALSE(overlaps(a, Pose{oneSided->pushA() * 1.0001f}, both, Pose{}));
        ++pushed;
        along += oneSided->depth > twoSided->depth ? 1 : 0;
    });
    std::printf("%d pushed, %d of them along the normal instead, %d ignored\n", pushed, along, ignored);
    EXPECT_GT(pushed, 50);
    EXPECT_GT(along, 0);
    EXPECT_GT(ignored, 50);
}

TEST(CompositePairs, PushOutAlongADirectionSeparates) {
    int pushed = 0;
    forEachTrial(647, 120, [&](Random& random, int trial) {
        const std::array<Shape, 4> levels{test::randomCompound(random, 6),
                                          test::randomSoup(random, 20, Sides::Both),
                                          test::randomField(random, Sides::Both), test::randomField(random)};
        const std::size_t which = std::size_t(trial) % levels.size();
        const bool isField = which >= 2, oneSided = which == 3;
        const Shape& level = levels[which];
        const ConvexShape body = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose pose{glm::vec3(random.inBox(2.0)) + glm::vec3(isField ? 2.0f : 0.0f)};
        const glm::vec3 direction(random.direction());
        const auto depth = depthAlong(level, Pose{}, body, pose, direction);
        const auto hit = penetration(level, Pose{}, body, pose);
        ASSERT_EQ(depth.has_value(), hit.has_value());
        if (!depth) {
            return;
        }
        ASSERT_TRUE(std::isfinite(*depth)) << "no surface or compound blocks a direction";
        ++pushed;
        if (oneSided) {
            return;  // the overlap ends abruptly: see depth_along_test.cpp
        }
        EXPECT_GE(*depth, hit->depth * (1.0f - 1e-6f));
        // Clear there, up to rounding, and nowhere before.
        const Pose clear{pose.position + direction * *depth, pose.rotation};
        EXPECT_GT(distance(level, Pose{}, body, clear).separation, -2e-6f);
        for (int i = 1; i < 10; ++i) {
            const Pose before{pose.position + direction * (*depth * 0.1f * float(i)), pose.rotation};
            EXPECT_TRUE(overlaps(level, Pose{}, body, before));
        }
    });
    std::printf("%d pushed\n", pushed);
    EXPECT_GT(pushed, 40);
}

TEST(CompositePairs, RigidMotionMirrorAndScaleChangeNothing) {
    forEachTrial(648, 40, [&](Random& random, int trial) {
        const TriangleMesh mesh = test::randomSoup(random, 20, trial % 2 ? Sides::Both : Sides::Front);
        const ConvexShape body = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose pose{glm::vec3(random.inBox(3.0)), glm::quat(random.rotation())};
        const float separation = distance(body, pose, mesh, Pose{}).separation;
        const Pose moved = test::randomPose(random, 20.0);
        const float inMotion = distance(body, moved * pose, mesh, moved).separation;
        if (!std::isfinite(separation)) {
            EXPECT_EQ(inMotion, separation);
            return;
        }
        EXPECT_NEAR(inMotion, separation, 3e-6f);
        for (const float scale : {-1.0f, 0x1p-10f, 0x1p10f}) {  // -1 mirrors all three axes
            const auto scaledMesh = transformed(mesh, glm::mat3(scale));
            const auto scaledBody = transformed(body, glm::mat3_cast(glm::conjugate(pose.rotation)) *
                                                          glm::mat3(scale) * glm::mat3_cast(pose.rotation));
            ASSERT_TRUE(scaledMesh && scaledBody);
            const float scaled =
                distance(*scaledBody, Pose{pose.position * scale, pose.rotation}, *scaledMesh, Pose{})
                    .separation;
            EXPECT_NEAR(scaled / std::abs(scale), separation, 3e-6f) << scale;
        }
    });
}

TEST(CompositePairs, ASolidMeshContainsTheSamePointsAsItsBox) {
    constexpr std::uint32_t kSeed = 649;
    Random random(kSeed);
    const TriangleMesh mesh = test::meshOf(test::boxTriangles({1, 2, 3}));
    const Box box{{}, {1, 2, 3}};
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        // Half of them level with vertices, edges and faces.
        glm::vec3 point(random.inBox(3.5));
        for (int axis = 0; axis < 3; ++axis) {
            if (random.chance(0.5)) {
                point[axis] = float(std::int64_t(random.below(7)) - 3);
            }
        }
        EXPECT_EQ(contains(mesh, Pose{}, point), contains(box, Pose{}, point))
            << point.x << ' ' << point.y << ' ' << point.z;
        inside += contains(mesh, Pose{}, point) ? 1 : 0;
        const Ray ray{point, glm::vec3(random.direction())};
        const auto ofBox = raycast(box, Pose{}, ray), ofMesh = raycast(mesh, Pose{}, ray);
        if (ofBox && !ofBox->startedInside) {
            ASSERT_TRUE(ofMesh);
            EXPECT_NEAR(ofMesh->entry.distance, ofBox->entry.distance, 1e-6f);
            EXPECT_NEAR(ofMesh->exit.distance, ofBox->exit.distance, 1e-6f);
            EXPECT_NEAR(glm::length(ofMesh->exit.normal - ofBox->exit.normal), 0.0f, 1e-6f);
        }
    }
    EXPECT_GT(inside, 150);
}

}  // namespace
