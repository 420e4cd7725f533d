#include "geometry/decomposition/cut_search.hpp"

#include "core/no_index.hpp"
#include "geometry/decomposition/chain.hpp"
#include "geometry/decomposition/reflex_edges.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/primitives/disjoint_sets.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Scores planes: lower is better. The score is a weighted sum of three terms:
/// - the volume of the hulls of all parts after the cut;
/// - the weight of the reflex edges that remain: the walls of a hollow solid must be cut off one by one
///   before any hull shrinks;
/// - the volume of the largest hull: a ring must be halved before any hull shrinks.
class CutScore {
public:
    /// @param hullVolume  volume of the hull of the solid, positive
    CutScore(const Chain& chain, const SurfaceEdges& edges, double hullVolume, double snap);

    /// Score of a plane. Returns nothing if the solid lies on one side of it. O(n log n) for n points.
    [[nodiscard]] std::optional<double> of(const Plane& plane) const;

private:
    [[nodiscard]] double reflexLeft(const std::vector<std::int8_t>& sides, const Plane& plane) const;

    const Chain& chain_;
    const SurfaceEdges& edges_;
    double hullVolume_, snap_, reflexTotal_ = 0.0;
};

constexpr double kReflexShare = 0.1;
constexpr double kBalanceShare = 0.05;
constexpr std::size_t kMaxClusters = 64;  // per side

/// Connected points on one side of the plane.
struct Cluster {
    std::vector<glm::vec3> points;
    Aabb box;

    void add(const glm::vec3& p) {
        box = join(box, p);
        points.push_back(p);
    }
};

/// The points of a chain on each side of a plane. A point in the plane belongs to both sides.
class Halves {
public:
    Halves(const Chain& chain, const Plane& plane, const std::vector<std::int8_t>& sides)
        : sides_(sides), sets_(2 * sides.size()), isThere_(2 * sides.size()) {
        for (std::size_t t = 0; t < chain.triangles.size(); ++t) {
            const Chain::Triangle& triangle = chain.triangles[t];
            const auto [low, high] =
                std::minmax({sides[triangle[0]], sides[triangle[1]], sides[triangle[2]]});
            const bool isFlat = low == 0 && high == 0;
            const int flatSide = isFlat ? sideOfFlat(chain, triangle, plane) : 0;
            if (low < 0 || (isFlat && flatSide == 0)) {
                add(triangle, 0, t < chain.surfaceCount);
            }
            if (high > 0 || (isFlat && flatSide == 1)) {
                add(triangle, 1, t < chain.surfaceCount);
            }
        }
    }

    std::vector<Cluster> clusters(const Chain& chain, const SurfaceEdges& edges, const Plane& plane,
                                  std::uint32_t side) {
        std::vector<std::uint32_t> clusterOf(isThere_.size(), kNoIndex);
        std::vector<Cluster> result;
        const auto at = [&](std::uint32_t point) -> Cluster& {
            std::uint32_t& cluster = clusterOf[sets_.setOf(2 * point + side)];
            if (cluster == kNoIndex) {
                cluster = static_cast<std::uint32_t>(std::min(result.size(), kMaxClusters - 1));
                if (result.size() < kMaxClusters) {
                    result.emplace_back();
                }
            }
            return result[cluster];
        };
        for (std::uint32_t point = 0; point < sides_.size(); ++point) {
            if (isThere_[2 * point + side]) {
                at(point).add(chain.points[point]);
            }
        }
        for (const auto& [a, b] : edges.all) {
            if (sides_[a] * sides_[b] < 0) {
                const bool isHere = (sides_[a] > 0) == (side == 1);
                at(isHere ? a : b).add(cutPoint(chain, a, b, plane));
            }
        }
        return result;
    }

private:
    void add(const Chain::Triangle& triangle, std::uint32_t side, bool isSurface) {
        std::uint32_t first = kNoIndex;
        for (const std::uint32_t corner : triangle) {
            if (sides_[corner] == 0 || (sides_[corner] > 0) == (side == 1)) {
                const std::uint32_t here = 2 * corner + side;
                isThere_[here] = isThere_[here] || isSurface;
                first = first == kNoIndex ? here : first;
                sets_.join(first, here);
            }
        }
    }

    const std::vector<std::int8_t>& sides_;
    DisjointSets sets_;
    std::vector<bool> isThere_;
};

/// Joins each cluster that lies in the box of another one to that cluster. It is assumed to be a cavity.
void joinEnclosed(std::vector<Cluster>& clusters) {
    for (Cluster& inner : clusters) {
        for (Cluster& outer : clusters) {
            if (&inner != &outer && !inner.points.empty() && !outer.points.empty() &&
                outer.box.contains(inner.box)) {
                outer.points.insert(outer.points.end(), inner.points.begin(), inner.points.end());
                inner.points.clear();
            }
        }
    }
}

CutScore::CutScore(const Chain& chain, const SurfaceEdges& edges, double hullVolume, double snap)
    : chain_(chain), edges_(edges), hullVolume_(hullVolume), snap_(snap) {
    for (const ReflexEdge& edge : edges.reflex) {
        reflexTotal_ += edge.weight;
    }
}

std::optional<double> CutScore::of(const Plane& plane) const {
    const std::vector<std::int8_t> sides = sidesOf(chain_, plane, snap_);
    Halves halves(chain_, plane, sides);
    double sum = 0.0, largest = 0.0;
    for (std::uint32_t side = 0; side < 2; ++side) {
        std::vector<Cluster> clusters = halves.clusters(chain_, edges_, plane, side);
        if (clusters.empty()) {
            return std::nullopt;
        }
        joinEnclosed(clusters);
        for (const Cluster& cluster : clusters) {
            const double volume = convexVolume(cluster.points);
            sum += volume;
            largest = std::max(largest, volume);
        }
    }
    const double reflex = reflexTotal_ > 0.0 ? reflexLeft(sides, plane) / reflexTotal_ : 0.0;
    return sum / hullVolume_ + kReflexShare * reflex + kBalanceShare * largest / hullVolume_;
}

double CutScore::reflexLeft(const std::vector<std::int8_t>& sides, const Plane& plane) const {
    const auto sideOf = [&](std::uint32_t t) {
        const Chain::Triangle& triangle = chain_.triangles[t];
        for (const std::uint32_t corner : triangle) {
            if (sides[corner] != 0) {
                return sides[corner] > 0 ? 1 : 0;
            }
        }
        return sideOfFlat(chain_, triangle, plane);
    };
    double left = 0.0;
    for (const ReflexEdge& edge : edges_.reflex) {
        const bool isInPlane = sides[edge.ends[0]] == 0 && sides[edge.ends[1]] == 0;
        const bool isGone = isInPlane && sideOf(edge.triangles[0]) != sideOf(edge.triangles[1]);
        left += isGone ? 0.0 : edge.weight;
    }
    return left;
}

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
