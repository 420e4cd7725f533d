#include "support/planar/polygon_loops.hpp"
#include "support/trials.hpp"

#include <sat3d/math/exact.hpp>
#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/convex_pieces.hpp>
#include <sat3d/planar/raycast.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;
using testing::ElementsAre;
using testing::HasSubstr;

/// The pieces are strictly convex, of points of the input, cover the polygon and do not overlap.
void expectPartition(const std::vector<ConvexPolygon>& pieces, const Loop& outline,
                     const std::vector<Loop>& holes, Random& random) {
    Loop all = outline;
    Real area = areaOf(outline);
    for (const Loop& hole : holes) {
        all.insert(all.end(), hole.begin(), hole.end());
        area -= areaOf(hole);
    }
    Real sum = 0.0L;
    for (const ConvexPolygon& piece : pieces) {
        const auto vertices = piece.vertices();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            EXPECT_EQ(orient2d(vertices[i], vertices[(i + 1) % vertices.size()],
                               vertices[(i + 2) % vertices.size()]),
                      1);
            EXPECT_EQ(vertices[i], all[piece.inputIndices()[i]]);
        }
        sum += areaOf(Loop(vertices.begin(), vertices.end()));
    }
    EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(area),
                1e-9 * static_cast<double>(areaOf(outline)));
    for (int i = 0; i < 50; ++i) {
        const glm::dvec2 p{random.uniform(-12.0, 12.0), random.uniform(-12.0, 12.0)};
        const bool expected = isInPolygon(p, outline, holes);
        int count = 0;
        for (const ConvexPolygon& piece : pieces) {
            count += contains(piece, DPlanarPose{}, p) ? 1 : 0;
        }
        EXPECT_EQ(count, expected ? 1 : 0);
    }
}

TEST(ConvexPieces, ConvexPolygonIsOnePiece) {
    const Loop square{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}};
    const auto pieces = convexPieces(square);
    ASSERT_TRUE(pieces) << pieces.error().message;
    ASSERT_EQ(pieces->size(), 1u);
    EXPECT_EQ(pieces->front().vertices().size(), 4u);
}

TEST(ConvexPieces, FewPieces) {
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})->size(), 2u) << "an L";
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 3}, {1, 3}, {1, 1}, {0, 1}})->size(), 2u)
        << "a T";
    const Loop frame{{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    const std::vector<Loop> window{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}};
    EXPECT_EQ(convexPieces(frame, window)->size(), 4u);
}

TEST(ConvexPieces, PartitionOfRandomPolygons) {
    std::size_t pieceCount = 0, reflexCount = 0;
    forEachTrial(51, 600, [&](Random& random, int trial) {
        const bool onLattice = trial % 2 == 0;
        const Loop outline = starLoop(random, {0, 0}, 3.0, 11.0, 5 + random.below(25), onLattice);
        const auto pieces = convexPieces(outline);
        if (!pieces) {  // a lattice may make points coincide or sides touch
            EXPECT_TRUE(onLattice);
            return;
        }
        expectPartition(*pieces, outline, {}, random);
        const auto hull = ConvexPolygon::fromPoints(outline).value();
        std::size_t reflex = outline.size() - hull.vertices().size();
        EXPECT_LE(pieces->size(), 2 * reflex + 1);
        pieceCount += pieces->size();
        reflexCount += reflex;
    });
    EXPECT_GT(reflexCount, 3000u);
    EXPECT_LT(pieceCount, reflexCount);
}

TEST(ConvexPieces, PartitionWithHoles) {
    int done = 0;
    forEachTrial(52, 300, [&](Random& random, int trial) {
        const bool onLattice = trial % 3 == 0;
        const Loop outline = starLoop(random, {0, 0}, 9.0, 12.0, 6 + random.below(20), onLattice);
        const std::vector<Loop> holes = starHoles(random, onLattice);
        const auto pieces = convexPieces(outline, holes);
        if (pieces) {
            expectPartition(*pieces, outline, holes, random);
            ++done;
        } else {
            EXPECT_TRUE(onLattice) << pieces.error().message;
        }
    });
    EXPECT_GT(done, 200);
}

TEST(ConvexPieces, HolesInARowOnOneLine) {
    // Bridges must pass the corners of other holes.
    const Loop outline{{0, 0}, {12, 0}, {12, 4}, {0, 4}};
    std::vector<Loop> holes;
    for (int i = 0; i < 5; ++i) {
        holes.push_back({{1.0 + 2 * i, 1}, {2.0 + 2 * i, 1}, {2.0 + 2 * i, 2}, {1.0 + 2 * i, 2}});
    }
    const auto pieces = convexPieces(outline, holes);
    ASSERT_TRUE(pieces) << pieces.error().message;
    Random random(53);
    expectPartition(*pieces, outline, holes, random);
}

TEST(ConvexPieces, ErrorsNameTheIndices) {
    using Code = PolygonError::Code;
    EXPECT_EQ(convexPieces(Loop{}).error().code, Code::Empty);
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {1, 1}, {2, 2}}).error().code, Code::Collinear);
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {std::nan(""), 1}, {2, 2}}).error().code, Code::NotFinite);
    const auto eight = convexPieces(Loop{{0, 0}, {2, 2}, {2, 0}, {0, 2}});
    ASSERT_FALSE(eight);
    EXPECT_EQ(eight.error().code, Code::Crossing);
    EXPECT_THAT(eight.error().indices, ElementsAre(0u, 2u));
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {4, 0}, {2, 0}, {2, 3}}).error().code, Code::Crossing) << "goes back";
    EXPECT_EQ(convexPieces(Loop{{0, 0}, {2, 1}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}).error().code, Code::Crossing)
        << "touches itself";
    const Loop frame{{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    const auto outside = convexPieces(frame, std::vector<Loop>{{{5, 5}, {6, 5}, {5, 6}}});
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, Code::Outside);
    EXPECT_THAT(outside.error().indices, ElementsAre(4u));
    EXPECT_THAT(outside.error().message, HasSubstr("hole 0"));
    const auto nested = convexPieces(
        frame, std::vector<Loop>{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}, {{1.2, 1.2}, {1.4, 1.2}, {1.2, 1.4}}});
    ASSERT_FALSE(nested);
    EXPECT_THAT(nested.error().message, HasSubstr("hole 1 lies inside hole 0"));
    EXPECT_EQ(convexPieces(frame, std::vector<Loop>{{{0, 1}, {2, 1}, {2, 2}}}).error().code, Code::Crossing);
    EXPECT_THAT(convexPieces(frame, std::vector<Loop>{{{1, 1}, {1, 1}, {1, 1}}}).error().message,
                HasSubstr("hole 0: all 3"));
}

TEST(ConvexPieces, CollideAsOne) {
    const Loop cup{{0, 0}, {4, 0}, {4, 4}, {3, 4}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
    const auto shape = compoundOfPolygon(cup);
    ASSERT_TRUE(shape) << shape.error().message;
    const Circle ball{.radius = 0.5f};
    EXPECT_FALSE(overlaps(*shape, PlanarPose{}, ball, PlanarPose{{2.0f, 2.0f}})) << "in the cup";
    const auto hit = penetration(*shape, PlanarPose{}, ball, PlanarPose{{2.0f, 1.4f}});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.1f, 1e-6f);
    EXPECT_TRUE(contains(*shape, PlanarPose{}, {0.5f, 3.0f}));
    EXPECT_FALSE(contains(*shape, PlanarPose{}, {2.0f, 3.0f}));
}

}  // namespace
