#include "support/meshes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

using sat3d::ConvexPiece;
using sat3d::Decomposition;
using sat3d::DecompositionError;
using sat3d::DecompositionOptions;
using sat3d::test::Cells;
using sat3d::test::Mesh;
using sat3d::test::Random;

bool insideSome(const Decomposition& found, const glm::dvec3& point) {
    return std::ranges::any_of(found.pieces, [&](const ConvexPiece& piece) {
        return sat3d::contains(piece.hull, sat3d::Pose{}, glm::vec3(point));
    });
}

double largestExtent(const Mesh& mesh) {
    double extent = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low, high] =
            std::ranges::minmax(mesh.vertices, {}, [axis](const glm::vec3& v) { return v[axis]; });
        extent = std::max(extent, static_cast<double>(high[axis] - low[axis]));
    }
    return extent;
}

double largestCoordinate(const Mesh& mesh) {
    double largest = 0.0;
    for (const glm::vec3& v : mesh.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            largest = std::max(largest, std::abs(static_cast<double>(v[axis])));
        }
    }
    return largest;
}

/// Returns the largest distance of a vertex outside all pieces, measured by the planes of the pieces' exact
/// hulls.
double uncoveredByPlanes(const Mesh& mesh, const Decomposition& found) {
    std::vector<sat3d::HullMesh> hulls;
    for (const ConvexPiece& piece : found.pieces) {
        hulls.push_back(*sat3d::buildHull(piece.hull.vertices(), {0.0f}));
    }
    double farthest = 0.0;
    for (const std::uint32_t index : mesh.triangles) {
        const glm::dvec3 vertex(mesh.vertices[index]);
        double nearest = std::numeric_limits<double>::infinity();
        for (const sat3d::HullMesh& hull : hulls) {
            double outside = 0.0;
            for (const auto& face : hull.faces) {
                outside = std::max(outside, face.plane.signedDistance(vertex));
            }
            nearest = std::min(nearest, outside);
        }
        farthest = std::max(farthest, nearest);
    }
    return farthest;
}

void expectSound(const Mesh& mesh, const Decomposition& found, const DecompositionOptions& options) {
    const double size = largestExtent(mesh) + largestCoordinate(mesh);
    EXPECT_GE(found.pieces.size(), 1u);
    EXPECT_LE(found.pieces.size(), options.maxPieces);
    EXPECT_LE(found.maxUncoveredDistance, 1e-6 * size);
    EXPECT_LE(uncoveredByPlanes(mesh, found), found.maxUncoveredDistance + 1e-12 * size);
    double volume = 0.0;
    for (const ConvexPiece& piece : found.pieces) {
        EXPECT_LE(piece.hull.vertices().size(), options.maxVertices);
        EXPECT_GE(piece.concavity, 0.0);
        volume += piece.hull.massProperties().volume;
    }
    EXPECT_DOUBLE_EQ(volume, found.piecesVolume);
}

/// Decomposes the mesh, and expects a sound result.
Decomposition decomposed(const Mesh& mesh, const DecompositionOptions& options = {}) {
    auto found = sat3d::decompose(mesh.vertices, mesh.triangles, options);
    if (!found) {
        throw std::runtime_error(found.error().message);
    }
    expectSound(mesh, *found, options);
    return *std::move(found);
}

/// Fraction of the solid that no piece covers, and fraction of the pieces' volume outside the solid, sampled
/// at points of the cells.
struct Errors {
    double missing = 0.0, excess = 0.0;
};
Errors errorsOf(const Cells& cells, const Decomposition& found, const glm::dquat& rotation, double scale,
                const glm::dvec3& offset) {
    Errors errors;
    Random random(7);
    double points = 0.0;
    cells.forEach([&](const glm::ivec3& cell) {
        for (int k = 0; k < 4; ++k) {
            const glm::dvec3 place = glm::dvec3(cell) + 0.5 + random.inBox(0.499);
            const bool inPiece = insideSome(found, rotation * (place * scale) + offset);
            const bool inSolid = cells.solid(cell);
            points += inSolid;
            errors.missing += inSolid && !inPiece;
            errors.excess += !inSolid && inPiece;
        }
    });
    return {errors.missing / points, errors.excess / points};
}

struct Case {
    const char* name;
    Cells cells;
    std::size_t pieces;  ///< expected number, with no excess
};

