#pragma once

/// @file
/// Two posed hulls brought together: the frame and the order that every test of the pair works in.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// What points cover along a direction.
struct Interval {
    double min = 0.0;
    double max = 0.0;
};
/// In space or in the plane.
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

/// Both hulls in one frame, the pair frame: A's axes, measured from the centre of A's bounding sphere. So
/// neither a far-off world position nor a far-off model origin costs digits.
struct HullPair {
    const ConvexHull& a;
    const ConvexHull& b;
    glm::dmat3 rotationB{1.0};  ///< B's directions to the pair frame (A's need no change)
    std::vector<glm::dvec3> verticesA, verticesB;

    HullPair(const ConvexHull& hullA, const ConvexHull& hullB, const RigidTransform& bInA);

    /// Mean bounding radius, metres: what tolerances are relative to.
    [[nodiscard]] double size() const noexcept;
    /// Signed, over all vertices: the gap between A and B along a direction from A to B.
    [[nodiscard]] double separationAlong(const glm::dvec3& normalAToB) const noexcept;
};

/// The bounding spheres' say, before any vertex is looked at. Poses that are not finite (asserted) give NaN.
struct SphereSeparation {
    double separation = 0.0;     ///< between their surfaces; not negative: the hulls cannot overlap
    glm::dvec3 normalAToB{0.0};  ///< unit, in A's axes; zero when the centres coincide
};
[[nodiscard]] SphereSeparation sphereSeparation(const ConvexHull& a, const ConvexHull& b,
                                                const RigidTransform& bInA) noexcept;

/// The answer in the precision of the public interface; nothing for hulls that do not overlap.
[[nodiscard]] std::optional<Penetration> toPenetration(const glm::dvec3& normalInWorld, double separation,
                                                       const FeaturePair& features);

}  // namespace sat3d::inline SAT3D_ABI
