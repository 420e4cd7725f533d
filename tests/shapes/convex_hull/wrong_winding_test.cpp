/// Decomposition of meshes of which some triangles are wound the wrong way: the pieces are those of the right
/// winding.

#include "support/meshes.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

using sat3d::ConvexPiece;
using sat3d::Decomposition;
using sat3d::test::Cells;
using sat3d::test::Mesh;
using sat3d::test::Random;

Decomposition decompositionOf(const Mesh& mesh) {
    return *sat3d::decompose(mesh.vertices, mesh.triangles);
}

void turn(std::size_t triangle, Mesh& mesh) {
    std::swap(mesh.triangles[3 * triangle + 1], mesh.triangles[3 * triangle + 2]);
}

void expectSamePieces(const Decomposition& found, const Decomposition& right) {
    ASSERT_EQ(found.pieces.size(), right.pieces.size());
    for (std::size_t k = 0; k < right.pieces.size(); ++k) {
        EXPECT_NEAR(found.pieces[k].hull.massProperties().volume,
                    right.pieces[k].hull.massProperties().volume, 1e-6 * right.meshVolume);
    }
    EXPECT_NEAR(found.meshVolume, right.meshVolume, 1e-9 * right.meshVolume);
    EXPECT_EQ(found.maxUncoveredDistance, right.maxUncoveredDistance);
    EXPECT_EQ(found.reachedTolerance, right.reachedTolerance);
    EXPECT_EQ(found.unpairedEdges, 0u);
}

/// The unit cube with its vertices in the order of their binary numbers.
Mesh cube() {
    Mesh mesh;
    for (int k = 0; k < 8; ++k) {
        mesh.vertices.emplace_back(k & 1, k >> 1 & 1, k >> 2);
    }
    mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return mesh;
}

TEST(WrongWinding, EveryChoiceOfThreeTrianglesOfTheCube) {
    const Decomposition right = decompositionOf(cube());
    ASSERT_EQ(right.pieces.size(), 1u);
    int choices = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                Mesh mesh = cube();
                turn(i, mesh);
                turn(j, mesh);
                turn(k, mesh);
                SCOPED_TRACE(std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(k));
                const Decomposition found = decompositionOf(mesh);
                expectSamePieces(found, right);
                EXPECT_EQ(found.turnedTriangles, 3u);
                ++choices;
            }
        }
    }
    EXPECT_EQ(choices, 220);
}

struct Solid {
    const char* name;
    Mesh mesh;
};

std::vector<Solid> concaveSolids() {
    const auto cells = [](glm::ivec3 size, auto isThere) { return Cells{size, isThere}.mesh(); };
    return {
        {"L", cells({3, 3, 2}, [](const glm::ivec3& c) { return c.x == 0 || c.y == 0; })},
        {"U", cells({5, 3, 2}, [](const glm::ivec3& c) { return c.x == 0 || c.x == 4 || c.y == 0; })},
        {"frame", cells({4, 4, 1}, [](const glm::ivec3& c) { return c.x % 3 == 0 || c.y % 3 == 0; })},
        {"bucket",
         cells({4, 4, 3}, [](const glm::ivec3& c) { return c.x % 3 == 0 || c.y % 3 == 0 || c.z == 0; })},
        {"hollow box", cells({3, 3, 3}, [](const glm::ivec3& c) { return c != glm::ivec3(1); })},
        {"two boxes", cells({3, 1, 1}, [](const glm::ivec3& c) { return c.x != 1; })},
    };
}

TEST(WrongWinding, RandomChoicesOnConcaveSolids) {
    for (const Solid& solid : concaveSolids()) {
        const Decomposition right = decompositionOf(solid.mesh);
        EXPECT_TRUE(right.reachedTolerance) << solid.name;
        for (const double share : {0.02, 0.1, 0.3, 0.5, 0.9}) {
            for (std::uint32_t seed = 0; seed < 3; ++seed) {
                SCOPED_TRACE(std::string(solid.name) + ", " + std::to_string(share) + ", seed " +
                             std::to_string(seed));
                Random random(seed);
                Mesh mesh = solid.mesh;
                for (std::size_t k = 0; k < mesh.triangles.size() / 3; ++k) {
                    if (random.chance(share)) {
                        turn(k, mesh);
                    }
                }
                expectSamePieces(decompositionOf(mesh), right);
            }
        }
    }
}

