#include "geometry/hull_builder/support_search.hpp"

#include "math/componentwise.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kMaxScannedVertices = 128;  // for more, hill climbing is faster than a scan

}  // namespace

SupportSearch::SupportSearch(const TriangleHull& hull, Arena& arena)
    : hull_(hull),
      seen_(hull.positions.size() <= kMaxScannedVertices ? 0 : hull.positions.size(), 0, arena),
      queue_(arena) {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        largest_ = maxOf(largest_, absOf(hull.positions[i]));
    }
}

/// Scans all vertices with four independent maxima. With a single maximum, each comparison would wait for the
/// result of the previous one.
double SupportSearch::scanAll(const glm::dvec3& normal) const {
    constexpr std::size_t kLanes = 4;
    std::array<double, kLanes> best;
    best.fill(glm::dot(normal, hull_.positions[0]));
    std::size_t i = 0;
    for (; i + kLanes <= hull_.positions.size(); i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            best[lane] = std::max(best[lane], glm::dot(normal, hull_.positions[i + lane]));
        }
    }
    for (; i < hull_.positions.size(); ++i) {
        best[0] = std::max(best[0], glm::dot(normal, hull_.positions[i]));
    }
    const double highest = std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
    for (i = 0; highest == 0.0 && i < hull_.positions.size(); ++i) {
        if (const double first = glm::dot(normal, hull_.positions[i]); first == 0.0) {
            return first;  // a zero gets the sign that a simple loop would give it
        }
    }
    return highest;
}

double SupportSearch::height(const glm::dvec3& normal, std::uint32_t start) {
    if (hull_.positions.size() <= kMaxScannedVertices) {
        return scanAll(normal);
    }
    // On a convex surface, steps to higher neighbors lead from any vertex to the highest one. Rounding can
    // turn such a step into a descent of a few ulps, so the search accepts small descents.
    const double step = 8.0 * std::numeric_limits<double>::epsilon() * glm::dot(absOf(normal), largest_);
    double best = glm::dot(normal, hull_.positions[start]);
    ++search_;
    seen_[start] = search_;
    queue_.assign(1, start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        hull_.forEachOutgoing(queue_[i], [&](std::uint32_t halfEdge) {
            const std::uint32_t neighbor = hull_.origins[TriangleHull::next(halfEdge)];
            if (seen_[neighbor] == search_) {
                return;
            }
            seen_[neighbor] = search_;
            const double value = glm::dot(normal, hull_.positions[neighbor]);
            if (value >= best - step) {
                best = std::max(best, value);
                queue_.push_back(neighbor);
            }
        });
    }
    return best;
}

}  // namespace sat3d::SAT3D_ABI
