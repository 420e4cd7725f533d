/// libFuzzer entry: arbitrary bytes as a mesh or a height field. The result must be an error with a message,
/// or a surface that answers every query with finite numbers.

#include "fuzz_input.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::require;
using Bytes = std::span<const std::uint8_t>;

/// Arbitrary floats, a lattice (duplicates, folds, flat triangles), or a lattice with a huge unit and errors
/// of a few ulps.
std::vector<float> numbersOf(std::uint8_t mode, Bytes bytes) {
    if (mode % 3 == 0) {
        return test::floatsOf(bytes);
    }
    std::vector<float> numbers;
    for (const std::uint8_t byte : bytes) {
        const auto step = static_cast<float>(byte % 8);
        numbers.push_back(mode % 3 == 1 ? step : step * 1e13f + static_cast<float>(byte / 8) * 1e6f);
    }
    return numbers;
}

bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

template <class S>
void askAll(const S& surface, const ConvexShape& body, const Pose& pose, float size) {
    const Distance apart = distance(body, pose, surface, Pose{});
    require(!std::isnan(apart.separation), "a distance is a number");
    const auto hit = penetration(body, pose, surface, Pose{});
    require(hit.has_value() == (apart.separation < 0.0f), "penetration is a negative distance");
    require(overlaps(body, pose, surface, Pose{}) == hit.has_value(), "overlaps is penetration");
    std::array<Manifold, 4> buffer;
    const auto manifolds = collide(body, pose, surface, Pose{}, buffer);
    require(manifolds.empty() == !hit, "what overlaps has manifolds");
    for (const Manifold& manifold : manifolds) {
        require(std::abs(glm::length(manifold.normal) - 1.0f) < 1e-5f, "normals are unit");
        require(manifold.penetration.children.b < surface.triangleCount(), "triangles are the surface's");
        for (const ContactPoint& point : manifold.points()) {
            require(isFinite(point.position) && std::isfinite(point.separation), "points are numbers");
        }
    }
    const glm::vec3 way(0.3f * size, -size, 0.2f * size);
    for (const Sweep& swept : {sweep(body, pose, surface, Pose{}, {way}),
                               sweep(body, pose, surface, Pose{}, {way, {0.4f, 0, 0}, {}}, RigidMotion{})}) {
        require(swept.fraction >= 0.0f && swept.fraction <= 1.0f, "fractions are from 0 to 1");
        require(hit.has_value() == (swept.status == Sweep::Status::InitialOverlap), "sweeps start so");
    }
    const auto crossing = raycast(surface, Pose{}, Ray{pose.position, way, 10.0f * size});
    require(!crossing || crossing->entry.distance >= 0.0f, "rays lead onward");
    static_cast<void>(contains(surface, Pose{}, pose.position));
}

/// Asks with probe shapes at the center, at a vertex and outside. They are as large as the surface or much
/// smaller.
template <class S>
void askEverywhere(const S& surface, const glm::vec3& corner) {
    const Aabb box = bounds(surface, RigidTransform{});
    const float size = std::max(glm::length(box.halfExtents()), 1e-30f);
    const std::array<glm::vec3, 3> places{box.center(), corner, box.center() + glm::vec3(1.5f * size, 0, 0)};
    for (const glm::vec3& place : places) {
        for (const float scale : {0.5f * size, 0.01f * size}) {
            askAll(surface, Sphere{{}, scale}, Pose{place}, size);
            askAll(surface, Box{{}, glm::vec3(scale)}, Pose{place, {0.5f, 0.5f, -0.5f, 0.5f}}, size);
        }
    }
}

void tryMesh(std::uint8_t mode, Bytes bytes) {
    // The first quarter of the bytes are indices: either all in range, or some out of range.
    const std::size_t indexed = bytes.size() / 4;
    const std::vector<glm::vec3> vertices = test::pointsOf(numbersOf(mode, bytes.subspan(indexed)));
    std::vector<std::uint32_t> indices;
    for (const std::uint8_t byte : bytes.first(indexed)) {
        const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(vertices.size(), 1));
        indices.push_back(mode & 64 ? byte : byte % count);
    }
    indices.resize(mode & 32 ? indices.size() : indices.size() / 3 * 3);
    const auto mesh =
        TriangleMesh::fromTriangles(vertices, indices, {mode & 16 ? Sides::Both : Sides::Front, {}});
    if (mesh) {
        askEverywhere(*mesh, mesh->vertices()[mesh->indices()[0]]);
        return;
    }
    require(mesh.error().message.size() > 20, "errors say something");
    for (const std::uint32_t index : mesh.error().indices) {
        require(index < std::max(vertices.size(), indices.size() / 3 + 1), "errors name what there is");
    }
}

void tryField(std::uint8_t mode, Bytes bytes) {
    const std::uint32_t columns = bytes[0] % 9, rows = bytes[1] % 9;
    std::vector<float> heights = numbersOf(mode, bytes.subspan(3));
    if (!(mode & 64)) {
        heights.resize(std::size_t{columns} * rows);
    }
    const std::array<std::uint32_t, 2> holes{bytes[2] % 16u, bytes[2] / 16u};
    constexpr std::array kCells{1.0f, 1e-6f, 1e12f, -1.0f};
    const glm::vec2 cell(kCells[bytes[0] / 9 % 4], kCells[bytes[1] / 9 % 4]);
    const auto field = HeightField::fromHeights(
        heights, columns, rows, cell,
        {mode & 16 ? Sides::Both : Sides::Front, std::span(holes).first(mode & 32 ? 2 : 0), {}});
    if (field) {
        askEverywhere(*field, {0.0f, 0.0f, field->heights()[0]});
        return;
    }
    require(field.error().message.size() > 20, "errors say something");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 5 || size > 4096) {
        return 0;
    }
    (data[0] & 128 ? tryField : tryMesh)(data[0], {data + 1, size - 1});
    return 0;
}
