#include "import/face_tags.hpp"

#include "import/hull_corners.hpp"
#include "import/newell.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

// A mesh face lies on a hull face whose plane its corners are this near to, as a share of the hull's size.
constexpr double kOnFace = 1e-4;

bool isOneTag(const Surface& surface) {
    return std::ranges::all_of(surface.faceTags,
                               [&](std::uint32_t tag) { return tag == surface.faceTags.front(); });
}

/// The tag with the most; of equals the lowest.
template <class Areas>
std::uint32_t largest(const Areas& areas) {
    std::uint32_t best = 0;
    double most = -1.0;
    for (const auto& [tag, area] : areas) {
        if (area > most) {
            most = area;
            best = tag;
        }
    }
    return best;
}

/// The hull's face that all corners of a mesh's face lie on, or nothing.
std::optional<std::uint32_t> faceBelow(const ConvexHull& hull, const Surface& surface, std::size_t meshFace,
                                       const HullCorners& corners) {
    const double near = kOnFace * static_cast<double>(hull.boundingSphere().radius);
    for (const std::uint32_t corner : surface.face(meshFace)) {
        for (const std::uint32_t face : corners.facesAt(corner)) {
            const Plane& plane = hull.faces()[face].plane;
            if (std::ranges::all_of(surface.face(meshFace), [&](std::uint32_t vertex) {
                    return plane.distance(glm::dvec3(surface.vertices[vertex])) >= -near;
                })) {
                return face;
            }
        }
    }
    return std::nullopt;
}

/// The middle of a polygon's corners.
glm::dvec3 middleOf(std::span<const glm::vec3> vertices, std::span<const std::uint32_t> corners) {
    glm::dvec3 sum(0.0);
    for (const std::uint32_t corner : corners) {
        sum += glm::dvec3(vertices[corner]);
    }
    return sum / static_cast<double>(corners.size());
}

/// The tag of the mesh's face that lies in the plane of a hull's face and looks the same way; the nearest of
/// several.
std::optional<std::uint32_t> tagInPlane(const ConvexHull& hull, std::uint32_t hullFace,
                                        const Surface& surface) {
    const Plane& plane = hull.faces()[hullFace].plane;
    const double near = kOnFace * static_cast<double>(hull.boundingSphere().radius);
    const glm::dvec3 middle = middleOf(hull.vertices(), hull.faceVertices(hullFace));
    std::optional<std::uint32_t> tag;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        const auto corners = surface.face(face);
        const bool isInPlane = std::ranges::all_of(corners, [&](std::uint32_t corner) {
            return std::abs(plane.distance(glm::dvec3(surface.vertices[corner]))) <= near;
        });
        const double distance = glm::distance(middle, middleOf(surface.vertices, corners));
        if (isInPlane && distance < nearest &&
            glm::dot(newell(surface.vertices, corners), plane.normal) > 0.0) {
            nearest = distance;
            tag = surface.faceTags[face];
        }
    }
    return tag;
}

}  // namespace

std::uint32_t mainTag(const Surface& surface) {
    if (surface.faceTags.empty() || isOneTag(surface)) {
        return surface.faceTags.empty() ? 0 : surface.faceTags.front();
    }
    std::map<std::uint32_t, double> areas;
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        areas[surface.faceTags[face]] += glm::length(newell(surface.vertices, surface.face(face)));
    }
    return largest(areas);
}

ConvexHull tagged(const ConvexHull& hull, const Surface& surface) {
    const std::uint32_t main = mainTag(surface);
    std::vector<std::uint32_t> tags(hull.faces().size(), main);
    if (!isOneTag(surface)) {
        const HullCorners corners(hull.data().mesh, surface.vertices.size());
        std::vector<std::map<std::uint32_t, double>> areas(hull.faces().size());
        for (std::size_t face = 0; face < surface.faceCount(); ++face) {
            if (const auto below = faceBelow(hull, surface, face, corners)) {
                areas[*below][surface.faceTags[face]] +=
                    glm::length(newell(surface.vertices, surface.face(face)));
            }
        }
        for (std::size_t face = 0; face < tags.size(); ++face) {
            tags[face] = areas[face].empty() ? main : largest(areas[face]);
        }
    } else if (main == 0) {
        return hull;
    }
    return hull.withFaceTags(tags);
}

ConvexHull taggedPiece(const ConvexHull& hull, const Surface& surface) {
    const std::uint32_t main = mainTag(surface);
    std::vector<std::uint32_t> tags(hull.faces().size(), main);
    for (std::uint32_t face = 0; face < tags.size() && !surface.faceTags.empty() && !isOneTag(surface);
         ++face) {
        tags[face] = tagInPlane(hull, face, surface).value_or(main);
    }
    return hull.withFaceTags(tags);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
