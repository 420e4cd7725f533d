#pragma once

/// @file
/// Comparison of penetrations with the projection SAT in double.

#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"
#include "support/queries/hull_arrangements.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>

namespace sat3d::test {

/// Tolerance of the kernels, as a fraction of size.
inline constexpr double kKernelTolerance = 1e-6;

/// Pairs by result, and the largest errors as fractions of size.
struct MethodTally {
    unsigned long long overlapping = 0, apart = 0, touching = 0;
    std::array<unsigned long long, 3> winners{};  ///< by FeaturePair::Kind
    double worstDepth = 0.0, worstNormal = 0.0, worstVerdict = 0.0;

    void print(const char* name) const {
        std::printf(
            "%s: %llu overlapping (%llu faces of A, %llu of B, %llu edge pairs), %llu apart, %llu touching; "
            "worst of size: depth %.2g, along the normal %.2g, verdict %.2g\n",
            name, overlapping, winners[0], winners[1], winners[2], apart, touching, worstDepth, worstNormal,
            worstVerdict);
    }
};

/// Expects of an answer of penetration() without a margin: the verdict, the depth, and a normal as good as
/// that of the projection SAT.
inline void expectAsMethod(const std::optional<Penetration>& hit, const ConvexHull& a, const DPose& poseA,
                           const ConvexHull& b, const DPose& poseB, MethodTally& tally) {
    const double size = sizeOf(a, b);
    const RigidTransform bInA = poseBInA(poseA, poseB);
    const double depth = -planeSat(a, b, bInA).separation;
    if (std::abs(depth) < kKernelTolerance * size) {
        ++tally.touching;
    } else {
        ++(depth > 0.0 ? tally.overlapping : tally.apart);
    }
    if (hit.has_value() != (depth > 0.0)) {
        tally.worstVerdict = std::max(tally.worstVerdict, std::abs(depth) / size);
        EXPECT_LE(std::abs(depth), kKernelTolerance * size)
            << (hit ? "gap missed: " : "overlap missed: ") << depth / size << " of size";
    }
    if (!hit) {
        return;
    }
    ++tally.winners[static_cast<std::size_t>(hit->features.kind)];
    const glm::dvec3 normal = glm::normalize(glm::dvec3(hit->normal));
    const double along =
        -HullsInPairFrame(a, b, bInA).separationAlong(glm::transpose(localToWorld(poseA).rotation) * normal);
    const double depthError = std::abs(double(hit->depth) - depth);
    EXPECT_LE(depthError, kKernelTolerance * size)
        << "depth " << hit->depth / size << " of size, should be " << depth / size;
    EXPECT_LE(along - depth, kKernelTolerance * size) << "the normal is not that of the minimum translation";
    tally.worstDepth = std::max(tally.worstDepth, depthError / size);
    tally.worstNormal = std::max(tally.worstNormal, (along - depth) / size);
}

}  // namespace sat3d::test
