#include "narrowphase/surface/contact_coverage.hpp"

#include "narrowphase/surface/contact/incident_face.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/patch_contacts.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr float kNoLimit = -std::numeric_limits<float>::max();

detail::Directions normalsOf(const SurfaceContacts& contacts) {
    detail::Directions normals;
    for (const SurfaceContact& contact : contacts) {
        normals.add(glm::vec3(contact.outward()));
    }
    return normals;
}

}  // namespace

namespace {

/// Whether a contact stands for a triangle: the body touches it, and the contact's push is not much longer
/// than the shortest.
bool standsFor(const SurfacePair& pair, const SurfaceContact& contact, const Separation& exact) {
    const double least = kLongPush * std::min(exact.separation, 0.0) - pair.bias() - pair.tolerance();
    return pair.isTouched(exact) && contact.separation() >= least;
}

}  // namespace

void dropUnfounded(const SurfacePair& pair, const ActiveTriangles& active, SurfaceContacts& contacts) {
    for (SurfaceContact* contact = contacts.begin(); contact != contacts.end();) {
        bool isFounded = standsFor(pair, *contact, contact->exactSeparation(pair));
        if (!isFounded) {
            const detail::Directions normals = normalsOf(contacts);
            const auto which = static_cast<std::uint32_t>(contact - contacts.begin());
            active.forEachBatch([&](const detail::ActiveBatch& batch) {
                const detail::TriangleSet own =
                    detail::facingMost(batch, normals, which, float(kWithinPatch), kNoLimit);
                detail::forEachIn(own, [&](std::uint32_t index) {
                    const std::uint32_t triangle = batch.numbers[index];
                    if (!isFounded && contact->frees(pair.triangle(triangle), pair) &&
                        standsFor(pair, *contact, pair.separationOf(triangle))) {
                        isFounded = true;
                        contact->setTriangle(triangle);
                    }
                });
            });
        }
        isFounded ? static_cast<void>(++contact) : contacts.erase(contact);
    }
}

namespace {

/// Whether the push along a contact frees all triangles of another one.
bool freesTrianglesOf(const SurfacePair& pair, const ActiveTriangles& active,
                      const TriangleFeatures& features, SurfaceContacts& contacts,
                      const SurfaceContact& other, const SurfaceContact& contact) {
    const detail::Directions normals = normalsOf(contacts);
    const auto which = static_cast<std::uint32_t>(&other - contacts.begin());
    const double slack = kRest * std::max(0.0, -contact.separation());
    bool freesAll = true;
    active.forEachBatch([&](const detail::ActiveBatch& batch) {
        const detail::TriangleSet own =
            detail::facingMost(batch, normals, which, float(kWithinPatch), kNoLimit);
        detail::forEachIn(own & ~contact.freed(batch, pair), [&](std::uint32_t index) {
            freesAll = freesAll && contact.frees(pair.triangle(batch, index), pair, slack);
        });
    });
    return freesAll && std::all_of(features.begin(), features.end(), [&](const TriangleFeature& feature) {
               return contacts.along(feature.push.outward, kWithinPatch) != &other ||
                      contact.frees(pair.triangle(feature.triangle), pair, slack);
           });
}

}  // namespace

void dropRedundant(const SurfacePair& pair, const ActiveTriangles& active, const TriangleFeatures& features,
                   SurfaceContacts& contacts) {
    if (contacts.size() < 2) {
        return;
    }
    // From the shallowest on: what is dropped is freed by a contact that stays.
    InlineList<SurfaceContact*, SurfaceContacts::kCapacity> sorted, dropped;
    for (SurfaceContact& contact : contacts) {
        sorted.add(&contact);
    }
    std::sort(sorted.begin(), sorted.end(), [](const SurfaceContact* p, const SurfaceContact* q) {
        return std::tuple(-p->separation(), p) < std::tuple(-q->separation(), q);
    });
    const auto isDropped = [&](const SurfaceContact* contact) {
        return std::find(dropped.begin(), dropped.end(), contact) != dropped.end();
    };
    for (SurfaceContact* const contact : sorted) {
        for (SurfaceContact* const* other = sorted.begin(); *other != contact; ++other) {
            const double most = std::max(0.0, -kMuchLonger * (*other)->separation()) + pair.tolerance();
            if (-contact->separation() > most && !isDropped(*other) &&
                freesTrianglesOf(pair, active, features, contacts, *contact, **other)) {
                dropped.add(contact);
                break;
            }
        }
    }
    std::sort(dropped.begin(), dropped.end());
    for (SurfaceContact* const* last = dropped.end(); last != dropped.begin();) {
        contacts.erase(*--last);
    }
}

