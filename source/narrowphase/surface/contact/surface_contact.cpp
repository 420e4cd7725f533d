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

void SurfaceContacts::addOrReplace(const SurfaceContact& contact) {
    if (SurfaceContact* const former = along(contact.outward(), kSamePatch)) {
        *former = contact;
    } else {
        add(contact);
    }
}

/// @return null if all others are deeper
SurfaceContact* SurfaceContacts::add(const SurfaceContact& contact) {
    if (!contacts_.isFull()) {
        return &contacts_.add(contact);
    }
    SurfaceContact* const shallowest = std::max_element(
        contacts_.begin(), contacts_.end(),
        [](const SurfaceContact& p, const SurfaceContact& q) { return p.separation() < q.separation(); });
    if (!(contact.separation() < shallowest->separation())) {
        return nullptr;
    }
    *shallowest = contact;
    return shallowest;
}

SurfaceContact* SurfaceContacts::addFacing(const glm::dvec3& outward, std::span<const FacingPoint> points,
                                           double separation, std::uint32_t triangle) {
    if (!(separation < pair_.margin())) {
        return nullptr;
    }
    SurfaceContact* contact = along(outward, kSamePatch);
    // The depth along a slightly different normal is less.
    if (!contact || -separation * (1.0 - glm::dot(contact->outward(), outward)) > pair_.tolerance()) {
        SurfaceContact fresh(pair_, outward);
        fresh.setDeepest(separation, triangle);
        contact = add(fresh);
    }
    if (!contact) {
        return nullptr;
    }
    ContactPoints all(contact->outward());
    for (const ManifoldPoint& point : contact->points()) {
        all.add(point);
    }
    const double cosine = std::min(1.0, glm::dot(contact->outward(), outward));
    for (const FacingPoint& point : points) {
        const double here = cosine * point.separation;
        if (here < pair_.margin()) {
            all.add({point.onSurface + point.separation * outward - 0.5 * here * contact->outward(), here,
                     point.id});
            if (here < contact->separation()) {
                contact->setDeepest(here, triangle);
            }
        }
    }
    contact->setPoints(all.chosen(pair_.tieOf(all.deepest())));
    return contact;
}

detail::TriangleSet SurfaceContact::freed(const detail::ActiveBatch& batch, const SurfacePair& pair) const {
    const glm::vec3 outward(outward_);
    const detail::TriangleSet set =
        detail::below(batch, outward, static_cast<float>(level() + pair.tolerance()));
    return pair.isOneSided() ? set & detail::inFrontAfter(batch, glm::vec3(push())) : set;
}

const Separation& SurfaceContact::exactSeparation(const SurfacePair& pair) {
    if (!exact_) {
        const ManifoldPoint* const deepest = std::min_element(
            points_.data(), points_.data() + pointCount_,
            [](const ManifoldPoint& p, const ManifoldPoint& q) { return p.separation < q.separation; });
        const double toCore = 0.5 * deepest->separation + pair.body().convexRadius();
        exact_ = pair.separationOf(triangle_, deepest->position + toCore * outward_, deepest->separation);
    }
    return *exact_;
}

}  // namespace sat3d::SAT3D_ABI
