#pragma once

/// @file
/// Sweeps in the plane against samples in time.

#include "support/planar/planar_shapes.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <gtest/gtest.h>

#include <array>

namespace sat3d::test {

/// The first of many times of a step at which the shapes overlap by more than a depth, by brute force; 2 if
/// there is none.
template <class PoseA, class PoseB>
double firstPlanarOverlap(const PlanarShape& a, const PoseA& poseAt, const PlanarShape& b,
                          const PoseB& otherPoseAt, double depth, int samples) {
    for (int i = 0; i <= samples; ++i) {
        const double t = double(i) / samples;
        if (separationByBruteForce(convexPartsOf(a, poseAt(t)), convexPartsOf(b, otherPoseAt(t))) <
            Real(-depth)) {
            return t;
        }
    }
    return 2.0;
}

/// Checks a sweep against samples in time.
/// @param tolerance  greatest gap of a hit, and the overlap that may be missed
inline void checkPlanarSweep(const PlanarShape& a, const DPlanarPose& poseA, const PlanarMotion& motionA,
                             const PlanarShape& b, const DPlanarPose& poseB, const PlanarMotion& motionB,
                             const DPlanarSweep& result, double tolerance, std::array<int, 3>& counts) {
    const auto aAt = [&](double t) { return poseAtFraction(poseA, motionA, t); };
    const auto bAt = [&](double t) { return poseAtFraction(poseB, motionB, t); };
    using enum SweepStatus;
    ASSERT_NE(result.status, NotConverged);
    ASSERT_EQ(result.status == InitialOverlap, overlaps(a, poseA, b, poseB));
    if (result.status == InitialOverlap) {
        EXPECT_EQ(result.depth, penetration(a, poseA, b, poseB)->depth);
        ++counts[0];
        return;
    }
    const double overlapAt = firstPlanarOverlap(a, aAt, b, bAt, 2.0 * tolerance, 200);
    if (result.status == Miss) {
        EXPECT_EQ(overlapAt, 2.0);
        ++counts[1];
        return;
    }
    const double fraction = result.fraction;
    EXPECT_GT(overlapAt, fraction - 1e-7);
    const auto gap = distance(a, aAt(fraction), b, bAt(fraction));
    EXPECT_NEAR(gap.separation, 0.0, tolerance + 1e-6);
    const PointsAndRadius pointsA = convexPartsOf(a, aAt(fraction)).at(result.children.a),
                          pointsB = convexPartsOf(b, bAt(fraction)).at(result.children.b);
    if (!pointsA.points.empty() && !pointsB.points.empty()) {
        EXPECT_NEAR(static_cast<double>(separationAlong(pointsA, pointsB, RealVector(result.normal))), 0.0,
                    3.0 * tolerance + 1e-5);
    }
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), pointsA)), 0.0,
                3.0 * tolerance + 1e-5);
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), pointsB)), 0.0,
                3.0 * tolerance + 1e-5);
    ++counts[2];
}

}  // namespace sat3d::test
