#include "import/mesh/notch_depth.hpp"

#include "import/mesh/hull_vertex_faces.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::int64_t kMaxPlaneTests = 200'000'000;  // about 1 s
constexpr std::size_t kMaxRaySteps = 20'000;          // ray-triangle tests and projections, about 0.1 ms
constexpr std::size_t kMaxRaysPerFace = 64;           // or more, if the cost bound allows it
constexpr std::size_t kMinFaces = 16;                 // faces to search for air, or all if the hull has fewer

/// Finds the point with the greatest depth below all faces of a hull.
Notch deepestPoint(const WeldedMesh& surface, const HullView& hull, double ignoredDepth) {
    const HullVertexFaces hullFacesAt(hull, surface.vertices.size());
    std::vector<bool> isConsidered(surface.vertices.size());
    Notch deepest{ignoredDepth, glm::vec3(0.0f)};
    // The points of a notch are close to a few faces. So the faces that ended the last searches are tested
    // first.
    std::vector<std::uint32_t> faces(hull.faces.size());
    std::iota(faces.begin(), faces.end(), 0u);
    std::int64_t testsLeft = kMaxPlaneTests;
    // Considers a point at or near a vertex. The first face that is closer than the greatest depth so far
    // ends the search. The faces of the vertex are tested first, because in convex regions they are the
    // nearest faces.
    const auto consider = [&](const glm::vec3& point, std::uint32_t vertex) {
        double depth = std::numeric_limits<double>::infinity();
        const auto isShallow = [&](std::uint32_t face) {
            --testsLeft;
            depth = std::min(depth, -hull.faces[face].plane.signedDistance(glm::dvec3(point)));
            return depth <= deepest.depth;
        };
        if (std::ranges::any_of(hullFacesAt[vertex], isShallow)) {
            return;
        }
        if (const auto found = std::ranges::find_if(faces, isShallow); found != faces.end()) {
            std::rotate(faces.begin(), found, found + 1);
            return;
        }
        deepest = {depth, point};
    };
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        if (testsLeft <= 0) {
            deepest.isComplete = false;
            break;
        }
        forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
            if (a != b) {
                if (!isConsidered[a]) {
                    isConsidered[a] = true;
                    consider(surface.vertices[a], a);
                }
                consider(0.5f * (surface.vertices[a] + surface.vertices[b]), a);
            }
        });
    }
    return deepest;
}

/// Searches below the faces of a hull for air that is deeper than a known notch. Rays go from a face along
/// its inward normal to the vertices and the middles of edges of the mesh.
class AirSearch {
public:
    /// Whether the cost bound allows a search of kMinFaces faces with one ray. A smaller search would find
    /// little.
    static bool isWorthwhile(const WeldedMesh& surface, const HullView& hull) {
        const std::size_t targets = surface.vertices.size() + surface.indices.size() / 2;
        return std::min(hull.faces.size(), kMinFaces) * targets + surface.faceCount() <= kMaxRaySteps;
    }

    AirSearch(const WeldedMesh& surface, const HullView& hull, double margin, const Notch& known)
        : hull_(hull),
          margin_(margin),
          triangles_(triangles(surface).indices),
          points_(surface.vertices.begin(), surface.vertices.end()),
          targets_(points_),
          deepest_(known) {
        for (std::size_t k = 0; k < surface.faceCount(); ++k) {
            forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
                if (a < b) {
                    targets_.push_back(0.5 * (points_[a] + points_[b]));
                }
            });
        }
    }

    Notch run() {
        for (std::uint32_t face = 0; face < hull_.faces.size() && stepsLeft_ > 0; ++face) {
            search(face);
        }
        deepest_.isComplete = deepest_.isComplete && stepsLeft_ > 0;
        return deepest_;
    }

