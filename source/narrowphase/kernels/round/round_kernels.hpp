#pragma once

/// @file
/// The gap between a sphere or capsule and another shape, in closed form.

#include "narrowphase/pair/canonical_order.hpp"
#include "shapes/basic/shape_kinds.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The gap between two shapes, in the caller's order. World axes; the fourth number of each row is padding.
struct RoundGap {
    double points[2][4];  ///< the touching points on A and on B, each relative to the position of its shape
    float normal[4];      ///< unit, from A to B
    float separation;     ///< between the surfaces, negative if they overlap
    /// The features of the cores. Their indices are not neighbors: a reader would load both at once, and wait
    /// until both stores have left the store buffer.
    std::uint32_t featureA;
    FeaturePair::Kind kind;
    std::uint32_t featureB;
    bool isLine;  ///< whether the shapes may touch in more than one point: nearly parallel capsules, or a
                  ///< capsule and a polytope

    [[nodiscard]] glm::vec3 normalAToB() const { return {normal[0], normal[1], normal[2]}; }
    /// The touching point on A (index 0) or B (index 1), in the world.
    /// @param pose  of A or B
    template <class T>
    [[nodiscard]] glm::vec<3, T> touchingPoint(std::size_t index, const BasicPose<T>& pose) const {
        const double(&point)[4] = points[index];
        return glm::vec<3, T>(glm::dvec3(pose.position) + glm::dvec3(point[0], point[1], point[2]));
    }
    [[nodiscard]] FeaturePair features() const { return {kind, featureA, featureB}; }
    void setFeatures(const FeaturePair& features) {
        featureA = features.a;
        kind = features.kind;
        featureB = features.b;
    }
};

/// Result of a closed form.
enum class RoundGapStatus : std::uint8_t {
    Undefined,    ///< the cores touch and define no normal, or a pose is not usable
    BeyondLimit,  ///< the separation is larger than the limit; the gap is not written
    WithinLimit,  ///< it is less, and the query does not need the gap, which is not written
    Found,
};

struct RoundGapQuery {
    double limit;          ///< meters; see RoundGapStatus
    bool needsPoints;      ///< whether the caller reads RoundGap::points
    bool needsGap = true;  ///< false: only whether it is within the limit
};

/// Whether there is a kernel: for a round shape and another one, a Box, or a hull.
[[nodiscard]] inline bool hasRoundGap(ShapeRef a, ShapeRef b) noexcept {
    const auto isSolid = [](ShapeRef shape) {
        return isConvex(shape) && shape.kind() != ShapeRef::Kind::Triangle;
    };
    return (isRound(a) && isSolid(b)) || (isRound(b) && isSolid(a));
}

/// Computes the gap of a pair that hasRoundGap(), in any order. Both orders mirror each other bit for bit.
/// The poses need not be usable.
[[nodiscard]] RoundGapStatus roundGapKernel(const PosedPair<float>& pair, const RoundGapQuery& query,
                                            RoundGap& gap);
[[nodiscard]] RoundGapStatus roundGapKernel(const PosedPair<double>& pair, const RoundGapQuery& query,
                                            RoundGap& gap);

}  // namespace sat3d::SAT3D_ABI
