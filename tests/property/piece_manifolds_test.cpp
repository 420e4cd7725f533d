// Manifolds of shapes of many pieces: against the pieces one by one, against penetration(), and both ways
// round.

#include "support/difference.hpp"
#include "support/lone_pieces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::LonePiece;
using test::Random;

using Room = std::array<Manifold, 64>;

struct Tally {
    int touching = 0, apart = 0, several = 0;
};

float deepestOf(const Manifold& manifold) {
    const auto points = manifold.points();
    return std::min_element(points.begin(), points.end(),
                            [](const auto& p, const auto& q) { return p.separation < q.separation; })
        ->separation;
}

void expectSame(const Manifold& here, const Manifold& there) {
    EXPECT_EQ(here.normal, there.normal);
    ASSERT_EQ(here.pointCount, there.pointCount);
    for (std::uint32_t i = 0; i < here.pointCount; ++i) {
        EXPECT_EQ(here.pointStorage[i].position, there.pointStorage[i].position);
        EXPECT_EQ(here.pointStorage[i].separation, there.pointStorage[i].separation);
        EXPECT_EQ(here.pointStorage[i].id, there.pointStorage[i].id);
    }
}

/// What holds for any pair. @return the manifolds
template <class A, class B>
std::span<Manifold> expectManifolds(const A& a, const Pose& poseA, const B& b, const Pose& poseB,
                                    const CollideOptions& options, Room& room, Tally& tally) {
    const auto manifolds = collide(a, poseA, b, poseB, room, options);
    PenetrationOptions same;
    same.margin = options.margin;
    const auto hit = penetration(a, poseA, b, poseB, same);
    EXPECT_EQ(hit.has_value(), !manifolds.empty());
    ++(hit ? tally.touching : tally.apart);
    tally.several += manifolds.size() > 1 ? 1 : 0;
    if (!hit || manifolds.empty()) {
        return manifolds;
    }
    EXPECT_LE(deepestOf(manifolds[0]), options.margin - hit->depth + 2e-5f) << "less deep than the push";
    for (std::size_t i = 0; i < manifolds.size(); ++i) {
        const Manifold& manifold = manifolds[i];
        EXPECT_NEAR(glm::length(manifold.normal), 1.0f, 1e-6f);
        EXPECT_TRUE(i == 0 || deepestOf(manifolds[i - 1]) <= deepestOf(manifold)) << "out of order";
        EXPECT_GT(manifold.penetration.depth, 0.0f);
        EXPECT_LE(manifold.penetration.depth, hit->depth);
        std::set<std::uint64_t> names;
        for (const ContactPoint& point : manifold.points()) {
            EXPECT_TRUE(names.insert(point.id).second) << "two of one name";
            EXPECT_LT(point.separation, options.margin);
        }
    }
    Room other;
    const auto turned = collide(b, poseB, a, poseA, other, options);
    EXPECT_EQ(turned.size(), manifolds.size());
    for (std::size_t i = 0; i < std::min(turned.size(), manifolds.size()); ++i) {
        Manifold back = turned[i];
        back.normal = -back.normal;
        expectSame(manifolds[i], back);
        EXPECT_EQ(turned[i].penetration.pieces.a, manifolds[i].penetration.pieces.b);
        EXPECT_EQ(turned[i].tagA, manifolds[i].tagB);
    }
    return manifolds;
}

/// No contact of a patch is deeper than its shape reaches along the patch's normal.
template <class S>
void expectOnSurface(const ConvexShape& a, const Pose& poseA, const S& surface, const Pose& poseB,
                     std::span<const Manifold> manifolds) {
    for (const Manifold& manifold : manifolds) {
        const Triangle triangle = surface.triangle(manifold.penetration.pieces.b);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(manifold.normal));
        const double along = test::gapAlong(normal, a, DPose{poseA.position, poseA.rotation}, triangle,
                                            DPose{poseB.position, poseB.rotation});
        // Of triangles that look the same way to 0.8 degrees, others may reach farther.
        EXPECT_GT(double(deepestOf(manifold)), along - 0.05);
        // Both surfaces are there. Normals of a patch differ by 0.8 degrees; a one-sided triangle stands for
        // all that lies behind its plane.
        for (const ContactPoint& point : manifold.points()) {
            const glm::vec3 half = 0.5f * point.separation * manifold.normal;
            const float off = 1e-4f + 0.015f * std::abs(point.separation);
            const Sphere dot{{}, 0.0f};
            EXPECT_LT(distance(dot, Pose{point.position + half}, test::twoSided(surface), poseB).separation,
                      off);
            if (surface.sides() == Sides::Both) {
                EXPECT_LT(distance(a, poseA, dot, Pose{point.position - half}).separation, off);
            }
        }
    }
}

