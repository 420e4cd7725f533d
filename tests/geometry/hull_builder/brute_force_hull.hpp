#pragma once

/// @file
/// Brute force hull of integer points: every plane through three points that has all other points on one
/// side. Slow, exact, and independent of the hull builder.

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace sat3d::test {

using IntPoint = std::array<std::int64_t, 3>;

inline IntPoint minus(const IntPoint& a, const IntPoint& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline std::int64_t dot(const IntPoint& a, const IntPoint& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline IntPoint cross(const IntPoint& a, const IntPoint& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct BruteForceHull {
    std::set<IntPoint> vertices;
    std::size_t edges = 0;
    std::size_t faces = 0;
    std::int64_t sixfoldVolume = 0;
};

/// Vertices of the convex hull of coplanar points, counter-clockwise about `normal`, without points on edges.
/// Gift wrapping: no point lies to the right of the edge to the next vertex.
inline std::vector<IntPoint> wrap(const std::set<IntPoint>& points, const IntPoint& normal) {
    std::vector<IntPoint> loop{*points.begin()};  // the lexicographically smallest point is a vertex
    for (;;) {
        const IntPoint& from = loop.back();
        const IntPoint* best = nullptr;
        for (const IntPoint& candidate : points) {
            if (candidate == from) {
                continue;
            }
            if (best == nullptr) {
                best = &candidate;
                continue;
            }
            const IntPoint toBest = minus(*best, from), toCandidate = minus(candidate, from);
            const std::int64_t turn = dot(cross(toBest, toCandidate), normal);
            if (turn < 0 || (turn == 0 && dot(toCandidate, toCandidate) > dot(toBest, toBest))) {
                best = &candidate;
            }
        }
        if (*best == loop.front()) {
            return loop;
        }
        loop.push_back(*best);
    }
}

/// Computes the hull. Returns no faces if the points are coplanar.
/// @param points  with coordinates up to 1,000
inline BruteForceHull bruteForceHull(const std::vector<IntPoint>& points) {
    std::map<std::pair<IntPoint, std::int64_t>, std::set<IntPoint>> planes;
    for (const IntPoint& a : points) {
        for (const IntPoint& b : points) {
            for (const IntPoint& c : points) {
                IntPoint normal = cross(minus(b, a), minus(c, a));
                const std::int64_t divisor = std::gcd(std::gcd(normal[0], normal[1]), normal[2]);
                if (divisor == 0) {
                    continue;
                }
                for (std::int64_t& component : normal) {
                    component /= divisor;
                }
                const std::int64_t offset = dot(normal, a);
                if (std::all_of(points.begin(), points.end(),
                                [&](const IntPoint& p) { return dot(normal, p) <= offset; })) {
                    planes[{normal, offset}].insert({a, b, c});
                }
            }
        }
    }
    BruteForceHull hull;
    for (const auto& [plane, coplanar] : planes) {
        const std::vector<IntPoint> loop = wrap(coplanar, plane.first);
        hull.vertices.insert(loop.begin(), loop.end());
        hull.edges += loop.size();
        ++hull.faces;
        for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
            hull.sixfoldVolume += dot(loop[0], cross(loop[i], loop[i + 1]));
        }
    }
    hull.edges /= 2;
    return hull;
}

}  // namespace sat3d::test
