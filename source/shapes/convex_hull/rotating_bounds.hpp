#pragma once

/// @file
/// Data for the conservative bounds of a hull, baked once.

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// A box along the axes of the hull's frame, and a sphere. Every vertex lies in both.
struct RotatingBounds {
    /// x, y, z, x, y, 0: a vector that is loaded at index 1 is (y, z, x), at index 2 (z, x, y).
    using Cyclic = float[6];

    Cyclic boxCenter{}, halfExtents{}, sphereCenter{};
    float radius = 0.0f;
    /// Largest sum of coordinates: of box center and half extents, or of sphere center and radius. Rounding
    /// errors scale with it.
    float size = 0.0f;

    RotatingBounds() = default;
    RotatingBounds(std::span<const glm::vec3> vertices, const glm::vec3& centerOfSphere);
};

}  // namespace sat3d::SAT3D_ABI
