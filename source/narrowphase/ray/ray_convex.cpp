#include "narrowphase/ray/ray_convex.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/inside_convex.hpp"
#include "narrowphase/ray/ray_capsule.hpp"
#include "shapes/basic/box_frame.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Adds the normals to the interval of a round shape.
/// @param closest  glm::dvec3(const glm::dvec3& point): the point of its core
template <class Closest>
RayInterval withNormals(RayInterval interval, const Line& line, const Closest& closest) {
    if (!interval.isEmpty()) {
        for (SurfaceIntersection* crossing : {&interval.entry, &interval.exit}) {
            const glm::dvec3 point = line.at(crossing->t);
            crossing->normal = glm::normalize(point - closest(point));
        }
    }
    return interval;
}

RayInterval through(const Sphere& sphere, const Line& line) {
    const glm::dvec3 center(sphere.center);
    return withNormals(throughSphere(line, center, sphere.radius), line,
                       [&](const glm::dvec3&) { return center; });
}

RayInterval through(const Capsule& capsule, const Line& line) {
    const glm::dvec3 start(capsule.start), end(capsule.end);
    return withNormals(throughCapsule(line, start, end, capsule.radius), line, [&](const glm::dvec3& point) {
        return start + closestSegmentParameter(start, end, point) * (end - start);
    });
}

/// Clips like RayInterval::clip, but at the faces of all axes without a branch (slab test). Only a line with
/// a rise of exactly 0 counts as parallel.
RayInterval through(const Box& box, const Line& line) {
    const BoxFrame frame(box);
    const glm::dvec3 fromCenter = line.origin - frame.center;
    std::array<double, 3> rises, entries, exits;
    double latest = -kInfinity, soonest = kInfinity;
    RayInterval interval;
    interval.leastRise = 1.0;
    bool outside = false;  // outside of a face along the whole line; or NaN
    for (std::size_t i = 0; i < 3; ++i) {
        const int axis = static_cast<int>(i);
        const double rise = glm::dot(frame.axes[axis], line.direction),
                     height = glm::dot(frame.axes[axis], fromCenter), half = frame.halfExtents[axis],
                     toExit = std::copysign(half, rise);
        rises[i] = rise;
        entries[i] = (-height - toExit) / rise + 0.0;  // never -0
        exits[i] = (toExit - height) / rise;
        latest = entries[i] > latest ? entries[i] : latest;
        soonest = exits[i] < soonest ? exits[i] : soonest;
        interval.leastRise = std::min(interval.leastRise, std::abs(rise));
        outside |= !((rise < 0.0) | (rise > 0.0) | ((rise == 0.0) & (std::abs(height) < half)));
    }
    if (outside || !(latest < soonest)) {
        interval.exit.t = -kInfinity;
        return interval;
    }
    // If faces are crossed at the same t, the first one counts. `side` is -1 at the entry, 1 at the exit.
    const auto crossingAt = [&](const std::array<double, 3>& ts, double t, double side) {
        const std::size_t notFirst = ts[0] != t ? 1 : 0, axis = notFirst + (notFirst & (ts[1] != t ? 1 : 0));
        const double sign = std::copysign(1.0, side * rises[axis]);
        return SurfaceIntersection{.t = t,
                                   .normal = sign * frame.axes[static_cast<int>(axis)],
                                   .face = static_cast<std::uint32_t>(2 * axis + (sign > 0.0 ? 1 : 0))};
    };
    interval.entry = crossingAt(entries, latest, -1.0);
    interval.exit = crossingAt(exits, soonest, 1.0);
    return interval;
}