template <class S>
void expectSurface(Random& random, const S& surface, Tally& tally) {
    const Pose pose = test::randomPose(random, 5.0);
    const glm::vec3 middle = bounds(surface, pose).center();
    for (int i = 0; i < 8; ++i) {
        const ConvexShape a = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose near{middle + glm::vec3(random.inBox(2.5)), glm::quat(random.rotation())};
        CollideOptions options;
        options.margin = i % 2 == 0 ? 0.0f : 0.05f;
        Room room;
        const auto manifolds = expectManifolds(a, near, surface, pose, options, room, tally);
        expectOnSurface(a, near, surface, pose, manifolds);
        for (const Manifold& manifold : manifolds) {
            EXPECT_EQ(manifold.penetration.pieces.a, 0u);
        }
    }
}

void report(const char* what, std::uint32_t seed, const Tally& tally) {
    std::printf("%s, seed %u: %d touching, %d apart, %d with several manifolds\n", what, seed, tally.touching,
                tally.apart, tally.several);
    EXPECT_GT(tally.touching, 30);
    EXPECT_GT(tally.apart, 10);
    EXPECT_GT(tally.several, 10);
}

TEST(PieceManifolds, OfMeshesAreAsDeepAsTheDeepestTriangle) {
    constexpr std::uint32_t kSeed = 841;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        expectSurface(random,
                      test::randomSoup(random, 1 + random.below(40), trial % 2 ? Sides::Both : Sides::Front),
                      tally);
    }
    report("meshes", kSeed, tally);
}

TEST(PieceManifolds, OfHeightFieldsAreAsDeepAsTheDeepestTriangle) {
    constexpr std::uint32_t kSeed = 842;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        expectSurface(random, test::randomField(random, trial % 2 ? Sides::Both : Sides::Front), tally);
    }
    report("height fields", kSeed, tally);
}

/// The manifolds of each part, as a shape of its own in double, are those of the compound.
TEST(PieceManifolds, OfCompoundsAreThoseOfTheirParts) {
    constexpr std::uint32_t kSeed = 843;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        Compound a = test::randomCompound(random, 1 + random.below(9));
        a.setPartPose(0, test::randomPose(random, 1.0));
        const std::array<Shape, 5> others{Box{{}, {1, 0.5f, 2}}, test::randomSoup(random, 20),
                                          test::randomField(random),
                                          HalfSpace{{0, 0, 1}, float(random.uniform(-4.0, 4.0))},
                                          std::get<ConvexHull>(test::randomConvex(random, 3))};
        const Shape& b = others[std::size_t(trial) % others.size()];
        const Pose poseA = test::randomPose(random, 1.5), poseB = test::randomPose(random, 1.5);
        Room room;
        const auto manifolds = expectManifolds(a, poseA, b, poseB, {}, room, tally);
        std::size_t ofParts = 0;
        for (std::uint32_t part = 0; part < a.parts().size(); ++part) {
            // A compound of one part has its pose in double, as the whole has.
            const Compound alone = test::compoundOf({a.parts()[part]});
            Room roomOfPart;
            for (const Manifold& expected : collide(alone, poseA, b, poseB, roomOfPart)) {
                ++ofParts;
                const auto found = std::find_if(manifolds.begin(), manifolds.end(), [&](const Manifold& m) {
                    return m.penetration.pieces.a == part && m.normal == expected.normal &&
                           m.pointCount == expected.pointCount &&
                           m.pointStorage[0].position == expected.pointStorage[0].position;
                });
                ASSERT_NE(found, manifolds.end()) << "part " << part;
                EXPECT_EQ(found->penetration.depth, expected.penetration.depth);
            }
        }
        EXPECT_EQ(ofParts, manifolds.size());
    }
    report("compounds", kSeed, tally);
}

TEST(PieceManifolds, OfMovedPartsAreThoseOfACompoundMadeThere) {
    Random random(847);
    int touching = 0;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE("seed 847, trial " + std::to_string(trial));
        Compound turned = test::randomCompound(random, 12);
        std::vector<CompoundPart> parts(turned.parts().begin(), turned.parts().end());
        for (const std::uint32_t part : {3u, 7u}) {
            parts[part].pose = test::randomPose(random, 3.0);
            turned.setPartPose(part, parts[part].pose);
        }
        const Compound made = test::compoundOf(parts);
        const TriangleMesh mesh = test::randomSoup(random, 20);
        const Pose pose = test::randomPose(random, 1.0);
        Room room, other;
        const auto manifolds = collide(turned, pose, mesh, Pose{}, room);
        const auto expected = collide(made, pose, mesh, Pose{}, other);
        ASSERT_EQ(manifolds.size(), expected.size());
        for (std::size_t i = 0; i < manifolds.size(); ++i) {
            expectSame(manifolds[i], expected[i]);
            touching +=
                manifolds[i].penetration.pieces.a == 3 || manifolds[i].penetration.pieces.a == 7 ? 1 : 0;
        }
    }
    EXPECT_GT(touching, 10);
}

