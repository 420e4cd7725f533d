#include "geometry/decomposition/chain.hpp"

#include "support/meshes.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace {

using sat3d::Chain;
using sat3d::Plane;
using sat3d::test::Cells;
using sat3d::test::Mesh;
using sat3d::test::Random;

Chain chainOf(const Mesh& mesh) {
    return sat3d::mendedChain(mesh.vertices, mesh.triangles).chain;
}

Cells randomCells(Random& random) {
    std::vector<bool> filled(125);
    std::generate(filled.begin(), filled.end(), [&] { return random.chance(0.6); });
    return {{5, 5, 5}, [filled](const glm::ivec3& p) {
                return filled[static_cast<std::size_t>(25 * p.x + 5 * p.y + p.z)];
            }};
}

TEST(Chain, CoversHolesAndFlippedFaces) {
    const Mesh box = sat3d::test::boxMesh({1.0f, 2.0f, 3.0f}, {3.0f, 5.0f, 4.0f});
    EXPECT_EQ(chainOf(box).triangles.size(), 12u);
    for (std::size_t face = 0; face < 6; ++face) {
        const auto first = static_cast<std::ptrdiff_t>(6 * face);
        Mesh open = box;
        open.triangles.erase(open.triangles.begin() + first, open.triangles.begin() + first + 6);
        EXPECT_NEAR(sat3d::signedVolume(chainOf(open)), 6.0, 1e-12) << "without face " << face;
        Mesh flipped = box;
        std::swap(flipped.triangles[6 * face + 1], flipped.triangles[6 * face + 2]);
        std::swap(flipped.triangles[6 * face + 4], flipped.triangles[6 * face + 5]);
        EXPECT_NEAR(sat3d::signedVolume(chainOf(flipped)), 6.0, 1e-12) << "face " << face << " flipped";
    }
    Mesh inverted = box;
    for (std::size_t k = 0; k < box.triangles.size(); k += 3) {
        std::swap(inverted.triangles[k], inverted.triangles[k + 1]);
    }
    EXPECT_NEAR(sat3d::signedVolume(chainOf(inverted)), 6.0, 1e-12);
    Mesh doubled = box;
    doubled.append(inverted);
    EXPECT_NEAR(sat3d::signedVolume(chainOf(doubled)), 6.0, 1e-12);
}

TEST(Chain, CutsPreserveVolumeAndSurface) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const Cells cells = randomCells(random);
        Chain rest = chainOf(cells.mesh());
        const double volume = sat3d::signedVolume(rest);
        EXPECT_NEAR(volume, cells.count(), 1e-9);
        // Successive cuts. Every second plane is a grid plane that contains faces.
        double sum = 0.0;
        for (int step = 0; step < 4 && !rest.triangles.empty(); ++step) {
            Plane plane{random.direction(), 0.0};
            if (step % 2 == 0) {
                plane = {glm::dvec3(step == 0, step == 2, 0.0), 3.0};
            } else {
                plane.offset = glm::dot(plane.normal, glm::dvec3(2.5));
            }
            const auto [below, above] = sat3d::cut(rest, plane, 1e-6);
            EXPECT_NEAR(sat3d::signedVolume(below) + sat3d::signedVolume(above), sat3d::signedVolume(rest),
                        1e-4)
                << "seed " << seed << ", step " << step;
            for (const glm::vec3& p : sat3d::surfacePoints(below)) {
                EXPECT_LE(plane.signedDistance(glm::dvec3(p)), 2e-6);
            }
            for (const glm::vec3& p : sat3d::surfacePoints(above)) {
                EXPECT_GE(plane.signedDistance(glm::dvec3(p)), -2e-6);
            }
            sum += sat3d::signedVolume(above);
            rest = below;
        }
        EXPECT_NEAR(sum + sat3d::signedVolume(rest), volume, 1e-3) << "seed " << seed;
    }
}

TEST(Chain, WindingNumberIsOneInside) {
    Random random(1);
    const Cells cells = randomCells(random);
    const auto rotation = random.rotation();
    const Chain chain = chainOf(moved(cells.mesh(), rotation, 1.0, glm::dvec3(0.0)));
    cells.forEach([&](const glm::ivec3& cell) {
        const glm::dvec3 inside = glm::dvec3(cell) + 0.5 + random.inBox(0.49);
        EXPECT_EQ(sat3d::windingNumber(chain, rotation * inside), cells.solid(cell) ? 1 : 0);
    });
}

TEST(Chain, SplitsSolidsWithTheirCavities) {
    const Cells hollow{{5, 5, 5}, [](const glm::ivec3& p) { return p != glm::ivec3(2, 2, 2); }};
    Mesh mesh = hollow.mesh();
    mesh.append(sat3d::test::boxMesh({10.0f, 0.0f, 0.0f}, {11.0f, 1.0f, 1.0f}));
    const auto parts = sat3d::solids(chainOf(mesh), true);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_NEAR(sat3d::signedVolume(parts[0]), 124.0, 1e-9);
    EXPECT_NEAR(sat3d::signedVolume(parts[1]), 1.0, 1e-9);
}

TEST(Chain, KeepsSheetsTogether) {
    Mesh mesh = sat3d::test::boxMesh({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
    for (const float x : {3.0f, 5.0f, 7.0f}) {
        Mesh triangle;
        triangle.vertices = {{x, 0.0f, 0.0f}, {x, 1.0f, 0.0f}, {x, 0.0f, 1.0f}};
        triangle.triangles = {0, 1, 2};
        mesh.append(triangle);
    }
    const auto parts = sat3d::solids(chainOf(mesh), true);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[1].surfaceCount, 3u);
}

}  // namespace
