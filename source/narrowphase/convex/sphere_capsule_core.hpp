#pragma once

/// @file
/// What the closed forms of spheres and capsules compute with: their cores, without matrices.

#include "math/pose_contract.hpp"
#include "math/unit_rotation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Squares that differ by more than this factor are those of distances that differ as floats, too.
inline constexpr double kClearlyFarther = 1.0 + 1e-6;

/// A core in the world's directions, from the position of its pose: all points start + share * along, share
/// 0 .. 1; of a capsule.
struct SegmentCore {
    glm::dvec3 start, along;

    [[nodiscard]] glm::dvec3 at(double share) const { return start + share * along; }
    [[nodiscard]] double squaredLength() const { return glm::dot(along, along); }
};
/// The same of a sphere.
struct PointCore {
    glm::dvec3 place;

    [[nodiscard]] const glm::dvec3& at(double) const { return place; }
    [[nodiscard]] static double squaredLength() { return 0.0; }
};

template <class T>
[[nodiscard]] glm::dquat rotationOf(const BasicPose<T>& pose) {
    assertSound(pose);
    return glm::dquat(pose.rotation);
}

/// Most shapes lie about their frame's origin, and need less turning then, for the same bits.
template <class T>
[[nodiscard]] PointCore coreOf(const Sphere& sphere, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    return {sphere.center == glm::vec3(0.0f) ? glm::dvec3(0.0)
                                             : rotated(rotation, glm::dvec3(sphere.center))};
}
template <class T>
[[nodiscard]] SegmentCore coreOf(const Capsule& capsule, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    const glm::dvec3 start(capsule.start);
    SegmentCore core;  // made where it is to be, number by number
    core.along = rotated(rotation, glm::dvec3(capsule.end) - start);
    if (capsule.end == -capsule.start) {
        core.start = -0.5 * core.along;
    } else {
        core.start = rotated(rotation, start);
    }
    return core;
}

[[nodiscard]] inline double clampedShare(double numerator, double squaredLength) {
    return squaredLength > 0.0 ? std::clamp(numerator / squaredLength, 0.0, 1.0) : 0.0;
}

/// Where on two cores the nearest points are.
struct Shares {
    double ofA = 0.0, ofB = 0.0;
};

/// Kinds as of cores that are points or segments: an end is a vertex. Which it is cannot be foretold, so
/// nothing branches on it.
[[nodiscard]] inline FeaturePair featuresOf(const Shares& nearest) {
    using Kind = FeaturePair::Kind;
    constexpr std::array kKinds{Kind::Vertices, Kind::VertexAndEdge, Kind::EdgeAndVertex, Kind::Edges};
    const auto isEdge = [](double share) { return std::size_t(share > 0.0) & std::size_t(share < 1.0); };
    const auto index = [](double share) { return std::uint32_t(share >= 1.0); };
    return {kKinds[2 * isEdge(nearest.ofA) + isEdge(nearest.ofB)], index(nearest.ofA), index(nearest.ofB)};
}

}  // namespace sat3d::inline SAT3D_ABI
