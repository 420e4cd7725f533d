#pragma once

/// @file
/// This library's own contenders.

#include "contender.hpp"

#include <memory>

namespace sat3d::pair_timing {

[[nodiscard]] std::unique_ptr<Contender> makePenetration();       ///< pair by pair, without caches
[[nodiscard]] std::unique_ptr<Contender> makeOverlaps();          ///< yes or no
[[nodiscard]] std::unique_ptr<Contender> makeBulkPenetrations();  ///< all pairs in one call, without caches
/// With a PairCache for every place in the round: for lists whose rounds have one order.
[[nodiscard]] std::unique_ptr<Contender> makeCachedPenetration();

}  // namespace sat3d::pair_timing
