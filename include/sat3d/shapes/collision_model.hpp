#pragma once

/// @file
/// A model as collision sees it: convex bodies and surfaces, and the tree of nodes they hang on. Comes from
/// loadModel (sat3d::import), or ready-made from loadBaked.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Which axis of a model's frame points up (right-handed either way).
enum class UpAxis : std::uint8_t { Y, Z };

/// What a body is, or was modelled as.
enum class ShapeKind : std::uint8_t { ConvexHull, Box, Sphere, Capsule, TriangleMesh };

/// What the artist noted on a node: glTF extras, custom properties.
struct NodeProperty {
    std::string key;
    std::string value;  ///< text as it is, everything else as JSON

    friend bool operator==(const NodeProperty&, const NodeProperty&) = default;
};

/// A node of the model's tree.
struct ModelNode {
    std::string name;
    std::optional<std::uint32_t> parent;  ///< a lower index; none: a root
    /// Its pivot as modelled, in the model's frame: where its origin is and how its axes lie. Scale, mirror
    /// and shear are in the bodies' shapes.
    Pose pivot;
    std::vector<NodeProperty> properties = {};  ///< in the file's order

    /// The value of a property, or nullptr.
    [[nodiscard]] SAT3D_API const std::string* property(std::string_view key) const noexcept;
};

/// The mesh of a node as it was modelled, in the model's frame: what is seen, not what collides.
struct NodeMesh {
    std::uint32_t node = 0;  ///< index into the model's nodes
    PolygonMesh mesh;
};

/// One convex body, in the model's frame.
struct CollisionBody {
    std::string name;  ///< the node's, without a suffix of Godot's
    ConvexShape shape;
    std::uint32_t node = 0;  ///< that it hangs on: index into the model's nodes
    /// The node that shows what collides here: `node` itself, or the mesh whose collision mesh it is. None: a
    /// collision mesh without.
    std::optional<std::uint32_t> renderNode = std::nullopt;
    ShapeKind wanted = ShapeKind::ConvexHull;  ///< what the file asks for; `shape` may have to be a hull
    Motion motion = Motion::Unstated;
    /// What most of its surface is made of, as a tag: see CollisionModel::material. Faces of hulls have tags
    /// of their own (ConvexHull::faceTags).
    std::uint32_t material = 0;
    // What the file says of physics: indices into the model's lists.
    std::optional<std::uint32_t> rigidBody = std::nullopt;  ///< that it is a part of; none: by `motion` alone
    std::optional<std::uint32_t> physicsMaterial = std::nullopt;  ///< none: whatever the game takes
    std::optional<std::uint32_t> filter = std::nullopt;           ///< none: it meets everything
    /// Not solid: the node whose trigger it is or is a part of, to be told what enters. None: solid.
    std::optional<std::uint32_t> trigger = std::nullopt;
};

/// A surface of triangles, in the model's frame: what stands still, or is moved without being pushed.
struct CollisionSurface {
    std::string name;   ///< as of bodies
    TriangleMesh mesh;  ///< its tags: materials, see CollisionModel::material
    // The same as of bodies.
    std::uint32_t node = 0;
    std::optional<std::uint32_t> renderNode = std::nullopt;
    std::optional<std::uint32_t> rigidBody = std::nullopt;  ///< never a dynamic one, from files; none: static
    std::optional<std::uint32_t> physicsMaterial = std::nullopt;
    std::optional<std::uint32_t> filter = std::nullopt;
    std::optional<std::uint32_t> trigger = std::nullopt;
};

struct CollisionModel {
    std::vector<ModelNode> nodes;            ///< parents before their children
    std::vector<CollisionBody> bodies;       ///< in file order
    std::vector<CollisionSurface> surfaces;  ///< in file order
    std::vector<std::string>
        materials;  ///< names; a face with tag k is made of materials[k - 1], with 0 of none
    std::vector<RigidBody> rigidBodies;
    std::vector<PhysicsMaterial> physicsMaterials;
    std::vector<CollisionFilter> filters;
    UpAxis up = UpAxis::Y;  ///< as it was imported; no query asks for it, but pictures and exporters do

    /// The body of that name, or nullptr.
    [[nodiscard]] SAT3D_API const CollisionBody* find(std::string_view name) const noexcept;
    /// The surface of that name, or nullptr.
    [[nodiscard]] SAT3D_API const CollisionSurface* findSurface(std::string_view name) const noexcept;
    /// The node of that name, or nullptr.
    [[nodiscard]] SAT3D_API const ModelNode* findNode(std::string_view name) const noexcept;
    /// The name of the material a tag stands for; empty for 0 and tags without.
    [[nodiscard]] SAT3D_API std::string_view material(std::uint32_t tag) const noexcept;
};

/// Moves parts on their pivots: a turret that turns, a barrel that rises or recoils, and all that hangs on
/// them. A body then stands at modelPose * result[body.node], and its shape stays as it is; surfaces
/// likewise.
/// @param moves   one pose for each node, in its pivot's own axes and about its origin: Pose{} for nodes that
/// stay
/// @param result  one pose for each node, written: from the model's frame as modelled to the model's frame as
/// moved
/// @pre both as long as model.nodes (asserted; missing ones count as Pose{})
/// @note  Linear time, no allocation.
SAT3D_API void moveNodes(const CollisionModel& model, std::span<const Pose> moves, std::span<Pose> result);

/// What a body is.
[[nodiscard]] SAT3D_API ShapeKind kindOf(const ConvexShape& shape) noexcept;

/// The enumerator's own name, for tables and logs: "Capsule".
[[nodiscard]] SAT3D_API std::string_view toString(ShapeKind kind) noexcept;
[[nodiscard]] SAT3D_API std::string_view toString(UpAxis axis) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
