#pragma once

/// @file
/// Convex bodies and triangles by definition, in double: the oracle for contacts with surfaces. It uses the
/// vertices and faces of the shapes and none of the library's queries.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace sat3d::test {

using OracleTriangle = std::array<glm::dvec3, 3>;

inline OracleTriangle oracleTriangle(const Triangle& triangle) {
    return {glm::dvec3(triangle.corners[0]), glm::dvec3(triangle.corners[1]),
            glm::dvec3(triangle.corners[2])};
}
inline glm::dvec3 normalOf(const OracleTriangle& triangle) {
    return glm::normalize(glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]));
}

inline glm::dvec3 closestOnSegment(const glm::dvec3& start, const glm::dvec3& end, const glm::dvec3& point) {
    const glm::dvec3 along = end - start;
    const double squared = glm::dot(along, along);
    return squared > 0.0 ? start + std::clamp(glm::dot(point - start, along) / squared, 0.0, 1.0) * along
                         : start;
}
inline glm::dvec3 closestOnTriangle(const OracleTriangle& triangle, const glm::dvec3& point) {
    const glm::dvec3 normal = normalOf(triangle);
    bool isInside = true;
    glm::dvec3 best = triangle[0];
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 &start = triangle[i], &end = triangle[(i + 1) % 3];
        isInside = isInside && glm::dot(glm::cross(normal, end - start), point - start) >= 0.0;
        const glm::dvec3 here = closestOnSegment(start, end, point);
        best = glm::length(here - point) < glm::length(best - point) ? here : best;
    }
    return isInside ? point - glm::dot(normal, point - triangle[0]) * normal : best;
}
/// The distance of a point from the nearest of some triangles.
inline double distanceFrom(std::span<const OracleTriangle> triangles, const glm::dvec3& point) {
    double least = std::numeric_limits<double>::infinity();
    for (const OracleTriangle& triangle : triangles) {
        least = std::min(least, glm::length(closestOnTriangle(triangle, point) - point));
    }
    return least;
}

/// A convex body in the world: the hull of points with a radius around it.
class BodyOracle {
public:
    BodyOracle(const ConvexShape& shape, const DPose& pose) : pose_(pose) {
        std::visit([&](const auto& known) { become(known); }, shape);
    }

    [[nodiscard]] const glm::dvec3& center() const { return center_; }
    /// The distance of the farthest point from the center.
    [[nodiscard]] double size() const {
        double largest = 0.0;
        for (const glm::dvec3& point : points_) {
            largest = std::max(largest, glm::length(point - center_));
        }
        return largest + radius_;
    }
    void move(const glm::dvec3& by) {
        center_ += by;
        for (glm::dvec3& point : points_) {
            point += by;
        }
    }

    /// Negative inside. Outside of a box or hull it is a lower bound of the distance.
    [[nodiscard]] double signedDistance(const glm::dvec3& point) const {
        if (normals_.empty()) {
            return glm::length(closestOnSegment(points_.front(), points_.back(), point) - point) - radius_;
        }
        double highest = -std::numeric_limits<double>::infinity();
        for (const glm::dvec3& normal : normals_) {
            highest = std::max(highest, glm::dot(normal, point) - reach(normal));
        }
        return highest;
    }

    /// The length of the shortest push that takes the body off a triangle; negative if they are apart, by at
    /// least as much.
    [[nodiscard]] double depthIn(const OracleTriangle& triangle) const {
        const double apart = distanceOfCore(triangle);
        return apart > 1e-9 ? radius_ - apart : leastOverlap(triangle);
    }

