#pragma once

/// @file
/// Sets a vehicle on the ground by its feet: for vehicles that are driven, not simulated.

#include <sat3d/math/pose.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

struct StandOptions {
    glm::vec3 up{0.0f, 1.0f, 0.0f};       ///< of the world, not zero
    glm::vec3 localUp{0.0f, 1.0f, 0.0f};  ///< of the vehicle, in its own frame, not zero
    glm::vec3 center{0.0f};               ///< center of mass, in the vehicle's frame
    /// Distance above and below each foot of the upright vehicle in which to look for ground, meters, finite,
    /// above 0. Take more than half the vehicle's length times the slope, and less than the height of
    /// bridges.
    float reach = 2.0f;
    QueryFilter filter = {};  ///< objects that can be ground. Name the vehicle's own object in `without`
};

/// Result of standOn().
template <Spatial T>
struct BasicStanding {
    BasicPose<T> pose;
    glm::vec3 normal{0.0f};  ///< unit: the vehicle's own up axis, in the world frame
    /// The numbers of the three feet that carry it, and the ground below them.
    std::array<std::uint32_t, 3> feet{};
    std::array<BasicMoverContact<T>, 3> ground;
};
using Standing = BasicStanding<float>;
using DStanding = BasicStanding<double>;

/// Largest number of feet of a vehicle.
inline constexpr std::size_t kMaxFeet = 32;

/// Returns the pose at which a vehicle rests on the ground: three feet touch it, the center of mass is above
/// their triangle, and the other feet hang above the ground.
/// @code
/// tank = moveAndSlide(world, hull, tank, motion, {.filter = others}).pose;
/// if (const auto stands = standOn(world, tank, corners, {.filter = others})) { draw(stands->pose); }
/// @endcode
/// The center of mass moves along `up` only, and the vehicle tilts without changing its heading. Its tilt
/// before does not matter.
/// @param pose  finite, with a unit rotation (asserted; otherwise nothing)
/// @param feet  lowest points of the wheels, or corners of the tracks, in the vehicle's frame: 3 to kMaxFeet
/// (asserted; otherwise nothing)
/// @return nothing if the feet that have ground in reach do not carry the center of mass: at a cliff
/// @note  No allocation. A ray for each foot, in 3 to 16 rounds, because feet move sideways as the vehicle
/// tilts. Feet are within 1 mm of the ground, unless it is so rough that the rounds do not suffice. The pose
/// is that of the least height of the center: the upper convex hull of the ground at the feet.
template <Spatial T>
[[nodiscard]] SAT3D_API std::optional<BasicStanding<T>> standOn(
    const BasicWorld<T>& world, const std::type_identity_t<BasicPose<T>>& pose,
    std::span<const glm::vec3> feet, const StandOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
