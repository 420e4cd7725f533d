#pragma once

/// @file
/// The contenders of the benchmark. CMake leaves out libraries that are not installed.

#include <memory>
#include <pair_timing/contender.hpp>

namespace sat3d::benchmarks {

using pair_timing::Contender;

/// Name of the contender that all ratios refer to.
inline constexpr const char* kBaseline = "Bullet GJK+EPA";

/// The projection SAT in double, without an observer.
[[nodiscard]] std::unique_ptr<Contender> makeProjectionSat();

[[nodiscard]] std::unique_ptr<Contender> makeBulletGjkEpa();
[[nodiscard]] std::unique_ptr<Contender> makeBulletBoxBox();  ///< box hulls only
[[nodiscard]] std::unique_ptr<Contender> makeLibccd();
[[nodiscard]] std::unique_ptr<Contender> makeFcl();
[[nodiscard]] std::unique_ptr<Contender> makeOdeBoxBox();  ///< box hulls only

}  // namespace sat3d::benchmarks
