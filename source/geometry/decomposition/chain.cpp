#include "geometry/decomposition/chain.hpp"

#include "core/no_index.hpp"
#include "core/shell_sort.hpp"
#include "geometry/primitives/consistent_winding.hpp"
#include "geometry/primitives/disjoint_sets.hpp"
#include "geometry/primitives/polygon_measures.hpp"
#include "geometry/primitives/winding_number.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using Triangle = Chain::Triangle;

/// An edge. Its surplus is the number of uses from `low` to `high` minus the number of uses from `high` to
/// `low`.
struct BorderEdge {
    std::uint32_t low, high;
    std::int64_t surplus;
};

/// Finds the edges that are not used equally often in both directions.
std::vector<BorderEdge> borderOf(const Chain& chain) {
    std::vector<BorderEdge> uses;
    uses.reserve(3 * chain.triangles.size());
    for (const Triangle& triangle : chain.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            if (a != b) {
                uses.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
            }
        }
    }
    const auto ends = [](const BorderEdge& edge) { return std::pair(edge.low, edge.high); };
    shellSort(uses, {}, ends);
    std::vector<BorderEdge> border;
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        BorderEdge edge = uses[begin];
        for (end = begin + 1; end < uses.size() && ends(uses[end]) == ends(edge); ++end) {
            edge.surplus += uses[end].surplus;
        }
        if (edge.surplus != 0) {
            border.push_back(edge);
        }
    }
    return border;
}

/// Closes the chain by a triangle fan from the center of each connected component of its border. Returns the
/// number of edges of the border.
std::size_t addCovers(Chain& chain) {
    const std::vector<BorderEdge> border = borderOf(chain);
    DisjointSets sets(chain.points.size());
    for (const BorderEdge& edge : border) {
        sets.join(edge.low, edge.high);
    }
    struct Loop {
        glm::dvec3 sum{0.0};
        double count = 0.0;
    };
    std::map<std::uint32_t, Loop> loops;
    for (const BorderEdge& edge : border) {
        Loop& loop = loops[sets.setOf(edge.low)];
        loop.sum += chain.point(edge.low) + chain.point(edge.high);
        loop.count += 2.0;
    }
    std::map<std::uint32_t, std::uint32_t> middles;
    for (const auto& [set, loop] : loops) {
        middles[set] = static_cast<std::uint32_t>(chain.points.size());
        chain.points.emplace_back(loop.sum / loop.count);
    }
    for (const BorderEdge& edge : border) {
        const std::uint32_t middle = middles[sets.setOf(edge.low)];
        const Triangle back =
            edge.surplus > 0 ? Triangle{edge.high, edge.low, middle} : Triangle{edge.low, edge.high, middle};
        chain.triangles.insert(chain.triangles.end(), static_cast<std::size_t>(std::abs(edge.surplus)), back);
    }
    return border.size();
}

/// Returns for each point the lowest index of an equal point.
std::vector<std::uint32_t> firstEquals(std::span<const glm::vec3> points) {
    const auto key = [&](std::uint32_t i) { return std::tuple(points[i].x, points[i].y, points[i].z, i); };
    std::vector<std::uint32_t> order(points.size()), first(points.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    shellSort(order, {}, key);
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool isCopy = k > 0 && points[order[k]] == points[order[k - 1]];
        first[order[k]] = isCopy ? first[order[k - 1]] : order[k];
    }
    return first;
}

/// Returns for each triangle whether an earlier triangle has the same three points.
std::vector<bool> repeats(std::span<const Triangle> triangles) {
    std::vector<std::pair<Triangle, std::uint32_t>> sorted;
    for (const Triangle& triangle : triangles) {
        sorted.emplace_back(triangle, static_cast<std::uint32_t>(sorted.size()));
        std::ranges::sort(sorted.back().first);
    }
    shellSort(sorted);
    std::vector<bool> result(triangles.size());
    for (std::size_t k = 1; k < sorted.size(); ++k) {
        result[sorted[k].second] = sorted[k].first == sorted[k - 1].first;
    }
    return result;
}

