#pragma once

/// What a file says outright of collision, as plain data: no names to read, no shapes to fit.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/physics_properties.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// A mesh somewhere in a node's frame.
struct PlacedMesh {
    std::uint32_t mesh;
    glm::dmat4 toNode{1.0};
};

/// About the node's origin; capsules and cylinders stand along its y axis. No length is negative, all are
/// finite.
struct DeclaredShape {
    enum class Kind : std::uint8_t { Box, Sphere, Capsule, Cylinder, Mesh };
    Kind kind = Kind::Box;
    glm::dvec3 size{1.0};                        ///< of boxes, whole
    double radiusBottom = 0.5, radiusTop = 0.5;  ///< spheres have both alike
    double height = 0.0;  ///< of cylinders; of capsules, between the centres of their ends
    std::vector<PlacedMesh> meshes;
    bool isHull = false;  ///< of meshes: their convex hull, else they themselves
};

struct DeclaredCollider {
    DeclaredShape shape;
    std::optional<std::uint32_t> physicsMaterial, filter;
    std::optional<std::uint32_t> trigger;  ///< the node whose trigger it is; none: solid
};

/// What is said on one node.
struct NodePhysics {
    NameRule rule = NameRule::None;  ///< the extension that says it
    std::vector<DeclaredCollider> colliders;
    std::optional<RigidBody> rigidBody;  ///< in the node's own frame; its `node` is not set
    std::vector<std::string> faults;     ///< what makes no sense, in the artist's words
    [[nodiscard]] bool saysCollision() const { return !colliders.empty() || !faults.empty(); }
};

/// What is said on the file as a whole.
struct FilePhysics {
    std::vector<PhysicsMaterial> materials;
    std::vector<CollisionFilter> filters;
    bool hasColliders = false;  ///< then nothing else collides
};

}  // namespace sat3d::inline SAT3D_ABI::importing
