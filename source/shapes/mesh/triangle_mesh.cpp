#include "core/format_numbers.hpp"
#include "core/shared_count.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "math/largest_magnitude.hpp"
#include "shapes/basic/content_hash.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/point_set.hpp"
#include "shapes/basic/shape_result.hpp"
#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kMaxTriangles = std::size_t{1} << 30;

MeshError error(MeshError::Code code, std::string message, std::vector<std::uint32_t> indices = {}) {
    return {code, std::move(message), std::move(indices)};
}

std::optional<MeshError> faultOfVertices(std::span<const glm::vec3> vertices) {
    const InvalidIndices broken =
        findInvalidIndices(vertices.size(), [&](std::size_t i) { return !isFinite(vertices[i]); });
    if (broken.total > 0) {
        return error(MeshError::Code::NotFinite,
                     formatCount(broken.total, "vertex holds", "vertices hold") +
                         " a NaN or an infinity, first vertex " + std::to_string(broken.indices.front()) +
                         ": remove them, or correct their computation",
                     broken.indices);
    }
    const InvalidIndices huge = findInvalidIndices(vertices.size(), [&](std::size_t i) {
        return largestMagnitude(vertices[i]) > double(kLargestCoordinate);
    });
    if (huge.total > 0) {
        return error(MeshError::Code::TooLarge,
                     formatCount(huge.total, "vertex has", "vertices have") +
                         " a coordinate beyond 1e15, first vertex " + std::to_string(huge.indices.front()) +
                         ": choose a larger unit of length",
                     huge.indices);
    }
    return std::nullopt;
}

std::optional<MeshError> faultOfTriangles(std::size_t vertexCount, std::span<const std::uint32_t> indices,
                                          const MeshOptions& options) {
    if (indices.empty()) {
        return error(MeshError::Code::Empty, "there are no triangles: give three indices per triangle");
    }
    if (indices.size() % 3 != 0) {
        return error(
            MeshError::Code::BadIndex,
            std::to_string(indices.size()) +
                " indices are not a multiple of 3: give three per triangle (split quads and strips first)");
    }
    const std::size_t triangles = indices.size() / 3;
    if (triangles >= kMaxTriangles) {
        return error(
            MeshError::Code::TooLarge,
            std::to_string(triangles) + " triangles are more than a mesh can number (2^30 - 1): split it");
    }
    const InvalidIndices beyond = findInvalidIndices(triangles, [&](std::size_t i) {
        return std::max({indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]}) >= vertexCount;
    });
    if (beyond.total > 0) {
        return error(MeshError::Code::BadIndex,
                     formatCount(beyond.total, "triangle has", "triangles have") + " an index beyond the " +
                         formatCount(vertexCount, "vertex", "vertices") + ", first triangle " +
                         std::to_string(beyond.indices.front()) + ": indices count from 0",
                     beyond.indices);
    }
    if (!options.tags.empty() && options.tags.size() != triangles) {
        return error(MeshError::Code::BadTags, std::to_string(options.tags.size()) + " tags for " +
                                                   formatCount(triangles, "triangle", "triangles") +
                                                   ": give one per triangle, or none");
    }
    return std::nullopt;
}

/// Returns for each vertex the lowest vertex at the same position.
std::vector<std::uint32_t> weld(const std::vector<glm::vec3>& vertices) {
    std::vector<std::uint32_t> order(vertices.size()), same(vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t i) { return std::array{vertices[i].x, vertices[i].y, vertices[i].z}; };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t p, std::uint32_t q) { return key(p) != key(q) ? key(p) < key(q) : p < q; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && key(order[i]) == key(order[i - 1]);
        same[order[i]] = isSame ? same[order[i - 1]] : order[i];
    }
    return same;
}

/// Whether each edge has as many triangles in one direction as in the other.
bool isClosed(const std::vector<std::uint32_t>& indices, const std::vector<std::uint32_t>& same) {
    struct Run {
        std::uint32_t low, high;
        int direction;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::uint32_t from = same[indices[i]], to = same[indices[i % 3 == 2 ? i - 2 : i + 1]];
        if (from != to) {
            runs.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    }
    std::sort(runs.begin(), runs.end(),
              [](const Run& p, const Run& q) { return std::pair(p.low, p.high) < std::pair(q.low, q.high); });
    int sum = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        sum += runs[i].direction;
        const bool last =
            i + 1 == runs.size() || runs[i].low != runs[i + 1].low || runs[i].high != runs[i + 1].high;
        if (last && sum != 0) {
            return false;
        }
    }
    return true;
}

MassProperties enclosed(const MeshData& data) {
    return massProperties(std::vector<glm::dvec3>(data.vertices.begin(), data.vertices.end()), data.indices);
}

std::uint64_t hashOfContent(const MeshData& data) {
    std::uint64_t hash = hashOf(data.vertices.size(), data.indices.size(), static_cast<int>(data.sides));
    for (const glm::vec3& vertex : data.vertices) {
        hash = mixHash(hash, hashOfBits(vertex));
    }
    for (const std::uint32_t index : data.indices) {
        hash = mixHash(hash, index);
    }
    for (const std::uint32_t tag : data.tags) {
        hash = mixHash(hash, tag);
    }
    return hash;
}