TEST(PieceManifolds, TellTheTagsOfFaces) {
    const ConvexHull plain = *ConvexHull::fromPoints(std::vector<glm::vec3>{
        {-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}});
    std::vector<std::uint32_t> plates;
    std::uint32_t under = 0;
    for (std::uint32_t face = 0; face < plain.faces().size(); ++face) {
        plates.push_back(100 + face);
        under = plain.faces()[face].plane.normal.z < -0.9 ? 100 + face : under;
    }
    const ConvexHull hull = plain.withFaceTags(plates);
    test::TriangleList list;
    list.addQuad({-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0});
    const std::array<std::uint32_t, 2> grounds{7, 7};
    const TriangleMesh floor = test::meshOf(list, Sides::Front, grounds);
    const Compound tank = test::compoundOf({{Sphere{{0, 0, 9}, 0.5f}, {}}, {hull, {{0, 0, 1}}}});
    Room room;
    const auto manifolds = collide(floor, Pose{}, tank, Pose{{0, 0, -0.01f}}, room);
    ASSERT_EQ(manifolds.size(), 1u);
    EXPECT_EQ(manifolds[0].tagA, 7u);
    EXPECT_EQ(manifolds[0].tagB, under);
    EXPECT_EQ(manifolds[0].penetration.pieces.b, 1u);
    EXPECT_EQ(collide(hull, Pose{{0, 0, 0.99f}}, HalfSpace{}, Pose{})->tagA, under);
}

TEST(PieceManifolds, OfTwoCompoundsHaveOneEachPairOfParts) {
    constexpr std::uint32_t kSeed = 844;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 80; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const Compound a = test::randomCompound(random, 2 + random.below(5));
        const Compound b = trial % 2 == 0 ? a : test::randomCompound(random, 2 + random.below(5));
        const Pose poseA = test::randomPose(random, 1.2), poseB = test::randomPose(random, 1.2);
        Room room;
        const auto manifolds = expectManifolds(a, poseA, b, poseB, {}, room, tally);
        std::size_t pairs = 0;
        for (const LonePiece& p : test::piecesOf(a, poseA)) {
            for (const LonePiece& q : test::piecesOf(b, poseB)) {
                pairs += overlaps(a.parts()[p.number].shape, p.pose, q.shape, q.pose) ? 1 : 0;
            }
        }
        EXPECT_EQ(manifolds.size(), std::min(pairs, room.size()));
    }
    report("two compounds", kSeed, tally);
}

TEST(PieceManifolds, OfConvexShapesAreTheOneManifold) {
    Random random(845);
    int touching = 0;
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE("seed 845, trial " + std::to_string(trial));
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const ConvexShape b = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose poseA = test::randomPose(random, 1.0), poseB = test::randomPose(random, 1.0);
        std::array<Manifold, 2> room;
        const auto one = collide(a, poseA, b, poseB);
        const auto many = collide(a, poseA, b, poseB, room);
        ASSERT_EQ(many.size(), one ? 1u : 0u);
        if (one) {
            expectSame(many[0], *one);
            ++touching;
        }
    }
    EXPECT_GT(touching, 20);
}

TEST(PieceManifolds, OfMoreThanFitTheDeepestAreKept) {
    Random random(846);
    int cut = 0;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE("seed 846, trial " + std::to_string(trial));
        const Compound a = test::randomCompound(random, 8);
        const HeightField field = test::randomField(random, Sides::Both);
        const Pose poseA = test::randomPose(random, 2.0);
        Room room;
        std::array<Manifold, 3> small;
        const auto all = collide(a, poseA, field, Pose{}, room);
        const auto kept = collide(a, poseA, field, Pose{}, small);
        ASSERT_EQ(kept.size(), std::min<std::size_t>(all.size(), small.size()));
        for (std::size_t i = 0; i < kept.size(); ++i) {
            EXPECT_EQ(deepestOf(kept[i]), deepestOf(all[i]));
        }
        EXPECT_TRUE(collide(a, poseA, field, Pose{}, std::span<Manifold>()).empty());
        cut += all.size() > small.size() ? 1 : 0;
    }
    EXPECT_GT(cut, 10);
}

}  // namespace
