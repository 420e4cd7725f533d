#include "geometry/decomposition/cut_search.hpp"

#include "geometry/decomposition/cut_score.hpp"
#include "geometry/decomposition/reflex_edges.hpp"
#include "geometry/hull_measures/hull_largest_face.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kMaxReflexEdges = 64;      // those of the largest weight
constexpr std::size_t kMaxReflexPlanes = 24;     // those of the largest weight
constexpr int kSlices = 8;                       // along an axis
constexpr int kCoarseSlices = 4;                 // along an axis, for large parts
constexpr std::size_t kLargeTriangles = 20'000;  // a part with more triangles is large
constexpr int kRefinements = 3;
// Two planes count as equal within these limits: the cosine of their angle, and their distance as a fraction
// of the extent.
constexpr double kSameCosine = 0.99999, kSameDistance = 1e-3;

/// A plane along reflex edges, with the sum of their weights.
struct ReflexPlane {
    Plane plane;
    double weight;
    double area;  // of the triangle in the plane
};

/// Adds a plane. If an equal plane exists, adds the weight to it, and keeps the plane of the larger triangle.
void add(std::vector<ReflexPlane>& planes, const ReflexPlane& added, const glm::dvec3& place, double extent) {
    for (ReflexPlane& known : planes) {
        const bool isParallel = std::abs(glm::dot(known.plane.normal, added.plane.normal)) > kSameCosine;
        if (isParallel && std::abs(known.plane.signedDistance(place)) < kSameDistance * extent) {
            known.weight += added.weight;
            if (added.area > known.area) {
                known.plane = added.plane;
                known.area = added.area;
            }
            return;
        }
    }
    planes.push_back(added);
}

std::vector<Plane> reflexPlanes(const Chain& chain, std::vector<ReflexEdge> edges, double extent) {
    std::ranges::stable_sort(edges, std::ranges::greater{}, &ReflexEdge::weight);
    edges.resize(std::min(edges.size(), kMaxReflexEdges));
    std::vector<ReflexPlane> planes;
    for (const ReflexEdge& edge : edges) {
        const glm::dvec3 place = 0.5 * (chain.point(edge.ends[0]) + chain.point(edge.ends[1]));
        for (std::size_t side = 0; side < 2; ++side) {
            add(planes, {edge.planes[side], edge.weight, edge.areas[side]}, place, extent);
        }
        const glm::dvec3 across = edge.planes[0].normal - edge.planes[1].normal;
        const glm::dvec3 normal = across / glm::length(across);
        add(planes, {{normal, glm::dot(normal, place)}, edge.weight, 0.0}, place, extent);
    }
    std::ranges::stable_sort(planes, std::ranges::greater{}, &ReflexPlane::weight);
    planes.resize(std::min(planes.size(), kMaxReflexPlanes));
    std::vector<Plane> result;
    for (const ReflexPlane& plane : planes) {
        result.push_back(plane.plane);
    }
    return result;
}

std::vector<glm::dvec3> axesOf(const HullMesh& hull) {
    std::vector<glm::dvec3> axes{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const glm::dmat3 flush = largestFaceAxes(hull);
    for (int k = 0; k < 3; ++k) {
        const auto isSame = [&](const glm::dvec3& axis) {
            return std::abs(glm::dot(axis, flush[k])) > kSameCosine;
        };
        if (std::ranges::none_of(axes, isSame)) {
            axes.push_back(flush[k]);
        }
    }
    return axes;
}

struct Interval {
    double lower = std::numeric_limits<double>::infinity();
    double upper = -std::numeric_limits<double>::infinity();
    [[nodiscard]] double length() const { return upper - lower; }
};

Interval along(const HullMesh& hull, const glm::dvec3& axis) {
    Interval interval;
    for (const glm::vec3& vertex : hull.vertices) {
        const double place = glm::dot(axis, glm::dvec3(vertex));
        interval = {std::min(interval.lower, place), std::max(interval.upper, place)};
    }
    return interval;
}

std::vector<Plane> candidates(const SolidPart& part, const SurfaceEdges& edges) {
    double extent = 0.0;
    std::vector<Plane> slices;
    const int count = part.chain.triangles.size() > kLargeTriangles ? kCoarseSlices : kSlices;
    for (const glm::dvec3& axis : axesOf(part.hull)) {
        const Interval interval = along(part.hull, axis);
        extent = std::max(extent, interval.length());
        for (int k = 1; k < count; ++k) {
            slices.push_back({axis, interval.lower + interval.length() * k / count});
        }
        if (part.misfit.deepest) {
            slices.push_back({axis, glm::dot(axis, *part.misfit.deepest)});
        }
    }
    std::vector<Plane> planes = reflexPlanes(part.chain, edges.reflex, extent);
    planes.insert(planes.end(), slices.begin(), slices.end());
    return planes;
}

}  // namespace

std::optional<Plane> bestCut(const SolidPart& part, const PartLimits& limits,
                             const std::function<bool(double)>& goOn) {
    const SurfaceEdges edges = surfaceEdges(part.chain, limits.snap);
    const CutScore score(part.chain, edges, part.hullVolume, limits.snap);
    std::optional<Plane> best;
    double bestScore = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Plane& plane) {
        // Keeps the first of equally good planes, even if rounding makes a later one slightly better.
        if (const auto found = score.of(plane); found && *found < bestScore * (1.0 - 1e-6)) {
            bestScore = *found;
            best = plane;
        }
    };
    const std::vector<Plane> planes = candidates(part, edges);
    const auto total = static_cast<double>(planes.size() + 2 * kRefinements);
    for (std::size_t k = 0; k < planes.size(); ++k) {
        if (!goOn(static_cast<double>(k) / total)) {
            return std::nullopt;
        }
        consider(planes[k]);
    }
    double step = best ? along(part.hull, best->normal).length() / (2 * kSlices) : 0.0;
    for (int k = 0; k < kRefinements && best; ++k, step *= 0.5) {
        if (!goOn(static_cast<double>(planes.size() + 2 * static_cast<std::size_t>(k)) / total)) {
            return std::nullopt;
        }
        const Plane middle = *best;
        consider({middle.normal, middle.offset - step});
        consider({middle.normal, middle.offset + step});
    }
    return best;
}

}  // namespace sat3d::SAT3D_ABI
