#pragma once

/// @file
/// Collision model: convex bodies and triangle meshes, attached to a tree of nodes. Comes from loadModel
/// (sat3d::import) or loadBaked.

#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/shapes/up_axis.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Type of a body's shape, or the type that the file requests.
enum class ShapeType : std::uint8_t { ConvexHull, Box, Sphere, Capsule, TriangleMesh };

/// A property that the artist attached to a node: glTF extras, custom properties.
struct NodeProperty {
    std::string key;
    std::string value;  ///< text values as they are, all other values as JSON

    friend bool operator==(const NodeProperty&, const NodeProperty&) = default;
};

/// A node of the model's tree.
struct ModelNode {
    std::string name;
    std::optional<std::uint32_t> parent;  ///< index of the parent, which comes earlier; none for a root
    /// Pose of the node's pivot as modeled, in the model's frame. The pose has no scale: scale, mirror and
    /// shear are baked into the shapes of the bodies.
    Pose restPose;
    std::vector<NodeProperty> properties = {};  ///< in the order of the file

    /// Returns the value of a property, or nullptr.
    [[nodiscard]] SAT3D_API const std::string* property(std::string_view key) const noexcept;
};

/// The visible mesh of a node, as modeled, in the model's frame.
struct RenderMesh {
    std::uint32_t node = 0;  ///< index into the model's nodes
    PolygonMesh mesh;
};

/// One convex body, in the model's frame.
struct CollisionBody {
    std::string name;  ///< the node's name, without Godot's suffix
    /// Shape of any type. Every query takes the variant directly.
    ConvexShape shape;
    std::uint32_t node = 0;  ///< node to which the body is attached: index into the model's nodes
    /// Node of the visible mesh for which the body collides: `node`, or another node if `node` is a collision
    /// mesh. Empty if a collision mesh has no visible mesh.
    std::optional<std::uint32_t> renderNode = std::nullopt;
    /// Type that the file requests. If a requested primitive does not fit, `shape` is a hull.
    ShapeType requestedType = ShapeType::ConvexHull;
    MotionType motion = MotionType::Unspecified;
    /// Tag of the material that covers most of the surface: see CollisionModel::material. The faces of a hull
    /// have their own tags (ConvexHull::faceTags).
    std::uint32_t material = 0;
    // Physics from the file: indices into the model's lists.
    std::optional<std::uint32_t> rigidBody =
        std::nullopt;  ///< the rigid body of which it is a part; none: see `motion`
    std::optional<std::uint32_t> physicsMaterial = std::nullopt;  ///< none: the game's default
    std::optional<std::uint32_t> filter = std::nullopt;           ///< none: collides with everything
    /// Node of the trigger that the body is a part of. A body of a trigger is not solid. Empty for a solid
    /// body.
    std::optional<std::uint32_t> trigger = std::nullopt;
};

/// A static or kinematic triangle mesh, in the model's frame.
struct CollisionMesh {
    std::string name;   ///< as in CollisionBody
    TriangleMesh mesh;  ///< its tags are materials, see CollisionModel::material
    // Members with the meaning that they have in CollisionBody.
    std::uint32_t node = 0;
    std::optional<std::uint32_t> renderNode = std::nullopt;
    std::optional<std::uint32_t> rigidBody = std::nullopt;  ///< never dynamic in files; none: static
    std::optional<std::uint32_t> physicsMaterial = std::nullopt;
    std::optional<std::uint32_t> filter = std::nullopt;
    std::optional<std::uint32_t> trigger = std::nullopt;
};

/// Collision data of one model: convex bodies, triangle meshes and the node tree.
/// @code
/// if (const CollisionBody* turret = model.find("turret")) {
///     const auto hit = penetration(turret->shape, tankPose, wall, wallPose);
/// }
/// @endcode
struct CollisionModel {
    std::vector<ModelNode> nodes;        ///< parents before their children
    std::vector<CollisionBody> bodies;   ///< in file order
    std::vector<CollisionMesh> meshes;   ///< in file order
    std::vector<std::string> materials;  ///< names; tag k means materials[k - 1], tag 0 no material
    std::vector<RigidBody> rigidBodies;
    std::vector<ModelJoint> joints;  ///< in file order
    std::vector<PhysicsMaterial> physicsMaterials;
    std::vector<CollisionFilter> filters;
    UpAxis up = UpAxis::Y;  ///< up axis of the imported model, for drawings and exporters

    /// Returns the body with that name, or nullptr.
    [[nodiscard]] SAT3D_API const CollisionBody* find(std::string_view name) const noexcept;
    /// Returns the mesh with that name, or nullptr.
    [[nodiscard]] SAT3D_API const CollisionMesh* findMesh(std::string_view name) const noexcept;
    /// Returns the node with that name, or nullptr.
    [[nodiscard]] SAT3D_API const ModelNode* findNode(std::string_view name) const noexcept;
    /// Returns the name of a tag's material; empty for 0 and unknown tags.
    [[nodiscard]] SAT3D_API std::string_view material(std::uint32_t tag) const noexcept;
};

/// Returns the axis-aligned bounding box of all bodies and meshes, in the target frame of `toFrame`, rounded
/// outward. The box of a model without bodies and meshes is empty (Aabb::isEmpty).
[[nodiscard]] SAT3D_API Aabb bounds(const CollisionModel& model, const RigidTransform& toFrame) noexcept;
/// Returns the world-space axis-aligned bounding box of all bodies and meshes.
/// @param pose  pose of the model; finite, with a unit rotation (asserted)
template <class T>
[[nodiscard]] Aabb bounds(const CollisionModel& model, const BasicPose<T>& pose) noexcept {
    return bounds(model, localToWorld(pose));
}

/// Computes forward kinematics: turns one local pose per node into one model-space transform per node. Nodes
/// move with their parents: a barrel follows the turret to which it is attached.
/// @code
/// std::vector<Pose> moves(model.nodes.size()), placed(model.nodes.size());
/// moves[turretNode].rotation = aim;
/// computeNodeTransforms(model, moves, placed);
/// const Pose turretInWorld = tankPose * placed[turret.node];  // the shape itself stays as it is
/// @endcode
/// @param moves   one pose per node, relative to its pivot; Pose{} for nodes that do not move
/// @param result  output, one pose per node: maps the model's frame at rest to the model's frame after the
/// motion
/// @pre `moves` and `result` are as long as model.nodes (asserted; missing moves count as Pose{})
/// @note  Linear time, no allocation.
SAT3D_API void computeNodeTransforms(const CollisionModel& model, std::span<const Pose> moves,
                                     std::span<Pose> result);

/// Returns the type of a shape.
[[nodiscard]] SAT3D_API ShapeType shapeTypeOf(const ConvexShape& shape) noexcept;

/// Returns the name of the enumerator: "Capsule".
[[nodiscard]] SAT3D_API std::string_view toString(ShapeType type) noexcept;

}  // namespace sat3d::SAT3D_ABI
