#pragma once

/// @file
/// Triangle mesh of a convex hull under incremental construction.

#include "core/arena.hpp"
#include "geometry/hull_builder/triangle_hull.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A triangle and its neighbors.
struct FacetLinks {
    std::array<std::uint32_t, 3> vertices{};   ///< counter-clockwise from outside
    std::array<std::uint32_t, 3> neighbors{};  ///< across the edges that start at `vertices`
    std::uint32_t visited = 0;                 ///< last step that visited the facet, + 1 if it is visible
    bool alive = true;
};

/// The facets of a hull. A step that adds a point calls findVisible(), buildCone() and dropVisible().
/// @tparam Facet  derived from FacetLinks
template <class Facet>
class FacetMesh {
public:
    /// @param vertexCount  all vertex indices will be below this
    FacetMesh(std::size_t vertexCount, Arena& arena)
        : facets_(arena), free_(arena), visible_(arena), created_(arena), facetFrom_(vertexCount, arena) {
        // Enough for small hulls; the arrays of large hulls grow.
        facets_.reserve(std::min(2 * vertexCount, kFewFacets));
        for (ArenaVector<std::uint32_t>* list : {&free_, &visible_, &created_}) {
            list->reserve(std::min(vertexCount, kFewFacets));
        }
    }

    /// Adds a facet and returns its slot. The caller fills it in place (see core/store_forwarding.hpp).
    std::uint32_t add() {
        if (free_.empty()) {
            facets_.emplace_back();
            return static_cast<std::uint32_t>(facets_.size() - 1);
        }
        const std::uint32_t reused = free_.back();
        free_.pop_back();
        facets_[reused] = Facet();
        return reused;
    }

    [[nodiscard]] Facet& operator[](std::uint32_t facet) { return facets_[facet]; }
    [[nodiscard]] const Facet& operator[](std::uint32_t facet) const { return facets_[facet]; }
    /// All slots, including those of removed facets.
    [[nodiscard]] const ArenaVector<Facet>& slots() const { return facets_; }
    [[nodiscard]] const ArenaVector<std::uint32_t>& visible() const { return visible_; }
    [[nodiscard]] const ArenaVector<std::uint32_t>& created() const { return created_; }

    /// Index (0, 1, 2) of the edge of a facet that starts at a vertex.
    [[nodiscard]] std::uint32_t edgeFrom(std::uint32_t facet, std::uint32_t vertex) const {
        const auto& vertices = facets_[facet].vertices;
        return vertices[0] == vertex ? 0 : vertices[1] == vertex ? 1 : 2;
    }

    /// Finds the visible facets, for which bool sees(const Facet&) returns true, by flood fill from the
    /// visible facet `start`. The facets that are visible from a point are connected.
    template <class Sees>
    void findVisible(std::uint32_t start, Sees sees) {
        step_ += 2;
        visible_.assign(1, start);
        facets_[start].visited = step_ + 1;
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            for (const std::uint32_t neighbor : facets_[visible_[i]].neighbors) {
                Facet& facet = facets_[neighbor];
                if (facet.visited >= step_) {
                    continue;
                }
                const bool isVisible = sees(facet);
                facet.visited = step_ + (isVisible ? 1 : 0);
                if (isVisible) {
                    visible_.push_back(neighbor);
                }
            }
        }
    }

    /// Connects the horizon, the boundary of the visible facets, with the new point. addFacet(from, to) must
    /// add the facet (from, to, new point) of a horizon edge and return its slot.
    template <class AddFacet>
    void buildCone(AddFacet addFacet) {
        created_.clear();
        for (const std::uint32_t inner : visible_) {
            for (std::uint32_t edge = 0; edge < 3; ++edge) {
                const std::uint32_t outer = facets_[inner].neighbors[edge];
                if (facets_[outer].visited == step_ + 1) {
                    continue;
                }
                const std::uint32_t from = facets_[inner].vertices[edge];
                const std::uint32_t to = facets_[inner].vertices[(edge + 1) % 3];
                const std::uint32_t created = addFacet(from, to);
                facets_[created].neighbors[0] = outer;
                facets_[outer].neighbors[edgeFrom(outer, to)] = created;
                facetFrom_[from] = created;
                created_.push_back(created);
            }
        }
        // The horizon is a simple loop: the next facet starts where the horizon edge of this facet ends.
        for (const std::uint32_t created : created_) {
            const std::uint32_t following = facetFrom_[facets_[created].vertices[1]];
            facets_[created].neighbors[1] = following;
            facets_[following].neighbors[2] = created;
        }
    }

    /// Removes the visible facets.
    void dropVisible() {
        for (const std::uint32_t removed : visible_) {
            facets_[removed].alive = false;
        }
        free_.insert(free_.end(), visible_.begin(), visible_.end());
    }

private:
    static constexpr std::size_t kFewFacets = 64;

    ArenaVector<Facet> facets_;
    ArenaVector<std::uint32_t> free_;       ///< slots of removed facets
    ArenaVector<std::uint32_t> visible_;    ///< of the current step
    ArenaVector<std::uint32_t> created_;    ///< of the current step
    ArenaVector<std::uint32_t> facetFrom_;  ///< per vertex: the new facet whose horizon edge starts there
    std::uint32_t step_ = 0;
};

}  // namespace sat3d::SAT3D_ABI
