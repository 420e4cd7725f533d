#pragma once

/// @file
/// Two polytopes in one frame, for the reference method.

#include "narrowphase/reference/polytope.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The projection of points onto a direction.
struct Interval {
    double min = 0.0;
    double max = 0.0;
};
template <glm::length_t kDimensions>
[[nodiscard]] Interval intervalAlong(const glm::vec<kDimensions, double>& direction,
                                     std::span<const glm::vec<kDimensions, double>> points) noexcept {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Interval interval{kInfinity, -kInfinity};
    for (const auto& point : points) {
        const double along = glm::dot(direction, point);
        interval.min = std::min(interval.min, along);
        interval.max = std::max(interval.max, along);
    }
    return interval;
}

/// Both polytopes in the pair frame: A's axes with the origin at the center of A's bounding sphere, so that
/// neither a distant world position nor a distant model origin costs precision.
struct HullsInPairFrame {
    Polytope a, b;
    glm::dmat3 rotationB{1.0};  ///< from B's axes to the pair frame
    std::vector<glm::dvec3> verticesA, verticesB;

    HullsInPairFrame(const Polytope& polytopeA, const Polytope& polytopeB, const RigidTransform& bInA);

    /// The mean bounding radius in meters, to which tolerances are relative.
    [[nodiscard]] double size() const noexcept;
    /// The signed separation along a direction from A to B, over all vertices.
    [[nodiscard]] double separationAlong(const glm::dvec3& normalAToB) const noexcept;
};

/// The separation of the bounding spheres. NaN if a pose is not finite (asserted).
struct SphereSeparation {
    double separation = 0.0;     ///< of the spheres; the hulls can only overlap if it is negative
    glm::dvec3 normalAToB{0.0};  ///< unit, in A's axes; zero if the centers coincide
};
[[nodiscard]] SphereSeparation sphereSeparation(const Polytope& a, const Polytope& b,
                                                const RigidTransform& bInA) noexcept;

/// Returns the answer in the precision of the public interface, or nothing for hulls that do not overlap.
[[nodiscard]] std::optional<Penetration> toPenetration(const glm::dvec3& normalInWorld, double separation,
                                                       const FeaturePair& features);

}  // namespace sat3d::SAT3D_ABI
