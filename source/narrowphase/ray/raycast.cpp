#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/kernels/hull/ray_packet.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/ray_capsule.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"
#include "shapes/basic/box_frame.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::RayPacket;
using detail::SurfaceTriangle;

RayInterval throughSphereOrCapsule(const Line& line, const glm::dvec3& start, const glm::dvec3& end,
                                   double radius) {
    RayInterval interval = throughCapsule(line, start, end, radius);
    if (!interval.isEmpty()) {
        for (SurfaceIntersection* crossing : {&interval.entry, &interval.exit}) {
            const glm::dvec3 point = line.at(crossing->t);
            crossing->normal =
                glm::normalize(point - (start + closestParameter(point, start, end) * (end - start)));
        }
    }
    return interval;
}

RayInterval through(const Sphere& sphere, const Line& line) {
    const glm::dvec3 center(sphere.center);
    return throughSphereOrCapsule(line, center, center, sphere.radius);
}

RayInterval through(const Capsule& capsule, const Line& line) {
    return throughSphereOrCapsule(line, glm::dvec3(capsule.start), glm::dvec3(capsule.end), capsule.radius);
}

RayInterval through(const Box& box, const Line& line) {
    const BoxFrame frame(box);
    RayInterval interval;
    for (std::uint32_t face = 0; face < 6; ++face) {
        const int axis = static_cast<int>(face / 2);
        const glm::dvec3 normal = face % 2 == 1 ? frame.axes[axis] : -frame.axes[axis];
        interval.clip(line, normal, glm::dot(normal, line.origin - frame.center) - frame.halfExtents[axis],
                      face);
    }
    return interval;
}

/// Clips like RayInterval::clip, but 16 faces at a time without a branch for each face: such branches are
/// unpredictable.
RayInterval through(const ConvexHull& hull, const Line& line) {
    constexpr std::size_t kChunk = 16;
    const std::span<const ConvexHull::Face> faces = hull.faces();
    std::array<double, kChunk> entries, exits;
    const auto crossingAt = [&](const std::array<double, kChunk>& ts, double t, std::size_t first) {
        const auto face = first + static_cast<std::size_t>(std::find(ts.begin(), ts.end(), t) - ts.begin());
        return SurfaceIntersection{t, faces[face].plane.normal, static_cast<std::uint32_t>(face)};
    };
    RayInterval interval;
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

/// Cuts the interval of a line to the ray. Returns nothing for a miss, and for NaN.
std::optional<RayInterval> cutToRay(RayInterval interval, const Line& line, double length) {
    if (interval.entry.t < 0.0) {
        interval.startedInside = true;
        interval.entry = {.t = 0.0, .normal = -line.direction};
    }
    return !interval.isEmpty() && interval.entry.t < length ? std::optional(interval) : std::nullopt;
}

std::optional<RayInterval> throughAny(const ShapeRef& shape, const Line& line, double length);

/// Returns the interval of the child that the ray enters first.
std::optional<RayInterval> throughChildren(const Compound& compound, const Line& line, double length) {
    const BoxRay ray{line.origin, line.origin, line.direction};
    std::optional<RayInterval> first;
    forEachChild(
        compound, DPose{}, length, [&](const Aabb& box) { return ray.entry(box); },
        [&](const ChildShape& child, double limit) {
            const RigidTransform toCompound = localToWorld(child.pose);
            const glm::dmat3 toChild = glm::transpose(toCompound.rotation);
            const Line inChild{toChild * (line.origin - toCompound.translation), toChild * line.direction};
            auto interval = throughAny(child.shape, inChild, length);
            if (!interval) {
                return limit;
            }
            if (!first || interval->entry.t < first->entry.t ||
                (interval->entry.t == first->entry.t && child.number < first->entry.child)) {
                for (SurfaceIntersection* crossing : {&interval->entry, &interval->exit}) {
                    crossing->normal = toCompound.rotation * crossing->normal;
                    crossing->child = child.number;
                }
                first = interval;
            }
            return std::min(limit, first->entry.t);
        });
    return first;
}

std::optional<RayInterval> throughAny(const ShapeRef& shape, const Line& line, double length) {
    return visitShape(
        shape, [&](const Compound& compound) { return throughChildren(compound, line, length); },
        [&](const TriangleMesh&) { return throughMesh(shape, line, length); },
        [&](const HeightField&) { return throughMesh(shape, line, length); },
        [&](const SurfaceTriangle&) { return std::optional<RayInterval>(); },
        [&](const auto& convex) { return cutToRay(through(convex, line), line, length); });
}

/// The pose of a shape, prepared once for all rays.
struct PreparedPose {
    template <class T>
    explicit PreparedPose(const BasicPose<T>& pose)
        : toWorld(localToWorld(pose)), toLocal(glm::transpose(toWorld.rotation)) {}

    /// Returns the ray's line in the shape's frame, or nothing if it is not finite.
    template <class T>
    [[nodiscard]] std::optional<Line> lineOf(const BasicRay<T>& ray) const {
        const glm::dvec3 direction = glm::normalize(glm::dvec3(ray.direction));
        SAT3D_ASSERT(std::isfinite(direction.x), "a ray's direction must be finite and not zero");
        const Line line{toLocal * (glm::dvec3(ray.origin) - toWorld.translation), toLocal * direction};
        return std::isfinite(glm::dot(line.origin, line.origin)) ? std::optional(line) : std::nullopt;
    }
    [[nodiscard]] RayIntersection inWorld(const SurfaceIntersection& crossing) const {
        return {static_cast<float>(crossing.t), glm::vec3(toWorld.rotation * crossing.normal), crossing.face,
                crossing.tag, crossing.child};
    }
    [[nodiscard]] std::optional<RayHit> inWorld(const std::optional<RayInterval>& interval) const {
        return interval ? std::optional(RayHit{inWorld(interval->entry), inWorld(interval->exit),
                                               interval->startedInside})
                        : std::nullopt;
    }

    RigidTransform toWorld;
    glm::dmat3 toLocal;
};

/// @param rays     at most RayPacket::kSize
/// @param results  one per ray
template <class T>
void raycastPacket(const ConvexHull& hull, const PreparedPose& pose, std::span<const BasicRay<T>> rays,
                   std::span<std::optional<RayHit>> results) {
    RayPacket packet;
    packet.count = rays.size();
    std::array<std::optional<Line>, RayPacket::kSize> lines;
    for (std::size_t lane = 0; lane < RayPacket::kSize; ++lane) {
        lines[lane] = lane < rays.size() ? pose.lineOf(rays[lane]) : std::nullopt;
        for (int axis = 0; axis < 3; ++axis) {
            packet.origin[axis][lane] = lines[lane] ? lines[lane]->origin[axis] : 0.0;
            packet.direction[axis][lane] = lines[lane] ? lines[lane]->direction[axis] : 0.0;
        }
    }
    detail::clipAtFaces(hull.faces(), packet);
    const auto crossingAt = [&](double t, double number) {
        if (number == RayPacket::kNoFace) {
            return SurfaceIntersection{.t = t};
        }
        const auto face = static_cast<std::uint32_t>(number);
        return SurfaceIntersection{t, hull.faces()[face].plane.normal, face, hull.faceTags()[face]};
    };
    for (std::size_t lane = 0; lane < rays.size(); ++lane) {
        std::optional<RayInterval> interval;
        if (lines[lane] && packet.entry[lane] < packet.exit[lane]) {
            interval = cutToRay({crossingAt(packet.entry[lane], packet.entryFace[lane]),
                                 crossingAt(packet.exit[lane], packet.exitFace[lane])},
                                *lines[lane], double(rays[lane].length));
        }
        results[lane] = pose.inWorld(interval);
    }
}

template <class T>
std::optional<RayHit> raycastOne(const ShapeRef& shape, const PreparedPose& pose, const BasicRay<T>& ray) {
    const std::optional<Line> line = pose.lineOf(ray);
    return line ? pose.inWorld(throughAny(shape, *line, double(ray.length))) : std::nullopt;
}

}  // namespace

