#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::kCube;

/// Positions sorted by x, then y, then z.
std::vector<glm::vec3> sortedPoints(const Manifold& manifold) {
    std::vector<glm::vec3> points;
    for (const ContactPoint& point : manifold.points()) {
        points.push_back(point.position);
    }
    std::sort(points.begin(), points.end(), [](const glm::vec3& a, const glm::vec3& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    });
    return points;
}

std::set<std::uint64_t> idsOf(const Manifold& manifold) {
    std::set<std::uint64_t> ids;
    for (const ContactPoint& point : manifold.points()) {
        ids.insert(point.id);
    }
    return ids;
}

void expectPoints(const Manifold& manifold, const std::vector<glm::vec3>& expected, float separation) {
    const auto points = sortedPoints(manifold);
    ASSERT_EQ(points.size(), expected.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_NEAR(glm::length(points[i] - expected[i]), 0.0f, 1e-6f) << i;
    }
    for (const ContactPoint& point : manifold.points()) {
        EXPECT_NEAR(point.separation, separation, 1e-6f);
    }
    EXPECT_EQ(idsOf(manifold).size(), expected.size());
}

Pose nearbyPose(test::Random& random) {
    return {glm::vec3(random.inBox(1.2)), glm::quat(random.rotation())};
}

/// As boxes and as hulls.
template <class Check>
void forBoxesAndHulls(const glm::dvec3& extentsA, const glm::dvec3& extentsB, const Check& check) {
    check(Box{{0, 0, 0}, glm::vec3(extentsA)}, Box{{0, 0, 0}, glm::vec3(extentsB)});
    check(test::boxHull(extentsA), test::boxHull(extentsB));
    check(Box{{0, 0, 0}, glm::vec3(extentsA)}, test::boxHull(extentsB));
}

TEST(Collide, BoxOnBoxHasFourPoints) {
    forBoxesAndHulls({3, 3, 1}, {0.5, 0.5, 0.5}, [](const auto& floor, const auto& crate) {
        const auto manifold = collide(floor, at(0, 0, 0), crate, at(1, -0.5f, 1.4375f));
        ASSERT_TRUE(manifold);
        EXPECT_EQ(manifold->normal, glm::vec3(0, 0, 1));
        EXPECT_NEAR(manifold->penetration.depth, 0.0625f, 1e-6f);
        const float z = 1.0f - 0.03125f;
        expectPoints(*manifold, {{0.5f, -1, z}, {0.5f, 0, z}, {1.5f, -1, z}, {1.5f, 0, z}}, -0.0625f);
    });
}

TEST(Collide, BoxOverAnEdge) {
    // Half of the crate is over the edge: the contact area ends there.
    forBoxesAndHulls({3, 3, 1}, {0.5, 0.5, 0.5}, [](const auto& floor, const auto& crate) {
        const auto manifold = collide(crate, at(3, 0, 1.4375f), floor, at(0, 0, 0));
        ASSERT_TRUE(manifold);
        EXPECT_EQ(manifold->normal, glm::vec3(0, 0, -1));
        const float z = 1.0f - 0.03125f;
        expectPoints(*manifold, {{2.5f, -0.5f, z}, {2.5f, 0.5f, z}, {3, -0.5f, z}, {3, 0.5f, z}}, -0.0625f);
    });
}

TEST(Collide, StackOfEqualCrates) {
    forBoxesAndHulls({1, 1, 1}, {1, 1, 1}, [](const auto& lower, const auto& upper) {
        const auto manifold = collide(lower, at(0, 0, 0), upper, at(0, 0, 1.875f));
        ASSERT_TRUE(manifold);
        const float z = 0.9375f;
        expectPoints(*manifold, {{-1, -1, z}, {-1, 1, z}, {1, -1, z}, {1, 1, z}}, -0.125f);
        // Ids hold although vertices slip over each other's edges, and although the order of the poses' bits
        // changes.
        for (const glm::vec3 slip : {glm::vec3(1e-4f, 1e-4f, 0), glm::vec3(-1e-4f, 1e-4f, 0),
                                     glm::vec3(1e-4f, -1e-4f, 0), glm::vec3(-1e-4f, -1e-4f, 0)}) {
            const Pose turned{slip + glm::vec3(0, 0, 1.875f), glm::angleAxis(slip.x, glm::vec3(0, 0, 1))};
            const auto moved = collide(lower, at(0, 0, 0), upper, turned);
            ASSERT_TRUE(moved);
            EXPECT_EQ(idsOf(*moved), idsOf(*manifold));
        }
    });
}

