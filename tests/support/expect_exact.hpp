#pragma once

/// @file
/// One judge for all tests of hull pairs: compares every answer of the library with the brute-force oracle.

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

/// What a promise may be off by, as a fraction of size.
inline constexpr double kExact = 1e-6;

/// A shape as the library and as the oracle see it.
struct Subject {
    explicit Subject(Cloud points) : cloud(std::move(points)), hull(hullOf(cloud)), bruteForce(cloud) {}
    Cloud cloud;
    ConvexHull hull;
    BruteForceHull bruteForce;
};

/// How many pairs fell where, so that a test can show that it tested something.
struct Tally {
    int pairs = 0, overlapping = 0, apart = 0, undecided = 0;
    std::array<int, 3> winners{};  ///< by FeaturePair::Kind
    double worstDepthError = 0.0;  ///< as a fraction of size
    double worstNormalExcess =
        0.0;  ///< true depth along the normal beyond the minimum, as a fraction of size

    [[nodiscard]] std::string text() const;
};

/// The pair and its oracle, for B's origin seen from A's in world axes.
struct PosedPair {
    const Subject& a;
    DPose poseA;
    const Subject& b;
    DPose poseB;
    const BruteForceSat& oracle;

    [[nodiscard]] glm::dvec3 fromAToB() const { return poseB.position - poseA.position; }
    /// Mean bounding radius.
    [[nodiscard]] double size() const {
        return 0.5 * (double(a.hull.boundingSphere().radius) + double(b.hull.boundingSphere().radius));
    }
    /// Metres: what an answer may be off by. The oracle sees the points that the hulls were built from, some
    /// of which may lie outside them by as much as the hulls report.
    [[nodiscard]] double tolerance() const {
        return kExact * size() + a.hull.maxOutside() + b.hull.maxOutside();
    }
};

/// Expects of penetration, overlaps and explain: no false answer, exact depth, a normal that is as good,
/// valid features, a push that separates and is not longer than needed, and the mirrored answer for the pair
/// turned round.
void expectExact(const PosedPair& pair, Tally& tally);

/// The same, with an oracle of its own.
void expectExact(const Subject& a, const DPose& poseA, const Subject& b, const DPose& poseB, Tally& tally);

}  // namespace sat3d::test
