#pragma once

/// @file
/// The contenders of this library.

#include "contender.hpp"

#include <memory>

namespace sat3d::pair_timing {

[[nodiscard]] std::unique_ptr<Contender> makePenetration();       ///< single queries without caches
[[nodiscard]] std::unique_ptr<Contender> makeManifold();          ///< single collide calls without caches
[[nodiscard]] std::unique_ptr<Contender> makeOverlaps();          ///< single overlap queries
[[nodiscard]] std::unique_ptr<Contender> makePenetrationBatch();  ///< one batch query, without caches
/// Single queries with a PairCache for each position in the round. All rounds of the list must have the same
/// order.
[[nodiscard]] std::unique_ptr<Contender> makeCachedPenetration();
[[nodiscard]] std::unique_ptr<Contender> makeCachedManifold();  ///< collide calls with such caches

}  // namespace sat3d::pair_timing
