#pragma once

/// @file
/// Draws the surface of a shape.

#include "debug/drawing/pen.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::SAT3D_ABI::debug {

/// Draws faces, edges and trees of a shape, as far as the pen shows them.
void drawShape(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color faceColor,
               Color edgeColor);
/// Draws the edges of a shape, whatever the pen shows.
void drawEdges(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color color);

}  // namespace sat3d::SAT3D_ABI::debug
