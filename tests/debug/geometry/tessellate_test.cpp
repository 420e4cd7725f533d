#include <sat3d/debug/tessellate.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;

// Volume enclosed by the triangle fans of all faces.
double meshVolume(const PolygonMesh& mesh) {
    double volume = 0.0;
    for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
        const auto corners = mesh.face(face);
        for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
            const glm::dvec3 a(mesh.vertices[corners[0]]), b(mesh.vertices[corners[k]]),
                c(mesh.vertices[corners[k + 1]]);
            volume += glm::dot(a, glm::cross(b, c)) / 6.0;
        }
    }
    return volume;
}

// Each edge occurs once in each direction, and each vertex is used.
void expectClosed(const PolygonMesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    std::set<std::uint32_t> used;
    for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
        const auto corners = mesh.face(face);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            ++sides[{corners[k], corners[(k + 1) % corners.size()]}];
            used.insert(corners[k]);
        }
    }
    for (const auto& [side, count] : sides) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(sides.count({side.second, side.first}), 1u) << side.first << " to " << side.second;
    }
    EXPECT_EQ(used.size(), mesh.vertices.size());
}

TEST(Tessellate, HullsKeepTheirFacesInOrder) {
    const ConvexHull hull = *ConvexHull::fromPoints(
        std::vector<glm::vec3>{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}, {0, 1, 0}, {2, 1, 0}, {1, 3, 1}});
    const PolygonMesh mesh = tessellate(hull);
    ASSERT_EQ(mesh.faceCount(), hull.faces().size());
    for (std::uint32_t face = 0; face < mesh.faceCount(); ++face) {
        const auto wanted = hull.faceVertices(face);
        const auto got = mesh.face(face);
        EXPECT_TRUE(std::equal(got.begin(), got.end(), wanted.begin(), wanted.end()));
    }
    expectClosed(mesh);
    EXPECT_NEAR(meshVolume(mesh), hull.massProperties().volume, 1e-6);
}

TEST(Tessellate, BoxFacesPointOutward) {
    const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1.0f, 2.0f, -1.0f)));
    const PolygonMesh mesh = tessellate(Box{{3.0f, -1.0f, 2.0f}, {0.5f, 1.0f, 2.0f}, turn});
    EXPECT_EQ(mesh.faceCount(), 6u);
    expectClosed(mesh);
    EXPECT_NEAR(meshVolume(mesh), 8.0, 1e-5);
}

TEST(Tessellate, SpheresAndCapsulesAreClosedAndOnTheTrueSurface) {
    const Sphere sphere{{1.0f, 2.0f, -3.0f}, 0.5f};
    const Capsule capsule{{1.0f, 0.0f, 0.0f}, {2.0f, 1.0f, -1.0f}, 0.25f};
    const double pi = std::numbers::pi;
    for (const std::uint32_t segments : {0u, 8u, 13u, 64u}) {
        const PolygonMesh ball = tessellate(sphere, segments), rod = tessellate(capsule, segments);
        expectClosed(ball);
        expectClosed(rod);
        for (const glm::vec3& p : ball.vertices) {
            EXPECT_NEAR(glm::distance(p, sphere.center), 0.5f, 1e-6f);
        }
        for (const glm::vec3& p : rod.vertices) {
            const glm::vec3 axis = capsule.end - capsule.start;
            const float t = std::clamp(glm::dot(p - capsule.start, axis) / glm::dot(axis, axis), 0.0f, 1.0f);
            EXPECT_NEAR(glm::distance(p, capsule.start + t * axis), 0.25f, 1e-6f);
        }
        // The polyhedron lies inside the sphere; with n segments it lacks about 16 / n^2 of the volume.
        const double lacks = 20.0 / std::pow(std::max(8u, segments), 2);
        const double ballVolume = 4.0 / 3.0 * pi * 0.125;
        EXPECT_LT(meshVolume(ball), ballVolume);
        EXPECT_GT(meshVolume(ball), (1.0 - lacks) * ballVolume);
        const double rodVolume = massProperties(capsule).volume;
        EXPECT_LT(meshVolume(rod), rodVolume);
        EXPECT_GT(meshVolume(rod), (1.0 - lacks) * rodVolume);
    }
    EXPECT_EQ(tessellate(sphere, 13).vertices, tessellate(sphere, 16).vertices);
}

TEST(Tessellate, HeightFieldsKeepTheOrderOfTheirTriangles) {
    const std::vector<float> heights{0.0f, 1.0f, 2.0f, 0.5f, 1.5f, 2.5f, 3.0f, 4.0f, 5.0f};
    const std::vector<std::uint32_t> holes{1};
    const HeightField field =
        *HeightField::fromHeights(heights, 3, 3, {2.0f, 1.0f}, {.holes = holes, .tags = {}});
    const PolygonMesh mesh = tessellate(field);
    ASSERT_EQ(mesh.faceCount(), 6u);
    std::size_t face = 0;
    for (std::uint32_t number = 0; number < field.triangleCount(); ++number) {
        if (field.isHole(number / 2)) {
            continue;
        }
        const auto indices = mesh.face(face++);
        ASSERT_EQ(indices.size(), 3u);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(mesh.vertices[indices[k]], field.triangle(number).corners[k]) << number;
        }
    }
}

TEST(Tessellate, TriangleMeshesAreCopied) {
    const std::vector<glm::vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3, 0, 0, 1};
    const PolygonMesh mesh = tessellate(*TriangleMesh::fromTriangles(vertices, indices));
    EXPECT_EQ(mesh.vertices, vertices);
    EXPECT_EQ(mesh.indices, indices);
    EXPECT_EQ(mesh.faceCount(), 3u);
}

TEST(Tessellate, CompoundsJoinTheirChildren) {
    const glm::quat turn = glm::angleAxis(0.5f, glm::vec3(0.0f, 0.0f, 1.0f));
    const Compound compound =
        *Compound::fromChildren({{Box{{}, {1, 1, 1}}, {}}, {Box{{}, {1, 2, 3}}, {{9, 0, 0}, turn}}});
    const PolygonMesh mesh = tessellate(compound);
    EXPECT_EQ(mesh.faceCount(), 12u);
    expectClosed(mesh);
    EXPECT_NEAR(meshVolume(mesh), 8.0 + 48.0, 1e-3);
    const Aabb box = bounds(compound, Pose{});
    for (const glm::vec3& vertex : mesh.vertices) {
        EXPECT_TRUE(box.contains(vertex));
    }
}

TEST(Tessellate, VariantsGiveWhatTheirAlternativesGive) {
    const Capsule capsule{{1, 0, 0}, {2, 1, -1}, 0.25f};
    EXPECT_EQ(tessellate(ConvexShape(capsule), 8), tessellate(capsule, 8));
    EXPECT_EQ(tessellate(Shape(capsule), 8), tessellate(capsule, 8));
    EXPECT_EQ(tessellate(Shape(HalfSpace{})).faceCount(), 0u);
}

}  // namespace
