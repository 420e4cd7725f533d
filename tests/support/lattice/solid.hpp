#pragma once

/// @file
/// The oracle of lattice tests: signed distances of convex shapes from all their features, in double. It
/// shares no code with the library.

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

namespace sat3d::test {

/// A convex shape in the world: a core of vertices, edges and triangles with a radius around it; or the
/// half-space behind a plane.
struct Solid {
    std::vector<glm::dvec3> vertices;
    std::vector<std::array<std::uint32_t, 2>> edges;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    double radius = 0.0;
    bool isHalfSpace = false;
    glm::dvec3 outward{0.0};
    double offset = 0.0;

    [[nodiscard]] double support(const glm::dvec3& direction) const {
        double most = -std::numeric_limits<double>::infinity();
        for (const glm::dvec3& vertex : vertices) {
            most = std::max(most, glm::dot(vertex, direction));
        }
        return most + radius * glm::length(direction);
    }
    [[nodiscard]] glm::dvec3 middle() const {
        glm::dvec3 sum(0.0);
        for (const glm::dvec3& vertex : vertices) {
            sum += vertex;
        }
        return sum / double(std::max<std::size_t>(vertices.size(), 1));
    }
    /// The radius of a ball around the middle that holds the shape; 0 for a half-space.
    [[nodiscard]] double reach() const {
        const glm::dvec3 center = middle();
        double squared = 0.0;
        for (const glm::dvec3& vertex : vertices) {
            squared = std::max(squared, glm::dot(vertex - center, vertex - center));
        }
        return std::sqrt(squared) + radius;
    }
    [[nodiscard]] Solid movedBy(const glm::dvec3& step) const {
        Solid moved = *this;
        for (glm::dvec3& vertex : moved.vertices) {
            vertex += step;
        }
        moved.offset += glm::dot(outward, step);
        return moved;
    }
};

inline Solid coreOf(const Sphere& sphere) {
    Solid solid;
    solid.vertices = {sphere.center};
    solid.radius = sphere.radius;
    return solid;
}
inline Solid coreOf(const Capsule& capsule) {
    Solid solid;
    solid.vertices = {capsule.start, capsule.end};
    solid.edges = {{0, 1}};
    solid.radius = capsule.radius;
    return solid;
}
inline Solid coreOf(const Box& box) {
    Solid solid;
    const glm::dquat rotation = glm::normalize(glm::dquat(box.rotation));
    for (std::uint32_t i = 0; i < 8; ++i) {
        const glm::dvec3 sign((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
        solid.vertices.push_back(glm::dvec3(box.center) + rotation * (sign * glm::dvec3(box.halfExtents)));
        for (const std::uint32_t bit : {1u, 2u, 4u}) {
            if ((i & bit) == 0) {
                solid.edges.push_back({i, i | bit});
            }
        }
    }
    for (const std::uint32_t bit : {1u, 2u, 4u}) {
        const std::uint32_t p = bit == 1 ? 2 : 1, q = bit == 4 ? 2 : 4;
        for (const std::uint32_t side : {0u, bit}) {
            solid.triangles.push_back({side, side | p, side | p | q});
            solid.triangles.push_back({side, side | p | q, side | q});
        }
    }
    return solid;
}
inline Solid coreOf(const ConvexHull& hull) {
    Solid solid;
    solid.vertices.assign(hull.vertices().begin(), hull.vertices().end());
    for (const ConvexHull::Edge& edge : hull.edges()) {
        solid.edges.push_back({edge.vertices[0], edge.vertices[1]});
    }
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        const auto loop = hull.faceVertices(face);
        for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
            solid.triangles.push_back({loop[0], loop[i], loop[i + 1]});
        }
    }
    return solid;
}
inline Solid coreOf(const HalfSpace& half) {
    Solid solid;
    solid.isHalfSpace = true;
    solid.outward = glm::normalize(glm::dvec3(half.normal));
    solid.offset = half.offset;
    return solid;
}
inline Solid placed(Solid solid, const DPose& pose) {
    const glm::dquat rotation = glm::normalize(pose.rotation);
    for (glm::dvec3& vertex : solid.vertices) {
        vertex = pose.position + rotation * vertex;
    }
    solid.outward = rotation * solid.outward;
    solid.offset += glm::dot(solid.outward, pose.position);
    return solid;
}

inline Solid solidOf(const ConvexShape& shape, const DPose& pose) {
    return placed(std::visit([](const auto& known) { return coreOf(known); }, shape), pose);
}

/// The solids of a shape: one, or one for each child of a compound. Surfaces have none.
inline std::vector<Solid> solidsOf(const Shape& shape, const DPose& pose) {
    std::vector<Solid> solids;
    if (const auto* compound = std::get_if<Compound>(&shape)) {
        for (const CompoundChild& child : compound->children()) {
            const DPose inShape{child.pose.position, glm::normalize(glm::dquat(child.pose.rotation))};
            solids.push_back(placed(solidOf(child.shape, inShape), pose));
        }
        return solids;
    }
    std::visit(
        [&](const auto& known) {
            if constexpr (requires { coreOf(known); }) {
                solids.push_back(placed(coreOf(known), pose));
            }
        },
        shape);
    return solids;
}

/// The distance of cores, from all pairs of their features.
class FeatureDistance {
public:
    FeatureDistance(const Solid& a, const Solid& b) {
        ofVertices(a, b);
        ofVertices(b, a);
        for (const auto& p : a.edges) {
            for (const auto& q : b.edges) {
                ofSegments(a.vertices[p[0]], a.vertices[p[1]], b.vertices[q[0]], b.vertices[q[1]]);
            }
        }
    }
    [[nodiscard]] double squared() const { return least_; }
    /// The shortest way between the cores, in either direction.
    [[nodiscard]] const glm::dvec3& between() const { return between_; }

private:
    void take(const glm::dvec3& between) {
        const double squared = glm::dot(between, between);
        if (squared < least_) {
            least_ = squared;
            between_ = between;
        }
    }

