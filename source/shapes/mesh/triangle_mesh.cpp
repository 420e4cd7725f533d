#include "core/figures.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::size_t kMostTriangles = std::size_t{1} << 30;

MeshError error(MeshError::Code code, std::string message, std::vector<std::uint32_t> indices = {}) {
    return {code, std::move(message), std::move(indices)};
}

std::optional<MeshError> faultOfVertices(std::span<const glm::vec3> vertices) {
    const Offenders broken =
        offenders(vertices.size(), [&](std::size_t i) { return !isFinite(vertices[i]); });
    if (broken.total > 0) {
        return error(MeshError::Code::NotFinite,
                     count(broken.total, "vertex holds", "vertices hold") +
                         " a NaN or an infinity, first vertex " + std::to_string(broken.indices.front()) +
                         ": remove them, or repair what computed them",
                     broken.indices);
    }
    const Offenders huge = offenders(vertices.size(), [&](std::size_t i) {
        const glm::vec3& v = vertices[i];
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > kLargestCoordinate;
    });
    if (huge.total > 0) {
        return error(MeshError::Code::TooLarge,
                     count(huge.total, "vertex has", "vertices have") +
                         " a coordinate beyond 1e15, first vertex " + std::to_string(huge.indices.front()) +
                         ": choose a larger unit of length",
                     huge.indices);
    }
    return std::nullopt;
}

std::optional<MeshError> faultOfTriangles(std::size_t vertexCount, std::span<const std::uint32_t> indices,
                                          const MeshOptions& options) {
    if (indices.empty()) {
        return error(MeshError::Code::Empty, "there are no triangles: give three indices for each");
    }
    if (indices.size() % 3 != 0) {
        return error(MeshError::Code::BadIndex,
                     std::to_string(indices.size()) +
                         " indices make no whole number of triangles: give three for each (quads and "
                         "strips must be cut up first)");
    }
    const std::size_t triangles = indices.size() / 3;
    if (triangles >= kMostTriangles) {
        return error(
            MeshError::Code::TooLarge,
            std::to_string(triangles) + " triangles are more than a mesh can number (2^30 - 1): split it");
    }
    const Offenders beyond = offenders(triangles, [&](std::size_t i) {
        return std::max({indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]}) >= vertexCount;
    });
    if (beyond.total > 0) {
        return error(MeshError::Code::BadIndex,
                     count(beyond.total, "triangle has", "triangles have") + " an index beyond the " +
                         count(vertexCount, "vertex", "vertices") + ", first triangle " +
                         std::to_string(beyond.indices.front()) + ": indices count from 0",
                     beyond.indices);
    }
    if (!options.tags.empty() && options.tags.size() != triangles) {
        return error(MeshError::Code::BadTags, std::to_string(options.tags.size()) + " tags for " +
                                                   count(triangles, "triangle", "triangles") +
                                                   ": give one for each, or none at all");
    }
    return std::nullopt;
}

/// For each vertex the lowest that stands in the same place.
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

/// Whether each edge is run along as often one way as the other.
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

MassProperties enclosed(const detail::MeshData& data) {
    return massProperties(std::vector<glm::dvec3>(data.vertices.begin(), data.vertices.end()), data.indices);
}

/// Fills in all that follows from vertices and indices. @return whether anything can be touched
bool bake(detail::MeshData& data) {
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
    data.solid = isClosed(data.indices, data.sameVertex) && enclosed(data).volume > 0.0;
    return !boxes.empty();
}

/// The corners of all triangles that can be touched, in their order.
template <class Visit>
void forEachCorner(const TriangleMesh& mesh, const Visit& visit) {
    auto degenerate = mesh.degenerateTriangles().begin();
    for (std::uint32_t i = 0; i < mesh.triangleCount(); ++i) {
        if (degenerate != mesh.degenerateTriangles().end() && *degenerate == i) {
            ++degenerate;
            continue;
        }
        for (const glm::vec3& corner : mesh.data().triangle(i).corners) {
            visit(glm::dvec3(corner));
        }
    }
}

}  // namespace

