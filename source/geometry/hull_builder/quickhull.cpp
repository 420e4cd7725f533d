#include "geometry/hull_builder/quickhull.hpp"

#include "core/no_index.hpp"
#include "geometry/hull_builder/facet_mesh.hpp"
#include "math/componentwise.hpp"

#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// A triangle of the hull with its conflict list: the points outside of it, linked by index.
struct Facet : FacetLinks {
    glm::dvec3 normal{0.0};    ///< (b - a) x (c - a), not normalized
    double offset = 0.0;       ///< dot(normal, a)
    double uncertainty = 0.0;  ///< if |height| is below this, its sign may be wrong
    double farthestHeight = 0.0;
    std::uint32_t farthest = kNoIndex;   ///< point of the list with the largest height
    std::uint32_t conflicts = kNoIndex;  ///< first point of the list
};

class Quickhull {
public:
    explicit Quickhull(std::span<const glm::vec3> points)
        : points_(points),
          surface_(points.size(), arena_),
          pending_(arena_),
          nextConflict_(points.size(), arena_) {
        for (const glm::vec3& point : points) {
            largest_ = maxOf(largest_, absOf(glm::dvec3(point)));
        }
    }

    TriangleHull build(const std::array<std::uint32_t, 4>& simplex) {
        pending_.reserve(32);
        startFrom(simplex);
        // Takes the last facet first. Consecutive steps then work on the same region of the hull, which stays
        // in the cache.
        while (!pending_.empty()) {
            const std::uint32_t facet = pending_.back();
            pending_.pop_back();
            if (surface_[facet].conflicts != kNoIndex) {
                addPoint(surface_[facet].farthest, facet);
            }
        }
        return result();
    }

private:
    [[nodiscard]] glm::dvec3 point(std::uint32_t index) const { return glm::dvec3(points_[index]); }

