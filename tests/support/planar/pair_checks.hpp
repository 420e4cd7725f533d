#pragma once

/// @file
/// The verbs of contact for one pair of shapes of the plane, against brute force and against each other.

#include "support/planar/planar_shapes.hpp"

#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::test {

/// A pair, its answers, and how often each regime was reached.
struct PairRegimes {
    int apart = 0, overlapping = 0, twoPoints = 0, edges = 0, vertices = 0;
};

template <class T>
class PlanarPairChecks {
public:
    PlanarPairChecks(const PlanarShape& a, const BasicPlanarPose<T>& poseA, const PlanarShape& b,
                     const BasicPlanarPose<T>& poseB)
        : a_(a), b_(b), poseA_(poseA), poseB_(poseB) {}

    void run(PairRegimes& regimes) {
        partsA_ = convexPartsOf(a_, poseA_);
        partsB_ = convexPartsOf(b_, poseB_);
        const auto gap = distance(a_, poseA_, b_, poseB_);
        const double reach = std::max({reachOf(partsA_), reachOf(partsB_), std::abs(double(gap.separation))});
        tolerance_ = 2e-6 * std::max(1.0, 0.25 * reach);
        ASSERT_NEAR(gap.separation, static_cast<double>(separationByBruteForce(partsA_, partsB_)),
                    tolerance_);
        pointsA_ = partsA_.at(gap.children.a);
        pointsB_ = partsB_.at(gap.children.b);
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

    /// The largest coordinate.
    static double reachOf(const std::vector<PointsAndRadius>& parts) {
        Real reach = 0.0L;
        for (const PointsAndRadius& part : parts) {
            for (const RealVector& point : part.points) {
                reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
            }
        }
        return static_cast<double>(reach);
    }

    void expectNormal(const Gap& gap) const {
        EXPECT_NEAR(glm::length(gap.normal), 1.0f, 1e-6f);
        const RealVector normal(gap.normal);
        if (!pointsA_.points.empty() && !pointsB_.points.empty()) {
            EXPECT_NEAR(static_cast<double>(separationAlong(pointsA_, pointsB_, normal)), gap.separation,
                        tolerance_);
            for (int i = 0; i < 32; ++i) {  // no other direction separates more
                const Real angle = 0.19634954084936207L * Real(i);
                EXPECT_LE(static_cast<double>(
                              separationAlong(pointsA_, pointsB_, {std::cos(angle), std::sin(angle)})),
                          gap.separation + tolerance_);
            }
        } else {
            const RealVector outward = pointsA_.points.empty() ? pointsA_.normal : -pointsB_.normal;
            EXPECT_NEAR(static_cast<double>(dotOf(outward, normal)), 1.0, 1e-6);
        }
    }

    void expectClosestPoints(const Gap& gap) const {
        const auto apart = gap.pointB - gap.pointA - T(gap.separation) * glm::vec<2, T>(gap.normal);
        EXPECT_LT(glm::length(apart), tolerance_);
        EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(gap.pointA), pointsA_)), 0.0, tolerance_);
        EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(gap.pointB), pointsB_)), 0.0, tolerance_);
    }

    void expectPenetration(const Gap& gap) const {
        const auto hit = penetration(a_, poseA_, b_, poseB_);
        ASSERT_EQ(hit.has_value(), gap.separation < 0.0f);
        EXPECT_EQ(overlaps(a_, poseA_, b_, poseB_), hit.has_value());
        const auto near = penetration(a_, poseA_, b_, poseB_, {.margin = 0.5f});
        for (const float margin :
             {0.5f, std::max(gap.separation, 0.0f), std::max(std::nextafter(gap.separation, 1e6f), 0.0f)}) {
            const auto within = penetration(a_, poseA_, b_, poseB_, {.margin = margin});
            EXPECT_EQ(within.has_value(), gap.separation < margin);
            EXPECT_EQ(overlaps(a_, poseA_, b_, poseB_, {.margin = margin}), within.has_value());
            EXPECT_EQ(collide(a_, poseA_, b_, poseB_, {.margin = margin}).has_value(), within.has_value());
        }
        if (hit) {
            EXPECT_EQ(hit->depth, -gap.separation);
            EXPECT_EQ(hit->normal, gap.normal);
            EXPECT_EQ(hit->features, gap.features);
            EXPECT_EQ(hit->children, gap.children);
            BasicPlanarPose<T> pushed = poseB_;
            pushed.position += glm::vec<2, T>(hit->pushB());
            const auto pushedB = convexPartsOf(b_, pushed).at(gap.children.b);
            EXPECT_NEAR(static_cast<double>(separationByBruteForce(pointsA_, pushedB)), 0.0, tolerance_);
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
        EXPECT_EQ(other.children, (ChildPair{gap.children.b, gap.children.a}));
    }

    void expectManifold(const Gap& gap, float margin, PairRegimes& regimes) const {
        const auto contact = collide(a_, poseA_, b_, poseB_, {.margin = margin});
        ASSERT_EQ(contact.has_value(), gap.separation < margin);
        if (!contact) {
            return;
        }
        const auto hit = penetration(a_, poseA_, b_, poseB_, {.margin = margin});
        ASSERT_TRUE(hit);
        EXPECT_EQ(contact->normal, hit->normal);
        EXPECT_EQ(contact->penetration.normal, hit->normal);
        EXPECT_EQ(contact->penetration.depth, hit->depth);
        EXPECT_EQ(contact->penetration.features, hit->features);
        EXPECT_EQ(contact->penetration.children, hit->children);
        EXPECT_EQ(hit->depth, margin - gap.separation);
        const PointsAndRadius &pointsA = partsA_.at(hit->children.a), &pointsB = partsB_.at(hit->children.b);
        const auto points = contact->points();
        ASSERT_GE(points.size(), 1u);
        float deepest = points[0].separation;
        for (const auto& point : points) {
            deepest = std::min(deepest, point.separation);
            EXPECT_LT(point.separation, margin + 1e-6f);
            const RealVector half = 0.5L * Real(point.separation) * RealVector(contact->normal);
            EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(point.position) - half, pointsA)), 0.0,
                        tolerance_);
            EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(point.position) + half, pointsB)), 0.0,
                        tolerance_);
        }
        EXPECT_NEAR(deepest, gap.separation, tolerance_);
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

    const PlanarShape &a_, &b_;
    BasicPlanarPose<T> poseA_, poseB_;
    double tolerance_ = 2e-6;
    std::vector<PointsAndRadius> partsA_, partsB_;
    PointsAndRadius pointsA_, pointsB_;  ///< of the children with the least separation
};

}  // namespace sat3d::test
