#pragma once

/// @file
/// Contacts with patches: with triangles along their own normal.

#include "narrowphase/surface/contact_draft.hpp"

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A normal along which the body touches triangles. Those whose normals agree to 0.8 degrees are one patch.
struct Patch {
    glm::vec3 outward;
    float separation;  ///< of the deepest triangle, which gives the normal; of tied ones, the lowest numbered
    std::uint32_t triangle;
};

/// Adds a contact for each patch that the body's face touches. It replaces a former contact of nearly the
/// same normal, which is of shallower triangles.
/// @param patches  at most SurfaceContacts::kCapacity, of different normals
void addPatchContacts(ContactDraft& draft, std::span<const Patch> patches);

}  // namespace sat3d::SAT3D_ABI
