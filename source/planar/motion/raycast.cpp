#include "math/is_finite.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// A line in the frame of a core.
struct PlanarLine {
    glm::dvec2 origin, direction;  ///< unit direction
};

/// PlanarRayIntersection in double, in the frame of a core.
struct Crossing {
    double t = 0.0;
    glm::dvec2 normal{0.0};
    std::uint32_t edge = PlanarRayIntersection::kNoEdge;
};

/// The part of a line inside a shape: empty unless entry.t < exit.t.
struct Chord {
    Crossing entry{.t = -kForever};
    Crossing exit{.t = kForever};

    [[nodiscard]] bool isEmpty() const { return !(entry.t < exit.t); }

    /// Clips to the points below the line of an edge. @param height  of the line's origin above the edge
    void clip(double rise, double height, const glm::dvec2& normal, std::uint32_t edge) {
        if (rise < 0.0) {
            if (-height / rise > entry.t) {
                entry = {-height / rise, normal, edge};
            }
        } else if (rise > 0.0) {
            if (-height / rise < exit.t) {
                exit = {-height / rise, normal, edge};
            }
        } else if (!(rise == 0.0 && height < 0.0)) {
            exit.t = -kForever;  // in the edge or parallel above it; or NaN
        }
    }
    /// Extends the chord by another one of the same convex shape.
    void join(const Chord& other) {
        if (other.isEmpty()) {
            return;
        }
        if (isEmpty() || other.entry.t < entry.t) {
            entry = other.entry;
        }
        if (isEmpty() || other.exit.t > exit.t) {
            exit = other.exit;
        }
    }
};

Chord throughEdges(const PlanarProxy& proxy, const PlanarLine& line) {
    Chord chord;
    for (std::uint32_t edge = 0; edge < proxy.edgeCount(); ++edge) {
        const glm::dvec2 normal = proxy.normal(edge);
        chord.clip(glm::dot(normal, line.direction),
                   glm::dot(normal, line.origin) - proxy.offset()[edge] - proxy.radius(), normal, edge);
    }
    return chord;
}

Chord throughDisk(const glm::dvec2& center, double radius, const PlanarLine& line) {
    const glm::dvec2 fromCenter = line.origin - center;
    const double aside = crossOf(line.direction, fromCenter);
    const double half = std::sqrt(std::max(0.0, (radius - aside) * (radius + aside)));
    const double middle = -glm::dot(line.direction, fromCenter);
    if (!(half > 0.0)) {
        return {{}, {.t = -kForever}};
    }
    const auto crossing = [&](double t) { return Crossing{t, (fromCenter + t * line.direction) / radius}; };
    return {crossing(middle - half), crossing(middle + half)};
}

/// The two sides of a capsule, cut off at its ends, and the disks there.
Chord throughCapsule(const PlanarProxy& proxy, const PlanarLine& line) {
    Chord sides = throughEdges(proxy, line);
    const glm::dvec2 along = glm::normalize(proxy.vertex(1) - proxy.vertex(0));
    const double rise = glm::dot(along, line.direction);
    sides.clip(rise, glm::dot(along, line.origin - proxy.vertex(1)), along, PlanarRayIntersection::kNoEdge);
    sides.clip(-rise, glm::dot(along, proxy.vertex(0) - line.origin), -along, PlanarRayIntersection::kNoEdge);
    Chord all = throughDisk(proxy.vertex(0), proxy.radius(), line);
    all.join(throughDisk(proxy.vertex(1), proxy.radius(), line));
    all.join(sides);
    return all;
}

/// A segment has no inside: entry and exit are one point.
std::optional<Chord> acrossSegment(const PlanarProxy& proxy, const PlanarLine& line) {
    // The sides of the ends decide, so that two segments with a common end agree about it.
    const double start = crossOf(line.direction, proxy.vertex(0) - line.origin),
                 end = crossOf(line.direction, proxy.vertex(1) - line.origin);
    if (start == end || (start < 0.0 && end < 0.0) || (start > 0.0 && end > 0.0)) {
        return std::nullopt;
    }
    const std::uint32_t edge = glm::dot(proxy.normal(0), line.direction) < 0.0 ? 0 : 1;
    const double share = start / (start - end);
    const double t = glm::dot(line.direction, proxy.vertex(0) - line.origin) +
                     share * glm::dot(line.direction, proxy.vertex(1) - proxy.vertex(0));
    const glm::dvec2 normal = proxy.normal(edge);
    return Chord{{t, normal, edge}, {t, -normal, 1 - edge}};
}

PlanarRayIntersection inWorld(const Crossing& crossing, const PlanarProxy& proxy, std::uint32_t child) {
    return {static_cast<float>(crossing.t), glm::vec2(rotatedBy(proxy.toWorld().rotation, crossing.normal)),
            crossing.edge, child};
}

/// @param directionInWorld  of unit length
std::optional<PlanarRayHit> hitOf(const PlanarProxy& proxy, const glm::dvec2& originInWorld,
                                  const glm::dvec2& directionInWorld, double length, std::uint32_t child) {
    const PlanarTransform& frame = proxy.toWorld();
    const PlanarLine line{rotatedBack(frame.rotation, originInWorld - frame.position),
                          rotatedBack(frame.rotation, directionInWorld)};
    Chord chord;
    if (proxy.vertexCount() == 2 && proxy.radius() == 0.0) {
        const auto crossing = acrossSegment(proxy, line);
        if (!crossing || !(crossing->entry.t > 0.0 && crossing->entry.t < length)) {
            return std::nullopt;
        }
        return PlanarRayHit{inWorld(crossing->entry, proxy, child), inWorld(crossing->exit, proxy, child),
                            false};
    }
    chord = proxy.vertexCount() == 1   ? throughDisk(proxy.vertex(0), proxy.radius(), line)
            : proxy.vertexCount() == 2 ? throughCapsule(proxy, line)
                                       : throughEdges(proxy, line);
    if (chord.isEmpty() || !(chord.exit.t > 0.0) || !(chord.entry.t < length)) {
        return std::nullopt;
    }
    PlanarRayHit hit{inWorld(chord.entry, proxy, child), inWorld(chord.exit, proxy, child),
                     chord.entry.t < 0.0};
    if (hit.startedInside) {
        hit.entry = {0.0f, glm::vec2(-directionInWorld), PlanarRayIntersection::kNoEdge, child};
    }
    return hit;
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
    std::optional<PlanarRayHit> first;
    forEachConvex(shape, localToWorld(pose),
                  [&](std::uint32_t child, const PlanarShapeRef& part, const PlanarTransform& toWorld) {
                      const auto hit = hitOf(PlanarProxy(part, toWorld), glm::dvec2(ray.origin),
                                             direction / steps, double(ray.length), child);
                      if (hit && (!first || hit->entry.distance < first->entry.distance)) {
                          first = hit;
                      }
                  });
    return first;
}

template <class T>
bool contains(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
              const std::type_identity_t<glm::vec<2, T>>& pointInWorld) {
    const Circle point{.radius = 0.0f};
    return isFinite(pointInWorld) &&
           overlaps(point, BasicPlanarPose<T>{pointInWorld, {T(1), T(0)}}, shape, pose);
}

template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const PlanarPose&, const PlanarRay&);
template std::optional<PlanarRayHit> raycast(PlanarShapeRef, const DPlanarPose&, const DPlanarRay&);
template bool contains(PlanarShapeRef, const PlanarPose&, const glm::vec2&);
template bool contains(PlanarShapeRef, const DPlanarPose&, const glm::dvec2&);

}  // namespace sat3d::inline SAT3D_ABI
