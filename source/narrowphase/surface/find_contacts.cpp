#include "narrowphase/surface/find_contacts.hpp"

#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact_coverage.hpp"
#include "narrowphase/surface/feature_contacts.hpp"
#include "narrowphase/surface/patch_contacts.hpp"
#include "narrowphase/surface/sphere_contacts.hpp"

namespace sat3d::SAT3D_ABI {

void findSurfaceContacts(const SurfacePair& pair, SurfaceContacts& contacts) {
    const ActiveTriangles active(pair);
    if (active.empty()) {
        return;
    }
    if (pair.body().isPoint()) {
        findSphereContacts(pair, active, contacts);
        return;
    }
    Patches faces(pair);
    active.forEachBatch([&](const detail::ActiveBatch& batch) { faces.add(batch, batch.isFace); });
    addPatchContacts(pair, active, faces, contacts);
    const LazyFeatureSearch search(pair);
    Patches otherFaces(pair);
    TriangleFeatures features;
    sortTriangles(pair, active, search, contacts, otherFaces, features);
    addPatchContacts(pair, active, otherFaces, contacts);
    if (pair.isRound()) {
        addCapsuleContacts(pair, active, search, contacts);
    }
    addFeatureContacts(features, contacts);
    dropUnfounded(pair, active, contacts);
    dropRedundant(pair, active, features, contacts);
    coverTriangles(pair, active, search, contacts);
    completeDepths(pair, contacts);
}

}  // namespace sat3d::SAT3D_ABI
