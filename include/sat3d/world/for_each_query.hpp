#pragma once

/// @file
/// Many queries in one call, on the caller's threads.

#include <sat3d/core/parallel_for.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Calls answer(i) once for each i below count, in pieces of 32, in any order and on the caller's threads:
/// @code
/// forEachQuery(rays.size(), threads, [&](std::size_t i) { hits[i] = raycast(world, rays[i]); });
/// @endcode
/// All queries may run at the same time, of a World, a PlanarWorld or of shapes. An answer has the same bits
/// on every thread.
/// @param parallelFor  the caller's threads (see ParallelFor). Up to 32 queries wake none of them.
/// @param answer       void(std::size_t). It writes only what belongs to its number, and changes no world.
/// @note  No allocation.
template <class Answer>
void forEachQuery(std::size_t count, ParallelFor parallelFor, const Answer& answer) {
    constexpr std::size_t kPiece = 32;  // 10 us or more
    detail::forEachIndex(count <= kPiece ? ParallelFor(kInOneThread) : parallelFor, count, kPiece, answer);
}

}  // namespace sat3d::SAT3D_ABI
