#pragma once

/// Physics properties in baked models.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/collision_model.hpp>

namespace sat3d::SAT3D_ABI {

/// Writes or reads the physics properties of a model, whose nodes are known. Invalid values are faults.
void transferPhysics(BakedArchive& archive, CollisionModel& model);

/// Writes or reads the physics indices of a CollisionBody or CollisionMesh.
template <class Collider>
void transferPhysics(BakedArchive& archive, const CollisionModel& model, Collider& collider) {
    archive.optionalIndex(collider.rigidBody, model.rigidBodies.size(), "rigid body");
    archive.optionalIndex(collider.physicsMaterial, model.physicsMaterials.size(), "physics material");
    archive.optionalIndex(collider.filter, model.filters.size(), "filter");
    archive.optionalIndex(collider.trigger, model.nodes.size(), "node");
}

}  // namespace sat3d::SAT3D_ABI
