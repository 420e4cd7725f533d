#include "import/mesh/hull_face_materials.hpp"

#include "geometry/primitives/polygon_measures.hpp"
#include "import/mesh/hull_vertex_faces.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using AreasByTag = std::map<std::uint32_t, double>;

/// Largest distance of a mesh face from the plane of the hull face that it lies on.
double planeTolerance(const ConvexHull& hull) {
    return 1e-4 * static_cast<double>(hull.boundingSphere().radius);
}

bool hasOneTag(const WeldedMesh& surface) {
    return std::ranges::all_of(surface.faceTags,
                               [&](std::uint32_t tag) { return tag == surface.faceTags.front(); });
}

double areaOf(const WeldedMesh& surface, std::size_t face) {
    return glm::length(newellNormal(surface.vertices, surface.face(face)));  // twice the area
}

/// Returns the tag with the largest area; on ties, the lowest tag.
std::uint32_t largest(const AreasByTag& areas) {
    return std::ranges::max_element(areas, {}, &AreasByTag::value_type::second)->first;
}

/// Finds the hull face that contains all vertices of a mesh face.
std::optional<std::uint32_t> hullFaceAt(const ConvexHull& hull, const WeldedMesh& surface,
                                        std::size_t meshFace, const HullVertexFaces& hullFacesAt) {
    const double tolerance = planeTolerance(hull);
    for (const std::uint32_t vertex : surface.face(meshFace)) {
        for (const std::uint32_t face : hullFacesAt[vertex]) {
            const Plane& plane = hull.faces()[face].plane;
            if (std::ranges::all_of(surface.face(meshFace), [&](std::uint32_t other) {
                    return plane.signedDistance(glm::dvec3(surface.vertices[other])) >= -tolerance;
                })) {
                return face;
            }
        }
    }
    return std::nullopt;
}

/// Returns the mean of a polygon's vertices.
glm::dvec3 middleOf(std::span<const glm::vec3> vertices, std::span<const std::uint32_t> polygon) {
    glm::dvec3 sum(0.0);
    for (const std::uint32_t vertex : polygon) {
        sum += glm::dvec3(vertices[vertex]);
    }
    return sum / static_cast<double>(polygon.size());
}

/// Finds the tag of the nearest mesh face that lies in the plane of a hull face and has the same normal.
std::optional<std::uint32_t> tagInPlane(const ConvexHull& hull, std::uint32_t hullFace,
                                        const WeldedMesh& surface) {
    const Plane& plane = hull.faces()[hullFace].plane;
    const double tolerance = planeTolerance(hull);
    const glm::dvec3 middle = middleOf(hull.vertices(), hull.faceVertices(hullFace));
    std::optional<std::uint32_t> tag;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        const auto polygon = surface.face(face);
        const bool isInPlane = std::ranges::all_of(polygon, [&](std::uint32_t vertex) {
            return std::abs(plane.signedDistance(glm::dvec3(surface.vertices[vertex]))) <= tolerance;
        });
        const double distance = glm::distance(middle, middleOf(surface.vertices, polygon));
        if (isInPlane && distance < nearest &&
            glm::dot(newellNormal(surface.vertices, polygon), plane.normal) > 0.0) {
            nearest = distance;
            tag = surface.faceTags[face];
        }
    }
    return tag;
}

}  // namespace

std::uint32_t mainTag(const WeldedMesh& surface) {
    if (hasOneTag(surface)) {
        return surface.faceTags.empty() ? 0 : surface.faceTags.front();
    }
    AreasByTag areas;
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        areas[surface.faceTags[face]] += areaOf(surface, face);
    }
    return largest(areas);
}

ConvexHull tagged(const ConvexHull& hull, const WeldedMesh& surface) {
    const std::uint32_t main = mainTag(surface);
    if (main == 0 && hasOneTag(surface)) {
        return hull;
    }
    std::vector<std::uint32_t> tags(hull.faces().size(), main);
    if (!hasOneTag(surface)) {
        const HullVertexFaces hullFacesAt(hull.data().mesh, surface.vertices.size());
        std::vector<AreasByTag> areas(hull.faces().size());
        for (std::size_t face = 0; face < surface.faceCount(); ++face) {
            if (const auto hullFace = hullFaceAt(hull, surface, face, hullFacesAt)) {
                areas[*hullFace][surface.faceTags[face]] += areaOf(surface, face);
            }
        }
        std::ranges::transform(areas, tags.begin(), [&](const AreasByTag& onFace) {
            return onFace.empty() ? main : largest(onFace);
        });
    }
    return hull.withFaceTags(tags);
}

ConvexHull taggedPiece(const ConvexHull& hull, const WeldedMesh& surface) {
    const std::uint32_t main = mainTag(surface);
    std::vector<std::uint32_t> tags(hull.faces().size(), main);
    if (!hasOneTag(surface)) {
        for (std::uint32_t face = 0; face < tags.size(); ++face) {
            tags[face] = tagInPlane(hull, face, surface).value_or(main);
        }
    }
    return hull.withFaceTags(tags);
}

}  // namespace sat3d::SAT3D_ABI::importing
