#pragma once

/// @file
/// Axis-aligned bounding boxes.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// An axis-aligned bounding box, borders included. It is empty by default, so boxes can be joined in a loop:
/// @code
/// sat3d::Aabb box;
/// for (const sat3d::Box& crate : crates) { box = join(box, bounds(crate, pose)); }
/// @endcode
struct Aabb {
    glm::vec3 lower{std::numeric_limits<float>::infinity()};   ///< smallest coordinates
    glm::vec3 upper{-std::numeric_limits<float>::infinity()};  ///< largest coordinates

    /// Returns the smallest box with float coordinates that contains a box in double: it rounds outward.
    [[nodiscard]] static SAT3D_API Aabb around(const glm::dvec3& lower, const glm::dvec3& upper) noexcept;

    /// Whether the box contains no point, as a default box does.
    [[nodiscard]] bool isEmpty() const { return lower.x > upper.x || lower.y > upper.y || lower.z > upper.z; }
    /// Center of a box that is not empty.
    [[nodiscard]] glm::vec3 center() const { return 0.5f * lower + 0.5f * upper; }
    /// Half the edge lengths of a box that is not empty.
    [[nodiscard]] glm::vec3 halfExtents() const { return 0.5f * upper - 0.5f * lower; }

    /// Whether the boxes have a point in common. Boxes that touch overlap; an empty box overlaps nothing.
    [[nodiscard]] bool overlaps(const Aabb& other) const {
        return lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y &&
               other.lower.y <= upper.y && lower.z <= other.upper.z && other.lower.z <= upper.z;
    }
    /// Whether the point lies in the box or on its border.
    [[nodiscard]] bool contains(const glm::vec3& point) const { return overlaps({point, point}); }
    /// Whether the other box lies in this one; an empty box lies in every box.
    [[nodiscard]] bool contains(const Aabb& other) const {
        return other.isEmpty() || (contains(other.lower) && contains(other.upper));
    }

    friend bool operator==(const Aabb&, const Aabb&) = default;
};

/// Returns the smallest box that contains both boxes: join(Aabb{}, b) == b.
[[nodiscard]] inline Aabb join(const Aabb& a, const Aabb& b) noexcept {
    const auto smaller = [](float x, float y) { return y < x ? y : x; };
    const auto larger = [](float x, float y) { return x < y ? y : x; };
    return {{smaller(a.lower.x, b.lower.x), smaller(a.lower.y, b.lower.y), smaller(a.lower.z, b.lower.z)},
            {larger(a.upper.x, b.upper.x), larger(a.upper.y, b.upper.y), larger(a.upper.z, b.upper.z)}};
}
/// Returns the smallest box that contains a box and a point.
[[nodiscard]] inline Aabb join(const Aabb& box, const glm::vec3& point) noexcept {
    return join(box, Aabb{point, point});
}

}  // namespace sat3d::SAT3D_ABI
