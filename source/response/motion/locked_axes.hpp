#pragma once

/// @file
/// Axes that are locked: numbers of free axes are 1, those of locked axes 0.

#include <sat3d/math/dimension.hpp>
#include <sat3d/response/locked_axes.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/matrix.hpp>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline glm::vec3 freeMoves(const LockedAxes& locked) {
    return {locked.moveX ? 0.0f : 1.0f, locked.moveY ? 0.0f : 1.0f, locked.moveZ ? 0.0f : 1.0f};
}
[[nodiscard]] inline glm::vec2 freeMoves(const PlanarLockedAxes& locked) {
    return {locked.moveX ? 0.0f : 1.0f, locked.moveY ? 0.0f : 1.0f};
}
[[nodiscard]] inline glm::vec3 freeTurns(const LockedAxes& locked) {
    return {locked.turnX ? 0.0f : 1.0f, locked.turnY ? 0.0f : 1.0f, locked.turnZ ? 0.0f : 1.0f};
}
[[nodiscard]] inline float freeTurns(const PlanarLockedAxes& locked) {
    return locked.turn ? 0.0f : 1.0f;
}

/// The inverse inertia of a body that turns about its free axes only: what locks the others gives the angular
/// impulse that it takes.
/// @param inverse  in world axes, symmetric
[[nodiscard]] inline glm::mat3 withLockedTurns(glm::mat3 inverse, const LockedAxes& locked) {
    const glm::vec3 free = freeTurns(locked);
    for (int axis = 0; axis < 3; ++axis) {
        if (free[axis] == 0.0f) {
            const glm::vec3 column = inverse[axis];
            if (column[axis] > 0.0f) {
                inverse -= glm::outerProduct(column, column / column[axis]);
            }
            for (int other = 0; other < 3; ++other) {
                inverse[axis][other] = inverse[other][axis] = 0.0f;  // without rounding
            }
        }
    }
    return inverse;
}
[[nodiscard]] inline float withLockedTurns(float inverse, const PlanarLockedAxes& locked) {
    return locked.turn ? 0.0f : inverse;
}

/// A velocity without its parts along locked axes.
template <class Dimension>
[[nodiscard]] typename Dimension::Vector withLockedMoves(const typename Dimension::Vector& velocity,
                                                         const BasicLockedAxes<Dimension>& locked) {
    return locked.isAny() ? velocity * freeMoves(locked) : velocity;
}

}  // namespace sat3d::SAT3D_ABI
