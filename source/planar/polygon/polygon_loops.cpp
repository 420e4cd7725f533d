#include "planar/polygon/polygon_loops.hpp"

#include "core/shell_sort.hpp"
#include "planar/polygon/loop_checks.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using Loop = std::vector<std::uint32_t>;

bool isInBox(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b) {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
}

/// Whether two segments have a point in common. Exact.
bool doMeet(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, const glm::dvec2& d) {
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
        std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) {
        return false;
    }
    const int abc = orient2d(a, b, c), abd = orient2d(a, b, d), cda = orient2d(c, d, a),
              cdb = orient2d(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) {
        return true;
    }
    return (abc == 0 && isInBox(c, a, b)) || (abd == 0 && isInBox(d, a, b)) ||
           (cda == 0 && isInBox(a, c, d)) || (cdb == 0 && isInBox(b, c, d));
}

/// Decided by the turn at the lowest point. Exact for loops that do not cross themselves.
bool isCounterClockwise(const std::vector<glm::dvec2>& points, const Loop& loop) {
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < loop.size(); ++i) {
        const glm::dvec2 &p = points[loop[i]], &q = points[loop[lowest]];
        if (p.y < q.y || (p.y == q.y && p.x < q.x)) {
            lowest = i;
        }
    }
    const std::size_t count = loop.size();
    return orient2d(points[loop[(lowest + count - 1) % count]], points[loop[lowest]],
                    points[loop[(lowest + 1) % count]]) > 0;
}

/// A side of a loop: from its point to the next one.
struct Side {
    std::uint32_t from, to;
};

std::vector<Side> sidesOf(const PolygonLoops& polygon) {
    std::vector<Side> sides;
    for (const Loop& loop : polygon.loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            sides.push_back({loop[i], loop[(i + 1) % loop.size()]});
        }
    }
    return sides;
}

std::optional<PolygonError> crossingOf(const PolygonLoops& polygon) {
    const std::vector<Side> sides = sidesOf(polygon);
    const auto& points = polygon.points;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        for (std::size_t j = i + 1; j < sides.size(); ++j) {
            const Side &s = sides[i], &t = sides[j];
            // Neighbors share a point. They meet elsewhere only if one goes back on the other.
            const bool isNext = s.to == t.from, isBefore = t.to == s.from;
            bool meets = false;
            if (isNext || isBefore) {
                const glm::dvec2 &shared = points[isNext ? s.to : s.from],
                                 &p = points[isNext ? s.from : s.to], &q = points[isNext ? t.to : t.from];
                meets = orient2d(p, shared, q) == 0 && (isInBox(q, p, shared) || isInBox(p, q, shared));
            } else {
                meets = doMeet(points[s.from], points[s.to], points[t.from], points[t.to]);
            }
            if (meets) {
                const auto named = [](const Side& side) {
                    return "from point " + std::to_string(side.from) + " to " + std::to_string(side.to);
                };
                return PolygonError{PolygonError::Code::Crossing,
                                    "the sides " + named(s) + " and " + named(t) +
                                        " cross or touch: move one of them, or split the polygon there",
                                    {s.from, t.from}};
            }
        }
    }
    return std::nullopt;
}

/// Whether a point that is not on the loop is inside. Exact.
bool isInside(const glm::dvec2& p, const std::vector<glm::dvec2>& points, const Loop& loop) {
    bool inside = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec2 *low = &points[loop[i]], *high = &points[loop[(i + 1) % loop.size()]];
        if (low->y > high->y) {
            std::swap(low, high);
        }
        inside ^= low->y <= p.y && p.y < high->y && orient2d(*low, *high, p) > 0;
    }
    return inside;
}

std::optional<PolygonError> holeOutside(const PolygonLoops& polygon) {
    for (std::size_t i = 1; i < polygon.loops.size(); ++i) {
        const std::uint32_t first = polygon.loops[i].front();
        for (std::size_t j = 0; j < polygon.loops.size(); ++j) {
            if (j != i && isInside(polygon.points[first], polygon.points, polygon.loops[j]) != (j == 0)) {
                return PolygonError{PolygonError::Code::Outside,
                                    "hole " + std::to_string(i - 1) +
                                        (j == 0 ? " lies outside the outline"
                                                : " lies inside hole " + std::to_string(j - 1)) +
                                        ": leave it out, or make it a polygon of its own",
                                    {first}};
            }
        }
    }
    return std::nullopt;
}

/// Joins holes to a loop, one after the other.
class Bridges {
public:
    explicit Bridges(const PolygonLoops& polygon) : points_(polygon.points), joined_(polygon.loops[0]) {
        holes_.assign(polygon.loops.begin() + 1, polygon.loops.end());
        const auto isLeftOf = [this](std::uint32_t i, std::uint32_t j) { return isLeft(i, j); };
        for (Loop& hole : holes_) {  // starts at the rightmost point
            std::rotate(hole.begin(), std::max_element(hole.begin(), hole.end(), isLeftOf), hole.end());
        }
        shellSort(holes_, [this](const Loop& a, const Loop& b) { return isLeft(b.front(), a.front()); });
    }