private:
    struct Ray {
        double depth;     // depth of its target below the face
        glm::dvec3 foot;  // start of the ray on the face
    };

    void search(std::uint32_t face) {
        const Plane& plane = hull_.faces[face].plane;
        rays_.clear();
        for (const glm::dvec3& target : targets_) {
            const double depth = -plane.signedDistance(target);
            if (depth > deepest_.depth && projectsInto(face, target)) {
                rays_.push_back({depth, target + depth * plane.normal});
            }
        }
        stepsLeft_ -= static_cast<std::int64_t>(targets_.size());
        std::ranges::stable_sort(rays_, std::ranges::greater(), &Ray::depth);
        const std::size_t most = std::max(kMaxRaysPerFace, affordableRays(face));
        const std::size_t stride = (rays_.size() + most - 1) / most;
        for (std::size_t k = 0; k < rays_.size() && rays_[k].depth > deepest_.depth && stepsLeft_ > 0;
             k += stride) {
            deepest_.isComplete = deepest_.isComplete && stride == 1;
            const glm::dvec3 start = rays_[k].foot + margin_ * plane.normal;
            const double depth = firstHit(start, -plane.normal, deepest_.depth + margin_) - margin_;
            if (std::isfinite(depth) && depth > deepest_.depth) {
                deepest_.depth = depth;
                deepest_.place = glm::vec3(rays_[k].foot - depth * plane.normal);
            }
        }
    }

    /// Returns the number of rays per remaining face that the cost bound allows.
    [[nodiscard]] std::size_t affordableRays(std::uint32_t face) const {
        const std::size_t facesLeft = hull_.faces.size() - face;
        const std::size_t perRay = std::max<std::size_t>(triangles_.size() / 3, 1);
        return static_cast<std::size_t>(std::max<std::int64_t>(stepsLeft_, 0)) / (facesLeft * perRay);
    }

    [[nodiscard]] bool projectsInto(std::uint32_t face, const glm::dvec3& point) const {
        const std::span<const std::uint32_t> corners = hull_.verticesOfFace(face);
        glm::dvec3 start(hull_.vertices[corners.back()]);
        for (const std::uint32_t corner : corners) {
            const glm::dvec3 end(hull_.vertices[corner]);
            if (!(glm::dot(glm::cross(end - start, point - start), hull_.faces[face].plane.normal) >= 0.0)) {
                return false;
            }
            start = end;
        }
        return true;
    }

    /// Returns the distance to the nearest triangle, or infinity. Stops at the first triangle within
    /// `enough`.
    /// Source: T. Möller, B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
    [[nodiscard]] double firstHit(const glm::dvec3& origin, const glm::dvec3& direction, double enough) {
        constexpr double kRounding = 1e-9;
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < triangles_.size() && nearest > enough; k += 3) {
            --stepsLeft_;
            const glm::dvec3& a = points_[triangles_[k]];
            const glm::dvec3 ab = points_[triangles_[k + 1]] - a, ac = points_[triangles_[k + 2]] - a;
            const glm::dvec3 p = glm::cross(direction, ac);
            const double determinant = glm::dot(ab, p);
            const double u = glm::dot(origin - a, p) / determinant;
            if (!(u >= -kRounding && u <= 1.0 + 2.0 * kRounding)) {
                continue;  // most triangles end here
            }
            const glm::dvec3 q = glm::cross(origin - a, ab);
            const double v = glm::dot(direction, q) / determinant;
            const double t = glm::dot(ac, q) / determinant;
            if (determinant != 0.0 && v >= -kRounding && u + v <= 1.0 + kRounding && t >= 0.0) {
                nearest = std::min(nearest, t);
            }
        }
        return nearest;
    }

    const HullView& hull_;
    double margin_;                         // rays start this far outside the hull
    std::vector<std::uint32_t> triangles_;  // three indices each
    std::vector<glm::dvec3> points_, targets_;
    std::vector<Ray> rays_;  // rays from the current face
    std::int64_t stepsLeft_ = std::int64_t{kMaxRaySteps};
    Notch deepest_;
};

}  // namespace

std::optional<Notch> deepestNotch(const WeldedMesh& surface, const HullView& hull, double ignoredDepth) {
    Notch notch = deepestPoint(surface, hull, ignoredDepth);
    if (notch.depth <= ignoredDepth) {
        return std::nullopt;
    }
    // The nearest face of the hull may be on the other side of the mesh, for example at the inner edge of an
    // L of thin plates.
    if (AirSearch::isWorthwhile(surface, hull)) {
        return AirSearch(surface, hull, ignoredDepth, notch).run();
    }
    notch.isComplete = false;
    return notch;
}

}  // namespace sat3d::SAT3D_ABI::importing
