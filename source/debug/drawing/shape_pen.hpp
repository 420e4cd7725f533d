#pragma once

/// @file
/// Draws the surface of a shape.

#include "debug/drawing/pen.hpp"

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::SAT3D_ABI::debug {

/// Draws faces, edges and trees of a shape, as far as the pen shows them.
void drawShape(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color faceColor,
               Color edgeColor);
/// Draws the edges of a shape, whatever the pen shows.
void drawEdges(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color color);

/// Draws the faces of a shape.
void drawFaces(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color color);

/// The square that stands for a half-space, in the shape's frame: a grid of squares around the foot of the
/// origin.
struct HalfSpaceSquare {
    static constexpr int kCells = 10;  ///< along a side

    HalfSpaceSquare(const HalfSpace& halfSpace, double size);
    /// The corner of a cell, 0 .. kCells each.
    [[nodiscard]] glm::dvec3 corner(int column, int row) const;

    glm::dvec3 normal, foot, sideU, sideV;
};

}  // namespace sat3d::SAT3D_ABI::debug
