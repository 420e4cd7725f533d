#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// One of the fifteen separating axes of two boxes: tables that give its normal and its features. Tables
/// replace branches on the index of the axis, which the processor would often mispredict.
struct BoxAxis {
    using Box = KernelHull::Box;

    /// Axes have the index 4 * group + lane: three axes fill a vector, and its lane 3 is unused. Group 0 has
    /// the face normals of A, group 1 those of B, group 2 + i the cross products of edge direction i of A
    /// with those of B.
    static constexpr std::uint32_t kGroups = 5, kIndices = 4 * kGroups;

    /// Recipe for the normal in the frame of one box: permutes the lanes of an axis of the other box and
    /// negates some.
    struct Normal {
        alignas(16) std::int32_t lanes[4];    ///< source lane for each lane; 3 gives 0
        alignas(16) float signs[4];           ///< -0 negates the lane
        alignas(16) std::uint32_t isAxis[4];  ///< all bits set: starts from the axis; 0: starts from `ones`
        alignas(16) float ones[4];
        std::uint32_t axis;  ///< index of the axis of the other box
    };
    Normal inA, inB;
    /// Masks of the lanes that the normal has in A's and in B's frame. All other lanes are set to 0.
    alignas(16) std::uint32_t keptInA[4], keptInB[4];
    /// Indices of the features (see KernelHull::Box). The table index has a bit per coordinate: for A, set if
    /// the normal is positive in A's frame; for B, set if it is negative in B's frame.
    std::uint8_t featureOfA[8], featureOfB[8];
    FeaturePair::Kind kind;
};

namespace box_axis {

constexpr std::uint32_t next(std::uint32_t axis) {
    return (axis + 1) % 3;
}
constexpr std::uint32_t bit(std::uint32_t bits, std::uint32_t i) {
    return bits >> i & 1;
}

constexpr BoxAxis::Normal own() {
    return {{0, 1, 2, 3}, {}, {}, {1.0f, 1.0f, 1.0f, 0.0f}, 0};
}
constexpr BoxAxis::Normal axisOfOther(std::uint32_t axis) {
    return {{0, 1, 2, 3}, {}, {~0u, ~0u, ~0u, ~0u}, {}, axis};
}
/// The cross product of an axis of this box and an axis of the other box. The operands are swapped if
/// `ownFirst` is false.
constexpr BoxAxis::Normal crossProduct(std::uint32_t own, std::uint32_t other, bool ownFirst) {
    const std::uint32_t i1 = next(own), i2 = next(i1);
    BoxAxis::Normal normal = axisOfOther(other);
    normal.lanes[own] = 3;
    normal.lanes[i1] = static_cast<std::int32_t>(i2);
    normal.lanes[i2] = static_cast<std::int32_t>(i1);
    normal.signs[ownFirst ? i1 : i2] = -0.0f;
    return normal;
}

constexpr std::uint8_t face(std::uint32_t axis, std::uint32_t positive) {
    return static_cast<std::uint8_t>(BoxAxis::Box::kFaces + 2 * axis + positive);
}
/// @param bits  a bit per axis: whether the edge lies on the positive side
constexpr std::uint8_t edge(std::uint32_t axis, std::uint32_t bits) {
    return static_cast<std::uint8_t>(BoxAxis::Box::kEdges + 4 * axis + bit(bits, next(axis)) +
                                     2 * bit(bits, next(next(axis))));
}

constexpr BoxAxis makeAxis(std::uint32_t index) {
    const std::uint32_t group = index / 4, lane = index % 4 % 3;
    BoxAxis axis{};
    axis.kind = group == 0   ? FeaturePair::Kind::FaceA
                : group == 1 ? FeaturePair::Kind::FaceB
                             : FeaturePair::Kind::EdgeEdge;
    axis.inA = group == 0 ? own() : group == 1 ? axisOfOther(lane) : crossProduct(group - 2, lane, true);
    axis.inB = group == 0 ? axisOfOther(lane) : group == 1 ? own() : crossProduct(lane, group - 2, false);
    for (std::uint32_t i = 0; i < 3; ++i) {
        axis.keptInA[i] = group == 1 || (group == 0 ? i == lane : i != group - 2) ? ~0u : 0u;
        axis.keptInB[i] = group == 0 || (group == 1 ? i == lane : i != lane) ? ~0u : 0u;
    }
    for (std::uint32_t bits = 0; bits < 8; ++bits) {
        const auto vertex = static_cast<std::uint8_t>(bits);
        axis.featureOfA[bits] = group == 0   ? face(lane, bit(bits, lane))
                                : group == 1 ? vertex
                                             : edge(group - 2, bits);
        axis.featureOfB[bits] = group == 0   ? vertex
                                : group == 1 ? face(lane, bit(bits, lane))
                                             : edge(lane, bits);
    }
    return axis;
}

constexpr std::array<BoxAxis, BoxAxis::kIndices> makeAllAxes() {
    std::array<BoxAxis, BoxAxis::kIndices> axes{};
    for (std::uint32_t index = 0; index < BoxAxis::kIndices; ++index) {
        axes[index] = makeAxis(index);
    }
    return axes;
}

}  // namespace box_axis

inline constexpr std::array<BoxAxis, BoxAxis::kIndices> kBoxAxes = box_axis::makeAllAxes();

}  // namespace sat3d::SAT3D_ABI
