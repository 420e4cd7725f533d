#pragma once

/// @file
/// A query computes (a, b) and (b, a) in one order and turns the answer round where the caller's is the
/// other, so that both answers mirror each other bit for bit.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// A pose as whole numbers, to order poses by.
template <class T>
[[nodiscard]] auto bitsOf(const BasicPose<T>& pose) {
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const auto& [position, rotation] = pose;
    return std::array{std::bit_cast<Bits>(position.x), std::bit_cast<Bits>(position.y),
                      std::bit_cast<Bits>(position.z), std::bit_cast<Bits>(rotation.x),
                      std::bit_cast<Bits>(rotation.y), std::bit_cast<Bits>(rotation.z),
                      std::bit_cast<Bits>(rotation.w)};
}

/// True when the caller's order is the other one: shapes are ordered by kind, then by content, equal ones by
/// the bits of their poses. (Equal shapes in equal poses are their own mirror image.)
[[nodiscard]] bool comesSecond(const detail::ShapeRef& a, const Pose& poseA, const detail::ShapeRef& b,
                               const Pose& poseB);
[[nodiscard]] bool comesSecond(const detail::ShapeRef& a, const DPose& poseA, const detail::ShapeRef& b,
                               const DPose& poseB);

/// Whether two shapes are of one kind and content, so that only their poses tell them apart.
[[nodiscard]] bool isSameShape(detail::ShapeRef a, detail::ShapeRef b);

/// The features of (a, b) from those of (b, a), if they are turned round: which cannot be foretold, and so is
/// chosen without a branch.
[[nodiscard]] inline FeaturePair turnedRoundIf(bool turned, const FeaturePair& features) noexcept {
    using enum FeaturePair::Kind;
    static constexpr FeaturePair::Kind kKinds[2][6] = {
        {FaceOfA, FaceOfB, Edges, VertexAndEdge, EdgeAndVertex, Vertices},
        {FaceOfB, FaceOfA, Edges, EdgeAndVertex, VertexAndEdge, Vertices}};
    const std::uint32_t exchange = (features.a ^ features.b) & (0u - std::uint32_t{turned});
    const auto kind = static_cast<std::size_t>(features.kind);  // of a damaged cache it may be any
    return {kind < std::size(kKinds[0]) ? kKinds[turned][kind] : features.kind, features.a ^ exchange,
            features.b ^ exchange};
}
[[nodiscard]] inline FeaturePair turnedRound(const FeaturePair& features) noexcept {
    return turnedRoundIf(true, features);
}
[[nodiscard]] inline PiecePair turnedRound(const PiecePair& pieces) noexcept {
    return {pieces.b, pieces.a};
}

}  // namespace sat3d::inline SAT3D_ABI
