#pragma once

/// @file
/// The contacts of a sphere with a surface.

#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Finds the contacts of a sphere as findSurfaceContacts() does. A sphere touches a triangle at the point
/// that is closest to its center, so no other point of the triangle is tried.
/// @param active    not empty
/// @param contacts  empty
void findSphereContacts(const SurfacePair& pair, const ActiveTriangles& active, SurfaceContacts& contacts);

}  // namespace sat3d::SAT3D_ABI
