#pragma once

#include "narrowphase/kernels/kernel_types.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sat3d::inline SAT3D_ABI::detail {

/// Of the triangles. A surface that is not closed proves nothing, and does not show it: triangles that were
/// damaged must not be believed. (Points may be: any vertices make a point of the Minkowski difference.)
[[nodiscard]] inline std::uint32_t checkSumOf(const PairCache::Certificate& certificate) noexcept {
    constexpr std::uint32_t kMax = PairCache::Certificate::kMaxTriangles;
    static_assert(sizeof(certificate.triangles) == std::size_t{3} * kMax && kMax % 4 == 0, "whole words");
    const auto* const bytes = reinterpret_cast<const unsigned char*>(certificate.triangles.data());
    const std::uint32_t byteCount = 3 * std::min<std::uint32_t>(certificate.triangleCount, kMax);
    std::uint32_t sum = certificate.pointCount + 256u * certificate.triangleCount;
    for (std::uint32_t i = 0; i < byteCount; i += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes + i, sizeof(word));
        sum = (sum ^ word) * 0x9e3779b1u;
        sum ^= sum >> 15;  // or the highest bits of a word would count in the highest of the sum alone
    }
    return sum;
}

/// The same with the hulls in the other order.
void turnRound(PairCache::Certificate& certificate);

/// Forgets it. One that has not lasted is not made again at once.
void drop(PairCache::Certificate& certificate);

/// Keeps the certificate of a pair, or makes another, after a query of overlapping hulls.
///
/// One costs as much as some ten queries, so it has to last: the first is made when a pair overlaps for the
/// second time in a row, the next as soon as one fails; but after one that failed early, as where hulls move
/// fast, only after a pause.
/// @param push      unit normal in A's frame, and the least depth
/// @param proof     of the query
/// @param hadFormer whether the query before found them overlapping, too
void renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const RelativePose& pose, const Push& push, Proof proof, bool hadFormer);

}  // namespace sat3d::inline SAT3D_ABI::detail