/// Computes everything that depends on vertices, indices, tags and sides. Returns whether any triangle has an
/// area.
bool bake(MeshData& data) {
    std::vector<Aabb> boxes;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < data.indices.size() / 3; ++i) {
        const Triangle triangle = data.triangle(i);
        if (hasArea(triangle)) {
            boxes.push_back(boxAround(triangle.corners));
            numbers.push_back(i);
        } else {
            data.degenerate.push_back(i);
        }
    }
    data.tree = Bvh(boxes, numbers);
    data.sameVertex = weld(data.vertices);
    data.adjacency = MeshAdjacency({data.vertices, data.indices, data.sameVertex, &data.tree});
    data.isWatertight = isClosed(data.indices, data.sameVertex) && enclosed(data).volume > 0.0;
    data.contentHash = hashOfContent(data);
    return !boxes.empty();
}

/// Visits the vertices of all triangles with an area, in the order of the triangles.
template <class Visit>
void forEachVertex(const TriangleMesh& mesh, const Visit& visit) {
    auto degenerate = mesh.degenerateTriangles().begin();
    for (std::uint32_t i = 0; i < mesh.triangleCount(); ++i) {
        if (degenerate != mesh.degenerateTriangles().end() && *degenerate == i) {
            ++degenerate;
            continue;
        }
        for (const glm::vec3& vertex : mesh.data().triangle(i).corners) {
            visit(vertex);
        }
    }
}

}  // namespace

Result<TriangleMesh, MeshError> TriangleMesh::fromTriangles(std::span<const glm::vec3> vertices,
                                                            std::span<const std::uint32_t> indices,
                                                            const MeshOptions& options) {
    std::optional<MeshError> fault = faultOfTriangles(vertices.size(), indices, options);
    if (fault || (fault = faultOfVertices(vertices))) {
        return Unexpected{*std::move(fault)};
    }
    auto data = makeShared<MeshData>();
    data->vertices.assign(vertices.begin(), vertices.end());
    data->indices.assign(indices.begin(), indices.end());
    data->tags.assign(options.tags.begin(), options.tags.end());
    data->tags.resize(indices.size() / 3, 0);
    data->sides = options.sides;
    if (!bake(*data)) {
        return Unexpected{error(MeshError::Code::Empty,
                                "none of the " + formatCount(data->tags.size(), "triangle", "triangles") +
                                    " has an area: the vertices of each lie on one line",
                                {})};
    }
    return TriangleMesh(std::move(data));
}

std::span<const glm::vec3> TriangleMesh::vertices() const noexcept {
    return data_->vertices;
}
std::span<const std::uint32_t> TriangleMesh::indices() const noexcept {
    return data_->indices;
}
std::span<const std::uint32_t> TriangleMesh::tags() const noexcept {
    return data_->tags;
}
std::uint32_t TriangleMesh::triangleCount() const noexcept {
    return static_cast<std::uint32_t>(data_->tags.size());
}
Triangle TriangleMesh::triangle(std::uint32_t number) const noexcept {
    SAT3D_ASSERT(number < triangleCount(), "the triangle number must be below triangleCount()");
    return data_->triangle(number);
}
std::span<const std::uint32_t> TriangleMesh::degenerateTriangles() const noexcept {
    return data_->degenerate;
}
Sides TriangleMesh::sides() const noexcept {
    return data_->sides;
}
bool TriangleMesh::isWatertight() const noexcept {
    return data_->isWatertight;
}

Aabb bounds(const TriangleMesh& mesh, const RigidTransform& toFrame) noexcept {
    return boundsOfPoints([&](const auto& visit) { forEachVertex(mesh, visit); }, toFrame);
}

glm::vec3 support(const TriangleMesh& mesh, const glm::vec3& direction) noexcept {
    return supportOfPoints([&](const auto& visit) { forEachVertex(mesh, visit); }, direction);
}

Result<MassProperties, ShapeError> massProperties(const TriangleMesh& mesh) {
    if (!mesh.isWatertight()) {
        return fail(ShapeError::Code::NotWatertight,
                    "the mesh does not enclose a volume: close its holes and turn its fronts "
                    "outward, or use the mass properties of hulls or boxes");
    }
    return enclosed(mesh.data());
}

Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const glm::dmat3 m(map);
    auto data = makeShared<MeshData>();
    data->vertices.reserve(mesh.vertices().size());
    for (const glm::vec3& vertex : mesh.vertices()) {
        data->vertices.emplace_back(m * glm::dvec3(vertex));
    }
    data->indices = mesh.data().indices;
    if (glm::determinant(m) < 0.0) {  // keep the first vertex, and the front side
        for (std::size_t i = 0; i < data->indices.size(); i += 3) {
            std::swap(data->indices[i + 1], data->indices[i + 2]);
        }
    }
    data->tags = mesh.data().tags;
    data->sides = mesh.sides();
    if (auto fault = faultOfVertices(data->vertices)) {
        return fail(ShapeError::Code::NotFinite, std::move(fault->message));
    }
    if (!bake(*data)) {
        return fail(ShapeError::Code::SingularMap, "no mapped triangle has an area left");
    }
    return TriangleMesh(std::move(data));
}

}  // namespace sat3d::SAT3D_ABI
