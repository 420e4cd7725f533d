/// Welding and the checks on surfaces.

#include "import/surface.hpp"

#include "import/surface_checks.hpp"
#include "support.hpp"

#include <glm/geometric.hpp>

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

Surface cloud(std::vector<glm::vec3> points) {
    Surface surface;
    for (std::uint32_t k = 0; k < points.size(); ++k) {
        surface.corners.push_back(k);
    }
    surface.vertices = std::move(points);
    return surface;
}

TEST(Weld, EqualPositionsJoinAndBothZeros) {
    Surface surface =
        cloud({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {-0.0f, 0.0f, -0.0f}, {1.0f, 0.0f, 0.0f}});
    weld(surface, 0.0);
    EXPECT_EQ(surface.vertices.size(), 2u);
    EXPECT_EQ(surface.corners, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

TEST(Weld, ToleranceIsRelativeToSize) {
    for (const float size : {1e-4f, 1.0f, 1e4f}) {
        Surface surface = cloud({{0.0f, 0.0f, 0.0f},
                                 {size, 0.0f, 0.0f},
                                 {size * 1.0000005f, 0.0f, 0.0f},
                                 {size * 0.9999f, 0.0f, 0.0f}});
        weld(surface, 1e-6);
        EXPECT_EQ(surface.vertices.size(), 3u) << size;
        EXPECT_EQ(surface.corners, (std::vector<std::uint32_t>{0, 1, 1, 2}));
    }
}

/// The rule itself, in quadratic time.
std::vector<std::uint32_t> weldByRule(const std::vector<glm::vec3>& points, double distance) {
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

TEST(Weld, AgreesWithTheRuleOnRandomClouds) {
    int joinedSome = 0;
    int keptSome = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 bits(seed);
        // Clusters about as wide as the tolerance, so that both answers occur and cells are crossed.
        const double tolerance = seed % 2 == 0 ? 1e-2 : 1e-4;
        std::vector<glm::vec3> points{{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        for (int cluster = 0; cluster < 10; ++cluster) {
            const glm::vec3 center(randomFloat(bits), randomFloat(bits), randomFloat(bits));
            for (int k = 0; k < 12; ++k) {
                const auto width = static_cast<float>(2.0 * tolerance);
                const glm::vec3 offset(randomFloat(bits), randomFloat(bits), randomFloat(bits));
                points.push_back(glm::clamp(center + width * offset, -1.0f, 1.0f));
            }
        }
        Surface surface = cloud(points);
        weld(surface, tolerance);
        EXPECT_EQ(surface.corners, weldByRule(points, 2.0 * tolerance)) << "seed " << seed;
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
    Surface surface = cloud(points);
    weld(surface, 1e-4);
    EXPECT_LT(surface.vertices.size(), 3000u);
}

Surface box() {
    Surface surface;
    for (const auto& c : kBox) {
        surface.vertices.emplace_back(c[0], c[1], c[2]);
    }
    for (const auto& f : kBoxFaces) {
        for (const int index : f) {
            surface.corners.push_back(static_cast<std::uint32_t>(index));
        }
        surface.faceEnds.push_back(static_cast<std::uint32_t>(surface.corners.size()));
    }
    return surface;
}

TEST(SurfaceChecks, SoundBox) {
    const Topology found = topology(box());
    EXPECT_EQ(found.openEdges, 0u);
    EXPECT_EQ(found.clashingEdges, 0u);
    EXPECT_EQ(found.areaLessFaces, 0u);
    EXPECT_DOUBLE_EQ(signedVolume(box()), 6.0);
}

TEST(SurfaceChecks, MissingFaceOpensItsFourEdges) {
    Surface open = box();
    open.corners.resize(20);  // without the face x = 1
    open.faceEnds.pop_back();
    const Topology found = topology(open);
    EXPECT_EQ(found.openEdges, 4u);
    EXPECT_FLOAT_EQ(found.openEdgeMiddle.x, 1.0f);
    EXPECT_FLOAT_EQ(found.openEdgeMiddle.z, 1.5f) << "the longest one runs along z";
}

TEST(SurfaceChecks, OneFaceTurnedRoundClashesWithItsNeighbours) {
    Surface turned = box();
    std::reverse(turned.corners.begin(), turned.corners.begin() + 4);
    EXPECT_EQ(topology(turned).openEdges, 0u);
    EXPECT_EQ(topology(turned).clashingEdges, 4u);
}

TEST(SurfaceChecks, InsideOutIsNegativeVolume) {
    Surface inverted = box();
    std::reverse(inverted.corners.begin(), inverted.corners.end());
    EXPECT_DOUBLE_EQ(signedVolume(inverted), -6.0);
    EXPECT_EQ(topology(inverted).clashingEdges, 0u);
}

TEST(SurfaceChecks, NotchIsMeasured) {
    // The middle of the top pressed in: a fifth face point 0.25 m below the lid.
    Surface notched = box();
    notched.vertices.emplace_back(0.5f, 1.75f, 1.5f);
    const std::uint32_t lid[] = {2, 6, 7, 3};
    notched.corners.erase(notched.corners.begin() + 12, notched.corners.begin() + 16);
    notched.faceEnds = {4, 8, 12, 16, 20};
    for (std::size_t k = 0; k < 4; ++k) {
        notched.corners.insert(notched.corners.end(), {lid[k], lid[(k + 1) % 4], 8});
        notched.faceEnds.push_back(static_cast<std::uint32_t>(notched.corners.size()));
    }
    ASSERT_EQ(topology(notched).openEdges, 0u);
    const auto hull = buildHull(notched.vertices);
    ASSERT_TRUE(hull);
    const Notch notch = deepestNotch(notched, *hull, 1e-4);
    ASSERT_TRUE(notch.found);
    EXPECT_TRUE(notch.complete);
    EXPECT_NEAR(notch.depth, 0.25, 1e-6);
    EXPECT_TRUE(near(notch.place, {0.5f, 1.75f, 1.5f}));
    EXPECT_FALSE(deepestNotch(box(), *hull, 1e-4).found);
}

/// Schoenhardt's polyhedron: every vertex on the hull, and yet not convex.
TEST(SurfaceChecks, NotchBetweenVerticesIsFoundAtAnEdge) {
    Surface twisted;
    for (int k = 0; k < 6; ++k) {
        const float angle = (k < 3 ? 0.0f : 0.5f) + static_cast<float>(k % 3) * 2.0943951f;
        twisted.vertices.emplace_back(std::cos(angle), std::sin(angle), k < 3 ? 0.0f : 1.0f);
    }
    std::vector<std::uint32_t>& c = twisted.corners;
    c = {0, 2, 1, 3, 4, 5};
    for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t next = (k + 1) % 3;
        c.insert(c.end(), {k, next, 3 + next, k, 3 + next, 3 + k});
    }
    for (std::uint32_t end = 3; end <= c.size(); end += 3) {
        twisted.faceEnds.push_back(end);
    }
    ASSERT_EQ(topology(twisted).openEdges, 0u);
    const auto hull = buildHull(twisted.vertices);
    ASSERT_TRUE(hull);
    const Notch notch = deepestNotch(twisted, *hull, 1e-4);
    // One way of drawing the diagonals is convex, the other is not; this is the one that is not.
    EXPECT_EQ(notch.found, signedVolume(twisted) < volume(*hull) - 1e-6);
    EXPECT_TRUE(notch.found);
}

}  // namespace
}  // namespace sat3d::test
