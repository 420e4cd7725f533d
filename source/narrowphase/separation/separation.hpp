#pragma once

/// @file
/// Signed separation of two posed shapes. All queries follow it, so that no query contradicts another.

#include "narrowphase/distance/simplex.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <limits>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// The points on two surfaces where they touch, as in BasicDistance.
struct TouchingPoints {
    glm::dvec3 onA{0.0}, onB{0.0};

    [[nodiscard]] glm::dvec3 middle() const noexcept { return 0.5 * (onA + onB); }
};

/// The signed separation of two shapes in the frame of the pair.
struct Separation {
    double separation = 0.0;
    glm::dvec3 normalAToB{0.0};  ///< unit
    FeaturePair features;
    std::optional<TouchingPoints> points;  ///< if the routine that found the separation knows them
    VertexPairs simplex;  ///< start simplex for a query of nearly the same poses; empty if GJK did not run
};
/// Flips a separation and drops its simplex.
inline void flip(Separation& separation) noexcept {
    if (separation.points) {
        std::swap(separation.points->onA, separation.points->onB);
    }
    separation = {
        separation.separation, -separation.normalAToB, flipped(separation.features), separation.points, {}};
}

/// Whether to compute touching points besides separation, normal and features.
enum class Points : bool { No, Yes };

/// The signed separation in the world frame and in the caller's order.
template <class T>
struct WorldSeparation {
    float separation = std::numeric_limits<float>::infinity();
    glm::vec3 normal{0.0f};
    FeaturePair features;
    ChildPair children;
    glm::vec<3, T> pointA{T(0)}, pointB{T(0)};
};

struct SeparationQuery {
    /// Limit in meters. For a pair farther apart than the limit, any separation above the limit is a valid
    /// answer.
    double limit = std::numeric_limits<double>::infinity();
    Points points = Points::No;
    VertexPairs* simplex = nullptr;  ///< receives Separation::simplex in the canonical order, unless null
};

/// Returns the least separation over all pairs of children; if several pairs tie, that of the lowest
/// numbered. The pair must be in the canonical order.
/// @param query  children whose boxes are farther apart than the limit are skipped
[[nodiscard]] WorldSeparation<double> separationOfChildren(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                           const DPose& poseB, const SeparationQuery& query);

/// Whether the separation of a pair of children is below a margin. The first one that is ends the search. The
/// pair must be in the canonical order.
[[nodiscard]] bool areChildrenCloser(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                     float margin);

/// Returns the separation of any pair: infinite for two shapes that are surfaces or half-spaces.
template <class T>
[[nodiscard]] WorldSeparation<T> separationInWorld(const PosedPair<T>& pair, const SeparationQuery& query);

/// Returns separationInWorld() of two hulls or boxes that the kernels have found apart, without asking them
/// again.
/// @param pair      in the canonical order, with usable poses
/// @param features  of the largest separation along the axes that the kernel has tested
template <class T>
[[nodiscard]] WorldSeparation<T> separationOfApart(const PosedPair<T>& pair, const FeaturePair& features,
                                                   const SeparationQuery& query);

/// Converts a separation to a penetration. Returns nothing if the separation reaches the margin.
template <class T>
[[nodiscard]] std::optional<Penetration> penetrationFromSeparation(const WorldSeparation<T>& separation,
                                                                   float margin);

/// Computes the separation of a pair and converts it to a penetration.
template <class T>
[[nodiscard]] std::optional<Penetration> penetrationFromSeparation(const PosedPair<T>& pair, float margin);

}  // namespace sat3d::SAT3D_ABI