    /// The signed distance from a triangle: minus depthIn(), or how far they are apart.
    [[nodiscard]] double separationFrom(const OracleTriangle& triangle) const {
        const double depth = depthIn(triangle);
        return normals_.empty() || depth >= 0.0 ? -depth : distanceOfPolytope(triangle);
    }

private:
    void become(const Sphere& sphere) {
        center_ = inWorld(sphere.center);
        points_ = {center_};
        radius_ = double(sphere.radius);
    }
    void become(const Capsule& capsule) {
        points_ = {inWorld(capsule.start), inWorld(capsule.end)};
        center_ = 0.5 * (points_[0] + points_[1]);
        radius_ = double(capsule.radius);
        edges_ = {points_[1] - points_[0]};
    }
    void become(const Box& box) {
        const glm::dmat3 axes = glm::mat3_cast(glm::normalize(pose_.rotation)) *
                                glm::mat3_cast(glm::normalize(glm::dquat(box.rotation)));
        center_ = inWorld(box.center);
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            points_.push_back(center_ + axes * (signs * glm::dvec3(box.halfExtents)));
        }
        for (int axis = 0; axis < 3; ++axis) {
            edges_.push_back(axes[axis]);
            normals_.push_back(axes[axis]);
            normals_.push_back(-axes[axis]);
        }
        for (const auto& face : {std::array<std::size_t, 4>{0, 1, 3, 2},
                                 {4, 5, 7, 6},
                                 {0, 1, 5, 4},
                                 {2, 3, 7, 6},
                                 {0, 2, 6, 4},
                                 {1, 3, 7, 5}}) {
            facets_.push_back({points_[face[0]], points_[face[1]], points_[face[2]]});
            facets_.push_back({points_[face[0]], points_[face[2]], points_[face[3]]});
        }
    }
    void become(const ConvexHull& hull) {
        center_ = inWorld(hull.boundingSphere().center);
        for (const glm::vec3& vertex : hull.vertices()) {
            points_.push_back(inWorld(vertex));
        }
        const glm::dmat3 axes = glm::mat3_cast(glm::normalize(pose_.rotation));
        for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
            normals_.push_back(axes * hull.faces()[face].plane.normal);
            const auto loop = hull.faceVertices(face);
            for (std::size_t i = 2; i < loop.size(); ++i) {
                facets_.push_back({points_[loop[0]], points_[loop[i - 1]], points_[loop[i]]});
            }
        }
        for (const auto& edge : hull.edges()) {
            edges_.push_back(points_[edge.vertices[1]] - points_[edge.vertices[0]]);
        }
    }
    [[nodiscard]] glm::dvec3 inWorld(const glm::vec3& point) const { return pose_ * glm::dvec3(point); }

    [[nodiscard]] double reach(const glm::dvec3& direction) const {
        double most = -std::numeric_limits<double>::infinity();
        for (const glm::dvec3& point : points_) {
            most = std::max(most, glm::dot(direction, point));
        }
        return most;
    }

    /// The distance of a round body's core from a triangle; 0 for other bodies, and if they cross.
    [[nodiscard]] double distanceOfCore(const OracleTriangle& triangle) const {
        if (!normals_.empty()) {
            return 0.0;
        }
        const glm::dvec3 &start = points_.front(), &end = points_.back();
        double least = std::min(glm::length(closestOnTriangle(triangle, start) - start),
                                glm::length(closestOnTriangle(triangle, end) - end));
        for (std::size_t i = 0; i < 3; ++i) {
            least = std::min(least, distanceOfSegments(start, end, triangle[i], triangle[(i + 1) % 3]));
        }
        const glm::dvec3 normal = normalOf(triangle);
        const double atStart = glm::dot(normal, start - triangle[0]),
                     atEnd = glm::dot(normal, end - triangle[0]);
        if (atStart * atEnd < 0.0) {
            const glm::dvec3 crossing = start + atStart / (atStart - atEnd) * (end - start);
            least = glm::length(closestOnTriangle(triangle, crossing) - crossing) < 1e-12 ? 0.0 : least;
        }
        return least;
    }
    [[nodiscard]] static double distanceOfSegments(const glm::dvec3& a, const glm::dvec3& b,
                                                   const glm::dvec3& c, const glm::dvec3& d) {
        // Either an end of one is closest, or the lines' common perpendicular meets both.
        double least = std::min(
            std::min(glm::length(closestOnSegment(c, d, a) - a), glm::length(closestOnSegment(c, d, b) - b)),
            std::min(glm::length(closestOnSegment(a, b, c) - c), glm::length(closestOnSegment(a, b, d) - d)));
        const glm::dvec3 u = b - a, v = d - c, across = glm::cross(u, v), from = c - a;
        const double squared = glm::dot(across, across);
        if (squared > 1e-24) {
            const double s = glm::dot(glm::cross(from, v), across) / squared,
                         t = glm::dot(glm::cross(from, u), across) / squared;
            if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) {
                least = std::min(least, std::abs(glm::dot(from, across)) / std::sqrt(squared));
            }
        }
        return least;
    }

    /// The distance of a box or hull from a triangle that it does not overlap.
    [[nodiscard]] double distanceOfPolytope(const OracleTriangle& triangle) const {
        double least = std::numeric_limits<double>::infinity();
        for (const OracleTriangle& facet : facets_) {
            for (std::size_t i = 0; i < 3; ++i) {
                least = std::min({least, glm::length(closestOnTriangle(triangle, facet[i]) - facet[i]),
                                  glm::length(closestOnTriangle(facet, triangle[i]) - triangle[i])});
                for (std::size_t k = 0; k < 3; ++k) {
                    least = std::min(least, distanceOfSegments(facet[i], facet[(i + 1) % 3], triangle[k],
                                                               triangle[(k + 1) % 3]));
                }
            }
        }
        return least;
    }

    /// Over all separating axes.
    [[nodiscard]] double leastOverlap(const OracleTriangle& triangle) const {
        double least = std::numeric_limits<double>::infinity();
        const auto tryAxis = [&](const glm::dvec3& axis) {
            const double length = glm::length(axis);
            for (const double sign : {-1.0, 1.0}) {
                if (length > 1e-9) {
                    const glm::dvec3 outward = sign / length * axis;
                    const double highest =
                        std::max({glm::dot(outward, triangle[0]), glm::dot(outward, triangle[1]),
                                  glm::dot(outward, triangle[2])});
                    least = std::min(least, highest + reach(-outward) + radius_);
                }
            }
        };
        const glm::dvec3 normal = normalOf(triangle);
        tryAxis(normal);
        for (const glm::dvec3& own : normals_) {
            tryAxis(own);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3 side = glm::normalize(triangle[(i + 1) % 3] - triangle[i]);
            tryAxis(glm::cross(side, normal));
            for (const glm::dvec3& edge : edges_) {
                tryAxis(glm::cross(glm::normalize(edge), side));
            }
        }
        return least;
    }

    DPose pose_;
    glm::dvec3 center_{0.0};
    std::vector<glm::dvec3> points_, normals_, edges_;
    std::vector<OracleTriangle> facets_;  ///< of a box or hull
    double radius_ = 0.0;
};

/// How far a contact point is off the two surfaces that it lies on, meters.
struct PointError {
    double fromBody, fromSurface, allowed;

    [[nodiscard]] bool isOffBody() const { return fromBody > allowed; }
    [[nodiscard]] bool isOffSurface() const { return fromSurface > allowed; }
};
/// @param manifold  of the body as A, and of the surface
inline PointError errorOf(const ContactPoint& point, const Manifold& manifold, const BodyOracle& body,
                          std::span<const OracleTriangle> surface) {
    const auto separation = double(point.separation);
    const glm::dvec3 half = 0.5 * separation * glm::normalize(glm::dvec3(manifold.normal));
    // Triangles of a patch differ by up to 0.8 degrees.
    return {body.signedDistance(glm::dvec3(point.position) - half),
            distanceFrom(surface, glm::dvec3(point.position) + half), 1e-5 + 0.015 * std::abs(separation)};
}

}  // namespace sat3d::test
