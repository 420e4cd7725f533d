#include "narrowphase/surface/sphere_contacts.hpp"

#include "narrowphase/surface/contact_coverage.hpp"
#include "narrowphase/surface/feature_contacts.hpp"

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// Adds a contact for each triangle that the others do not free, the closest first. Those closest to their
/// inside come before those closest at an edge, whose normals rounding may tilt.
/// @return whether each triangle is covered: coverTriangles() has nothing to add
bool addClosestPoints(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                      SurfaceContacts& contacts) {
    bool coversAll = true;
    active.forEachBatch([&](const detail::ActiveBatch& batch) {
        detail::TriangleSet open = batch.active;
        for (const SurfaceContact& contact : contacts) {
            open &= ~contact.freed(batch, pair);
        }
        while (open != 0) {
            const detail::TriangleSet openFaces = open & batch.isFace;
            const std::uint32_t index = detail::deepestOf(batch, openFaces != 0 ? openFaces : open);
            open &= ~detail::onlyTriangle(index);
            const ContactTriangle triangle =
                pair.triangle(batch.numbers[index]);  // its corners are in double
            const auto push = search->pushOfSphere(triangle);
            if (!push) {  // a neighbor is closer, unless that faces away
                const double deepest = contacts.deepest() - pair.tolerance();
                coversAll = coversAll && double(batch.separation[index]) >= deepest;
                continue;
            }
            SurfaceContact* const contact =
                contacts.addFacing(push->outward, push->points(), push->separation, triangle.number);
            if (!contact) {  // rounding may decide whether it touches
                coversAll = coversAll && push->separation > pair.margin() + pair.rounding();
                continue;
            }
            const bool isOverFace = push->outward == triangle.outward &&
                                    push->separation > pair.rounding() - pair.body().convexRadius();
            if (isOverFace && contact->triangle() == triangle.number) {
                contact->setExactSeparation(pair.separationOverFace(triangle, push->separation));
            }
            if (open != 0) {
                open &= ~contact->freed(batch, pair);
            }
        }
    });
    return coversAll;
}

}  // namespace

void findSphereContacts(const SurfacePair& pair, const ActiveTriangles& active, SurfaceContacts& contacts) {
    const LazyFeatureSearch search(pair);
    const bool coversAll = addClosestPoints(pair, active, search, contacts);
    const std::size_t found = contacts.size();
    dropUnfounded(pair, active, contacts);
    dropRedundant(pair, active, {}, contacts);
    if (!coversAll || contacts.size() < found) {
        coverTriangles(pair, active, search, contacts);
    }
}

}  // namespace sat3d::SAT3D_ABI
