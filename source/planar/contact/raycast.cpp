#include "math/is_finite.hpp"
#include "math/ray_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_chord.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/distance.hpp>
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

/// Whether a ray starts on the border where it enters, up to rounding. The border's line goes on beside the
/// shape, so a start on that line alone does not count.
template <class T>
bool startsOnEntry(PlanarShapeRef shape, const BasicPlanarPose<T>& pose, const BasicPlanarRay<T>& ray,
                   const PlanarLine& line, const PlanarCrossing& entry, double rounding) {
    if (!(std::abs(depthBelow(entry, line)) <= rounding)) {
        return false;
    }
    const Circle start{.radius = 0.0f};
    return entry.t <= rounding ||
           double(distance(start, BasicPlanarPose<T>{ray.origin, {T(1), T(0)}}, shape, pose).separation) <=
               rounding;
}

PlanarRayIntersection inWorld(const PlanarCrossing& crossing, const PlanarTransform& toWorld) {
    return {static_cast<float>(crossing.t), glm::vec2(rotatedBy(toWorld.rotation, crossing.normal)),
            crossing.edge, crossing.child};
}

/// The hit of a ray that starts inside. A ray of length 0 may have no chord: it leaves where it is.
/// @param along  the ray's direction in the world, unit
PlanarRayHit hitFromInside(const std::optional<PlanarChord>& chord, const PlanarLine& line,
                           const glm::dvec2& along, const PlanarTransform& toWorld) {
    const PlanarCrossing here{.normal = line.direction};
    return {{0.0f, glm::vec2(-along), PlanarRayIntersection::kNoEdge, chord ? chord->entry.child : 0},
            inWorld(chord ? chord->exit : here, toWorld),
            true};
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
    // In the frame of the shape, where the children of a compound touch exactly.
    const PlanarTransform toWorld = transformOf(pose);
    const glm::dvec2 unit = direction / steps, origin(ray.origin);
    const PlanarLine line{inFrame(toWorld, origin), rotatedBack(toWorld.rotation, unit)};
    const double scale = reachOf(origin) + reachOf(toWorld.position) + reachOf(line.origin);
    const double near = kNearBorder * scale, rounding = kRayRounding * scale, length = ray.length;
    auto chord = firstChord(shape, line, 0.0);
    bool isOnEntry = false;
    if (length == 0.0 || (chord && !(depthBelow(chord->entry, line) < -near))) {  // perhaps inside
        const bool isClear =
            length > 0.0 && std::min(-chord->entry.t, chord->exit.t) * chord->leastRise > near;
        if (isClear || contains(shape, pose, ray.origin)) {
            return hitFromInside(chord, line, unit, toWorld);
        }
        if (chord && depthBelow(chord->exit, line) <= rounding) {
            chord = firstChord(shape, line, chord->exit.t);  // it starts on the border that it leaves
        }
        isOnEntry = chord && startsOnEntry(shape, pose, ray, line, chord->entry, rounding);
    }
    if (!chord) {
        return std::nullopt;
    }
    const double first = isOnEntry ? 0.0 : std::max(0.0, chord->entry.t);
    const double rise = glm::dot(chord->entry.normal, line.direction);
    const bool endsOnEntry = length * rise >= depthBelow(chord->entry, line) - rounding;
    if (!(first < length) || (first > 0.0 && endsOnEntry)) {
        return std::nullopt;
    }
    PlanarRayHit hit{inWorld(chord->entry, toWorld), inWorld(chord->exit, toWorld)};
    hit.entry.distance = static_cast<float>(first);
    return hit;
}

template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);

}  // namespace sat3d::SAT3D_ABI
