#include "geometry/hull_builder/clouds.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/hull_simplification.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

namespace {

using sat3d::ConvexHull;
using sat3d::HullError;
using sat3d::SimplifiedHull;
using sat3d::test::Cloud;
using sat3d::test::Random;

double largestCoordinate(const ConvexHull& hull) {
    double largest = 0.0;
    for (const glm::vec3& v : hull.vertices()) {
        largest = std::max({largest, std::abs(double(v.x)), std::abs(double(v.y)), std::abs(double(v.z))});
    }
    return largest;
}

/// Metres that the source's vertices lie outside the hull of the other's vertices, by that hull's planes.
double escaped(const ConvexHull& source, const ConvexHull& around) {
    const auto exact = sat3d::buildHull(around.vertices(), {0.0f});
    EXPECT_TRUE(exact);
    double farthest = -std::numeric_limits<double>::infinity();
    for (const auto& face : exact->faces) {
        for (const glm::vec3& vertex : source.vertices()) {
            farthest = std::max(farthest, face.plane.distance(glm::dvec3(vertex)));
        }
    }
    return farthest;
}

/// The growth as the narrow phase sees it: the vertices as spheres without a radius.
double measuredGrowth(const ConvexHull& source, const ConvexHull& around) {
    double growth = 0.0;
    for (const glm::vec3& vertex : around.vertices()) {
        const sat3d::Sphere point{vertex, 0.0f};
        growth = std::max(
            growth,
            static_cast<double>(sat3d::distance(source, sat3d::Pose{}, point, sat3d::Pose{}).separation));
    }
    return growth;
}

void expectSound(const ConvexHull& source, const SimplifiedHull& simple) {
    const double size = static_cast<double>(source.boundingSphere().radius) + largestCoordinate(source);
    EXPECT_LE(escaped(source, simple.hull), simple.hull.maxOutside() + 1e-13 * size);
    EXPECT_NEAR(simple.growth, measuredGrowth(source, simple.hull), 2e-6 * size);
}

TEST(Simplify, ContainsEveryCloudWithAsManyVerticesAsAsked) {
    int simplified = 0, kept = 0;
    for (int kind = 0; kind < static_cast<int>(Cloud::kCount); ++kind) {
        for (std::uint32_t trial = 0; trial < 3; ++trial) {
            Random random(100u * static_cast<std::uint32_t>(kind) + trial);
            const double scale = trial % 3 == 0 ? 1.0 : trial % 3 == 1 ? 1e-3 : 1e3;
            const auto points =
                sat3d::test::toFloat(makeCloud(static_cast<Cloud>(kind), 30 + random.below(120), random),
                                     scale, glm::dvec3(trial == 0 ? 0.0 : 7.0 * scale));
            const auto hull = ConvexHull::fromPoints(points);
            if (!hull) {
                continue;
            }
            for (const std::uint32_t most : {8u, 13u, 32u}) {
                SCOPED_TRACE(::testing::Message() << name(static_cast<Cloud>(kind)) << ", trial " << trial
                                                  << ", " << hull->vertices().size() << " to " << most);
                const auto simple = sat3d::simplify(*hull, most);
                ASSERT_TRUE(simple) << simple.error().message;
                EXPECT_LE(simple->hull.vertices().size(), most);
                expectSound(*hull, *simple);
                ++(hull->vertices().size() > most ? simplified : kept);
            }
        }
    }
    std::cout << simplified << " simplified, " << kept << " kept\n";
    EXPECT_GT(simplified, 50);
    EXPECT_GT(kept, 20);
}

TEST(Simplify, StaysWithinTheDistance) {
    int fewer = 0;
    for (std::uint32_t trial = 0; trial < 3; ++trial) {
        Random random(trial);
        const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(makeCloud(Cloud::Sphere, 100, random)));
        ASSERT_TRUE(hull);
        std::size_t before = hull->vertices().size();
        for (const double distance : {0.0, 0.01, 0.03, 0.1, 0.3}) {
            const auto simple = sat3d::simplifyWithin(*hull, distance);
            ASSERT_TRUE(simple);
            EXPECT_LE(simple->growth, distance);
            EXPECT_LE(simple->hull.vertices().size(), before);
            fewer += simple->hull.vertices().size() < before;
            before = simple->hull.vertices().size();
            expectSound(*hull, *simple);
        }
        EXPECT_LT(before, 30u);  // a dodecahedron, the best, has 20 and reaches out by 0.26
    }
    EXPECT_GE(fewer, 4 * 3);
}

