#include "narrowphase/surface/contact/surface_contact.hpp"

#include "narrowphase/surface/contact/surface_thresholds.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI {

double SurfaceContacts::deepest() const {
    double deepest = std::numeric_limits<double>::infinity();
    for (const SurfaceContact& contact : contacts_) {
        deepest = std::min(deepest, contact.separation());
    }
    return deepest;
}

SurfaceContact* SurfaceContacts::along(const glm::dvec3& outward, double cosine) {
    SurfaceContact* best = nullptr;
    for (SurfaceContact& contact : contacts_) {
        const double here = glm::dot(contact.outward(), outward);
        if (here > cosine) {
            cosine = here;
            best = &contact;
        }
    }
    return best;
}

TriangleSet SurfaceContacts::notFreed(const ActiveBatch& batch, TriangleSet triangles) const {
    for (const SurfaceContact& contact : contacts_) {
        triangles &= ~contact.freed(batch);
    }
    return triangles;
}

void SurfaceContacts::addOrReplace(const SurfaceContact& contact) {
    if (SurfaceContact* const former = along(contact.outward(), kSamePatch)) {
        *former = contact;
    } else {
        addDeepest(contact);
    }
}

/// @return null if all others are deeper
SurfaceContact* SurfaceContacts::addDeepest(const SurfaceContact& contact) {
    return addOrReplaceLast(contacts_, contact, [](const SurfaceContact& p, const SurfaceContact& q) {
        return p.separation() < q.separation();
    });
}

SurfaceContact* SurfaceContacts::add(const SurfacePush& push) {
    if (!(push.separation < pair_.margin())) {
        return nullptr;
    }
    SurfaceContact* contact = along(push.outward, kSamePatch);
    // The depth along a slightly different normal is less.
    if (!contact ||
        -push.separation * (1.0 - glm::dot(contact->outward(), push.outward)) > pair_.tolerance()) {
        SurfaceContact fresh(pair_, push.outward);
        fresh.setDeepest(push.separation, push.triangle);
        contact = addDeepest(fresh);
    }
    if (!contact) {
        return nullptr;
    }
    ContactPoints all(contact->outward());
    for (const ManifoldPoint& point : contact->points()) {
        all.add(point);
    }
    const double cosine = std::min(1.0, glm::dot(contact->outward(), push.outward));
    for (const FacingPoint& point : push.points()) {
        const double here = cosine * point.separation;
        if (here < pair_.margin()) {
            all.add({point.onSurface + point.separation * push.outward - 0.5 * here * contact->outward(),
                     here, point.id});
            if (here < contact->separation()) {
                contact->setDeepest(here, push.triangle);
            }
        }
    }
    contact->setPoints(all.chosen(pair_.tieOf(all.deepest())));
    return contact;
}

TriangleSet SurfaceContact::freed(const ActiveBatch& batch) const {
    const glm::vec3 outward(outward_);
    const TriangleSet set = below(batch, outward, static_cast<float>(level() + pair_->tolerance()));
    return pair_->isOneSided() ? set & inFrontAfter(batch, glm::vec3(push())) : set;
}

const Separation& SurfaceContact::exactSeparation() {
    if (!exact_) {
        const ManifoldPoint* const deepest = std::min_element(
            points_.data(), points_.data() + pointCount_,
            [](const ManifoldPoint& p, const ManifoldPoint& q) { return p.separation < q.separation; });
        const double toCore = 0.5 * deepest->separation + pair_->body().convexRadius();
        exact_ = pair_->separationOf(triangle_, deepest->position + toCore * outward_, deepest->separation);
    }
    return *exact_;
}

}  // namespace sat3d::SAT3D_ABI
