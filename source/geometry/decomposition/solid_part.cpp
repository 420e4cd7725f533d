#include "geometry/decomposition/solid_part.hpp"

#include "geometry/decomposition/concavity.hpp"
#include "geometry/hull_measures/hull_measures.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kMinGap = 1e-4;          // as a fraction of the hull's volume
constexpr double kMinDeterminant = 1e-3;  // of three unit normals; for less, the intersection is inaccurate

/// Intersections of three cut planes that lie inside the solid. They are corners of the part, but no points
/// of the surface.
std::vector<glm::vec3> innerCorners(const Chain& chain, const std::vector<Plane>& cuts, double snap) {
    std::vector<glm::vec3> corners;
    const auto consider = [&](const Plane& a, const Plane& b, const Plane& c) {
        const glm::dmat3 rows = glm::transpose(glm::dmat3(a.normal, b.normal, c.normal));
        if (std::abs(glm::determinant(rows)) < kMinDeterminant) {
            return;
        }
        const glm::dmat3 inverse = glm::inverse(rows);
        const glm::dvec3 corner = inverse * glm::dvec3(a.offset, b.offset, c.offset);
        const glm::dvec3 inside = corner - 4.0 * snap * (inverse * glm::dvec3(1.0));
        const bool isBelowAll = std::ranges::all_of(
            cuts, [&](const Plane& plane) { return plane.signedDistance(corner) <= snap; });
        if (isBelowAll && windingNumber(chain, inside) > 0) {
            corners.emplace_back(corner);
        }
    };
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                consider(cuts[i], cuts[j], cuts[k]);
            }
        }
    }
    return corners;
}

/// Replaces each point by an octahedron, so that collinear or coplanar points get a hull.
std::vector<glm::vec3> thickened(const std::vector<glm::vec3>& points, double thickness) {
    std::vector<glm::vec3> result;
    for (const glm::vec3& point : points) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const float sign : {-1.0f, 1.0f}) {
                result.push_back(point);
                result.back()[axis] += sign * static_cast<float>(thickness);
            }
        }
    }
    return result;
}

std::optional<HullMesh> hullOf(const std::vector<glm::vec3>& points, const PartLimits& limits) {
    auto hull = buildHull(points);
    if (!hull) {
        hull = buildHull(thickened(points, limits.thickness));
    }
    return hull ? std::optional(*std::move(hull)) : std::nullopt;
}

void measure(SolidPart& part, const PartLimits& limits) {
    part.hullVolume = convexVolume(part.hull.vertices);
    part.misfit = misfitOf(part.chain, part.volume, part.hull, limits.tolerance);
}

}  // namespace

double Misfit::concavity() const {
    return std::max(depth, area > 0.0 ? gap / area : 0.0);
}

Misfit misfitOf(const Chain& chain, double solidVolume, const HullView& hull, double ignored) {
    Misfit misfit;
    std::vector<Plane> faces;
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        faces.push_back(hull.faces[face].plane);
        misfit.area += faceArea(hull, face);
    }
    misfit.gap = convexVolume(hull.vertices) - solidVolume;
    const DeepestPoint deepest = deepestPoint(chain.points, chain.surface(), faces, ignored);
    if (deepest.depth > ignored) {
        misfit.depth = deepest.depth;
        misfit.deepest = deepest.place;
    }
    return misfit;
}

bool SolidPart::isConvex(const PartLimits& limits) const {
    return misfit.concavity() <= limits.tolerance || misfit.gap <= kMinGap * hullVolume;
}

std::optional<SolidPart> partOf(Chain chain, std::vector<Plane> cuts, const PartLimits& limits) {
    SolidPart part{std::move(chain), std::move(cuts), {}, 0.0, 0.0, {}};
    std::vector<glm::vec3> points = surfacePoints(part.chain);
    const std::vector<glm::vec3> corners = innerCorners(part.chain, part.cuts, limits.snap);
    if (points.empty() && convexVolume(corners) <= 0.0) {
        return std::nullopt;
    }
    points.insert(points.end(), corners.begin(), corners.end());
    std::optional<HullMesh> hull = hullOf(points, limits);
    if (!hull) {
        return std::nullopt;
    }
    part.hull = *std::move(hull);
    part.volume = signedVolume(part.chain);
    measure(part, limits);
    return part;
}

SolidPart mergedPart(const SolidPart& a, const SolidPart& b, const PartLimits& limits) {
    SolidPart part{joined(a.chain, b.chain), {}, {}, a.volume + b.volume, 0.0, {}};
    std::vector<glm::vec3> points = a.hull.vertices;
    points.insert(points.end(), b.hull.vertices.begin(), b.hull.vertices.end());
    part.hull = *hullOf(points, limits);  // never fails: the points contain two hulls
    measure(part, limits);
    return part;
}

}  // namespace sat3d::SAT3D_ABI
