#include "debug/drawing/shape_pen.hpp"
#include "debug/geometry/rings.hpp"
#include "math/compose.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "shapes/mesh/height_field_data.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/debug/tessellate.hpp>
#include <sat3d/geometry/polygon_mesh.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {
namespace {

/// Draws lines in a shape's frame.
class EdgePen {
public:
    EdgePen(Pen& pen, const RigidTransform& toWorld, Color color)
        : pen_(pen), toWorld_(toWorld), color_(color) {}

    void line(const glm::dvec3& from, const glm::dvec3& to) {
        pen_.line(toWorld_.rotation * from + toWorld_.translation,
                  toWorld_.rotation * to + toWorld_.translation, color_);
    }

private:
    Pen& pen_;
    const RigidTransform& toWorld_;
    Color color_;
};

/// Draws the widest rings and four lines from pole to pole.
void drawRound(EdgePen& pen, const Capsule& capsule, std::uint32_t segments) {
    const PolygonMesh mesh = tessellate(capsule, segments);
    const std::uint32_t perRing = ringSegments(segments);
    const Rings rings{perRing, (static_cast<std::uint32_t>(mesh.vertices.size()) - 2) / perRing};
    const auto line = [&](std::uint32_t from, std::uint32_t to) {
        pen.line(glm::dvec3(mesh.vertices[from]), glm::dvec3(mesh.vertices[to]));
    };
    const std::uint32_t atEnd = (rings.count - 1) / 2, atStart = rings.count / 2;  // equal for a sphere
    for (std::uint32_t ring = atEnd; ring <= atStart; ++ring) {
        for (std::uint32_t k = 0; k < perRing; ++k) {
            line(rings.vertex(ring, k), rings.vertex(ring, k + 1));
        }
    }
    for (std::uint32_t k = 0; k < perRing; k += perRing / 4) {
        line(Rings::kEndPole, rings.vertex(0, k));
        for (std::uint32_t ring = 0; ring + 1 < rings.count; ++ring) {
            line(rings.vertex(ring, k), rings.vertex(ring + 1, k));
        }
        line(rings.vertex(rings.count - 1, k), Rings::kStartPole);
    }
}

void drawBox(EdgePen& pen, const Box& box) {
    const PolygonMesh mesh =
        tessellate(box);  // the bits of a vertex's number are the signs of its coordinates
    for (std::size_t k = 0; k < 8; ++k) {
        for (const std::size_t bit : {1u, 2u, 4u}) {
            if ((k & bit) == 0) {
                pen.line(glm::dvec3(mesh.vertices[k]), glm::dvec3(mesh.vertices[k | bit]));
            }
        }
    }
}

/// Draws borders, and edges between triangles that do not lie in one plane.
void drawMesh(EdgePen& pen, const MeshData& mesh) {
    constexpr double kFlat = 1.0 - 5e-7;  // cosine of a milliradian
    const std::size_t count = mesh.indices.size() / 3;
    std::vector<glm::dvec3> normals(count, glm::dvec3(0.0));
    for (std::uint32_t number = 0; number < count; ++number) {
        const Triangle triangle = mesh.triangle(number);
        const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
        normals[number] = glm::normalize(glm::cross(b - a, c - a));
    }
    std::vector<bool> isDegenerate(count, false);
    for (const std::uint32_t number : mesh.degenerate) {
        isDegenerate[number] = true;
    }
    for (std::uint32_t number = 0; number < count; ++number) {
        for (std::uint32_t edge = 0; edge < 3 && !isDegenerate[number]; ++edge) {
            const auto corner = [&](std::uint32_t k) {
                return glm::dvec3(mesh.vertices[mesh.indices[3 * std::size_t{number} + k % 3]]);
            };
            const glm::dvec3 from = corner(edge), to = corner(edge + 1);
            mesh.adjacency.forEachPart(number, edge, [&](const EdgePart& part) {
                // The lowest triangle at an edge draws it.
                const bool isFirst =
                    std::ranges::all_of(part.triangles, [&](std::uint32_t other) { return number < other; });
                const bool isFlat = part.triangles.size() == 1 &&
                                    glm::dot(normals[number], normals[part.triangles[0]]) > kFlat;
                if (isFirst && !isFlat) {
                    pen.line(glm::mix(from, to, part.from), glm::mix(from, to, part.to));
                }
            });
        }
    }
}

/// Draws the sides of cells with ground.
void drawField(EdgePen& pen, const HeightFieldData& field) {
    const std::uint32_t cellColumns = field.columns - 1, cellRows = field.rows - 1;
    const auto hasGround = [&](std::uint32_t column, std::uint32_t row) {
        return column < cellColumns && row < cellRows && field.isHole[row * cellColumns + column] == 0;
    };
    for (std::uint32_t row = 0; row < field.rows; ++row) {
        for (std::uint32_t column = 0; column < field.columns; ++column) {
            // Beyond the first column and row the unsigned number is too large to have ground.
            if (hasGround(column, row) || hasGround(column, row - 1)) {
                pen.line(glm::dvec3(field.point(column, row)), glm::dvec3(field.point(column + 1, row)));
            }
            if (hasGround(column, row) || hasGround(column - 1, row)) {
                pen.line(glm::dvec3(field.point(column, row)), glm::dvec3(field.point(column, row + 1)));
            }
        }
    }
}

void drawSquare(EdgePen& pen, const HalfSpaceSquare& square) {
    constexpr int kCells = HalfSpaceSquare::kCells;
    for (int k = 0; k <= kCells; ++k) {
        pen.line(square.corner(k, 0), square.corner(k, kCells));
        pen.line(square.corner(0, k), square.corner(kCells, k));
    }
    pen.line(square.foot, square.foot + glm::length(square.sideU) / kCells * square.normal);
}

void drawTree(Pen& pen, const Bvh& tree, const RigidTransform& toWorld) {
    for (const Bvh::Node& node : tree.nodes()) {
        pen.box(node.box, toWorld, pen.colors().tree);
    }
}

/// Draws the boxes of blocks of 4 x 4 cells and more.
void drawTree(Pen& pen, const HeightFieldData& field, const RigidTransform& toWorld) {
    for (auto level = static_cast<std::uint32_t>(field.levels.size()); level-- > 2;) {
        for (std::uint32_t row = 0; row < field.levels[level].rows; ++row) {
            for (std::uint32_t column = 0; column < field.levels[level].columns; ++column) {
                pen.box(field.box(level, column, row), toWorld, pen.colors().tree);
            }
        }
    }
}

void drawTrees(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld) {
    visitShape(
        shape, [&](const Compound& compound) { drawTree(pen, compound.tree(), toWorld); },
        [&](const TriangleMesh& mesh) { drawTree(pen, mesh.data().tree, toWorld); },
        [&](const HeightField& field) { drawTree(pen, field.data(), toWorld); }, [](const auto&) {});
}

}  // namespace

