#pragma once

/// @file
/// The colors of the objects of a world.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

[[nodiscard]] inline Color faceColor(ObjectKind kind, const DebugColors& colors) {
    switch (kind) {
        case ObjectKind::Moving:
            return colors.moving;
        case ObjectKind::Static:
            return colors.stationary;
        case ObjectKind::Sensor:
            break;
    }
    return colors.sensor;
}

/// Returns by index which objects touched another one at the last update.
template <class T>
[[nodiscard]] std::vector<bool> touchingObjects(const BasicWorld<T>& world) {
    const std::vector<ObjectId> ids = world.ids();
    std::size_t size = ids.empty() ? 0 : ids.back().index + std::size_t{1};
    for (const ObjectPair& pair : world.touching()) {
        size = std::max(size, pair.b.index + std::size_t{1});
    }
    std::vector<bool> isTouching(size, false);
    for (const ObjectPair& pair : world.touching()) {
        isTouching[pair.a.index] = isTouching[pair.b.index] = true;
    }
    return isTouching;
}

}  // namespace sat3d::SAT3D_ABI::debug
