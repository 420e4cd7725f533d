#include "debug/drawing/shape_pen.hpp"
#include "debug/geometry/rings.hpp"
#include "math/compose.hpp"
#include "narrowphase/pair/visit_shape.hpp"

#include <sat3d/debug/tessellate.hpp>
#include <sat3d/geometry/polygon_mesh.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {
namespace {

/// Draws the faces of a mesh in a shape's frame with their normals there.
class FacePen {
public:
    FacePen(Pen& pen, const RigidTransform& toWorld, Color color)
        : pen_(pen), toWorld_(toWorld), color_(color) {}

    /// @param normalOf  (std::size_t face, const glm::dvec3& corner) -> unit normal, or zero: then the face
    /// is left out
    template <class NormalOf>
    void draw(const PolygonMesh& mesh, const NormalOf& normalOf) {
        for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
            corners_.clear();
            normals_.clear();
            bool isDrawn = true;
            for (const std::uint32_t vertex : mesh.face(face)) {
                const glm::dvec3 corner(mesh.vertices[vertex]), normal = normalOf(face, corner);
                isDrawn = isDrawn && normal != glm::dvec3(0.0);
                corners_.push_back(toWorld_.rotation * corner + toWorld_.translation);
                normals_.push_back(toWorld_.rotation * normal);
            }
            if (isDrawn) {
                pen_.face(corners_, normals_, color_);
            }
        }
    }

    /// Draws triangles, except those without an area.
    void drawTriangles(const PolygonMesh& mesh) {
        draw(mesh, [&](std::size_t face, const glm::dvec3&) {
            const auto corners = mesh.face(face);
            const glm::dvec3 a(mesh.vertices[corners[0]]), b(mesh.vertices[corners[1]]),
                c(mesh.vertices[corners[2]]);
            const glm::dvec3 across = glm::cross(b - a, c - a);
            const double twiceArea = glm::length(across);
            const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
            return twiceArea > 1e-9 * longest * longest ? across / twiceArea : glm::dvec3(0.0);
        });
    }

private:
    Pen& pen_;
    const RigidTransform& toWorld_;
    Color color_;
    std::vector<glm::dvec3> corners_, normals_;
};

void drawRound(FacePen& pen, const Capsule& capsule, std::uint32_t segments) {
    const glm::dvec3 start(capsule.start), along = glm::dvec3(capsule.end) - start;
    const double squaredLength = glm::dot(along, along);
    pen.draw(tessellate(capsule, segments), [&](std::size_t, const glm::dvec3& corner) {
        const double fraction =
            squaredLength > 0.0 ? glm::clamp(glm::dot(corner - start, along) / squaredLength, 0.0, 1.0) : 0.0;
        const glm::dvec3 outward = corner - (start + fraction * along);
        const double length = glm::length(outward);
        return length > 0.0 ? outward / length : glm::dvec3(0.0);
    });
}

/// Returns the square's cells as a mesh.
PolygonMesh meshOf(const HalfSpaceSquare& square) {
    constexpr int kCells = HalfSpaceSquare::kCells;
    PolygonMesh mesh;
    for (int row = 0; row <= kCells; ++row) {
        for (int column = 0; column <= kCells; ++column) {
            mesh.vertices.emplace_back(square.corner(column, row));
        }
    }
    for (std::uint32_t row = 0; row < kCells; ++row) {
        for (std::uint32_t column = 0; column < kCells; ++column) {
            const std::uint32_t first = row * (kCells + 1) + column, above = first + kCells + 1;
            mesh.addFace(std::array{first, first + 1, above + 1, above});
        }
    }
    return mesh;
}

}  // namespace

HalfSpaceSquare::HalfSpaceSquare(const HalfSpace& halfSpace, double size)
    : normal(glm::normalize(glm::dvec3(halfSpace.normal))),
      foot(normal * double(halfSpace.offset)),
      sideU(perpendicularTo(normal) * size),
      sideV(glm::cross(normal, sideU)) {}

glm::dvec3 HalfSpaceSquare::corner(int column, int row) const {
    return foot + (double(column) / kCells - 0.5) * sideU + (double(row) / kCells - 0.5) * sideV;
}

void drawFaces(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color color) {
    FacePen faces(pen, toWorld, color);
    const std::uint32_t segments = pen.options().segments;
    visitShape(
        shape,
        [&](const Sphere& sphere) {
            drawRound(faces, {sphere.center, sphere.center, sphere.radius}, segments);
        },
        [&](const Capsule& capsule) { drawRound(faces, capsule, segments); },
        [&](const Box& box) {
            // The faces of tessellate() are -x, +x, -y, ...
            faces.draw(tessellate(box), [&](std::size_t face, const glm::dvec3&) {
                glm::dvec3 axis(0.0);
                axis[static_cast<int>(face / 2)] = face % 2 == 0 ? -1.0 : 1.0;
                return glm::normalize(glm::dquat(box.rotation)) * axis;
            });
        },
        [&](const ConvexHull& hull) {
            faces.draw(tessellate(hull),
                       [&](std::size_t face, const glm::dvec3&) { return hull.faces()[face].plane.normal; });
        },
        [&](const HalfSpace& halfSpace) {
            const HalfSpaceSquare square(halfSpace, double(pen.options().halfSpaceSize));
            faces.draw(meshOf(square), [&](std::size_t, const glm::dvec3&) { return square.normal; });
        },
        [&](const Compound& compound) {
            for (const CompoundChild& child : compound.children()) {
                drawFaces(pen, child.shape, composed(toWorld, localToWorld(child.pose)), color);
            }
        },
        [&](const TriangleMesh& mesh) { faces.drawTriangles(tessellate(mesh)); },
        [&](const HeightField& field) { faces.drawTriangles(tessellate(field)); },
        [&](const detail::SurfaceTriangle& surface) {
            PolygonMesh mesh;
            mesh.vertices.assign(surface.triangle.corners.begin(), surface.triangle.corners.end());
            mesh.addFace(std::array{0u, 1u, 2u});
            faces.drawTriangles(mesh);
        });
}

}  // namespace sat3d::SAT3D_ABI::debug
