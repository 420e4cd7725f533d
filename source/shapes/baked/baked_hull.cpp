#include "shapes/baked/baked_hull.hpp"

#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/convex_hull/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {
namespace {

constexpr std::uint32_t kAnyIndex = std::numeric_limits<std::uint32_t>::max();

std::array<double, 4> numbersOf(const Plane& plane) {
    return {plane.normal.x, plane.normal.y, plane.normal.z, plane.offset};
}

std::array<double, 13> numbersOf(const MassProperties& mass) {
    std::array<double, 13> all{mass.volume, mass.centroid.x, mass.centroid.y, mass.centroid.z};
    for (int k = 0; k < 9; ++k) {
        all[static_cast<std::size_t>(4 + k)] = mass.inertia[k / 3][k % 3];
    }
    return all;
}

void setNumbers(MassProperties& mass, const std::array<double, 13>& all) {
    mass.volume = all[0];
    mass.centroid = {all[1], all[2], all[3]};
    for (int k = 0; k < 9; ++k) {
        mass.inertia[k / 3][k % 3] = all[static_cast<std::size_t>(4 + k)];
    }
}

/// Returns the indices of the distinct directions in the list of all directions. Both lists have the same
/// order.
template <class DirectionOf>
std::vector<std::uint32_t> indicesOfDistinct(std::span<const glm::dvec3> distinct, std::size_t count,
                                             DirectionOf&& directionOf) {
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t k = 0; k < count && chosen.size() < distinct.size(); ++k) {
        if (directionOf(k) == distinct[chosen.size()]) {
            chosen.push_back(k);
        }
    }
    return chosen;
}

HullCounts readCounts(BakedReader& reader) {
    HullCounts counts;
    counts.vertices = reader.count(3 * sizeof(float) + 1);
    counts.faces = reader.count(4 * sizeof(double) + 3);
    counts.normals = reader.count(1);
    counts.edgeDirections = reader.count(1);
    constexpr std::uint32_t kMax = 1u << 29;
    if (std::min(counts.vertices, counts.faces) < 4 || std::max(counts.vertices, counts.faces) > kMax) {
        reader.fail("its vertices, edges and faces do not add up to a closed surface");
    } else {
        counts.edges = counts.vertices + counts.faces - 2;
        if (counts.normals < 1 || counts.normals > counts.faces || counts.edgeDirections < 1 ||
            counts.edgeDirections > counts.edges) {
            reader.fail("it has no directions, or more directions than faces or edges");
        }
    }
    return counts;
}

/// Looks ahead at the sizes of the faces, which come after the measures and other arrays, but tell how much
/// memory the hull takes.
/// @param ahead  begins at the measures
/// @return  HullCounts::loopEntries
std::size_t loopEntriesAhead(BakedReader ahead, const HullCounts& counts,
                             std::vector<std::uint32_t>& numbers) {
    constexpr std::size_t kMeasureBytes = 16 * sizeof(double) + 4 * sizeof(float);
    (void)ahead.take(1, kMeasureBytes);
    (void)ahead.take(counts.vertices, 3 * sizeof(float));
    (void)ahead.take(counts.faces, 4 * sizeof(double));
    numbers.resize(std::max<std::size_t>(numbers.size(), std::max(counts.vertices, counts.faces)));
    ahead.indices(std::span(numbers).first(counts.vertices));
    ahead.indices(std::span(numbers).first(counts.faces));
    const std::span<std::uint32_t> faceSizes = std::span(numbers).first(counts.faces);
    ahead.indices(faceSizes);
    std::size_t entries = 0;
    for (const std::uint32_t size : faceSizes) {
        entries += HullAdjacency::roomForLoop(size);
    }
    // No more than any valid sizes take: roomForLoop(n) < 3 n, and there are two sides per edge.
    return std::min(entries, 3 * counts.corners());
}

void readMeasures(BakedReader& reader, HullData& data) {
    data.mesh.maxInputDistance = reader.number<double>();
    data.mesh.maxPlanarityError = reader.number<double>();
    data.boundingSphere = {reader.vector(), reader.number<float>()};
    setNumbers(data.massProperties, reader.numbers<double, 13>());
    data.contentHash = reader.number<std::uint64_t>();
}

void readFaces(BakedReader& reader, std::span<HullMesh::Face> faces) {
    if (const std::byte* bytes = reader.take(faces.size(), 4 * sizeof(double))) {
        for (HullMesh::Face& face : faces) {
            const auto number = [&](std::size_t k) {
                return fromLittleEndian<double>(bytes + k * sizeof(double));
            };
            face.plane = {{number(0), number(1), number(2)}, number(3)};
            bytes += 4 * sizeof(double);
        }
    }
}

/// Indices into the arrays of the hull. The file has them as one list. They are kept in scratch memory.
struct InnerIndices {
    std::span<std::uint32_t> faceSizes;                 ///< number of vertices of each face
    std::span<std::uint32_t> faceIndices;               ///< vertices
    std::span<std::uint32_t> edgeCorners;               ///< see edgeCornersOf
    std::span<std::uint32_t> kernelFaces, kernelEdges;  ///< see KernelOrder
    std::span<std::uint32_t> normals;                   ///< faces with distinct normals
    std::span<std::uint32_t> directions;                ///< edges with distinct directions
};

