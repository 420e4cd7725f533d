#pragma once

/// @file
/// Appends lines, arrows and boxes to debug geometry.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_double3.hpp>

#include <span>
#include <string>

namespace sat3d::SAT3D_ABI::debug {

/// Takes points of the world in double and writes positions relative to DebugOptions::origin.
class Pen {
public:
    Pen(DebugGeometry& geometry, const DebugOptions& options) : geometry_(geometry), options_(options) {}

    [[nodiscard]] const DebugOptions& options() const { return options_; }
    [[nodiscard]] const DebugColors& colors() const { return options_.colors; }
    [[nodiscard]] bool shows(DebugLayer layer) const { return (options_.show & layer) != DebugLayer::None; }

    void line(const glm::dvec3& from, const glm::dvec3& to, Color color);
    /// Draws a closed polygon.
    void loop(std::span<const glm::dvec3> points, Color color);
    /// Draws a line with a head at its end. Nothing if it has no length.
    void arrow(const glm::dvec3& from, const glm::dvec3& to, Color color);
    /// Draws three lines along the axes of the world, each of twice the arm's length.
    void cross(const glm::dvec3& center, double arm, Color color);
    /// Draws a point as a cross, with an arrow along a unit normal.
    void contact(const glm::dvec3& point, const glm::dvec3& normal, Color color);
    /// Draws the sides of a box. Nothing if it is empty or infinite.
    void box(const Aabb& box, const RigidTransform& toWorld, Color color);
    /// Draws a text, if the labels are on.
    void label(const glm::dvec3& position, std::string text);
    /// Draws a convex polygon, counter-clockwise seen from outside, with a unit normal per corner.
    void face(std::span<const glm::dvec3> corners, std::span<const glm::dvec3> normals, Color color);

private:
    [[nodiscard]] glm::vec3 placed(const glm::dvec3& point) const {
        return glm::vec3(point - options_.origin);
    }

    DebugGeometry& geometry_;
    const DebugOptions& options_;
};

}  // namespace sat3d::SAT3D_ABI::debug