    std::uint32_t addFacet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const glm::dvec3 origin = point(a);
        const glm::dvec3 u = point(b) - origin;
        const glm::dvec3 v = point(c) - origin;
        const std::uint32_t slot = surface_.add();
        Facet& facet = surface_[slot];
        facet.vertices = {a, b, c};
        facet.normal = glm::cross(u, v);
        facet.offset = glm::dot(facet.normal, origin);
        // The error of each component of the cross product is at most 4 roundings of its permanent. The two
        // dot products and the difference add 8 roundings. The sum is below 8 epsilon. Twice as much covers
        // errors of second order.
        const glm::dvec3 permanent = absOf(glm::dvec3(u.y, u.z, u.x) * glm::dvec3(v.z, v.x, v.y)) +
                                     absOf(glm::dvec3(u.z, u.x, u.y) * glm::dvec3(v.y, v.z, v.x));
        facet.uncertainty = 16.0 * std::numeric_limits<double>::epsilon() * glm::dot(permanent, largest_);
        return slot;
    }

    [[nodiscard]] double height(const Facet& facet, const glm::dvec3& p) const {
        return facet.normal.x * p.x + facet.normal.y * p.y + facet.normal.z * p.z - facet.offset;
    }

    /// Whether p lies strictly outside of the facet, decided exactly. @param h  computed height of p above it
    [[nodiscard]] bool isOutside(const Facet& facet, const glm::dvec3& p, double h) const {
        if (h > facet.uncertainty) {
            return true;
        }
        return h >= -facet.uncertainty &&
               orient3d(point(facet.vertices[0]), point(facet.vertices[1]), point(facet.vertices[2]), p) > 0;
    }

    void startFrom(std::array<std::uint32_t, 4> s) {
        if (orient3d(point(s[0]), point(s[1]), point(s[2]), point(s[3])) > 0) {
            std::swap(s[0], s[1]);
        }
        // Now s[3] lies below triangle 0 1 2, so that triangle is counter-clockwise seen from outside.
        const std::array<std::uint32_t, 4> first = {addFacet(s[0], s[1], s[2]), addFacet(s[0], s[3], s[1]),
                                                    addFacet(s[1], s[3], s[2]), addFacet(s[2], s[3], s[0])};
        surface_[0].neighbors = {1, 2, 3};
        surface_[1].neighbors = {3, 2, 0};
        surface_[2].neighbors = {1, 3, 0};
        surface_[3].neighbors = {2, 1, 0};
        for (std::uint32_t index = 0; index < points_.size(); ++index) {
            assign(index, first);
        }
        enqueue(first);
    }

    /// Adds a point to the conflict list of the first candidate that it lies outside of. If there is none,
    /// the point lies in the hull and is dropped.
    void assign(std::uint32_t index, std::span<const std::uint32_t> candidates) {
        const glm::dvec3 p = point(index);
        for (const std::uint32_t candidate : candidates) {
            Facet& facet = surface_[candidate];
            const double h = height(facet, p);
            if (!isOutside(facet, p, h)) {
                continue;
            }
            nextConflict_[index] = facet.conflicts;
            facet.conflicts = index;
            // Of duplicate points, the one with the lowest index is chosen. They are always in the same list.
            const bool first = facet.farthest == kNoIndex;
            if (first || h > facet.farthestHeight || (h == facet.farthestHeight && index < facet.farthest)) {
                facet.farthestHeight = h;
                facet.farthest = index;
            }
            return;
        }
    }

    void enqueue(std::span<const std::uint32_t> created) {
        for (const std::uint32_t facet : created) {
            if (surface_[facet].conflicts != kNoIndex) {
                pending_.push_back(facet);
            }
        }
    }

    /// Adds a point to the hull: replaces the visible facets by a cone from their horizon to the point.
    void addPoint(std::uint32_t apex, std::uint32_t visibleFacet) {
        const glm::dvec3 p = point(apex);
        surface_.findVisible(visibleFacet,
                             [&](const Facet& facet) { return isOutside(facet, p, height(facet, p)); });
        surface_.buildCone([&](std::uint32_t from, std::uint32_t to) { return addFacet(from, to, apex); });
        for (const std::uint32_t removed : surface_.visible()) {
            std::uint32_t index = surface_[removed].conflicts;
            while (index != kNoIndex) {
                const std::uint32_t following = nextConflict_[index];
                if (index != apex) {
                    assign(index, surface_.created());
                }
                index = following;
            }
            surface_[removed].conflicts = kNoIndex;
        }
        surface_.dropVisible();
        enqueue(surface_.created());
    }

    TriangleHull result() {
        TriangleHull hull;
        // The arrays of the construction are reused.
        ArenaVector<std::uint32_t>&triangleOf = pending_, &vertexOf = nextConflict_;
        const std::size_t triangleCount = addVertices(hull, triangleOf, vertexOf);
        hull.outgoing.resize(hull.inputIndices.size());
        hull.origins.reserve(3 * triangleCount);
        hull.twins.reserve(3 * triangleCount);
        for (const Facet& facet : surface_.slots()) {
            if (!facet.alive) {
                continue;
            }
            for (std::uint32_t edge = 0; edge < 3; ++edge) {
                const std::uint32_t vertex = vertexOf[facet.vertices[edge]];
                const std::uint32_t neighbor = facet.neighbors[edge];
                hull.outgoing[vertex] = static_cast<std::uint32_t>(hull.origins.size());
                hull.origins.push_back(vertex);
                hull.twins.push_back(3 * triangleOf[neighbor] +
                                     surface_.edgeFrom(neighbor, facet.vertices[(edge + 1) % 3]));
            }
        }
        return hull;
    }

    /// Numbers triangles and vertices, and adds the vertices to the hull. Returns the number of triangles.
    std::uint32_t addVertices(TriangleHull& hull, ArenaVector<std::uint32_t>& triangleOf,
                              ArenaVector<std::uint32_t>& vertexOf) const {
        triangleOf.assign(surface_.slots().size(), kNoIndex);
        std::fill(vertexOf.begin(), vertexOf.end(), kNoIndex);
        const std::size_t maxVertices = std::min(points_.size(), surface_.slots().size() / 2 + 2);  // Euler
        hull.inputIndices.reserve(maxVertices);
        hull.positions.reserve(maxVertices);
        std::uint32_t triangleCount = 0;
        for (std::uint32_t i = 0; i < surface_.slots().size(); ++i) {
            if (!surface_[i].alive) {
                continue;
            }
            triangleOf[i] = triangleCount++;
            for (const std::uint32_t index : surface_[i].vertices) {
                if (vertexOf[index] == kNoIndex) {
                    vertexOf[index] = static_cast<std::uint32_t>(hull.inputIndices.size());
                    hull.inputIndices.push_back(index);
                    hull.positions.push_back(point(index));
                }
            }
        }
        return triangleCount;
    }

    std::span<const glm::vec3> points_;
    glm::dvec3 largest_{0.0};  ///< largest magnitude of each coordinate
    Arena arena_;
    FacetMesh<Facet> surface_;
    ArenaVector<std::uint32_t> pending_;       ///< facets that had conflicts when they were created
    ArenaVector<std::uint32_t> nextConflict_;  ///< per point: the next point of its conflict list
};

}  // namespace

TriangleHull quickhull(std::span<const glm::vec3> points, const std::array<std::uint32_t, 4>& simplex) {
    return Quickhull(points).build(simplex);
}

}  // namespace sat3d::SAT3D_ABI
