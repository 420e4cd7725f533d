#pragma once

/// @file
/// The one place that decides how far two shapes are apart: every verb follows from it, so that none
/// contradicts another.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// Signed, in the frame of the pair.
struct Separation {
    double separation = 0.0;
    glm::dvec3 normalAToB{0.0};  ///< unit
    FeaturePair features;
    /// Touching points on the surfaces, as BasicDistance has them.
    glm::dvec3 pointA{0.0}, pointB{0.0};
    VertexPairs simplex;  ///< where a distance near by may begin; empty where none was made
};

/// What to compute besides separation, normal and features.
enum class Points : bool { No, Yes };

/// Whether the plane of a triangle, or a face of a box, shows that the two stay farther apart than a limit:
/// quickly said, and of most that do. A is the shape.
/// @param toPair  from the triangle's frame
/// @param way     of the triangle, in the pair's frame
[[nodiscard]] bool isFartherThan(double limit, const CoreShape& a, const Triangle& triangle,
                                 const RigidTransform& toPair,
                                 const glm::dvec3& way = glm::dvec3(0.0)) noexcept;

/// The gap between the balls around two shapes: never more than between the shapes.
[[nodiscard]] double ballGap(const CoreShape& a, const CoreShape& b) noexcept;

/// Of two shapes with cores, but for two hulls (see hull_hull.hpp), two round shapes (round_pair.hpp) and
/// one-sided triangles.
/// @param limit  where the separation is greater, any that is greater will do, too
[[nodiscard]] Separation separationOf(const CoreShape& a, const CoreShape& b, Points points,
                                      double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Of shapes whose cores are apart. @param limit  as above
[[nodiscard]] Separation separationOf(const CoreShape& a, const CoreShape& b, const CoreDistance& apart,
                                      double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Points of shapes whose separation and normal are known, overlapping or not.
/// @param first  where their distance may begin, or none
void addPoints(const CoreShape& a, const CoreShape& b, Separation& separation,
               const VertexPairs& first = {}) noexcept;

/// Of a shape and the half-space of points p with dot(normal, p) <= offset, both in the pair's frame. A is
/// the shape.
[[nodiscard]] Separation separationOf(const CoreShape& a, const glm::dvec3& normal, double offset) noexcept;

/// Of a shape and a triangle, that pushes to its front only where it is one-sided. A is the shape.
/// @param limit  as above
[[nodiscard]] Separation separationOf(const CoreShape& a, const CoreShape& triangle, Sides sides,
                                      Points points,
                                      double limit = std::numeric_limits<double>::infinity()) noexcept;

/// In the world, and in the caller's order. `limit`: pairs that are farther apart than this may give no more
/// than a separation that is greater, too.
template <class T>
struct WorldSeparation {
    float separation = std::numeric_limits<float>::infinity();
    glm::vec3 normal{0.0f};
    FeaturePair features;
    PiecePair pieces;
    glm::vec<3, T> pointA{T(0)}, pointB{T(0)};
};
/// To the answer of (b, a).
template <class T>
void turnRound(WorldSeparation<T>& answer) noexcept {
    answer.normal = -answer.normal;
    answer.features = turnedRound(answer.features);
    answer.pieces = turnedRound(answer.pieces);
    std::swap(answer.pointA, answer.pointB);
}

struct SeparationQuery {
    double limit = std::numeric_limits<double>::infinity();
    Points points = Points::No;
    VertexPairs* simplex = nullptr;  ///< to be filled as Separation has it, in the library's order; or none
};
[[nodiscard]] WorldSeparation<float> separationInWorld(detail::ShapeRef a, const Pose& poseA,
                                                       detail::ShapeRef b, const Pose& poseB,
                                                       const SeparationQuery& query);
[[nodiscard]] WorldSeparation<double> separationInWorld(detail::ShapeRef a, const DPose& poseA,
                                                        detail::ShapeRef b, const DPose& poseB,
                                                        const SeparationQuery& query);

}  // namespace sat3d::inline SAT3D_ABI
