#include "geometry/hull_measures/hull_measures.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/mass_properties.hpp>

#include <glm/geometric.hpp>

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

}  // namespace sat3d::SAT3D_ABI
