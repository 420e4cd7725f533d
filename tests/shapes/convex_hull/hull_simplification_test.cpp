#include "geometry/hull_builder/clouds.hpp"
#include "support/hulls.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/hull_simplification.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

using sat3d::ConvexHull;
using sat3d::HullError;
using sat3d::SimplifiedHull;
using sat3d::test::CloudType;
using sat3d::test::hullOf;
using sat3d::test::Random;

double largestCoordinate(const ConvexHull& hull) {
    double largest = 0.0;
    for (const glm::vec3& v : hull.vertices()) {
        largest = std::max({largest, std::abs(double(v.x)), std::abs(double(v.y)), std::abs(double(v.z))});
    }
    return largest;
}

/// Returns the largest distance of the source's vertices outside the other hull, by that hull's planes, in
/// meters.
double escaped(const ConvexHull& source, const ConvexHull& around) {
    const auto exact = sat3d::buildHull(around.vertices(), {0.0f});
    EXPECT_TRUE(exact);
    double farthest = -std::numeric_limits<double>::infinity();
    for (const auto& face : exact->faces) {
        for (const glm::vec3& vertex : source.vertices()) {
            farthest = std::max(farthest, face.plane.signedDistance(glm::dvec3(vertex)));
        }
    }
    return farthest;
}

/// Returns the expansion measured by the narrow phase: distances of the vertices as spheres of radius 0.
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
    EXPECT_LE(escaped(source, simple.hull), simple.hull.maxInputDistance() + 1e-13 * size);
    EXPECT_NEAR(simple.maxExpansion, measuredGrowth(source, simple.hull), 2e-6 * size);
}

SimplifiedHull simplified(const ConvexHull& hull, std::uint32_t maxVertices) {
    auto simple = sat3d::simplify(hull, maxVertices);
    if (!simple) {
        throw std::runtime_error(simple.error().message);
    }
    return *std::move(simple);
}

ConvexHull randomHull(CloudType cloud, std::uint32_t count, Random& random) {
    return hullOf(sat3d::test::toFloat(makeCloud(cloud, count, random)));
}

TEST(Simplify, ContainsTheSourceWithinTheVertexLimit) {
    int reduced = 0, kept = 0;
    for (int kind = 0; kind < static_cast<int>(CloudType::kCount); ++kind) {
        for (std::uint32_t trial = 0; trial < 3; ++trial) {
            Random random(100u * static_cast<std::uint32_t>(kind) + trial);
            const double scale = trial % 3 == 0 ? 1.0 : trial % 3 == 1 ? 1e-3 : 1e3;
            const auto points =
                sat3d::test::toFloat(makeCloud(static_cast<CloudType>(kind), 30 + random.below(120), random),
                                     scale, glm::dvec3(trial == 0 ? 0.0 : 7.0 * scale));
            const auto hull = ConvexHull::fromPoints(points);
            if (!hull) {
                continue;
            }
            for (const std::uint32_t most : {8u, 13u, 32u}) {
                SCOPED_TRACE(::testing::Message() << name(static_cast<CloudType>(kind)) << ", trial " << trial
                                                  << ", " << hull->vertices().size() << " to " << most);
                const auto simple = sat3d::simplify(*hull, most);
                ASSERT_TRUE(simple) << simple.error().message;
                EXPECT_LE(simple->hull.vertices().size(), most);
                expectSound(*hull, *simple);
                ++(hull->vertices().size() > most ? reduced : kept);
            }
        }
    }
    std::cout << reduced << " simplified, " << kept << " kept\n";
    EXPECT_GT(reduced, 50);
    EXPECT_GT(kept, 20);
}

TEST(Simplify, StaysWithinTheDistance) {
    int fewer = 0;
    for (std::uint32_t trial = 0; trial < 3; ++trial) {
        Random random(trial);
        const ConvexHull hull = randomHull(CloudType::Sphere, 100, random);
        std::size_t before = hull.vertices().size();
        for (const double distance : {0.0, 0.01, 0.03, 0.1, 0.3}) {
            const auto simple = sat3d::simplifyToError(hull, distance);
            ASSERT_TRUE(simple);
            EXPECT_LE(simple->maxExpansion, distance);
            EXPECT_LE(simple->hull.vertices().size(), before);
            fewer += simple->hull.vertices().size() < before;
            before = simple->hull.vertices().size();
            expectSound(hull, *simple);
        }
        EXPECT_LT(before, 30u);  // a dodecahedron, the optimum, has 20 and extends by 0.26
    }
    EXPECT_GE(fewer, 4 * 3);
}

