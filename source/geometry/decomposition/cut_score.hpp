#pragma once

/// @file
/// Score of a cut of a solid along a plane.

#include "geometry/decomposition/chain.hpp"
#include "geometry/decomposition/reflex_edges.hpp"

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Scores planes: lower is better. The score is a weighted sum of three terms:
/// - the volume of the hulls of all parts after the cut;
/// - the weight of the reflex edges that remain: the walls of a hollow solid must be cut off one by one
///   before any hull shrinks;
/// - the volume of the largest hull: a ring must be halved before any hull shrinks.
class CutScore {
public:
    /// @param hullVolume  volume of the hull of the solid, positive
    CutScore(const Chain& chain, const SurfaceEdges& edges, double hullVolume, double snap);

    /// Score of a plane. Returns nothing if the solid lies on one side of it. O(n log n) for n points.
    [[nodiscard]] std::optional<double> of(const Plane& plane) const;

private:
    [[nodiscard]] double reflexLeft(const std::vector<std::int8_t>& sides, const Plane& plane) const;

    const Chain& chain_;
    const SurfaceEdges& edges_;
    double hullVolume_, snap_, reflexTotal_ = 0.0;
};

}  // namespace sat3d::SAT3D_ABI