std::vector<Case> exactCases() {
    return {
        {"L", {{3, 3, 2}, [](const glm::ivec3& c) { return c.x == 0 || c.y == 0; }}, 2},
        {"U", {{5, 3, 2}, [](const glm::ivec3& c) { return c.x == 0 || c.x == 4 || c.y == 0; }}, 3},
        {"plus", {{5, 5, 1}, [](const glm::ivec3& c) { return c.x == 2 || c.y == 2; }}, 3},
        {"table",
         {{8, 8, 5}, [](const glm::ivec3& c) { return c.z == 4 || (c.x % 7 == 0 && c.y % 7 == 0); }},
         5},
        {"bucket",
         {{6, 6, 6}, [](const glm::ivec3& c) { return c.x % 7 == 0 || c.y % 7 == 0 || c.z == 0; }},
         5},
    };
}

TEST(Decompose, CutsPolyhedraExactly) {
    DecompositionOptions options;
    options.tolerance = 0.005;
    for (const Case& example : exactCases()) {
        for (std::uint32_t trial = 0; trial < 3; ++trial) {
            SCOPED_TRACE(testing::Message() << example.name << ", trial " << trial);
            Random random(trial);
            const glm::dquat rotation = trial == 0 ? glm::dquat(1.0, glm::dvec3(0.0)) : random.rotation();
            const double scale = trial == 2 ? 1e-3 : 1.0;
            const glm::dvec3 offset = trial == 0 ? glm::dvec3(0.0) : scale * random.inBox(5.0);
            const Mesh mesh = moved(example.cells.mesh(), rotation, scale, offset);
            const Decomposition found = decomposed(mesh, options);
            EXPECT_LE(found.pieces.size(), example.pieces);
            EXPECT_TRUE(found.reachedTolerance);
            const double volume = example.cells.count() * scale * scale * scale;
            EXPECT_NEAR(found.meshVolume, volume, 1e-4 * volume);
            const Errors errors = errorsOf(example.cells, found, rotation, scale, offset);
            EXPECT_EQ(errors.missing, 0.0);
            EXPECT_LE(errors.excess, trial == 0 ? 0.0 : 0.005);  // fraction allowed by the tolerance
        }
    }
}

TEST(Decompose, CoversTheWholeSolid) {
    // Spheres with missing cells at the surface: the cuts pass through the inside, where no vertex is.
    for (std::uint32_t seed = 0; seed < 2; ++seed) {
        Random random(seed);
        std::vector<bool> bitten(343);
        std::generate(bitten.begin(), bitten.end(), [&] { return random.chance(0.15); });
        const Cells cells{{7, 7, 7}, [&](const glm::ivec3& p) {
                              const glm::ivec3 d = p - glm::ivec3(3);
                              const int squared = d.x * d.x + d.y * d.y + d.z * d.z;
                              const bool isInner = squared < 7;
                              const auto index = static_cast<std::size_t>(49 * p.x + 7 * p.y + p.z);
                              return isInner || (squared < 13 && !bitten[index]);
                          }};
        DecompositionOptions options;
        options.maxPieces = 24;
        const Decomposition found = decomposed(cells.mesh(), options);
        EXPECT_GT(found.pieces.size(), 8u);
        const Errors errors = errorsOf(cells, found, glm::dquat(1.0, glm::dvec3(0.0)), 1.0, glm::dvec3(0.0));
        EXPECT_EQ(errors.missing, 0.0) << "seed " << seed;
    }
}

TEST(Decompose, AConvexMeshIsOnePiece) {
    const Decomposition found = decomposed(sat3d::test::boxMesh({-1.0f, 2.0f, 0.0f}, {1.0f, 3.0f, 5.0f}));
    ASSERT_EQ(found.pieces.size(), 1u);
    EXPECT_EQ(found.pieces[0].hull.vertices().size(), 8u);
    EXPECT_EQ(found.pieces[0].concavity, 0.0);
    EXPECT_EQ(found.maxUncoveredDistance, 0.0);
    EXPECT_NEAR(found.piecesVolume, 10.0, 1e-9);
}

TEST(Decompose, IntersectingPartsNeedNoCut) {
    const Decomposition found = decomposed(sat3d::test::tankMesh());
    ASSERT_EQ(found.pieces.size(), 3u);
    EXPECT_NEAR(found.pieces[0].hull.massProperties().volume, 17.5, 1e-5);
    EXPECT_NEAR(found.pieces[1].hull.massProperties().volume, 5.4, 1e-5);
}