TEST(Collide, EdgeAcrossEdge) {
    forBoxesAndHulls({4, 0.5, 0.5}, {4, 0.5, 0.5}, [](const auto& a, const auto& b) {
        const Pose poseA{{0, 0, 0}, glm::angleAxis(glm::radians(45.0f), glm::vec3(1, 0, 0))};
        const Pose poseB{{0.25f, -0.5f, 1.375f},
                         glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1)) *
                             glm::angleAxis(glm::radians(45.0f), glm::vec3(1, 0, 0))};
        const auto manifold = collide(a, poseA, b, poseB);
        ASSERT_TRUE(manifold);
        const float depth = std::sqrt(2.0f) - 1.375f;
        EXPECT_NEAR(glm::length(manifold->normal - glm::vec3(0, 0, 1)), 0.0f, 1e-6f);
        expectPoints(*manifold, {{0.25f, 0, 0.6875f}}, -depth);
    });
}

TEST(Collide, RoundShapes) {
    const Sphere ball{{0, 0, 0}, 0.5f};
    const auto onFace = collide(kCube, at(0, 0, 0), ball, at(0.5f, 0.25f, 1.25f));
    ASSERT_TRUE(onFace);
    expectPoints(*onFace, {{0.5f, 0.25f, 0.875f}}, -0.25f);
    const auto balls = collide(ball, at(0, 0, 0), ball, at(0.75f, 0, 0));
    ASSERT_TRUE(balls);
    expectPoints(*balls, {{0.375f, 0, 0}}, -0.25f);
    const auto onEdge = collide(ball, at(1.25f, 0.5f, 1.25f), kCube, at(0, 0, 0));
    ASSERT_TRUE(onEdge);
    const float depth = 0.5f - std::sqrt(0.125f), middle = 1.0f - 0.5f * depth * std::sqrt(0.5f);
    expectPoints(*onEdge, {{middle, 0.5f, middle}}, -depth);
}

/// The normal is that of the push, also near an edge of B, where a box would get a face normal. The contact
/// lies midway between the closest points, whichever shape comes first.
TEST(Collide, SphereTouchesInThePointOfItsPush) {
    test::Random random(4711);
    const Sphere ball{{0.1f, 0, 0}, 0.5f};
    const ConvexHull tagged =
        test::boxHull({1, 1, 1}).withFaceTags(std::array<std::uint32_t, 6>{1, 2, 3, 4, 5, 6});
    const std::vector<ConvexShape> others{ball, Capsule{{-1, 0, 0}, {1, 0, 0}, 0.4f}, kCube, tagged};
    std::vector<int> hits(others.size());
    for (int i = 0; i < 4000; ++i) {
        const std::size_t which = random.below(static_cast<std::uint32_t>(others.size()));
        const Pose poseA = nearbyPose(random), poseB = nearbyPose(random);
        const auto manifold = collide(ball, poseA, others[which], poseB, {.margin = 0.1f});
        const auto push = penetration(ball, poseA, others[which], poseB, {.margin = 0.1f});
        ASSERT_EQ(manifold.has_value(), push.has_value());
        if (!manifold) {
            continue;
        }
        ++hits[which];
        ASSERT_EQ(manifold->pointCount, 1u);
        EXPECT_EQ(manifold->normal, push->normal);
        EXPECT_EQ(manifold->penetration.depth, push->depth);
        const Distance nearest = distance(ball, poseA, others[which], poseB);
        const ContactPoint& contact = manifold->points()[0];
        EXPECT_EQ(contact.separation, nearest.separation);
        EXPECT_NEAR(glm::length(contact.position - 0.5f * (nearest.pointA + nearest.pointB)), 0.0f, 1e-5f);
        EXPECT_EQ(manifold->faceTagB != 0, which == 3);
        const auto swapped = collide(others[which], poseB, ball, poseA, {.margin = 0.1f});
        ASSERT_TRUE(swapped);
        EXPECT_EQ(swapped->points()[0].position, contact.position);
        EXPECT_EQ(swapped->points()[0].id, contact.id);
        EXPECT_EQ(swapped->faceTagA, manifold->faceTagB);
    }
    for (const int count : hits) {
        EXPECT_GT(count, 100);
    }
}

/// The bits of the poses decide the canonical order of two equal capsules, and change from frame to frame.
/// The id does not.
TEST(Collide, CrossingCapsulesKeepTheirId) {
    const Capsule capsule{{-1, 0, 0}, {1, 0, 0}, 0.25f};
    std::set<std::uint64_t> ids;
    for (int i = -50; i <= 50; ++i) {
        const Pose lower{{0.001f * static_cast<float>(i), 0, 0}},
            upper{{1.1f, 0, 0.4f}, glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1))};
        const auto manifold = collide(capsule, lower, capsule, upper);
        ASSERT_TRUE(manifold);
        ASSERT_EQ(manifold->pointCount, 1u);
        ids.merge(idsOf(*manifold));
    }
    EXPECT_EQ(ids.size(), 1u);
}

