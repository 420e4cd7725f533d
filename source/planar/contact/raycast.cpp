#include "math/is_finite.hpp"
#include "math/ray_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_chord.hpp"
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

std::optional<PlanarChord> firstChord(const PlanarShapeRef& shape, const PlanarLine& line) {
    return shape.kind() == PlanarShapeRef::Kind::Compound
               ? firstChordThrough(shape.as<PlanarCompound>(), line)
               : chordThrough(PlanarProxy(shape, PlanarTransform{}), line);
}

/// A fraction of the coordinates. Farther from a border, rounding does not decide whether a ray starts
/// inside, nor do the gaps that the children of a compound may leave.
constexpr double kNearBorder = 1e-5;

double sizeOf(const glm::dvec2& v) {
    return std::abs(v.x) + std::abs(v.y);
}

PlanarRayIntersection inWorld(const PlanarCrossing& crossing, const PlanarTransform& toWorld) {
    return {static_cast<float>(crossing.t), glm::vec2(rotatedBy(toWorld.rotation, crossing.normal)),
            crossing.edge, crossing.child};
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
    const auto chord = firstChord(shape, line);
    const double scale = sizeOf(origin) + sizeOf(toWorld.position) + sizeOf(line.origin);
    const double near = kNearBorder * scale, rounding = kRayRounding * scale;
    const double entryRise = chord ? glm::dot(chord->entry.normal, line.direction) : 0.0,
                 belowEntry = chord ? chord->entry.t * entryRise : 0.0;
    const bool startsOutside = ray.length > 0.0f && (!chord || belowEntry < -near);
    if (!startsOutside) {
        const bool isClear =
            ray.length > 0.0f && std::min(-chord->entry.t, chord->exit.t) * chord->leastRise > near;
        if (isClear || contains(shape, pose, ray.origin)) {
            const PlanarCrossing here{.normal = line.direction};
            return PlanarRayHit{
                {0.0f, glm::vec2(-unit), PlanarRayIntersection::kNoEdge, chord ? chord->entry.child : 0},
                inWorld(chord && chord->exit.t > 0.0 ? chord->exit : here, toWorld),
                true};
        }
    }
    if (!chord || !(chord->exit.t > 0.0)) {
        return std::nullopt;
    }
    double first = std::max(0.0, chord->entry.t);
    if (!startsOutside) {  // perhaps on a border
        if (chord->exit.t * glm::dot(chord->exit.normal, line.direction) <= rounding) {
            return std::nullopt;
        }
        first = std::abs(belowEntry) <= rounding ? 0.0 : first;
    }
    const double length = ray.length;
    if (!(first < length) || (first > 0.0 && length * entryRise >= belowEntry - rounding)) {
        return std::nullopt;
    }
    PlanarRayHit hit{inWorld(chord->entry, toWorld), inWorld(chord->exit, toWorld)};
    hit.entry.distance = static_cast<float>(first);
    return hit;
}

template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);

}  // namespace sat3d::SAT3D_ABI
