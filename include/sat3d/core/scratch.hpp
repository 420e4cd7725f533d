#pragma once

/// @file
/// Memory of a function that a class keeps from call to call.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Memory that is kept from call to call, so that later calls allocate nothing. It means nothing between
/// calls, so a copy is empty.
template <class Memory>
struct Scratch : Memory {
    Scratch() = default;
    Scratch(const Scratch&) : Memory() {}
    Scratch(Scratch&&) noexcept = default;
    Scratch& operator=(const Scratch&) { return *this; }
    Scratch& operator=(Scratch&&) noexcept = default;
    ~Scratch() = default;
};

}  // namespace sat3d::SAT3D_ABI
