#include "narrowphase/surface/feature_contacts.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI {

void TriangleFeatures::add(const FeaturePush& push, std::uint32_t triangle) {
    const TriangleFeature feature{push, triangle};
    if (!features_.isFull()) {
        features_.add(feature);
        return;
    }
    TriangleFeature* const shallowest = std::max_element(
        features_.begin(), features_.end(), [](const TriangleFeature& p, const TriangleFeature& q) {
            return p.push.separation < q.push.separation;
        });
    *shallowest = push.separation < shallowest->push.separation ? feature : *shallowest;
}

namespace {

/// The triangles that the core of a capsule passes through or touches: no point of it is closest.
detail::TriangleSet crossed(const detail::ActiveBatch& batch, const SurfacePair& pair) {
    detail::TriangleSet result = 0;
    detail::forEachIn(batch.active & ~batch.isFace, [&](std::uint32_t index) {
        const double depth = pair.roundingOf(batch, index) - double(batch.separation[index]);
        const bool isCrossed = depth >= pair.body().convexRadius();
        result |= detail::TriangleSet{isCrossed ? 1u : 0u} << index;
    });
    return result;
}

}  // namespace

void sortTriangles(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                   const SurfaceContacts& contacts, Patches& patches, TriangleFeatures& features) {
    active.forEachBatch([&](const detail::ActiveBatch& batch) {
        detail::TriangleSet open = pair.isRound() ? crossed(batch, pair) : batch.active & ~batch.isFace;
        for (const SurfaceContact& contact : contacts) {
            open &= ~contact.freed(batch, pair);
        }
        detail::TriangleSet faces = 0;
        detail::forEachIn(open, [&](std::uint32_t index) {
            const ContactTriangle triangle = pair.triangle(batch, index);
            const TrianglePushes pushes =
                search->pushesOf(triangle, pair.separationFromPlane(triangle) + pair.bias());
            if (pushes.best <= pushes.least) {
                faces |= detail::onlyTriangle(index);
                return;
            }
            // A neighbor that the body touches has the contact along its normal.
            const bool isOfNeighbor =
                pushes.bestIsNormalOf != kNoIndex && active.contains(pushes.bestIsNormalOf);
            const double least = pushes.best - pair.bias();
            if (!isOfNeighbor && pushes.touching && pushes.touching->separation >= least &&
                pushes.touching->separation < pair.margin()) {
                features.add(*pushes.touching, triangle.number);
            }
        });
        patches.add(batch, faces);
    });
}

void addCapsuleContacts(const SurfacePair& pair, const ActiveTriangles& active,
                        const LazyFeatureSearch& search, SurfaceContacts& contacts) {
    active.forEachBatch([&](const detail::ActiveBatch& batch) {
        detail::TriangleSet open = batch.active & ~batch.isFace & ~crossed(batch, pair);
        for (const SurfaceContact& contact : contacts) {
            open &= ~contact.freed(batch, pair);
        }
        while (open != 0) {
            const std::uint32_t index = detail::deepestOf(batch, open);
            open &= ~(detail::TriangleSet{1} << index);
            const double least = double(batch.separation[index]) - pair.bias();
            const auto push = search->pushesOf(pair.triangle(batch, index), least).touching;
            const SurfaceContact* const contact =
                push ? contacts.addFacing(push->outward, push->points(), push->separation,
                                          batch.numbers[index])
                     : nullptr;
            open &= contact ? ~contact->freed(batch, pair) : ~detail::TriangleSet{0};
        }
    });
}

void addFeatureContacts(const TriangleFeatures& features, SurfaceContacts& contacts) {
    for (const auto& [push, triangle] : features) {
        contacts.addFacing(push.outward, push.points(), push.separation, triangle);
    }
}

}  // namespace sat3d::SAT3D_ABI
