#pragma once

/// @file
/// Growth of vectors that are kept for long: by a sixteenth, where push_back() would double them.

#include <sat3d/core/config.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Makes room for so many items in all.
template <class Vector>
void reserveTightly(Vector& items, std::size_t size) {
    if (size > items.capacity()) {
        items.reserve(size + size / 16);
    }
}

template <class Vector>
void resizeTightly(Vector& items, std::size_t size) {
    reserveTightly(items, size);
    items.resize(size);
}

}  // namespace sat3d::SAT3D_ABI
