#pragma once

/// @file
/// Poses of two hulls that are hard for separating axis tests: features in contact, nearly parallel edges,
/// shared axes.

#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace sat3d::test {

/// The pose of B relative to A.
enum class Arrangement : std::uint8_t {
    Anywhere,    ///< any rotation; disjoint, touching, or one inside the other
    Aligned,     ///< along A's axes, or rotated by 90 degrees
    EdgeOnEdge,  ///< an edge of each in contact, at angles of 1e-7 and more
    FaceOnVertex,
};
inline constexpr std::array kArrangementNames{"anywhere", "aligned", "edge on edge", "face on vertex"};

/// Uniform in the exponent, with either sign.
inline double logUniform(Random& random, double from, double to) {
    const double size = from * std::exp2(random.unit() * std::log2(to / from));
    return random.chance(0.5) ? -size : size;
}

/// The rotation from one right-handed frame to another, each given by two axes.
inline glm::dquat fromFrameToFrame(const glm::dvec3& x, const glm::dvec3& y, const glm::dvec3& toX,
                                   const glm::dvec3& toY) {
    const glm::dmat3 from(x, y, glm::cross(x, y)), to(toX, toY, glm::cross(toX, toY));
    return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

inline glm::dvec3 anyPerpendicular(const glm::dvec3& direction, Random& random) {
    return glm::normalize(glm::cross(direction, random.direction() + 1e-3 * direction));
}

/// An edge with the direction midway between the normals of its faces.
struct Ridge {
    glm::dvec3 middle, along, outward;
};

inline Ridge randomRidge(const ConvexHull& hull, Random& random) {
    const auto edge = hull.edges()[random.below(static_cast<std::uint32_t>(hull.edges().size()))];
    const glm::dvec3 from(hull.vertices()[edge.vertices[0]]), to(hull.vertices()[edge.vertices[1]]);
    const glm::dvec3 along = glm::normalize(to - from);
    // A random direction on the arc between both normals.
    const double share = random.unit();
    glm::dvec3 outward = share * hull.faces()[edge.faces[0]].plane.normal +
                         (1.0 - share) * hull.faces()[edge.faces[1]].plane.normal;
    outward = glm::normalize(outward - glm::dot(outward, along) * along);
    return {glm::mix(from, to, random.uniform(0.1, 0.9)), along, outward};
}

/// B's pose in A's frame. @param gap between the edges, meters
inline DPose edgeOnEdge(const ConvexHull& a, const ConvexHull& b, double gap, Random& random) {
    const Ridge ridgeA = randomRidge(a, random), ridgeB = randomRidge(b, random);
    const double angle = random.chance(0.8) ? logUniform(random, 1e-7, 1.0) : 0.0;
    const glm::dvec3 along = glm::normalize(ridgeA.along + angle * glm::cross(ridgeA.outward, ridgeA.along));
    DPose pose;
    pose.rotation = fromFrameToFrame(ridgeB.along, ridgeB.outward, along, -ridgeA.outward);
    pose.position = ridgeA.middle + gap * ridgeA.outward - pose.rotation * ridgeB.middle;
    return pose;
}

inline DPose faceOnVertex(const ConvexHull& a, const ConvexHull& b, double size, Random& random) {
    const std::uint32_t face = random.below(static_cast<std::uint32_t>(a.faces().size()));
    const glm::dvec3 normal = a.faces()[face].plane.normal;
    glm::dvec3 onFace(0.0);
    for (const std::uint32_t corner : a.faceVertices(face)) {
        onFace += glm::dvec3(a.vertices()[corner]);
    }
    onFace /= static_cast<double>(a.faceVertices(face).size());
    const glm::dvec3 vertex(b.vertices()[random.below(static_cast<std::uint32_t>(b.vertices().size()))]);
    const glm::dvec3 outward = glm::normalize(vertex - glm::dvec3(b.boundingSphere().center));
    DPose pose;
    const glm::dvec3 acrossNormal = anyPerpendicular(normal, random),
                     acrossOutward = anyPerpendicular(outward, random);
    pose.rotation = fromFrameToFrame(outward, acrossOutward, -normal, acrossNormal);
    const double gap = logUniform(random, 1e-7, 0.1) * size;
    pose.position = onFace + gap * normal - pose.rotation * vertex;
    return pose;
}

inline DPose anywhere(const ConvexHull& a, const ConvexHull& b, bool aligned, Random& random) {
    constexpr std::array<std::array<double, 4>, 5> kTurns{
        {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 1}, {0, 1, 0, 0}, {1, 1, 1, 1}}};
    const auto& [w, x, y, z] = kTurns[random.below(kTurns.size())];
    DPose pose;
    pose.rotation = aligned ? glm::normalize(glm::dquat(w, x, y, z)) : random.rotation();
    const double reach = double(a.boundingSphere().radius) + double(b.boundingSphere().radius);
    pose.position = random.inBox(reach * random.uniform(0.05, 0.7));
    return pose;
}

/// The mean bounding radius, to which tolerances are relative.
inline double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

/// A random pose of B in A's frame.
inline DPose arranged(Arrangement arrangement, const ConvexHull& a, const ConvexHull& b, Random& random) {
    const double size = sizeOf(a, b);
    switch (arrangement) {
        case Arrangement::EdgeOnEdge:
            return edgeOnEdge(a, b, random.chance(0.9) ? logUniform(random, 1e-7, 0.1) * size : 0.0, random);
        case Arrangement::FaceOnVertex:
            return faceOnVertex(a, b, size, random);
        default:
            return anywhere(a, b, arrangement == Arrangement::Aligned, random);
    }
}

}  // namespace sat3d::test