TEST(Collide, CapsuleLyingDownHasTwoPoints) {
    const Capsule lying{{-0.5f, 0, 0}, {0.5f, 0, 0}, 0.25f};
    const auto onFace = collide(kCube, at(0, 0, 0), lying, at(0, 0.5f, 1.1875f));
    ASSERT_TRUE(onFace);
    expectPoints(*onFace, {{-0.5f, 0.5f, 0.96875f}, {0.5f, 0.5f, 0.96875f}}, -0.0625f);
    const auto overEdge = collide(lying, at(1, 0.5f, 1.1875f), kCube, at(0, 0, 0));
    ASSERT_TRUE(overEdge);
    expectPoints(*overEdge, {{0.5f, 0.5f, 0.96875f}, {1, 0.5f, 0.96875f}}, -0.0625f);
    const auto onFloor = collide(HalfSpace{}, at(0, 0, 0), lying, at(7, 0, 0.1875f));
    ASSERT_TRUE(onFloor);
    expectPoints(*onFloor, {{6.5f, 0, -0.03125f}, {7.5f, 0, -0.03125f}}, -0.0625f);
    const auto sideBySide = collide(lying, at(0, 0, 0), lying, at(0.5f, 0, 0.4375f));
    ASSERT_TRUE(sideBySide);
    expectPoints(*sideBySide, {{0, 0, 0.21875f}, {0.5f, 0, 0.21875f}}, -0.0625f);
    const auto alongEdge = collide(kCube, at(0, 0, 0), lying, at(0, 1.125f, 1.125f));
    ASSERT_TRUE(alongEdge);
    EXPECT_EQ(alongEdge->points().size(), 2u);
    const Pose upright{{0, 0, 1.6875f}, glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 1, 0))};
    const auto standing = collide(kCube, at(0, 0, 0), lying, upright);
    ASSERT_TRUE(standing);
    expectPoints(*standing, {{0, 0, 0.96875f}}, -0.0625f);
}

TEST(Collide, CylinderOnAFloor) {
    std::vector<glm::vec3> rim;
    for (int i = 0; i < 32; ++i) {
        const double angle = 6.283185307179586 * i / 32.0;
        rim.emplace_back(glm::dvec3(std::cos(angle), std::sin(angle), -0.5));
        rim.emplace_back(glm::dvec3(std::cos(angle), std::sin(angle), 0.5));
    }
    const ConvexHull cylinder = test::hullOf(rim);
    std::set<std::uint64_t> ids;
    for (int frame = 0; frame < 50; ++frame) {
        // Sinks in slightly less each frame, and swings sideways.
        const Pose pose{{1e-4f * static_cast<float>(frame % 3), 0, 0.4f + 1e-4f * static_cast<float>(frame)}};
        const auto standing = collide(cylinder, pose, HalfSpace{}, at(0, 0, 0));
        ASSERT_TRUE(standing);
        ASSERT_EQ(standing->points().size(), 4u);
        const auto points = sortedPoints(*standing);
        EXPECT_LT(points[0].x, -0.6f);
        EXPECT_GT(points[3].x, 0.6f);
        ids = frame == 0 ? idsOf(*standing) : ids;
        EXPECT_EQ(idsOf(*standing), ids);
    }
    const Pose rolled{{0, 0, 0.9f}, glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0))};
    const auto lying = collide(cylinder, rolled, HalfSpace{}, at(0, 0, 0));
    ASSERT_TRUE(lying);
    EXPECT_GE(lying->points().size(), 2u);
}

TEST(Collide, MarginGivesPointsBeforeContact) {
    forBoxesAndHulls({3, 3, 1}, {0.5, 0.5, 0.5}, [](const auto& floor, const auto& crate) {
        EXPECT_FALSE(collide(floor, at(0, 0, 0), crate, at(0, 0, 1.5625f)));
        EXPECT_FALSE(collide(floor, at(0, 0, 0), crate, at(0, 0, 1.5f))) << "touching is not overlapping";
        const CollideOptions options{.margin = 0.125f};
        const auto manifold = collide(floor, at(0, 0, 0), crate, at(0, 0, 1.5625f), options);
        ASSERT_TRUE(manifold);
        EXPECT_NEAR(manifold->penetration.depth, 0.0625f, 1e-6f);
        const float z = 1.03125f;
        expectPoints(*manifold, {{-0.5f, -0.5f, z}, {-0.5f, 0.5f, z}, {0.5f, -0.5f, z}, {0.5f, 0.5f, z}},
                     0.0625f);
        EXPECT_FALSE(collide(floor, at(0, 0, 0), crate, at(0, 0, 1.640625f), options));
        // Tilted: vertices beyond the margin are left out.
        const Pose tilted{{0, 0, 1.5625f}, glm::angleAxis(0.1f, glm::vec3(0, 1, 0))};
        const auto two = collide(floor, at(0, 0, 0), crate, tilted, CollideOptions{.margin = 0.07f});
        ASSERT_TRUE(two);
        EXPECT_EQ(two->points().size(), 2u);
    });
}

