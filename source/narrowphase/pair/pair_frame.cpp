#include "narrowphase/pair/pair_frame.hpp"

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

glm::dvec3 middleOf(detail::ShapeRef shape) noexcept {
    using Kind = detail::ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
            return glm::dvec3(shape.sphere().center);
        case Kind::Capsule:
            return 0.5 * (glm::dvec3(shape.capsule().start) + glm::dvec3(shape.capsule().end));
        case Kind::Box:
            return glm::dvec3(shape.box().center);
        default:
            return glm::dvec3(shape.hull().boundingSphere().center);
    }
}

PairHalfSpace::PairHalfSpace(const HalfSpace& halfSpace, const RigidTransform& toPair)
    : normal(toPair.rotation * glm::normalize(glm::dvec3(halfSpace.normal))),
      offset(static_cast<double>(halfSpace.offset) + glm::dot(normal, toPair.translation)) {}

}  // namespace sat3d::inline SAT3D_ABI
