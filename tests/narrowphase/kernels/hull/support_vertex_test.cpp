#include "narrowphase/kernels/hull/support_vertex.hpp"

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace {

using namespace sat3d;
using test::Cloud;
using test::Random;

/// By looking at each.
std::uint32_t farthestOf(const ConvexHull& hull, const glm::dvec3& direction) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < hull.vertices().size(); ++i) {
        if (glm::dot(direction, glm::dvec3(hull.vertices()[i])) >
            glm::dot(direction, glm::dvec3(hull.vertices()[best]))) {
            best = i;
        }
    }
    return best;
}

TEST(SupportVertex, EqualsALinearSearch) {
    constexpr std::uint32_t kSeed = 411;
    Random random(kSeed);
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        Cloud cloud = random.chance(0.2) ? test::ellipsoidCloud(random, 150)
                                         : test::randomCloud(random, test::kAllShapeKinds[random.below(9)]);
        const double far = random.chance(0.3) ? 1e4 : 0.0;  // models made far from their origin
        for (glm::vec3& point : cloud) {
            point += glm::vec3(far * glm::dvec3(1.0, -0.5, 0.25));
        }
        const ConvexHull hull = test::hullOf(cloud);
        for (const ConvexHull::Face& face : hull.faces()) {  // all its corners are equal, but for rounding
            ASSERT_EQ(supportVertex(hull, face.plane.normal), farthestOf(hull, face.plane.normal));
        }
        for (int i = 0; i < 50; ++i) {
            const double length = random.chance(0.5) ? 1.0 : random.chance(0.5) ? 1e-40 : 1e20;
            const glm::dvec3 direction = length * random.direction();
            ASSERT_EQ(supportVertex(hull, direction), farthestOf(hull, direction));
        }
    }
}

TEST(SupportVertex, IsTheFirstOfEqualVertices) {
    const ConvexHull box = test::boxHull({1, 2, 3});
    for (const glm::dvec3 axis : {glm::dvec3(1, 0, 0), glm::dvec3(0, -1, 0), glm::dvec3(0, 1, 1)}) {
        EXPECT_EQ(supportVertex(box, axis), farthestOf(box, axis));
    }
    EXPECT_EQ(supportVertex(box, glm::dvec3(0.0)), 0u);
    EXPECT_EQ(supportVertex(box, glm::dvec3(std::numeric_limits<double>::quiet_NaN())), 0u);
}

}  // namespace
