#include "math/is_finite.hpp"
#include "math/ray_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_chord.hpp"
#include "planar/ray/planar_inside.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// The first part of a line inside a shape that ends after a t.
std::optional<PlanarChord> firstChord(const PlanarShapeRef& shape, const PlanarLine& line, double after) {
    if (shape.kind() == PlanarShapeRef::Kind::Compound) {
        return firstChordThrough(shape.as<PlanarCompound>(), line, after);
    }
    const auto chord = chordThrough(PlanarProxy(shape, PlanarTransform{}), line);
    return chord && chord->exit.t > after ? chord : std::nullopt;
}

/// A fraction of the coordinates. Farther from a border, rounding does not decide whether a ray starts
/// inside, nor do the gaps that the children of a compound may leave.
constexpr double kNearBorder = 1e-5;

/// How deep the origin of a line is below the border that it crosses.
double depthBelow(const PlanarCrossing& crossing, const PlanarLine& line) {
    return crossing.t * glm::dot(crossing.normal, line.direction);
}

/// The child whose border a line crosses, or the convex shape itself.
ConvexChild childAt(const PlanarShapeRef& shape, const PlanarCrossing& crossing) {
    if (shape.kind() != PlanarShapeRef::Kind::Compound) {
        return {0, shape, PlanarTransform{}};
    }
    const PlanarCompoundChild& child = shape.as<PlanarCompound>().children()[crossing.child];
    return {crossing.child, PlanarShapeRef(child.shape), localToWorld(child.pose)};
}

/// How exactly a line and the shape that it enters are computed, meters.
double roundingOf(const PlanarChord& chord) {
    return kRayRounding * chord.reach;
}

/// Whether a ray that does not start inside starts on the border that its line leaves.
bool startsOnExit(const PlanarShapeRef& shape, const PlanarLine& line, const PlanarCrossing& exit) {
    if (std::isinf(exit.t)) {
        return false;  // it never leaves a half-plane
    }
    const ConvexChild child = childAt(shape, exit);
    const double reach = reachOf(inFrame(child.toFrame, line.origin)) + reachOf(child.shape);
    return depthBelow(exit, line) <= kRayRounding * reach;
}
/// Whether a ray starts on the border that it enters, up to rounding. A start on the line of the edge, but
/// beside the shape, does not count.
bool startsOnEntry(const PlanarShapeRef& shape, const PlanarLine& line, const PlanarChord& chord) {
    const double rounding = roundingOf(chord);
    if (!(std::abs(depthBelow(chord.entry, line)) <= rounding)) {
        return false;
    }
    const ConvexChild child = childAt(shape, chord.entry);
    const PlanarProxy core(child.shape, child.toFrame);
    return chord.entry.t <= rounding || isDeeper(core, inFrame(core.toWorld(), line.origin), -rounding);
}

PlanarRayIntersection inWorld(const PlanarCrossing& crossing, const PlanarTransform& toWorld) {
    return {static_cast<float>(crossing.t), glm::vec2(rotatedBy(toWorld.rotation, crossing.normal)),
            crossing.edge, crossing.child};
}

/// A ray in the frame of a shape, where the children of a compound touch exactly.
struct RayInShape {
    PlanarLine line;
    double length;
    glm::dvec2 along;  ///< its unit direction in the world
    PlanarTransform toWorld;

    /// The hit of a ray that starts inside. A ray of length 0 may have no chord: it leaves where it is.
    [[nodiscard]] PlanarRayHit fromInside(const std::optional<PlanarChord>& chord) const {
        const PlanarCrossing here{.normal = line.direction};
        return {{0.0f, glm::vec2(-along), PlanarRayIntersection::kNoEdge, chord ? chord->entry.child : 0},
                inWorld(chord ? chord->exit : here, toWorld),
                true};
    }
    /// The hit of a ray that starts outside, or on the border where it enters.
    [[nodiscard]] std::optional<PlanarRayHit> fromOutside(const PlanarChord& chord, bool isOnEntry) const {
        const double first = isOnEntry ? 0.0 : std::max(0.0, chord.entry.t);
        const double rise = glm::dot(chord.entry.normal, line.direction);
        const bool endsOnEntry = length * rise >= depthBelow(chord.entry, line) - roundingOf(chord);
        if (!(first < length) || (first > 0.0 && endsOnEntry)) {
            return std::nullopt;
        }
        PlanarRayHit hit{inWorld(chord.entry, toWorld), inWorld(chord.exit, toWorld)};
        hit.entry.distance = static_cast<float>(first);
        return hit;
    }
};

std::optional<PlanarRayHit> raycastInFrame(const PlanarShapeRef& shape, const RayInShape& ray) {
    const PlanarLine& line = ray.line;
    auto chord = firstChord(shape, line, 0.0);
    if (ray.length == 0.0) {
        return containsLocal(shape, line.origin) ? std::optional(ray.fromInside(chord)) : std::nullopt;
    }
    if (!chord) {
        return std::nullopt;  // a line from a point inside has a chord
    }
    const double near = kNearBorder * (reachOf(line.origin) + chord->reach);
    const bool neverEnters = std::isinf(chord->entry.t);  // it leaves a half-plane, or is parallel
    if (neverEnters || !(depthBelow(chord->entry, line) < -near)) {
        const bool isClear = std::min(-chord->entry.t, chord->exit.t) * chord->leastRise > near;
        if (isClear || containsLocal(shape, line.origin)) {
            return ray.fromInside(chord);
        }
        if (startsOnExit(shape, line, chord->exit)) {
            chord = firstChord(shape, line, chord->exit.t);
        }
        if (!chord || neverEnters) {
            return std::nullopt;
        }
        return ray.fromOutside(*chord, startsOnEntry(shape, line, *chord));
    }
    return ray.fromOutside(*chord, false);
}

}  // namespace

template <class T>
std::optional<PlanarRayHit> raycast(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
                                    const std::type_identity_t<BasicPlanarRay<T>>& ray) {
    const glm::dvec2 direction(ray.direction);
    const double steps = glm::length(direction);
    SAT3D_ASSERT(isFinite(ray.origin) && steps > 0.0 && std::isfinite(steps) && ray.length >= 0.0f,
                 "a ray needs a finite origin, a direction and a length of 0 or more");
    if (!isUsable(pose) || !isFinite(ray.origin) || !(steps > 0.0) || !std::isfinite(steps) ||
        !(ray.length >= 0.0f)) {
        return std::nullopt;
    }
    const PlanarTransform toWorld = transformOf(pose);
    const glm::dvec2 along = direction / steps;
    const PlanarLine line{inFrame(toWorld, glm::dvec2(ray.origin)), rotatedBack(toWorld.rotation, along)};
    return raycastInFrame(shape, {line, ray.length, along, toWorld});
}

template SAT3D_API std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template SAT3D_API std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);

}  // namespace sat3d::SAT3D_ABI
