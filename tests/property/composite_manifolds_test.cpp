// Manifolds of shapes with many children: compared with those of the single children, with penetration(), and
// between both orders.

#include "support/children_in_world.hpp"
#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/trials.hpp"

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
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::ChildInWorld;
using test::expectSame;
using test::forEachTrial;
using test::Random;

using Buffer = std::array<Manifold, 64>;

struct CompositeManifoldTally {
    int touching = 0, apart = 0, several = 0;
};

float deepestOf(const Manifold& manifold) {
    const auto points = manifold.points();
    return std::min_element(points.begin(), points.end(),
                            [](const auto& p, const auto& q) { return p.separation < q.separation; })
        ->separation;
}

/// The depth that some contact must have. penetration() may push a body along the plane of a one-sided
/// triangle to its front, until their projections part. The body leaves the triangle earlier.
template <class A, class B>
float leastDepth(const A& a, const Pose& poseA, const B& b, const Pose& poseB, const Penetration& hit,
                 float margin) {
    if constexpr (requires { b.triangle(0u); }) {
        const Triangle triangle = b.triangle(hit.children.b);
        const auto& [p, q, r] = triangle.corners;
        const glm::vec3 front = poseB.rotation * glm::normalize(glm::cross(q - p, r - p));
        if (b.sides() == Sides::Front && std::abs(glm::dot(front, hit.normal)) < 1e-5f) {
            const auto shortest = penetration(a, poseA, test::meshOf(triangle), poseB, {.margin = margin});
            return shortest ? shortest->depth : 0.0f;
        }
    }
    return hit.depth;
}

/// Checks that hold for any pair. @return the manifolds
template <class A, class B>
std::span<Manifold> expectManifolds(const A& a, const Pose& poseA, const B& b, const Pose& poseB,
                                    const CollideOptions& options, Buffer& buffer,
                                    CompositeManifoldTally& tally) {
    const auto manifolds = collide(a, poseA, b, poseB, buffer, options);
    const auto hit = penetration(a, poseA, b, poseB, {.margin = options.margin});
    EXPECT_EQ(hit.has_value(), !manifolds.empty());
    ++(hit ? tally.touching : tally.apart);
    tally.several += manifolds.size() > 1 ? 1 : 0;
    if (!hit || manifolds.empty()) {
        return manifolds;
    }
    const float least = leastDepth(a, poseA, b, poseB, *hit, options.margin);
    EXPECT_LE(deepestOf(manifolds[0]), options.margin - least + 2e-5f) << "less deep than the push";
    for (std::size_t i = 0; i < manifolds.size(); ++i) {
        const Manifold& manifold = manifolds[i];
        EXPECT_NEAR(glm::length(manifold.normal), 1.0f, 1e-6f);
        EXPECT_TRUE(i == 0 || deepestOf(manifolds[i - 1]) <= deepestOf(manifold)) << "out of order";
        EXPECT_GT(manifold.penetration.depth, 0.0f);
        EXPECT_LE(manifold.penetration.depth, hit->depth);
        std::set<std::uint64_t> names;
        for (const ContactPoint& point : manifold.points()) {
            EXPECT_TRUE(names.insert(point.id).second) << "two points with one id";
            EXPECT_LT(point.separation, options.margin);
        }
    }
    Buffer other;
    const auto flipped = collide(b, poseB, a, poseA, other, options);
    EXPECT_EQ(flipped.size(), manifolds.size());
    for (std::size_t i = 0; i < std::min(flipped.size(), manifolds.size()); ++i) {
        test::expectFlipped(flipped[i], manifolds[i]);
    }
    return manifolds;
}

/// Checks that no contact of a patch is deeper than the shape along the patch's normal.
template <class S>
void expectOnSurface(const ConvexShape& a, const Pose& poseA, const S& surface, const Pose& poseB,
                     std::span<const Manifold> manifolds) {
    for (const Manifold& manifold : manifolds) {
        const Triangle triangle = surface.triangle(manifold.penetration.children.b);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(manifold.normal));
        const double along =
            test::gapAlong(normal, a, test::inDouble(poseA), triangle, test::inDouble(poseB));
        // Another triangle of the patch (0.8 degrees) may be higher.
        EXPECT_GT(double(deepestOf(manifold)), along - 0.05);
        // Both surfaces collide there. Normals of a patch differ by up to 0.8 degrees. A one-sided triangle
        // represents everything behind its plane.
        for (const ContactPoint& point : manifold.points()) {
            const glm::vec3 half = 0.5f * point.separation * manifold.normal;
            const float off = 1e-4f + 0.015f * std::abs(point.separation);
            EXPECT_LT(distance(test::kPoint, Pose{point.position + half}, test::twoSided(surface), poseB)
                          .separation,
                      off);
            if (surface.sides() == Sides::Both) {
                EXPECT_LT(distance(a, poseA, test::kPoint, Pose{point.position - half}).separation, off);
            }
        }
    }
}

