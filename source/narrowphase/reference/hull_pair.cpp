#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

/// The vector from A's center to B's center, in A's axes.
glm::dvec3 betweenCenters(const Polytope& a, const Polytope& b, const RigidTransform& bInA) noexcept {
    return bInA.rotation * glm::dvec3(b.boundingSphere.center) + bInA.translation -
           glm::dvec3(a.boundingSphere.center);
}

}  // namespace

HullsInPairFrame::HullsInPairFrame(const Polytope& polytopeA, const Polytope& polytopeB,
                                   const RigidTransform& bInA)
    : a(polytopeA), b(polytopeB), rotationB(bInA.rotation) {
    const glm::dvec3 centerA{a.boundingSphere.center};
    verticesA.reserve(a.vertices.size());
    for (const glm::vec3& vertex : a.vertices) {
        verticesA.push_back(glm::dvec3(vertex) - centerA);
    }
    const glm::dvec3 centerB{b.boundingSphere.center};
    const glm::dvec3 offset = betweenCenters(a, b, bInA);
    verticesB.reserve(b.vertices.size());
    for (const glm::vec3& vertex : b.vertices) {
        verticesB.push_back(rotationB * (glm::dvec3(vertex) - centerB) + offset);
    }
}

double HullsInPairFrame::size() const noexcept {
    return 0.5 * (double(a.boundingSphere.radius) + double(b.boundingSphere.radius));
}

double HullsInPairFrame::separationAlong(const glm::dvec3& normalAToB) const noexcept {
    return intervalAlong<3>(normalAToB, verticesB).min - intervalAlong<3>(normalAToB, verticesA).max;
}

SphereSeparation sphereSeparation(const Polytope& a, const Polytope& b, const RigidTransform& bInA) noexcept {
    const glm::dvec3 between = betweenCenters(a, b, bInA);
    const double distance = glm::length(between);
    SAT3D_ASSERT(std::isfinite(distance), "poses must be finite, with positions within 1e15 m");
    const double radii = double(a.boundingSphere.radius) + double(b.boundingSphere.radius);
    return {distance - radii, distance > 0.0 ? between / distance : glm::dvec3(0.0)};
}

std::optional<Penetration> toPenetration(const glm::dvec3& normalInWorld, double separation,
                                         const FeaturePair& features) {
    if (!(separation < 0.0)) {
        return std::nullopt;
    }
    return Penetration{glm::vec3(normalInWorld), static_cast<float>(-separation), features, {}};
}

}  // namespace sat3d::SAT3D_ABI