template <class T>
std::optional<RayHit> raycast(ShapeRef shape, const BasicPose<T>& pose,
                              const std::type_identity_t<BasicRay<T>>& ray) {
    return isUsable(pose) ? raycastOne<T>(shape, PreparedPose(pose), ray) : std::nullopt;
}
template SAT3D_API std::optional<RayHit> raycast(ShapeRef, const Pose&, const Ray&);
template SAT3D_API std::optional<RayHit> raycast(ShapeRef, const DPose&, const DRay&);

template <class T>
void raycastBatch(ShapeRef shape, const BasicPose<T>& pose,
                  std::type_identity_t<std::span<const BasicRay<T>>> rays,
                  std::span<std::optional<RayHit>> results) {
    SAT3D_ASSERT(rays.size() == results.size(), "one result per ray");
    const std::size_t count = std::min(rays.size(), results.size());
    if (!isUsable(pose)) {
        std::fill_n(results.begin(), count, std::nullopt);
        return;
    }
    const PreparedPose prepared(pose);
    const bool isHull = shape.kind() == ShapeRef::Kind::ConvexHull;
    const std::size_t step = isHull ? RayPacket::kSize : 1;
    for (std::size_t i = 0; i < count; i += step) {
        if (isHull) {
            const std::size_t lanes = std::min(step, count - i);
            raycastPacket<T>(shape.hull(), prepared, rays.subspan(i, lanes), results.subspan(i, lanes));
        } else {
            results[i] = raycastOne(shape, prepared, rays[i]);
        }
    }
}
template SAT3D_API void raycastBatch(ShapeRef, const Pose&, std::span<const Ray>,
                                     std::span<std::optional<RayHit>>);
template SAT3D_API void raycastBatch(ShapeRef, const DPose&, std::span<const DRay>,
                                     std::span<std::optional<RayHit>>);

}  // namespace sat3d::inline SAT3D_ABI
