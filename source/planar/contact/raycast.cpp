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

double sizeOf(const glm::dvec2& v) {
    return std::abs(v.x) + std::abs(v.y);
}

template <class T>
bool isOn(PlanarShapeRef shape, const BasicPlanarPose<T>& pose, const glm::vec<2, T>& point,
          double rounding) {
    const Circle circle{.radius = 0.0f};
    const auto gap = distance(circle, BasicPlanarPose<T>{point, {T(1), T(0)}}, shape, pose);
    return double(gap.separation) <= rounding;
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
    auto chord = firstChord(shape, line, 0.0);
    const double scale = sizeOf(origin) + sizeOf(toWorld.position) + sizeOf(line.origin);
    const double near = kNearBorder * scale, rounding = kRayRounding * scale;
    const auto riseOf = [&](const PlanarCrossing& crossing) {
        return glm::dot(crossing.normal, line.direction);
    };
    /// Of the origin below the border.
    const auto depthAt = [&](const PlanarCrossing& crossing) { return crossing.t * riseOf(crossing); };
    const bool startsOutside = ray.length > 0.0f && (!chord || depthAt(chord->entry) < -near);
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
    if (!startsOutside && chord && depthAt(chord->exit) <= rounding) {
        chord = firstChord(shape, line, chord->exit.t);  // it starts on the border that it leaves
    }
    if (!chord) {
        return std::nullopt;
    }
    double first = std::max(0.0, chord->entry.t);
    const double belowEntry = depthAt(chord->entry), length = ray.length;
    // On the border that it enters, whose line may go past the start.
    if (!startsOutside && std::abs(belowEntry) <= rounding &&
        (first <= rounding || isOn(shape, pose, ray.origin, rounding))) {
        first = 0.0;
    }
    if (!(first < length) || (first > 0.0 && length * riseOf(chord->entry) >= belowEntry - rounding)) {
        return std::nullopt;
    }
    PlanarRayHit hit{inWorld(chord->entry, toWorld), inWorld(chord->exit, toWorld)};
    hit.entry.distance = static_cast<float>(first);
    return hit;
}

template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);

}  // namespace sat3d::SAT3D_ABI
