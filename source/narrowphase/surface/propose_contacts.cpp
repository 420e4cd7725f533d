#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/contact_draft.hpp"
#include "narrowphase/surface/patch_contacts.hpp"

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// The patches found so far. Their normals differ. If there are too many, the deepest ones stay.
using PatchList = InlineList<Patch, SurfaceContacts::kCapacity>;

float tieOf(const SurfacePair& pair, float separation) {
    return static_cast<float>(pair.tieOf(double(separation)));
}

void addPatch(const SurfacePair& pair, const Patch& patch, PatchList& patches) {
    const auto isDeeper = [](const Patch& p, const Patch& q) { return p.separation < q.separation; };
    for (Patch& known : patches) {
        if (glm::dot(known.outward, patch.outward) > float(kSamePatch)) {
            const float between = std::abs(patch.separation - known.separation);
            const bool areTied = between <= tieOf(pair, std::min(patch.separation, known.separation));
            known = (areTied ? patch.triangle < known.triangle : isDeeper(patch, known)) ? patch : known;
            return;
        }
    }
    addOrReplaceLast(patches, patch, isDeeper);
}

/// Adds the patches of some triangles of a batch.
void addPatches(const SurfacePair& pair, const ActiveBatch& batch, TriangleSet triangles,
                PatchList& patches) {
    while (triangles != 0) {
        std::uint32_t first = deepestOf(batch, triangles);
        const float tied = batch.separation[first] + tieOf(pair, batch.separation[first]);
        forEachIn(triangles, [&](std::uint32_t index) {
            const bool isTied = batch.separation[index] <= tied;
            first = isTied && batch.numbers[index] < batch.numbers[first] ? index : first;
        });
        const glm::vec3 outward(batch.outward[0][first], batch.outward[1][first], batch.outward[2][first]);
        addPatch(pair, {outward, batch.separation[first], batch.numbers[first]}, patches);
        triangles &= ~(facing(batch, outward, float(kSamePatch)) | onlyTriangle(first));
    }
}

/// The triangles that the core of a capsule passes through or touches: no point of it is closest.
TriangleSet crossed(const SurfacePair& pair, const ActiveBatch& batch) {
    TriangleSet result = 0;
    forEachIn(batch.active & ~batch.isFace, [&](std::uint32_t index) {
        const double depth = pair.roundingOf(batch, index) - double(batch.separation[index]);
        result |= depth >= pair.body().convexRadius() ? onlyTriangle(index) : 0;
    });
    return result;
}

/// Decides for the other triangles, unless contacts free the body of them, whether the body touches them
/// along their normal, over one of their edges or vertices, or only where contacts of their neighbors push.
/// @param patches  receives the first kind, the draft's features the second
void sortOtherTriangles(ContactDraft& draft, PatchList& patches) {
    const SurfacePair& pair = draft.pair;
    const auto isDeeper = [](const SurfacePush& p, const SurfacePush& q) {
        return p.separation < q.separation;
    };
    draft.active.forEachBatch([&](const ActiveBatch& batch) {
        const TriangleSet undecided = pair.isRound() ? crossed(pair, batch) : batch.active & ~batch.isFace;
        TriangleSet faces = 0;
        forEachIn(draft.contacts.notFreed(batch, undecided), [&](std::uint32_t index) {
            const ContactTriangle triangle = pair.triangle(batch, index);
            const TrianglePushes pushes =
                draft.pushes().pushesOf(triangle, pair.separationFromPlane(triangle) + pair.bias());
            if (pushes.best <= pushes.least) {
                faces |= onlyTriangle(index);
                return;
            }
            // A neighbor that the body touches has the contact along its normal.
            const bool isOfNeighbor =
                pushes.bestIsNormalOf != kNoIndex && draft.active.contains(pushes.bestIsNormalOf);
            const double least = pushes.best - pair.bias();
            if (!isOfNeighbor && pushes.touching && pushes.touching->separation >= least &&
                pushes.touching->separation < pair.margin()) {
                addOrReplaceLast(draft.features, *pushes.touching, isDeeper);
            }
        });
        addPatches(pair, batch, faces, patches);
    });
}