TEST(Decompose, AcceptsHolesAndFlippedFaces) {
    const Cells cells = exactCases()[0].cells;
    const Mesh whole = cells.mesh();
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        Random random(seed);
        Mesh mesh = whole;
        const std::size_t hole = 6 * random.below(static_cast<std::uint32_t>(whole.triangles.size() / 6));
        mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(hole),
                             mesh.triangles.begin() + static_cast<std::ptrdiff_t>(hole) + 6);
        const std::size_t turned = 3 * random.below(static_cast<std::uint32_t>(mesh.triangles.size() / 3));
        std::swap(mesh.triangles[turned], mesh.triangles[turned + 1]);
        const Decomposition found = decomposed(mesh);
        EXPECT_EQ(found.pieces.size(), 2u) << "seed " << seed;
        EXPECT_NEAR(found.piecesVolume, cells.count(), 0.5) << "seed " << seed;
    }
}

TEST(Decompose, MorePiecesApproximateARingBetter) {
    const Mesh ring = sat3d::test::torusMesh(1.0, 0.3, 20, 6);
    double before = std::numeric_limits<double>::infinity();
    for (const std::uint32_t most : {1u, 4u, 16u}) {
        DecompositionOptions options;
        options.maxPieces = most;
        options.maxVertices = 24;
        const Decomposition found = decomposed(ring, options);
        EXPECT_LT(found.piecesVolume, before);
        EXPECT_GT(found.piecesVolume, found.meshVolume);
        EXPECT_EQ(found.reachedTolerance, most == 16);
        before = found.piecesVolume;
    }
    EXPECT_LT(before, 1.15 * 1.6);
}

Mesh randomMesh(std::uint32_t seed) {
    Random random(seed);
    Mesh mesh;
    if (seed % 3 == 0) {  // random triangles
        for (std::uint32_t k = 0; k < 60; ++k) {
            mesh.vertices.emplace_back(random.inBox(1.0));
            mesh.triangles.push_back(k);
        }
    } else if (seed % 3 == 1) {  // triangles between few points: degenerate, repeated, intersecting
        for (int k = 0; k < 12; ++k) {
            mesh.vertices.push_back({random.below(3), random.below(3), random.below(3)});
        }
        for (int k = 0; k < 120; ++k) {
            mesh.triangles.push_back(random.below(12));
        }
    } else {
        std::vector<bool> there(64);
        std::generate(there.begin(), there.end(), [&] { return random.chance(0.6); });
        mesh = Cells{
            {4, 4, 4}, [&](const glm::ivec3& p) {
                return there[static_cast<std::size_t>(16 * p.x + 4 * p.y + p.z)];
            }}.mesh();
    }
    const double scale = seed % 4 == 0 ? 1e-3 : seed % 4 == 1 ? 1e3 : 1.0;
    const glm::dvec3 offset = random.chance(0.3) ? random.inBox(100.0 * scale) : glm::dvec3(0.0);
    return moved(mesh, random.rotation(), scale, offset);
}

/// @param trials  number of seeds, from 0
void expectCovered(std::uint32_t trials) {
    std::uint32_t pieces = 0, complete = 0, cut = 0;
    for (std::uint32_t seed = 0; seed < trials; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        DecompositionOptions options;
        options.maxPieces = seed % 5 == 0 ? 1 : 12;
        options.maxVertices = seed % 2 == 0 ? 8 : 32;
        options.tolerance = seed % 7 == 0 ? 0.1 : 0.02;
        const Decomposition found = decomposed(randomMesh(seed), options);
        pieces += static_cast<std::uint32_t>(found.pieces.size());
        complete += found.reachedTolerance;
        cut += found.pieces.size() > 1;
    }
    std::cout << pieces << " pieces, " << complete << " complete, " << cut << " cut\n";
    EXPECT_GT(pieces, 5 * trials);
    EXPECT_GE(complete, trials / 20);
    EXPECT_GT(cut, trials / 2);
}

TEST(Decompose, CoversAnyTriangleSoup) {
    expectCovered(6);
}

TEST(Decompose, CoversAnyTriangleSoupSlow) {
    expectCovered(sat3d::test::slowCount(200u));
}