/// Renumbers points in the order of their first use.
class PointNumbers {
public:
    PointNumbers(Chain& chain, std::size_t oldCount) : chain_(chain), numbers_(oldCount, kNoIndex) {}

    std::uint32_t of(std::uint32_t old, const glm::vec3& place) {
        if (numbers_[old] == kNoIndex) {
            numbers_[old] = static_cast<std::uint32_t>(chain_.points.size());
            chain_.points.push_back(place);
        }
        return numbers_[old];
    }

private:
    Chain& chain_;
    std::vector<std::uint32_t> numbers_;
};

/// Distributes triangles to both sides of a plane, and cuts those that cross it.
class Cutter {
public:
    Cutter(const Chain& chain, const Plane& plane, double snap)
        : chain_(chain), plane_(plane), sides_(sidesOf(chain, plane, snap)), points_(chain.points) {}

    void add(const Triangle& triangle, bool isSurface) {
        const auto [low, high] = std::minmax({sides_[triangle[0]], sides_[triangle[1]], sides_[triangle[2]]});
        if (low == 0 && high == 0) {
            keep(triangle, sideOfFlat(chain_, triangle, plane_), isSurface);
        }
        if (low < 0) {
            keepClipped(triangle, 0, isSurface);
        }
        if (high > 0) {
            keepClipped(triangle, 1, isSurface);
        }
    }

    [[nodiscard]] Chain half(std::size_t side) const {
        Chain half;
        PointNumbers numbers(half, points_.size());
        for (const Triangle& triangle : kept_[side]) {
            Triangle& renumbered = half.triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                renumbered[k] = numbers.of(triangle[k], points_[triangle[k]]);
            }
        }
        half.surfaceCount = surfaceCounts_[side];
        addCovers(half);
        return half;
    }

private:
    void keep(const Triangle& triangle, int side, bool isSurface) {
        kept_[static_cast<std::size_t>(side)].push_back(triangle);
        surfaceCounts_[static_cast<std::size_t>(side)] += isSurface;
    }

    void keepClipped(const Triangle& triangle, int side, bool isSurface) {
        const int sign = side == 0 ? -1 : 1;
        std::array<std::uint32_t, 4> polygon{};
        std::size_t count = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            if (sides_[a] * sign >= 0) {
                polygon[count++] = a;
            }
            if (sides_[a] * sides_[b] < 0) {
                polygon[count++] = cutOf(a, b);
            }
        }
        for (std::size_t k = 1; k + 1 < count; ++k) {
            keep({polygon[0], polygon[k], polygon[k + 1]}, side, isSurface);
        }
    }

    /// Index of the intersection of the plane and an edge.
    std::uint32_t cutOf(std::uint32_t a, std::uint32_t b) {
        const auto next = static_cast<std::uint32_t>(points_.size());
        const auto [place, isNew] = cuts_.try_emplace(std::minmax(a, b), next);
        if (isNew) {
            points_.push_back(cutPoint(chain_, a, b, plane_));
        }
        return place->second;
    }

    const Chain& chain_;
    const Plane& plane_;
    std::vector<std::int8_t> sides_;
    std::vector<glm::vec3> points_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cuts_;  // key: ends of the edge
    std::array<std::vector<Triangle>, 2> kept_;
    std::array<std::uint32_t, 2> surfaceCounts_{};
};

}  // namespace

MendedChain mendedChain(std::span<const glm::vec3> points, std::span<const std::uint32_t> triangles) {
    const std::vector<std::uint32_t> first = firstEquals(points);
    std::vector<Triangle> welded;
    for (std::size_t k = 0; k + 2 < triangles.size(); k += 3) {
        welded.push_back({first[triangles[k]], first[triangles[k + 1]], first[triangles[k + 2]]});
    }
    const std::vector<bool> repeated = repeats(welded);
    PolygonMesh surface{{points.begin(), points.end()}, {}, {}};
    for (std::size_t k = 0; k < welded.size(); ++k) {
        if (!repeated[k]) {
            surface.addFace(welded[k]);
        }
    }
    const WindingRepair repair = repairWinding(surface);
    turnFaces(repair, surface);
    MendedChain result{.turnedTriangles = repair.turnedFaces};
    Chain& chain = result.chain;
    PointNumbers numbers(chain, points.size());
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        Triangle& triangle = chain.triangles.emplace_back();
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = surface.face(k)[corner];
            triangle[corner] = numbers.of(vertex, points[vertex]);
        }
    }
    chain.surfaceCount = static_cast<std::uint32_t>(chain.triangles.size());
    result.unpairedEdges = static_cast<std::uint32_t>(addCovers(chain));
    if (signedVolume(chain) < 0.0) {
        for (Triangle& triangle : chain.triangles) {
            std::swap(triangle[1], triangle[2]);
        }
    }
    return result;
}

