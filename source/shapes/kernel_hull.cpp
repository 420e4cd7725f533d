#include "shapes/kernel_hull.hpp"

#include "math/componentwise.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Stands where no face or axis is: so large that none such is ever the nearest, and finite.
constexpr float kFarOffset = 1e30f;

std::uint32_t padded(std::size_t count) {
    return static_cast<std::uint32_t>((count + KernelHull::kWidestVector - 1) / KernelHull::kWidestVector *
                                      KernelHull::kWidestVector);
}

/// Uninitialised room.
std::shared_ptr<void> allocateAligned(std::size_t bytes) {
    constexpr std::align_val_t alignment{KernelHull::kAlignment};
    return {::operator new(bytes, alignment), [](void* room) { ::operator delete(room, alignment); }};
}

std::array<float, 4> toFloats(const glm::dvec3& v, float fourth = 0.0f) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), fourth};
}

float roundedDown(double value) {
    return std::nextafter(static_cast<float>(value), -std::numeric_limits<float>::infinity());
}

float roundedUp(double value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

/// Orders the faces so that every block of kBlock holds neighbouring normals: halves the set along its widest
/// axis, at a whole number of blocks, until one block is left.
void sortByNormal(std::span<std::uint32_t> faces, const HullMesh& mesh) {
    if (faces.size() <= KernelHull::kBlock) {
        std::sort(faces.begin(), faces.end());
        return;
    }
    const auto normal = [&](std::uint32_t face) -> const glm::dvec3& {
        return mesh.faces[face].plane.normal;
    };
    glm::dvec3 lower = normal(faces[0]), upper = lower;
    for (const std::uint32_t face : faces) {
        lower = minOf(lower, normal(face));
        upper = maxOf(upper, normal(face));
    }
    const glm::dvec3 extent = upper - lower;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
    const std::size_t blocks = (faces.size() + KernelHull::kBlock - 1) / KernelHull::kBlock;
    const std::size_t half = blocks / 2 * KernelHull::kBlock;
    std::sort(faces.begin(), faces.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double along = normal(a)[axis], other = normal(b)[axis];
        return along != other ? along < other : a < b;
    });
    sortByNormal(faces.first(half), mesh);
    sortByNormal(faces.subspan(half), mesh);
}

std::vector<std::uint32_t> countUp(std::size_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

/// The axis (0, 1, 2) a unit vector lies along, or -1.
int axisOf(const glm::dvec3& direction) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(direction[axis]) == 1.0) {
            return axis;
        }
    }
    return -1;
}

/// The corner's number by the signs of its coordinates.
std::uint32_t signBits(const glm::dvec3& corner) {
    return (corner.x > 0.0 ? 1u : 0u) | (corner.y > 0.0 ? 2u : 0u) | (corner.z > 0.0 ? 4u : 0u);
}

