#include "geometry/primitives/linear_program.hpp"

#include "support/random.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace {

using sat3d::Plane;
using sat3d::test::Random;

constexpr double kReach = 4.0;

std::vector<Plane> withCube(std::vector<Plane> planes) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            Plane side{glm::dvec3(0.0), -kReach};
            side.normal[axis] = sign;
            planes.push_back(side);
        }
    }
    return planes;
}

/// The lowest intersection of three planes that lies above all planes.
std::optional<double> bruteForce(const std::vector<Plane>& planes, const glm::dvec3& cost) {
    std::optional<double> lowest;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                const glm::dmat3 rows =
                    glm::transpose(glm::dmat3(planes[i].normal, planes[j].normal, planes[k].normal));
                if (std::abs(glm::determinant(rows)) < 1e-9) {
                    continue;
                }
                const glm::dvec3 point =
                    glm::inverse(rows) * glm::dvec3(planes[i].offset, planes[j].offset, planes[k].offset);
                bool above = true;
                for (const Plane& plane : planes) {
                    above = above && plane.signedDistance(point) >= -1e-8;
                }
                if (above && (!lowest || glm::dot(cost, point) < *lowest)) {
                    lowest = glm::dot(cost, point);
                }
            }
        }
    }
    return lowest;
}

TEST(LinearProgram, EqualsBruteForce) {
    int feasible = 0, infeasible = 0, atTheCube = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        std::vector<Plane> planes;
        const std::uint32_t count = random.below(9);
        for (std::uint32_t i = 0; i < count; ++i) {
            planes.push_back({random.direction(), random.uniform(-1.0, 1.0)});
        }
        const glm::dvec3 cost = random.direction();
        const auto expected = bruteForce(withCube(planes), cost);
        const auto found = sat3d::lowestPointAbove(planes, cost, kReach);
        ASSERT_EQ(found.has_value(), expected.has_value()) << "seed " << seed;
        if (!found) {
            ++infeasible;
            continue;
        }
        ++feasible;
        EXPECT_NEAR(glm::dot(cost, *found), *expected, 1e-6) << "seed " << seed;
        for (const Plane& plane : withCube(planes)) {
            EXPECT_GE(plane.signedDistance(*found), -1e-7) << "seed " << seed;
        }
        atTheCube += std::abs(found->x) > 3.999;
    }
    EXPECT_GT(feasible, 150);
    EXPECT_GT(infeasible, 10);
    EXPECT_GT(atTheCube, 20);
}

TEST(LinearProgram, AcceptsManyParallelPlanes) {
    std::vector<Plane> planes;
    for (int i = 0; i < 500; ++i) {
        planes.push_back({{0.0, 0.0, 1.0}, 0.5 + 1e-12 * i});
    }
    planes.push_back({{1.0, 0.0, 0.0}, 0.25});
    planes.push_back({{0.0, 1.0, 0.0}, -0.75});
    const auto found = sat3d::lowestPointAbove(planes, {1.0, 1.0, 1.0}, kReach);
    ASSERT_TRUE(found);
    EXPECT_LT(glm::distance(*found, glm::dvec3(0.25, -0.75, 0.5)), 1e-8);
    planes.push_back({{0.0, 0.0, -1.0}, -0.4});
    EXPECT_FALSE(sat3d::lowestPointAbove(planes, {1.0, 1.0, 1.0}, kReach));
}

}  // namespace