/// Adds contacts of a round body with those triangles of a set that the contacts do not free, the closest
/// first. Those closest to their inside come before those closest at an edge, whose normals rounding may
/// tilt.
/// @param add  (std::uint32_t index): adds a contact with a triangle of the batch; null if there is none
template <class Add>
void addClosestFirst(const ContactDraft& draft, const ActiveBatch& batch, TriangleSet set, const Add& add) {
    TriangleSet open = draft.contacts.notFreed(batch, set);
    while (open != 0) {
        const TriangleSet openFaces = open & batch.isFace;
        const std::uint32_t index = deepestOf(batch, openFaces != 0 ? openFaces : open);
        open &= ~onlyTriangle(index);
        const SurfaceContact* const contact = add(index);
        if (contact && open != 0) {
            open &= ~contact->freed(batch);
        }
    }
}

/// Adds the contact of a sphere with the point of a triangle that is closest to its center.
/// @param separation  of the triangle, in float
SurfaceContact* addSphereContact(ContactDraft& draft, const ContactTriangle& triangle, float separation) {
    const SurfacePair& pair = draft.pair;
    const auto push = draft.pushes().pushOfSphere(triangle);
    if (!push) {  // a neighbor is closer, unless that faces away
        const double deepest = draft.contacts.deepest() - pair.tolerance();
        draft.isCovered = draft.isCovered && double(separation) >= deepest;
        return nullptr;
    }
    SurfaceContact* const contact = draft.contacts.add(*push);
    if (!contact) {  // rounding may decide whether it touches
        draft.isCovered = draft.isCovered && push->separation > pair.margin() + pair.rounding();
        return nullptr;
    }
    const bool isOverFace =
        push->outward == triangle.outward && push->separation > pair.rounding() - pair.body().convexRadius();
    if (isOverFace && contact->triangle() == triangle.number) {
        contact->setExactSeparation(pair.separationOverFace(triangle, push->separation));
    }
    return contact;
}

/// Adds the contacts of a sphere. It touches a triangle at one point, so no other is tried.
void addSphereContacts(ContactDraft& draft) {
    draft.isCovered = true;
    draft.active.forEachBatch([&](const ActiveBatch& batch) {
        addClosestFirst(draft, batch, batch.active, [&](std::uint32_t index) {
            const ContactTriangle inDouble = draft.pair.triangle(batch.numbers[index]);
            return addSphereContact(draft, inDouble, batch.separation[index]);
        });
    });
}

/// Adds the contacts of a capsule over edges and vertices.
void addCapsuleContacts(ContactDraft& draft) {
    const SurfacePair& pair = draft.pair;
    draft.active.forEachBatch([&](const ActiveBatch& batch) {
        const TriangleSet beside = batch.active & ~batch.isFace & ~crossed(pair, batch);
        addClosestFirst(draft, batch, beside, [&](std::uint32_t index) -> SurfaceContact* {
            const double least = double(batch.separation[index]) - pair.bias();
            const auto push = draft.pushes().pushesOf(pair.triangle(batch, index), least).touching;
            return push ? draft.contacts.add(*push) : nullptr;
        });
    });
}

}  // namespace

void proposeContacts(ContactDraft& draft) {
    if (draft.pair.body().isPoint()) {
        addSphereContacts(draft);
        return;
    }
    PatchList faces, otherFaces;
    draft.active.forEachBatch(
        [&](const ActiveBatch& batch) { addPatches(draft.pair, batch, batch.isFace, faces); });
    addPatchContacts(draft, {faces.begin(), faces.end()});
    sortOtherTriangles(draft, otherFaces);
    addPatchContacts(draft, {otherFaces.begin(), otherFaces.end()});
    if (draft.pair.isRound()) {
        addCapsuleContacts(draft);
    }
    for (const SurfacePush& push : draft.features) {
        draft.contacts.add(push);
    }
}

}  // namespace sat3d::SAT3D_ABI
