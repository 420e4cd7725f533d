#pragma once

/// @file
/// Lists of timed queries: many different poses of the pairs of a file.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <cstddef>
#include <optional>
#include <pairs_file/pairs_file.hpp>
#include <vector>

namespace sat3d::pair_timing {

struct Query {
    std::size_t pair;  ///< index into File::pairs
    std::size_t a, b;  ///< indices into File::shapes
    Pose poseA, poseB;
};

/// A sequence of rounds. Each round contains every pair once.
struct QueryList {
    std::size_t pairCount = 0;
    std::size_t untimedRounds = 0;  ///< number of rounds at the beginning that are not timed
    std::vector<Query> queries;

    [[nodiscard]] std::size_t firstTimed() const { return untimedRounds * pairCount; }
};

/// A regime, or nothing for all pairs.
using RegimeChoice = std::optional<pairs_file::Regime>;

/// Number of rounds of coldQueries. A branch predictor can learn a hundred pairs, but not a thousand poses,
/// except for very short routines.
inline constexpr std::size_t kColdRounds = 10;

/// Returns queries that are unrelated to their predecessors. Each round has every pair, in its own random
/// order. Round 0 uses the poses of the file. Each later round moves every B from its pose in the file in a
/// random direction, by up to 1 % of the pair's mean bounding radius. No move changes whether a pair
/// overlaps. The seed is fixed.
[[nodiscard]] QueryList coldQueries(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                                    RegimeChoice regime);

/// Returns queries of coherent motion. Round k is frame k, from 0 to kCoherentFrame; round 0 is not timed.
/// All rounds have the same order of pairs, so the position in the round identifies a pair.
[[nodiscard]] QueryList coherentQueries(const pairs_file::File& file, RegimeChoice regime);

}  // namespace sat3d::pair_timing
