#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// How one of the fifteen axes of two boxes gives a normal and names the features that meet, in tables: which
/// axis it is cannot be foretold, and so nothing branches on it.
struct BoxAxis {
    using Box = KernelHull::Box;

    /// Numbers as vectors of four have them, the fourth lane of each not an axis: 4 * group + lane. Group 0
    /// are the faces of A, 1 those of B, 2 + i edge i of A with the three of B.
    static constexpr std::uint32_t kGroups = 5, kNumbers = 4 * kGroups;

    /// The normal in one box's frame: the lanes of one of the other's axes in this order (3 for none), these
    /// of them negated; or ones instead.
    struct Normal {
        alignas(16) std::int32_t lanes[4];
        alignas(16) float signs[4];
        alignas(16) std::uint32_t isAxis[4];
        alignas(16) float ones[4];
        std::uint32_t axis;
    };
    Normal inA, inB;
    alignas(16) std::uint32_t kept[4];  ///< lanes of the normal in A's frame; the others are nothing
    /// By which coordinates are positive in A's frame, negative in B's: so the features turn to each other.
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
/// The cross product of an own axis and one of the other, in this order or the other.
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
/// @param bits  of the following two axes: whether the edge lies on their positive sides
constexpr std::uint8_t edge(std::uint32_t axis, std::uint32_t bits) {
    return static_cast<std::uint8_t>(BoxAxis::Box::kEdges + 4 * axis + bit(bits, next(axis)) +
                                     2 * bit(bits, next(next(axis))));
}

constexpr BoxAxis make(std::uint32_t number) {
    const std::uint32_t group = number / 4, lane = number % 4 % 3;
    BoxAxis axis{};
    axis.kind = group == 0   ? FeaturePair::Kind::FaceOfA
                : group == 1 ? FeaturePair::Kind::FaceOfB
                             : FeaturePair::Kind::Edges;
    axis.inA = group == 0 ? own() : group == 1 ? axisOfOther(lane) : crossProduct(group - 2, lane, true);
    axis.inB = group == 0 ? axisOfOther(lane) : group == 1 ? own() : crossProduct(lane, group - 2, false);
    for (std::uint32_t i = 0; i < 3; ++i) {
        axis.kept[i] = group == 1 || (group == 0 ? i == lane : i != group - 2) ? ~0u : 0u;
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

constexpr std::array<BoxAxis, BoxAxis::kNumbers> makeAll() {
    std::array<BoxAxis, BoxAxis::kNumbers> all{};
    for (std::uint32_t number = 0; number < BoxAxis::kNumbers; ++number) {
        all[number] = make(number);
    }
    return all;
}

}  // namespace box_axis

inline constexpr std::array<BoxAxis, BoxAxis::kNumbers> kBoxAxes = box_axis::makeAll();

}  // namespace sat3d::inline SAT3D_ABI::detail