template <class S>
void expectSurface(Random& random, const S& surface, CompositeManifoldTally& tally) {
    const Pose pose = test::randomPose(random, 5.0);
    const glm::vec3 middle = bounds(surface, pose).center();
    for (int i = 0; i < 8; ++i) {
        const ConvexShape a = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose near{middle + glm::vec3(random.inBox(2.5)), glm::quat(random.rotation())};
        const CollideOptions options{.margin = i % 2 == 0 ? 0.0f : 0.05f};
        Buffer buffer;
        const auto manifolds = expectManifolds(a, near, surface, pose, options, buffer, tally);
        expectOnSurface(a, near, surface, pose, manifolds);
        for (const Manifold& manifold : manifolds) {
            EXPECT_EQ(manifold.penetration.children.a, 0u);
        }
    }
}

void report(const char* what, const CompositeManifoldTally& tally) {
    std::printf("%s: %d touching, %d apart, %d with several manifolds\n", what, tally.touching, tally.apart,
                tally.several);
    EXPECT_GT(tally.touching, 30);
    EXPECT_GT(tally.apart, 10);
    EXPECT_GT(tally.several, 10);
}

TEST(CompositeManifolds, MeshManifoldsAreAsDeepAsTheDeepestTriangle) {
    CompositeManifoldTally tally;
    forEachTrial(841, 40, [&](Random& random, int trial) {
        expectSurface(random,
                      test::randomSoup(random, 1 + random.below(40), trial % 2 ? Sides::Both : Sides::Front),
                      tally);
    });
    report("meshes", tally);
}

TEST(CompositeManifolds, FieldManifoldsAreAsDeepAsTheDeepestTriangle) {
    CompositeManifoldTally tally;
    forEachTrial(842, 40, [&](Random& random, int trial) {
        expectSurface(random, test::randomField(random, trial % 2 ? Sides::Both : Sides::Front), tally);
    });
    report("height fields", tally);
}

/// Checks that the manifolds of each child, as a shape of its own in double, are those of the compound.
TEST(CompositeManifolds, CompoundManifoldsAreThoseOfTheChildren) {
    CompositeManifoldTally tally;
    forEachTrial(843, 120, [&](Random& random, int trial) {
        Compound a = test::randomCompound(random, 1 + random.below(9));
        a.setChildPose(0, test::randomPose(random, 1.0));
        const std::array<Shape, 5> others{Box{{}, {1, 0.5f, 2}}, test::randomSoup(random, 20),
                                          test::randomField(random),
                                          HalfSpace{{0, 0, 1}, float(random.uniform(-4.0, 4.0))},
                                          std::get<ConvexHull>(test::randomConvex(random, 3))};
        const Shape& b = others[std::size_t(trial) % others.size()];
        const Pose poseA = test::randomPose(random, 1.5), poseB = test::randomPose(random, 1.5);
        Buffer buffer;
        const auto manifolds = expectManifolds(a, poseA, b, poseB, {}, buffer, tally);
        std::size_t ofParts = 0;
        for (std::uint32_t part = 0; part < a.children().size(); ++part) {
            // A compound of one child has its pose in double, like the whole.
            const Compound alone = test::compoundOf({a.children()[part]});
            Buffer roomOfPart;
            for (const Manifold& expected : collide(alone, poseA, b, poseB, roomOfPart)) {
                ++ofParts;
                const auto found = std::find_if(manifolds.begin(), manifolds.end(), [&](const Manifold& m) {
                    return m.penetration.children.a == part && m.normal == expected.normal &&
                           m.pointCount == expected.pointCount &&
                           m.pointArray[0].position == expected.pointArray[0].position;
                });
                ASSERT_NE(found, manifolds.end()) << "part " << part;
                EXPECT_EQ(found->penetration.depth, expected.penetration.depth);
            }
        }
        EXPECT_EQ(ofParts, manifolds.size());
    });
    report("compounds", tally);
}