    /// The rightmost hole sees the joined loop on its right, and so it sees a point of it.
    Loop joined() && {
        while (next_ < holes_.size()) {
            const Loop& hole = holes_[next_];
            const std::size_t at = visibleFrom(hole);
            Loop bridge(hole);
            bridge.push_back(hole.front());
            bridge.push_back(joined_[at]);
            joined_.insert(joined_.begin() + static_cast<std::ptrdiff_t>(at) + 1, bridge.begin(),
                           bridge.end());
            ++next_;
        }
        return std::move(joined_);
    }

private:
    [[nodiscard]] bool isLeft(std::uint32_t i, std::uint32_t j) const {
        const glm::dvec2 &p = points_[i], &q = points_[j];
        return p.x != q.x ? p.x < q.x : p.y < q.y;
    }

    /// The place of the nearest point in the joined loop that the hole's first point sees.
    [[nodiscard]] std::size_t visibleFrom(const Loop& hole) const {
        const glm::dvec2& from = points_[hole.front()];
        std::size_t best = joined_.size();
        double nearest = 0.0;
        for (std::size_t i = 0; i < joined_.size(); ++i) {
            const glm::dvec2 toNext = points_[joined_[i]] - from;
            const double squared = glm::dot(toNext, toNext);
            if ((best == joined_.size() || squared < nearest) && isInCorner(joined_, i, from) &&
                isInCorner(hole, 0, points_[joined_[i]]) && isFree(hole.front(), joined_[i])) {
                best = i;
                nearest = squared;
            }
        }
        SAT3D_ASSERT(best < joined_.size(), "a hole sees no point of the outline");
        return best < joined_.size() ? best : 0;
    }

    /// Whether a point lies in the direction of the inside at a corner, seen from it. Not along its sides.
    [[nodiscard]] bool isInCorner(const Loop& loop, std::size_t at, const glm::dvec2& p) const {
        const std::size_t count = loop.size();
        const glm::dvec2 &before = points_[loop[(at + count - 1) % count]], &corner = points_[loop[at]],
                         &after = points_[loop[(at + 1) % count]];
        const bool isLeftOfBoth = orient2d(before, corner, p) > 0,
                   isLeftOfNext = orient2d(corner, after, p) > 0;
        return orient2d(before, corner, after) > 0 ? isLeftOfBoth && isLeftOfNext
                                                   : isLeftOfBoth || isLeftOfNext;
    }

    /// Whether the segment between two points meets no side of a loop that does not start or end there.
    [[nodiscard]] bool isFree(std::uint32_t from, std::uint32_t to) const {
        const auto meetsLoop = [&](const Loop& loop) {
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const std::uint32_t start = loop[i], end = loop[(i + 1) % loop.size()];
                const bool isOwn = start == from || start == to || end == from || end == to;
                const std::uint32_t other = start == from || start == to ? end : start;
                const bool meets = isOwn ? other != from && other != to &&
                                               orient2d(points_[from], points_[to], points_[other]) == 0 &&
                                               isInBox(points_[other], points_[from], points_[to])
                                         : doMeet(points_[from], points_[to], points_[start], points_[end]);
                if (meets) {
                    return true;
                }
            }
            return false;
        };
        return !meetsLoop(joined_) &&
               std::none_of(holes_.begin() + static_cast<std::ptrdiff_t>(next_), holes_.end(), meetsLoop);
    }

    const std::vector<glm::dvec2>& points_;
    Loop joined_;
    std::vector<Loop> holes_;  ///< from right to left
    std::size_t next_ = 0;
};

/// Adds a loop. @return the error of its points, with indices of all points
std::optional<PolygonError> addLoop(std::span<const glm::dvec2> points, bool isOutline,
                                    PolygonLoops& polygon) {
    const auto first = static_cast<std::uint32_t>(polygon.points.size());
    std::vector<std::uint32_t> hull;
    if (auto fault = faultOfPoints(points, hull)) {
        for (std::uint32_t& index : fault->indices) {
            index += first;
        }
        if (!isOutline) {
            fault->message = "hole " + std::to_string(polygon.loops.size() - 1) + ": " + fault->message;
        }
        return fault;
    }
    polygon.points.insert(polygon.points.end(), points.begin(), points.end());
    Loop loop;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (points[i] != points[(i + 1) % points.size()]) {
            loop.push_back(first + i);
        }
    }
    if (isCounterClockwise(polygon.points, loop) != isOutline) {
        std::reverse(loop.begin() + 1, loop.end());
    }
    polygon.loops.push_back(std::move(loop));
    return std::nullopt;
}

}  // namespace

std::optional<PolygonError> readLoops(std::span<const glm::dvec2> outline,
                                      std::span<const std::vector<glm::dvec2>> holes, PolygonLoops& polygon) {
    auto fault = addLoop(outline, true, polygon);
    for (std::size_t i = 0; !fault && i < holes.size(); ++i) {
        fault = addLoop(holes[i], false, polygon);
    }
    if (!fault) {
        fault = crossingOf(polygon);
    }
    return fault ? fault : holeOutside(polygon);
}

std::vector<std::uint32_t> joinedLoop(const PolygonLoops& polygon) {
    return Bridges(polygon).joined();
}

}  // namespace sat3d::SAT3D_ABI
