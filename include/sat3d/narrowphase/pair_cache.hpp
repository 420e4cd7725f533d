#pragma once

/// @file
/// Frame-to-frame cache of one pair of hulls.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace sat3d::inline SAT3D_ABI {

/// The last result of one hull pair: the separating axis, or the contact features with a certificate. The
/// next query starts from this result. It answers without a search if it can prove, at the new poses, that a
/// search would give the same bits. So a cache never changes an answer: a game may drop its caches at any
/// time, and snapshots need not contain them.
///
/// The exception is feature hysteresis (PenetrationOptions::featureHysteresis), an option that is off by
/// default: its answers depend on `heldFeatures`. A game that uses this option stores `heldFeatures` with its
/// state.
///
///     std::map<PairId, PairCache> caches;  // one for each pair
///     auto hit = penetration(hull, poseA, crate, poseB, caches[id]);
///
/// Plain data without pointers: it may be copied with memcpy. A default cache, a cache of another pair or
/// version, and a damaged cache (detected by a checksum) count as empty. All members other than
/// `heldFeatures` are internal.
struct PairCache {
    static constexpr std::uint32_t kVersion = 3;
    enum class Kind : std::uint8_t { Empty, SeparatingAxis, Features };

    /// A proof of a depth without a search: a closed triangle surface around the origin, between points of
    /// the Minkowski difference. Each point is a vertex of the first hull minus a vertex of the second, so it
    /// stays in the difference however the hulls move. If every triangle's plane is at least as far from the
    /// origin as the depth, then no shorter push exists.
    struct Certificate {
        static constexpr std::uint8_t kMaxPoints = 32, kMaxTriangles = 2 * kMaxPoints - 4;

        std::uint8_t pointCount = 0;
        std::uint8_t triangleCount = 0;
        std::uint8_t reuseCount = 0;  ///< number of queries that the certificate answered, at most 255
        std::uint8_t cooldown = 0;    ///< number of searches before the next attempt to build a certificate
        std::uint32_t checksum = 0;   ///< of the triangles
        std::array<std::uint16_t, kMaxPoints> verticesOfA{}, verticesOfB{};
        std::array<std::array<std::uint8_t, 3>, kMaxTriangles>
            triangles{};  ///< point indices, counterclockwise
    };

    std::uint32_t version = kVersion;
    Kind kind = Kind::Empty;
    std::uint8_t isSwapped = 0;      ///< whether the canonical order is the caller's order reversed
    std::uint8_t holdsFeatures = 0;  ///< whether there are `heldFeatures`
    std::uint8_t tieCooldown = 0;    ///< after a tie: the searches before the features are tried again
    std::uint64_t pairHash = 0;      ///< hash of both hulls
    std::array<float, 3> axis{};     ///< for SeparatingAxis: in the first hull's frame
    FeaturePair features;            ///< for Features: numbered as in the kernels
    FeaturePair heldFeatures;        ///< for feature hysteresis: last features, numbered as in the kernels
    Certificate certificate;         ///< for Features, if it has triangles
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(PairCache::Kind kind) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
