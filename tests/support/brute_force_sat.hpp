#pragma once

/// @file
/// The oracle: a separating axis test of every face normal and every edge x edge axis, in double. It shares
/// no code with the library except the exact orientation of four points.

#include <sat3d/math/exact.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::test {

/// Points with the normals and edges of their convex hull, in O(n^4). A triangle of points is a face, or a
/// part of one, if all other points lie exactly on one side. No tolerance merges faces; only equal axes are
/// dropped.
class BruteForceHull {
public:
    explicit BruteForceHull(std::span<const glm::vec3> cloud) : points_(cloud.begin(), cloud.end()) {
        findNormals();
    }

    [[nodiscard]] const std::vector<glm::dvec3>& points() const { return points_; }
    [[nodiscard]] const std::vector<glm::dvec3>& normals() const { return normals_; }
    /// Unit directions, one for each set of parallel edges.
    [[nodiscard]] const std::vector<glm::dvec3>& edges() const { return edges_; }

private:
    /// A side of a triangle in a face. It is an edge of the hull if it belongs to faces with two normals.
    struct Side {
        bool seen = false;
        bool isEdge = false;
        glm::dvec3 normal{0.0};
    };

    void findNormals() {
        const std::size_t n = points_.size();
        std::vector<Side> sides(n * n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                for (std::size_t k = j + 1; k < n; ++k) {
                    const int side = sideOfAll(i, j, k);
                    if (side == 0) {
                        continue;
                    }
                    // If all points lie on the normal's side, the normal points inward.
                    const glm::dvec3 inward =
                        glm::cross(points_[j] - points_[i], points_[k] - points_[i]) * double(side);
                    const glm::dvec3 normal = -inward / glm::length(inward);
                    addUnlessKnown(normals_, normal);
                    for (const std::size_t index : {i * n + j, j * n + k, i * n + k}) {
                        Side& triangleSide = sides[index];
                        triangleSide.isEdge |=
                            triangleSide.seen && glm::length(triangleSide.normal - normal) > 1e-9;
                        triangleSide.seen = true;
                        triangleSide.normal = normal;
                    }
                }
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                if (sides[i * n + j].isEdge) {
                    const glm::dvec3 along = points_[j] - points_[i];
                    addUnlessKnown(edges_, along / glm::length(along));
                }
            }
        }
    }

    /// Returns +1 or -1 if all points lie on that side of the triangle's plane or in it; 0 if they lie on
    /// both sides, or if the triangle has no area.
    [[nodiscard]] int sideOfAll(std::size_t i, std::size_t j, std::size_t k) const {
        const glm::dvec3 normal = glm::cross(points_[j] - points_[i], points_[k] - points_[i]);
        if (normal == glm::dvec3(0.0)) {
            return 0;
        }
        int side = 0;
        for (const glm::dvec3& point : points_) {
            const int here = orient3d(points_[i], points_[j], points_[k], point);
            if (here * side < 0) {
                return 0;
            }
            side = here != 0 ? here : side;
        }
        return side;
    }

    static void addUnlessKnown(std::vector<glm::dvec3>& axes, const glm::dvec3& axis) {
        const auto isSame = [&](const glm::dvec3& known) { return glm::length(known - axis) < 1e-13; };
        if (std::none_of(axes.begin(), axes.end(), isSame)) {
            axes.push_back(axis);
        }
    }

    std::vector<glm::dvec3> points_, normals_, edges_;
};

/// Support of a cloud along a direction.
inline double reach(std::span<const glm::dvec3> points, const glm::dvec3& direction) {
    double result = -std::numeric_limits<double>::infinity();
    for (const glm::dvec3& point : points) {
        result = std::max(result, glm::dot(point, direction));
    }
    return result;
}

/// Two hulls in fixed rotations: every SAT axis with the support of A - B along it, for B at A's origin. The
/// separation along an axis n is then dot(n, from A to B) - support, for any translation.
class BruteForceSat {
public:
    enum class Kind { FaceOfA, FaceOfB, Edges };
    struct Axis {
        glm::dvec3 normalAToB;  ///< unit, world axes
        double reach;
        Kind kind;
    };
    struct Best {
        double separation = -std::numeric_limits<double>::infinity();
        Axis axis{};
    };

    BruteForceSat(const BruteForceHull& a, const glm::dquat& rotationA, const BruteForceHull& b,
                  const glm::dquat& rotationB)
        : a_(rotated(a.points(), rotationA)), b_(rotated(b.points(), rotationB)) {
        const std::vector<glm::dvec3> normalsA = rotated(a.normals(), rotationA);
        const std::vector<glm::dvec3> normalsB = rotated(b.normals(), rotationB);
        const std::vector<glm::dvec3> edgesA = rotated(a.edges(), rotationA);
        const std::vector<glm::dvec3> edgesB = rotated(b.edges(), rotationB);
        for (const glm::dvec3& normal : normalsA) {
            add(normal, Kind::FaceOfA);
        }
        for (const glm::dvec3& normal : normalsB) {
            add(-normal, Kind::FaceOfB);
        }
        for (const glm::dvec3& edgeA : edgesA) {
            for (const glm::dvec3& edgeB : edgesB) {
                const glm::dvec3 across = glm::cross(edgeA, edgeB);
                const double sine = glm::length(across);
                // The cross product of nearly parallel edges is noise. Axes close to it are also close to a
                // face normal.
                if (sine > 1e-9) {
                    add(across / sine, Kind::Edges);
                    add(-across / sine, Kind::Edges);
                }
            }
        }
    }

    /// Separation over all axes, with B's origin at `fromAToB` from A's. For an overlap: minus the exact
    /// depth.
    [[nodiscard]] Best best(const glm::dvec3& fromAToB) const {
        Best result;
        for (const Axis& axis : axes_) {
            const double separation = glm::dot(axis.normalAToB, fromAToB) - axis.reach;
            if (separation > result.separation) {
                result = {separation, axis};
            }
        }
        return result;
    }

    /// Separation along one axis, over all points.
    [[nodiscard]] double separationAlong(const glm::dvec3& normalAToB, const glm::dvec3& fromAToB) const {
        return glm::dot(normalAToB, fromAToB) - reachAlong(normalAToB);
    }

    /// Distance of B's origin from A's along a unit direction at which the hulls just touch (a ray from
    /// inside A - B to its surface). Negative if the hulls touch in the opposite direction.
    [[nodiscard]] double touchingDistance(const glm::dvec3& direction) const {
        double distance = std::numeric_limits<double>::infinity();
        for (const Axis& axis : axes_) {
            const double along = glm::dot(axis.normalAToB, direction);
            if (along > 1e-6) {
                distance = std::min(distance, axis.reach / along);
            }
        }
        return distance;
    }

private:
    static std::vector<glm::dvec3> rotated(const std::vector<glm::dvec3>& vectors,
                                           const glm::dquat& rotation) {
        const glm::dmat3 matrix = glm::mat3_cast(glm::normalize(rotation));
        std::vector<glm::dvec3> result;
        for (const glm::dvec3& vector : vectors) {
            result.push_back(matrix * vector);
        }
        return result;
    }

    [[nodiscard]] double reachAlong(const glm::dvec3& normal) const {
        return reach(a_, normal) + reach(b_, -normal);
    }
    void add(const glm::dvec3& normal, Kind kind) { axes_.push_back({normal, reachAlong(normal), kind}); }

    std::vector<glm::dvec3> a_, b_;
    std::vector<Axis> axes_;
};

}  // namespace sat3d::test
