#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/kernels/hull/ray_packet.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/ray_convex.hpp"
#include "narrowphase/ray/ray_frame.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns the interval of the child that the ray enters first.
std::optional<RayInterval> throughChildren(const Compound& compound, const Line& line, double length) {
    const BoxRay ray{line.origin, line.origin, line.direction};
    std::optional<RayInterval> first;
    forEachChild(
        compound, DPose{}, length, [&](const Aabb& box) { return ray.entry(box); },
        [&](const ChildShape& child, double limit) {
            auto interval = throughChild(child, line, length);
            if (!interval) {
                return limit;
            }
            if (!first || interval->order() < first->order()) {
                first = interval;
            }
            constexpr double kUpToEqual = 1.0 + 0x1p-23;  // distances that are equal as floats
            return std::min(limit, kUpToEqual * first->entry.t);
        });
    return first;
}

std::optional<RayInterval> throughAny(const ShapeRef& shape, const Line& line, double length) {
    return visitShape(
        shape, [&](const Compound& compound) { return throughChildren(compound, line, length); },
        [&](const TriangleMesh&) { return throughMesh(shape, line, length); },
        [&](const HeightField&) { return throughMesh(shape, line, length); },
        [&](const auto&) { return throughConvex(shape, line, length); });
}

bool meetsAny(const ShapeRef& shape, const Line& line, double length) {
    return visitShape(
        shape,
        [&](const Compound& compound) {
            const BoxRay ray{line.origin, line.origin, line.direction};
            bool meets = false;
            forEachChild(
                compound, DPose{}, length, [&](const Aabb& box) { return ray.entry(box); },
                [&](const ChildShape& child, double limit) {
                    meets = throughChild(child, line, length).has_value();
                    return meets ? -kInfinity : limit;
                });
            return meets;
        },
        [&](const TriangleMesh&) { return meetsMesh(shape, line, length); },
        [&](const HeightField&) { return meetsMesh(shape, line, length); },
        [&](const auto&) { return throughConvex(shape, line, length).has_value(); });
}

/// @param rays     at most RayPacket::kSize
/// @param results  one per ray
template <class T>
void raycastPacket(const ConvexHull& hull, const RayFrame& pose, std::span<const BasicRay<T>> rays,
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
    clipAtFaces(hull.faces(), packet);
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
            const RayInterval whole{.entry = crossingAt(packet.entry[lane], packet.entryFace[lane]),
                                    .exit = crossingAt(packet.exit[lane], packet.exitFace[lane]),
                                    .leastRise = packet.leastRise[lane]};
            interval = cutToRay(hull, whole, *lines[lane], double(rays[lane].length));
        }
        results[lane] = pose.inWorld(interval);
    }
}

template <class T>
std::optional<RayHit> raycastOne(const ShapeRef& shape, const RayFrame& pose, const BasicRay<T>& ray) {
    const std::optional<Line> line = pose.lineOf(ray);
    return line ? pose.inWorld(throughAny(shape, *line, double(ray.length))) : std::nullopt;
}

}  // namespace

template <class T>
std::optional<RayHit> raycast(ShapeRef shape, const BasicPose<T>& pose,
                              const std::type_identity_t<BasicRay<T>>& ray) {
    return isUsable(pose) ? raycastOne<T>(shape, RayFrame(pose), ray) : std::nullopt;
}
template SAT3D_API std::optional<RayHit> raycast(ShapeRef, const Pose&, const Ray&);
template SAT3D_API std::optional<RayHit> raycast(ShapeRef, const DPose&, const DRay&);

template <class T>
bool raycastAny(ShapeRef shape, const BasicPose<T>& pose, const std::type_identity_t<BasicRay<T>>& ray) {
    if (!isUsable(pose)) {
        return false;
    }
    const std::optional<Line> line = RayFrame(pose).lineOf(ray);
    return line && meetsAny(shape, *line, double(ray.length));
}
template SAT3D_API bool raycastAny(ShapeRef, const Pose&, const Ray&);
template SAT3D_API bool raycastAny(ShapeRef, const DPose&, const DRay&);

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
    const RayFrame prepared(pose);
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

}  // namespace sat3d::SAT3D_ABI