Result<TriangleMesh, MeshError> TriangleMesh::fromTriangles(std::span<const glm::vec3> vertices,
                                                            std::span<const std::uint32_t> indices,
                                                            const MeshOptions& options) {
    if (auto fault = faultOfTriangles(vertices.size(), indices, options)) {
        return Unexpected{*std::move(fault)};
    }
    if (auto fault = faultOfVertices(vertices)) {
        return Unexpected{*std::move(fault)};
    }
    auto data = std::make_shared<detail::MeshData>();
    data->vertices.assign(vertices.begin(), vertices.end());
    data->indices.assign(indices.begin(), indices.end());
    data->tags.assign(options.tags.begin(), options.tags.end());
    data->tags.resize(indices.size() / 3, 0);
    data->sides = options.sides;
    if (!bake(*data)) {
        return Unexpected{error(MeshError::Code::Empty,
                                "none of the " + count(data->tags.size(), "triangle", "triangles") +
                                    " has an area: all corners of each lie on one line",
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
    SAT3D_ASSERT(number < triangleCount(), "no triangle of this number");
    return data_->triangle(number);
}
std::span<const std::uint32_t> TriangleMesh::degenerateTriangles() const noexcept {
    return data_->degenerate;
}
Sides TriangleMesh::sides() const noexcept {
    return data_->sides;
}
bool TriangleMesh::isSolid() const noexcept {
    return data_->solid;
}

Aabb bounds(const TriangleMesh& mesh, const RigidTransform& toFrame) noexcept {
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
    forEachCorner(mesh, [&](const glm::dvec3& corner) {
        const glm::dvec3 turned = toFrame.rotation * corner;
        lower = minOf(lower, turned);
        upper = maxOf(upper, turned);
    });
    return Aabb::around(lower + toFrame.translation, upper + toFrame.translation);
}

glm::vec3 support(const TriangleMesh& mesh, const glm::vec3& direction) noexcept {
    glm::dvec3 best(0.0);
    double reach = -std::numeric_limits<double>::infinity();
    forEachCorner(mesh, [&](const glm::dvec3& corner) {
        const double here = glm::dot(glm::dvec3(direction), corner);
        if (here > reach) {
            reach = here;
            best = corner;
        }
    });
    return glm::vec3(best);
}

Result<MassProperties, ShapeError> massProperties(const TriangleMesh& mesh) {
    if (!mesh.isSolid()) {
        return Unexpected{ShapeError{ShapeError::Code::Open,
                                     "the mesh bounds no body: close its holes and turn its fronts outward, "
                                     "or weigh the hulls or boxes "
                                     "that stand for it"}};
    }
    return enclosed(mesh.data());
}

Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const glm::dmat3 m(map);
    auto data = std::make_shared<detail::MeshData>();
    data->vertices.reserve(mesh.vertices().size());
    for (const glm::vec3& vertex : mesh.vertices()) {
        data->vertices.emplace_back(m * glm::dvec3(vertex));
    }
    data->indices = mesh.data().indices;
    if (glm::determinant(m) < 0.0) {  // keeps the first corner, and fronts in front
        for (std::size_t i = 0; i < data->indices.size(); i += 3) {
            std::swap(data->indices[i + 1], data->indices[i + 2]);
        }
    }
    data->tags = mesh.data().tags;
    data->sides = mesh.sides();
    if (auto fault = faultOfVertices(data->vertices)) {
        return Unexpected{ShapeError{ShapeError::Code::NotFinite, std::move(fault->message)}};
    }
    if (!bake(*data)) {
        return Unexpected{ShapeError{ShapeError::Code::Flat, "no mapped triangle has an area left"}};
    }
    return TriangleMesh(std::move(data));
}

}  // namespace sat3d::inline SAT3D_ABI
