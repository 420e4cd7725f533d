#include <sat3d/debug/shape_mesh.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace sat3d::inline SAT3D_ABI {
namespace {

PolygonMesh hullMesh(const ConvexHull& hull) {
    PolygonMesh mesh;
    mesh.vertices.assign(hull.vertices().begin(), hull.vertices().end());
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        mesh.addFace(hull.faceVertices(face));
    }
    return mesh;
}

PolygonMesh boxMesh(const Box& box) {
    PolygonMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 sides((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0,
                               (corner & 4) != 0 ? 1.0 : -1.0);
        mesh.vertices.emplace_back(glm::dvec3(box.center) +
                                   glm::dquat(box.rotation) * (sides * glm::dvec3(box.halfExtents)));
    }
    constexpr std::array<std::array<std::uint32_t, 4>, 6> kFaces{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (const auto& face : kFaces) {
        mesh.addFace(face);
    }
    return mesh;
}

/// Some unit vector across.
glm::dvec3 acrossOf(const glm::dvec3& axis) {
    const glm::dvec3 other = std::abs(axis.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    return glm::normalize(glm::cross(other, axis));
}

/// Rings of equal count, from pole to pole.
void connectRings(PolygonMesh& mesh, std::uint32_t rings, std::uint32_t segments) {
    const std::uint32_t first = 0, last = 1;  // the poles
    const auto at = [&](std::uint32_t ring, std::uint32_t k) { return 2 + ring * segments + k % segments; };
    for (std::uint32_t k = 0; k < segments; ++k) {
        mesh.addFace(std::array{first, at(0, k), at(0, k + 1)});
        for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
            mesh.addFace(std::array{at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)});
        }
        mesh.addFace(std::array{last, at(rings - 1, k + 1), at(rings - 1, k)});
    }
}

/// The points within `radius` of a segment. Of a capsule the widest ring is there twice, once at each end.
PolygonMesh roundMesh(const glm::vec3& start, const glm::vec3& end, float radius, std::uint32_t segments) {
    segments = std::max((segments + 3) / 4 * 4, 8u);
    const glm::dvec3 along = glm::dvec3(end) - glm::dvec3(start);
    const bool isSphere = start == end;
    const glm::dvec3 axis = isSphere ? glm::dvec3(0.0, 1.0, 0.0) : glm::normalize(along);
    const glm::dvec3 u = acrossOf(axis), v = glm::cross(axis, u);
    const auto r = static_cast<double>(radius);
    PolygonMesh mesh;
    mesh.vertices.emplace_back(glm::dvec3(end) + r * axis);
    mesh.vertices.emplace_back(glm::dvec3(start) - r * axis);
    std::uint32_t rings = 0;
    const auto addRing = [&](const glm::vec3& center, std::uint32_t latitude) {
        const double fromPole = glm::two_pi<double>() * latitude / segments;
        for (std::uint32_t k = 0; k < segments; ++k) {
            const double turn = glm::two_pi<double>() * k / segments;
            const glm::dvec3 outward =
                std::cos(fromPole) * axis + std::sin(fromPole) * (std::cos(turn) * u + std::sin(turn) * v);
            mesh.vertices.emplace_back(glm::dvec3(center) + r * outward);
        }
        ++rings;
    };
    const std::uint32_t widest = segments / 4;
    for (std::uint32_t latitude = 1; latitude <= widest; ++latitude) {
        addRing(end, latitude);
    }
    for (std::uint32_t latitude = isSphere ? widest + 1 : widest; latitude < 2 * widest; ++latitude) {
        addRing(start, latitude);
    }
    connectRings(mesh, rings, segments);
    return mesh;
}

}  // namespace

PolygonMesh meshOf(const ConvexShape& shape, std::uint32_t segments) {
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        return hullMesh(*hull);
    }
    if (const auto* box = std::get_if<Box>(&shape)) {
        return boxMesh(*box);
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return roundMesh(sphere->center, sphere->center, sphere->radius, segments);
    }
    const auto& capsule = std::get<Capsule>(shape);
    return roundMesh(capsule.start, capsule.end, capsule.radius, segments);
}

PolygonMesh meshOf(const TriangleMesh& mesh) {
    PolygonMesh polygons;
    polygons.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    for (std::size_t corner = 0; corner < mesh.indices().size(); corner += 3) {
        polygons.addFace(mesh.indices().subspan(corner, 3));
    }
    return polygons;
}

}  // namespace sat3d::inline SAT3D_ABI
