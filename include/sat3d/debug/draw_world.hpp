#pragma once

/// @file
/// Debug geometry of a whole World.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/world/world.hpp>

namespace sat3d::SAT3D_ABI {

/// Draws the objects of a world and the events of its last update:
/// @code
/// world.update();
/// geometry.clear();
/// draw(geometry, world, {.show = sat3d::DebugLayer::Edges | sat3d::DebugLayer::Contacts});
/// @endcode
/// Faces and edges have the color of the object's kind; with DebugLayer::ContactEvents, edges of objects that
/// touch stand out, a cross marks a contact that has begun, and a line joins two objects whose contact has
/// ended. Contact points need ContactDetail::Manifolds. Labels: names or indices of objects, and those of
/// manifolds and pushes.
/// @note  Builds all triangles again at every call. A game draws the objects with a DebugScene instead, and
/// calls this function without Faces and Edges.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicWorld<T>& world,
                          const DebugOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
