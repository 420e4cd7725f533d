#include "narrowphase/composite/child_traversal.hpp"

#include "math/componentwise.hpp"
#include "narrowphase/pair/visit_shape.hpp"

namespace sat3d::SAT3D_ABI {

Aabb boundsOf(ShapeRef shape, const RigidTransform& toFrame) noexcept {
    return visitShape(
        shape, [&](const auto& known) { return bounds(known, toFrame); },
        [](const detail::SurfaceTriangle&) { return Aabb{}; });  // never asked
}

Aabb boxAroundChildren(ShapeRef shape, const RigidTransform& toFrame) noexcept {
    const auto ofTree = [&](const Bvh& tree) {
        if (tree.nodes().empty()) {
            return Aabb{};
        }
        const glm::dvec3 lower(tree.nodes()[0].box.lower), upper(tree.nodes()[0].box.upper);
        const glm::dmat3& axes = toFrame.rotation;
        const glm::dvec3 center = axes * (0.5 * (lower + upper)) + toFrame.translation;
        const glm::dvec3 half =
            glm::dmat3(absOf(axes[0]), absOf(axes[1]), absOf(axes[2])) * (0.5 * (upper - lower));
        return Aabb::around(center - half, center + half);
    };
    switch (shape.kind()) {
        case ShapeRef::Kind::Compound:
            return ofTree(shape.compound().tree());
        case ShapeRef::Kind::TriangleMesh:
            return ofTree(shape.mesh().data().tree);
        default:
            return boundsOf(shape, toFrame);
    }
}

}  // namespace sat3d::SAT3D_ABI
