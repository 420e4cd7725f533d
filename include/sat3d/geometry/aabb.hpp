#pragma once

/// @file
/// Boxes along the axes, for bounds.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Everything between two corners, borders included.
struct Aabb {
    glm::vec3 lower{0.0f};
    glm::vec3 upper{0.0f};

    /// The smallest box of floats around a box of doubles: rounded outward.
    [[nodiscard]] static SAT3D_API Aabb around(const glm::dvec3& lower, const glm::dvec3& upper) noexcept;

    [[nodiscard]] glm::vec3 center() const { return 0.5f * lower + 0.5f * upper; }
    [[nodiscard]] glm::vec3 halfExtents() const { return 0.5f * upper - 0.5f * lower; }

    /// Borders that touch count: bounds must not lose a pair.
    [[nodiscard]] bool overlaps(const Aabb& other) const {
        return lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y &&
               other.lower.y <= upper.y && lower.z <= other.upper.z && other.lower.z <= upper.z;
    }
    [[nodiscard]] bool contains(const glm::vec3& point) const { return overlaps({point, point}); }

    friend bool operator==(const Aabb&, const Aabb&) = default;
};

}  // namespace sat3d::inline SAT3D_ABI
