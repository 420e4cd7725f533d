#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// Poses that violate the contract. With NaN and without assertions: no answer, and no access beyond arrays
// for a face that no comparison found.

namespace {

using namespace sat3d;
using test::ShapeType;

#ifndef NDEBUG
int assertionsSeen = 0;

template <class Ask>
void expectAssertion(const char* verb, const Ask& ask) {
    assertionsSeen = 0;
    ask();
    EXPECT_GE(assertionsSeen, 1) << verb;
}

/// Calls the verbs for a pair in these poses.
template <class A, class B>
void askAll(const A& a, const Pose& poseA, const B& b, const Pose& poseB) {
    expectAssertion("overlaps", [&] { static_cast<void>(overlaps(a, poseA, b, poseB)); });
    expectAssertion("penetration", [&] { static_cast<void>(penetration(a, poseA, b, poseB)); });
    expectAssertion("distance", [&] { static_cast<void>(distance(a, poseA, b, poseB)); });
    expectAssertion("depthAlong", [&] { static_cast<void>(depthAlong(a, poseA, b, poseB, {1, 0, 0})); });
    expectAssertion("sweep", [&] { static_cast<void>(sweep(a, poseA, b, poseB, {{1, 0, 0}})); });
    std::array<Manifold, 2> buffer;
    expectAssertion("collide", [&] { static_cast<void>(collide(a, poseA, b, poseB, buffer)); });
}

/// Queries renormalize a rotation and return nothing for NaN. An assertion must report both nevertheless.
TEST(BrokenPoses, AreReportedByEveryVerb) {
    const AssertHandler former =
        setAssertHandler([](const char*, const char*, const char*, int) { ++assertionsSeen; });
    test::Random random(92);
    const auto hull = [&](ShapeType kind) { return test::hullOf(test::randomCloud(random, kind)); };
    const Compound pair = *Compound::fromChildren({{Sphere{}, {}}, {Box{}, {}}});
    const TriangleMesh mesh = *TriangleMesh::fromTriangles(
        std::vector<glm::vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, std::vector<std::uint32_t>{0, 1, 2});
    const Shape others[] = {
        hull(ShapeType::Box), hull(ShapeType::Tank), Sphere{}, Capsule{}, Box{}, HalfSpace{}, pair,
        Shape{mesh}};
    const ConvexShape solids[] = {hull(ShapeType::Box), hull(ShapeType::Tank), Sphere{}, Capsule{}, Box{}};
    const Pose sound = test::at(0.1f, 0, 0);
    Pose stretched = sound;
    stretched.rotation = glm::quat(2, 0, 0, 0);
    for (const Pose& broken : {stretched, test::at(0, std::numeric_limits<float>::quiet_NaN(), 0)}) {
        SCOPED_TRACE("rotation " + std::to_string(broken.rotation.w));
        for (const Shape& other : others) {
            SCOPED_TRACE("against alternative " + std::to_string(other.index()));
            for (const ConvexShape& solid : solids) {
                SCOPED_TRACE("of alternative " + std::to_string(solid.index()));
                askAll(solid, broken, other, sound);
                askAll(solid, sound, other, broken);
            }
            askAll(pair, broken, other, sound);
            askAll(pair, sound, other, broken);
        }
        // Overloads for hulls go straight to the kernels.
        for (const ShapeType kind : {ShapeType::Box, ShapeType::Tank}) {
            SCOPED_TRACE("two hulls");
            askAll(hull(kind), broken, hull(ShapeType::Tank), sound);
            askAll(hull(kind), sound, hull(ShapeType::Tank), broken);
            const ConvexHull twin = hull(kind);
            const std::array<ShapeRef, 2> shapes{twin, twin};
            const std::array<Pose, 2> poses{broken, sound};
            const std::array<PairIndices, 1> pairs{{{0, 1}}};
            std::optional<Penetration> answers[1];
            bool overlapping[1];
            expectAssertion("penetrationBatch", [&] { penetrationBatch(shapes, poses, pairs, answers); });
            expectAssertion("overlapBatch", [&] { overlapBatch(shapes, poses, pairs, overlapping); });
        }
        for (const Shape& shape : others) {
            SCOPED_TRACE("one of alternative " + std::to_string(shape.index()));
            expectAssertion("raycast", [&] { static_cast<void>(raycast(shape, broken, Ray{})); });
            std::array<RayHit, 2> hits;
            expectAssertion("raycastAll", [&] { static_cast<void>(raycastAll(shape, broken, Ray{}, hits)); });
            expectAssertion("contains", [&] { static_cast<void>(contains(shape, broken, {0, 0, 0})); });
            expectAssertion("bounds", [&] { static_cast<void>(bounds(shape, broken)); });
        }
        expectAssertion("setChildPose", [&] { Compound(pair).setChildPose(0, broken); });
    }
    setAssertHandler(former);
}
#endif

/// Expects that the verbs find nothing.
void expectNothing(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
    EXPECT_FALSE(overlaps(a, poseA, b, poseB));
    EXPECT_FALSE(overlaps(a, poseA, b, poseB, {.margin = 0.5f}));
    EXPECT_FALSE(penetration(a, poseA, b, poseB));
    PenetrationOptions widened;
    widened.margin = 0.5f;
    EXPECT_FALSE(penetration(a, poseA, b, poseB, widened));
    const Distance gap = distance(a, poseA, b, poseB);
    EXPECT_EQ(gap.separation, std::numeric_limits<float>::infinity());
    EXPECT_EQ(gap.normal, glm::vec3(0.0f));
    std::array<Manifold, 2> buffer;
    EXPECT_FALSE(collide(a, poseA, b, poseB, buffer));
    CollideOptions wide;
    wide.margin = 0.5f;
    EXPECT_FALSE(collide(a, poseA, b, poseB, buffer, wide));
    EXPECT_FALSE(depthAlong(a, poseA, b, poseB, {1, 0, 0}));
    EXPECT_FALSE(pushOutAlong(a, poseA, b, poseB, {1, 0, 0}));
    EXPECT_FALSE(sweep(a, poseA, b, poseB, {{1, 0, 0}}, {}));
    EXPECT_FALSE(sweep(a, poseA, b, poseB, RigidMotion{{1, 0, 0}, {0, 0, 1}, {}}, RigidMotion{}));
    SweepOptions withSkin;
    withSkin.skin = 0.01f;
    EXPECT_FALSE(sweep(a, poseA, b, poseB, {{1, 0, 0}}, {}, withSkin));
    EXPECT_FALSE(sweep(a, poseA, b, poseB, RigidMotion{{1, 0, 0}, {0, 0, 1}, {}}, RigidMotion{}, withSkin));
    if (const auto* const compound = std::get_if<Compound>(&a)) {
        const std::vector<RigidMotion> motions(compound->children().size(), {{1, 0, 0}, {0, 0, 1}, {}});
        EXPECT_FALSE(sweep(*compound, poseA, b, poseB, motions, RigidMotion{}, withSkin));
    }
    const Explanation why = explain(a, poseA, b, poseB);
    EXPECT_EQ(why.separation, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(why.overlapping());
    EXPECT_FALSE(why.penetration());
}

// One rule for all pairs and verbs.
TEST(BrokenPoses, FindNothing) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    test::Random random(93);
    const Compound pair = *Compound::fromChildren({{Sphere{}, {}}, {Box{}, {}}});
    const TriangleMesh mesh = *TriangleMesh::fromTriangles(
        std::vector<glm::vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, std::vector<std::uint32_t>{0, 1, 2});
    const HeightField field = *HeightField::fromHeights(std::vector<float>{0, 0, 0, 0}, 2, 2, {1, 1});
    const std::vector<Shape> shapes{test::hullOf(test::randomCloud(random, ShapeType::Box)),
                                    test::hullOf(test::randomCloud(random, ShapeType::Tank)),
                                    Sphere{},
                                    Capsule{},
                                    Box{},
                                    Box{.rotation = glm::normalize(glm::quat(1, 2, 3, 4))},
                                    HalfSpace{},
                                    pair,
                                    mesh,
                                    field};
    Pose nanRotation, noRotation, hugeRotation;
    nanRotation.rotation = glm::quat(1, nan, 0, 0);
    noRotation.rotation = glm::quat(0, 0, 0, 0);
    hugeRotation.rotation = glm::quat(infinity, 0, 0, 0);
    const Pose sound = test::at(0.1f, 0, 0);
    for (const Pose& broken :
         {test::at(nan, 0, 0), test::at(0, 0, infinity), nanRotation, noRotation, hugeRotation}) {
        for (const Shape& a : shapes) {
            SCOPED_TRACE("of alternative " + std::to_string(a.index()));
            for (const Shape& b : shapes) {
                SCOPED_TRACE("against alternative " + std::to_string(b.index()));
                expectNothing(a, broken, b, sound);
                expectNothing(a, sound, b, broken);
                expectNothing(a, broken, b, broken);
            }
            EXPECT_FALSE(raycast(a, broken, Ray{{0, 0, 5}, {0, 0, -1}, 10.0f}));
            std::array<RayHit, 2> hits;
            std::array<MovingRayHit, 2> passages;
            EXPECT_TRUE(raycastAll(a, broken, Ray{{0, 0, 5}, {0, 0, -1}, 10.0f}, hits).empty());
            EXPECT_TRUE(
                raycastAll(a, broken, RigidMotion{}, Ray{{0, 0, 5}, {0, 0, -1}, 10.0f}, passages).empty());
            EXPECT_FALSE(contains(a, broken, {0, 0, 0}));
        }
    }
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            const Pose apart = test::at(5, 0, 0);
            for (const float broken : {nan, infinity}) {
                EXPECT_FALSE(sweep(a, sound, b, apart, {{broken, 0, 0}}));
                EXPECT_FALSE(sweep(a, sound, b, apart, RigidMotion{}, RigidMotion{{}, {0, broken, 0}, {}}));
            }
        }
    }
    setAssertHandler(former);
}

