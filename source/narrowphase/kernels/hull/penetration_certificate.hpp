#pragma once

#include "core/hash.hpp"
#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sat3d::inline SAT3D_ABI::detail {

/// Visits the vertex indices of the triangles, eight per 64-bit word. These are all triangles of the
/// certificate, but at least as many triangles as the widest vector takes. The last word may repeat some
/// indices.
template <class Visit>
void forEachWord(const PairCache::Certificate& certificate, const Visit& visit) noexcept {
    constexpr std::size_t kBytes = sizeof(certificate.triangles), kMinBytes = 3 * KernelHull::kWidestVector;
    static_assert(kBytes == std::size_t{3} * PairCache::Certificate::kMaxTriangles);
    const std::size_t end = std::clamp(std::size_t{3} * certificate.triangleCount, kMinBytes, kBytes);
    for (std::size_t i = 0; i < end; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, certificate.triangles.front().data() + std::min(i, end - 8), sizeof(word));
        visit(word);
    }
}

/// Checksum of the triangles. A surface that is not closed proves nothing, and queries do not check that it
/// is closed. So damaged triangles must be detected. Damaged vertex indices do no harm: any pair of vertices
/// is a point of the Minkowski difference.
[[nodiscard]] inline std::uint32_t checksumOf(const PairCache::Certificate& certificate) noexcept {
    std::uint64_t sum = certificate.pointCount + 256u * certificate.triangleCount;
    forEachWord(certificate, [&](std::uint64_t word) { sum = mixHash(sum, word); });
    return static_cast<std::uint32_t>(sum);
}

/// Whether all vertex indices are valid. A cache may have been damaged or forged.
[[nodiscard]] inline bool hasValidIndices(const PairCache::Certificate& certificate) noexcept {
    constexpr std::uint64_t kEach = 0x0101010101010101u, kSigns = 0x80u * kEach;
    static_assert(PairCache::Certificate::kMaxPoints <= 128);
    // The addition sets the sign bit of each byte that is too large. Bytes of 128 or more have this bit
    // already.
    const std::uint64_t toSign = (128u - certificate.pointCount) * kEach;
    std::uint64_t signs = 0;
    forEachWord(certificate, [&](std::uint64_t word) { signs |= word | ((word & ~kSigns) + toSign); });
    return (signs & kSigns) == 0;
}

/// Whether there is a certificate, and its triangles are undamaged.
[[nodiscard]] inline bool isIntact(const PairCache::Certificate& certificate) noexcept {
    return certificate.triangleCount != 0 &&
           certificate.triangleCount <= PairCache::Certificate::kMaxTriangles &&
           certificate.pointCount <= PairCache::Certificate::kMaxPoints && hasValidIndices(certificate) &&
           certificate.checksum == checksumOf(certificate);
}

/// Converts the certificate to the other order of the hulls.
void flip(PairCache::Certificate& certificate);

/// Drops the certificate. If the certificate proved too few queries, the next one is made only after a
/// cooldown.
void drop(PairCache::Certificate& certificate);

/// Keeps the certificate of a pair, repairs it, or makes a new one, after a query of overlapping hulls.
///
/// A certificate costs as much as two to five searches. The first one is made when a pair overlaps in two
/// successive queries, the next one as soon as the certificate fails. If the certificate fails early, which
/// is typical of fast hulls, the next one is made only after a cooldown.
/// @param result       of the query
/// @param hadPrevious  whether the hulls overlapped in the previous query, too
void renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const KernelResult& result, bool hadPrevious);

}  // namespace sat3d::inline SAT3D_ABI::detail
