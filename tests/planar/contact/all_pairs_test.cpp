// Every pair of shapes and every verb of contact, against brute force in long double.

#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

using namespace sat3d;
using namespace sat3d::test;

constexpr double kTolerance = 2e-6;

/// A pair, its answers, and how often each regime was reached.
struct Regimes {
    int apart = 0, overlapping = 0, twoPoints = 0, edges = 0, vertices = 0;
};

template <class T>
class Checks {
public:
    Checks(const PlanarShape& a, const BasicPlanarPose<T>& poseA, const PlanarShape& b,
           const BasicPlanarPose<T>& poseB)
        : a_(a), b_(b), poseA_(poseA), poseB_(poseB) {}

    void run(Regimes& regimes) {
        const auto partsA = convexPartsOf(a_, poseA_), partsB = convexPartsOf(b_, poseB_);
        const auto gap = distance(a_, poseA_, b_, poseB_);
        ASSERT_NEAR(gap.separation, static_cast<double>(separationByBruteForce(partsA, partsB)), kTolerance);
        pointsA_ = partsA.at(gap.features.childA);
        pointsB_ = partsB.at(gap.features.childB);
        expectNormal(gap);
        expectClosestPoints(gap);
        expectPenetration(gap);
        expectFlipped(gap);
        for (const float margin : {0.0f, 0.3f}) {
            expectManifold(gap, margin, regimes);
        }
        ++(gap.separation < 0.0f ? regimes.overlapping : regimes.apart);
        ++(gap.features.kind == PlanarFeatures::Kind::Vertices ? regimes.vertices : regimes.edges);
    }

private:
    using Gap = BasicPlanarDistance<T>;

    void expectNormal(const Gap& gap) const {
        EXPECT_NEAR(glm::length(gap.normal), 1.0f, 1e-6f);
        const RealVector normal(gap.normal);
        if (!pointsA_.points.empty() && !pointsB_.points.empty()) {
            EXPECT_NEAR(static_cast<double>(separationAlong(pointsA_, pointsB_, normal)), gap.separation,
                        kTolerance);
            for (int i = 0; i < 32; ++i) {  // no other direction separates more
                const Real angle = 0.19634954084936207L * Real(i);
                EXPECT_LE(static_cast<double>(
                              separationAlong(pointsA_, pointsB_, {std::cos(angle), std::sin(angle)})),
                          gap.separation + kTolerance);
            }
        } else {
            const RealVector outward = pointsA_.points.empty() ? pointsA_.normal : -pointsB_.normal;
            EXPECT_NEAR(static_cast<double>(dotOf(outward, normal)), 1.0, 1e-6);
        }
    }

