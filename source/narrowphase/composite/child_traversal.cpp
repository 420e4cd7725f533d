#include "narrowphase/composite/child_traversal.hpp"

namespace sat3d::inline SAT3D_ABI {

Aabb boundsOf(detail::ShapeRef shape, const RigidTransform& toFrame) noexcept {
    using Kind = detail::ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
            return bounds(shape.sphere(), toFrame);
        case Kind::Capsule:
            return bounds(shape.capsule(), toFrame);
        case Kind::Box:
            return bounds(shape.box(), toFrame);
        case Kind::ConvexHull:
            return bounds(shape.hull(), toFrame);
        default:
            return bounds(shape.halfSpace(), toFrame);
    }
}

std::uint32_t tagOf(detail::ShapeRef surface, std::uint32_t triangle) noexcept {
    return surface.kind() == detail::ShapeRef::Kind::TriangleMesh
               ? surface.mesh().tags()[triangle]
               : surface.heightField().tags()[triangle / 2];
}

std::array<std::uint32_t, 3> cornersOf(detail::ShapeRef surface, std::uint32_t triangle) noexcept {
    if (surface.kind() == detail::ShapeRef::Kind::TriangleMesh) {
        const detail::MeshData& mesh = surface.mesh().data();
        const std::uint32_t* corner = &mesh.indices[3 * std::size_t{triangle}];
        return {mesh.sameVertex[corner[0]], mesh.sameVertex[corner[1]], mesh.sameVertex[corner[2]]};
    }
    const std::uint32_t columns = surface.heightField().columns(), cell = triangle / 2;
    const std::uint32_t first = cell + cell / (columns - 1), opposite = first + columns + 1;
    return triangle % 2 == 0 ? std::array{first, first + 1, opposite}
                             : std::array{first, opposite, first + columns};
}

}  // namespace sat3d::inline SAT3D_ABI
