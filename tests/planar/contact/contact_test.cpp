#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace {

using namespace sat3d;

const PlanarBox kCrate{.halfExtents = {1.0f, 1.0f}};
const glm::vec2 kHalfTurn45{0.70710678f, 0.70710678f};

ConvexPolygon polygonOf(const std::vector<glm::vec2>& points) {
    return ConvexPolygon::fromPoints(points).value();
}

TEST(PlanarPenetration, CirclesAroundOnePointHaveADirection) {
    const Circle small{.radius = 1.0f}, large{.radius = 2.0f};
    const auto hit = penetration(large, PlanarPose{}, small, PlanarPose{});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->depth, 3.0f);
    EXPECT_EQ(hit->normal, glm::vec2(-1.0f, 0.0f)) << "the x axis of the smaller one, from it to the larger";
    EXPECT_EQ(penetration(small, PlanarPose{}, large, PlanarPose{})->normal, glm::vec2(1.0f, 0.0f));
    EXPECT_EQ(penetration(small, PlanarPose{}, small, PlanarPose{})->normal, glm::vec2(1.0f, 0.0f));
}

TEST(PlanarPenetration, CircleUsesTheClosestVertex) {
    const Circle ball{.radius = 5.0f};
    const auto hit = penetration(kCrate, PlanarPose{}, ball, PlanarPose{{4.0f, 5.0f}});
    EXPECT_FALSE(hit) << "touches the corner; the edges alone would see an overlap";
    const auto near = penetration(kCrate, PlanarPose{}, ball, PlanarPose{{3.4f, 4.2f}});
    ASSERT_TRUE(near);
    EXPECT_NEAR(near->depth, 1.0f, 1e-6f);
    EXPECT_NEAR(near->normal.x, 0.6f, 1e-6f);
    EXPECT_EQ(near->features.kind, PlanarFeatures::Kind::Vertices);
    EXPECT_EQ(near->features.a, 2u);
}

TEST(PlanarPenetration, CircleWithItsCenterInABoxLeavesThroughTheNearestSide) {
    const auto hit = penetration(Circle{.radius = 0.1f}, PlanarPose{{0.75f, 0.5f}}, kCrate, PlanarPose{});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.35f, 1e-6f);
    EXPECT_EQ(hit->pushA(), glm::vec2(hit->depth, 0.0f));
    EXPECT_EQ(hit->features.b, 1u);
}

TEST(PlanarPenetration, ContainedBoxLeaves) {
    const PlanarBox small{.halfExtents = {0.1f, 0.1f}};
    const auto hit = penetration(small, PlanarPose{{0.0f, -0.5f}}, kCrate, PlanarPose{});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.6f, 1e-6f);
    EXPECT_EQ(hit->normal, glm::vec2(0.0f, 1.0f));
}

TEST(PlanarPenetration, SegmentsOverlapIfTheyCross) {
    const PlanarSegment across{{-1.0f, 0.0f}, {1.0f, 0.0f}}, upright{{0.0f, -0.25f}, {0.0f, 2.0f}};
    const auto hit = penetration(across, PlanarPose{}, upright, PlanarPose{});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->depth, 0.25f);
    EXPECT_FALSE(overlaps(across, PlanarPose{}, across, PlanarPose{{0.5f, 0.0f}}))
        << "on one line they touch";
    EXPECT_EQ(distance(across, PlanarPose{}, upright, PlanarPose{{0.0f, 0.25f}}).separation, 0.0f);
}

TEST(PlanarPenetration, TwoHalfPlanesNeverOverlap) {
    EXPECT_FALSE(overlaps(HalfPlane{}, PlanarPose{}, HalfPlane{}, PlanarPose{}, {.margin = 1.0f}));
    EXPECT_TRUE(std::isinf(distance(HalfPlane{}, PlanarPose{}, HalfPlane{}, PlanarPose{}).separation));
}

TEST(PlanarPenetration, PolygonsSharedByPoses) {
    const ConvexPolygon triangle = polygonOf({{0, 0}, {2, 0}, {0, 2}});
    const ConvexPolygon copy = triangle;
    EXPECT_EQ(copy.vertices().data(), triangle.vertices().data());
    const auto hit = penetration(triangle, PlanarPose{}, copy, PlanarPose{{0.5f, 0.5f}});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, std::sqrt(0.5f), 1e-6f);
    EXPECT_FALSE(overlaps(triangle, PlanarPose{}, copy, PlanarPose{{1.0f, 1.0f}}));
}

TEST(PlanarCollide, BoxOnABox) {
    const PlanarBox floor{.halfExtents = {5.0f, 1.0f}};
    const auto contact = collide(floor, PlanarPose{}, kCrate, PlanarPose{{0.5f, 1.9f}});
    ASSERT_TRUE(contact);
    EXPECT_EQ(contact->normal, glm::vec2(0.0f, 1.0f));
    ASSERT_EQ(contact->pointCount, 2u);
    for (const PlanarContactPoint& point : contact->points()) {
        EXPECT_NEAR(point.separation, -0.1f, 1e-6f);
        EXPECT_NEAR(point.position.y, 0.95f, 1e-6f);
        EXPECT_NEAR(std::abs(point.position.x - 0.5f), 1.0f, 1e-6f);
    }
}

