#include "geometry/clouds.hpp"
#include "geometry/hull_validation.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gtest/gtest.h>

#include <array>
#include <iostream>

namespace {

using sat3d::test::Cloud;
using sat3d::test::isPolyhedron;
using sat3d::test::isTightAndConvex;
using sat3d::test::Random;

/// Twice the tolerance the builder works with, the bound its header states.
double statedSlack(std::span<const glm::vec3> points, float tolerance) {
    return tolerance == 0.0f ? 0.0
                             : 2.0 *
                                   std::max(static_cast<double>(tolerance) * sat3d::test::radiusOf(points),
                                            0x1p-22 * sat3d::test::largestCoordinate(points)) *
                                   (1.0 + 1e-9);
}

struct Place {
    double scale;
    double offset;  ///< in units of the scale
};
constexpr std::array kPlaces{Place{1.0, 0.0}, Place{1e-4, 0.0}, Place{1e4, 0.0}, Place{1.0, 300.0},
                             Place{0.01, 10000.0}};

class EveryCloud : public ::testing::TestWithParam<int> {};

TEST_P(EveryCloud, MakesAValidHull) {
    const auto cloud = static_cast<Cloud>(GetParam());
    int built = 0, refused = 0, merged = 0;
    for (std::uint32_t trial = 0; trial < 60; ++trial) {
        const std::uint32_t seed = 1000 * static_cast<std::uint32_t>(GetParam()) + trial;
        Random random(seed);
        const std::uint32_t count = 4 + random.below(trial % 6 == 0 ? 2000 : 60);
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
            ASSERT_TRUE(isTightAndConvex(*mesh, points, statedSlack(points, tolerance)));
            merged += mesh->maxFaceThickness > 1e-12 * sat3d::test::largestCoordinate(points);
        }
    }
    std::cout << name(cloud) << ": " << built << " built, " << refused << " refused, " << merged
              << " with bent faces\n";
    EXPECT_GT(built, 120);
}

INSTANTIATE_TEST_SUITE_P(HullBuilder, EveryCloud, ::testing::Range(0, static_cast<int>(Cloud::kCount)));

}  // namespace
