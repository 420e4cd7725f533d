#pragma once

/// @file
/// Contacts that were searched anew take over what the last step knew.

#include "response/contacts/body_in_reference.hpp"
#include "response/contacts/found_contact.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

template <class T>
struct Continuation {
    const BodyInReference<T>& place;
    float margin;   ///< of the solver
    float scale;    ///< of impulses: this substep divided by that of the last step
    bool isEdited;  ///< whether the game has changed one of the objects: then no points are kept
};

/// Continues the contacts of two children. Those that this step has found take over impulses: their points
/// from points with the same id or at the same place, their friction from the contact that had most of their
/// points.
///
/// Points that were not found again are kept as a further contact, as long as there are others and the bodies
/// hardly move: a manifold has at most four points, but a body can rest on more. Without the others it would
/// sink there, be lifted from a point that is dropped in turn, and rock for ever.
/// @param former  of the last step
/// @param list    those that were found are in [first, end), at least one. Gets the further contact
template <class T>
void continueContacts(const Continuation<T>& continuation, std::span<const FoundContact<T>> former,
                      std::size_t first, std::size_t end, std::vector<FoundContact<T>>& list);

}  // namespace sat3d::SAT3D_ABI
