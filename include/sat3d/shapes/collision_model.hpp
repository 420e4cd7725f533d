#pragma once

/// @file
/// A model as collision sees it: convex bodies, and the tree of nodes they hang on. Comes from loadModel
/// (sat3d::import), or ready-made from loadBaked.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// What a body is, or was modelled as.
enum class ShapeKind : std::uint8_t { ConvexHull, Box, Sphere, Capsule, TriangleMesh };

/// How a body is meant to move, as far as the model says.
enum class Motion : std::uint8_t { Unstated, Static, Dynamic };

/// A node of the model's tree.
struct ModelNode {
    std::string name;
    std::optional<std::uint32_t> parent;  ///< a lower index; none: a root
    /// Its pivot as modelled, in the model's frame: where its origin is and how its axes lie. Scale, mirror
    /// and shear are in the bodies' shapes.
    Pose pivot;
};

/// One convex body, in the model's frame.
struct CollisionBody {
    std::string name;  ///< the node's, without a suffix of Godot's
    ConvexShape shape;
    std::uint32_t node = 0;  ///< that it hangs on: index into the model's nodes
    /// The node that shows what collides here: `node` itself, or the mesh whose collision mesh it is. None: a
    /// collision mesh without.
    std::optional<std::uint32_t> renderNode = std::nullopt;
    ShapeKind wanted = ShapeKind::ConvexHull;  ///< what the name asks for; `shape` may have to be a hull
    Motion motion = Motion::Unstated;
};

struct CollisionModel {
    std::vector<ModelNode> nodes;       ///< parents before their children
    std::vector<CollisionBody> bodies;  ///< in file order

    /// The body of that name, or nullptr.
    [[nodiscard]] SAT3D_API const CollisionBody* find(std::string_view name) const noexcept;
};

/// What a body is.
[[nodiscard]] SAT3D_API ShapeKind kindOf(const ConvexShape& shape) noexcept;

/// The enumerator's own name, for tables and logs: "Capsule".
[[nodiscard]] SAT3D_API std::string_view toString(ShapeKind kind) noexcept;
[[nodiscard]] SAT3D_API std::string_view toString(Motion motion) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
