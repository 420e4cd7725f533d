#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sat3d::inline SAT3D_ABI::detail {

/// The triangles' corners, eight to a word: of those that there are, and of those that fill up the widest
/// vector. The last word may repeat some.
template <class Visit>
void forEachWord(const PairCache::Certificate& certificate, const Visit& visit) noexcept {
    constexpr std::size_t kBytes = sizeof(certificate.triangles), kLeast = 3 * KernelHull::kWidestVector;
    static_assert(kBytes == std::size_t{3} * PairCache::Certificate::kMaxTriangles);
    const std::size_t end = std::clamp(std::size_t{3} * certificate.triangleCount, kLeast, kBytes);
    for (std::size_t i = 0; i < end; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, certificate.triangles.front().data() + std::min(i, end - 8), sizeof(word));
        visit(word);
    }
}

/// Of the triangles. A surface that is not closed proves nothing, and does not show it: triangles that were
/// damaged must not be believed. (Points may be: any vertices make a point of the Minkowski difference.)
[[nodiscard]] inline std::uint32_t checkSumOf(const PairCache::Certificate& certificate) noexcept {
    std::uint64_t sum = certificate.pointCount + 256u * certificate.triangleCount;
    forEachWord(certificate, [&](std::uint64_t word) {
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;  // or the highest bits of a word would count in the highest of the sum alone
    });
    return static_cast<std::uint32_t>(sum);
}

/// Whether all corners are points that there are: what comes from caches comes from anywhere.
[[nodiscard]] inline bool cornersExist(const PairCache::Certificate& certificate) noexcept {
    constexpr std::uint64_t kEach = 0x0101010101010101u, kSigns = 0x80u * kEach;
    static_assert(PairCache::Certificate::kMaxPoints <= 128);
    // What is added to each byte sets its sign where it is too large; unless that is set already.
    const std::uint64_t toSign = (128u - certificate.pointCount) * kEach;
    std::uint64_t signs = 0;
    forEachWord(certificate, [&](std::uint64_t word) { signs |= word | ((word & ~kSigns) + toSign); });
    return (signs & kSigns) == 0;
}

/// Whether there is one, as it was made.
[[nodiscard]] inline bool isIntact(const PairCache::Certificate& certificate) noexcept {
    return certificate.triangleCount != 0 &&
           certificate.triangleCount <= PairCache::Certificate::kMaxTriangles &&
           certificate.pointCount <= PairCache::Certificate::kMaxPoints && cornersExist(certificate) &&
           certificate.checkSum == checkSumOf(certificate);
}

/// The same with the hulls in the other order.
void turnRound(PairCache::Certificate& certificate);

/// Forgets it. One that has not lasted is not made again at once.
void drop(PairCache::Certificate& certificate);

/// Keeps the certificate of a pair, mends it, or makes another, after a query of overlapping hulls.
///
/// One costs as much as two to five searches, so it has to last: the first is made when a pair overlaps for
/// the second time in a row, the next as soon as one fails; but after one that failed early, as where hulls
/// move fast, only after a pause.
/// @param push      unit normal in A's frame, and the least depth
/// @param proof     of the query
/// @param hadFormer whether the query before found them overlapping, too
void renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const RelativePose& pose, const Push& push, Proof proof, bool hadFormer);

}  // namespace sat3d::inline SAT3D_ABI::detail
