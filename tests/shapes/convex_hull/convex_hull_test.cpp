#include "geometry/hull_builder/clouds.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <set>
#include <vector>

namespace {

using sat3d::ConvexHull;
using sat3d::HullError;
using sat3d::test::Random;

TEST(ConvexHull, BoxIsABox) {
    const auto box = ConvexHull::box({1.0f, 2.0f, 3.0f});
    ASSERT_TRUE(box);
    EXPECT_EQ(box->vertices().size(), 8u);
    EXPECT_EQ(box->faces().size(), 6u);
    EXPECT_EQ(box->edges().size(), 12u);
    EXPECT_EQ(box->distinctNormals().size(), 3u);
    EXPECT_EQ(box->distinctEdgeDirections().size(), 3u);
    EXPECT_EQ(box->maxInputDistance(), 0.0);
    for (std::uint32_t face = 0; face < 6; ++face) {
        EXPECT_EQ(box->faceVertices(face).size(), 4u);
        const glm::dvec3 normal = box->faces()[face].plane.normal;
        EXPECT_EQ(glm::length(normal), 1.0) << "axes come out exactly";
        EXPECT_EQ(box->faces()[face].plane.offset, std::abs(glm::dot(normal, glm::dvec3(1, 2, 3))));
    }
    EXPECT_EQ(box->boundingSphere().center, glm::vec3(0.0f));
    EXPECT_NEAR(box->boundingSphere().radius, std::sqrt(14.0f), 1e-6f);
    EXPECT_NEAR(box->massProperties().volume, 48.0, 1e-12);
    EXPECT_NEAR(glm::length(box->massProperties().centroid), 0.0, 1e-15);
    EXPECT_NEAR(box->massProperties().inertia[0][0], 48.0 / 12.0 * (16.0 + 36.0), 1e-10);
    EXPECT_NEAR(box->massProperties().inertia[1][1], 48.0 / 12.0 * (4.0 + 36.0), 1e-10);
    EXPECT_NEAR(box->massProperties().inertia[2][2], 48.0 / 12.0 * (4.0 + 16.0), 1e-10);
    EXPECT_NEAR(box->massProperties().inertia[0][1], 0.0, 1e-12);
}

// What queries read first lies together. Small hulls have a second block even if they have no other.
TEST(ConvexHull, BlocksLieBehindTheData) {
    using sat3d::KernelHull;
    using sat3d::detail::HullData;
    Random random(5);
    for (const std::uint32_t count : {4u, 16u, 17u, 200u}) {
        const auto hull = ConvexHull::fromPoints(
            sat3d::test::toFloat(makeCloud(sat3d::test::CloudType::Ball, count, random)));
        ASSERT_TRUE(hull);
        const HullData& data = hull->data();
        const KernelHull& kernel = data.kernel;
        const std::size_t vertexBlocks = (hull->vertices().size() + 15) / 16,
                          faceBlocks = (hull->faces().size() + 15) / 16;
        EXPECT_EQ(static_cast<const void*>(kernel.vertices.data()), &data + 1);
        EXPECT_EQ(kernel.vertices.size(), vertexBlocks);
        EXPECT_EQ(static_cast<const void*>(kernel.faces.data()), kernel.vertices.data() + vertexBlocks);
        EXPECT_EQ(kernel.faces.size(), faceBlocks);
        EXPECT_EQ(static_cast<const void*>(kernel.adjacency.fans.data()), kernel.faces.data() + faceBlocks);
        EXPECT_EQ(kernel.secondVertices, &kernel.vertices[vertexBlocks > 1 ? 1 : 0]);
        EXPECT_EQ(kernel.secondFaces, &kernel.faces[faceBlocks > 1 ? 1 : 0]);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&data) % KernelHull::kAlignment, 0u);
    }
}