TEST(PlanarCollide, IdsStayWhileABoxRocksAndSlides) {
    const PlanarBox floor{.halfExtents = {5.0f, 1.0f}};
    const auto idsAt = [&](const PlanarPose& pose) {
        const auto contact = collide(floor, PlanarPose{}, kCrate, pose, {.margin = 0.1f}).value();
        EXPECT_EQ(contact.pointCount, 2u);
        return std::array{contact.pointArray[0].id, contact.pointArray[1].id};
    };
    const auto atRest = idsAt({{0.0f, 1.99f}, {1.0f, 0.0f}});
    EXPECT_EQ(idsAt({{0.5f, 1.99f}, glm::vec2(planarRotation(0.01))}), atRest);
    EXPECT_EQ(idsAt({{0.5f, 1.99f}, glm::vec2(planarRotation(-0.01))}), atRest);
    EXPECT_EQ(idsAt({{4.8f, 1.99f}, {1.0f, 0.0f}}), atRest) << "one corner beyond the floor";
}

TEST(PlanarCollide, ACornerAboveACornerKeepsBothPointsOfTheirEdges) {
    // A crate above a ground of its width, tilted about a corner above the ground's: the corners are closest.
    const auto contactAt = [&](double tilt, double shift) {
        const double side = tilt < 0.0 ? 1.0 : -1.0, height = 0.01;
        const DPlanarPose turned{{0.0, 0.0}, planarRotation(tilt)};
        const glm::dvec2 corner = turned * glm::dvec2(side, -1.0);
        const DPlanarPose pose{glm::dvec2(side + shift * height * tilt, 1.0 + height) - corner,
                               turned.rotation};
        return collide(kCrate, DPlanarPose{}, kCrate, pose, {.margin = 0.05f}).value();
    };
    const DPlanarManifold flat = contactAt(0.0, 0.0);
    ASSERT_EQ(flat.pointCount, 2u);
    int corners = 0;
    for (const double tilt : {-1e-2, -1e-3, 1e-3, 1e-2}) {
        for (const double shift : {-0.5, 0.5}) {
            const DPlanarManifold contact = contactAt(tilt, shift);
            ASSERT_EQ(contact.pointCount, 2u) << tilt << ' ' << shift;
            for (std::uint32_t i = 0; i < 2; ++i) {
                const DPlanarContactPoint& point = contact.points()[i];
                const double rise = std::abs(tilt) * (1.0 + (tilt < 0.0 ? -1.0 : 1.0) * point.position.x);
                EXPECT_EQ(point.id, flat.points()[i].id);
                EXPECT_NEAR(point.separation, 0.01 + rise, 1e-4);
                EXPECT_NEAR(std::abs(point.position.x), 1.0, 1e-3);
            }
            corners += contact.penetration.features.kind == PlanarFeatures::Kind::Vertices ? 1 : 0;
        }
    }
    EXPECT_EQ(corners, 4);
}

TEST(PlanarCollide, IdsOfEqualShapesDoNotDependOnTheOrderOfTheirPoses) {
    const auto idsAt = [&](float x) {
        const auto contact = collide(kCrate, PlanarPose{}, kCrate, PlanarPose{{x, 1.95f}}).value();
        return std::array{contact.pointArray[0].id, contact.pointArray[1].id};
    };
    EXPECT_EQ(idsAt(-0.01f), idsAt(0.01f));
}

TEST(PlanarCollide, CornerOnAHalfPlane) {
    const auto contact = collide(HalfPlane{}, PlanarPose{}, kCrate, PlanarPose{{0.0f, 1.4f}, kHalfTurn45});
    ASSERT_TRUE(contact);
    EXPECT_EQ(contact->normal, glm::vec2(0.0f, 1.0f));
    ASSERT_EQ(contact->pointCount, 1u);
    EXPECT_NEAR(contact->points()[0].separation, 1.4f - std::sqrt(2.0f), 1e-6f);
    EXPECT_NEAR(contact->points()[0].position.x, 0.0f, 1e-6f);
}

TEST(PlanarCollide, CompoundGivesAManifoldForEachChild) {
    const auto table =
        PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {0.1f, 1.0f}}, {{-1.0f, 0.0f}}, 7},
                                      {PlanarBox{.halfExtents = {0.1f, 1.0f}}, {{1.0f, 0.0f}}, 8}});
    ASSERT_TRUE(table) << table.error().message;
    const PlanarPose pose{{0.0f, 0.9f}, glm::vec2(planarRotation(0.02))};
    std::array<PlanarManifold, 4> buffer;
    const auto contacts = collide(HalfPlane{}, PlanarPose{}, *table, pose, buffer);
    ASSERT_EQ(contacts.size(), 2u);
    EXPECT_GT(contacts[0].penetration.depth, contacts[1].penetration.depth);
    EXPECT_EQ(contacts[0].penetration.children.b, 0u);
    EXPECT_EQ(contacts[1].penetration.children.b, 1u);
    const auto deepest = penetration(HalfPlane{}, PlanarPose{}, *table, pose);
    ASSERT_TRUE(deepest);
    EXPECT_EQ(deepest->depth, contacts[0].penetration.depth);
    EXPECT_EQ(collide(HalfPlane{}, PlanarPose{}, *table, pose)->penetration.depth, deepest->depth);
    const auto first = collide(HalfPlane{}, PlanarPose{}, *table, pose, std::span(buffer).first(1));
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].penetration.children.b, 0u);
    buffer[0].penetration.children = {2, 3};
    ASSERT_EQ(collide(Circle{}, PlanarPose{}, Circle{}, PlanarPose{{0.5f, 0.0f}}, buffer).size(), 1u);
    EXPECT_EQ(buffer[0].penetration.children, ChildPair{}) << "nothing of the former answer";
}

TEST(PlanarDistance, FarFromTheOrigin) {
    const DPlanarPose left{{1e7, 1e7}}, right{{1e7 + 2.5, 1e7 + 0.25}};
    const auto gap = distance(kCrate, left, kCrate, right);
    EXPECT_EQ(gap.separation, 0.5f);
    EXPECT_NEAR(gap.pointA.x, 1e7 + 1.0, 1e-8);
}

}  // namespace