/// Hands out consecutive parts of scratch memory.
class ScratchNumbers {
public:
    ScratchNumbers(std::vector<std::uint32_t>& numbers, std::size_t count) {
        if (numbers.size() < count) {
            numbers.resize(count);
        }
        rest_ = numbers;
    }
    explicit ScratchNumbers(std::span<std::uint32_t> numbers) : rest_(numbers) {}

    std::span<std::uint32_t> take(std::size_t count) {
        const std::span<std::uint32_t> taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

private:
    std::span<std::uint32_t> rest_;
};

std::size_t innerIndexCount(const HullCounts& counts) {
    return std::size_t{2} * counts.faces + counts.edges + 2 * counts.corners() + counts.normals +
           counts.edgeDirections;
}

InnerIndices readInnerIndices(BakedReader& reader, const HullCounts& counts, ScratchNumbers& scratch) {
    const std::span<std::uint32_t> all = scratch.take(innerIndexCount(counts));
    reader.indices(all);
    ScratchNumbers rest(all);
    InnerIndices read;
    read.faceSizes = rest.take(counts.faces);
    const auto take = [&](std::size_t count, std::uint32_t limit) {
        const std::span<std::uint32_t> part = rest.take(count);
        // Tests without branches, for limits up to 2^31. If an index is out of range, the index or the
        // difference has its highest bit set.
        std::uint32_t bits = 0;
        for (const std::uint32_t index : part) {
            bits |= index | (limit - 1 - index);
        }
        if (bits >> 31 != 0) {
            reader.fail("an index is out of range");
        }
        return part;
    };
    read.faceIndices = take(counts.corners(), counts.vertices);
    read.edgeCorners = take(counts.corners(), 2 * counts.edges);
    read.kernelFaces = take(counts.faces, counts.faces);
    read.kernelEdges = take(counts.edges, counts.edges);
    read.normals = take(counts.normals, counts.faces);
    read.directions = take(counts.edgeDirections, counts.edges);
    return read;
}

/// Returns whether the indices ascend strictly.
bool isAscending(std::span<const std::uint32_t> indices) {
    return std::ranges::adjacent_find(indices, std::ranges::greater_equal()) == indices.end();
}

/// Gives each face its range of faceIndices.
void setFaceRanges(BakedReader& reader, std::span<const std::uint32_t> counts, const HullArrays& arrays) {
    std::uint64_t sum = 0;
    bool enough = true;
    for (std::size_t face = 0; face < counts.size(); ++face) {
        arrays.faces[face].firstVertex = static_cast<std::uint32_t>(sum);
        arrays.faces[face].vertexCount = counts[face];
        sum += counts[face];
        enough &= counts[face] >= 3;
    }
    if (!enough || sum != arrays.faceIndices.size()) {
        reader.fail("a face has too few vertices, or the faces have too many");
    }
}

/// Returns what is wrong with the measures of the whole hull, or "".
std::string_view faultOfMeasures(const HullData& data) {
    const std::array<double, 13> mass = numbersOf(data.massProperties);
    if (!std::ranges::all_of(mass, [](double number) { return std::isfinite(number); }) || !(mass[0] > 0.0)) {
        return "its volume, center or inertia is invalid";
    }
    const glm::dvec3 center(data.boundingSphere.center);
    const auto radius = static_cast<double>(data.boundingSphere.radius);
    const double limit = radius * radius * (1.0 + 1e-6);
    bool isAround = true;
    for (const glm::vec3& vertex : data.mesh.vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        isAround &= glm::dot(arm, arm) <= limit;
    }
    if (!isAround || !(radius >= 0.0) || !std::isfinite(radius)) {
        return "a vertex lies outside its bounding sphere";
    }
    bool isInside = true;
    for (const HullMesh::Face& face : data.mesh.faces) {
        isInside &= face.plane.signedDistance(data.massProperties.centroid) < 0.0;
    }
    const glm::dvec3 arm = data.massProperties.centroid - center;
    if (!isInside || !(glm::dot(arm, arm) <= limit)) {
        return "its center of mass lies outside";
    }
    if (!(data.mesh.maxPlanarityError <= 2.0 * radius)) {
        return "its planarity error is larger than the hull";
    }
    return {};
}

TopologyScratch topologyScratch(const HullCounts& counts, ScratchNumbers& numbers,
                                std::vector<glm::dvec3>& positions) {
    if (positions.size() < counts.vertices) {
        positions.resize(counts.vertices);
    }
    return {{numbers.take(counts.corners()), numbers.take(counts.corners())},
            numbers.take(counts.corners()),
            numbers.take(counts.vertices),
            std::span(positions).first(counts.vertices)};
}

/// Returns what is wrong with the hull, or "". Writes the edges, and the positions of the faces in the
/// kernel's order.
std::string_view faultOf(const HullData& data, const HullArrays& arrays, const InnerIndices& inner,
                         const TopologyScratch& scratch, std::span<std::uint32_t> facePositions) {
    std::string_view fault = rebuildEdges(data.mesh, inner.edgeCorners, arrays.edges, scratch);
    fault = !fault.empty() ? fault : faultOfGeometry(data.mesh, inner.edgeCorners, scratch);
    fault = !fault.empty() ? fault : faultOfMeasures(data);
    if (fault.empty() && !(invert(inner.kernelEdges, scratch.cornersTaken.first(arrays.edges.size())) &&
                           invert(inner.kernelFaces, facePositions))) {
        fault = "its order of faces or edges is not a permutation";
    }
    if (fault.empty() && !(isAscending(inner.normals) && isAscending(inner.directions))) {
        fault = "its directions are not in order";
    }
    return fault;
}

}  // namespace

