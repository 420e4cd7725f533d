#pragma once

/// @file
/// The questions that are timed: many different poses of the pairs of a file.

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

/// Rounds, one after the other; in each, every pair is asked once.
struct QueryList {
    std::size_t pairCount = 0;
    std::size_t untimedRounds = 0;  ///< asked before the clock starts
    std::vector<Query> queries;

    [[nodiscard]] std::size_t firstTimed() const { return untimedRounds * pairCount; }
};

/// Nothing means all pairs.
using RegimeChoice = std::optional<pairs_file::Regime>;

/// How many rounds coldQueries makes. A branch predictor learns a hundred pairs by heart; a thousand poses
/// are more than it holds for all but the shortest routines.
inline constexpr std::size_t kColdRounds = 10;

/// Pairs that nobody has met before. Round 0 asks them as they stand in the file. In every later round each B
/// is moved in a random direction by up to 1 % of the pair's mean bounding radius, such that the pair
/// overlaps, or does not, as before. Every round has an order of its own; the seed is fixed.
[[nodiscard]] QueryList coldQueries(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                                    RegimeChoice regime);

/// The coherent variant: round k is frame k, from 0, which is not timed, to kCoherentFrame. All frames have
/// one order, so that pairs are known by their place in the round.
[[nodiscard]] QueryList coherentQueries(const pairs_file::File& file, RegimeChoice regime);

}  // namespace sat3d::pair_timing
