#include "core/shell_sort.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/contact_draft.hpp"

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// Calls take(const ActiveBatch&, TriangleSet) with the triangles of a contact: those whose
/// normals are closer to its normal than to those of the others.
template <class Take>
void forEachOwnBatch(const ContactDraft& draft, const SurfaceContact& contact, const Take& take) {
    Directions normals;
    for (const SurfaceContact& each : draft.contacts) {
        normals.add(glm::vec3(each.outward()));
    }
    const auto which = static_cast<std::uint32_t>(&contact - draft.contacts.begin());
    draft.active.forEachBatch([&](const ActiveBatch& batch) {
        take(batch,
             facingMost(batch, normals, which, float(kWithinPatch), -std::numeric_limits<float>::max()));
    });
}

/// Whether the body touches a triangle, and the push of a contact is not much longer than the shortest.
bool isFoundedOn(const SurfacePair& pair, const SurfaceContact& contact, const Separation& exact) {
    const double least = kLongPush * std::min(exact.separation, 0.0) - pair.bias() - pair.tolerance();
    return pair.isTouched(exact) && contact.separation() >= least;
}

/// Whether a contact is founded on its triangle or, failing that, on another one that it frees, which then
/// becomes its triangle.
bool isFounded(const ContactDraft& draft, SurfaceContact& contact) {
    const SurfacePair& pair = draft.pair;
    bool isFounded = isFoundedOn(pair, contact, contact.exactSeparation());
    if (isFounded) {
        return true;
    }
    forEachOwnBatch(draft, contact, [&](const ActiveBatch& batch, TriangleSet own) {
        forEachIn(own, [&](std::uint32_t index) {
            const std::uint32_t triangle = batch.numbers[index];
            if (!isFounded && contact.frees(pair.triangle(triangle)) &&
                isFoundedOn(pair, contact, pair.separationOf(triangle))) {
                isFounded = true;
                contact.setTriangle(triangle);
            }
        });
    });
    return isFounded;
}

/// Drops contacts with triangles that the body does not touch, or whose push is much longer than the
/// shortest: a vertex of the body may hang over a triangle, or below it, beside it.
void dropUnfounded(ContactDraft& draft) {
    for (SurfaceContact* contact = draft.contacts.begin(); contact != draft.contacts.end();) {
        isFounded(draft, *contact) ? static_cast<void>(++contact) : draft.contacts.erase(contact);
    }
}

/// Whether the push of a contact frees the body of all triangles of another one.
bool freesTrianglesOf(ContactDraft& draft, const SurfaceContact& other, const SurfaceContact& contact) {
    const double slack = kRest * std::max(0.0, -contact.separation());
    bool freesAll = true;
    forEachOwnBatch(draft, other, [&](const ActiveBatch& batch, TriangleSet own) {
        forEachIn(own & ~contact.freed(batch), [&](std::uint32_t index) {
            freesAll = freesAll && contact.frees(draft.pair.triangle(batch, index), slack);
        });
    });
    return freesAll &&
           std::all_of(draft.features.begin(), draft.features.end(), [&](const SurfacePush& push) {
               return draft.contacts.along(push.outward, kWithinPatch) != &other ||
                      contact.frees(draft.pair.triangle(push.triangle), slack);
           });
}

/// Drops contacts all of whose triangles are freed by a much shorter push. (A crate on a stair overlaps the
/// riser slightly: the push along the tread's normal frees it.)
void dropRedundant(ContactDraft& draft) {
    InlineList<SurfaceContact*, SurfaceContacts::kCapacity> sorted, kept, dropped;
    for (SurfaceContact& contact : draft.contacts) {
        sorted.add(&contact);
    }
    // From the shallowest on: what is dropped is freed by a contact that stays.
    shellSort(sorted, [](const SurfaceContact* p, const SurfaceContact* q) {
        return std::tuple(-p->separation(), p) < std::tuple(-q->separation(), q);
    });
    for (SurfaceContact* const contact : sorted) {
        const bool isRedundant = std::any_of(kept.begin(), kept.end(), [&](const SurfaceContact* shorter) {
            const double most = std::max(0.0, -kMuchLonger * shorter->separation()) + draft.pair.tolerance();
            return -contact->separation() > most && freesTrianglesOf(draft, *contact, *shorter);
        });
        (isRedundant ? dropped : kept).add(contact);
    }
    shellSort(dropped);
    for (SurfaceContact* const* last = dropped.end(); last != dropped.begin();) {
        draft.contacts.erase(*--last);
    }
}

}  // namespace

void judgeContacts(ContactDraft& draft) {
    const std::size_t proposed = draft.contacts.size();
    dropUnfounded(draft);
    if (draft.contacts.size() > 1) {
        dropRedundant(draft);
    }
    draft.isCovered = draft.isCovered && draft.contacts.size() == proposed;
}

}  // namespace sat3d::SAT3D_ABI
