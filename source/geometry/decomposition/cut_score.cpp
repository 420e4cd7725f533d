#include "geometry/decomposition/cut_score.hpp"

#include "core/no_index.hpp"
#include "geometry/hull_measures/convex_volume.hpp"
#include "geometry/primitives/disjoint_sets.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

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

}  // namespace

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

}  // namespace sat3d::SAT3D_ABI
