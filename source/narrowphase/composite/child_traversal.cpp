#include "narrowphase/composite/child_traversal.hpp"

#include "narrowphase/pair/visit_shape.hpp"

namespace sat3d::inline SAT3D_ABI {

Aabb boundsOf(ShapeRef shape, const RigidTransform& toFrame) noexcept {
    return visitShape(
        shape, [&](const auto& known) { return bounds(known, toFrame); },
        [](const detail::SurfaceTriangle&) { return Aabb{}; });  // never asked
}

}  // namespace sat3d::inline SAT3D_ABI