std::optional<KernelHull::Box> findBox(const HullMesh& mesh, const KernelHull& hull) {
    const glm::dvec3& center = hull.center;
    if (mesh.vertices.size() != 8 || mesh.faces.size() != 6 || mesh.edges.size() != 12) {
        return std::nullopt;
    }
    KernelHull::Box box{};
    const auto setFeature = [&](std::uint32_t place, std::uint32_t feature, std::uint32_t name) {
        box.features[place] = static_cast<std::uint8_t>(feature);
        box.names[place] = static_cast<std::uint8_t>(name);
    };
    for (std::uint32_t face = 0; face < 6; ++face) {
        const glm::dvec3& normal = mesh.faces[hull.faceIds[face]].plane.normal;
        const int axis = axisOf(normal);
        if (axis < 0) {
            return std::nullopt;
        }
        const auto side = static_cast<std::uint32_t>(2 * axis + (normal[axis] > 0.0 ? 1 : 0));
        setFeature(KernelHull::Box::kFaces + side, face, hull.faceIds[face]);
    }
    const glm::dvec3 half = absOf(glm::dvec3(mesh.vertices[0]) - center);
    for (std::uint32_t vertex = 0; vertex < 8; ++vertex) {
        const glm::dvec3 corner = glm::dvec3(mesh.vertices[vertex]) - center;
        // Corners of one box differ by signs alone; noise would make the fifteen axes inexact, so it is no
        // box then.
        const glm::dvec3 error = absOf(absOf(corner) - half);
        if (error.x > 1e-7 * half.x || error.y > 1e-7 * half.y || error.z > 1e-7 * half.z) {
            return std::nullopt;
        }
        setFeature(signBits(corner), vertex, vertex);
    }
    for (std::uint32_t edge = 0; edge < 12; ++edge) {
        const glm::dvec3 from =
            glm::dvec3(mesh.vertices[mesh.edges[hull.edgeIds[edge]].vertices[0]]) - center;
        const glm::dvec3 to = glm::dvec3(mesh.vertices[mesh.edges[hull.edgeIds[edge]].vertices[1]]) - center;
        const int axis = from.x * to.x < 0.0 ? 0 : (from.y * to.y < 0.0 ? 1 : 2);
        const int second = (axis + 1) % 3, third = (axis + 2) % 3;
        const auto side =
            static_cast<std::uint32_t>(4 * axis + (from[second] > 0.0 ? 1 : 0) + (from[third] > 0.0 ? 2 : 0));
        setFeature(KernelHull::Box::kEdges + side, edge, hull.edgeIds[edge]);
    }
    box.halfExtents = toFloats(half, kFarOffset);
    return box;
}

/// Where each face of the mesh stands in the order.
std::vector<std::uint32_t> positionsOf(std::span<const std::uint32_t> faceIds) {
    std::vector<std::uint32_t> position(faceIds.size());
    for (std::uint32_t i = 0; i < faceIds.size(); ++i) {
        position[faceIds[i]] = i;
    }
    return position;
}

void layOutEdges(KernelHull& hull, const HullMesh& mesh, std::span<KernelHull::Edge> edges,
                 std::span<std::int32_t> left, std::span<std::int32_t> right) {
    const std::vector<std::uint32_t> position = positionsOf(hull.faceIds);
    const auto normalAt = [&](std::uint32_t place) -> std::array<float, 4> {
        return {hull.normalX[place], hull.normalY[place], hull.normalZ[place], 0.0f};
    };
    hull.edgeBlockFaces.assign(left.size() / KernelHull::kBlock, 0);
    for (std::size_t i = 0; i < left.size(); ++i) {
        const HullMesh::Edge& edge = mesh.edges[hull.edgeIds[i < mesh.edges.size() ? i : 0]];
        left[i] = static_cast<std::int32_t>(position[edge.faces[0]]);
        right[i] = static_cast<std::int32_t>(position[edge.faces[1]]);
        if (i >= mesh.edges.size()) {
            continue;
        }
        const auto blockBit = [](std::uint32_t face) {
            return std::uint64_t{1} << (face / KernelHull::kBlock % 64);
        };
        hull.edgeBlockFaces[i / KernelHull::kBlock] |=
            blockBit(position[edge.faces[0]]) | blockBit(position[edge.faces[1]]);
        const glm::dvec3 from = mesh.vertices[edge.vertices[0]];
        const glm::dvec3 to = mesh.vertices[edge.vertices[1]];
        edges[i] = {normalAt(position[edge.faces[0]]), normalAt(position[edge.faces[1]]),
                    toFloats(from - hull.center), toFloats(glm::normalize(to - from))};
    }
}

}  // namespace

std::size_t KernelHull::byteCount() const {
    return 4 * (std::size_t{3} * paddedVertexCount + std::size_t{4} * paddedFaceCount +
                std::size_t{2} * paddedEdgeCount) +
           sizeof(Edge) * edges.size() + sizeof(std::uint32_t) * (faceIds.size() + edgeIds.size()) +
           sizeof(std::uint64_t) * edgeBlockFaces.size();
}

