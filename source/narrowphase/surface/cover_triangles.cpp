#include "core/shell_sort.hpp"
#include "narrowphase/surface/contact/incident_face.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/contact_draft.hpp"
#include "narrowphase/surface/patch_contacts.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// A triangle that the body touches and that no contact frees.
struct Uncovered {
    std::uint32_t triangle;
    double separation;
};
using UncoveredList = InlineList<Uncovered, SurfaceContacts::kCapacity>;

/// The separation of a triangle that is not certainly freed by contacts; nothing if it needs no contact.
std::optional<double> uncoveredSeparation(ContactDraft& draft, const ContactTriangle& triangle,
                                          double atLeast) {
    const SurfacePair& pair = draft.pair;
    if (std::any_of(draft.contacts.begin(), draft.contacts.end(),
                    [&](const SurfaceContact& contact) { return contact.frees(triangle); })) {
        return std::nullopt;
    }
    // The deepest contact covers triangles whose push is no longer than its own, unless a contact along their
    // normal exists and does not overlap them. That does not happen for a sphere: it touches a triangle where
    // that is closest, or a neighbor is closer.
    const double deepest = draft.contacts.deepest() - pair.tolerance();
    const SurfaceContact* const own = draft.contacts.along(triangle.outward, kWithinPatch);
    const bool coversAll = !own || pair.body().isPoint();
    if (coversAll && atLeast >= deepest) {
        return std::nullopt;
    }
    atLeast = std::max(atLeast, draft.pushes().separationOverFaces(triangle));
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
TriangleSet uncoveredOf(const ContactDraft& draft, const ActiveBatch& batch) {
    const SurfacePair& pair = draft.pair;
    TriangleSet open = draft.contacts.notFreed(batch, batch.active);
    for (const SurfaceContact& contact : draft.contacts) {
        const bool isExact = -contact.separation() * (1.0 - kSamePatch) <= pair.tolerance();
        if (contact.hidesBody() && isExact) {
            Directions normal;
            normal.add(glm::vec3(contact.outward()));
            const double least = contact.separation() - pair.tieOf(contact.separation());
            open &= ~facingMost(batch, normal, 0, float(kWithinPatch), static_cast<float>(least));
        }
    }
    return open;
}

/// Finds the triangles that need a contact, the deepest first; if there are too many, the deepest.
void findUncovered(ContactDraft& draft, UncoveredList& uncovered) {
    const auto isDeeper = [](const Uncovered& p, const Uncovered& q) {
        return std::tie(p.separation, p.triangle) < std::tie(q.separation, q.triangle);
    };
    draft.active.forEachBatch([&](const ActiveBatch& batch) {
        forEachIn(uncoveredOf(draft, batch), [&](std::uint32_t index) {
            const double atLeast = double(batch.separation[index]) - draft.pair.roundingOf(batch, index) -
                                   draft.pair.tolerance();
            if (const auto separation =
                    uncoveredSeparation(draft, draft.pair.triangle(batch, index), atLeast)) {
                addOrReplaceLast(uncovered, Uncovered{batch.numbers[index], *separation}, isDeeper);
            }
        });
    });
    shellSort(uncovered, isDeeper);
}

/// The push along a normal until the body leaves a triangle, and where it touches then; nothing if it does
/// not come closer than the margin. Unlike the push of SurfaceContact::frees(), it is no longer than needed:
/// the body's lowest point may hang beside the triangle.
std::optional<SurfacePush> leavingPush(const SurfacePair& pair, const ContactTriangle& triangle,
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
    return SurfacePush{outward, separation, triangle.number, 1, {{{onSurface, separation, id}, {}}}};
}

/// The shortest push off a triangle, by its exact separation: that has decided that the body touches it, and
/// rounding of the way back does not.
std::optional<SurfacePush> shortestPush(const SurfacePair& pair, const ContactTriangle& triangle,
                                        const Separation& exact) {
    auto push = leavingPush(pair, triangle, -exact.normalAToB);
    if (push) {
        const bool isExact = std::abs(push->separation - exact.separation) < pair.rounding();
        push->separation = std::min(isExact ? exact.separation : push->separation,
                                    double(std::nextafter(pair.options().margin, -1.0f)));
        push->facing[0].separation = push->separation;
    }
    return push;
}

/// Adds a contact along the normal of a triangle if no allowed push is much shorter: the shortest push leads
/// over an edge behind which the surface continues. The patch of the triangle gives the points.
/// @return whether the triangle has a contact now
bool coverAlongNormal(ContactDraft& draft, const ContactTriangle& triangle, const Separation& exact) {
    const SurfacePair& pair = draft.pair;
    if (!(exact.separation < -pair.tolerance() - pair.rounding()) ||
        !draft.pushes().leadsIntoNeighbor(triangle, exact.separation * exact.normalAToB)) {
        return false;
    }
    const auto leaving = leavingPush(pair, triangle, triangle.outward);
    const double least = leaving ? leaving->separation / kLongPush : 0.0;
    if (!leaving || draft.pushes().pushesOf(triangle, least).best > least) {
        return false;
    }
    const Patch patch{glm::vec3(triangle.outward), static_cast<float>(pair.separationFromPlane(triangle)),
                      triangle.number};
    addPatchContacts(draft, {&patch, 1});
    SurfaceContact* const contact = draft.contacts.along(triangle.outward, kSamePatch);
    if (contact && contact->frees(triangle)) {
        contact->setTriangle(
            triangle.number);  // its deepest point may lie on one that the body does not touch
    } else {
        draft.contacts.add(*leaving);
    }
    return true;
}

/// Adds a contact for a triangle: over one of its edges or vertices if that push is not much longer than the
/// shortest. If no contact is as deep, otherwise along its normal or, deep in a soup, along the shortest
/// push.
void cover(ContactDraft& draft, const ContactTriangle& triangle) {
    const SurfacePair& pair = draft.pair;
    const Separation exact = pair.separationOf(triangle.number);
    const auto shortest = shortestPush(pair, triangle, exact);
    if (!shortest) {
        return;
    }
    const double separation = shortest->separation;
    const double least = std::min(kLongPush * separation, separation) - pair.bias();
    const auto overFeature = draft.pushes().pushesOf(triangle, least).touching;
    if (overFeature && overFeature->separation < pair.margin()) {
        draft.contacts.add(*overFeature);
    } else if (separation < draft.contacts.deepest() - pair.tolerance() &&
               !coverAlongNormal(draft, triangle, exact)) {
        draft.contacts.add(*shortest);
    }
}

/// Adds the point where the body leaves a contact's triangle, if the contact's points are less deep. This
/// happens if the body touches the triangle with more than one face.
void completeDepths(ContactDraft& draft) {
    for (const SurfaceContact& contact : draft.contacts) {
        const ContactTriangle triangle = draft.pair.triangle(contact.triangle());
        if (contact.separation() >= 0.0 || contact.hidesBody() || contact.frees(triangle)) {
            continue;
        }
        const auto push = leavingPush(draft.pair, triangle, contact.outward());
        if (push && push->separation < contact.separation() - draft.pair.tolerance()) {
            draft.contacts.add(*push);
        }
    }
}

}  // namespace

void coverTriangles(ContactDraft& draft) {
    if (draft.isCovered) {
        return;
    }
    UncoveredList uncovered;
    findUncovered(draft, uncovered);
    for (const Uncovered& here : uncovered) {
        const ContactTriangle triangle = draft.pair.triangle(here.triangle);
        if (uncoveredSeparation(draft, triangle, here.separation)) {  // the deeper ones have contacts now
            cover(draft, triangle);
        }
    }
    completeDepths(draft);
}

}  // namespace sat3d::SAT3D_ABI