    void ofVertices(const Solid& a, const Solid& b) {
        for (const glm::dvec3& vertex : a.vertices) {
            for (const glm::dvec3& other : b.vertices) {
                take(vertex - other);
            }
            for (const auto& edge : b.edges) {
                const glm::dvec3 from = b.vertices[edge[0]], along = b.vertices[edge[1]] - from;
                const double squared = glm::dot(along, along);
                if (squared > 0.0) {
                    const double share = std::clamp(glm::dot(vertex - from, along) / squared, 0.0, 1.0);
                    take(vertex - from - share * along);
                }
            }
            for (const auto& triangle : b.triangles) {
                overTriangle(vertex, b.vertices[triangle[0]], b.vertices[triangle[1]],
                             b.vertices[triangle[2]]);
            }
        }
    }
    /// The height of a point over the inside of a triangle.
    void overTriangle(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b,
                      const glm::dvec3& c) {
        const glm::dvec3 normal = glm::cross(b - a, c - a);
        const double squared = glm::dot(normal, normal);
        const double least = -1e-12 * squared;  // on the side that two triangles of a face share
        if (squared > 0.0 && glm::dot(glm::cross(b - a, point - a), normal) >= least &&
            glm::dot(glm::cross(c - b, point - b), normal) >= least &&
            glm::dot(glm::cross(a - c, point - c), normal) >= least) {
            take(glm::dot(point - a, normal) / squared * normal);
        }
    }
    /// The closest points inside of two segments.
    void ofSegments(const glm::dvec3& a, const glm::dvec3& toA, const glm::dvec3& b, const glm::dvec3& toB) {
        const glm::dvec3 p = toA - a, q = toB - b, between = b - a, across = glm::cross(p, q);
        const double squared = glm::dot(across, across);
        if (squared <= 1e-24 * glm::dot(p, p) * glm::dot(q, q)) {
            return;
        }
        const double shareA = glm::dot(glm::cross(between, q), across) / squared,
                     shareB = glm::dot(glm::cross(between, p), across) / squared;
        if (shareA >= 0.0 && shareA <= 1.0 && shareB >= 0.0 && shareB <= 1.0) {
            take(glm::dot(between, across) / squared * across);
        }
    }

