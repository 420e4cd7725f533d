#include "shapes/baked/baked_mesh.hpp"

#include "shapes/baked/baked_physics.hpp"

#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

void writeMesh(BakedWriter& writer, const TriangleMesh& mesh) {
    writer.number(static_cast<std::uint8_t>(mesh.sides()));
    writer.number(static_cast<std::uint32_t>(mesh.vertices().size()));
    writer.number(mesh.triangleCount());
    for (const glm::vec3& vertex : mesh.vertices()) {
        writer.vector(vertex);
    }
    writer.indices(mesh.indices());
    writer.indices(mesh.tags());
}

std::optional<TriangleMesh> readMesh(BakedReader& reader) {
    MeshOptions options;
    options.sides = readEnumeration(reader, Sides::Both);
    const std::uint32_t vertexCount = reader.count(3 * sizeof(float));
    const std::uint32_t triangleCount = reader.count(4);  // three indices and a tag, one byte each
    std::vector<glm::vec3> vertices(vertexCount);
    reader.vectors(vertices);
    const std::vector<std::uint32_t> indices = reader.indices(std::size_t{3} * triangleCount, vertexCount);
    const std::vector<std::uint32_t> tags =
        reader.indices(triangleCount, std::numeric_limits<std::uint32_t>::max());
    if (reader.failed()) {
        return std::nullopt;
    }
    options.tags = tags;
    Result<TriangleMesh, MeshError> mesh = TriangleMesh::fromTriangles(vertices, indices, options);
    if (!mesh) {
        reader.fail(mesh.error().message);
        return std::nullopt;
    }
    return *std::move(mesh);
}

}  // namespace sat3d::SAT3D_ABI
