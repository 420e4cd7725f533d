#include "debug/geometry/rings.hpp"
#include "shapes/mesh/height_field_data.hpp"

#include <sat3d/debug/tessellate.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <array>
#include <cmath>
#include <variant>

namespace sat3d::SAT3D_ABI {
namespace {

PolygonMesh meshOf(const ConvexHull& hull, std::uint32_t) {
    PolygonMesh mesh;
    mesh.vertices.assign(hull.vertices().begin(), hull.vertices().end());
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        mesh.addFace(hull.faceVertices(face));
    }
    return mesh;
}

PolygonMesh meshOf(const Box& box, std::uint32_t) {
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

/// Adds the faces between the poles and the rings.
void connectRings(PolygonMesh& mesh, const debug::Rings& rings) {
    constexpr std::uint32_t first = debug::Rings::kEndPole, last = debug::Rings::kStartPole;
    for (std::uint32_t k = 0; k < rings.segments; ++k) {
        mesh.addFace(std::array{first, rings.vertex(0, k), rings.vertex(0, k + 1)});
        for (std::uint32_t ring = 0; ring + 1 < rings.count; ++ring) {
            mesh.addFace(std::array{rings.vertex(ring, k), rings.vertex(ring + 1, k),
                                    rings.vertex(ring + 1, k + 1), rings.vertex(ring, k + 1)});
        }
        mesh.addFace(
            std::array{last, rings.vertex(rings.count - 1, k + 1), rings.vertex(rings.count - 1, k)});
    }
}

/// A capsule has its widest ring twice, once at each end; a sphere is a capsule with equal ends.
PolygonMesh meshOf(const Capsule& capsule, std::uint32_t segments) {
    const auto& [start, end, radius] = capsule;
    segments = debug::ringSegments(segments);
    const glm::dvec3 along = glm::dvec3(end) - glm::dvec3(start);
    const bool isSphere = start == end;
    const glm::dvec3 axis = isSphere ? glm::dvec3(0.0, 1.0, 0.0) : glm::normalize(along);
    const glm::dvec3 u = debug::perpendicularTo(axis), v = glm::cross(axis, u);
    const auto r = static_cast<double>(radius);
    PolygonMesh mesh;
    mesh.vertices.emplace_back(glm::dvec3(end) + r * axis);
    mesh.vertices.emplace_back(glm::dvec3(start) - r * axis);
    std::uint32_t rings = 0;
    const auto addRing = [&](const glm::vec3& center, std::uint32_t latitude) {
        const double fromPole = glm::two_pi<double>() * latitude / segments;
        for (std::uint32_t k = 0; k < segments; ++k) {
            const double angle = glm::two_pi<double>() * k / segments;
            const glm::dvec3 outward =
                std::cos(fromPole) * axis + std::sin(fromPole) * (std::cos(angle) * u + std::sin(angle) * v);
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
    connectRings(mesh, {segments, rings});
    return mesh;
}

PolygonMesh meshOf(const Sphere& sphere, std::uint32_t segments) {
    return meshOf(Capsule{sphere.center, sphere.center, sphere.radius}, segments);
}

PolygonMesh meshOf(const HalfSpace&, std::uint32_t) {
    return {};
}

PolygonMesh meshOf(const TriangleMesh& mesh, std::uint32_t) {
    PolygonMesh polygons;
    polygons.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    for (std::size_t first = 0; first < mesh.indices().size(); first += 3) {
        polygons.addFace(mesh.indices().subspan(first, 3));
    }
    return polygons;
}

PolygonMesh meshOf(const HeightField& field, std::uint32_t) {
    PolygonMesh mesh;
    const std::uint32_t columns = field.columns();
    for (std::uint32_t row = 0; row < field.rows(); ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            mesh.vertices.push_back(field.data().point(column, row));
        }
    }
    for (std::uint32_t cell = 0; cell < field.triangleCount() / 2; ++cell) {
        if (!field.isHole(cell)) {
            const std::uint32_t vertex = cell + cell / (columns - 1), above = vertex + columns;
            mesh.addFace(std::array{vertex, vertex + 1, above + 1});
            mesh.addFace(std::array{vertex, above + 1, above});
        }
    }
    return mesh;
}

PolygonMesh meshOf(const Compound& compound, std::uint32_t segments) {
    PolygonMesh all;
    for (const CompoundChild& child : compound.children()) {
        PolygonMesh mesh = tessellate(child.shape, segments);
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        for (std::uint32_t& index : mesh.indices) {
            index += first;
        }
        for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
            all.addFace(mesh.face(face));
        }
        const RigidTransform toCompound = localToWorld(child.pose);
        for (const glm::vec3& vertex : mesh.vertices) {
            all.vertices.emplace_back(toCompound.rotation * glm::dvec3(vertex) + toCompound.translation);
        }
    }
    return all;
}

template <class... Alternatives>
PolygonMesh meshOf(const std::variant<Alternatives...>& shape, std::uint32_t segments) {
    return std::visit([segments](const auto& alternative) { return meshOf(alternative, segments); }, shape);
}

}  // namespace

template <AnyShape S>
PolygonMesh tessellate(const S& shape, std::uint32_t segments) {
    return meshOf(shape, segments);
}

template SAT3D_DEBUG_API PolygonMesh tessellate(const Sphere&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const Capsule&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const Box&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const ConvexHull&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const ConvexShape&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const HalfSpace&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const Compound&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const TriangleMesh&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const HeightField&, std::uint32_t);
template SAT3D_DEBUG_API PolygonMesh tessellate(const Shape&, std::uint32_t);

}  // namespace sat3d::SAT3D_ABI
