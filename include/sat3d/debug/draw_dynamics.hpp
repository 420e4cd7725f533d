#pragma once

/// @file
/// Debug geometry of rigid-body dynamics: contacts with their impulses, velocities, sleep, joints, vehicles.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Draws the bodies of a world and the contacts of the last step. draw(geometry, world) draws their shapes.
/// @code
/// dynamics.step(world, dt);
/// geometry.clear();
/// draw(geometry, world, dynamics, {.show = sat3d::DebugLayer::Contacts | sat3d::DebugLayer::Impulses});
/// @endcode
/// Contacts: the points with their normals. Impulses: an arrow at each point that bears a load, along which B
/// is pushed; DebugOptions::impulseScale is its length. Bodies: a cross at each center of mass, in another
/// color for bodies that are asleep, and an arrow along the velocity. Joints and Vehicles: see drawJoint()
/// and drawVehicle(). Labels: separations and impulses of the points, speeds of the bodies.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const std::type_identity_t<BasicWorld<T>>& world,
                          const BasicDynamics<T>& dynamics, const DebugOptions& options = {});

/// Draws a joint: lines from the centers of mass to its frames, the free axis of a hinge or slider, and its
/// limits: for a turn an arc between two spokes, for an angle between axes a cone, for a way the path from
/// end to end, for a distance crosses on the line. A third spoke, or a cross, shows where the joint is.
/// Layer: Joints. Labels: the force that it carries.
/// @param id  draws nothing if there is no such joint
template <class T>
SAT3D_DEBUG_API void drawJoint(DebugGeometry& geometry, const BasicWorld<T>& world,
                               const BasicDynamics<T>& dynamics, JointId id,
                               const DebugOptions& options = {});

/// Draws a vehicle: the rims of its wheels, each spring from its stop down to where it is if free, and an
/// arrow for the force of each tire on the ground, as long as DebugOptions::normalLength if it is the wheel's
/// load. The arrow and the mark at the ground change their color where the tire slides: its slip is beyond
/// the peak. Layer: Vehicles. Labels: the load of each wheel.
/// @param id  draws nothing if there is no such vehicle
template <class T>
SAT3D_DEBUG_API void drawVehicle(DebugGeometry& geometry, const BasicWorld<T>& world,
                                 const BasicDynamics<T>& dynamics, VehicleId id,
                                 const DebugOptions& options = {});

/// Draws the points of a contact. Layers: Contacts, Impulses.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicDynamicContact<T>& contact,
                          const DebugOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
