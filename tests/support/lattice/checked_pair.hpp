#pragma once

/// @file
/// A pair of a lattice beside its solids, and the loop over pairs of all kinds.

#include "support/lattice/faults.hpp"
#include "support/lattice/lattice.hpp"
#include "support/lattice/solid.hpp"
#include "support/trials.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace sat3d::test {

/// A pair in the precision of T, and its solids at the rounded poses.
template <class T>
struct CheckedPair {
    const Shape &a, &b;
    BasicPose<T> poseA, poseB;
    std::vector<Solid> solidsA, solidsB;
    double size = 0.0;       ///< the largest bounding radius of a child
    double farthest = 0.0;   ///< the largest distance of a point or a pose from the world's origin
    double positions = 0.0;  ///< the rounding of coordinates in the world

    explicit CheckedPair(const LatticePair& pair)
        : a(pair.a.shape),
          b(pair.b.shape),
          poseA{glm::vec<3, T>(pair.a.pose.position), glm::qua<T>(pair.a.pose.rotation)},
          poseB{glm::vec<3, T>(pair.b.pose.position), glm::qua<T>(pair.b.pose.rotation)},
          solidsA(test::solidsOf(a, DPose{glm::dvec3(poseA.position), glm::dquat(poseA.rotation)})),
          solidsB(test::solidsOf(b, DPose{glm::dvec3(poseB.position), glm::dquat(poseB.rotation)})),
          farthest(
              std::max(glm::length(glm::dvec3(poseA.position)), glm::length(glm::dvec3(poseB.position)))) {
        for (const auto* solids : {&solidsA, &solidsB}) {
            for (const Solid& solid : *solids) {
                size = std::max(size, solid.reach());
                farthest =
                    std::max({farthest, glm::length(solid.middle()) + solid.reach(), std::abs(solid.offset)});
            }
        }
        positions = farthest * double(std::numeric_limits<T>::epsilon());
    }

    [[nodiscard]] bool hasHalfSpace() const {
        return std::holds_alternative<HalfSpace>(a) || std::holds_alternative<HalfSpace>(b);
    }
    [[nodiscard]] bool hasAnswer() const {
        return !(std::holds_alternative<HalfSpace>(a) && std::holds_alternative<HalfSpace>(b));
    }
    /// Whether A and B are equal shapes in one place, so that the other order is no other call.
    [[nodiscard]] bool isSame() const {
        return a.index() == b.index() && solidsA.size() == 1 && solidsB.size() == 1 &&
               solidsA[0].vertices == solidsB[0].vertices && solidsA[0].radius == solidsB[0].radius;
    }
    /// What the manual promises: 1e-6 of size, the rounding of the answer to float, and that of doubles.
    [[nodiscard]] double tolerance(double separation = 0.0) const {
        return 1e-6 * size + 2e-7 * std::abs(separation) + 1e-15 * farthest;
    }
    [[nodiscard]] double toleranceOfPoints(double separation = 0.0) const {
        return tolerance(separation) + 2.0 * positions;
    }
};

/// The trials of a test, or those that the environment asks for.
inline int latticeTrials(int count) {
    return trialCount(int(fromEnvironment("SAT3D_LATTICE_TRIALS", std::uint64_t(count))));
}

/// Calls check(pair) for `trials` pairs of any two kinds.
template <class Check>
void forEachLatticePair(Random& random, std::uint32_t seed, int trials, Faults& faults, const Check& check) {
    for (int trial = 0; trial < trials; ++trial) {
        for (const LatticeKind kindA : kLatticeKinds) {
            for (const LatticeKind kindB : kLatticeKinds) {
                faults.startPair("seed " + std::to_string(seed) + ", trial " + std::to_string(trial) +
                                 ", kinds " + std::to_string(int(kindA)) + " and " +
                                 std::to_string(int(kindB)));
                check(LatticePair(random, kindA, kindB));
            }
        }
    }
}

}  // namespace sat3d::test
