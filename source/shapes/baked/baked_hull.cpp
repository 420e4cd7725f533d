#include "shapes/baked/baked_hull.hpp"

#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/convex_hull/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {
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

/// The distinct directions are some of all directions, in order: which ones?
template <class DirectionOf>
std::vector<std::uint32_t> chosenOnes(std::span<const glm::dvec3> distinct, std::size_t count,
                                      DirectionOf&& directionOf) {
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t k = 0; k < count && chosen.size() < distinct.size(); ++k) {
        if (directionOf(k) == distinct[chosen.size()]) {
            chosen.push_back(k);
        }
    }
    return chosen;
}

// ---------------------------------------------------------------------------------------- reading

HullCounts readCounts(BakedReader& reader) {
    HullCounts counts;
    counts.vertices = reader.count(3 * sizeof(float) + 1);
    counts.faces = reader.count(4 * sizeof(double) + 3);
    counts.normals = reader.count(1);
    counts.edgeDirections = reader.count(1);
    constexpr std::uint32_t kMost = 1u << 29;
    if (std::min(counts.vertices, counts.faces) < 4 || std::max(counts.vertices, counts.faces) > kMost) {
        reader.fail("its vertices, edges and faces do not add up to a closed surface");
    } else {
        counts.edges = counts.vertices + counts.faces - 2;
        if (counts.normals < 1 || counts.normals > counts.faces || counts.edgeDirections < 1 ||
            counts.edgeDirections > counts.edges) {
            reader.fail("it has no directions, or more of them than faces or edges");
        }
    }
    return counts;
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

/// The indices of a hull among its own things: one list in the file, here in scratch.
struct InnerIndices {
    std::span<std::uint32_t> faceCorners;               ///< how many of each face
    std::span<std::uint32_t> loops;                     ///< vertices
    std::span<std::uint32_t> edgeCorners;               ///< see edgeCornersOf
    std::span<std::uint32_t> kernelFaces, kernelEdges;  ///< see KernelOrder
    std::span<std::uint32_t> normals;                   ///< faces that give the distinct ones
    std::span<std::uint32_t> directions;                ///< edges likewise
};

/// Deals scratch out, part by part.
class Scratch {
public:
    Scratch(std::vector<std::uint32_t>& numbers, std::size_t count) {
        if (numbers.size() < count) {
            numbers.resize(count);
        }
        rest_ = numbers;
    }
    explicit Scratch(std::span<std::uint32_t> numbers) : rest_(numbers) {}

    std::span<std::uint32_t> deal(std::size_t count) {
        const std::span<std::uint32_t> dealt = rest_.first(count);
        rest_ = rest_.subspan(count);
        return dealt;
    }

private:
    std::span<std::uint32_t> rest_;
};

std::size_t innerIndexCount(const HullCounts& counts) {
    return std::size_t{2} * counts.faces + counts.edges + 2 * counts.corners() + counts.normals +
           counts.edgeDirections;
}

InnerIndices readInnerIndices(BakedReader& reader, const HullCounts& counts, Scratch& scratch) {
    const std::span<std::uint32_t> all = scratch.deal(innerIndexCount(counts));
    reader.indices(all);
    Scratch rest(all);
    InnerIndices read;
    read.faceCorners = rest.deal(counts.faces);
    const auto deal = [&](std::size_t count, std::uint32_t limit) {
        const std::span<std::uint32_t> part = rest.deal(count);
        // Without branches, for limits up to 2^31: an index has the highest bit, or the difference has it.
        std::uint32_t bits = 0;
        for (const std::uint32_t index : part) {
            bits |= index | (limit - 1 - index);
        }
        if (bits >> 31 != 0) {
            reader.fail("an index names what does not exist");
        }
        return part;
    };
    read.loops = deal(counts.corners(), counts.vertices);
    read.edgeCorners = deal(counts.corners(), 2 * counts.edges);
    read.kernelFaces = deal(counts.faces, counts.faces);
    read.kernelEdges = deal(counts.edges, counts.edges);
    read.normals = deal(counts.normals, counts.faces);
    read.directions = deal(counts.edgeDirections, counts.edges);
    return read;
}

/// No two the same, either.
bool isAscending(std::span<const std::uint32_t> indices) {
    return std::ranges::adjacent_find(indices, std::ranges::greater_equal()) == indices.end();
}

/// @param counts  corners of each face
void dealCorners(BakedReader& reader, std::span<const std::uint32_t> counts, const HullArrays& arrays) {
    std::uint64_t sum = 0;
    bool enough = true;
    for (std::size_t face = 0; face < counts.size(); ++face) {
        arrays.faces[face].firstVertex = static_cast<std::uint32_t>(sum);
        arrays.faces[face].vertexCount = counts[face];
        sum += counts[face];
        enough &= counts[face] >= 3;
    }
    if (!enough || sum != arrays.loops.size()) {
        reader.fail("its faces have too few corners, or too many");
    }
}

/// What the figures of the whole hull contradict, or "".
std::string_view faultOfFigures(const HullData& data) {
    const std::array<double, 13> mass = numbersOf(data.massProperties);
    if (!std::ranges::all_of(mass, [](double number) { return std::isfinite(number); }) || !(mass[0] > 0.0)) {
        return "its volume, centre or inertia is none";
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
        return "its bounding sphere leaves a vertex out";
    }
    bool isInside = true;
    for (const HullMesh::Face& face : data.mesh.faces) {
        isInside &= face.plane.distance(data.massProperties.centroid) < 0.0;
    }
    const glm::dvec3 arm = data.massProperties.centroid - center;
    if (!isInside || !(glm::dot(arm, arm) <= limit)) {
        return "its centre lies outside";
    }
    if (!(data.mesh.maxFaceThickness <= 2.0 * radius)) {
        return "its faces are thicker than itself";
    }
    if (!(data.options.coplanarTolerance >= 0.0f && data.options.coplanarTolerance <= 0.01f)) {
        return "its tolerance is none";
    }
    return {};
}

/// What its arrays contradict, or "". Writes the edges, and the places of the faces in the kernel's order.
std::string_view faultOf(const HullData& data, const HullArrays& arrays, const InnerIndices& inner,
                         const TopologyRoom& room, std::span<std::uint32_t> facePositions) {
    std::string_view fault = rebuildEdges(data.mesh, inner.edgeCorners, arrays.edges, room);
    fault = !fault.empty() ? fault : faultOfGeometry(data.mesh, inner.edgeCorners, room);
    fault = !fault.empty() ? fault : faultOfFigures(data);
    if (fault.empty() && !(invert(inner.kernelEdges, room.cornersTaken.first(arrays.edges.size())) &&
                           invert(inner.kernelFaces, facePositions))) {
        fault = "its faces or edges have no order";
    }
    if (fault.empty() && !(isAscending(inner.normals) && isAscending(inner.directions))) {
        fault = "its directions have no order";
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
    writer.number(data.options.coplanarTolerance);
    writer.number(mesh.maxOutside);
    writer.number(mesh.maxFaceThickness);
    const BoundingSphere& sphere = data.boundingSphere;
    writer.numbers(std::array{sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius});
    writer.numbers(numbersOf(data.massProperties));
    writer.number(data.contentHash);
    for (const glm::vec3& vertex : mesh.vertices) {
        writer.numbers(std::array{vertex.x, vertex.y, vertex.z});
    }
    std::vector<std::uint32_t> inner;
    const auto append = [&](std::span<const std::uint32_t> indices) {
        inner.insert(inner.end(), indices.begin(), indices.end());
    };
    for (const HullMesh::Face& face : mesh.faces) {
        writer.numbers(numbersOf(face.plane));
        inner.push_back(face.vertexCount);
    }
    writer.indices(mesh.sourceIndices);
    writer.indices(data.faceTags);
    append(mesh.loops);
    append(edgeCornersOf(mesh));
    append(data.kernel.faceIds);
    append(data.kernel.edgeIds);
    append(chosenOnes(data.distinctNormals, mesh.faces.size(),
                      [&](std::uint32_t face) { return mesh.faces[face].plane.normal; }));
    append(chosenOnes(data.distinctEdgeDirections, mesh.edges.size(),
                      [&](std::uint32_t edge) { return edgeDirection(mesh, edge); }));
    writer.indices(inner);
}

std::optional<ConvexHull> readHull(BakedReader& reader, HullRoom& room) {
    const HullCounts counts = readCounts(reader);
    if (reader.failed()) {
        return std::nullopt;
    }
    const auto [data, arrays] = newHull(counts);
    HullView& mesh = data->mesh;
    data->options.coplanarTolerance = reader.number<float>();
    mesh.maxOutside = reader.number<double>();
    mesh.maxFaceThickness = reader.number<double>();
    const auto sphere = reader.numbers<float, 4>();
    data->boundingSphere = {{sphere[0], sphere[1], sphere[2]}, sphere[3]};
    setNumbers(data->massProperties, reader.numbers<double, 13>());
    data->contentHash = reader.number<std::uint64_t>();
    reader.vectors(arrays.vertices);
    readFaces(reader, arrays.faces);
    reader.indices(arrays.sourceIndices, kAnyIndex);
    reader.indices(arrays.faceTags, kAnyIndex);
    Scratch scratch(room.numbers,
                    innerIndexCount(counts) + 3 * counts.corners() + counts.vertices + counts.faces);
    const InnerIndices inner = readInnerIndices(reader, counts, scratch);
    dealCorners(reader, inner.faceCorners, arrays);
    if (reader.failed()) {
        return std::nullopt;
    }
    std::ranges::copy(inner.loops, arrays.loops.begin());
    std::ranges::copy(inner.kernelFaces, arrays.kernel.faceIds.begin());
    std::ranges::copy(inner.kernelEdges, arrays.kernel.edgeIds.begin());
    if (room.positions.size() < counts.vertices) {
        room.positions.resize(counts.vertices);
    }
    const TopologyRoom topology{{scratch.deal(counts.corners()), scratch.deal(counts.corners())},
                                scratch.deal(counts.corners()),
                                scratch.deal(counts.vertices),
                                std::span(room.positions).first(counts.vertices)};
    const std::span<std::uint32_t> facePositions = scratch.deal(counts.faces);
    if (const std::string_view fault = faultOf(*data, arrays, inner, topology, facePositions);
        !fault.empty()) {
        reader.fail(fault);
        return std::nullopt;
    }
    std::ranges::transform(inner.normals, arrays.distinctNormals.begin(),
                           [&](std::uint32_t face) { return mesh.faces[face].plane.normal; });
    std::ranges::transform(inner.directions, arrays.distinctEdgeDirections.begin(),
                           [&](std::uint32_t edge) { return edgeDirection(mesh, edge); });
    layOutKernel(mesh, data->massProperties.centroid, facePositions, arrays.kernel, data->kernel);
    return HullData::hullOf(data);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
