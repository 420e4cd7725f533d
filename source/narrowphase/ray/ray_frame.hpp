#pragma once

/// @file
/// Rays in the frame of a shape, and their answers in the world.

#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The pose of a shape, prepared once for all rays.
struct RayFrame {
    template <class T>
    explicit RayFrame(const BasicPose<T>& pose)
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

}  // namespace sat3d::SAT3D_ABI
