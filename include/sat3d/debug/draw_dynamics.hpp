#pragma once

/// @file
/// Debug geometry of rigid-body dynamics: contacts with their impulses, velocities, sleep, wheels.

#include <sat3d/core/config.hpp>
#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

namespace sat3d::SAT3D_ABI {

/// Draws the bodies of a world and the contacts of the last step. draw(geometry, world) draws their shapes.
/// @code
/// dynamics.step(world, dt);
/// geometry.clear();
/// draw(geometry, world, dynamics, {.show = sat3d::DebugLayer::Contacts | sat3d::DebugLayer::Impulses});
/// @endcode
/// Contacts: the points with their normals. Impulses: an arrow at each point that bears a load, along which B
/// is pushed; DebugOptions::impulseScale is its length. Bodies: a cross at each center of mass, in another
/// color for bodies that are asleep, an arrow along the velocity, and of vehicles the wheels, their springs
/// and where they touch the ground. Labels: separations and impulses of the points, speeds of the bodies,
/// loads of the wheels.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicWorld<T>& world,
                          const BasicDynamics<T>& dynamics, const DebugOptions& options = {});

/// Draws the points of a contact. Layers: Contacts, Impulses.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicDynamicContact<T>& contact,
                          const DebugOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