TEST(Decompose, IsDeterministic) {
    const Mesh mesh = sat3d::test::torusMesh(1.0, 0.3, 12, 5);
    const Decomposition one = decomposed(mesh), other = decomposed(mesh);
    ASSERT_EQ(one.pieces.size(), other.pieces.size());
    for (std::size_t k = 0; k < one.pieces.size(); ++k) {
        EXPECT_EQ(one.pieces[k].hull.contentHash(), other.pieces[k].hull.contentHash());
    }
}

TEST(Decompose, ReportsProgressAndCanBeCanceled) {
    const Mesh ring = sat3d::test::torusMesh(1.0, 0.3, 12, 4);
    std::vector<double> shares;
    DecompositionOptions options;
    options.progress = [&](double share) {
        shares.push_back(share);
        return true;
    };
    ASSERT_TRUE(sat3d::decompose(ring.vertices, ring.triangles, options));
    EXPECT_GT(shares.size(), 100u);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_GE(shares.front(), 0.0);
    EXPECT_EQ(shares.back(), 1.0);
    for (const std::size_t last : {std::size_t{1}, shares.size() / 2, shares.size() - 2}) {
        std::size_t calls = 0;
        options.progress = [&](double) { return ++calls < last; };
        const auto canceled = sat3d::decompose(ring.vertices, ring.triangles, options);
        ASSERT_FALSE(canceled);
        EXPECT_EQ(canceled.error().code, DecompositionError::Code::Canceled);
        EXPECT_LE(calls, last + 1);
    }
}

DecompositionError::Code refusal(const Mesh& mesh, const DecompositionOptions& options = {}) {
    const auto found = sat3d::decompose(mesh.vertices, mesh.triangles, options);
    EXPECT_FALSE(found);
    EXPECT_FALSE(found.error().message.empty());
    return found.error().code;
}

TEST(Decompose, ErrorsSayWhatIsWrong) {
    using Code = DecompositionError::Code;
    const Mesh box = sat3d::test::boxMesh({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
    EXPECT_EQ(refusal({}), Code::HullFailed);
    Mesh mesh = box;
    mesh.triangles.pop_back();
    EXPECT_EQ(refusal(mesh), Code::BadIndices);
    mesh = box;
    mesh.triangles[4] = 8;
    EXPECT_EQ(refusal(mesh), Code::BadIndices);
    mesh = box;
    mesh.vertices[3].x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(refusal(mesh), Code::HullFailed);
    mesh = box;
    mesh.triangles.resize(3);
    EXPECT_EQ(refusal(mesh), Code::HullFailed);  // flat
    for (const auto& change : std::vector<void (*)(DecompositionOptions&)>{
             [](DecompositionOptions& o) { o.tolerance = 0.0; },
             [](DecompositionOptions& o) { o.tolerance = std::nan(""); },
             [](DecompositionOptions& o) { o.maxPieces = 0; },
             [](DecompositionOptions& o) { o.maxPieces = 1025; },
             [](DecompositionOptions& o) { o.maxVertices = 7; },
             [](DecompositionOptions& o) { o.hull.coplanarTolerance = 1.0f; }}) {
        DecompositionOptions options;
        change(options);
        EXPECT_EQ(refusal(box, options), Code::BadOptions);
    }
}

TEST(Decompose, FlatPartsGetAThickness) {
    // A thin flag on a mast.
    Mesh mesh = sat3d::test::boxMesh({0.0f, 0.0f, 0.0f}, {0.1f, 2.0f, 0.1f});
    Mesh flag;
    flag.vertices = {{0.05f, 1.0f, 0.05f}, {1.0f, 1.0f, 0.05f}, {1.0f, 2.0f, 0.05f}, {0.05f, 2.0f, 0.05f}};
    flag.triangles = {0, 1, 2, 0, 2, 3};
    mesh.append(flag);
    const Decomposition found = decomposed(mesh);
    EXPECT_EQ(found.pieces.size(), 2u);
    EXPECT_LT(found.piecesVolume, 0.03);
}

TEST(Decompose, WorksFarFromTheOrigin) {
    Mesh mesh = exactCases()[1].cells.mesh();
    Mesh bolt = moved(sat3d::test::boxMesh({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}),
                      glm::dquat(1.0, glm::dvec3(0.0)), 1e-3, glm::dvec3(2.5));
    mesh.append(bolt);
    const Mesh far = moved(mesh, glm::dquat(1.0, glm::dvec3(0.0)), 1.0, glm::dvec3(5000.0, -8000.0, 100.0));
    EXPECT_LE(decomposed(far).pieces.size(), 5u);
}

}  // namespace
