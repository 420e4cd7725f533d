#pragma once

/// @file
/// The ground of a posed height field: questions that a game asks in world coordinates.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/up_axis.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The ground straight below or above a point, along the field's up axis.
template <class T>
struct BasicGround {
    glm::vec<3, T> point{T(0)};  ///< on the ground, world frame
    glm::vec3 normal{0.0f};      ///< of the triangle's front, unit, world frame
    float height = 0.0f;         ///< of the given point above the ground, meters; negative below it
    std::uint32_t triangle = 0;  ///< its cell is triangle / 2
    std::uint32_t tag = 0;       ///< the user's tag of the cell
};
using Ground = BasicGround<float>;
using DGround = BasicGround<double>;

/// Returns the ground straight below or above a point: what a game needs to set a tree or a wheel on it.
///
///     if (const auto ground = groundAt(hills, hillsPose, tree.position))
///         tree.position = ground->point;
///
/// Returns nothing beyond the border of the field, over a hole, and for coordinates that are not finite;
/// cellAt() tells a hole from the border. A point over a common edge gets the triangle with the lower number
/// of the cell with the higher one; the border of a hole belongs to the neighboring cells.
/// @param pose  finite, with a unit rotation (asserted); any rotation: down is the field's -z axis
/// @note  O(1), in double.
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicGround<T>> groundAt(
    const HeightField& field, const BasicPose<T>& pose,
    const std::type_identity_t<glm::vec<3, T>>& pointInWorld) noexcept;

/// Returns the cell straight below or above a point, which may be a hole (HeightField::isHole()); nothing
/// beyond the border of the field. Where groundAt() answers, the cell of its triangle.
/// @note  O(1)
template <class T>
[[nodiscard]] SAT3D_API std::optional<std::uint32_t> cellAt(
    const HeightField& field, const BasicPose<T>& pose,
    const std::type_identity_t<glm::vec<3, T>>& pointInWorld) noexcept;

/// Returns the pose of a level field in a world with y or z up: the columns run toward +x. The rows run
/// toward +y if z is up, and toward -z if y is up, because a right-handed world leaves no other way: a map
/// that runs toward +z is stored with its last row first.
///
///     const Pose hillsPose = levelPose(hills, UpAxis::Y, {0, 0, 0});  // centered on the origin
///
/// @param center  world position of the middle of the field's rectangle, at height 0
template <class T = float>
[[nodiscard]] SAT3D_API BasicPose<T> levelPose(const HeightField& field, UpAxis up,
                                               const std::type_identity_t<glm::vec<3, T>>& center) noexcept;

}  // namespace sat3d::SAT3D_ABI
