/// Welding, topology and notches of surfaces.

#include "import/mesh/welded_mesh.hpp"

#include "geometry/hull_measures/hull_measures.hpp"
#include "import/mesh/mesh_checks.hpp"
#include "import/mesh/notch_depth.hpp"
#include "import/support.hpp"

#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace sat3d::test {
namespace {

using namespace importing;

/// A float in [-1, 1), the same on every platform.
float randomFloat(std::mt19937& bits) {
    return static_cast<float>(bits() >> 8) * 0x1p-23f - 1.0f;
}

WeldedMesh cloud(std::vector<glm::vec3> points) {
    WeldedMesh surface;
    for (std::uint32_t k = 0; k < points.size(); ++k) {
        surface.indices.push_back(k);
    }
    surface.vertices = std::move(points);
    return surface;
}

TEST(Weld, MergesEqualPositionsAndBothZeros) {
    WeldedMesh surface =
        cloud({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {-0.0f, 0.0f, -0.0f}, {1.0f, 0.0f, 0.0f}});
    weld(surface, 0.0);
    EXPECT_EQ(surface.vertices.size(), 2u);
    EXPECT_EQ(surface.indices, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

TEST(Weld, ToleranceIsRelativeToSize) {
    for (const float size : {1e-4f, 1.0f, 1e4f}) {
        WeldedMesh surface = cloud({{0.0f, 0.0f, 0.0f},
                                    {size, 0.0f, 0.0f},
                                    {size * 1.0000005f, 0.0f, 0.0f},
                                    {size * 0.9999f, 0.0f, 0.0f}});
        weld(surface, 1e-6);
        EXPECT_EQ(surface.vertices.size(), 3u) << size;
        EXPECT_EQ(surface.indices, (std::vector<std::uint32_t>{0, 1, 1, 2}));
    }
}

/// Reference implementation in quadratic time.
std::vector<std::uint32_t> weldByReference(const std::vector<glm::vec3>& points, double distance) {
    std::vector<glm::dvec3> kept;
    std::vector<std::uint32_t> result;
    for (const glm::vec3& point : points) {
        std::uint32_t k = 0;
        while (k < kept.size() && glm::length(kept[k] - glm::dvec3(point)) > distance) {
            ++k;
        }
        if (k == kept.size()) {
            kept.emplace_back(point);
        }
        result.push_back(k);
    }
    return result;
}

TEST(Weld, AgreesWithTheReferenceOnRandomClouds) {
    int joinedSome = 0;
    int keptSome = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 bits(seed);
        // Clusters are about as wide as the tolerance, so points within and beyond it occur, also across
        // cells.
        const double tolerance = seed % 2 == 0 ? 1e-2 : 1e-4;
        std::vector<glm::vec3> points{{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        for (int cluster = 0; cluster < 10; ++cluster) {
            const glm::vec3 center{randomFloat(bits), randomFloat(bits), randomFloat(bits)};
            for (int k = 0; k < 12; ++k) {
                const auto width = static_cast<float>(2.0 * tolerance);
                const glm::vec3 offset{randomFloat(bits), randomFloat(bits), randomFloat(bits)};
                points.push_back(glm::clamp(center + width * offset, -1.0f, 1.0f));
            }
        }
        WeldedMesh surface = cloud(points);
        weld(surface, tolerance);
        EXPECT_EQ(surface.indices, weldByReference(points, 2.0 * tolerance)) << "seed " << seed;
        joinedSome += surface.vertices.size() < points.size();
        keptSome += surface.vertices.size() > 12;
    }
    EXPECT_EQ(joinedSome, 200);
    EXPECT_EQ(keptSome, 200);
}

TEST(Weld, LatticeFinerThanTheToleranceStaysFast) {
    std::vector<glm::vec3> points{{0.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 200'000; ++k) {
        points.emplace_back(static_cast<float>(k % 50) * 0.001f, static_cast<float>(k / 50 % 50) * 0.001f,
                            static_cast<float>(k / 2500) * 0.001f);
    }
    WeldedMesh surface = cloud(points);
    weld(surface, 1e-4);
    EXPECT_LT(surface.vertices.size(), 3000u);
}

WeldedMesh box() {
    WeldedMesh surface;
    for (const auto& c : kBox) {
        surface.vertices.emplace_back(c[0], c[1], c[2]);
    }
    for (const auto& f : kBoxFaces) {
        for (const int index : f) {
            surface.indices.push_back(static_cast<std::uint32_t>(index));
        }
        surface.faceEndOffsets.push_back(static_cast<std::uint32_t>(surface.indices.size()));
    }
    surface.faceTags.resize(surface.faceCount());
    return surface;
}

TEST(SurfaceChecks, SoundBox) {
    const EdgeTopology found = edgeTopology(box());
    EXPECT_EQ(found.openEdges, 0u);
    EXPECT_EQ(found.clashingEdges, 0u);
    EXPECT_EQ(found.facesWithoutArea, 0u);
    EXPECT_DOUBLE_EQ(signedVolume(box()), 6.0);
}

TEST(SurfaceChecks, MissingFaceOpensItsFourEdges) {
    WeldedMesh open = box();
    open.indices.resize(20);  // without the face x = 1
    open.faceEndOffsets.pop_back();
    const EdgeTopology found = edgeTopology(open);
    EXPECT_EQ(found.openEdges, 4u);
    EXPECT_FLOAT_EQ(found.openEdgeMiddle.x, 1.0f);
    EXPECT_FLOAT_EQ(found.openEdgeMiddle.z, 1.5f) << "the longest one runs along z";
}

TEST(SurfaceChecks, InvertedFaceClashesWithItsNeighbors) {
    WeldedMesh turned = box();
    std::reverse(turned.indices.begin(), turned.indices.begin() + 4);
    EXPECT_EQ(edgeTopology(turned).openEdges, 0u);
    EXPECT_EQ(edgeTopology(turned).clashingEdges, 4u);
}

TEST(SurfaceChecks, InvertedMeshHasNegativeVolume) {
    WeldedMesh inverted = box();
    std::reverse(inverted.indices.begin(), inverted.indices.end());
    EXPECT_DOUBLE_EQ(signedVolume(inverted), -6.0);
    EXPECT_EQ(edgeTopology(inverted).clashingEdges, 0u);
}

TEST(SurfaceChecks, NotchIsMeasured) {
    // The middle of the lid is pressed in by 0.25 m.
    WeldedMesh notched = box();
    notched.vertices.emplace_back(0.5f, 1.75f, 1.5f);
    const std::uint32_t lid[] = {2, 6, 7, 3};
    notched.indices.erase(notched.indices.begin() + 12, notched.indices.begin() + 16);
    notched.faceEndOffsets = {4, 8, 12, 16, 20};
    for (std::size_t k = 0; k < 4; ++k) {
        notched.indices.insert(notched.indices.end(), {lid[k], lid[(k + 1) % 4], 8});
        notched.faceEndOffsets.push_back(static_cast<std::uint32_t>(notched.indices.size()));
    }
    notched.faceTags.resize(notched.faceCount());
    ASSERT_EQ(edgeTopology(notched).openEdges, 0u);
    const auto hull = buildHull(notched.vertices);
    ASSERT_TRUE(hull);
    const std::optional<Notch> notch = deepestNotch(notched, *hull, 1e-4);
    ASSERT_TRUE(notch);
    EXPECT_TRUE(notch->isComplete);
    EXPECT_NEAR(notch->depth, 0.25, 1e-6);
    EXPECT_TRUE(near(notch->place, {0.5f, 1.75f, 1.5f}));
    EXPECT_FALSE(deepestNotch(box(), *hull, 1e-4));
}

/// Schoenhardt's polyhedron: all vertices lie on the hull, but it is not convex.
TEST(SurfaceChecks, NotchBetweenVerticesIsFoundAtAnEdge) {
    WeldedMesh twisted;
    for (int k = 0; k < 6; ++k) {
        const float angle = (k < 3 ? 0.0f : 0.5f) + static_cast<float>(k % 3) * 2.0943951f;
        twisted.vertices.emplace_back(std::cos(angle), std::sin(angle), k < 3 ? 0.0f : 1.0f);
    }
    std::vector<std::uint32_t>& c = twisted.indices;
    c = {0, 2, 1, 3, 4, 5};
    for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t next = (k + 1) % 3;
        c.insert(c.end(), {k, next, 3 + next, k, 3 + next, 3 + k});
    }
    for (std::uint32_t end = 3; end <= c.size(); end += 3) {
        twisted.faceEndOffsets.push_back(end);
    }
    twisted.faceTags.resize(twisted.faceCount());
    ASSERT_EQ(edgeTopology(twisted).openEdges, 0u);
    const auto hull = buildHull(twisted.vertices);
    ASSERT_TRUE(hull);
    // One direction of the diagonals gives a convex polyhedron. This is the other direction.
    ASSERT_LT(signedVolume(twisted), massProperties(HullView(*hull)).volume - 1e-6);
    EXPECT_TRUE(deepestNotch(twisted, *hull, 1e-4));
}

/// Two plates of 0.1 m that meet at a right angle: the deepest air lies between the inner edge and the face
/// of the hull that joins the ends of the plates.
TEST(SurfaceChecks, NotchOfAnLReachesToItsInnerEdge) {
    WeldedMesh ell;
    const glm::vec2 outline[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.1f},
                                 {0.1f, 0.1f}, {0.1f, 1.0f}, {0.0f, 1.0f}};
    for (const float z : {0.0f, 1.0f}) {
        for (const glm::vec2& p : outline) {
            ell.vertices.emplace_back(p, z);
        }
    }
    ell.indices = {5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11};
    ell.faceEndOffsets = {6, 12};
    for (std::uint32_t k = 0; k < 6; ++k) {
        const std::uint32_t next = (k + 1) % 6;
        ell.indices.insert(ell.indices.end(), {k, next, 6 + next, 6 + k});
        ell.faceEndOffsets.push_back(static_cast<std::uint32_t>(ell.indices.size()));
    }
    ell.faceTags.resize(ell.faceCount());
    ASSERT_EQ(edgeTopology(ell).openEdges, 0u);
    const auto hull = buildHull(ell.vertices);
    ASSERT_TRUE(hull);
    const std::optional<Notch> notch = deepestNotch(ell, *hull, 1e-4);
    ASSERT_TRUE(notch);
    EXPECT_TRUE(notch->isComplete);
    EXPECT_NEAR(notch->depth, 0.9 / std::sqrt(2.0), 1e-6) << "not 0.1 m, to the nearest face behind a plate";
    EXPECT_TRUE(near({notch->place.x, notch->place.y, 0.0f}, {0.1f, 0.1f, 0.0f}, 1e-4f));
}

/// The lid of a box as a fine grid with a dent: the search for air stops early, and the depth says so.
TEST(SurfaceChecks, DepthInAFineMeshIsALowerBound) {
    constexpr std::uint32_t kSide = 101;
    WeldedMesh dented;
    for (std::uint32_t row = 0; row < kSide; ++row) {
        for (std::uint32_t column = 0; column < kSide; ++column) {
            const bool isMiddle = row == kSide / 2 && column == kSide / 2;
            dented.vertices.emplace_back(column, row, isMiddle ? 7.0f : 10.0f);
            if (row > 0 && column > 0) {
                const std::uint32_t here = row * kSide + column;
                dented.addFace(std::vector{here - kSide - 1, here - kSide, here, here - 1});
            }
        }
    }
    for (const std::uint32_t corner : {0u, kSide - 1, kSide * kSide - 1, kSide * (kSide - 1)}) {
        dented.vertices.emplace_back(dented.vertices[corner].x, dented.vertices[corner].y, 0.0f);
    }
    constexpr std::uint32_t kBottom = kSide * kSide;
    dented.addFace(std::vector{kBottom + 3, kBottom + 2, kBottom + 1, kBottom});
    dented.faceTags.resize(dented.faceCount());
    const auto hull = buildHull(dented.vertices);
    ASSERT_TRUE(hull);
    const std::optional<Notch> notch = deepestNotch(dented, *hull, 1e-2);
    ASSERT_TRUE(notch);
    EXPECT_FALSE(notch->isComplete) << "although the dent is the deepest notch";
    EXPECT_NEAR(notch->depth, 3.0, 1e-6);
    EXPECT_TRUE(near(notch->place, {50.0f, 50.0f, 7.0f}));
}

}  // namespace
}  // namespace sat3d::test
