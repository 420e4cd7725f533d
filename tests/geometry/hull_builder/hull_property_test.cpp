#include "geometry/hull_builder/clouds.hpp"
#include "geometry/hull_builder/hull_validation.hpp"
#include "support/trials.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

namespace {

using sat3d::test::CloudType;
using sat3d::test::isPolyhedron;
using sat3d::test::isTightAndConvex;
using sat3d::test::Random;

struct Place {
    double scale;
    double offset;  ///< in units of the scale
};
constexpr std::array kPlaces{Place{1.0, 0.0}, Place{1e-4, 0.0}, Place{1e4, 0.0}, Place{1.0, 300.0},
                             Place{0.01, 10000.0}};

/// Whether a hull is the hull of its vertices.
bool isSameWhenRebuilt(const sat3d::HullMesh& mesh, float tolerance) {
    const auto again = sat3d::buildHull(mesh.vertices, {std::min(tolerance, sat3d::test::kDefaultTolerance)});
    return again && again->vertices == mesh.vertices && again->faces.size() == mesh.faces.size() &&
           again->edges.size() == mesh.edges.size();
}

bool isDegenerate(sat3d::HullError::Code code) {
    using Code = sat3d::HullError::Code;
    return code == Code::Coplanar || code == Code::Collinear || code == Code::TooFewPoints ||
           code == Code::Coincident;
}

void expectValidHulls(CloudType cloud, std::uint32_t trials) {
    std::uint32_t built = 0, refused = 0, nonplanar = 0, same = 0;
    double farthest = 0.0;
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
                EXPECT_TRUE(isDegenerate(mesh.error().code)) << mesh.error().message;
                continue;
            }
            ++built;
            ASSERT_TRUE(isPolyhedron(*mesh));
            ASSERT_TRUE(isTightAndConvex(*mesh, points, tolerance));
            const double rounding = 1e-14 * sat3d::test::largestCoordinate(points);
            same += isSameWhenRebuilt(*mesh, tolerance);
            farthest = std::max(farthest, mesh->maxInputDistance / sat3d::test::radiusOf(points) /
                                              double(std::max(tolerance, 1e-30f)));
            nonplanar += mesh->maxPlanarityError > rounding;
        }
    }
    std::cout << name(cloud) << ": " << built << " built, " << refused << " refused, " << nonplanar
              << " with nonplanar faces, " << same << " the same when rebuilt, points outside by up to "
              << farthest << " tolerances\n";
    EXPECT_GT(built, 2 * trials);
    EXPECT_EQ(same, built);
    if (cloud != CloudType::Lattice) {
        EXPECT_GT(nonplanar, 0u) << "no faces were merged";
    }
}

class EveryCloud : public ::testing::TestWithParam<int> {};

TEST_P(EveryCloud, MakesAValidHull) {
    expectValidHulls(static_cast<CloudType>(GetParam()), sat3d::test::fewTrialsCount(60u));
}

TEST_P(EveryCloud, MakesAValidHullSlow) {
    expectValidHulls(static_cast<CloudType>(GetParam()), sat3d::test::slowCount(1500u));
}

INSTANTIATE_TEST_SUITE_P(HullBuilder, EveryCloud, ::testing::Range(0, static_cast<int>(CloudType::kCount)));

}  // namespace
