#include "core/hash.hpp"
#include "core/shared_count.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "shapes/convex_hull/distinct_directions.hpp"
#include "shapes/convex_hull/enclosing_sphere.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns `count` directions without those that are parallel to an earlier direction.
template <class DirectionOf>
ArenaVector<glm::dvec3> distinct(std::size_t count, const DirectionOf& directionOf, Arena& arena) {
    ArenaVector<glm::dvec3> directions(arena);
    directions.reserve(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        directions.push_back(directionOf(k));
    }
    return distinctDirections(directions, arena);
}

std::uint64_t contentHashOf(const HullView& mesh) {
    Fnv1a hash;
    hash.add(static_cast<std::uint32_t>(mesh.vertices.size()));
    for (const glm::vec3& vertex : mesh.vertices) {
        hash.add(vertex.x);
        hash.add(vertex.y);
        hash.add(vertex.z);
    }
    for (const HullMesh::Face& face : mesh.faces) {
        hash.add(face.vertexCount);
    }
    for (const std::uint32_t vertex : mesh.faceIndices) {
        hash.add(vertex);
    }
    return hash.value();
}

}  // namespace

detail::SharedData<HullData> HullData::withTags(const detail::SharedData<const HullData>& data,
                                                std::span<const std::uint32_t> tags) {
    const auto copy = makeShared<HullData>(*data);
    if (!copy->sharedArrays_) {
        copy->sharedArrays_ = data;
    }
    copy->otherTags_ = std::make_shared<std::vector<std::uint32_t>>(tags.begin(), tags.end());
    copy->faceTags = *copy->otherTags_;
    copy->findTags();
    return copy;
}

detail::SharedData<HullData> bakeHull(const HullMesh& mesh) {
    Arena arena;
    const ArenaVector<glm::dvec3> normals = distinct(
        mesh.faces.size(), [&](std::uint32_t k) { return mesh.faces[k].plane.normal; }, arena);
    const ArenaVector<glm::dvec3> directions = distinct(
        mesh.edges.size(), [&](std::uint32_t k) { return edgeDirection(mesh, k); }, arena);
    const KernelOrder order = kernelOrderOf(mesh, arena);
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    std::size_t loopEntries = 0;
    for (const HullMesh::Face& face : mesh.faces) {
        loopEntries += HullAdjacency::roomForLoop(face.vertexCount);
    }
    const auto [data, arrays] = newHull({count(mesh.vertices), count(mesh.faces), count(mesh.edges),
                                         count(normals), count(directions), loopEntries});
    std::ranges::copy(mesh.vertices, arrays.vertices.begin());
    std::ranges::copy(mesh.inputIndices, arrays.inputIndices.begin());
    std::ranges::copy(mesh.faces, arrays.faces.begin());
    std::ranges::copy(mesh.faceIndices, arrays.faceIndices.begin());
    std::ranges::copy(mesh.edges, arrays.edges.begin());
    std::ranges::fill(arrays.faceTags, 0u);
    std::ranges::copy(normals, arrays.distinctNormals.begin());
    std::ranges::copy(directions, arrays.distinctEdgeDirections.begin());
    std::ranges::copy(order.faceIds, arrays.kernel.faceIds.begin());
    std::ranges::copy(order.edgeIds, arrays.kernel.edgeIds.begin());
    data->mesh.maxInputDistance = mesh.maxInputDistance;
    data->mesh.maxPlanarityError = mesh.maxPlanarityError;
    data->boundingSphere = enclosingSphere(mesh.vertices);
    data->rotatingBounds = RotatingBounds(mesh.vertices, data->boundingSphere.center);
    data->massProperties = massProperties(mesh);
    data->contentHash = contentHashOf(data->mesh);
    data->contactFaces = mergeContactFaces(data->mesh);
    layOutKernel(data->mesh, data->contactFaces, data->massProperties.centroid, order.facePositions,
                 arrays.kernel, data->kernel);
    return data;
}

}  // namespace sat3d::SAT3D_ABI