    double least_ = std::numeric_limits<double>::infinity();
    glm::dvec3 between_{0.0};
};

/// The largest separation of cores over all normals of faces and of pairs of edges. Edges of one shape give
/// the normals of its faces; a flat pair has a separation of 0 across its plane.
class AxisSeparation {
public:
    AxisSeparation(const Solid& a, const Solid& b) : a_(a), b_(b) {
        std::vector<glm::dvec3> directions;
        for (const Solid* solid : {&a, &b}) {
            for (const auto& edge : solid->edges) {
                add(directions, solid->vertices[edge[1]] - solid->vertices[edge[0]]);
            }
        }
        for (std::size_t i = 0; i < directions.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const glm::dvec3 across = glm::cross(directions[i], directions[j]);
                if (glm::length(across) > 1e-8) {
                    take(glm::normalize(across));
                }
            }
        }
        for (const Solid* solid : {&a, &b}) {
            for (const auto& [p, q, r] : solid->triangles) {
                const glm::dvec3 normal = glm::cross(solid->vertices[q] - solid->vertices[p],
                                                     solid->vertices[r] - solid->vertices[p]);
                if (glm::length(normal) > 0.0) {
                    take(glm::normalize(normal));
                }
            }
        }
    }
    /// Negative or 0: of cores that meet.
    [[nodiscard]] double separation() const { return isEmpty_ ? 0.0 : std::min(most_, 0.0); }

private:
    static void add(std::vector<glm::dvec3>& directions, const glm::dvec3& along) {
        const double length = glm::length(along);
        const auto isSame = [&](const glm::dvec3& known) {
            return glm::length(glm::cross(known, along)) <= 1e-12 * length;
        };
        if (length > 0.0 && std::none_of(directions.begin(), directions.end(), isSame)) {
            directions.push_back(along / length);
        }
    }
    void take(const glm::dvec3& axis) {
        isEmpty_ = false;
        const double radii = a_.radius + b_.radius;
        most_ = std::max({most_, radii - b_.support(-axis) - a_.support(axis),
                          radii - b_.support(axis) - a_.support(-axis)});
    }

    const Solid &a_, &b_;
    bool isEmpty_ = true;
    double most_ = -std::numeric_limits<double>::infinity();
};

/// The signed distance of two solids, negative for an overlap.
inline double signedDistance(const Solid& a, const Solid& b) {
    if (a.isHalfSpace || b.isHalfSpace) {
        const Solid &half = a.isHalfSpace ? a : b, &other = a.isHalfSpace ? b : a;
        return -other.support(-half.outward) - half.offset;
    }
    const double apart = std::sqrt(FeatureDistance(a, b).squared());
    const double scale = a.reach() + b.reach();
    // Features of cores that overlap may be apart: then only the axes know.
    const double along = AxisSeparation(a, b).separation();
    const bool meet = along < -1e-12 * scale || apart <= 1e-12 * scale;
    return (meet ? along : apart) - a.radius - b.radius;
}
/// How far a point is outside of a solid; negative inside.
inline double outsideBy(const glm::dvec3& point, const Solid& solid) {
    Solid at;
    at.vertices = {point};
    return signedDistance(at, solid);
}
/// The separation along a unit direction from A to B.
inline double gapAlong(const glm::dvec3& normalAToB, const Solid& a, const Solid& b) {
    if (b.isHalfSpace) {
        return -a.support(-b.outward) - b.offset;
    }
    if (a.isHalfSpace) {
        return -b.support(-a.outward) - a.offset;
    }
    return -b.support(-normalAToB) - a.support(normalAToB);
}
/// The least signed distance of all pairs.
inline double signedDistance(const std::vector<Solid>& a, const std::vector<Solid>& b) {
    double least = std::numeric_limits<double>::infinity();
    for (const Solid& p : a) {
        for (const Solid& q : b) {
            least = std::min(least, signedDistance(p, q));
        }
    }
    return least;
}

/// The least signed distance while B moves, up to a share of the motion: it is convex along a straight path.
inline double leastOnPath(const Solid& a, const Solid& b, const glm::dvec3& motion, double share) {
    double low = 0.0, high = share;
    double least = std::min(signedDistance(a, b), signedDistance(a, b.movedBy(share * motion)));
    for (int i = 0; i < 40; ++i) {
        const double p = low + (high - low) / 3.0, q = high - (high - low) / 3.0;
        const double atP = signedDistance(a, b.movedBy(p * motion)),
                     atQ = signedDistance(a, b.movedBy(q * motion));
        least = std::min({least, atP, atQ});
        (atP <= atQ ? high : low) = atP <= atQ ? q : p;
    }
    return least;
}

}  // namespace sat3d::test
