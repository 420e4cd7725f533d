#include "geometry/hull_measures/hull_measures.hpp"

#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/primitives/closest_point.hpp"
#include "geometry/primitives/polygon_measures.hpp"
#include "math/componentwise.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/mass_properties.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

glm::dvec3 rotated(const glm::dvec3& v) {
    return {v.y, v.z, v.x};
}

/// Integrals of 1, x and x x^T over a solid, relative to a reference point.
struct Moments {
    double volume = 0.0;
    glm::dvec3 first{0.0};
    glm::dvec3 squares{0.0};  ///< diagonal of x x^T
    glm::dvec3 mixed{0.0};    ///< off-diagonal elements of x x^T: xy, yz, zx

    /// Adds the tetrahedron between the reference point and a triangle.
    void addTetrahedron(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
        const double sixth = glm::dot(a, glm::cross(b, c)) / 6.0;
        const glm::dvec3 sum = a + b + c;
        volume += sixth;
        first += sixth / 4.0 * sum;
        squares += sixth / 20.0 * (a * a + b * b + c * c + sum * sum);
        mixed += sixth / 20.0 * (a * rotated(a) + b * rotated(b) + c * rotated(c) + sum * rotated(sum));
    }
};

/// Inertia tensor of the second moments about the centroid.
glm::dmat3 inertiaOf(const glm::dvec3& squares, const glm::dvec3& mixed) {
    const double trace = squares.x + squares.y + squares.z;
    const glm::dmat3 second({squares.x, mixed.x, mixed.z}, {mixed.x, squares.y, mixed.y},
                            {mixed.z, mixed.y, squares.z});
    return glm::dmat3(trace) - second;
}

/// Mass properties of a mesh, from moments about a reference point.
/// @param reference  a vertex of the mesh
/// @param addAll  adds all triangles of the mesh to the moments
template <class AddAll>
MassProperties massAbout(const glm::dvec3& reference, AddAll&& addAll) {
    Moments moments;
    addAll(moments);
    if (moments.volume == 0.0) {
        return {0.0, reference, glm::dmat3(0.0)};
    }
    const glm::dvec3 toCentroid = moments.first / moments.volume;
    return {moments.volume, reference + toCentroid,
            inertiaOf(moments.squares - moments.volume * (toCentroid * toCentroid),
                      moments.mixed - moments.volume * (toCentroid * rotated(toCentroid)))};
}

}  // namespace

MassProperties massProperties(std::span<const glm::dvec3> vertices,
                              std::span<const std::uint32_t> triangles) {
    SAT3D_ASSERT(triangles.size() % 3 == 0, "triangles take three indices each");
    if (triangles.size() < 3) {
        return {};
    }
    const glm::dvec3 reference = vertices[triangles[0]];
    return massAbout(reference, [&](Moments& moments) {
        for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
            SAT3D_ASSERT(triangles[i] < vertices.size() && triangles[i + 1] < vertices.size() &&
                             triangles[i + 2] < vertices.size(),
                         "a triangle's index is beyond the vertices");
            moments.addTetrahedron(vertices[triangles[i]] - reference, vertices[triangles[i + 1]] - reference,
                                   vertices[triangles[i + 2]] - reference);
        }
    });
}

MassProperties massProperties(const HullView& hull) {
    const glm::dvec3 reference(hull.vertices[hull.verticesOfFace(0).front()]);
    const auto arm = [&](std::uint32_t vertex) { return glm::dvec3(hull.vertices[vertex]) - reference; };
    return massAbout(reference, [&](Moments& moments) {
        for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
            const std::span<const std::uint32_t> loop = hull.verticesOfFace(face);
            for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
                moments.addTetrahedron(arm(loop[0]), arm(loop[i]), arm(loop[i + 1]));
            }
        }
    });
}

namespace {

glm::dvec3 longestEdge(const HullView& mesh, std::uint32_t face) {
    const auto loop = mesh.verticesOfFace(face);
    glm::dvec3 longest(0.0);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec3 along =
            glm::dvec3(mesh.vertices[loop[(i + 1) % loop.size()]]) - glm::dvec3(mesh.vertices[loop[i]]);
        if (glm::dot(along, along) > glm::dot(longest, longest)) {
            longest = along;
        }
    }
    return longest;
}

}  // namespace

double faceArea(const HullView& mesh, std::uint32_t face) {
    return 0.5 * glm::length(newellNormal(mesh.vertices, mesh.verticesOfFace(face)));
}

glm::dmat3 largestFaceAxes(const HullView& mesh) {
    std::uint32_t largest = 0;
    for (std::uint32_t face = 1; face < mesh.faces.size(); ++face) {
        if (faceArea(mesh, face) > faceArea(mesh, largest) * (1.0 + 1e-9)) {
            largest = face;
        }
    }
    const glm::dvec3 z = mesh.faces[largest].plane.normal;
    const glm::dvec3 y = glm::normalize(glm::cross(z, longestEdge(mesh, largest)));
    return {glm::cross(y, z), y, z};
}

double convexVolume(std::span<const glm::vec3> points) {
    if (points.size() < 4) {
        return 0.0;
    }
    const auto input = checkHullInput(points, {});
    if (!input) {
        return 0.0;
    }
    const TriangleHull hull = quickhull(points, input->simplex);
    const glm::dvec3& origin = hull.positions.front();
    double sixfold = 0.0;
    for (std::uint32_t t = 0; t < hull.triangleCount(); ++t) {
        sixfold += glm::dot(hull.corner(3 * t) - origin, hull.areaVector(t));
    }
    return sixfold / 6.0;
}

HullDistance::HullDistance(const TriangleHull& hull) {
    for (const glm::dvec3& position : hull.positions) {
        largest_ = maxOf(largest_, absOf(position));
    }
    triangles_.reserve(hull.triangleCount());
    for (std::uint32_t t = 0; t < hull.triangleCount(); ++t) {
        const glm::dvec3 area = hull.areaVector(t);
        const double length = glm::length(area);
        const glm::dvec3 normal = length > 0.0 ? area / length : glm::dvec3(0.0);
        const glm::dvec3& a = hull.corner(3 * t);
        triangles_.push_back(
            {{normal, glm::dot(normal, a)}, {a, hull.corner(3 * t + 1), hull.corner(3 * t + 2)}});
    }
}

double HullDistance::outside(const glm::dvec3& point) const {
    const glm::dvec3 reach = maxOf(largest_, absOf(point));
    const double noise = 1e-15 * (reach.x + reach.y + reach.z);
    double least = std::numeric_limits<double>::infinity();
    bool isOutside = false;
    for (const Triangle& triangle : triangles_) {
        // The point lies above or in the plane of the closest triangle. A triangle is never closer than its
        // plane.
        const double height = triangle.plane.signedDistance(point);
        isOutside = isOutside || height > noise;
        if (height >= -noise && height < least) {
            const auto& [a, b, c] = triangle.corners;
            least = std::min(least, distanceToTriangle(a, b, c, point));
        }
    }
    return isOutside ? least : 0.0;
}

}  // namespace sat3d::SAT3D_ABI
