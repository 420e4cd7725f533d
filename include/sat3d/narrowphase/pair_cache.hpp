#pragma once

/// @file
/// What a pair of hulls remembers from one frame to the next.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Makes the next query of the same pair cheap: the axis that separated it, or the feature that was nearest
/// and what proved that no other is nearer. All of it is evaluated anew at the new poses, so answers are
/// exact with and without. Plain data without pointers: keep one per pair, copy it with memcpy, put it into
/// snapshots, throw it away at any time. A cache of another pair, another version or a default one is as good
/// as none, and so is one that was damaged on its way (not forged), as a check sum tells. The members are the
/// library's.
struct PairCache {
    static constexpr std::uint32_t kVersion = 2;
    enum class Kind : std::uint8_t { Empty, SeparatingAxis, Features };

    /// Proves a depth without a look at faces and edges: a closed surface of triangles around the origin
    /// between points of the Minkowski difference, each a vertex of the first hull less one of the second.
    /// However the hulls move, these points stay within the difference; where every triangle is as far from
    /// the origin as the depth, no push is shorter.
    struct Certificate {
        static constexpr std::uint8_t kMaxPoints = 32, kMaxTriangles = 2 * kMaxPoints - 4;

        std::uint8_t pointCount = 0;
        std::uint8_t triangleCount = 0;
        std::uint8_t held = 0;       ///< how many queries it has answered; 255: that many or more
        std::uint8_t pause = 0;      ///< searches until another is made
        std::uint32_t checkSum = 0;  ///< of the triangles
        std::array<std::uint16_t, kMaxPoints> verticesOfA{}, verticesOfB{};
        std::array<std::array<std::uint8_t, 3>, kMaxTriangles> triangles{};  ///< points, counterclockwise
    };

    std::uint32_t version = kVersion;
    Kind kind = Kind::Empty;
    std::uint8_t turnedRound = 0;  ///< whether the library's order of the pair is not the caller's
    std::uint64_t hulls = 0;       ///< of which hulls
    std::array<float, 3> axis{};   ///< kind SeparatingAxis: in the first hull's frame
    FeaturePair features;          ///< kind Features: in the numbering of the fast kernels
    Certificate certificate;       ///< kind Features: if it has triangles
};

}  // namespace sat3d::inline SAT3D_ABI
