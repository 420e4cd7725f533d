#pragma once

/// Effects of naming conventions on import.

#include <sat3d/import/import.hpp>

namespace sat3d::SAT3D_ABI::importing {

/// Effect of a convention on a node: no effect, a request for a body, or the removal of the node.
enum class NameEffect { None, Collides, Dropped };

/// Returns the effect of a convention or of a glTF extension.
constexpr NameEffect effectOf(ColliderSource source) {
    switch (source) {
        case ColliderSource::None:
        case ColliderSource::GodotOcc:
        case ColliderSource::GodotVehicle:
        case ColliderSource::GodotWheel:
            return NameEffect::None;
        case ColliderSource::GodotNoimp:
        case ColliderSource::GodotNavmesh:
        case ColliderSource::GodotOcconly:
            return NameEffect::Dropped;
        default:
            return NameEffect::Collides;
    }
}

/// Returns whether the node requests a body. Other nodes may collide too, for example unnamed meshes.
constexpr bool asksForBody(ColliderSource source) {
    return effectOf(source) == NameEffect::Collides;
}

constexpr bool isUnreal(ColliderSource source) {
    return source >= ColliderSource::UnrealBox && source <= ColliderSource::UnrealLegacyConvex;
}

/// Returns whether a glTF extension declares the collider, as opposed to a name.
constexpr bool isDeclared(ColliderSource source) {
    return source >= ColliderSource::KhrRigidBodies;
}

/// Returns whether the node is a collision mesh: an invisible mesh that collides in place of another mesh.
constexpr bool isCollisionMesh(ColliderSource source) {
    return isUnreal(source) || source == ColliderSource::GodotColonly ||
           source == ColliderSource::GodotConvcolonly;
}

}  // namespace sat3d::SAT3D_ABI::importing
