#pragma once

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

inline void flip(ChildPair& children) noexcept {
    std::swap(children.a, children.b);
}

}  // namespace sat3d::SAT3D_ABI
