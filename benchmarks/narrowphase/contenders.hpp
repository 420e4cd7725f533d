#pragma once

/// @file
/// Everyone who takes part. What is not installed is left out by CMake.

#include <memory>
#include <pair_timing/contender.hpp>

namespace sat3d::benchmarks {

using pair_timing::Contender;

/// The name of the contender that all ratios refer to.
inline constexpr const char* kBaseline = "Bullet GJK+EPA";

/// The readable method in double, without recording.
[[nodiscard]] std::unique_ptr<Contender> makeDoublePipeline();

[[nodiscard]] std::unique_ptr<Contender> makeBulletGjkEpa();
[[nodiscard]] std::unique_ptr<Contender> makeBulletBoxBox();  ///< box hulls only
[[nodiscard]] std::unique_ptr<Contender> makeLibccd();
[[nodiscard]] std::unique_ptr<Contender> makeFcl();
[[nodiscard]] std::unique_ptr<Contender> makeOdeBoxBox();  ///< box hulls only

}  // namespace sat3d::benchmarks
