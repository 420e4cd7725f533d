#include "narrowphase/pair/pair_frame.hpp"

#include "narrowphase/pair/visit_shape.hpp"

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

glm::dvec3 middleOf(ShapeRef shape) noexcept {
    return visitShape(
        shape, [](const Sphere& sphere) { return glm::dvec3(sphere.center); },
        [](const Capsule& capsule) { return 0.5 * (glm::dvec3(capsule.start) + glm::dvec3(capsule.end)); },
        [](const Box& box) { return glm::dvec3(box.center); },
        [](const ConvexHull& hull) { return glm::dvec3(hull.boundingSphere().center); },
        [](const auto&) { return glm::dvec3(0.0); });
}

PairHalfSpace::PairHalfSpace(const HalfSpace& halfSpace, const RigidTransform& toPair)
    : normal(toPair.rotation * glm::normalize(glm::dvec3(halfSpace.normal))),
      offset(static_cast<double>(halfSpace.offset) + glm::dot(normal, toPair.translation)) {}

}  // namespace sat3d::SAT3D_ABI