/// Clips like RayInterval::clip, but 16 faces at a time without a branch for each face: such branches are
/// unpredictable. Only a line with a rise of exactly 0 counts as parallel, as in clipAtFaces().
RayInterval through(const ConvexHull& hull, const Line& line) {
    constexpr std::size_t kChunk = 16;
    const std::span<const ConvexHull::Face> faces = hull.faces();
    std::array<double, kChunk> entries, exits;
    const auto crossingAt = [&](const std::array<double, kChunk>& ts, double t, std::size_t first) {
        const auto face = first + static_cast<std::size_t>(std::find(ts.begin(), ts.end(), t) - ts.begin());
        return SurfaceIntersection{t, faces[face].plane.normal, static_cast<std::uint32_t>(face)};
    };
    RayInterval interval;
    interval.leastRise = 1.0;
    bool outside = false;  // outside of a face along the whole line; or NaN
    for (std::size_t first = 0; first < faces.size(); first += kChunk) {
        const std::size_t count = std::min(kChunk, faces.size() - first);
        double latest = -kInfinity, soonest = kInfinity;
        for (std::size_t i = 0; i < count; ++i) {
            const Plane& plane = faces[first + i].plane;
            const double rise = glm::dot(plane.normal, line.direction),
                         height = plane.signedDistance(line.origin);
            const double t = -height / rise;
            entries[i] = rise < 0.0 ? t : -kInfinity;
            exits[i] = rise > 0.0 ? t : kInfinity;
            latest = entries[i] > latest ? entries[i] : latest;
            soonest = exits[i] < soonest ? exits[i] : soonest;
            interval.leastRise = std::min(interval.leastRise, std::abs(rise));
            outside |= !((rise < 0.0) | (rise > 0.0) | ((rise == 0.0) & (height < 0.0)));
        }
        if (latest > interval.entry.t) {
            interval.entry = crossingAt(entries, latest, first);
        }
        if (soonest < interval.exit.t) {
            interval.exit = crossingAt(exits, soonest, first);
        }
    }
    if (outside) {
        interval.exit.t = -kInfinity;
    }
    for (SurfaceIntersection* crossing : {&interval.entry, &interval.exit}) {
        crossing->tag = crossing->face == RayIntersection::kNoFace ? 0 : hull.faceTags()[crossing->face];
    }
    return interval;
}

RayInterval through(const HalfSpace& halfSpace, const Line& line) {
    const glm::dvec3 normal = glm::normalize(glm::dvec3(halfSpace.normal));
    RayInterval interval;
    interval.clip(line, normal, glm::dot(normal, line.origin) - double(halfSpace.offset), 0);
    return interval;
}

template <class Convex>
std::optional<RayInterval> cut(const Convex& shape, RayInterval interval, const Line& line, double length) {
    SurfaceIntersection& entry = interval.entry;
    if (interval.isEmpty() || !(interval.exit.t > 0.0) || !(std::max(0.0, entry.t) <= length)) {
        return std::nullopt;
    }
    if (entry.t < 0.0 && isInside(shape, line.origin, reachOf(line.origin))) {
        interval.startedInside = true;
        entry = {.t = 0.0, .normal = -line.direction};
        return interval;  // even if its length is 0
    }
    if (entry.t == -kInfinity) {
        return std::nullopt;  // along or out of a half-space, from its surface
    }
    entry.t = std::max(0.0, entry.t);
    const double middle = 0.5 * (entry.t + interval.exit.t), toMiddle = middle - entry.t;
    const double reach = reachOf(line.origin), atStart = roundingOf(shape, reach);
    // Only a ray that starts much closer than this can start on the surface. The plane of the face that it
    // enters may go past its start.
    if (entry.t < toMiddle && -entry.t * glm::dot(entry.normal, line.direction) <= atStart &&
        (entry.t <= atStart || isDeeper(shape, line.origin, -2.0 * atStart))) {
        entry.t = 0.0;
    }
    if (!(entry.t < length)) {
        return std::nullopt;
    }
    // Between the entry and the end, this point is at least half as deep as the deepest one.
    const double t = entry.t > 0.0 ? std::min(middle, length) : middle;
    if (t == kInfinity) {
        return interval;  // it never leaves a half-space
    }
    const double rounding = roundingOf(shape, reach + t);
    const bool isHit = (t - entry.t) * interval.leastRise > rounding || isDeeper(shape, line.at(t), rounding);
    return isHit ? std::optional(interval) : std::nullopt;
}

}  // namespace

std::optional<RayInterval> cutToRay(const ConvexHull& hull, const RayInterval& interval, const Line& line,
                                    double length) noexcept {
    return cut(hull, interval, line, length);
}

std::optional<RayInterval> throughConvex(const ShapeRef& shape, const Line& line, double length) noexcept {
    return visitShape(
        shape, [](const auto&) { return std::optional<RayInterval>(); },
        [&](const ConvexSolid auto& known) { return cut(known, through(known, line), line, length); });
}

std::optional<RayInterval> throughChild(const ChildShape& child, const Line& line, double length) noexcept {
    const RigidTransform toCompound = localToWorld(child.pose);
    const glm::dmat3 toChild = glm::transpose(toCompound.rotation);
    const Line inChild{toChild * (line.origin - toCompound.translation), toChild * line.direction};
    std::optional<RayInterval> interval = throughConvex(child.shape, inChild, length);
    if (interval) {
        for (SurfaceIntersection* crossing : {&interval->entry, &interval->exit}) {
            crossing->normal = toCompound.rotation * crossing->normal;
            crossing->child = child.number;
        }
    }
    return interval;
}

}  // namespace sat3d::SAT3D_ABI