TEST(Simplify, FindsTheBoxOfABeveledBox) {
    // A box with every vertex cut off by 1 cm: three vertices each.
    std::vector<glm::vec3> points;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sign(corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f, corner & 4 ? 1.0f : -1.0f);
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 p = sign * glm::vec3(1.0f, 2.0f, 3.0f);
            p[axis] -= 0.01f * sign[axis];
            points.push_back(p);
        }
    }
    const ConvexHull hull = hullOf(points);
    ASSERT_EQ(hull.vertices().size(), 24u);
    const SimplifiedHull simple = simplified(hull, 8);
    EXPECT_EQ(simple.hull.vertices().size(), 8u);
    EXPECT_NEAR(simple.maxExpansion, 0.01 / std::sqrt(3.0), 1e-5);
    EXPECT_NEAR(simple.hull.massProperties().volume, 48.0, 1e-4);
}

TEST(Simplify, IsNeverLargerThanTheBox) {
    // No edge of a long hexagonal prism can collapse, except around its ends.
    std::vector<glm::vec3> points;
    for (int k = 0; k < 6; ++k) {
        const double angle = k * 1.0471975511965976;
        for (const float z : {-50.0f, 50.0f}) {
            points.emplace_back(std::cos(angle), std::sin(angle), z);
        }
    }
    const ConvexHull hull = hullOf(points);
    const SimplifiedHull simple = simplified(hull, 8);
    EXPECT_LE(simple.hull.vertices().size(), 8u);
    EXPECT_LT(simple.maxExpansion, 0.51);
    expectSound(hull, simple);
}

TEST(Simplify, ExpandsASphereLittle) {
    // A dodecahedron around a sphere has 20 vertices and extends by 0.258 of the radius: 5.2 / 20. The best
    // polyhedra with more vertices keep about that ratio.
    Random random(5);
    const ConvexHull hull = randomHull(CloudType::Sphere, 600, random);
    for (const std::uint32_t most : {20u, 64u, 200u}) {
        EXPECT_LT(simplified(hull, most).maxExpansion * most, 9.0);
    }
}

TEST(Simplify, IsDeterministic) {
    Random random(8);
    const ConvexHull hull = randomHull(CloudType::Ball, 400, random);
    const SimplifiedHull once = simplified(hull, 20), again = simplified(hull, 20);
    EXPECT_EQ(once.hull.contentHash(), again.hull.contentHash());
    EXPECT_EQ(once.maxExpansion, again.maxExpansion);
}

TEST(Simplify, KeepsTagsWithTheirFaces) {
    Random random(9);
    const ConvexHull hull = randomHull(CloudType::Sphere, 200, random);
    std::vector<std::uint32_t> tags;
    for (const auto& face : hull.faces()) {
        tags.push_back(face.plane.normal.y > 0.0 ? 1u : 2u);
    }
    const SimplifiedHull simple = simplified(hull.withFaceTags(tags), 24);
    for (std::size_t face = 0; face < simple.hull.faces().size(); ++face) {
        const double y = simple.hull.faces()[face].plane.normal.y;
        if (std::abs(y) > 0.3) {
            EXPECT_EQ(simple.hull.faceTags()[face], y > 0.0 ? 1u : 2u);
        }
    }
}

TEST(Simplify, KeepsSmallHullsAndRefusesBadLimits) {
    const ConvexHull box = sat3d::test::boxHull({1.0, 1.0, 1.0});
    const SimplifiedHull same = simplified(box, 8);
    EXPECT_EQ(same.hull.contentHash(), box.contentHash());
    EXPECT_EQ(same.maxExpansion, 0.0);
    EXPECT_EQ(sat3d::simplify(box, 7).error().code, HullError::Code::BadOptions);
    EXPECT_EQ(sat3d::simplifyToError(box, -1.0).error().code, HullError::Code::BadOptions);
    EXPECT_EQ(sat3d::simplifyToError(box, NAN).error().code, HullError::Code::BadOptions);
}

}  // namespace