KernelOrder kernelOrderOf(const HullMesh& mesh) {
    KernelOrder order{countUp(mesh.faces.size()), countUp(mesh.edges.size())};
    sortByNormal(order.faceIds, mesh);
    const std::vector<std::uint32_t> position = positionsOf(order.faceIds);
    const auto faces = [&](std::uint32_t edge) {
        return std::minmax(position[mesh.edges[edge].faces[0]], position[mesh.edges[edge].faces[1]]);
    };
    std::sort(order.edgeIds.begin(), order.edgeIds.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::pair(faces(a)) < std::pair(faces(b)); });
    return order;
}

KernelHull makeKernelHull(const HullMesh& mesh, const glm::dvec3& center, KernelOrder order) {
    KernelHull hull;
    hull.faceIds = std::move(order.faceIds);
    hull.edgeIds = std::move(order.edgeIds);
    hull.center = center;
    hull.vertexCount = static_cast<std::uint32_t>(mesh.vertices.size());
    hull.faceCount = static_cast<std::uint32_t>(mesh.faces.size());
    const bool small = std::max(hull.vertexCount, hull.faceCount) <= KernelHull::kSmall;
    hull.paddedVertexCount = small ? KernelHull::kSmall : padded(mesh.vertices.size());
    hull.paddedFaceCount = small ? KernelHull::kSmall : padded(mesh.faces.size());
    hull.paddedEdgeCount = padded(mesh.edges.size());

    const std::size_t vertices = hull.paddedVertexCount, faces = hull.paddedFaceCount,
                      edges = hull.paddedEdgeCount;
    auto storage = allocateAligned(sizeof(KernelHull::Edge) * mesh.edges.size() +
                                   4 * (3 * vertices + 4 * faces + 2 * edges));
    auto* const arcs = static_cast<KernelHull::Edge*>(storage.get());
    auto* const x = reinterpret_cast<float*>(arcs + mesh.edges.size());
    float *const y = x + vertices, *const z = y + vertices;
    float *const nx = z + vertices, *const ny = nx + faces, *const nz = ny + faces,
                 *const offset = nz + faces;
    auto* const left = reinterpret_cast<std::int32_t*>(offset + faces);
    std::int32_t* const right = left + edges;
    hull.storage_ = storage;
    hull.edges = {arcs, mesh.edges.size()};
    hull.vertexX = x, hull.vertexY = y, hull.vertexZ = z;
    hull.normalX = nx, hull.normalY = ny, hull.normalZ = nz, hull.faceOffset = offset;
    hull.edgeLeft = left, hull.edgeRight = right;

    double radius = 0.0;
    for (std::size_t i = 0; i < hull.vertexCount; ++i) {
        const glm::dvec3 vertex = glm::dvec3(mesh.vertices[i]) - center;
        radius = std::max(radius, glm::length(vertex));
        x[i] = static_cast<float>(vertex.x);
        y[i] = static_cast<float>(vertex.y);
        z[i] = static_cast<float>(vertex.z);
    }
    for (float* const coordinate : {x, y, z}) {
        std::fill(coordinate + hull.vertexCount, coordinate + vertices, coordinate[0]);
    }
    double innerRadius = radius;
    for (std::size_t i = 0; i < faces; ++i) {
        if (i >= hull.faceCount) {
            nx[i] = ny[i] = nz[i] = 0.0f;
            offset[i] = kFarOffset;
            continue;
        }
        const Plane& plane = mesh.faces[hull.faceIds[i]].plane;
        const glm::dvec3& normal = plane.normal;
        const double support = plane.offset - glm::dot(normal, center);
        innerRadius = std::min(innerRadius, support);
        nx[i] = static_cast<float>(normal.x);
        ny[i] = static_cast<float>(normal.y);
        nz[i] = static_cast<float>(normal.z);
        offset[i] = static_cast<float>(support);
    }
    hull.radius = roundedUp(radius);
    hull.innerRadius = std::max(0.0f, roundedDown(innerRadius * (1.0 - 1e-6)));

    layOutEdges(hull, mesh, {arcs, mesh.edges.size()}, {left, edges}, {right, edges});
    hull.box = findBox(mesh, hull);
    return hull;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
