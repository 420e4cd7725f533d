#pragma once

/// @file
/// Contact manifolds of a convex body with a surface.

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/surface/find_contacts.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>

namespace sat3d::SAT3D_ABI {

/// Converts a contact to a manifold in the world.
/// @param contacts  all of the pair: ids differ among them
[[nodiscard]] DManifold manifoldOf(const SurfacePair& pair, const SurfaceContacts& contacts,
                                   SurfaceContact& contact);

/// Calls take(const DManifold&) for each manifold of a convex body with a surface.
template <class Take>
void forEachManifold(const ChildShape& body, const PosedShape& surface, const CollideOptions& options,
                     const Take& take) {
    const SurfacePair pair(body, surface, options);
    SurfaceContacts contacts(pair);
    findSurfaceContacts(pair, contacts);
    for (SurfaceContact& contact : contacts) {
        take(manifoldOf(pair, contacts, contact));
    }
}

}  // namespace sat3d::SAT3D_ABI
