#pragma once

/// @file
/// Compares answers of the library about hull pairs with the brute-force oracle, for all tests.

#include "support/brute_force_sat.hpp"
#include "support/hulls.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <string>

namespace sat3d::test {

/// Tolerance of answers, as a fraction of size.
inline constexpr double kExact = 1e-6;

/// A shape for the library and for the oracle.
struct Subject {
    explicit Subject(Cloud points) : cloud(std::move(points)), hull(hullOf(cloud)), bruteForce(cloud) {}
    Cloud cloud;
    ConvexHull hull;
    BruteForceHull bruteForce;
};

/// Counts of the pairs by result, so that a test can assert what it covered.
struct Tally {
    int pairs = 0, overlapping = 0, apart = 0, undecided = 0;
    std::array<int, 3> winners{};  ///< by FeaturePair::Kind
    double worstDepthError = 0.0;  ///< as a fraction of size
    double worstNormalExcess =
        0.0;  ///< depth along the returned normal minus the true depth, as a fraction of size

    [[nodiscard]] std::string text() const;
};

/// A pair and its oracle, for a translation from A's origin to B's in world axes.
struct HullPairQuery {
    const Subject& a;
    DPose poseA;
    const Subject& b;
    DPose poseB;
    const BruteForceSat& oracle;

    [[nodiscard]] glm::dvec3 fromAToB() const { return poseB.position - poseA.position; }
    /// Size of the pair: the mean bounding radius.
    [[nodiscard]] double size() const {
        return 0.5 * (double(a.hull.boundingSphere().radius) + double(b.hull.boundingSphere().radius));
    }
    /// Tolerance of answers in meters. The oracle uses the points that the hulls were built from; they may
    /// lie outside the hulls by the distance that the hulls report.
    [[nodiscard]] double tolerance() const {
        return kExact * size() + a.hull.maxInputDistance() + b.hull.maxInputDistance();
    }
};

/// Expects of penetration, overlaps and explain: the right verdict, the exact depth, an equally good normal,
/// valid features, a push that separates and is not too long, and the flipped answer for the swapped pair.
void expectExact(const HullPairQuery& pair, Tally& tally);

/// Makes the oracle, then expects the same.
void expectExact(const Subject& a, const DPose& poseA, const Subject& b, const DPose& poseB, Tally& tally);

}  // namespace sat3d::test
