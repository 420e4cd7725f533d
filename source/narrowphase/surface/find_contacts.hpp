#pragma once

/// @file
/// The contacts of a convex body with a surface.

#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Finds the contacts of a convex body with a surface: along the normals of triangles, and along normals that
/// the surface allows at its edges and vertices (docs/decisions/0028). Each contact frees the body of its
/// triangle, and each triangle that the body touches is freed by a contact or needs no longer push than the
/// longest of them.
/// @param contacts  empty
void findSurfaceContacts(const SurfacePair& pair, SurfaceContacts& contacts);

}  // namespace sat3d::SAT3D_ABI
