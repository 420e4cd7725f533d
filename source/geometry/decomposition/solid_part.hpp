#pragma once

/// @file
/// A part of a solid with its hull.

#include "geometry/decomposition/chain.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Tolerances of parts, in meters.
struct PartLimits {
    double tolerance;  ///< largest concavity of a part that counts as convex
    double snap;       ///< points closer to a plane than this count as points in it
    double thickness;  ///< half the thickness that flat parts get
};

/// Difference between a solid and its hull.
struct Misfit {
    double depth = 0.0;  ///< meters: largest depth of the surface in the hull; 0 if smaller than `ignored`
    double gap = 0.0;    ///< cubic meters: hull minus solid; negative if the solid overlaps itself
    double area = 0.0;   ///< square meters: area of the hull
    std::optional<glm::dvec3> deepest;  ///< the point of the surface with this depth

    /// The larger of the depth and the mean thickness of the gap, in meters. Thin walls around a hollow have
    /// a small depth and a thick gap.
    [[nodiscard]] double concavity() const;
};

/// Measures the difference between a chain and its hull.
/// @param solidVolume  volume of the chain
/// @param ignored      meters: smaller depths count as 0
[[nodiscard]] Misfit misfitOf(const Chain& chain, double solidVolume, const HullView& hull, double ignored);

/// A part of a solid with its hull.
struct SolidPart {
    Chain chain;
    std::vector<Plane> cuts;  ///< planes that bound the part, which lies below them
    HullMesh hull;
    double volume = 0.0, hullVolume = 0.0;
    Misfit misfit;  ///< depths below the tolerance are ignored

    /// Whether the part is convex within the tolerance, or its gap is negligible (inner walls, overlaps).
    [[nodiscard]] bool isConvex(const PartLimits& limits) const;
};

/// Makes a part with its hull. A flat surface gets a thickness. Returns nothing if there is no surface and
/// the cuts do not enclose a volume.
[[nodiscard]] std::optional<SolidPart> partOf(Chain chain, std::vector<Plane> cuts, const PartLimits& limits);

/// Merges two parts. The result has no cuts, so it must not be cut again.
[[nodiscard]] SolidPart mergedPart(const SolidPart& a, const SolidPart& b, const PartLimits& limits);

}  // namespace sat3d::SAT3D_ABI