/// A solid inside another one stays a solid if its winding is clear, although a few triangles are wrong.
TEST(WrongWinding, OfASolidInsideAnother) {
    Mesh mesh = sat3d::test::boxMesh(glm::vec3(0.0f), glm::vec3(3.0f));
    mesh.append(sat3d::test::boxMesh(glm::vec3(1.0f), glm::vec3(2.0f)));
    const Decomposition right = decompositionOf(mesh);
    EXPECT_NEAR(right.meshVolume, 28.0, 1e-12);
    turn(13, mesh);
    turn(20, mesh);
    expectSamePieces(decompositionOf(mesh), right);
}

/// Solids that touch along an edge, or cross, lie in each other's bounds. Neither is a cavity of the other.
TEST(WrongWinding, OfSolidsThatTouchOrCross) {
    const Mesh touching = Cells{
        {4, 2, 2}, [](const glm::ivec3& c) {
            const bool isCube = c == glm::ivec3(1, 1, 1);
            return isCube || c.x == 3 || (c.y == 0 && c.z == 0);
        }}.mesh();
    Mesh crossing = Cells{{5, 3, 2}, [](const glm::ivec3& c) { return c.x != 2 || c.y == 0; }}.mesh();
    crossing.append(sat3d::test::boxMesh(glm::vec3(1.5f, 1.5f, 0.5f), glm::vec3(3.5f, 2.5f, 1.5f)));
    for (const Mesh& right : {touching, crossing}) {
        const double volume = decompositionOf(right).meshVolume;
        for (std::uint32_t seed = 0; seed < 40; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            Random random(seed);
            Mesh mesh = right;
            for (std::size_t k = 0; k < mesh.triangles.size() / 3; k += 2) {
                turn(k + (random.chance(0.5) ? 1 : 0), mesh);  // half of each square
            }
            EXPECT_NEAR(decompositionOf(mesh).meshVolume, volume, 1e-9 * volume);
        }
    }
}

TEST(WrongWinding, WhatCannotBeMendedIsTold) {
    Mesh open = cube();
    open.triangles.resize(open.triangles.size() - 3);
    turn(2, open);
    EXPECT_EQ(decompositionOf(open).unpairedEdges, 3u);
    EXPECT_EQ(decompositionOf(open).turnedTriangles, 1u);

    Mesh withFin = cube();  // a triangle that stands on an edge: three triangles meet there
    withFin.vertices.emplace_back(0.5f, -1.0f, -1.0f);
    withFin.triangles.insert(withFin.triangles.end(), {0, 1, 8});
    EXPECT_EQ(decompositionOf(withFin).unpairedEdges, 3u);

    Mesh strip;  // a Möbius strip of five quads
    for (int k = 0; k < 5; ++k) {
        const double turned = 1.2566370614359172 * k, half = 0.5 * turned;
        const glm::dvec3 out(std::cos(turned), std::sin(turned), 0.0);
        for (const double side : {-0.3, 0.3}) {
            strip.vertices.emplace_back(out * (1.0 + side * std::cos(half)) +
                                        glm::dvec3(0.0, 0.0, side * std::sin(half)));
        }
    }
    for (std::uint32_t k = 0; k < 5; ++k) {
        const std::uint32_t a = 2 * k, b = a + 1, c = k == 4 ? 1 : a + 2, d = k == 4 ? 0 : a + 3;
        strip.triangles.insert(strip.triangles.end(), {a, b, d, a, d, c});
    }
    const Decomposition found = decompositionOf(strip);
    EXPECT_GT(found.unpairedEdges, 10u);  // its border, and the edges at which its sides clash
    EXPECT_EQ(found.turnedTriangles, 0u);
}

/// The limit that stops the decomposition is named: more pieces help only if there are too few.
TEST(WrongWinding, PiecesThatAreLeftDoNotHelp) {
    const Mesh frame = concaveSolids()[2].mesh;
    const auto few = *sat3d::decompose(frame.vertices, frame.triangles, {.maxPieces = 2});
    EXPECT_FALSE(few.reachedTolerance);
    EXPECT_TRUE(few.ranOutOfPieces);
    const auto enough = *sat3d::decompose(frame.vertices, frame.triangles);
    EXPECT_TRUE(enough.reachedTolerance);
    EXPECT_FALSE(enough.ranOutOfPieces);
}

}  // namespace
