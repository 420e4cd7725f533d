#pragma once

/// @file
/// The contacts of a convex body with a surface, in three stages that work on one draft.
///
/// 1. **Propose** (propose_contacts.cpp): where does the body touch the surface? Where it touches a triangle
///    along the triangle's own normal, a contact with the patch of all triangles of that normal
///    (patch_contacts.cpp). Elsewhere over an edge or a vertex, along a normal that the surface allows there:
///    none at an internal edge (push/feature_push.hpp).
/// 2. **Judge** (judge_contacts.cpp): which proposals does the body not need? One whose triangles it does not
///    touch, or which a much shorter push frees it of.
/// 3. **Cover** (cover_triangles.cpp): what is left? Each triangle that the body touches must be freed by a
///    contact, or need no longer push than the deepest. Otherwise it gets a contact of its own.
///
/// One question decides everywhere: does this push free the body of that triangle? See
/// SurfaceContact::frees(). The numbers that decide are in contact/surface_thresholds.hpp, and the reasons in
/// docs/decisions/0028.

#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"
#include "narrowphase/surface/push/feature_push.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <cstddef>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// A body beside a surface, and what the stages have found of their contacts.
class ContactDraft {
public:
    static constexpr std::size_t kMaxFeatures = 32;

    explicit ContactDraft(const SurfacePair& pairOfBoth)
        : pair(pairOfBoth), active(pairOfBoth), contacts(pairOfBoth) {}

    const SurfacePair& pair;
    const ActiveTriangles active;
    /// One for each normal. Stage 1 adds, stage 2 drops, stage 3 adds.
    SurfaceContacts contacts;
    /// The pushes over edges and vertices among the proposals, for stage 2; if there are too many, the
    /// deepest.
    InlineList<SurfacePush, kMaxFeatures> features;
    /// Whether stage 3 has nothing to add: known of spheres whose proposals are all needed.
    bool isCovered = false;

    /// Prepared when it is first used: most bodies at rest need none.
    [[nodiscard]] const FeaturePushSearch& pushes() const {
        return search_ ? *search_ : search_.emplace(pair);
    }

private:
    mutable std::optional<FeaturePushSearch> search_;
};

void proposeContacts(ContactDraft& draft);
void judgeContacts(ContactDraft& draft);
void coverTriangles(ContactDraft& draft);

/// Converts a contact of a draft to a manifold in the world.
[[nodiscard]] DManifold manifoldOf(const ContactDraft& draft, SurfaceContact& contact);

/// Calls take(const DManifold&) for each manifold of a convex body with a surface.
template <class Take>
void forEachManifold(const ChildShape& body, const PosedShape& surface, const CollideOptions& options,
                     const Take& take) {
    const SurfacePair pair(body, surface, options);
    ContactDraft draft(pair);
    if (draft.active.empty()) {
        return;
    }
    proposeContacts(draft);
    judgeContacts(draft);
    coverTriangles(draft);
    for (SurfaceContact& contact : draft.contacts) {
        take(manifoldOf(draft, contact));
    }
}

}  // namespace sat3d::SAT3D_ABI