TEST(CompositeManifolds, MovedChildrenEqualANewCompound) {
    int touching = 0;
    forEachTrial(847, 40, [&](Random& random, int) {
        Compound turned = test::randomCompound(random, 12);
        std::vector<CompoundChild> parts(turned.children().begin(), turned.children().end());
        for (const std::uint32_t part : {3u, 7u}) {
            parts[part].pose = test::randomPose(random, 3.0);
            turned.setChildPose(part, parts[part].pose);
        }
        const Compound made = test::compoundOf(parts);
        const TriangleMesh mesh = test::randomSoup(random, 20);
        const Pose pose = test::randomPose(random, 1.0);
        Buffer buffer, other;
        const auto manifolds = collide(turned, pose, mesh, Pose{}, buffer);
        const auto expected = collide(made, pose, mesh, Pose{}, other);
        ASSERT_EQ(manifolds.size(), expected.size());
        for (std::size_t i = 0; i < manifolds.size(); ++i) {
            expectSame(manifolds[i], expected[i]);
            touching +=
                manifolds[i].penetration.children.a == 3 || manifolds[i].penetration.children.a == 7 ? 1 : 0;
        }
    });
    EXPECT_GT(touching, 10);
}

TEST(CompositeManifolds, ReportFaceTags) {
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
    Buffer buffer;
    const auto manifolds = collide(floor, Pose{}, tank, Pose{{0, 0, -0.01f}}, buffer);
    ASSERT_EQ(manifolds.size(), 1u);
    EXPECT_EQ(manifolds[0].faceTagA, 7u);
    EXPECT_EQ(manifolds[0].faceTagB, under);
    EXPECT_EQ(manifolds[0].penetration.children.b, 1u);
    EXPECT_EQ(collide(hull, Pose{{0, 0, 0.99f}}, HalfSpace{}, Pose{})->faceTagA, under);
}

TEST(CompositeManifolds, TwoCompoundsHaveOneManifoldPerPairOfChildren) {
    CompositeManifoldTally tally;
    forEachTrial(844, 80, [&](Random& random, int trial) {
        const Compound a = test::randomCompound(random, 2 + random.below(5));
        const Compound b = trial % 2 == 0 ? a : test::randomCompound(random, 2 + random.below(5));
        const Pose poseA = test::randomPose(random, 1.2), poseB = test::randomPose(random, 1.2);
        Buffer buffer;
        const auto manifolds = expectManifolds(a, poseA, b, poseB, {}, buffer, tally);
        std::size_t pairs = 0;
        for (const ChildInWorld& p : test::childrenOf(a, poseA)) {
            for (const ChildInWorld& q : test::childrenOf(b, poseB)) {
                pairs += overlaps(a.children()[p.number].shape, p.pose, q.shape, q.pose) ? 1 : 0;
            }
        }
        EXPECT_EQ(manifolds.size(), std::min(pairs, buffer.size()));
    });
    report("two compounds", tally);
}

TEST(CompositeManifolds, ConvexShapesHaveTheSingleManifold) {
    int touching = 0;
    forEachTrial(845, 100, [&](Random& random, int trial) {
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const ConvexShape b = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose poseA = test::randomPose(random, 1.0), poseB = test::randomPose(random, 1.0);
        std::array<Manifold, 2> buffer;
        const auto one = collide(a, poseA, b, poseB);
        const auto many = collide(a, poseA, b, poseB, buffer);
        ASSERT_EQ(many.size(), one ? 1u : 0u);
        if (one) {
            expectSame(many[0], *one);
            ++touching;
        }
    });
    EXPECT_GT(touching, 20);
}

TEST(CompositeManifolds, TheDeepestAreKeptIfTheArrayIsTooSmall) {
    int cut = 0;
    forEachTrial(846, 60, [&](Random& random, int) {
        const Compound a = test::randomCompound(random, 8);
        const HeightField field = test::randomField(random, Sides::Both);
        const Pose poseA = test::randomPose(random, 2.0);
        Buffer buffer;
        std::array<Manifold, 3> small;
        const auto all = collide(a, poseA, field, Pose{}, buffer);
        const auto kept = collide(a, poseA, field, Pose{}, small);
        ASSERT_EQ(kept.size(), std::min<std::size_t>(all.size(), small.size()));
        for (std::size_t i = 0; i < kept.size(); ++i) {
            EXPECT_EQ(deepestOf(kept[i]), deepestOf(all[i]));
        }
        EXPECT_TRUE(collide(a, poseA, field, Pose{}, std::span<Manifold>()).empty());
        cut += all.size() > small.size() ? 1 : 0;
    });
    EXPECT_GT(cut, 10);
}

}  // namespace
