#pragma once

/// @file
/// The cores of spheres and capsules, for closed forms that need no matrices.

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

/// If two squared distances differ by more than this factor, the distances differ as floats.
inline constexpr double kClearlyFarther = 1.0 + 1e-6;

/// The segment of a capsule: all points start + parameter * along with a parameter of 0 .. 1. The frame has
/// the world axes, and its origin is the position of the pose.
struct SegmentCore {
    glm::dvec3 start, along;

    [[nodiscard]] glm::dvec3 at(double parameter) const { return start + parameter * along; }
    [[nodiscard]] double squaredLength() const { return glm::dot(along, along); }
};
/// The center of a sphere, in the frame of SegmentCore.
struct PointCore {
    glm::dvec3 center;

    [[nodiscard]] const glm::dvec3& at(double) const { return center; }
    [[nodiscard]] static double squaredLength() { return 0.0; }
};

template <class T>
[[nodiscard]] glm::dquat rotationOf(const BasicPose<T>& pose) {
    assertSound(pose);
    return glm::dquat(pose.rotation);
}

/// The core of a shape. Most shapes are centered at their frame's origin: they need fewer rotations for the
/// same bits.
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
    SegmentCore core;
    core.along = rotated(rotation, glm::dvec3(capsule.end) - start);
    if (capsule.end == -capsule.start) {
        core.start = -0.5 * core.along;
    } else {
        core.start = rotated(rotation, start);
    }
    return core;
}

[[nodiscard]] inline double clampedParameter(double numerator, double squaredLength) {
    return squaredLength > 0.0 ? std::clamp(numerator / squaredLength, 0.0, 1.0) : 0.0;
}

/// The parameters of the closest points on two cores.
struct SegmentParameters {
    double onA = 0.0, onB = 0.0;
};

/// The features of the closest points: an end of a segment is a vertex. It has no branches, which would be
/// unpredictable.
[[nodiscard]] inline FeaturePair featuresOf(const SegmentParameters& nearest) {
    using Kind = FeaturePair::Kind;
    constexpr std::array kKinds{Kind::VertexVertex, Kind::VertexEdge, Kind::EdgeVertex, Kind::EdgeEdge};
    const auto isEdge = [](double t) { return std::size_t(t > 0.0) & std::size_t(t < 1.0); };
    const auto index = [](double t) { return std::uint32_t(t >= 1.0); };
    return {kKinds[2 * isEdge(nearest.onA) + isEdge(nearest.onB)], index(nearest.onA), index(nearest.onB)};
}

}  // namespace sat3d::inline SAT3D_ABI
