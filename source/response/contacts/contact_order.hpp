#pragma once

/// @file
/// The order of contacts. It depends on what touches, never on when or how it was found.

#include "response/contacts/found_contact.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/dynamics.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace sat3d::SAT3D_ABI {

template <class T>
[[nodiscard]] auto orderOf(const BasicDynamicContact<T>& contact) {
    const auto& [a, b] = contact.objects;
    return std::tuple(a.index, b.index, contact.children.a, contact.children.b);
}
template <class T>
[[nodiscard]] auto orderOf(const FoundContact<T>& found) {
    return orderOf(found.contact);
}

/// The pair of two objects as contacts have it: the lower index first.
[[nodiscard]] inline PairIndices sortedPair(std::uint32_t object, std::uint32_t other) {
    return {std::min(object, other), std::max(object, other)};
}
template <class T>
[[nodiscard]] PairIndices pairOf(const FoundContact<T>& found) {
    return {found.contact.objects.a.index, found.contact.objects.b.index};
}

}  // namespace sat3d::SAT3D_ABI
