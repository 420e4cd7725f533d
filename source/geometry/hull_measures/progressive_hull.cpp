#include "geometry/hull_measures/progressive_hull.hpp"

#include "core/no_index.hpp"
#include "geometry/hull_builder/facet_mesh.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/primitives/closest_point.hpp"
#include "geometry/primitives/linear_program.hpp"

#include <sat3d/geometry/plane.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// Largest distance of a new point from its edge, in radii of the hull.
constexpr double kReach = 4.0;
/// Number of attempts to move a new point outward after its rounding to float has put it below a plane. The
/// last one moves it by 2^-14 of its distance from the center.
constexpr int kNudges = 10;

struct CollapsingFacet : FacetLinks {
    Plane plane;
    glm::dvec3 area{0.0};
};

class ProgressiveHull {
public:
    ProgressiveHull(const TriangleHull& hull, double limit)
        : surface_(2 * hull.positions.size(), arena_),
          original_(hull),
          limit_(limit),
          positions_(hull.positions),
          distances_(hull.positions.size(), 0.0),
          facetAt_(hull.positions.size()),
          version_(hull.positions.size(), 0),
          remaining_(hull.positions.size()) {
        for (std::uint32_t t = 0; t < hull.triangleCount(); ++t) {
            CollapsingFacet facet;
            for (std::uint32_t k = 0; k < 3; ++k) {
                facet.vertices[k] = hull.origins[3 * t + k];
                facet.neighbors[k] = hull.twins[3 * t + k] / 3;
            }
            addFacet(facet);
        }
        for (const glm::dvec3& position : positions_) {
            center_ += position / static_cast<double>(positions_.size());
        }
        for (const glm::dvec3& position : positions_) {
            radius_ = std::max(radius_, glm::distance(center_, position));
        }
    }

    std::vector<glm::vec3> run(std::size_t wanted) {
        // An edge without a valid point may get one when neighboring edges have collapsed. Therefore the
        // search is repeated until nothing changes.
        for (bool anyCollapsed = true; anyCollapsed && remaining_ > wanted;) {
            anyCollapsed = false;
            fillQueue();
            while (remaining_ > wanted && !queue_.empty()) {
                const Candidate candidate = queue_.top();
                queue_.pop();
                if (version_[candidate.a] == kGone || version_[candidate.b] == kGone) {
                    continue;
                }
                if (candidate.versionA != version_[candidate.a] ||
                    candidate.versionB != version_[candidate.b]) {
                    enqueue(candidate.a, candidate.b);
                } else {
                    anyCollapsed |= collapse(candidate);
                }
            }
        }
        return points();
    }

private:
    static constexpr std::uint32_t kGone = kNoIndex;

    struct Candidate {
        double cost;  // meters: upper bound of the distance of the point from the original hull
        std::uint32_t a, b;
        std::uint32_t versionA, versionB;
        glm::vec3 point;
        bool operator<(const Candidate& other) const {  // the cheapest is the top of the queue
            return std::tie(cost, a, b) > std::tie(other.cost, other.a, other.b);
        }
    };

    std::uint32_t addFacet(CollapsingFacet facet) {
        const glm::dvec3& a = positions_[facet.vertices[0]];
        facet.area = accurateCross(positions_[facet.vertices[1]] - a, positions_[facet.vertices[2]] - a);
        const double length = glm::length(facet.area);
        facet.plane.normal = length > 0.0 ? facet.area / length : glm::dvec3(0.0);
        facet.plane.offset = glm::dot(facet.plane.normal, a);
        const std::uint32_t slot = surface_.add();
        surface_[slot] = facet;
        for (const std::uint32_t vertex : facet.vertices) {
            facetAt_[vertex] = slot;
        }
        return slot;
    }

    template <class Visit>
    void forEachFacetAt(std::uint32_t vertex, Visit visit) const {
        std::uint32_t facet = facetAt_[vertex];
        do {
            visit(surface_[facet]);
            facet = surface_[facet].neighbors[surface_.edgeFrom(facet, vertex)];
        } while (facet != facetAt_[vertex]);
    }

    /// Whether the facet is visible from the point. A facet whose plane contains the point counts as visible,
    /// so that the new facets extend it.
    [[nodiscard]] bool sees(const glm::vec3& point, const CollapsingFacet& facet) const {
        return orient3d(positions_[facet.vertices[0]], positions_[facet.vertices[1]],
                        positions_[facet.vertices[2]], glm::dvec3(point)) >= 0;
    }

    void fillQueue() {
        queue_ = {};
        for (const CollapsingFacet& facet : surface_.slots()) {
            for (std::size_t k = 0; k < 3 && facet.alive; ++k) {
                const std::uint32_t a = facet.vertices[k];
                const std::uint32_t b = facet.vertices[(k + 1) % 3];
                if (a < b) {
                    enqueue(a, b);
                }
            }
        }
    }

    void enqueue(std::uint32_t a, std::uint32_t b) {
        collectFacets(a, b);
        const std::optional<glm::vec3> point = lowestPoint(0.5 * (positions_[a] + positions_[b]));
        if (point) {
            queue_.push({costOf(*point), a, b, version_[a], version_[b], *point});
        }
    }

    /// Collects the facets at both ends of an edge.
    void collectFacets(std::uint32_t a, std::uint32_t b) {
        around_.clear();
        forEachFacetAt(a, [&](const CollapsingFacet& facet) { around_.push_back(&facet); });
        forEachFacetAt(b, [&](const CollapsingFacet& facet) {
            if (std::find(facet.vertices.begin(), facet.vertices.end(), a) == facet.vertices.end()) {
                around_.push_back(&facet);
            }
        });
    }

