#pragma once

/// @file
/// Validation of hulls, independent of the hull builder.

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

/// The largest distance of a point from the middle of the bounding box.
inline double radiusOf(std::span<const glm::vec3> points) {
    glm::dvec3 lower(points[0]), upper(points[0]);
    for (const glm::vec3& p : points) {
        lower = glm::min(lower, glm::dvec3(p));
        upper = glm::max(upper, glm::dvec3(p));
    }
    double radius = 0.0;
    for (const glm::vec3& p : points) {
        radius = std::max(radius, glm::distance(glm::dvec3(p), 0.5 * (lower + upper)));
    }
    return radius;
}

/// The default tolerance: also that of a simplified hull.
inline constexpr float kDefaultTolerance = sat3d::HullOptions{}.coplanarTolerance;

/// Whether each edge has two faces, and no two faces share more than one edge.
/// @param faceOfArc  the face of each directed edge
inline ::testing::AssertionResult edgesAreValid(
    const sat3d::HullMesh& mesh,
    const std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>& faceOfArc) {
    using ::testing::AssertionFailure;
    if (faceOfArc.size() != 2 * mesh.edges.size()) {
        return AssertionFailure() << faceOfArc.size() << " arcs for " << mesh.edges.size() << " edges";
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
    return ::testing::AssertionSuccess();
}

/// Whether the topology is that of a polyhedron: Euler's formula, simple loops, two faces at each edge, and
/// at least three at each vertex.
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
        if (count < 3 || first + count > mesh.faceIndices.size()) {
            return AssertionFailure() << "face " << face << " has " << count << " vertices";
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t from = mesh.faceIndices[first + i],
                                to = mesh.faceIndices[first + (i + 1) % count];
            if (from >= v || to >= v || !faceOfArc.try_emplace({from, to}, face).second) {
                return AssertionFailure() << "arc " << from << " -> " << to << " of face " << face;
            }
            ++degree[from];
        }
    }
    for (std::size_t i = 0; i < v; ++i) {
        if (degree[i] < 3) {
            return AssertionFailure() << "vertex " << i << " has " << degree[i] << " faces";
        }
    }
    return edgesAreValid(mesh, faceOfArc);
}

/// Whether the faces are convex in their planes, have sides of a minimum length, and are planar.
/// @param tolerance  of the hull builder, in meters
inline ::testing::AssertionResult facesAreConvex(const sat3d::HullMesh& mesh, double tolerance,
                                                 double rounding) {
    using ::testing::AssertionFailure;
    for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
        const auto& [plane, first, count] = mesh.faces[face];
        for (std::uint32_t i = 0; i < count; ++i) {
            const glm::dvec3 a(mesh.vertices[mesh.faceIndices[first + i]]);
            const glm::dvec3 b(mesh.vertices[mesh.faceIndices[first + (i + 1) % count]]);
            const glm::dvec3 c(mesh.vertices[mesh.faceIndices[first + (i + 2) % count]]);
            const double depth = -plane.signedDistance(a);
            if (depth > mesh.maxPlanarityError || depth < -rounding) {
                return AssertionFailure() << "face " << face << ": vertex " << depth << " below its plane";
            }
            if (glm::distance(a, b) < tolerance) {
                return AssertionFailure() << "face " << face << " has a side of " << glm::distance(a, b);
            }
            const double turn = glm::dot(plane.normal, glm::cross(b - a, c - b));
            if (tolerance > 0.0 && count > 3 ? turn <= 0.0 : turn < -rounding * glm::length(c - a)) {
                return AssertionFailure() << "face " << face << " is not convex at vertex " << i + 1;
            }
        }
    }
    return ::testing::AssertionSuccess();
}

/// Whether the hull contains the points and is convex, within the bounds of hull_builder.hpp.
inline ::testing::AssertionResult isTightAndConvex(const sat3d::HullMesh& mesh,
                                                   std::span<const glm::vec3> points, float tolerance) {
    using ::testing::AssertionFailure;
    const double rounding = 1e-14 * largestCoordinate(points), radius = radiusOf(points);
    // Moved vertices are rounded to float: far from the origin, the steps of float are as large as the
    // tolerance.
    constexpr double kHalfDiagonalOfSteps = 0.87 / 8388608.0;
    const double most = tolerance > kDefaultTolerance ? 4.1 * double(tolerance) * radius +
                                                            kHalfDiagonalOfSteps * largestCoordinate(points)
                                                      : 2e-6 * radius;
    const double bend = 2.0 * std::min(double(tolerance), 1e-7) * radius * (1.0 + 4.0 * double(tolerance));
    if (mesh.maxInputDistance > (tolerance > 0.0f ? most : 0.0) || mesh.maxPlanarityError > bend + rounding) {
        return AssertionFailure() << "input distance " << mesh.maxInputDistance << ", planarity error "
                                  << mesh.maxPlanarityError << " of a hull of radius " << radius;
    }
    // For large hulls, only some of the planes are tested against all points.
    const std::size_t stride = 1 + mesh.faces.size() * points.size() / 20'000'000;
    for (std::size_t face = 0; face < mesh.faces.size(); face += stride) {
        const sat3d::Plane& plane = mesh.faces[face].plane;
        if (std::abs(glm::length(plane.normal) - 1.0) > 1e-15 * 4) {
            return AssertionFailure() << "normal of face " << face << " is not unit";
        }
        const auto highestOf = [&](std::span<const glm::vec3> cloud) {
            double highest = -1e300;
            for (const glm::vec3& p : cloud) {
                highest = std::max(highest, plane.signedDistance(glm::dvec3(p)));
            }
            return highest;
        };
        if (highestOf(points) > mesh.maxInputDistance + rounding ||
            std::abs(highestOf(mesh.vertices)) > rounding) {
            return AssertionFailure() << "face " << face << ": highest point at " << highestOf(points)
                                      << " of its plane, highest vertex at " << highestOf(mesh.vertices);
        }
    }
    // The vertices of a simplified hull have moved: its radius is a little different.
    const double shortest = tolerance > kDefaultTolerance
                                ? double(kDefaultTolerance) * radius * (1.0 - 4.0 * double(tolerance))
                                : double(tolerance) * radius;
    return facesAreConvex(mesh, shortest, rounding);
}

}  // namespace sat3d::test
