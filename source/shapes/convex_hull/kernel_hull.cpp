#include "shapes/convex_hull/kernel_hull.hpp"

#include "core/shell_sort.hpp"
#include "math/componentwise.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Offset of padding faces and axes: finite, and so large that they are never the minimum.
constexpr float kFarOffset = 1e30f;

/// The number of blocks for so many vertices, faces or edges.
std::uint32_t blocksFor(std::size_t count) {
    return static_cast<std::uint32_t>((count + KernelHull::kBlock - 1) / KernelHull::kBlock);
}

std::array<float, 4> toFloats(const glm::dvec3& v, float fourth) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), fourth};
}

/// Returns a float below the value, even if a float equals the value.
float floatBelow(double value) {
    return std::nextafter(static_cast<float>(value), -std::numeric_limits<float>::infinity());
}

/// Returns a float above the value, even if a float equals the value.
float floatAbove(double value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

/// Orders the faces so that every block of kBlock faces has similar normals: splits the set along its widest
/// axis, at a multiple of kBlock, until a part fits into one block.
void sortByNormal(std::span<std::uint32_t> faces, const HullView& mesh) {
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
    const auto middle = faces.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(faces.begin(), middle, faces.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double along = normal(a)[axis], other = normal(b)[axis];
        return along != other ? along < other : a < b;
    });
    sortByNormal(faces.first(half), mesh);
    sortByNormal(faces.subspan(half), mesh);
}

ArenaVector<std::uint32_t> countUp(std::size_t count, Arena& arena) {
    ArenaVector<std::uint32_t> numbers(count, arena);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

/// Returns the axis (0, 1, 2) that a unit vector is parallel to, or -1.
int axisOf(const glm::dvec3& direction) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(direction[axis]) == 1.0) {
            return axis;
        }
    }
    return -1;
}

/// Returns a vertex number from the signs of its coordinates.
std::uint32_t signBits(const glm::dvec3& corner) {
    return (corner.x > 0.0 ? 1u : 0u) | (corner.y > 0.0 ? 2u : 0u) | (corner.z > 0.0 ? 4u : 0u);
}

/// Writes the box form of a hull. Returns false if the hull is not a box along the axes of its frame.
bool findBox(const HullView& mesh, const KernelHull& hull, KernelHull::Box& box) {
    const glm::dvec3 center(hull.center);
    if (mesh.vertices.size() != 8 || mesh.faces.size() != 6 || mesh.edges.size() != 12) {
        return false;
    }
    const auto setName = [&](std::uint32_t place, std::uint32_t name) {
        box.names[place] = static_cast<std::uint8_t>(name);
    };
    for (std::uint32_t face = 0; face < 6; ++face) {
        const glm::dvec3& normal = mesh.faces[hull.faceIds[face]].plane.normal;
        const int axis = axisOf(normal);
        if (axis < 0) {
            return false;
        }
        const auto side = static_cast<std::uint32_t>(2 * axis + (normal[axis] > 0.0 ? 1 : 0));
        setName(KernelHull::Box::kFaces + side, hull.faceIds[face]);
    }
    const glm::dvec3 half = absOf(glm::dvec3(mesh.vertices[0]) - center);
    std::array<std::uint32_t, 8> signs;  // per vertex
    for (std::uint32_t vertex = 0; vertex < 8; ++vertex) {
        const glm::dvec3 corner = glm::dvec3(mesh.vertices[vertex]) - center;
        // Vertices of a box differ in their signs only. With rounding noise the fifteen box axes would not be
        // exact, so the hull does not count as a box.
        const glm::dvec3 error = absOf(absOf(corner) - half);
        if (error.x > 1e-7 * half.x || error.y > 1e-7 * half.y || error.z > 1e-7 * half.z) {
            return false;
        }
        signs[vertex] = signBits(corner);
        setName(signs[vertex], vertex);
    }
    for (std::uint32_t edge = 0; edge < 12; ++edge) {
        const auto& [first, last] = mesh.edges[hull.edgeIds[edge]].vertices;
        const std::uint32_t from = signs[first], apart = from ^ signs[last];
        const std::uint32_t axis = (apart & 1u) != 0 ? 0 : ((apart & 2u) != 0 ? 1 : 2);
        const std::uint32_t side =
            4 * axis + (from >> (axis + 1) % 3 & 1u) + 2 * (from >> (axis + 2) % 3 & 1u);
        setName(KernelHull::Box::kEdges + side, hull.edgeIds[edge]);
    }
    box.halfExtents = toFloats(half, KernelHull::Box::kOutOfReach);
    return true;
}