    void expectClosestPoints(const Gap& gap) const {
        const auto apart = gap.pointB - gap.pointA - T(gap.separation) * glm::vec<2, T>(gap.normal);
        EXPECT_LT(glm::length(apart), kTolerance);
        EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(gap.pointA), pointsA_)), 0.0, kTolerance);
        EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(gap.pointB), pointsB_)), 0.0, kTolerance);
    }

    void expectPenetration(const Gap& gap) const {
        const auto hit = penetration(a_, poseA_, b_, poseB_);
        ASSERT_EQ(hit.has_value(), gap.separation < 0.0f);
        EXPECT_EQ(overlaps(a_, poseA_, b_, poseB_), hit.has_value());
        const auto near = penetration(a_, poseA_, b_, poseB_, {.margin = 0.5f});
        EXPECT_EQ(near.has_value(), gap.separation < 0.5f);
        EXPECT_EQ(overlaps(a_, poseA_, b_, poseB_, {.margin = 0.5f}), near.has_value());
        if (hit) {
            EXPECT_EQ(hit->depth, -gap.separation);
            EXPECT_EQ(hit->normal, gap.normal);
            EXPECT_EQ(hit->features, gap.features);
            BasicPlanarPose<T> pushed = poseB_;
            pushed.position += glm::vec<2, T>(hit->pushB());
            const auto pushedB = convexPartsOf(b_, pushed).at(gap.features.childB);
            EXPECT_NEAR(static_cast<double>(separationByBruteForce(pointsA_, pushedB)), 0.0, kTolerance);
        }
        if (near) {
            EXPECT_EQ(near->depth, 0.5f - gap.separation);
        }
    }

    void expectFlipped(const Gap& gap) const {
        const auto other = distance(b_, poseB_, a_, poseA_);
        EXPECT_EQ(other.separation, gap.separation);
        EXPECT_EQ(other.normal, -gap.normal);
        EXPECT_EQ(other.pointA, gap.pointB);
        EXPECT_EQ(other.pointB, gap.pointA);
        EXPECT_EQ(other.features.a, gap.features.b);
        EXPECT_EQ(other.features.b, gap.features.a);
    }

    void expectManifold(const Gap& gap, float margin, Regimes& regimes) const {
        const auto contact = collide(a_, poseA_, b_, poseB_, {.margin = margin});
        ASSERT_EQ(contact.has_value(), gap.separation < margin);
        if (!contact) {
            return;
        }
        EXPECT_EQ(contact->normal, gap.normal);
        EXPECT_EQ(contact->penetration.depth, margin - gap.separation);
        const auto points = contact->points();
        ASSERT_GE(points.size(), 1u);
        float deepest = points[0].separation;
        for (const auto& point : points) {
            deepest = std::min(deepest, point.separation);
            EXPECT_LT(point.separation, margin + 1e-6f);
            const RealVector half = 0.5L * Real(point.separation) * RealVector(contact->normal);
            EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(point.position) - half, pointsA_)),
                        0.0, kTolerance + tolerated(point.separation, gap.separation));
            EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(point.position) + half, pointsB_)),
                        0.0, kTolerance + tolerated(point.separation, gap.separation));
        }
        EXPECT_NEAR(deepest, gap.separation, kTolerance);
        if (points.size() == 2) {
            EXPECT_NE(points[0].id, points[1].id);
            ++regimes.twoPoints;
        }
        const auto other = collide(b_, poseB_, a_, poseA_, {.margin = margin});
        ASSERT_TRUE(other && other->pointCount == contact->pointCount);
        EXPECT_EQ(other->normal, -contact->normal);
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_EQ(other->points()[i].id, points[i].id);
            EXPECT_EQ(other->points()[i].position, points[i].position);
            EXPECT_EQ(other->points()[i].separation, points[i].separation);
        }
    }

    /// A point beside the deepest one is on the line of an edge that is not the closest there, so it may lie
    /// inside the other shape, but by no more than it is shallower.
    static double tolerated(float separation, float least) { return static_cast<double>(separation - least); }

    const PlanarShape &a_, &b_;
    BasicPlanarPose<T> poseA_, poseB_;
    PointsAndRadius pointsA_, pointsB_;  ///< of the children with the least separation
};

template <class T>
void checkAllPairs(std::uint32_t seed, int trials) {
    Regimes all;
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = 0; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            Regimes regimes;
            forEachTrial(seed, trials, [&](Random& random, int) {
                const PlanarShape a = randomPlanarShape(random, PlanarKind(kindA), 1.0);
                const PlanarShape b = randomPlanarShape(random, PlanarKind(kindB), 1.0);
                const auto poseA = randomPlanarPose<T>(random, 1.5), poseB = randomPlanarPose<T>(random, 1.5);
                Checks<T>(a, poseA, b, poseB).run(regimes);
            });
            EXPECT_GT(regimes.apart, trials / 20);
            EXPECT_GT(regimes.overlapping, trials / 100);
            if (kindA > 0 && kindB > 0) {
                EXPECT_GT(regimes.twoPoints, trials / 100);
                EXPECT_GT(regimes.edges, trials / 20);
            }
            all.vertices += regimes.vertices;
            all.overlapping += regimes.overlapping;
        }
    }
    EXPECT_GT(all.vertices, 4 * trials);
    EXPECT_GT(all.overlapping, 8 * trials);
}

TEST(PlanarPairs, AgreeWithBruteForce) {
    checkAllPairs<float>(11, 400);
}

TEST(PlanarPairs, AgreeWithBruteForceInDouble) {
    checkAllPairs<double>(12, 300);
}

/// Shapes of a lattice touch exactly, in points and edges.
PlanarShape latticeShape(Random& random) {
    const auto place = [&] { return glm::vec2(random.below(5), random.below(5)); };
    switch (random.below(5)) {
        case 0:
            return Circle{place(), float(1 + random.below(2))};
        case 1: {
            const glm::vec2 start = place();
            return PlanarCapsule{start, start + glm::vec2(random.below(3), 0.0f), 1.0f};
        }
        case 2: {
            const glm::vec2 start = place();
            return PlanarSegment{start, start + glm::vec2(0.0f, 1 + random.below(3))};
        }
        case 3:
            return PlanarBox{place(), {float(1 + random.below(2)), 1.0f}, {1.0f, 0.0f}};
        default: {
            const glm::vec2 at = place();
            return ConvexPolygon::fromPoints(std::vector<glm::vec2>{at, at + glm::vec2(2, 0),
                                                                    at + glm::vec2(2, 1),
                                                                    at + glm::vec2(0, 1)})
                .value();
        }
    }
}