TEST(Collide, FaceBiasIsLimited) {
    // Nearly flat, so that the edges' push is hardly shorter than the face's.
    const ConvexHull a = test::boxHull({1, 1, 0.25}), b = test::boxHull({1, 1, 0.25});
    const Pose tilted{
        {1.7f, 1.7f, 0.45f},
        glm::angleAxis(0.02f, glm::vec3(0.8f, -0.6f, 0)) * glm::angleAxis(0.7f, glm::vec3(0, 0, 1))};
    for (const float bias : {0.0f, 0.01f, 0.05f}) {
        const auto manifold = collide(a, at(0, 0, 0), b, tilted, CollideOptions{.faceBias = bias});
        ASSERT_TRUE(manifold);
        if (bias == 0.0f) {
            EXPECT_EQ(manifold->normal, manifold->penetration.normal);
        }
        const auto exact = penetration(a, at(0, 0, 0), b, tilted);
        EXPECT_EQ(manifold->penetration.depth, exact->depth);
        EXPECT_EQ(manifold->penetration.normal, exact->normal);
        EXPECT_EQ(manifold->penetration.features, exact->features);
    }
}

TEST(Collide, FlatAndPointLikeShapes) {
    const Sphere point{{0, 0, 0}, 0.0f};
    const auto inside = collide(point, at(0, 0, 0.75f), kCube, at(0, 0, 0));
    ASSERT_TRUE(inside);
    expectPoints(*inside, {{0, 0, 0.875f}}, -0.25f);
    const Box sheet{{0, 0, 0}, {0.5f, 0.5f, 0}}, pointBox{{0, 0, 0}, {0, 0, 0}};
    const auto lying = collide(kCube, at(0, 0, 0), sheet, at(0, 0, 0.875f));
    ASSERT_TRUE(lying);
    EXPECT_EQ(lying->points().size(), 4u);
    const auto single = collide(kCube, at(0, 0, 0), pointBox, at(0, 0, 0.875f));
    ASSERT_TRUE(single);
    EXPECT_EQ(single->normal, glm::vec3(0, 0, 1));
    EXPECT_NEAR(single->points()[0].separation, -0.125f, 1e-6f);
    const Capsule line{{-2, 0, 0}, {2, 0, 0}, 0.0f};
    const auto pierced = collide(kCube, at(0, 0, 0), line, at(0, 0, 0.875f));
    ASSERT_TRUE(pierced);
    EXPECT_EQ(pierced->points().size(), 2u);
}

TEST(Collide, SlightOverlapWithAPlaneHasAPoint) {
    test::Random random(832);
    int overlapping = 0;
    for (int i = 0; i < 20000; ++i) {
        const HalfSpace plane{glm::vec3(random.direction()), 0.0f};
        const glm::dvec3 normal = glm::normalize(glm::dvec3(plane.normal));
        const glm::dvec3 anywhere = random.inBox(3.0);
        const DPose touching{anywhere + (0.5 - glm::dot(anywhere, normal)) * normal, glm::dquat(1, 0, 0, 0)};
        if (const auto manifold = collide(Sphere{{0, 0, 0}, 0.5f}, touching, plane, DPose{})) {
            ++overlapping;
            ASSERT_GE(manifold->pointCount, 1u);
            EXPECT_NEAR(manifold->points()[0].separation, 0.0f, 1e-6f);
        }
    }
    EXPECT_GT(overlapping, 1000);
}

TEST(Collide, VariantsAndDouble) {
    const ConvexShape crate = kCube;
    const HalfSpace floor;
    const auto manifold = collide(crate, at(0, 0, 0.75f), floor, at(0, 0, 0));
    ASSERT_TRUE(manifold);
    EXPECT_EQ(manifold->points().size(), 4u);
    const DPose far{{1e8, -2e8, 3e8}}, above{{1e8, -2e8, 3e8 + 1.75}};
    const std::optional<DManifold> precise = collide(kCube, far, kCube, above);
    ASSERT_TRUE(precise);
    EXPECT_EQ(precise->points()[0].position.z, 3e8 + 0.875);
    Pose broken;
    broken.position.x = std::nanf("");
#ifdef NDEBUG
    EXPECT_FALSE(collide(kCube, at(0, 0, 0), kCube, broken));
#endif
}

}  // namespace
