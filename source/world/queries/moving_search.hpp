#pragma once

/// @file
/// Searches of a world whose objects move during the step.

#include "world/world_access.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/world/object_motions.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Calls visit(id, shape, pose before the step, motion, limit) for the objects whose way has a box that a
/// moving box meets before the limit. visit returns the new limit in meters.
template <class T, class Visit>
void castMoving(const BasicWorld<T>& world, const BasicObjectMotions<T>& motions, const Aabb& start,
                const glm::vec3& direction, double length, const QueryFilter& filter, const Visit& visit) {
    const double limit = WorldAccess::cast(
        world, start, direction, length, filter, [&](ObjectId id, const BasicObject<T>& object, double now) {
            return motions.find(id) != nullptr ? now
                                               : visit(id, object.shape, object.pose, RigidMotion{}, now);
        });
    motions.tree().cast(start, direction, limit, [&](std::uint32_t item, double now) {
        const auto& [id, before, motion] = motions.all()[item];
        const BasicObject<T>* object = WorldAccess::findSeen(world, id, filter);
        return object != nullptr ? visit(id, object->shape, before, motion, now) : now;
    });
}

/// Calls visit(id, shape, pose before the step, motion) for the objects whose way has a box that overlaps a
/// box.
template <class T, class Visit>
void queryMoving(const BasicWorld<T>& world, const BasicObjectMotions<T>& motions, const Aabb& box,
                 const QueryFilter& filter, const Visit& visit) {
    WorldAccess::query(world, box, filter, [&](ObjectId id, const BasicObject<T>& object) {
        if (motions.find(id) == nullptr) {
            visit(id, object.shape, object.pose, RigidMotion{});
        }
        return true;
    });
    motions.tree().query(box, [&](std::uint32_t item) {
        const auto& [id, before, motion] = motions.all()[item];
        if (const BasicObject<T>* object = WorldAccess::findSeen(world, id, filter)) {
            visit(id, object->shape, before, motion);
        }
        return true;
    });
}

}  // namespace sat3d::inline SAT3D_ABI
