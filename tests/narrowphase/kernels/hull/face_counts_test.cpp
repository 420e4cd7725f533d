#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

// The kernels look at the faces of small hulls, of up to 128, 256 and more in different ways: hulls that have
// just so many, or one more.

namespace {

using namespace sat3d;
using namespace sat3d::test;

ConvexHull prism(int sides, float radius, float halfHeight) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < sides; ++i) {
        const float angle =
            2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(sides);
        for (const float z : {-halfHeight, halfHeight}) {
            points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
        }
    }
    return hullOf(points);
}

/// A hull's points, normals and edges in the world, in double.
struct Placed {
    std::vector<glm::dvec3> points, normals, edges;

    Placed(const ConvexHull& hull, const Pose& pose) {
        const glm::dquat rotation = glm::normalize(glm::dquat(pose.rotation));
        for (const glm::vec3& vertex : hull.vertices()) {
            points.push_back(rotation * glm::dvec3(vertex) + glm::dvec3(pose.position));
        }
        for (const auto& face : hull.faces()) {
            normals.push_back(rotation * face.plane.normal);
        }
        for (const glm::dvec3& direction : hull.distinctEdgeDirections()) {
            edges.push_back(rotation * direction);
        }
    }

    [[nodiscard]] double reach(const glm::dvec3& direction) const {
        double most = -std::numeric_limits<double>::infinity();
        for (const glm::dvec3& point : points) {
            most = std::max(most, glm::dot(direction, point));
        }
        return most;
    }
};

/// The shortest push over every plane there is, from the definition.
double smallestDepth(const Placed& a, const Placed& b) {
    double least = std::numeric_limits<double>::infinity();
    const auto tryNormal = [&](const glm::dvec3& normal) {
        least = std::min(least, a.reach(normal) + b.reach(-normal));
    };
    std::ranges::for_each(a.normals, tryNormal);
    for (const glm::dvec3& normal : b.normals) {
        tryNormal(-normal);
    }
    for (const glm::dvec3& ofA : a.edges) {
        for (const glm::dvec3& ofB : b.edges) {
            const glm::dvec3 across = glm::cross(ofA, ofB);
            if (const double sine = glm::length(across); sine > 1e-6) {
                tryNormal(across / sine);
                tryNormal(-across / sine);
            }
        }
    }
    return least;
}

class FaceCounts : public testing::TestWithParam<int> {};

TEST_P(FaceCounts, AnswersAreExact) {
    const int faces = GetParam();
    const ConvexHull a = prism(faces - 2, 1.0f, 0.7f), b = prism(12, 0.8f, 0.5f);
    ASSERT_EQ(a.faces().size(), static_cast<std::size_t>(faces));
    const double size = 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
    Random random(static_cast<std::uint32_t>(faces));
    int overlapping = 0;
    for (int i = 0; i < 12; ++i) {
        const Pose poseA{glm::vec3(random.inBox(3.0)), glm::quat(random.rotation())};
        const Pose poseB{poseA.position + glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())};
        const double depth = smallestDepth(Placed(a, poseA), Placed(b, poseB));
        const auto hit = penetration(a, poseA, b, poseB);
        const auto mirrored = penetration(b, poseB, a, poseA);
        EXPECT_EQ(hit.has_value(), depth > 0.0) << i;
        EXPECT_EQ(overlaps(a, poseA, b, poseB), depth > 0.0) << i;
        if (hit && mirrored) {
            ++overlapping;
            EXPECT_NEAR(double(hit->depth), depth, 1e-6 * size) << i;
            EXPECT_EQ(hit->depth, mirrored->depth) << i;
        }
    }
    EXPECT_GE(overlapping, 4);
}

INSTANTIATE_TEST_SUITE_P(AboutTheLimits, FaceCounts, testing::Values(32, 33, 128, 129, 130, 256, 257, 258),
                         testing::PrintToStringParamName());

}  // namespace
