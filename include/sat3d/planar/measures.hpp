#pragma once

/// @file
/// Bounding boxes and mass properties in the plane.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// An axis-aligned bounding box in the plane, borders included. It is empty by default, so boxes can be
/// joined in a loop.
struct PlanarAabb {
    glm::vec2 lower{std::numeric_limits<float>::infinity()};   ///< smallest coordinates
    glm::vec2 upper{-std::numeric_limits<float>::infinity()};  ///< largest coordinates

    /// Returns the smallest box with float coordinates that contains a box in double: it rounds outward.
    [[nodiscard]] static SAT3D_API PlanarAabb around(const glm::dvec2& lower,
                                                     const glm::dvec2& upper) noexcept;

    /// Whether the box contains no point, as a default box does.
    [[nodiscard]] bool isEmpty() const { return lower.x > upper.x || lower.y > upper.y; }
    /// Center of a box that is not empty.
    [[nodiscard]] glm::vec2 center() const { return 0.5f * lower + 0.5f * upper; }
    /// Half the edge lengths of a box that is not empty.
    [[nodiscard]] glm::vec2 halfExtents() const { return 0.5f * upper - 0.5f * lower; }

    /// Whether the boxes have a point in common. Boxes that touch overlap; an empty box overlaps nothing.
    [[nodiscard]] bool overlaps(const PlanarAabb& other) const {
        return lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y &&
               other.lower.y <= upper.y;
    }
    /// Whether the point lies in the box or on its border.
    [[nodiscard]] bool contains(const glm::vec2& point) const { return overlaps({point, point}); }

    friend bool operator==(const PlanarAabb&, const PlanarAabb&) = default;
};

/// Returns the smallest box that contains both boxes: join(PlanarAabb{}, b) == b.
[[nodiscard]] inline PlanarAabb join(const PlanarAabb& a, const PlanarAabb& b) noexcept {
    const auto smaller = [](float x, float y) { return y < x ? y : x; };
    const auto larger = [](float x, float y) { return x < y ? y : x; };
    return {{smaller(a.lower.x, b.lower.x), smaller(a.lower.y, b.lower.y)},
            {larger(a.upper.x, b.upper.x), larger(a.upper.y, b.upper.y)}};
}

/// Mass properties of a shape of density 1. For another density, multiply area and inertia by it.
struct PlanarMassProperties {
    double area = 0.0;         ///< square meters; equals the mass at density 1
    glm::dvec2 centroid{0.0};  ///< center of mass, in the shape's frame
    double inertia = 0.0;      ///< polar moment of inertia about the centroid
};

}  // namespace sat3d::SAT3D_ABI
