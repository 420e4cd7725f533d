#pragma once

/// @file
/// Places to which an overlapping shape can be pushed, if they are allowed.

#include <sat3d/core/callback.hpp>
#include <sat3d/response/freed.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Returns what freed() does, but only a place that is allowed.
/// @param isAllowed  asked for places at which the shape overlaps nothing
template <class T>
[[nodiscard]] std::optional<typename Space<T>::Pose> freePlace(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    const FreedOptions& options, CallbackRef<bool(const typename Space<T>::Pose&)> isAllowed);

}  // namespace sat3d::SAT3D_ABI
