#pragma once

/// @file
/// Bodies in hashes and snapshots.

#include "response/motion/visit_numbers.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/material.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// What a body has besides its numbers, as bits.
struct BodyExtras {
    static constexpr std::uint8_t kFollowsPose = 1, kSurfaces = 2, kLocks = 4, kLimits = 8, kParts = 16;
};

template <class Visit>
void visitMaterial(const Visit& visit, Material& material) {
    visit(material.friction);
    visit(material.restitution);
    visit(material.rollingResistance);
    std::uint32_t none = 0;
    visitRule(visit, material.frictionCombine, material.id);
    visitRule(visit, material.restitutionCombine, none);
}

/// Whether the rules of a material that was read are none of CombineMode.
[[nodiscard]] inline bool hasBadRule(const Material& material) {
    return material.frictionCombine > CombineMode::Multiply ||
           material.restitutionCombine > CombineMode::Multiply;
}

template <class Visit>
void visitLocks(const Visit& visit, LockedAxes& locked) {
    for (bool* lock :
         {&locked.moveX, &locked.moveY, &locked.moveZ, &locked.turnX, &locked.turnY, &locked.turnZ}) {
        visitFlag(visit, *lock);
    }
}
template <class Visit>
void visitLocks(const Visit& visit, PlanarLockedAxes& locked) {
    for (bool* lock : {&locked.moveX, &locked.moveY, &locked.turn}) {
        visitFlag(visit, *lock);
    }
}

template <class Dimension>
[[nodiscard]] bool isLimited(const BasicBody<Dimension>& body) {
    return body.maxSpeed < BodyMass::kInfinite || body.maxAngularSpeed < BodyMass::kInfinite;
}

/// Visits the numbers of a body. See visit_numbers.hpp.
/// @param extras  BodyExtras that the caller visits
/// @return BodyExtras: what is to be visited besides
template <class Visit, class Dimension>
std::uint8_t visitBody(const Visit& visit, BasicBody<Dimension>& body, std::uint8_t extras) {
    visit(body.mass.mass);
    visitVector(visit, body.mass.center);
    visitInertia(visit, body.mass.inertia);
    visitVector(visit, body.velocity);
    visitSpin(visit, body.angularVelocity);
    visitMaterial(visit, body.material);
    visitVector(visit, body.surfaceVelocity);
    visit(body.gravityFactor);
    visit(body.linearDamping);
    visit(body.angularDamping);
    visitFlag(visit, body.canSleep);
    extras = static_cast<std::uint8_t>(extras | (body.followsPose ? BodyExtras::kFollowsPose : 0) |
                                       (!body.surfaces.empty() ? BodyExtras::kSurfaces : 0) |
                                       (body.locked != decltype(body.locked){} ? BodyExtras::kLocks : 0) |
                                       (isLimited(body) ? BodyExtras::kLimits : 0));
    visit(extras);
    body.followsPose = (extras & BodyExtras::kFollowsPose) != 0;
    if ((extras & BodyExtras::kLocks) != 0) {
        visitLocks(visit, body.locked);
    }
    if ((extras & BodyExtras::kLimits) != 0) {
        visit(body.maxSpeed);
        visit(body.maxAngularSpeed);
    }
    return extras;
}

template <class Visit, class Dimension>
void visitSurface(const Visit& visit, BasicPartSurface<Dimension>& surface) {
    visit(surface.tag);
    visitMaterial(visit, surface.material);
    visitVector(visit, surface.velocity);
}

/// Writes the surfaces of a body that has some.
template <class Visit, class Dimension>
void writeSurfaces(const Visit& visit, const std::vector<BasicPartSurface<Dimension>>& surfaces) {
    visit(static_cast<std::uint32_t>(surfaces.size()));
    for (BasicPartSurface<Dimension> surface : surfaces) {
        visitSurface(visit, surface);
    }
}

/// Reads the surfaces of a body that has some.
/// @return whether their numbers are among those of an enumeration
template <class Source, class Visit, class Dimension>
[[nodiscard]] bool readSurfaces(Source& source, const Visit& visit,
                                std::vector<BasicPartSurface<Dimension>>& surfaces) {
    std::uint32_t count = 0;
    visit(count);
    while (surfaces.size() < count && !source.hasFailed()) {
        visitSurface(visit, surfaces.emplace_back());
        if (hasBadRule(surfaces.back().material)) {
            return false;
        }
    }
    return true;
}

}  // namespace sat3d::SAT3D_ABI
