#pragma once

/// @file
/// What a pair of hulls remembers from one frame to the next.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Makes the next query of the same pair cheap: the axis that separated it, or the feature that was nearest
/// and the vertices that proved it. All of it is evaluated anew at the new poses, so answers are exact with
/// and without. Plain data without pointers: keep one per pair, copy it with memcpy, put it into snapshots,
/// throw it away at any time. A cache of another pair, another version or a default one is as good as none.
/// The members are the library's.
struct PairCache {
    static constexpr std::uint32_t kVersion = 1;
    static constexpr std::uint32_t kMaxWitnesses = 6;
    enum class Kind : std::uint8_t { Empty, SeparatingAxis, Features };

    std::uint32_t version = kVersion;
    Kind kind = Kind::Empty;
    std::uint8_t turnedRound = 0;  ///< whether the library's order of the pair is not the caller's
    std::uint8_t witnessCountA = 0, witnessCountB = 0;
    std::uint64_t hulls = 0;      ///< of which hulls
    std::array<float, 3> axis{};  ///< kind SeparatingAxis: in the first hull's frame
    FeaturePair features;         ///< kind Features: in the numbering of the fast kernels
    std::array<std::uint32_t, kMaxWitnesses> witnessesOfA{}, witnessesOfB{};  ///< vertices
};

}  // namespace sat3d::inline SAT3D_ABI
