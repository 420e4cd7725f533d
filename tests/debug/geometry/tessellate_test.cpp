#include <sat3d/debug/shape_mesh.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;

// Six times the volume that the triangle fans of all faces enclose, divided by six.
double volumeOf(const PolygonMesh& mesh) {
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

// Every side is taken once each way.
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

TEST(MeshOf, HullsKeepTheirFacesInOrder) {
    const ConvexHull hull = *ConvexHull::fromPoints(
        std::vector<glm::vec3>{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}, {0, 1, 0}, {2, 1, 0}, {1, 3, 1}});
    const PolygonMesh mesh = meshOf(hull);
    ASSERT_EQ(mesh.faceCount(), hull.faces().size());
    for (std::uint32_t face = 0; face < mesh.faceCount(); ++face) {
        const auto wanted = hull.faceVertices(face);
        const auto got = mesh.face(face);
        EXPECT_TRUE(std::equal(got.begin(), got.end(), wanted.begin(), wanted.end()));
    }
    expectClosed(mesh);
    EXPECT_NEAR(volumeOf(mesh), hull.massProperties().volume, 1e-6);
}

TEST(MeshOf, BoxesLookOutward) {
    const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1.0f, 2.0f, -1.0f)));
    const PolygonMesh mesh = meshOf(Box{{3.0f, -1.0f, 2.0f}, {0.5f, 1.0f, 2.0f}, turn});
    EXPECT_EQ(mesh.faceCount(), 6u);
    expectClosed(mesh);
    EXPECT_NEAR(volumeOf(mesh), 8.0, 1e-5);
}

TEST(MeshOf, RoundShapesAreClosedAndTouchTheTrueSurface) {
    const Sphere sphere{{1.0f, 2.0f, -3.0f}, 0.5f};
    const Capsule capsule{{1.0f, 0.0f, 0.0f}, {2.0f, 1.0f, -1.0f}, 0.25f};
    const double pi = std::numbers::pi;
    for (const std::uint32_t segments : {0u, 8u, 13u, 64u}) {
        const PolygonMesh ball = meshOf(sphere, segments), rod = meshOf(capsule, segments);
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
        // A polyhedron inside the ball; with n segments it lacks about 16 / n^2 of the volume.
        const double lacks = 20.0 / std::pow(std::max(8u, segments), 2);
        const double ballVolume = 4.0 / 3.0 * pi * 0.125;
        EXPECT_LT(volumeOf(ball), ballVolume);
        EXPECT_GT(volumeOf(ball), (1.0 - lacks) * ballVolume);
        const double rodVolume = massProperties(capsule).volume;
        EXPECT_LT(volumeOf(rod), rodVolume);
        EXPECT_GT(volumeOf(rod), (1.0 - lacks) * rodVolume);
    }
    EXPECT_EQ(meshOf(sphere, 13).vertices, meshOf(sphere, 16).vertices);
}

}  // namespace