namespace {

/// A triangle that the body touches and that no contact frees.
struct Uncovered {
    std::uint32_t triangle;
    double separation;
};

/// The separation of a triangle that is not certainly freed by contacts; nothing if it needs no contact.
std::optional<double> uncoveredSeparation(const SurfacePair& pair, const LazyFeatureSearch& search,
                                          SurfaceContacts& contacts, const ContactTriangle& triangle,
                                          double atLeast) {
    if (std::any_of(contacts.begin(), contacts.end(),
                    [&](const SurfaceContact& contact) { return contact.frees(triangle, pair); })) {
        return std::nullopt;
    }
    // The deepest contact covers triangles whose push is no longer than its own, unless a contact along their
    // normal exists and does not overlap them. That does not happen for a sphere: it touches a triangle where
    // that is closest, or a neighbor is closer.
    const double deepest = contacts.deepest() - pair.tolerance();
    const SurfaceContact* const own = contacts.along(triangle.outward, kWithinPatch);
    const bool coversAll = !own || pair.body().isPoint();
    if (coversAll && atLeast >= deepest) {
        return std::nullopt;
    }
    atLeast = std::max(atLeast, search->separationOverFaces(triangle));
    if (atLeast > pair.margin() + pair.tolerance()) {  // the triangle's corners may be floats
        return std::nullopt;
    }
    const auto isHidden = [&] { return coversAll || IncidentFace(pair, own->outward()).overlaps(triangle); };
    if (atLeast >= deepest && isHidden()) {
        return std::nullopt;
    }
    const Separation exact = pair.separationOf(triangle.number);
    const bool mayHide = atLeast < deepest && exact.separation >= deepest;
    return !pair.isTouched(exact) || (mayHide && isHidden()) ? std::nullopt : std::optional(exact.separation);
}

/// Returns the triangles of a batch out of which no contact pushes the body. Leaves out the triangles of a
/// patch that the body touches with one face only. Deeper triangles of the same normal are no part of it.
detail::TriangleSet uncoveredOf(const SurfacePair& pair, const SurfaceContacts& contacts,
                                const detail::ActiveBatch& batch) {
    detail::TriangleSet open = batch.active;
    for (const SurfaceContact& contact : contacts) {
        open &= ~contact.freed(batch, pair);
        const bool isExact = -contact.separation() * (1.0 - kSamePatch) <= pair.tolerance();
        if (contact.hidesBody() && isExact) {
            detail::Directions normal;
            normal.add(glm::vec3(contact.outward()));
            const double least = contact.separation() - pair.tieOf(contact.separation());
            open &= ~detail::facingMost(batch, normal, 0, float(kWithinPatch), static_cast<float>(least));
        }
    }
    return open;
}

/// The push along a normal until the body leaves a triangle, and where it touches then; nothing if it does
/// not come closer than the margin. Unlike the push of SurfaceContact::frees(), it is no longer than needed:
/// the body's lowest point may hang beside the triangle.
std::optional<FeaturePush> leavingPush(const SurfacePair& pair, const ContactTriangle& triangle,
                                       const glm::dvec3& outward) {
    const detail::SurfaceTriangle shape{triangleOf(pair.surface(), triangle.number), sidesOf(pair.surface())};
    const auto& [a, b, c] = triangle.corners;
    // Back from a position where the body is certainly off the triangle.
    const double clear = std::max(kClear * pair.body().boundingRadius(),
                                  kLeastClear * (glm::length(b - a) + glm::length(c - a)));
    const double away = highestAlong(triangle.corners, outward) - pair.lowestAlong(outward) + clear;
    const double length = away + pair.margin() + clear;
    ConvexProxy start(shape, pair.frame().bInPair);
    start.move(-away * outward);
    Separation apart;
    apart.normalAToB = -outward;
    const auto hit = linearCast(pair.body(), start, length * outward, apart);
    if (!hit) {
        return std::nullopt;
    }
    const double separation = hit->fraction * length - away;
    if (!(separation < pair.margin() + pair.rounding())) {
        return std::nullopt;
    }
    const glm::dvec3 onSurface = hit->contact.points->onB - separation * outward;
    const std::uint64_t id = contactId(vertexCode(pair.body().support(-outward)), faceCode(triangle.number));
    return FeaturePush{outward, separation, 1, {{{onSurface, separation, id}, {}}}};
}

/// Adds a contact along the normal of a triangle if no allowed push is much shorter: the shortest push leads
/// over an edge behind which the surface continues. The patch of the triangle gives the points.
/// @return whether the triangle has a contact now
bool coverAlongNormal(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                      SurfaceContacts& contacts, const ContactTriangle& triangle, const Separation& exact) {
    if (!(exact.separation < -pair.tolerance()) ||
        !search->leadsIntoNeighbor(triangle, exact.separation * exact.normalAToB)) {
        return false;
    }
    const auto leaving = leavingPush(pair, triangle, triangle.outward);
    const double least = leaving ? leaving->separation / kLongPush : 0.0;
    if (!leaving || search->pushesOf(triangle, least).best > least) {
        return false;
    }
    Patches patches(pair);
    patches.add({glm::vec3(triangle.outward), static_cast<float>(pair.separationFromPlane(triangle)),
                 triangle.number});
    addPatchContacts(pair, active, patches, contacts);
    SurfaceContact* const contact = contacts.along(triangle.outward, kSamePatch);
    if (contact && contact->frees(triangle, pair)) {
        contact->setTriangle(
            triangle.number);  // its deepest point may lie on one that the body does not touch
    } else {
        contacts.addFacing(leaving->outward, leaving->points(), leaving->separation, triangle.number);
    }
    return true;
}

/// Adds a contact for a triangle: over one of its edges or vertices if that push is not much longer than the
/// shortest, or along its normal, or otherwise, deep in a soup, the shortest push.
void cover(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
           SurfaceContacts& contacts, const ContactTriangle& triangle) {
    const Separation exact = pair.separationOf(triangle.number);
    auto shortest = leavingPush(pair, triangle, -exact.normalAToB);
    if (!shortest) {
        return;
    }
    double& separation = shortest->separation;
    if (std::abs(separation - exact.separation) < pair.rounding()) {
        separation = exact.separation;
    }
    // The exact separation has decided that they touch: rounding of this one does not.
    separation = std::min(separation, double(std::nextafter(pair.options().margin, -1.0f)));
    shortest->facing[0].separation = separation;
    const TrianglePushes pushes =
        search->pushesOf(triangle, std::min(kLongPush * separation, separation) - pair.bias());
    const bool isDeep = separation < contacts.deepest() - pair.tolerance();
    const bool hasTouching = pushes.touching && pushes.touching->separation < pair.margin();
    if (!hasTouching && !isDeep) {
        return;
    }
    if (hasTouching || !coverAlongNormal(pair, active, search, contacts, triangle, exact)) {
        const FeaturePush& push = hasTouching ? *pushes.touching : *shortest;
        contacts.addFacing(push.outward, push.points(), push.separation, triangle.number);
    }
}

}  // namespace

