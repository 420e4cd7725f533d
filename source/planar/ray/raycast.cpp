#include "math/is_finite.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_chord.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>

#include <cmath>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

namespace {

std::optional<PlanarChord> firstChord(const PlanarShapeRef& shape, const PlanarLine& line) {
    return shape.kind() == PlanarShapeRef::Kind::Compound
               ? firstChordThrough(shape.as<PlanarCompound>(), line)
               : chordThrough(PlanarProxy(shape, PlanarTransform{}), line);
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
    if (!isUsable(pose) || !isFinite(ray.origin) || !(steps > 0.0) || !std::isfinite(steps)) {
        return std::nullopt;
    }
    // In the frame of the shape, where the children of a compound touch exactly.
    const PlanarTransform toWorld = transformOf(pose);
    const glm::dvec2 unit = direction / steps;
    const auto chord =
        firstChord(shape, {rotatedBack(toWorld.rotation, glm::dvec2(ray.origin) - toWorld.position),
                           rotatedBack(toWorld.rotation, unit)});
    if (!chord) {
        return std::nullopt;
    }
    const bool startsInside = chord->entry.t < 0.0;  // then it hits even if its length is 0
    const bool isReached = startsInside ? ray.length >= 0.0f : chord->entry.t < double(ray.length);
    if (!isReached || !(chord->exit.t > 0.0) || (chord->isPoint() && !(chord->entry.t > 0.0))) {
        return std::nullopt;
    }
    PlanarRayHit hit{inWorld(chord->entry, toWorld), inWorld(chord->exit, toWorld), startsInside};
    if (hit.startedInside) {
        hit.entry = {0.0f, glm::vec2(-unit), PlanarRayIntersection::kNoEdge, hit.entry.child};
    }
    return hit;
}

template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);

}  // namespace sat3d::inline SAT3D_ABI
