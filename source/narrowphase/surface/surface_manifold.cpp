#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/surface/contact_draft.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// Makes an id unique among the contacts of a pair: a vertex of the body may touch two slopes. They are told
/// apart by the order of their normals along a slanted direction, as the order of the contacts may change
/// from frame to frame.
std::uint64_t uniqueId(const ContactDraft& draft, const SurfaceContact& contact, std::uint64_t id) {
    constexpr glm::dvec3 kSlanted(0.3819660, 0.6457513, 1.0);  // in the surface's frame
    const glm::dvec3 slanted = draft.pair.frame().bInPair.rotation * kSlanted;
    const double own = glm::dot(slanted, contact.outward());
    std::uint32_t number = 0;
    for (const SurfaceContact& other : draft.contacts) {
        const bool comesFirst = glm::dot(slanted, other.outward()) > own;
        const auto hasId = [&](const ManifoldPoint& point) { return point.id == id; };
        number += comesFirst && std::any_of(other.points().begin(), other.points().end(), hasId) ? 1 : 0;
    }
    return idWithin(number, id);
}

}  // namespace

DManifold manifoldOf(const ContactDraft& draft, SurfaceContact& contact) {
    const SurfacePair& pair = draft.pair;
    const PairFrame& frame = pair.frame();
    DManifold manifold;
    manifold.normal = frame.directionInWorld(-contact.outward());
    for (const ManifoldPoint& point : contact.points()) {
        manifold.pointArray[manifold.pointCount++] = {frame.pointInWorld<double>(point.position),
                                                      static_cast<float>(point.separation),
                                                      uniqueId(draft, contact, point.id)};
    }
    const Separation& exact = contact.exactSeparation();
    manifold.penetration = {frame.directionInWorld(exact.normalAToB),
                            pair.options().margin - static_cast<float>(exact.separation),
                            exact.features,
                            {pair.numberOfBody(), contact.triangle()}};
    manifold.faceTagA = tagToward(pair.body(), -contact.outward());
    manifold.faceTagB = tagOf(pair.surface(), contact.triangle());
    return manifold;
}

}  // namespace sat3d::SAT3D_ABI
