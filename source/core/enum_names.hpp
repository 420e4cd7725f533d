#pragma once

// The names of enumerators, for toString of public enumerations.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// The name of an enumerator. `names` holds one name for each enumerator, in order, from 0 up to `Last`.
/// Returns "?" for a number that is no enumerator.
template <auto Last, std::size_t Count>
constexpr std::string_view enumName(decltype(Last) value, const std::string_view (&names)[Count]) noexcept {
    static_assert(Count == static_cast<std::size_t>(Last) + 1, "each enumerator needs a name");
    const auto index = static_cast<std::size_t>(value);
    return index < Count ? names[index] : "?";
}

}  // namespace sat3d::SAT3D_ABI
