#pragma once

/// @file
/// Several convex shapes as one.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/bvh.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

struct CompoundPart {
    ConvexShape shape;
    Pose pose;                   ///< of the part in the compound's frame
    std::uint32_t tag = 0;       ///< the user's: hull, turret, barrel
    std::uint64_t userData = 0;  ///< the user's: an entity, a pointer
};

/// The union of its parts, which may overlap. A part may be moved, as a turret turns; everything else is for
/// good. A copy copies the parts (and shares the data of hulls).
class Compound {
public:
    /// Errors: Empty without parts; those of validated() for a part's shape or pose, with its number.
    [[nodiscard]] static SAT3D_API Result<Compound, ShapeError> fromParts(std::vector<CompoundPart> parts);

    [[nodiscard]] std::span<const CompoundPart> parts() const noexcept { return parts_; }
    /// Moves a part within the compound. O(parts), no allocation.
    /// @param part  below parts().size() (asserted; else nothing moves)
    /// @param pose  finite, with a unit rotation (asserted)
    SAT3D_API void setPartPose(std::uint32_t part, const Pose& pose) noexcept;

    /// Around each part, in the compound's frame, and a tree over them.
    [[nodiscard]] std::span<const Aabb> partBounds() const noexcept { return bounds_; }
    [[nodiscard]] const Bvh& tree() const noexcept { return tree_; }

private:
    explicit Compound(std::vector<CompoundPart> parts);

    std::vector<CompoundPart> parts_;
    std::vector<Aabb> bounds_;
    Bvh tree_;
};

/// The smallest box along the axes of the frame that `toFrame` leads to, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Compound& compound, const RigidTransform& toFrame) noexcept;

/// The point that reaches farthest, of the first such part.
/// @param direction  compound's frame, any length but zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Compound& compound, const glm::vec3& direction) noexcept;

/// The sum over the parts: where they overlap, twice.
/// @param densities  one per part (asserted), or none for 1 everywhere. Volume is then the mass.
[[nodiscard]] SAT3D_API MassProperties massProperties(const Compound& compound,
                                                      std::span<const float> densities = {}) noexcept;

/// Every part mapped, as far as its shape can take it: the errors of transformed(ConvexShape), with the
/// part's number. Tags and user data stay.
[[nodiscard]] SAT3D_API Result<Compound, ShapeError> transformed(const Compound& compound,
                                                                 const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
