#include "shapes/baked_hull.hpp"

#include "shapes/hull_data.hpp"
#include "shapes/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
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

MassProperties massOf(const std::array<double, 13>& all) {
    MassProperties mass{all[0], {all[1], all[2], all[3]}, glm::dmat3(0.0)};
    for (int k = 0; k < 9; ++k) {
        mass.inertia[k / 3][k % 3] = all[static_cast<std::size_t>(4 + k)];
    }
    return mass;
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
    const bool isAround = std::ranges::all_of(data.mesh.vertices, [&](const glm::vec3& vertex) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        return glm::dot(arm, arm) <= limit;
    });
    if (!isAround || !(radius >= 0.0) || !std::isfinite(radius)) {
        return "its bounding sphere leaves a vertex out";
    }
    const bool isInside = std::ranges::all_of(data.mesh.faces, [&](const HullMesh::Face& face) {
        return face.plane.distance(data.massProperties.centroid) < 0.0;
    });
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

/// What its arrays contradict, or "". Writes the edges; leaves the places of the faces in the kernel's order
/// in room.numbers.
std::string_view faultOf(const HullData& data, const HullArrays& arrays, HullRoom& room) {
    std::string_view fault = rebuildEdges(data.mesh, room.edgeSides, arrays.edges, room.numbers);
    fault = !fault.empty() ? fault : faultOfGeometry(data.mesh, room.edgeSides);
    fault = !fault.empty() ? fault : faultOfFigures(data);
    if (fault.empty() &&
        !(invert(arrays.kernel.edgeIds, room.numbers) && invert(arrays.kernel.faceIds, room.numbers))) {
        fault = "its faces or edges have no order";
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
    for (const glm::vec3& vertex : mesh.vertices) {
        writer.numbers(std::array{vertex.x, vertex.y, vertex.z});
    }
    writer.indices(mesh.sourceIndices);
    std::vector<std::uint32_t> corners;
    for (const HullMesh::Face& face : mesh.faces) {
        writer.numbers(numbersOf(face.plane));
        corners.push_back(face.vertexCount);
    }
    writer.indices(corners);
    writer.indices(mesh.loops);
    writer.indices(edgeSidesOf(mesh));
    writer.indices(data.faceTags);
    writer.indices(data.kernel.faceIds);
    writer.indices(data.kernel.edgeIds);
    writer.indices(chosenOnes(data.distinctNormals, mesh.faces.size(),
                              [&](std::uint32_t face) { return mesh.faces[face].plane.normal; }));
    writer.indices(chosenOnes(data.distinctEdgeDirections, mesh.edges.size(),
                              [&](std::uint32_t edge) { return edgeDirection(mesh, edge); }));
}

std::optional<ConvexHull> readHull(BakedReader& reader, HullRoom& room) {
    const HullCounts counts = readCounts(reader);
    if (reader.failed()) {
        return std::nullopt;
    }
    const HullArrays arrays(counts);
    const auto data = std::make_shared<HullData>(arrays);
    HullView& mesh = data->mesh;
    data->options.coplanarTolerance = reader.number<float>();
    mesh.maxOutside = reader.number<double>();
    mesh.maxFaceThickness = reader.number<double>();
    const auto sphere = reader.numbers<float, 4>();
    data->boundingSphere = {{sphere[0], sphere[1], sphere[2]}, sphere[3]};
    data->massProperties = massOf(reader.numbers<double, 13>());
    reader.vectors(arrays.vertices);
    reader.indices(arrays.sourceIndices, kAnyIndex);
    readFaces(reader, arrays.faces);
    room.numbers.resize(counts.faces);
    reader.indices(room.numbers, kAnyIndex);
    dealCorners(reader, room.numbers, arrays);
    reader.indices(arrays.loops, counts.vertices);
    room.edgeSides.resize(counts.corners());
    reader.indices(room.edgeSides, 2 * counts.edges);
    reader.indices(arrays.faceTags, kAnyIndex);
    reader.indices(arrays.kernel.faceIds, counts.faces);
    reader.indices(arrays.kernel.edgeIds, counts.edges);
    room.axes.resize(counts.normals);
    reader.indices(room.axes, counts.faces);
    room.directions.resize(counts.edgeDirections);
    reader.indices(room.directions, counts.edges);
    if (reader.failed()) {
        return std::nullopt;
    }
    if (const std::string_view fault = faultOf(*data, arrays, room); !fault.empty()) {
        reader.fail(fault);
        return std::nullopt;
    }
    std::ranges::transform(room.axes, arrays.distinctNormals.begin(),
                           [&](std::uint32_t face) { return mesh.faces[face].plane.normal; });
    std::ranges::transform(room.directions, arrays.distinctEdgeDirections.begin(),
                           [&](std::uint32_t edge) { return edgeDirection(mesh, edge); });
    layOutHull(*data, arrays, room.numbers);
    return HullData::hullOf(data);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
