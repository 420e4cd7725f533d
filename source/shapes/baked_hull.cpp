#include "shapes/baked_hull.hpp"

#include "shapes/hull_data.hpp"
#include "shapes/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
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
std::vector<std::uint32_t> chosenOnes(const std::vector<glm::dvec3>& distinct, std::size_t count,
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

void readMesh(BakedReader& reader, HullMesh& mesh, std::size_t vertexCount, std::size_t faceCount) {
    if (const std::byte* bytes = reader.take(vertexCount, 3 * sizeof(float))) {
        mesh.vertices.resize(vertexCount);
        for (glm::vec3& vertex : mesh.vertices) {
            vertex = {fromLittleEndian<float>(bytes), fromLittleEndian<float>(bytes + 4),
                      fromLittleEndian<float>(bytes + 8)};
            bytes += 3 * sizeof(float);
        }
    }
    mesh.sourceIndices = reader.indices(vertexCount, kAnyIndex);
    if (const std::byte* bytes = reader.take(faceCount, 4 * sizeof(double))) {
        mesh.faces.resize(faceCount);
        for (HullMesh::Face& face : mesh.faces) {
            const auto number = [&](std::size_t k) {
                return fromLittleEndian<double>(bytes + k * sizeof(double));
            };
            face.plane = {{number(0), number(1), number(2)}, number(3)};
            bytes += 4 * sizeof(double);
        }
    }
    std::uint64_t sum = 0;
    bool sound = true;
    auto face = mesh.faces.begin();
    reader.indicesInPlace(faceCount, kAnyIndex).forEach([&](std::uint32_t corners) {
        face->firstVertex = static_cast<std::uint32_t>(sum);
        face->vertexCount = corners;
        ++face;
        sum += corners;
        sound = sound && corners >= 3 && sum < kAnyIndex / 2;
    });
    if (!sound) {
        reader.fail("a face has fewer than three corners, or too many");
        return;
    }
    mesh.loops = reader.indices(static_cast<std::size_t>(sum), static_cast<std::uint32_t>(vertexCount));
}

/// @param seen  room
bool isPermutation(const std::vector<std::uint32_t>& numbers, std::vector<bool>& seen) {
    seen.assign(numbers.size(), false);
    for (const std::uint32_t number : numbers) {
        if (seen[number]) {
            return false;
        }
        seen[number] = true;
    }
    return true;
}

/// What the figures of the whole hull contradict, or "".
std::string_view faultOfFigures(const HullData& data) {
    const std::array<double, 13> mass = numbersOf(data.massProperties);
    if (!std::ranges::all_of(mass, [](double number) { return std::isfinite(number); }) || !(mass[0] > 0.0)) {
        return "its volume, centre or inertia is none";
    }
    const glm::dvec3 center(data.boundingSphere.center);
    const auto radius = static_cast<double>(data.boundingSphere.radius);
    for (const glm::vec3& vertex : data.mesh.vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        if (!(glm::dot(arm, arm) <= radius * radius * (1.0 + 1e-6)) || !std::isfinite(radius)) {
            return "its bounding sphere leaves a vertex out";
        }
    }
    for (const HullMesh::Face& face : data.mesh.faces) {
        if (!(face.plane.distance(data.massProperties.centroid) < 0.0)) {
            return "its centre lies outside";
        }
    }
    if (!(data.options.coplanarTolerance >= 0.0f && data.options.coplanarTolerance <= 0.01f)) {
        return "its tolerance is none";
    }
    return {};
}

}  // namespace

void writeHull(BakedWriter& writer, const ConvexHull& hull) {
    const HullData& data = hull.data();
    const HullMesh& mesh = data.mesh;
    writer.number(static_cast<std::uint32_t>(mesh.vertices.size()));
    writer.number(static_cast<std::uint32_t>(mesh.faces.size()));
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
    const auto axes = chosenOnes(data.distinctNormals, mesh.faces.size(),
                                 [&](std::uint32_t face) { return mesh.faces[face].plane.normal; });
    const auto directions = chosenOnes(data.distinctEdgeDirections, mesh.edges.size(),
                                       [&](std::uint32_t edge) { return edgeDirection(mesh, edge); });
    for (const std::vector<std::uint32_t>& chosen : {axes, directions}) {
        writer.number(static_cast<std::uint32_t>(chosen.size()));
        writer.indices(chosen);
    }
    writer.indices(data.kernel.faceIds);
    writer.indices(data.kernel.edgeIds);
}

std::optional<ConvexHull> readHull(BakedReader& reader) {
    const auto data = std::make_shared<HullData>();
    HullMesh& mesh = data->mesh;
    const std::uint32_t vertexCount = reader.count(3 * sizeof(float) + 1);
    const std::uint32_t faceCount = reader.count(4 * sizeof(double) + 3);
    data->options.coplanarTolerance = reader.number<float>();
    mesh.maxOutside = reader.number<double>();
    mesh.maxFaceThickness = reader.number<double>();
    const auto sphere = reader.numbers<float, 4>();
    data->boundingSphere = {{sphere[0], sphere[1], sphere[2]}, sphere[3]};
    data->massProperties = massOf(reader.numbers<double, 13>());
    readMesh(reader, mesh, vertexCount, faceCount);
    const auto sideCount = static_cast<std::uint32_t>(mesh.loops.size());
    const std::vector<std::uint32_t> sides = reader.indices(sideCount, sideCount);
    data->faceTags = reader.indices(faceCount, kAnyIndex);
    const BakedIndices axes = reader.indicesInPlace(reader.count(1), faceCount);
    const BakedIndices directions = reader.indicesInPlace(reader.count(1), sideCount / 2);
    KernelOrder order;
    order.faceIds = reader.indices(faceCount, faceCount);
    order.edgeIds = reader.indices(sideCount / 2, sideCount / 2);
    if (reader.failed()) {
        return std::nullopt;
    }
    std::string_view fault = sideCount % 2 == 0 ? rebuildEdges(mesh, sides) : "an edge lacks a side";
    fault = !fault.empty() ? fault : faultOfGeometry(mesh, sides);
    fault = !fault.empty() ? fault : faultOfFigures(*data);
    if (std::vector<bool> seen;
        fault.empty() && !(isPermutation(order.edgeIds, seen) && isPermutation(order.faceIds, seen))) {
        fault = "its faces or edges have no order";
    }
    if (!fault.empty()) {
        reader.fail(fault);
        return std::nullopt;
    }
    data->distinctNormals.reserve(axes.size());
    axes.forEach([&](std::uint32_t face) { data->distinctNormals.push_back(mesh.faces[face].plane.normal); });
    data->distinctEdgeDirections.reserve(directions.size());
    directions.forEach(
        [&](std::uint32_t edge) { data->distinctEdgeDirections.push_back(edgeDirection(mesh, edge)); });
    layOutHull(*data, std::move(order));
    return HullData::hullOf(data);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
