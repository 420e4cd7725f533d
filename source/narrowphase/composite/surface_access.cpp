#include "narrowphase/composite/surface_access.hpp"

#include <cstddef>

namespace sat3d::SAT3D_ABI {

std::uint32_t tagOf(ShapeRef surface, std::uint32_t triangle) noexcept {
    return surface.kind() == ShapeRef::Kind::TriangleMesh ? surface.mesh().tags()[triangle]
                                                          : surface.heightField().tags()[triangle / 2];
}

std::array<std::uint32_t, 3> verticesOf(ShapeRef surface, std::uint32_t triangle) noexcept {
    if (surface.kind() == ShapeRef::Kind::TriangleMesh) {
        const MeshData& mesh = surface.mesh().data();
        const std::uint32_t* index = &mesh.indices[3 * std::size_t{triangle}];
        return {mesh.sameVertex[index[0]], mesh.sameVertex[index[1]], mesh.sameVertex[index[2]]};
    }
    const std::uint32_t columns = surface.heightField().columns(), cell = triangle / 2;
    const std::uint32_t first = cell + cell / (columns - 1), opposite = first + columns + 1;
    return triangle % 2 == 0 ? std::array{first, first + 1, opposite}
                             : std::array{first, opposite, first + columns};
}

}  // namespace sat3d::SAT3D_ABI
