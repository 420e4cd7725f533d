#pragma once

/// @file
/// A shape pushed until it overlaps nothing.

#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

struct FreedOptions {
    float gap = 1e-3f;  ///< meters, finite, above 0: to the objects that the shape was pushed out of
    /// Meters, not negative: nothing is returned if the shape would have to move farther.
    float farthest = std::numeric_limits<float>::infinity();
    std::uint32_t rounds = 32;  ///< largest number of pushes
    QueryFilter filter = {};    ///< the objects in the way. Name the shape's own object in `without`
};

/// Returns a pose near the given one at which a shape overlaps no object: a place for a tank to appear, or to
/// go to when the game has moved it into something.
/// @code
/// if (const auto place = freed(world, tankShape, start, {.farthest = 5.0f})) { spawn(*place); }
/// @endcode
/// Only the position changes. Each push is the shortest one that separates the shape from all objects that it
/// overlaps. If there is none, it separates the shape from the object that it overlaps deepest. If that leads
/// more than twice as far as the overlap is deep, the other sides of the deepest solids are tried, too. The
/// path of a push is not tested: a shape in a thin wall can come out on either side.
/// @param pose  finite, with a unit rotation (asserted; otherwise nothing)
/// @return the same pose, to the bit, if the shape overlaps nothing there; nothing if the pushes do not end
/// @note  No allocation. The cost of a round is that of collide() for what overlaps.
template <class T>
[[nodiscard]] SAT3D_API std::optional<typename Space<T>::Pose> freed(const BasicWorld<T>& world,
                                                                     typename Space<T>::ShapeRef shape,
                                                                     const typename Space<T>::Pose& pose,
                                                                     const FreedOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
