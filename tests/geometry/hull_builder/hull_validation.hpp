#pragma once

/// @file
/// What every hull must satisfy, checked without any of the builder's own code.

#include <sat3d/geometry/hull_builder.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::test {

inline double largestCoordinate(std::span<const glm::vec3> points) {
    double largest = 0.0;
    for (const glm::vec3& p : points) {
        largest = std::max({largest, std::abs(double(p.x)), std::abs(double(p.y)), std::abs(double(p.z))});
    }
    return largest;
}

inline double radiusOf(std::span<const glm::vec3> points) {
    glm::dvec3 lower(points[0]), upper(points[0]);
    for (const glm::vec3& p : points) {
        lower = glm::min(lower, glm::dvec3(p));
        upper = glm::max(upper, glm::dvec3(p));
    }
    return 0.5 * glm::length(upper - lower);
}

/// Twice the tolerance the builder works with, the bound its header states.
inline double statedSlack(std::span<const glm::vec3> points, float tolerance) {
    return tolerance == 0.0f ? 0.0
                             : 2.0 *
                                   std::max(static_cast<double>(tolerance) * radiusOf(points),
                                            0x1p-22 * largestCoordinate(points)) *
                                   (1.0 + 1e-9);
}

/// Topology of a polyhedron: Euler, simple loops, two faces an edge, three a vertex, every vertex used.
inline ::testing::AssertionResult isPolyhedron(const sat3d::HullMesh& mesh) {
    using ::testing::AssertionFailure;
    const std::size_t v = mesh.vertices.size(), e = mesh.edges.size(), f = mesh.faces.size();
    if (v + f != e + 2) {
        return AssertionFailure() << "Euler: " << v << " - " << e << " + " << f;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> faceOfArc;
    std::vector<std::size_t> degree(v, 0);
    for (std::uint32_t face = 0; face < f; ++face) {
        const auto& [plane, first, count] = mesh.faces[face];
        if (count < 3 || first + count > mesh.loops.size()) {
            return AssertionFailure() << "face " << face << " has " << count << " corners";
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t from = mesh.loops[first + i], to = mesh.loops[first + (i + 1) % count];
            if (from >= v || to >= v || !faceOfArc.try_emplace({from, to}, face).second) {
                return AssertionFailure() << "arc " << from << " -> " << to << " of face " << face;
            }
            ++degree[from];
        }
    }
    if (faceOfArc.size() != 2 * e) {
        return AssertionFailure() << faceOfArc.size() << " arcs for " << e << " edges";
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> facePairs;
    for (const auto& edge : mesh.edges) {
        const auto left = faceOfArc.find({edge.vertices[0], edge.vertices[1]});
        const auto right = faceOfArc.find({edge.vertices[1], edge.vertices[0]});
        if (left == faceOfArc.end() || right == faceOfArc.end() || left->second != edge.faces[0] ||
            right->second != edge.faces[1]) {
            return AssertionFailure() << "edge " << edge.vertices[0] << " - " << edge.vertices[1];
        }
        if (!facePairs.insert(std::minmax(edge.faces[0], edge.faces[1])).second) {
            return AssertionFailure()
                   << "faces " << edge.faces[0] << ", " << edge.faces[1] << " share two edges";
        }
    }
    for (std::size_t i = 0; i < v; ++i) {
        if (degree[i] < 3) {
            return AssertionFailure() << "vertex " << i << " has " << degree[i] << " faces";
        }
    }
    return ::testing::AssertionSuccess();
}

/// Containment and convexity as the header states them.
/// @param slack  metres: what merging may bend
inline ::testing::AssertionResult isTightAndConvex(const sat3d::HullMesh& mesh,
                                                   std::span<const glm::vec3> points, double slack) {
    using ::testing::AssertionFailure;
    const double rounding = 1e-14 * largestCoordinate(points);
    if (mesh.maxOutside > slack || mesh.maxFaceThickness > slack + rounding) {
        return AssertionFailure() << "outside " << mesh.maxOutside << ", thickness " << mesh.maxFaceThickness
                                  << " beyond " << slack;
    }
    // All points against all planes costs too much for large hulls: every point, a spread of the planes.
    const std::size_t stride = 1 + mesh.faces.size() * points.size() / 20'000'000;
    for (std::size_t face = 0; face < mesh.faces.size(); face += stride) {
        const sat3d::Plane& plane = mesh.faces[face].plane;
        if (std::abs(glm::length(plane.normal) - 1.0) > 1e-15 * 4) {
            return AssertionFailure() << "normal of face " << face << " is not unit";
        }
        double highest = -1e300;
        for (const glm::vec3& p : points) {
            highest = std::max(highest, plane.distance(glm::dvec3(p)));
        }
        if (highest > rounding || highest < -rounding) {
            return AssertionFailure()
                   << "face " << face << ": highest point at " << highest << " of its plane";
        }
    }
    for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
        const auto& [plane, first, count] = mesh.faces[face];
        for (std::uint32_t i = 0; i < count; ++i) {
            const glm::dvec3 a(mesh.vertices[mesh.loops[first + i]]);
            const glm::dvec3 b(mesh.vertices[mesh.loops[first + (i + 1) % count]]);
            const glm::dvec3 c(mesh.vertices[mesh.loops[first + (i + 2) % count]]);
            const double depth = -plane.distance(a);
            if (depth > mesh.maxFaceThickness || depth < -rounding) {
                return AssertionFailure() << "face " << face << ": corner " << depth << " below its plane";
            }
            const double turn = glm::dot(plane.normal, glm::cross(b - a, c - a));
            if (turn < -(slack + rounding) * glm::length(c - a)) {
                return AssertionFailure() << "face " << face << " is not convex at corner " << i + 1;
            }
        }
    }
    return ::testing::AssertionSuccess();
}

}  // namespace sat3d::test
