#pragma once

/// @file
/// Planar compound: several convex shapes as one shape.

#include <sat3d/core/result.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/pose.hpp>

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Variant of the convex shapes of the plane that are bounded.
using PlanarConvexShape = std::variant<Circle, PlanarCapsule, PlanarSegment, PlanarBox, ConvexPolygon>;

/// One convex shape of a PlanarCompound.
struct PlanarCompoundChild {
    PlanarConvexShape shape;
    PlanarPose pose;             ///< pose of the child in the compound's frame
    std::uint32_t tag = 0;       ///< free for the user
    std::uint64_t userData = 0;  ///< free for the user: an entity, a pointer
};

/// Union of convex shapes, its children, which may overlap or touch. For points, rays, and shapes without
/// width, it is one solid without inner borders (see raycast()); pushes and manifolds are those of pairs of
/// children. The poses of the children can change; everything else is fixed.
class PlanarCompound {
public:
    /// Builds a compound. Errors: Empty if there are no children; the errors of validate() for a child's
    /// shape or pose, with the index of the child.
    [[nodiscard]] static SAT3D_API Result<PlanarCompound, ShapeError> fromChildren(
        std::vector<PlanarCompoundChild> children);

    [[nodiscard]] std::span<const PlanarCompoundChild> children() const noexcept { return children_; }
    /// Sets the pose of a child in the compound's frame.
    /// @param child  below children().size() (asserted; otherwise nothing changes)
    /// @param pose   finite, with a unit rotation (asserted)
    SAT3D_API void setChildPose(std::uint32_t child, const PlanarPose& pose) noexcept;

private:
    explicit PlanarCompound(std::vector<PlanarCompoundChild> children);

    std::vector<PlanarCompoundChild> children_;
};

}  // namespace sat3d::SAT3D_ABI
