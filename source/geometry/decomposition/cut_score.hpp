#pragma once

/// @file
/// How good it is to cut a solid along a plane.

#include "geometry/decomposition/chain.hpp"
#include "geometry/decomposition/reflex_edges.hpp"

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Scores planes: the less, the better. Counts the volume of the hulls of all that falls apart; the reflex
/// edges that remain, for walls around a hollow must come off one by one before any hull shrinks; and the
/// largest of the hulls, for a ring must be halved before any hull shrinks.
class CutScore {
public:
    /// @param hullVolume  of the whole, positive
    CutScore(const Chain& chain, const SurfaceEdges& edges, double hullVolume, double snap);

    /// Nothing: all lies on one side. n log n for n points.
    [[nodiscard]] std::optional<double> of(const Plane& plane) const;

private:
    [[nodiscard]] double reflexLeft(const std::vector<std::int8_t>& sides, const Plane& plane) const;

    const Chain& chain_;
    const SurfaceEdges& edges_;
    double hullVolume_, snap_, reflexTotal_ = 0.0;
};

}  // namespace sat3d::inline SAT3D_ABI
