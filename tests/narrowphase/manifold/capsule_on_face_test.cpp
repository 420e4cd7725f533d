// Contacts of a capsule on a face of a box, compared with the routine for any two convex shapes.

#include "narrowphase/manifold/capsule_on_face.hpp"

#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/round_manifold.hpp"
#include "shapes/basic/box_frame.hpp"
#include "support/random_convex.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

namespace {

using namespace sat3d;
using test::Random;

/// A capsule that lies on a face of a box, with its middle over the face or beside it.
struct CapsuleAndBox {
    Capsule capsule;
    Box box;
    DPose poseA, poseB;

    explicit CapsuleAndBox(Random& random)
        : capsule(std::get<Capsule>(test::randomConvex(random, 1))),
          box(std::get<Box>(test::randomConvex(random, 2))),
          poseB{random.inBox(20.0), random.rotation()} {
        const BoxFrame frame(box, localToWorld(poseB));
        const int up = static_cast<int>(random.below(3)), next = (up + 1) % 3, last = (up + 2) % 3;
        const double sign = random.chance(0.5) ? 1.0 : -1.0, turn = random.uniform(0.0, 6.28),
                     tilt = std::pow(10.0, random.uniform(-7.0, -1.0));
        const glm::dvec3 along = glm::normalize(std::cos(turn) * frame.axes[next] +
                                                std::sin(turn) * frame.axes[last] + tilt * frame.axes[up]);
        const glm::dvec3 inFrame = glm::dvec3(capsule.end) - glm::dvec3(capsule.start);
        poseA.rotation = glm::normalize(glm::dquat(glm::normalize(inFrame), along));
        const double depth = random.uniform(-0.05, 0.1);
        const glm::dvec3 middle =
            frame.center + random.uniform(-1.2, 1.2) * frame.halfExtents[next] * frame.axes[next] +
            random.uniform(-1.2, 1.2) * frame.halfExtents[last] * frame.axes[last] +
            sign * (frame.halfExtents[up] + double(capsule.radius) - depth) * frame.axes[up];
        poseA.position =
            middle - poseA.rotation * (0.5 * (glm::dvec3(capsule.start) + glm::dvec3(capsule.end)));
    }
};

TEST(CapsuleOnFace, EqualsTheGeneralRoutine) {
    Random random(441);
    std::array<int, 3> counts{};
    int cutEnds = 0, wholeEnds = 0, nearSides = 0, general = 0, otherPushes = 0;
    for (int trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE(trial);
        const CapsuleAndBox shapes(random);
        const ShapeRef a(shapes.capsule), b(shapes.box);
        const PosedPair<double> pair{a, shapes.poseA, b, shapes.poseB};
        CollideOptions options;
        options.margin = trial % 2 == 0 ? 0.05f : 0.0f;
        const auto hit = penetration(a, shapes.poseA, b, shapes.poseB, {.margin = options.margin});
        std::optional<DManifold> found;
        ASSERT_TRUE(findRoundManifold(pair, options, found));
        ASSERT_EQ(found.has_value(), hit.has_value());
        if (!hit) {
            continue;
        }
        const DManifold expected = PairManifold<double>(pair, options).fromPenetration(*hit);
        ASSERT_EQ(found->pointCount, expected.pointCount);
        EXPECT_LT(glm::length(found->normal - expected.normal), 1e-6f);
        EXPECT_EQ(found->penetration.depth, hit->depth);
        EXPECT_EQ(found->penetration.normal, hit->normal);
        EXPECT_EQ(found->penetration.features, hit->features);
        for (std::uint32_t i = 0; i < found->pointCount; ++i) {
            const DContactPoint &point = found->pointArray[i], &same = expected.pointArray[i];
            EXPECT_EQ(point.id, same.id);
            EXPECT_NEAR(point.separation, same.separation, 1e-6);
            EXPECT_NEAR(glm::length(point.position - same.position), 0.0, 1e-6);
            const auto onCapsule = static_cast<std::uint32_t>(point.id >> 32),
                       onFace = static_cast<std::uint32_t>(point.id);
            const bool isInside = onFace >> 30 == 2, isEnd = onCapsule < 2;
            (isEnd ? isInside ? wholeEnds : nearSides : cutEnds) += 1;
        }
        DManifold direct;
        CapsuleOnFace contacts(pair, *hit, options);
        const bool isDirect = contacts.writeContacts(direct);
        otherPushes += isDirect && hit->features.kind != FeaturePair::Kind::FaceB ? 1 : 0;
        ++(isDirect ? counts[direct.pointCount] : general);
    }
    EXPECT_GT(counts[1], 50);
    EXPECT_GT(counts[2], 1000);
    EXPECT_GT(otherPushes, 100);
    EXPECT_GT(general, 50);
    EXPECT_LT(general, 1500);
    EXPECT_GT(wholeEnds, 1000);
    EXPECT_GT(cutEnds, 1000);
    EXPECT_GT(nearSides, 30);
}

/// Rounding decides whether they touch, and may raise both ends above the face.
TEST(CapsuleOnFace, TouchingByRoundingHasAPoint) {
    Random random(442);
    int touching = 0, otherwise = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        SCOPED_TRACE(trial);
        CapsuleAndBox shapes(random);
        for (int step = 0; step < 3; ++step) {
            const auto gap = distance(shapes.capsule, shapes.poseA, shapes.box, shapes.poseB);
            shapes.poseA.position += double(gap.separation) * glm::dvec3(gap.normal);
        }
        const auto hit = penetration(shapes.capsule, shapes.poseA, shapes.box, shapes.poseB);
        const auto manifold = collide(shapes.capsule, shapes.poseA, shapes.box, shapes.poseB);
        ASSERT_EQ(manifold.has_value(), hit.has_value());
        if (!hit) {
            continue;
        }
        ASSERT_GE(manifold->pointCount, 1u);
        ++touching;
        DManifold direct;
        const PosedPair<double> pair{shapes.capsule, shapes.poseA, shapes.box, shapes.poseB};
        otherwise += CapsuleOnFace(pair, *hit, {}).writeContacts(direct) ? 0 : 1;
    }
    EXPECT_GT(touching, 3000);
    EXPECT_GT(otherwise, 100);
}

}  // namespace
