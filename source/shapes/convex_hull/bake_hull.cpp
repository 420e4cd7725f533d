#include "core/arena.hpp"
#include "core/hash.hpp"
#include "core/hash_chains.hpp"
#include "core/shared_count.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "math/componentwise.hpp"
#include "shapes/convex_hull/enclosing_sphere.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_int3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

void setCyclic(RotatingBounds::Cyclic& lanes, const glm::vec3& v) {
    for (int i = 0; i < 5; ++i) {
        lanes[i] = v[i % 3];
    }
}

float sumOfCoordinates(const glm::vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

}  // namespace

RotatingBounds::RotatingBounds(std::span<const glm::vec3> vertices, const glm::vec3& centerOfSphere) {
    Aabb box;
    double squaredRadius = 0.0;
    for (const glm::vec3& vertex : vertices) {
        box = join(box, vertex);
        const glm::dvec3 arm = glm::dvec3(vertex) - glm::dvec3(centerOfSphere);
        squaredRadius = std::max(squaredRadius, glm::dot(arm, arm));
    }
    const glm::vec3 center = box.center();
    const glm::dvec3 middle(center);
    const glm::dvec3 half = maxOf(glm::dvec3(box.upper) - middle, middle - glm::dvec3(box.lower));
    const Aabb outward = Aabb::around(glm::dvec3(0.0), glm::dvec3(half));
    setCyclic(boxCenter, center);
    setCyclic(halfExtents, outward.upper);
    setCyclic(sphereCenter, centerOfSphere);
    radius = Aabb::around(glm::dvec3(0.0), glm::dvec3(std::sqrt(squaredRadius))).upper.x;
    size = std::max(sumOfCoordinates(center) + sumOfCoordinates(outward.upper),
                    sumOfCoordinates(centerOfSphere) + radius);
}

namespace {

/// Directions are parallel if the sine of their angle is below this value. Omitting a parallel direction
/// changes the depth by at most about three times this value, relative to size.
constexpr double kSine = 2e-7;
/// Number of cells per unit length. Cells are much larger than kSine, so nearly every look-up reads only one
/// cell.
constexpr double kCellsPerUnit = 1e4;
/// Up to this number, each vector is compared with all others.
constexpr std::size_t kFew = 48;

bool isParallel(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(glm::cross(a, b)) < kSine;
}

/// Hash grid of the kept directions, by the position of their tips.
class DirectionGrid {
public:
    DirectionGrid(std::size_t most, Arena& arena) : kept_(arena), chains_(most) {}

    [[nodiscard]] bool hasParallel(const glm::dvec3& direction) const {
        return hasNear(direction) || hasNear(-direction);
    }

    void add(const glm::dvec3& direction) {
        kept_.push_back(direction);
        chains_.add(hash(cell(direction)));
    }

    [[nodiscard]] ArenaVector<glm::dvec3> take() { return std::move(kept_); }

private:
    /// The shifted coordinates are not negative, so truncation rounds down.
    static glm::ivec3 cell(const glm::dvec3& p) { return glm::ivec3((p + 2.0) * kCellsPerUnit); }

    static std::uint64_t hash(const glm::ivec3& cell) { return hashOf(cell.x, cell.y, cell.z); }

    [[nodiscard]] bool hasNear(const glm::dvec3& direction) const {
        const glm::ivec3 low = cell(direction - 2.0 * kSine);
        const glm::ivec3 high = cell(direction + 2.0 * kSine);
        for (int x = low.x; x <= high.x; ++x) {
            for (int y = low.y; y <= high.y; ++y) {
                for (int z = low.z; z <= high.z; ++z) {
                    if (cellHasNear({x, y, z}, direction)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool cellHasNear(const glm::ivec3& at, const glm::dvec3& direction) const {
        for (std::uint32_t i = chains_.first(hash(at)); i != HashChains::kEnd; i = chains_.next(i)) {
            if (isParallel(kept_[i], direction)) {
                return true;
            }
        }
        return false;
    }

    ArenaVector<glm::dvec3> kept_;
    HashChains chains_;
};

/// Compares all pairs: for a few vectors, a grid would cost more than it saves.
ArenaVector<glm::dvec3> distinctAmongFew(std::span<const glm::dvec3> directions, Arena& arena) {
    ArenaVector<glm::dvec3> kept(arena);
    kept.reserve(directions.size());
    for (const glm::dvec3& direction : directions) {
        if (std::ranges::none_of(kept, [&](const glm::dvec3& k) { return isParallel(k, direction); })) {
            kept.push_back(direction);
        }
    }
    return kept;
}

/// Returns the distinct unit vectors in their order. Omits a vector that is parallel or opposite to an
/// earlier vector of the result (sine of the angle below 2e-7). Linear time.
/// @param arena  for all allocations, including the result
ArenaVector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions, Arena& arena) {
    if (directions.size() <= kFew) {
        return distinctAmongFew(directions, arena);
    }
    DirectionGrid grid(directions.size(), arena);
    for (const glm::dvec3& direction : directions) {
        if (!grid.hasParallel(direction)) {
            grid.add(direction);
        }
    }
    return grid.take();
}

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
