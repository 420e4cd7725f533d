#include "geometry/hull_builder/clouds.hpp"
#include "geometry/hull_builder/hull_validation.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

namespace {

using sat3d::test::Cloud;
using sat3d::test::isPolyhedron;
using sat3d::test::isTightAndConvex;
using sat3d::test::Random;

struct Place {
    double scale;
    double offset;  ///< in units of the scale
};
constexpr std::array kPlaces{Place{1.0, 0.0}, Place{1e-4, 0.0}, Place{1e4, 0.0}, Place{1.0, 300.0},
                             Place{0.01, 10000.0}};

/// The hull of a hull's vertices: the same if nothing was bent, else no farther off than the slack.
struct Rebuilt {
    bool same;
    double outside;
};
Rebuilt rebuild(const sat3d::HullMesh& mesh, float tolerance) {
    const auto again = sat3d::buildHull(mesh.vertices, {tolerance});
    if (!again) {
        return {false, 1e300};
    }
    const bool same = again->vertices == mesh.vertices && again->faces.size() == mesh.faces.size() &&
                      again->edges.size() == mesh.edges.size();
    double outside = 0.0;
    for (const auto& face : again->faces) {
        for (const glm::vec3& vertex : mesh.vertices) {
            outside = std::max(outside, face.plane.distance(glm::dvec3(vertex)));
        }
    }
    return {same, outside};
}

void expectValidHulls(Cloud cloud, std::uint32_t trials) {
    std::uint32_t built = 0, refused = 0, bent = 0, same = 0;
    for (std::uint32_t trial = 0; trial < trials; ++trial) {
        const std::uint32_t seed = 1000 * static_cast<std::uint32_t>(cloud) + trial;
        Random random(seed);
        const std::uint32_t count = 4 + random.below(trial % 6 == 0 ? 1000 : 60);
        const Place place = kPlaces[trial % kPlaces.size()];
        const auto points = sat3d::test::toFloat(makeCloud(cloud, count, random), place.scale,
                                                 glm::dvec3(1.0, -0.7, 0.4) * place.offset * place.scale);
        for (const float tolerance : {5e-7f, 0.0f, 1e-3f}) {
            SCOPED_TRACE(::testing::Message() << name(cloud) << ", seed " << seed << ", " << count
                                              << " points, tolerance " << tolerance);
            const auto mesh = sat3d::buildHull(points, {tolerance});
            if (!mesh) {
                ++refused;
                using Code = sat3d::HullError::Code;
                const Code code = mesh.error().code;
                EXPECT_TRUE(code == Code::Flat || code == Code::Linear || code == Code::TooFewPoints ||
                            code == Code::SinglePoint)
                    << mesh.error().message;
                continue;
            }
            ++built;
            ASSERT_TRUE(isPolyhedron(*mesh));
            ASSERT_TRUE(isTightAndConvex(*mesh, points, sat3d::test::statedSlack(points, tolerance)));
            const double rounding = 1e-14 * sat3d::test::largestCoordinate(points);
            const Rebuilt rebuilt = rebuild(*mesh, tolerance);
            ASSERT_TRUE(rebuilt.same || tolerance > 0.0f);
            ASSERT_LE(rebuilt.outside, rounding);
            same += rebuilt.same;
            bent += mesh->maxFaceThickness > rounding;
        }
    }
    std::cout << name(cloud) << ": " << built << " built, " << refused << " refused, " << bent
              << " with bent faces, " << same << " the same when rebuilt\n";
    EXPECT_GT(built, 2 * trials);
    EXPECT_GT(2 * same, built);
    if (cloud != Cloud::Lattice) {
        EXPECT_GT(bent, 0u) << "merging was never put to the test";
    }
}

class EveryCloud : public ::testing::TestWithParam<int> {};

TEST_P(EveryCloud, MakesAValidHull) {
    expectValidHulls(static_cast<Cloud>(GetParam()), 60);
}

TEST_P(EveryCloud, MakesAValidHullSlow) {
    expectValidHulls(static_cast<Cloud>(GetParam()), 1500);
}

INSTANTIATE_TEST_SUITE_P(HullBuilder, EveryCloud, ::testing::Range(0, static_cast<int>(Cloud::kCount)));

}  // namespace