TEST(ConvexHull, FromMeshEqualsFromPoints) {
    Random random(4);
    for (const std::uint32_t count : {8u, 100u}) {
        const auto points = sat3d::test::toFloat(makeCloud(sat3d::test::CloudType::Ball, count, random));
        const sat3d::HullOptions options{1e-3f};
        const auto mesh = sat3d::buildHull(points, options);
        const auto atOnce = ConvexHull::fromPoints(points, options);
        ASSERT_TRUE(mesh && atOnce);
        const ConvexHull baked = ConvexHull::fromMesh(*mesh);
        EXPECT_EQ(baked.contentHash(), atOnce->contentHash());
        EXPECT_EQ(baked.maxInputDistance(), atOnce->maxInputDistance());
        EXPECT_EQ(baked.massProperties().volume, atOnce->massProperties().volume);
        const auto half = baked.transformed(glm::mat3(0.5f)),
                   halfAtOnce = atOnce->transformed(glm::mat3(0.5f));
        ASSERT_TRUE(half && halfAtOnce);
        EXPECT_EQ(half->contentHash(), halfAtOnce->contentHash()) << "keeps its options";
    }
}

TEST(ConvexHull, FlatOrNegativeBoxIsRefused) {
    EXPECT_EQ(ConvexHull::box({1.0f, 1.0f, 0.0f}).error().code, HullError::Code::Coplanar);
    EXPECT_EQ(ConvexHull::box({1.0f, NAN, 1.0f}).error().code, HullError::Code::NotFinite);
    EXPECT_EQ(ConvexHull::box({1.0f, -1.0f, 1.0f}).error().code, HullError::Code::BadOptions);
}

TEST(ConvexHull, TagsFollowAMirrorAndAScale) {
    const auto box = ConvexHull::box({1.0f, 2.0f, 3.0f});
    ASSERT_TRUE(box);
    // The tag is the axis of the face's normal, from 1, plus 10 on the negative side.
    std::vector<std::uint32_t> tags;
    for (const auto& face : box->faces()) {
        for (int axis = 0; axis < 3; ++axis) {
            if (std::abs(face.plane.normal[axis]) == 1.0) {
                tags.push_back(
                    static_cast<std::uint32_t>(axis + 1 + (face.plane.normal[axis] < 0.0 ? 10 : 0)));
            }
        }
    }
    const ConvexHull tagged = box->withFaceTags(tags);
    EXPECT_TRUE(std::equal(tags.begin(), tags.end(), tagged.faceTags().begin()));
    EXPECT_EQ(box->faceTags()[0], 0u) << "the original keeps its own tags";
    EXPECT_EQ(tagged.contentHash(), box->contentHash());

    // Mirror x, swap and stretch y and z.
    const glm::mat3 map(glm::vec3(-2.0f, 0, 0), glm::vec3(0, 0, 0.5f), glm::vec3(0, 5.0f, 0));
    const auto mapped = tagged.transformed(map);
    ASSERT_TRUE(mapped);
    EXPECT_NEAR(mapped->massProperties().volume, 48.0 * 5.0, 1e-9);
    for (std::uint32_t face = 0; face < 6; ++face) {
        const glm::dvec3 normal = mapped->faces()[face].plane.normal;
        const std::uint32_t tag = mapped->faceTags()[face];
        const bool negative = tag > 10;
        const glm::dvec3 old(tag % 10 == 1, tag % 10 == 2, tag % 10 == 3);
        const glm::dvec3 expected =
            (negative ? -1.0 : 1.0) * glm::normalize(glm::inverse(glm::transpose(glm::dmat3(map))) * old);
        EXPECT_NEAR(glm::dot(normal, expected), 1.0, 1e-12) << "tag " << tag;
    }
}

TEST(ConvexHull, TransformedKeepsInputIndices) {
    Random random(11);
    const auto points = sat3d::test::toFloat(makeCloud(sat3d::test::CloudType::Ball, 300, random));
    const auto hull = ConvexHull::fromPoints(points);
    ASSERT_TRUE(hull);
    const glm::mat3 map(glm::vec3(1.0f, 0.2f, 0), glm::vec3(0, -2.0f, 0.3f), glm::vec3(0.1f, 0, 0.7f));
    const auto mapped = hull->transformed(map);
    ASSERT_TRUE(mapped);
    ASSERT_GT(mapped->vertices().size(), 20u);
    for (std::size_t i = 0; i < mapped->vertices().size(); ++i) {
        const glm::dvec3 expected = glm::dmat3(map) * glm::dvec3(points[mapped->inputIndices()[i]]);
        EXPECT_LT(glm::distance(expected, glm::dvec3(mapped->vertices()[i])), 1e-6);
    }
    EXPECT_NEAR(mapped->massProperties().volume,
                hull->massProperties().volume * std::abs(glm::determinant(glm::dmat3(map))), 1e-5);
}

