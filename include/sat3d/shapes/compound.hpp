#pragma once

/// @file
/// Compound: several convex shapes as one shape.

#include <sat3d/core/result.hpp>
#include <sat3d/core/shared_data.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/bvh.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// One convex shape of a Compound.
struct CompoundChild {
    ConvexShape shape;
    Pose pose;                   ///< pose of the child in the compound's frame
    std::uint32_t tag = 0;       ///< free for the user: hull, turret, barrel
    std::uint64_t userData = 0;  ///< free for the user: an entity, a pointer
    std::string name = {};       ///< for Compound::find(), and for messages
};

namespace detail {
/// The children of a Compound, which its copies share.
struct CompoundData {
    std::vector<CompoundChild> children;
    std::vector<Aabb> bounds;
    Bvh tree;
};
}  // namespace detail

/// Union of convex shapes, its children, which may overlap. The poses of the children can change (a turret
/// that rotates); everything else is fixed. Cheap to copy: copies share the children until one of them
/// changes a pose.
class Compound {
public:
    /// Builds a compound.
    /// @code
    /// auto tank = Compound::fromChildren({{hull, Pose{}}, {turret, turretInTank}});
    /// @endcode
    /// Errors: Empty if there are no children; the errors of validate() for a child's shape or pose, with the
    /// index of the child.
    [[nodiscard]] static SAT3D_API Result<Compound, ShapeError> fromChildren(
        std::vector<CompoundChild> children);

    [[nodiscard]] std::span<const CompoundChild> children() const noexcept { return data_->children; }
    /// Returns the number of the first child with that name, or nothing. O(children).
    [[nodiscard]] SAT3D_API std::optional<std::uint32_t> find(std::string_view name) const noexcept;
    /// Sets the pose of a child in the compound's frame. O(children). No allocation, unless copies share the
    /// children: then this one gets children of its own, and spans of the shared ones are no longer its own.
    /// @param child  below children().size() (asserted; otherwise nothing changes)
    /// @param pose   finite, with a unit rotation (asserted)
    SAT3D_API void setChildPose(std::uint32_t child, const Pose& pose) noexcept;

    /// Bounding box of each child, in the compound's frame.
    [[nodiscard]] std::span<const Aabb> childBounds() const noexcept { return data_->bounds; }
    /// Bounding volume hierarchy over childBounds().
    [[nodiscard]] const Bvh& tree() const noexcept { return data_->tree; }

private:
    explicit Compound(std::vector<CompoundChild> children);

    detail::SharedData<detail::CompoundData> data_;  ///< changed only by a sole owner
};

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Compound& compound, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the point farthest along the direction. On ties, returns that of the first
/// child.
/// @param direction  in the compound's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Compound& compound, const glm::vec3& direction) noexcept;

/// Returns the sum of the children's mass properties. Volume in which children overlap counts twice.
/// @param densities  one per child (asserted), or empty for density 1. The volume of the result is its mass.
[[nodiscard]] SAT3D_API MassProperties massProperties(const Compound& compound,
                                                      std::span<const float> densities = {}) noexcept;

/// Applies a linear map to every child. Tags, user data and names stay. Errors: those of
/// transformed(ConvexShape), with the index of the child.
[[nodiscard]] SAT3D_API Result<Compound, ShapeError> transformed(const Compound& compound,
                                                                 const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