double signedVolume(const Chain& chain) {
    return signedVolume(chain.points, chain.triangles.size(),
                        [&](std::size_t t) { return std::span(chain.triangles[t]); });
}

Chain joined(const Chain& a, const Chain& b) {
    const auto shift = static_cast<std::uint32_t>(a.points.size());
    Chain result{a.points, {a.surface().begin(), a.surface().end()}, a.surfaceCount + b.surfaceCount};
    result.points.insert(result.points.end(), b.points.begin(), b.points.end());
    const auto append = [&](std::span<const Triangle> triangles, std::uint32_t offset) {
        for (const auto& [i, j, k] : triangles) {
            result.triangles.push_back({i + offset, j + offset, k + offset});
        }
    };
    append(b.surface(), shift);
    append(std::span(a.triangles).subspan(a.surfaceCount), 0);
    append(std::span(b.triangles).subspan(b.surfaceCount), shift);
    return result;
}

std::vector<glm::vec3> surfacePoints(const Chain& chain) {
    std::vector<bool> isUsed(chain.points.size());
    for (const Triangle& triangle : chain.surface()) {
        for (const std::uint32_t corner : triangle) {
            isUsed[corner] = true;
        }
    }
    std::vector<glm::vec3> points;
    for (std::size_t k = 0; k < isUsed.size(); ++k) {
        if (isUsed[k]) {
            points.push_back(chain.points[k]);
        }
    }
    return points;
}

std::vector<std::int8_t> sidesOf(const Chain& chain, const Plane& plane, double snap) {
    std::vector<std::int8_t> sides;
    sides.reserve(chain.points.size());
    for (const glm::vec3& point : chain.points) {
        const double distance = plane.signedDistance(glm::dvec3(point));
        sides.push_back(static_cast<std::int8_t>(distance > snap ? 1 : distance < -snap ? -1 : 0));
    }
    return sides;
}

int sideOfFlat(const Chain& chain, const Triangle& triangle, const Plane& plane) {
    const glm::dvec3 a = chain.point(triangle[0]);
    const glm::dvec3 normal = glm::cross(chain.point(triangle[1]) - a, chain.point(triangle[2]) - a);
    return glm::dot(normal, plane.normal) > 0.0 ? 0 : 1;
}

glm::vec3 cutPoint(const Chain& chain, std::uint32_t a, std::uint32_t b, const Plane& plane) {
    const glm::dvec3 from = chain.point(std::min(a, b)), to = chain.point(std::max(a, b));
    const double start = plane.signedDistance(from), end = plane.signedDistance(to);
    return glm::vec3(from + (to - from) * (start / (start - end)));
}

std::array<Chain, 2> cut(const Chain& chain, const Plane& plane, double snap) {
    Cutter cutter(chain, plane, snap);
    for (std::uint32_t t = 0; t < chain.triangles.size(); ++t) {
        cutter.add(chain.triangles[t], t < chain.surfaceCount);
    }
    return {cutter.half(0), cutter.half(1)};
}

int windingNumber(const Chain& chain, const glm::dvec3& point) {
    return windingNumber(chain.points, point, [&](const auto& visit) {
        for (const auto& [a, b, c] : chain.triangles) {
            visit(chain.point(a), chain.point(b), chain.point(c));
        }
    });
}

}  // namespace sat3d::SAT3D_ABI
