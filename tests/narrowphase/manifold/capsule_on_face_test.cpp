// Contacts of a capsule on a face of a box or of a hull, compared with the routine for any two convex shapes.

#include "narrowphase/manifold/capsule_on_face.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"
#include "support/hulls.hpp"
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
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// A capsule that lies on a face of a box or of a hull, with its middle over the face or beside it.
struct CapsuleAndPolytope {
    Capsule capsule;
    ConvexShape polytope;
    DPose poseA, poseB;

    explicit CapsuleAndPolytope(Random& random)
        : capsule(std::get<Capsule>(test::randomConvex(random, 1))),
          polytope(test::randomConvex(random, random.chance(0.5) ? 2 : 3)),
          poseB{random.inBox(20.0), random.rotation()} {
        const ConvexProxy proxy(polytope, localToWorld(poseB));
        const std::uint32_t face = random.below(proxy.faceCount());
        const auto corners = proxy.faceVertices(face);
        const glm::dvec3 up = proxy.faceNormal(face),
                         next = glm::normalize(proxy.vertex(corners[1]) - proxy.vertex(corners[0])),
                         last = glm::cross(up, next);
        const double turn = random.uniform(0.0, 6.28), tilt = std::pow(10.0, random.uniform(-7.0, -1.0));
        const glm::dvec3 along = glm::normalize(std::cos(turn) * next + std::sin(turn) * last + tilt * up);
        const glm::dvec3 inFrame = glm::dvec3(capsule.end) - glm::dvec3(capsule.start);
        poseA.rotation = glm::normalize(glm::dquat(glm::normalize(inFrame), along));
        const auto anyCorner = [&] {
            return proxy.vertex(corners[random.below(static_cast<std::uint32_t>(corners.size()))]);
        };
        const glm::dvec3 from = anyCorner(), to = anyCorner();
        const double depth = random.uniform(-0.05, 0.1), radius = capsule.radius;
        const glm::dvec3 middle = from + random.uniform(-0.2, 1.2) * (to - from) +
                                  random.uniform(-0.3, 0.3) * next + random.uniform(-0.3, 0.3) * last +
                                  (radius - depth) * up;
        poseA.position =
            middle - poseA.rotation * (0.5 * (glm::dvec3(capsule.start) + glm::dvec3(capsule.end)));
    }
};

TEST(CapsuleOnFace, EqualsTheGeneralRoutine) {
    Random random(441);
    std::array<int, 3> counts{};
    int cutEnds = 0, wholeEnds = 0, nearSides = 0, general = 0, otherPushes = 0, onePoint = 0;
    for (int trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE(trial);
        const CapsuleAndPolytope shapes(random);
        const ShapeRef a(shapes.capsule), b(shapes.polytope);
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
        CapsuleOnFace contacts(pair, *hit, options);
        if (!contacts.isReference() && !contacts.isAlongEdge()) {
            // The general routine may keep both ends of what is nearly as close, or one end. The point is as
            // deep as the push, which these ends are not.
            ASSERT_EQ(found->pointCount, 1u);
            EXPECT_NEAR(found->pointArray[0].separation, options.margin - hit->depth, 1e-6f);
            const DContactPoint &first = expected.points().front(), &last = expected.points().back();
            EXPECT_LT(distanceToSegment(first.position, last.position, found->pointArray[0].position),
                      0.005 * double(shapes.capsule.radius));
            ++onePoint;
            continue;
        }
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
        const bool isDirect = contacts.isReference() && contacts.writeContacts(direct);
        otherPushes += isDirect && hit->features.kind != FeaturePair::Kind::FaceB ? 1 : 0;
        ++(isDirect ? counts[direct.pointCount] : general);
    }
    EXPECT_GT(counts[1], 20);
    EXPECT_GT(counts[2], 1000);
    EXPECT_GT(otherPushes, 100);
    EXPECT_GT(onePoint, 100);
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
        CapsuleAndPolytope shapes(random);
        for (int step = 0; step < 3; ++step) {
            const auto gap = distance(shapes.capsule, shapes.poseA, shapes.polytope, shapes.poseB);
            shapes.poseA.position += double(gap.separation) * glm::dvec3(gap.normal);
        }
        const auto hit = penetration(shapes.capsule, shapes.poseA, shapes.polytope, shapes.poseB);
        const auto manifold = collide(shapes.capsule, shapes.poseA, shapes.polytope, shapes.poseB);
        ASSERT_EQ(manifold.has_value(), hit.has_value());
        if (!hit) {
            continue;
        }
        ASSERT_GE(manifold->pointCount, 1u);
        ++touching;
        DManifold direct;
        const PosedPair<double> pair{shapes.capsule, shapes.poseA, shapes.polytope, shapes.poseB};
        CapsuleOnFace contacts(pair, *hit, {});
        otherwise += contacts.isReference() && contacts.writeContacts(direct) ? 0 : 1;
    }
    EXPECT_GT(touching, 3000);
    EXPECT_GT(otherwise, 100);
}

/// A hull of so many vertices has no lists of the faces around each: the general routine answers.
TEST(CapsuleOnFace, TouchesTheTipOfAHullOfFortyThousandVertices) {
    std::vector<glm::vec3> points{{0.0f, 0.0f, 2.0f}};
    constexpr int kCount = 55'000;
    for (int i = 0; i < kCount; ++i) {  // a spiral around the unit sphere
        const double z = 1.0 - (2.0 * i + 1.0) / kCount, turn = 2.399963229728653 * i,
                     r = std::sqrt(1.0 - z * z);
        points.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
    }
    const ConvexHull hull = test::hullOf(points);
    ASSERT_GT(hull.vertices().size(), HullAdjacency::kMaxVertices);
    const Capsule upright{{0, 0, 0}, {0, 0, 1}, 0.25f}, lying{{-0.5f, 0, 0}, {0.6f, 0, 0}, 0.25f};
    for (const Capsule& capsule : {upright, lying}) {
        const auto manifold = collide(capsule, Pose{{0, 0, 2.2f}}, hull, Pose{});
        ASSERT_TRUE(manifold);
        ASSERT_EQ(manifold->pointCount, 1u);
        EXPECT_NEAR(manifold->normal.z, -1.0f, 1e-6f);
        EXPECT_NEAR(manifold->pointArray[0].separation, -0.05f, 1e-6f);
        EXPECT_NEAR(manifold->pointArray[0].position.z, 1.975f, 1e-6f);
    }
}

}  // namespace