void coverTriangles(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                    SurfaceContacts& contacts) {
    InlineList<Uncovered, SurfaceContacts::kCapacity> uncovered;
    const auto isShallower = [](const Uncovered& p, const Uncovered& q) {
        return std::tie(p.separation, p.triangle) < std::tie(q.separation, q.triangle);
    };
    active.forEachBatch([&](const detail::ActiveBatch& batch) {
        detail::forEachIn(uncoveredOf(pair, contacts, batch), [&](std::uint32_t index) {
            const ContactTriangle triangle = pair.triangle(batch, index);
            const double atLeast =
                double(batch.separation[index]) - pair.roundingOf(batch, index) - pair.tolerance();
            const auto separation = uncoveredSeparation(pair, search, contacts, triangle, atLeast);
            if (!separation) {
                return;
            }
            const Uncovered here{triangle.number, *separation};
            if (!uncovered.isFull()) {
                uncovered.add(here);
                return;
            }
            Uncovered* const last = std::max_element(uncovered.begin(), uncovered.end(), isShallower);
            *last = isShallower(here, *last) ? here : *last;
        });
    });
    std::sort(uncovered.begin(), uncovered.end(), isShallower);
    for (const Uncovered& here : uncovered) {
        const ContactTriangle triangle = pair.triangle(here.triangle);
        if (uncoveredSeparation(pair, search, contacts, triangle, here.separation)) {
            cover(pair, active, search, contacts, triangle);
        }
    }
}

void completeDepths(const SurfacePair& pair, SurfaceContacts& contacts) {
    for (SurfaceContact& contact : contacts) {
        const ContactTriangle triangle = pair.triangle(contact.triangle());
        if (contact.separation() >= 0.0 || contact.hidesBody() || contact.frees(triangle, pair)) {
            continue;
        }
        const auto push = leavingPush(pair, triangle, contact.outward());
        if (push && push->separation < contact.separation() - pair.tolerance()) {
            contacts.addFacing(push->outward, push->points(), push->separation, triangle.number);
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
