#pragma once

/// @file
/// Contacts that are not needed, and contacts that lack: each triangle that a body touches must be freed by a
/// contact, or need no longer push than the deepest.

#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"
#include "narrowphase/surface/feature_contacts.hpp"

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Drops contacts with triangles that the body does not touch, or whose push is much longer than the
/// shortest: a vertex of the body may hang over a triangle, or below it, beside it.
void dropUnfounded(const SurfacePair& pair, const ActiveTriangles& active, SurfaceContacts& contacts);

/// Drops contacts all of whose triangles are freed by a much shorter push. (A crate on a stair overlaps the
/// riser slightly: the push along the tread's normal frees it.)
void dropRedundant(const SurfacePair& pair, const ActiveTriangles& active, const TriangleFeatures& features,
                   SurfaceContacts& contacts);

/// Adds contacts for triangles that no contact takes the body off, the deepest first: the others often are
/// covered then.
void coverTriangles(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                    SurfaceContacts& contacts);

/// Adds the point where the body leaves a contact's triangle, if the contact's points are less deep. This
/// happens if the body touches the triangle with more than one face.
void completeDepths(const SurfacePair& pair, SurfaceContacts& contacts);

}  // namespace sat3d::SAT3D_ABI
