#pragma once

/// @file
/// A part of a solid beside its hull.

#include "geometry/decomposition/chain.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <optional>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Lengths in metres.
struct PartLimits {
    double tolerance;  ///< a part that is no less convex than this stays as it is
    double snap;       ///< points this near to a plane are in it
    double thickness;  ///< that flat parts get, both ways
};

/// How far a surface and its solid are from a hull around them. Metres and cubic metres.
struct Misfit {
    double depth = 0.0;  ///< the deepest that the surface lies inside the hull; 0 within what was ignored
    double gap = 0.0;    ///< volume of the hull that is not solid; below 0 where the solid overlaps itself
    double area = 0.0;   ///< of the hull
    std::optional<glm::dvec3> deepest;

    /// The depth, or the gap's mean thickness if that is more: thin walls around a hollow lie nowhere deep.
    [[nodiscard]] double concavity() const;
};

/// @param solidVolume  within the chain's surface
/// @param ignored      metres: depths that need not be found
[[nodiscard]] Misfit misfitOf(const Chain& chain, double solidVolume, const HullView& hull, double ignored);

struct SolidPart {
    Chain chain;
    std::vector<Plane> cuts;  ///< that bound it: it lies below them
    HullMesh hull;
    double volume = 0.0, hullVolume = 0.0;
    Misfit misfit;  ///< depths within the tolerance ignored

    /// Gaps too small to matter make any depth harmless: inner walls, overlaps.
    [[nodiscard]] bool isConvex(const PartLimits& limits) const;
};

/// The part with its hull; a surface without a thickness gets one. Nothing where there is no surface, and no
/// cuts that enclose a volume.
[[nodiscard]] std::optional<SolidPart> partOf(Chain chain, std::vector<Plane> cuts, const PartLimits& limits);

/// Two parts as one, which can be cut no more.
[[nodiscard]] SolidPart mergedPart(const SolidPart& a, const SolidPart& b, const PartLimits& limits);

}  // namespace sat3d::inline SAT3D_ABI
