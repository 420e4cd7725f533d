#pragma once

/// @file
/// Bodies in hashes and snapshots.

#include "world/state_stream.hpp"

#include <sat3d/response/body.hpp>
#include <sat3d/response/material.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// What a body has besides its numbers, as bits.
struct BodyExtras {
    static constexpr std::uint8_t kFollowsPose = 1, kSurfaces = 2, kLocks = 4, kLimits = 8, kParts = 16,
                                  kHasMoved = 32;
};

/// Passes a body through a stream, without its surfaces.
/// @param extras  BodyExtras that the caller passes
/// @return BodyExtras: what is to be passed besides
template <class Dimension>
std::uint8_t visitBody(StateStream& stream, BasicBody<Dimension>& body, std::uint8_t extras);

/// Passes the surfaces of a body that has some.
template <class Dimension>
void visitSurfaces(StateStream& stream, std::vector<BasicPartSurface<Dimension>>& surfaces);

}  // namespace sat3d::SAT3D_ABI
