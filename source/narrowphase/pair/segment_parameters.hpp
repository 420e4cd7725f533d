#pragma once

/// @file
/// Closest points of segments, by their parameters, and nearly parallel segments.

#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <hwy/base.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The parameters of the closest points on two segments, 0 at the start and 1 at the end. A point has
/// parameter 0.
struct SegmentParameters {
    double onA = 0.0, onB = 0.0;
};

/// The features of the closest points: an end of a segment is a vertex. It has no branches, which would be
/// unpredictable. Always inlined: see storePenetration().
[[nodiscard]] HWY_INLINE FeaturePair featuresOf(const SegmentParameters& nearest) {
    using Kind = FeaturePair::Kind;
    constexpr std::array kKinds{Kind::VertexVertex, Kind::VertexEdge, Kind::EdgeVertex, Kind::EdgeEdge};
    const auto isEdge = [](double t) { return std::size_t(t > 0.0) & std::size_t(t < 1.0); };
    const auto index = [](double t) { return std::uint32_t(t >= 1.0); };
    return {kKinds[2 * isEdge(nearest.onA) + isEdge(nearest.onB)], index(nearest.onA), index(nearest.onB)};
}

/// Segments whose squared sine is at most this are nearly parallel, and capsules around them may touch in
/// more than one point.
inline constexpr double kNearlyParallelSquaredSine = 0.04;
[[nodiscard]] inline bool areNearlyParallel(const glm::dvec3& a, const glm::dvec3& b) {
    const glm::dvec3 across = glm::cross(a, b);
    return glm::dot(across, across) <= kNearlyParallelSquaredSine * glm::dot(a, a) * glm::dot(b, b);
}

}  // namespace sat3d::SAT3D_ABI
