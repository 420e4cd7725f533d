// Faces for contact points: faces that only noise divides are whole.

#include "geometry/hull_measures/contact_faces.hpp"

#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>

namespace {

using namespace sat3d;
using test::Random;

HullMesh meshOf(const test::Cloud& cloud) {
    return buildHull(cloud).value();
}

TEST(ContactFaces, OfCleanHullsAreTheirFaces) {
    Random random(771);
    for (const test::Cloud& cloud :
         {test::boxCloud({1, 2, 3}), test::tankCloud(random), test::wedgeCloud(random),
          test::prismCloud({1, 1, 1}, 200), test::ellipsoidCloud(random, 30)}) {
        const HullMesh mesh = meshOf(cloud);
        const ContactFaces faces = mergeContactFaces(mesh);
        EXPECT_TRUE(faces.merged.empty());
        for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
            EXPECT_FALSE(faces.isMerged(face));
            EXPECT_EQ(faces.nameOf(face), face);
        }
    }
}

TEST(ContactFaces, OfABoxFarFromItsOriginAreSix) {
    Random random(772);
    int triangulated = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const glm::dquat rotation = random.rotation();
        const glm::dvec3 place = 500.0 * random.direction();
        test::Cloud cloud = test::boxCloud({1, 2, 3});
        for (glm::vec3& point : cloud) {
            point = glm::vec3(rotation * glm::dvec3(point) + place);
        }
        const HullMesh mesh = meshOf(cloud);
        const ContactFaces faces = mergeContactFaces(mesh);
        std::set<std::uint32_t> names;
        for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
            names.insert(faces.nameOf(face));
        }
        EXPECT_EQ(names.size(), 6u) << "trial " << trial;
        triangulated += mesh.faces.size() > 10 ? 1 : 0;
    }
    EXPECT_GT(triangulated, 50);
}

/// Clouds with noise of all sizes, near and far.
test::Cloud noisyCloud(Random& random) {
    const test::Cloud clean = test::randomCloud(
        random, test::kAllShapeKinds[random.below(std::uint32_t{test::kAllShapeKinds.size()})]);
    const glm::dquat rotation = random.rotation();
    const glm::dvec3 place = std::pow(10.0, random.uniform(-1.0, 3.5)) * random.direction();
    const double apart = std::pow(10.0, random.uniform(-7.5, -3.0));
    test::Cloud cloud;
    for (const glm::vec3& point : clean) {
        const glm::dvec3 position = rotation * glm::dvec3(point) + place;
        cloud.emplace_back(position);
        if (random.chance(0.5)) {
            cloud.emplace_back(position + random.inBox(apart));
        }
    }
    return cloud;
}

/// Checks a merged face by its definition. Returns the number of its parts.
int expectSound(const HullMesh& mesh, const ContactFaces& faces, std::uint32_t number) {
    const ContactFaces::Merged& merged = faces.merged[number];
    const glm::dvec3& normal = merged.plane.normal;
    const double noise = coordinateNoise(mesh);
    const auto position = [&](std::uint32_t vertex) { return glm::dvec3(mesh.vertices[vertex]); };
    EXPECT_NEAR(glm::length(normal), 1.0, 1e-12);
    double highest = -1e300;
    for (std::uint32_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
        highest = std::max(highest, merged.plane.signedDistance(position(vertex)));
    }
    const double rounding = 1e-14 * (std::abs(merged.plane.offset) + glm::length(position(0)));
    EXPECT_NEAR(highest, 0.0, rounding);
    const auto loop = faces.loopOf(merged);
    EXPECT_GE(loop.size(), 3u);
    const auto beyondSide = [&](std::size_t side, std::uint32_t vertex) {
        const glm::dvec3 from = position(loop[side]), to = position(loop[(side + 1) % loop.size()]);
        const glm::dvec3 outward = glm::cross(to - from, normal);
        return glm::dot(outward, position(vertex) - from) / glm::length(outward);
    };
    int parts = 0;
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        if (faces.mergedFrom[face] != number) {
            continue;
        }
        ++parts;
        for (std::uint32_t i = 0; i < mesh.faces[face].vertexCount; ++i) {
            const std::uint32_t vertex = mesh.faceIndices[mesh.faces[face].firstVertex + i];
            EXPECT_GE(merged.plane.signedDistance(position(vertex)), -noise - rounding);
            for (std::size_t side = 0; side < loop.size(); ++side) {
                EXPECT_LE(beyondSide(side, vertex), 1e-12 + rounding) << "the loop holds all parts";
            }
        }
    }
    for (std::size_t side = 0; side < loop.size(); ++side) {
        EXPECT_LT(beyondSide(side, loop[(side + 2) % loop.size()]), rounding) << "the loop is convex";
    }
    EXPECT_EQ(faces.mergedFrom[merged.largest], number);
    return parts;
}

TEST(ContactFaces, AreConvexAndFlatUpToTheNoise) {
    Random random(773);
    int merged = 0, parts = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const auto mesh = buildHull(noisyCloud(random));
        if (!mesh) {
            continue;
        }
        const ContactFaces faces = mergeContactFaces(*mesh);
        for (std::uint32_t i = 0; i < faces.merged.size(); ++i) {
            const int count = expectSound(*mesh, faces, i);
            EXPECT_GT(count, 1);
            ++merged;
            parts += count;
        }
    }
    std::printf("%d merged faces of %d parts\n", merged, parts);
    EXPECT_GT(merged, 5000);
    EXPECT_GT(parts, 2 * merged);
}

}  // namespace