TEST(Simplify, FindsTheBoxBehindBevels) {
    // Every corner of a box cut off by 1 cm: three vertices each.
    std::vector<glm::vec3> points;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sign(corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f, corner & 4 ? 1.0f : -1.0f);
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 p = sign * glm::vec3(1.0f, 2.0f, 3.0f);
            p[axis] -= 0.01f * sign[axis];
            points.push_back(p);
        }
    }
    const auto hull = ConvexHull::fromPoints(points);
    ASSERT_TRUE(hull);
    ASSERT_EQ(hull->vertices().size(), 24u);
    const auto simple = sat3d::simplify(*hull, 8);
    ASSERT_TRUE(simple);
    EXPECT_EQ(simple->hull.vertices().size(), 8u);
    EXPECT_NEAR(simple->growth, 0.01 / std::sqrt(3.0), 1e-5);
    EXPECT_NEAR(simple->hull.massProperties().volume, 48.0, 1e-4);
}

TEST(Simplify, IsNeverWorseThanTheBox) {
    // No edge of a long hexagonal prism can go, but those around its ends.
    std::vector<glm::vec3> points;
    for (int k = 0; k < 6; ++k) {
        const double angle = k * 1.0471975511965976;
        for (const float z : {-50.0f, 50.0f}) {
            points.emplace_back(std::cos(angle), std::sin(angle), z);
        }
    }
    const auto hull = ConvexHull::fromPoints(points);
    ASSERT_TRUE(hull);
    const auto simple = sat3d::simplify(*hull, 8);
    ASSERT_TRUE(simple);
    EXPECT_LE(simple->hull.vertices().size(), 8u);
    EXPECT_LT(simple->growth, 0.51);
    expectSound(*hull, *simple);
}

TEST(Simplify, GrowsASphereNoMoreThanItMust) {
    // A dodecahedron around a ball has 20 vertices and reaches out by 0.258 of the radius: 5.2 / 20. The best
    // polyhedra of more vertices keep about that ratio.
    Random random(5);
    const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(makeCloud(Cloud::Sphere, 600, random)));
    ASSERT_TRUE(hull);
    for (const std::uint32_t most : {20u, 64u, 200u}) {
        const auto simple = sat3d::simplify(*hull, most);
        ASSERT_TRUE(simple);
        EXPECT_LT(simple->growth * most, 9.0);
    }
}

TEST(Simplify, IsTheSameEveryTime) {
    Random random(8);
    const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(makeCloud(Cloud::Ball, 400, random)));
    ASSERT_TRUE(hull);
    const auto once = sat3d::simplify(*hull, 20);
    const auto again = sat3d::simplify(*hull, 20);
    ASSERT_TRUE(once && again);
    EXPECT_EQ(once->hull.contentHash(), again->hull.contentHash());
    EXPECT_EQ(once->growth, again->growth);
}

TEST(Simplify, KeepsTagsWithTheirFaces) {
    Random random(9);
    const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(makeCloud(Cloud::Sphere, 200, random)));
    ASSERT_TRUE(hull);
    std::vector<std::uint32_t> tags;
    for (const auto& face : hull->faces()) {
        tags.push_back(face.plane.normal.y > 0.0 ? 1u : 2u);
    }
    const auto simple = sat3d::simplify(hull->withFaceTags(tags), 24);
    ASSERT_TRUE(simple);
    for (std::size_t face = 0; face < simple->hull.faces().size(); ++face) {
        const double y = simple->hull.faces()[face].plane.normal.y;
        if (std::abs(y) > 0.3) {
            EXPECT_EQ(simple->hull.faceTags()[face], y > 0.0 ? 1u : 2u);
        }
    }
}

TEST(Simplify, SmallHullsStayAndBadLimitsAreRefused) {
    const auto box = ConvexHull::box({1.0f, 1.0f, 1.0f});
    ASSERT_TRUE(box);
    const auto same = sat3d::simplify(*box, 8);
    ASSERT_TRUE(same);
    EXPECT_EQ(same->hull.contentHash(), box->contentHash());
    EXPECT_EQ(same->growth, 0.0);
    EXPECT_EQ(sat3d::simplify(*box, 7).error().code, HullError::Code::BadOptions);
    EXPECT_EQ(sat3d::simplifyWithin(*box, -1.0).error().code, HullError::Code::BadOptions);
    EXPECT_EQ(sat3d::simplifyWithin(*box, NAN).error().code, HullError::Code::BadOptions);
}

}  // namespace
