#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

// Poses that break the contract. Numbers that are none, in a program without assertions: no answer, and no
// reading beyond arrays for a face that no comparison found.

namespace {

using namespace sat3d;
using test::ShapeKind;

#ifndef NDEBUG
int assertionsSeen = 0;

template <class Ask>
void expectTold(const char* verb, const Ask& ask) {
    assertionsSeen = 0;
    ask();
    EXPECT_GE(assertionsSeen, 1) << verb;
}

/// Asks the verbs about a pair in these poses.
template <class A, class B>
void askAll(const A& a, const Pose& poseA, const B& b, const Pose& poseB) {
    expectTold("overlaps", [&] { static_cast<void>(overlaps(a, poseA, b, poseB)); });
    expectTold("penetration", [&] { static_cast<void>(penetration(a, poseA, b, poseB)); });
    expectTold("distance", [&] { static_cast<void>(distance(a, poseA, b, poseB)); });
    expectTold("depthAlong", [&] { static_cast<void>(depthAlong(a, poseA, b, poseB, {1, 0, 0})); });
    expectTold("sweep", [&] { static_cast<void>(sweep(a, poseA, b, poseB, {{1, 0, 0}, {0, 0, 0}})); });
    std::array<Manifold, 2> room;
    expectTold("collide", [&] { static_cast<void>(collide(a, poseA, b, poseB, room)); });
}

/// The queries renormalise and so would answer, or say nothing where a number is none: neither is a reason
/// not to tell.
TEST(BrokenPoses, AreToldByEveryVerb) {
    const AssertHandler former =
        setAssertHandler([](const char*, const char*, const char*, int) { ++assertionsSeen; });
    test::Random random(92);
    const auto hull = [&](ShapeKind kind) { return test::hullOf(test::randomCloud(random, kind)); };
    const Compound pair = *Compound::fromParts({{Sphere{}, {}}, {Box{}, {}}});
    const TriangleMesh mesh = *TriangleMesh::fromTriangles(
        std::vector<glm::vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, std::vector<std::uint32_t>{0, 1, 2});
    const Shape others[] = {
        hull(ShapeKind::Box), hull(ShapeKind::Tank), Sphere{}, Capsule{}, Box{}, HalfSpace{}, pair,
        Shape{mesh}};
    const ConvexShape solids[] = {hull(ShapeKind::Box), hull(ShapeKind::Tank), Sphere{}, Capsule{}, Box{}};
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
        // Hulls by their own type go straight to the kernels.
        for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Tank}) {
            SCOPED_TRACE("two hulls");
            askAll(hull(kind), broken, hull(ShapeKind::Tank), sound);
            askAll(hull(kind), sound, hull(ShapeKind::Tank), broken);
            const ConvexHull twin = hull(kind);
            const PosedPair pairs[] = {{&twin, broken, &twin, sound}};
            std::optional<Penetration> answers[1];
            bool overlapping[1];
            expectTold("penetrations", [&] { penetrations(pairs, answers); });
            expectTold("overlaps of pairs", [&] { overlaps(pairs, overlapping); });
        }
        for (const Shape& shape : others) {
            SCOPED_TRACE("one of alternative " + std::to_string(shape.index()));
            expectTold("raycast", [&] { static_cast<void>(raycast(shape, broken, Ray{})); });
            expectTold("contains", [&] { static_cast<void>(contains(shape, broken, {0, 0, 0})); });
            expectTold("bounds", [&] { static_cast<void>(bounds(shape, broken)); });
        }
        expectTold("setPartPose", [&] { Compound(pair).setPartPose(0, broken); });
    }
    setAssertHandler(former);
}
#endif

TEST(BrokenPoses, GiveNoAnswerWhateverTheHulls) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    Pose nanRotation, noRotation, hugeRotation;
    nanRotation.rotation = glm::quat(1, nan, 0, 0);
    noRotation.rotation = glm::quat(0, 0, 0, 0);
    hugeRotation.rotation = glm::quat(infinity, 0, 0, 0);
    test::Random random(91);
    for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Tank, ShapeKind::Ellipsoid64}) {
        const ConvexHull hull = test::hullOf(test::randomCloud(random, kind));
        for (const Pose& broken :
             {test::at(nan, 0, 0), test::at(0, 0, infinity), nanRotation, noRotation, hugeRotation}) {
            PairCache cache;
            ASSERT_TRUE(penetration(hull, test::at(0, 0, 0), hull, test::at(0.1f, 0, 0), cache));
            EXPECT_FALSE(penetration(hull, test::at(0, 0, 0), hull, broken, cache));
            EXPECT_FALSE(penetration(hull, broken, hull, test::at(0, 0, 0), cache, {.stickyFeatures = true}));
            EXPECT_FALSE(penetration(hull, test::at(0, 0, 0), hull, broken));
            EXPECT_FALSE(overlaps(hull, broken, hull, test::at(0, 0, 0)));
            EXPECT_TRUE(penetration(hull, test::at(0, 0, 0), hull, test::at(0.1f, 0, 0), cache));

            const PosedPair pairs[] = {{&hull, test::at(0, 0, 0), &hull, broken},
                                       {&hull, test::at(0, 0, 0), &hull, test::at(0.1f, 0, 0)}};
            std::optional<Penetration> answers[2];
            bool overlapping[2] = {true, false};
            penetrations(pairs, answers);
            overlaps(pairs, overlapping);
            EXPECT_FALSE(answers[0]);
            EXPECT_FALSE(overlapping[0]);
            EXPECT_TRUE(answers[1]);
            EXPECT_TRUE(overlapping[1]);
        }
    }
    setAssertHandler(former);
}

}  // namespace
