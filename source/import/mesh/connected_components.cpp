#include "import/mesh/connected_components.hpp"

#include "geometry/primitives/connected_components.hpp"

namespace sat3d::SAT3D_ABI::importing {

std::vector<WeldedMesh> connectedComponents(const WeldedMesh& surface) {
    const ConnectedComponents found = sat3d::connectedComponents(
        surface.vertices.size(), surface.faceCount(), [&](std::size_t k) { return surface.face(k); });
    std::vector<WeldedMesh> parts(found.count);
    for (std::size_t vertex = 0; vertex < surface.vertices.size(); ++vertex) {
        parts[found.componentOf[vertex]].vertices.push_back(surface.vertices[vertex]);
    }
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        WeldedMesh& part = parts[found.componentOf[surface.face(k).front()]];
        for (const std::uint32_t vertex : surface.face(k)) {
            part.indices.push_back(found.indexInComponent[vertex]);
        }
        part.faceEndOffsets.push_back(static_cast<std::uint32_t>(part.indices.size()));
        part.faceTags.push_back(surface.faceTags[k]);
    }
    return parts;
}

}  // namespace sat3d::SAT3D_ABI::importing
