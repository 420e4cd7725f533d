#pragma once

/// @file
/// The contenders of this library.

#include "contender.hpp"

#include <memory>

namespace sat3d::pair_timing {

[[nodiscard]] std::unique_ptr<Contender> makePenetration();       ///< single queries
[[nodiscard]] std::unique_ptr<Contender> makeManifold();          ///< single collide calls
[[nodiscard]] std::unique_ptr<Contender> makeOverlaps();          ///< single overlap queries
[[nodiscard]] std::unique_ptr<Contender> makePenetrationBatch();  ///< one batch query

}  // namespace sat3d::pair_timing
