#pragma once

/// @file
/// Triangles of a surface, and a convex body beside them, in the layout of the kernels.

#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Triangles of a surface, one row for each number. Positions are relative to a body's center, multiplied by
/// BodyForTriangles::scale, and all axes are those of the surface.
struct TriangleBatch {
    static constexpr std::uint32_t kCapacity = 64;
    using Row = float[kCapacity];

    alignas(64) Row corner[3];    ///< the first corner, by axis
    alignas(64) Row sides[2][3];  ///< from it to the second and to the third
    alignas(64) std::uint32_t numbers[kCapacity];
    std::uint32_t count = 0;

    TriangleBatch() noexcept {}  // NOLINT: = default would fill the rows with zeros

    [[nodiscard]] bool isFull() const noexcept { return count == kCapacity; }

    /// @param center  of the body, in the surface's frame
    /// @param scale   BodyForTriangles::scale
    void add(std::uint32_t number, const Triangle& triangle, const glm::dvec3& center,
             double scale) noexcept {
        const auto& [a, b, c] = triangle.corners;
        for (int axis = 0; axis < 3; ++axis) {
            const double first = double(a[axis]);
            corner[axis][count] = static_cast<float>(scale * (first - center[axis]));
            sides[0][axis][count] = static_cast<float>(scale * (double(b[axis]) - first));
            sides[1][axis][count] = static_cast<float>(scale * (double(c[axis]) - first));
        }
        numbers[count++] = number;
    }
};

/// A convex body around the origin: a box along the axes, a hull, or a segment with a radius. A sphere is a
/// segment without length. All numbers but those of the hull are multiplied by the scale.
struct BodyForTriangles {
    enum class Form : std::uint8_t { Segment, Box, Hull };

    Form form = Form::Segment;
    /// A power of two that makes the body about as large as 1, so that no product of four lengths, such as
    /// the square of an area, overflows or underflows.
    float scale = 1.0f;
    glm::vec3 halfExtents{0.0f};       ///< of a box
    const KernelHull* hull = nullptr;  ///< of a hull
    glm::vec3 hullCenter{0.0f};        ///< the origin of the hull's coordinates
    glm::vec3 start{0.0f}, end{0.0f};  ///< of a segment
    float radius = 0.0f;               ///< around a segment
    float boundingRadius = 0.0f;       ///< around the origin, rounded up
    glm::mat3 fromSurface{1.0f};       ///< rotation from the surface's axes to the body's
};

}  // namespace sat3d::SAT3D_ABI
