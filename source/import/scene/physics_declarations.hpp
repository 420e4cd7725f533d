#pragma once

/// Colliders and rigid bodies that a file declares, as plain data.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/physics_properties.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// A mesh, placed in a node's frame.
struct PlacedMesh {
    std::uint32_t mesh;  ///< index in Scene::meshes
    glm::dmat4 toNode{1.0};
};

/// A declared shape, centered at the node's origin. The axis of capsules and cylinders is the node's y axis.
/// All lengths are finite and not negative.
struct DeclaredShape {
    enum class Kind : std::uint8_t { Box, Sphere, Capsule, Cylinder, Mesh };
    Kind kind = Kind::Box;
    glm::dvec3 size{1.0};                        ///< edge lengths of a box
    double radiusBottom = 0.5, radiusTop = 0.5;  ///< equal for spheres
    double height = 0.0;  ///< cylinder: between the end faces; capsule: between the centers of its ends
    std::vector<PlacedMesh> meshes;
    std::vector<std::uint32_t> meshNodes;  ///< nodes that the meshes are taken from, if the file names a node
    bool isHull = false;                   ///< the convex hull of the meshes; false: the meshes themselves
};

struct DeclaredCollider {
    DeclaredShape shape;
    std::optional<std::uint32_t> physicsMaterial, filter;
    std::optional<std::uint32_t> trigger;  ///< node of the trigger that it is a part of; none: solid
};

/// A joint of the node with another one, which frames A and B lie in.
struct DeclaredJoint {
    ModelJoint joint;  ///< its indices and frames are not set; lengths in units of the file
    std::uint32_t connectedNode = 0;
    glm::dquat toTwistAxis{1.0, glm::dvec3(0.0)};  ///< turns the frames of both nodes to those of the joint
    bool isSoft = false, hasDrives = false;        ///< what is not read
};

/// Physics of one node.
struct NodePhysics {
    ColliderSource source = ColliderSource::None;  ///< the extension that declares the physics
    std::vector<DeclaredCollider> colliders;
    std::optional<RigidBody> rigidBody;  ///< in the node's own frame; its `node` is not set
    std::optional<DeclaredJoint> joint;
    std::vector<std::string> faults;  ///< invalid values, as messages for artists
    [[nodiscard]] bool declaresCollision() const { return !colliders.empty() || !faults.empty(); }
};

/// Physics of the whole file.
struct FilePhysics {
    std::vector<PhysicsMaterial> materials;
    std::vector<CollisionFilter> filters;
    bool hasColliders = false;  ///< a node declares a collider; then names do not count
};

}  // namespace sat3d::SAT3D_ABI::importing