/// Writes the vertices and their padding. Returns the radius of the hull around its center.
double layOutVertices(KernelHull& hull, const HullView& mesh, const KernelArrays& arrays) {
    double squaredRadius = 0.0;
    for (std::size_t i = 0; i < arrays.vertices.size() * KernelHull::kBlock; ++i) {
        const std::size_t source = i < mesh.vertices.size() ? i : 0, lane = i % KernelHull::kBlock;
        const glm::dvec3 vertex = glm::dvec3(mesh.vertices[source]) - glm::dvec3(hull.center);
        squaredRadius = std::max(squaredRadius, glm::dot(vertex, vertex));
        KernelHull::VertexBlock& block = arrays.vertices[i / KernelHull::kBlock];
        block.x[lane] = static_cast<float>(vertex.x);
        block.y[lane] = static_cast<float>(vertex.y);
        block.z[lane] = static_cast<float>(vertex.z);
    }
    const double radius = std::sqrt(squaredRadius);
    hull.radius = floatAbove(radius);
    return radius;
}

void layOutFaces(KernelHull& hull, const HullView& mesh, double radius, const KernelArrays& arrays) {
    KernelHull::FaceBlock& last = arrays.faces.back();
    last = {};
    std::ranges::fill(last.offset, kFarOffset);
    double innerRadius = radius;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const Plane& plane = mesh.faces[hull.faceIds[i]].plane;
        const double support = plane.offset - glm::dot(plane.normal, glm::dvec3(hull.center));
        innerRadius = std::min(innerRadius, support);
        KernelHull::FaceBlock& block = arrays.faces[i / KernelHull::kBlock];
        const std::size_t lane = i % KernelHull::kBlock;
        block.x[lane] = static_cast<float>(plane.normal.x);
        block.y[lane] = static_cast<float>(plane.normal.y);
        block.z[lane] = static_cast<float>(plane.normal.z);
        block.offset[lane] = static_cast<float>(support);
    }
    hull.innerRadius = std::max(0.0f, floatBelow(innerRadius * (1.0 - 1e-6)));
}

/// Clears the padding behind the last edge, if there is any.
void padLast(const KernelArrays& arrays) {
    if (!arrays.edgeFaces.empty()) {
        arrays.edgeFaces.back() = {};
    }
    if (!arrays.edgeBlocks.empty()) {
        KernelHull::EdgeBlock& last = arrays.edgeBlocks.back();
        last = {};
        for (auto& offsets : last.offset) {
            std::ranges::fill(offsets, kFarOffset);
        }
    }
}

/// Writes the edges in both forms: one by one for the edge-edge test, and side by side for its bounds.
void layOutEdges(const KernelHull& hull, const HullView& mesh, std::span<const std::uint32_t> facePositions,
                 const KernelArrays& arrays) {
    padLast(arrays);
    const auto inHalf = [](std::uint32_t number) { return static_cast<std::uint16_t>(number); };
    for (std::size_t i = 0; i < mesh.edges.size(); ++i) {
        const HullMesh::Edge& edge = mesh.edges[hull.edgeIds[i]];
        const std::uint32_t left = facePositions[edge.faces[0]], right = facePositions[edge.faces[1]];
        const auto [from, to] = edge.vertices;
        const glm::vec3 along(
            glm::normalize(glm::dvec3(mesh.vertices[to]) - glm::dvec3(mesh.vertices[from])));
        const glm::vec3 leftNormal = hull.normal(left), rightNormal = hull.normal(right),
                        start = hull.vertex(from);
        KernelHull::Edge& laidOut = arrays.edges[i];
        laidOut = {{leftNormal.x, rightNormal.x, start.x, along.x},
                   {leftNormal.y, rightNormal.y, start.y, along.y},
                   {leftNormal.z, rightNormal.z, start.z, along.z},
                   {hull.faceOffset(left), hull.faceOffset(right)},
                   {{inHalf(from), inHalf(to)}, {inHalf(left), inHalf(right)}}};
        if (!arrays.edgeFaces.empty()) {
            auto& [lefts, rights] = arrays.edgeFaces[i / KernelHull::EdgeFaces::kCount].faces;
            lefts[i % KernelHull::EdgeFaces::kCount] = static_cast<std::uint8_t>(left);
            rights[i % KernelHull::EdgeFaces::kCount] = static_cast<std::uint8_t>(right);
            continue;
        }
        KernelHull::EdgeBlock& block = arrays.edgeBlocks[i / KernelHull::kBlock];
        const std::size_t lane = i % KernelHull::kBlock;
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            block.x[side][lane] = laidOut.x[side];
            block.y[side][lane] = laidOut.y[side];
            block.z[side][lane] = laidOut.z[side];
            block.offset[side][lane] = laidOut.offset[side];
        }
    }
}

}  // namespace