TEST(PlanarPairs, TouchingIsOneThingForAllVerbs) {
    int touching = 0, overlapping = 0;
    forEachTrial(13, 4000, [&](Random& random, int) {
        const PlanarShape a = latticeShape(random), b = latticeShape(random);
        const PlanarPose poseA, poseB{{float(random.below(4)), float(random.below(4))}, {1.0f, 0.0f}};
        const double exact =
            static_cast<double>(separationByBruteForce(pointsOf(a, poseA), pointsOf(b, poseB)));
        const float separation = distance(a, poseA, b, poseB).separation;
        EXPECT_NEAR(separation, exact, 1e-6);
        if (exact == 0.0) {
            EXPECT_EQ(separation, 0.0f);
            EXPECT_FALSE(overlaps(a, poseA, b, poseB));
            EXPECT_FALSE(penetration(a, poseA, b, poseB));
            EXPECT_FALSE(collide(a, poseA, b, poseB));
            EXPECT_TRUE(overlaps(a, poseA, b, poseB, {.margin = 1e-6f}));
            EXPECT_TRUE(collide(a, poseA, b, poseB, {.margin = 1e-6f}));
            ++touching;
        }
        overlapping += exact < 0.0 ? 1 : 0;
    });
    EXPECT_GT(std::min(touching, overlapping), 300)
        << touching << " touching, " << overlapping << " overlapping";
}

TEST(PlanarPairs, AnswersMoveWithTheShapes) {
    forEachTrial(14, 1000, [&](Random& random, int) {
        const PlanarShape a = randomPlanarShape(random, PlanarKind(random.below(6)), 1.0);
        const PlanarShape b = randomPlanarShape(random, PlanarKind(random.below(5)), 1.0);
        const auto poseA = randomPlanarPose<double>(random, 1.5),
                   poseB = randomPlanarPose<double>(random, 1.5);
        const auto motion = randomPlanarPose<double>(random, 100.0);
        const auto before = distance(a, poseA, b, poseB);
        const auto after = distance(a, motion * poseA, b, motion * poseB);
        EXPECT_NEAR(after.separation, before.separation, 1e-6);
        EXPECT_EQ(after.features, before.features);
        EXPECT_LT(
            glm::length(motion.transformDirection(glm::dvec2(before.normal)) - glm::dvec2(after.normal)),
            1e-5);
    });
}

TEST(PlanarPairs, AnswersScaleWithTheShapes) {
    for (const float scale : {1e-3f, 1e3f}) {
        forEachTrial(15, 500, [&](Random& random, int) {
            const auto halfA = randomInSquare(random, 1.0), halfB = randomInSquare(random, 1.0);
            const auto poseB = randomPlanarPose<float>(random, 1.5);
            const auto boxOf = [](const glm::vec2& half, float by) {
                return PlanarBox{{}, {by * std::abs(half.x), by * std::abs(half.y)}, {1.0f, 0.0f}};
            };
            const float one = distance(boxOf(halfA, 1), PlanarPose{}, boxOf(halfB, 1), poseB).separation;
            const float other = distance(boxOf(halfA, scale), PlanarPose{}, boxOf(halfB, scale),
                                         {scale * poseB.position, poseB.rotation})
                                    .separation;
            EXPECT_NEAR(other / scale, one, 1e-6);
        });
    }
}

TEST(PlanarPairs, BrokenPosesFindNothing) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const PlanarShape box = PlanarBox{}, circle = Circle{};
#if !SAT3D_ENABLE_ASSERTS
    for (const PlanarPose& broken : {PlanarPose{{nan, 0.0f}, {1.0f, 0.0f}}, PlanarPose{{}, {0.0f, 0.0f}}}) {
        EXPECT_FALSE(overlaps(box, broken, circle, PlanarPose{}));
        EXPECT_FALSE(collide(circle, PlanarPose{}, box, broken));
        EXPECT_EQ(distance(box, broken, circle, PlanarPose{}).separation,
                  std::numeric_limits<float>::infinity());
    }
#endif
    static_cast<void>(nan);
}

}  // namespace