TEST(BrokenPoses, GiveNoAnswerWhateverTheHulls) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    Pose nanRotation, noRotation, hugeRotation;
    nanRotation.rotation = glm::quat(1, nan, 0, 0);
    noRotation.rotation = glm::quat(0, 0, 0, 0);
    hugeRotation.rotation = glm::quat(infinity, 0, 0, 0);
    test::Random random(91);
    for (const ShapeType kind : {ShapeType::Box, ShapeType::Tank, ShapeType::Ellipsoid64}) {
        const ConvexHull hull = test::hullOf(test::randomCloud(random, kind));
        for (const Pose& broken :
             {test::at(nan, 0, 0), test::at(0, 0, infinity), nanRotation, noRotation, hugeRotation}) {
            ASSERT_TRUE(penetration(hull, test::at(0, 0, 0), hull, test::at(0.1f, 0, 0)));
            EXPECT_FALSE(penetration(hull, broken, hull, test::at(0, 0, 0)));
            EXPECT_FALSE(penetration(hull, test::at(0, 0, 0), hull, broken));
            EXPECT_FALSE(overlaps(hull, broken, hull, test::at(0, 0, 0)));

            const std::array<ShapeRef, 3> shapes{hull, hull, hull};
            const std::array<Pose, 3> poses{test::at(0, 0, 0), broken, test::at(0.1f, 0, 0)};
            const std::array<PairIndices, 2> pairs{{{0, 1}, {0, 2}}};
            std::optional<Penetration> answers[2];
            bool overlapping[2] = {true, false};
            penetrationBatch(shapes, poses, pairs, answers);
            overlapBatch(shapes, poses, pairs, overlapping);
            EXPECT_FALSE(answers[0]);
            EXPECT_FALSE(overlapping[0]);
            EXPECT_TRUE(answers[1]);
            EXPECT_TRUE(overlapping[1]);
        }
    }
    setAssertHandler(former);
}

}  // namespace