void drawEdges(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color color) {
    EdgePen edges(pen, toWorld, color);
    const std::uint32_t segments = pen.options().segments;
    visitShape(
        shape,
        [&](const Sphere& sphere) {
            drawRound(edges, {sphere.center, sphere.center, sphere.radius}, segments);
        },
        [&](const Capsule& capsule) { drawRound(edges, capsule, segments); },
        [&](const Box& box) { drawBox(edges, box); },
        [&](const ConvexHull& hull) {
            for (const ConvexHull::Edge& edge : hull.edges()) {
                edges.line(glm::dvec3(hull.vertices()[edge.vertices[0]]),
                           glm::dvec3(hull.vertices()[edge.vertices[1]]));
            }
        },
        [&](const HalfSpace& halfSpace) {
            drawSquare(edges, HalfSpaceSquare(halfSpace, double(pen.options().halfSpaceSize)));
        },
        [&](const Compound& compound) {
            for (const CompoundChild& child : compound.children()) {
                drawEdges(pen, child.shape, composed(toWorld, localToWorld(child.pose)), color);
            }
        },
        [&](const TriangleMesh& mesh) { drawMesh(edges, mesh.data()); },
        [&](const HeightField& field) { drawField(edges, field.data()); },
        [&](const detail::SurfaceTriangle& surface) {
            const auto& corners = surface.triangle.corners;
            for (std::size_t i = 0; i < 3; ++i) {
                edges.line(glm::dvec3(corners[i]), glm::dvec3(corners[(i + 1) % 3]));
            }
        });
}

void drawShape(Pen& pen, const ShapeRef& shape, const RigidTransform& toWorld, Color faceColor,
               Color edgeColor) {
    if (pen.shows(DebugLayer::Faces)) {
        drawFaces(pen, shape, toWorld, faceColor);
    }
    if (pen.shows(DebugLayer::Edges)) {
        drawEdges(pen, shape, toWorld, edgeColor);
    }
    if (pen.shows(DebugLayer::ShapeTrees)) {
        drawTrees(pen, shape, toWorld);
    }
}

}  // namespace sat3d::SAT3D_ABI::debug