    /// The point above the collected facets that adds the least volume, rounded outward.
    std::optional<glm::vec3> lowestPoint(const glm::dvec3& midpoint) {
        planes_.clear();
        glm::dvec3 cost(0.0);
        for (const CollapsingFacet* facet : around_) {
            cost += facet->area;
            const Plane plane{facet->plane.normal, facet->plane.signedDistance(midpoint) / -radius_};
            const bool same = !planes_.empty() && glm::dot(planes_.back().normal, plane.normal) > 1.0 - 1e-14;
            if (same) {
                planes_.back().offset = std::max(planes_.back().offset, plane.offset);
            } else {
                planes_.push_back(plane);
            }
        }
        const double length = glm::length(cost);
        if (!(length > 0.0)) {
            return std::nullopt;
        }
        const std::optional<glm::dvec3> lowest = lowestPointAbove(planes_, cost / length, kReach);
        if (!lowest || std::max({std::abs(lowest->x), std::abs(lowest->y), std::abs(lowest->z)}) >
                           kReach * (1.0 - 1e-6)) {
            return std::nullopt;
        }
        return roundedOutward(midpoint + radius_ * *lowest);
    }

    [[nodiscard]] std::optional<glm::vec3> roundedOutward(const glm::dvec3& point) const {
        for (int nudge = 0; nudge <= kNudges; ++nudge) {
            const double stretch = nudge == 0 ? 1.0 : 1.0 + std::ldexp(1.0, nudge - 24);
            const glm::vec3 rounded(center_ + stretch * (point - center_));
            if (std::all_of(around_.begin(), around_.end(),
                            [&](const CollapsingFacet* facet) { return sees(rounded, *facet); })) {
                return rounded;
            }
        }
        return std::nullopt;
    }

    /// Upper bound of the distance of a point from the original hull. The distance from a convex body is a
    /// convex function, so on a facet it is at most the interpolation of its values at the vertices.
    [[nodiscard]] double costOf(const glm::vec3& point) const {
        double least = std::numeric_limits<double>::infinity();
        for (const CollapsingFacet* facet : around_) {
            const auto [a, b, c] = facet->vertices;
            const glm::dvec3 p(point);
            const glm::dvec3 weights = closestPointWeights(positions_[a], positions_[b], positions_[c], p);
            const glm::dvec3 apart =
                weights.x * positions_[a] + weights.y * positions_[b] + weights.z * positions_[c] - p;
            const double ofFacet = glm::dot(weights, glm::dvec3(distances_[a], distances_[b], distances_[c]));
            least = std::min(least, glm::length(apart) + ofFacet);
        }
        return least;
    }

    /// Collapses an edge into its point. Returns false if the point is farther from the original hull than
    /// the limit.
    bool collapse(const Candidate& candidate) {
        const glm::vec3 point = candidate.point;
        const double distance = original_.outside(glm::dvec3(point));
        if (distance > limit_) {
            return false;
        }
        surface_.findVisible(facetAt_[candidate.a],
                             [&](const CollapsingFacet& facet) { return sees(point, facet); });
        std::size_t corners = 0;
        for (const std::uint32_t slot : surface_.visible()) {
            for (const std::uint32_t vertex : surface_[slot].vertices) {
                corners += version_[vertex] != kGone;
                version_[vertex] = kGone;
            }
        }
        const auto added = static_cast<std::uint32_t>(positions_.size());
        positions_.emplace_back(point);
        distances_.push_back(distance);
        facetAt_.push_back(kNoIndex);
        version_.push_back(0);
        ++step_;
        surface_.buildCone([&](std::uint32_t from, std::uint32_t to) {
            CollapsingFacet facet;
            facet.vertices = {from, to, added};
            version_[from] = step_;  // vertices on the horizon remain
            return addFacet(facet);
        });
        surface_.dropVisible();
        remaining_ = remaining_ - corners + surface_.created().size() + 1;
        const ArenaVector<std::uint32_t> created = surface_.created();
        for (const std::uint32_t slot : created) {
            enqueue(surface_[slot].vertices[0], added);
        }
        return true;
    }

    [[nodiscard]] std::vector<glm::vec3> points() const {
        std::vector<glm::vec3> result;
        for (std::size_t vertex = 0; vertex < positions_.size(); ++vertex) {
            if (version_[vertex] != kGone) {
                result.emplace_back(positions_[vertex]);
            }
        }
        return result;
    }

    Arena arena_;
    FacetMesh<CollapsingFacet> surface_;
    HullDistance original_;
    double limit_;
    glm::dvec3 center_{0.0};
    double radius_ = 0.0;
    std::vector<glm::dvec3> positions_;   ///< representable in float
    std::vector<double> distances_;       ///< per vertex: distance from the original hull
    std::vector<std::uint32_t> facetAt_;  ///< per vertex: one of its facets
    std::vector<std::uint32_t> version_;  ///< per vertex: the step that last changed its facets, or kGone
    std::size_t remaining_;               ///< number of remaining vertices
    std::uint32_t step_ = 0;
    std::priority_queue<Candidate> queue_;
    std::vector<const CollapsingFacet*> around_;  ///< facets at the current edge
    std::vector<Plane> planes_;  ///< planes of these facets, relative to the edge's midpoint, in radii
};

}  // namespace

std::vector<glm::vec3> simplifyOutward(const TriangleHull& hull, std::uint32_t wanted, double limit) {
    return ProgressiveHull(hull, limit).run(wanted);
}

}  // namespace sat3d::SAT3D_ABI
