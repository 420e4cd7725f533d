#include "geometry/hull_measures/hull_mass.hpp"
#include "shapes/convex_hull/distinct_directions.hpp"
#include "shapes/convex_hull/enclosing_sphere.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

ArenaVector<glm::dvec3> faceNormals(const HullView& mesh, Arena& arena) {
    ArenaVector<glm::dvec3> normals(arena);
    normals.reserve(mesh.faces.size());
    for (const HullMesh::Face& face : mesh.faces) {
        normals.push_back(face.plane.normal);
    }
    return normals;
}

ArenaVector<glm::dvec3> edgeDirections(const HullView& mesh, Arena& arena) {
    ArenaVector<glm::dvec3> directions(arena);
    directions.reserve(mesh.edges.size());
    for (std::uint32_t edge = 0; edge < mesh.edges.size(); ++edge) {
        directions.push_back(edgeDirection(mesh, edge));
    }
    return directions;
}

/// FNV-1a, a word at a time.
class Hash {
public:
    void add(std::uint32_t word) { value_ = (value_ ^ word) * 0x100000001b3u; }
    void add(float value) { add(std::bit_cast<std::uint32_t>(value + 0.0f)); }  // -0 equals 0
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::uint64_t contentHashOf(const HullView& mesh) {
    Hash hash;
    hash.add(static_cast<std::uint32_t>(mesh.vertices.size()));
    for (const glm::vec3& vertex : mesh.vertices) {
        hash.add(vertex.x);
        hash.add(vertex.y);
        hash.add(vertex.z);
    }
    for (const HullMesh::Face& face : mesh.faces) {
        hash.add(face.vertexCount);
    }
    for (const std::uint32_t vertex : mesh.loops) {
        hash.add(vertex);
    }
    return hash.value();
}

}  // namespace

std::shared_ptr<HullData> HullData::withTags(const std::shared_ptr<const HullData>& data,
                                             std::span<const std::uint32_t> tags) {
    const auto copy = std::make_shared<HullData>(*data);
    if (copy->sharedArrays_ == nullptr) {
        copy->sharedArrays_ = data;
    }
    copy->otherTags_ = std::make_shared<std::vector<std::uint32_t>>(tags.begin(), tags.end());
    copy->faceTags = *copy->otherTags_;
    return copy;
}

std::shared_ptr<HullData> bakeHull(const HullMesh& mesh, const HullOptions& options) {
    Arena arena;
    const ArenaVector<glm::dvec3> normals = distinctDirections(faceNormals(mesh, arena), arena);
    const ArenaVector<glm::dvec3> directions = distinctDirections(edgeDirections(mesh, arena), arena);
    const KernelOrder order = kernelOrderOf(mesh, arena);
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    const auto [data, arrays] = newHull(
        {count(mesh.vertices), count(mesh.faces), count(mesh.edges), count(normals), count(directions)});
    std::ranges::copy(mesh.vertices, arrays.vertices.begin());
    std::ranges::copy(mesh.sourceIndices, arrays.sourceIndices.begin());
    std::ranges::copy(mesh.faces, arrays.faces.begin());
    std::ranges::copy(mesh.loops, arrays.loops.begin());
    std::ranges::copy(mesh.edges, arrays.edges.begin());
    std::ranges::fill(arrays.faceTags, 0u);
    std::ranges::copy(normals, arrays.distinctNormals.begin());
    std::ranges::copy(directions, arrays.distinctEdgeDirections.begin());
    std::ranges::copy(order.faceIds, arrays.kernel.faceIds.begin());
    std::ranges::copy(order.edgeIds, arrays.kernel.edgeIds.begin());
    data->mesh.maxOutside = mesh.maxOutside;
    data->mesh.maxFaceThickness = mesh.maxFaceThickness;
    data->options = options;
    data->boundingSphere = enclosingSphere(mesh.vertices);
    data->massProperties = massProperties(mesh);
    data->contentHash = contentHashOf(data->mesh);
    layOutKernel(data->mesh, data->massProperties.centroid, order.facePositions, arrays.kernel, data->kernel);
    return data;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
