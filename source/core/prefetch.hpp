#pragma once

#include <sat3d/core/config.hpp>

#include <hwy/cache_control.h>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Loads the first bytes of an object into the cache.
template <class Item>
void prefetch(const Item& item, std::size_t size = sizeof(Item)) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < size; at += kLine) {
        hwy::Prefetch(reinterpret_cast<const std::byte*>(&item) + at);
    }
}

}  // namespace sat3d::SAT3D_ABI
