#pragma once

/// @file
/// The order of contacts. It depends on what touches, never on when or how it was found.

#include <sat3d/core/config.hpp>
#include <sat3d/response/dynamics.hpp>

#include <tuple>

namespace sat3d::inline SAT3D_ABI::detail {

template <class T>
[[nodiscard]] auto orderOf(const BasicDynamicContact<T>& contact) {
    const auto& [a, b] = contact.objects;
    return std::tuple(a.index, b.index, contact.children.a, contact.children.b);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