TEST(ConvexHull, SingularMapIsRefused) {
    const auto box = ConvexHull::box({1.0f, 2.0f, 3.0f});
    ASSERT_TRUE(box);
    const auto flat = box->transformed(glm::mat3(glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(1, 1, 0)));
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().code, HullError::Code::Coplanar);
}

TEST(ConvexHull, BoundingSphereIsTightAndContains) {
    Random random(5);
    double worst = 0.0;
    for (int kind = 0; kind < static_cast<int>(sat3d::test::CloudType::kCount); ++kind) {
        for (int trial = 0; trial < 10; ++trial) {
            const auto cloud =
                makeCloud(static_cast<sat3d::test::CloudType>(kind), 10 + random.below(200), random);
            const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(cloud));
            if (!hull) {
                continue;
            }
            const auto& sphere = hull->boundingSphere();
            double diameter = 0.0;
            for (const glm::vec3& a : hull->vertices()) {
                EXPECT_LE(glm::distance(glm::dvec3(a), glm::dvec3(sphere.center)), double(sphere.radius));
                for (const glm::vec3& b : hull->vertices()) {
                    diameter = std::max(diameter, glm::distance(glm::dvec3(a), glm::dvec3(b)));
                }
            }
            worst = std::max(worst, 2.0 * double(sphere.radius) / diameter);
        }
    }
    // The minimal bounding sphere of a regular tetrahedron has a diameter of 1.2247 edge lengths.
    std::cout << "diameter of the bounding sphere over that of the hull, at worst " << worst << '\n';
    EXPECT_LT(worst, 1.2248 * 1.03);
}

/// A prism with n sides has n + 1 or n / 2 + 1 distinct normals; a random cloud has as many as it has faces
/// and edges.
TEST(ConvexHull, DistinctDirectionsAreDistinctAndComplete) {
    Random random(77);
    for (const auto kind :
         {sat3d::test::CloudType::Prism, sat3d::test::CloudType::Lattice, sat3d::test::CloudType::Ball}) {
        const auto hull = ConvexHull::fromPoints(sat3d::test::toFloat(makeCloud(kind, 48, random)));
        ASSERT_TRUE(hull);
        const auto sine = [](const glm::dvec3& a, const glm::dvec3& b) {
            return glm::length(glm::cross(a, b));
        };
        const auto kept = hull->distinctEdgeDirections();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_GE(sine(kept[i], kept[j]), 2e-7);
            }
        }
        for (const auto& edge : hull->edges()) {
            const glm::dvec3 along = glm::normalize(glm::dvec3(hull->vertices()[edge.vertices[1]]) -
                                                    glm::dvec3(hull->vertices()[edge.vertices[0]]));
            EXPECT_TRUE(
                std::any_of(kept.begin(), kept.end(), [&](const auto& d) { return sine(d, along) < 2e-7; }));
        }
        EXPECT_LE(hull->distinctNormals().size(), hull->faces().size());
    }
    const auto prism =
        ConvexHull::fromPoints(std::array{glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0),
                                          glm::vec3(0, 0, 1), glm::vec3(1, 0, 1), glm::vec3(0, 1, 1)});
    ASSERT_TRUE(prism);
    EXPECT_EQ(prism->distinctNormals().size(), 4u);
    EXPECT_EQ(prism->distinctEdgeDirections().size(), 4u);
}

TEST(ConvexHull, DifferentHullsHaveDifferentHashes) {
    std::set<std::uint64_t> hashes;
    for (int i = 1; i <= 100; ++i) {
        hashes.insert(ConvexHull::box({1.0f, 1.0f, static_cast<float>(i)})->contentHash());
    }
    EXPECT_EQ(hashes.size(), 100u);
    EXPECT_EQ(ConvexHull::box({1.0f, 1.0f, 7.0f})->contentHash(),
              ConvexHull::box({1.0f, 1.0f, 7.0f})->contentHash());
}

}  // namespace