KernelHull::Padding::Padding(std::size_t vertexCount, std::size_t faceCount, std::size_t edgeCount)
    : vertexBlocks(blocksFor(vertexCount)), faceBlocks(blocksFor(faceCount)), edgeFaces(0), edgeBlocks(0) {
    if (faceCount <= kMaxFacesInBytes) {
        edgeFaces = static_cast<std::uint32_t>((edgeCount + EdgeFaces::kCount - 1) / EdgeFaces::kCount);
    } else {
        edgeBlocks = blocksFor(edgeCount);
    }
}

std::size_t KernelHull::byteCount() const {
    return vertices.size_bytes() + faces.size_bytes() + edges.size_bytes() + edgeBlocks.size_bytes() +
           edgeFaces.size_bytes() + faceIds.size_bytes() + edgeIds.size_bytes() + adjacency.byteCount();
}

KernelOrder kernelOrderOf(const HullView& mesh, Arena& arena) {
    KernelOrder order{countUp(mesh.faces.size(), arena), ArenaVector<std::uint32_t>(mesh.edges.size(), arena),
                      ArenaVector<std::uint32_t>(mesh.faces.size(), arena)};
    sortByNormal(order.faceIds, mesh);
    const ArenaVector<std::uint32_t>& position = order.facePositions;
    (void)invert(order.faceIds, order.facePositions);
    struct Key {
        // Positions of both faces, the lower position in the upper half. Unique, because two faces share at
        // most one edge.
        std::uint64_t faces;
        std::uint32_t edge;
    };
    ArenaVector<Key> keys(arena);
    keys.reserve(mesh.edges.size());
    for (std::uint32_t edge = 0; edge < mesh.edges.size(); ++edge) {
        const std::uint64_t a = position[mesh.edges[edge].faces[0]], b = position[mesh.edges[edge].faces[1]];
        keys.push_back({std::min(a, b) << 32 | std::max(a, b), edge});
    }
    shellSort(keys, {}, &Key::faces);
    std::ranges::transform(keys, order.edgeIds.begin(), &Key::edge);
    return order;
}

bool invert(std::span<const std::uint32_t> order, std::span<std::uint32_t> positions) {
    constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
    std::ranges::fill(positions, kNowhere);
    bool twice = false;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        twice |= positions[order[i]] != kNowhere;
        positions[order[i]] = i;
    }
    return !twice;
}

void layOutKernel(const HullView& mesh, const ContactFaces& contactFaces, const glm::dvec3& center,
                  std::span<const std::uint32_t> facePositions, const KernelArrays& arrays,
                  KernelHull& hull) {
    hull.center = glm::dvec4(center, 0.0);
    hull.vertexCount = static_cast<std::uint32_t>(mesh.vertices.size());
    hull.faceCount = static_cast<std::uint32_t>(mesh.faces.size());
    hull.setBlocks(arrays.vertices, arrays.faces);
    hull.edges = arrays.edges;
    hull.faceIds = arrays.faceIds, hull.edgeIds = arrays.edgeIds;
    hull.edgeBlocks = arrays.edgeBlocks;
    hull.edgeFaces = arrays.edgeFaces;
    const double radius = layOutVertices(hull, mesh, arrays);
    layOutFaces(hull, mesh, radius, arrays);
    layOutEdges(hull, mesh, facePositions, arrays);
    hull.adjacency =
        layOutAdjacency(mesh, contactFaces, center, {hull.faceIds, facePositions}, arrays.adjacency);
    if (!findBox(mesh, hull, hull.box.emplace())) {
        hull.box.reset();
    }
}

}  // namespace sat3d::SAT3D_ABI