void writeHull(BakedWriter& writer, const ConvexHull& hull) {
    const HullData& data = hull.data();
    const HullView& mesh = data.mesh;
    for (const std::size_t count : {mesh.vertices.size(), mesh.faces.size(), data.distinctNormals.size(),
                                    data.distinctEdgeDirections.size()}) {
        writer.number(static_cast<std::uint32_t>(count));
    }
    writer.number(mesh.maxInputDistance);
    writer.number(mesh.maxPlanarityError);
    writer.vector(data.boundingSphere.center);
    writer.number(data.boundingSphere.radius);
    writer.numbers(numbersOf(data.massProperties));
    writer.number(data.contentHash);
    for (const glm::vec3& vertex : mesh.vertices) {
        writer.vector(vertex);
    }
    std::vector<std::uint32_t> inner;
    const auto append = [&](std::span<const std::uint32_t> indices) {
        inner.insert(inner.end(), indices.begin(), indices.end());
    };
    for (const HullMesh::Face& face : mesh.faces) {
        writer.numbers(numbersOf(face.plane));
        inner.push_back(face.vertexCount);
    }
    writer.indices(mesh.inputIndices);
    writer.indices(data.faceTags);
    append(mesh.faceIndices);
    append(edgeCornersOf(mesh));
    append(data.kernel.faceIds);
    append(data.kernel.edgeIds);
    append(indicesOfDistinct(data.distinctNormals, mesh.faces.size(),
                             [&](std::uint32_t face) { return mesh.faces[face].plane.normal; }));
    append(indicesOfDistinct(data.distinctEdgeDirections, mesh.edges.size(),
                             [&](std::uint32_t edge) { return edgeDirection(mesh, edge); }));
    writer.indices(inner);
}

std::optional<ConvexHull> readHull(BakedReader& reader, HullScratch& scratch) {
    HullCounts counts = readCounts(reader);
    if (reader.failed()) {
        return std::nullopt;
    }
    counts.loopEntries = loopEntriesAhead(reader, counts, scratch.numbers);
    const auto [data, arrays] = newHull(counts);
    readMeasures(reader, *data);
    reader.vectors(arrays.vertices);
    readFaces(reader, arrays.faces);
    reader.indices(arrays.inputIndices, kAnyIndex);
    reader.indices(arrays.faceTags, kAnyIndex);
    ScratchNumbers numbers(scratch.numbers,
                           innerIndexCount(counts) + 3 * counts.corners() + counts.vertices + counts.faces);
    const InnerIndices inner = readInnerIndices(reader, counts, numbers);
    setFaceRanges(reader, inner.faceSizes, arrays);
    if (reader.failed()) {
        return std::nullopt;
    }
    std::ranges::copy(inner.faceIndices, arrays.faceIndices.begin());
    std::ranges::copy(inner.kernelFaces, arrays.kernel.faceIds.begin());
    std::ranges::copy(inner.kernelEdges, arrays.kernel.edgeIds.begin());
    const TopologyScratch topology = topologyScratch(counts, numbers, scratch.positions);
    const std::span<std::uint32_t> facePositions = numbers.take(counts.faces);
    if (const std::string_view fault = faultOf(*data, arrays, inner, topology, facePositions);
        !fault.empty()) {
        reader.fail(fault);
        return std::nullopt;
    }
    const HullView& mesh = data->mesh;
    data->findTags();
    data->rotatingBounds = RotatingBounds(mesh.vertices, data->boundingSphere.center);
    std::ranges::transform(inner.normals, arrays.distinctNormals.begin(),
                           [&](std::uint32_t face) { return mesh.faces[face].plane.normal; });
    std::ranges::transform(inner.directions, arrays.distinctEdgeDirections.begin(),
                           [&](std::uint32_t edge) { return edgeDirection(mesh, edge); });
    data->contactFaces = mergeContactFaces(mesh);
    layOutKernel(mesh, data->contactFaces, data->massProperties.centroid, facePositions, arrays.kernel,
                 data->kernel);
    return HullData::hullOf(data);
}

}  // namespace sat3d::SAT3D_ABI
