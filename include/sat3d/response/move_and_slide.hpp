#pragma once

/// @file
/// A mover: an object that is driven through a World or a PlanarWorld, not simulated. It stops at what it
/// meets, slides along it, climbs slopes and steps, and stands on the ground.

#include <sat3d/math/dimension.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// @tparam Dimension  Dimension3, or Dimension2 in the plane
template <class Dimension>
struct BasicMoveOptions {
    /// Gap to all objects, meters, finite, above 0. A hundredth of the mover's size is fine. It must be more
    /// than 8 times the rounding error of coordinates: in float, 1 cm serves up to 16 km from the origin.
    float skin = 0.01f;
    /// Direction of any length. Zero for a mover that flies or floats: it has no ground, and slides along
    /// everything.
    typename Dimension::Vector up = Dimension::kUpward;
    float stepHeight = 0.3f;   ///< meters, 0 or more: height of steps that it climbs, to within the skin
    float steepest = 0.8f;     ///< radians, 0 to 1.5: steepest slope on which it stands, and which it climbs
    std::uint32_t rounds = 6;  ///< largest number of changes of direction in one move
    QueryFilter filter = {};   ///< the objects in the way. Name the mover's own object in `without`
};
using MoveOptions = BasicMoveOptions<Dimension3>;
using PlanarMoveOptions = BasicMoveOptions<Dimension2>;

/// A place at which a mover has met an object.
template <class T>
struct BasicMoverContact {
    ObjectId object;
    typename Space<T>::Dimension::Vector normal{0.0f};  ///< unit, from the object to the mover
    typename Space<T>::Position point{0};
    std::uint32_t faceTag = 0;  ///< the user's tag of the object's face; 0 in the plane
};
using MoverContact = BasicMoverContact<float>;
using DMoverContact = BasicMoverContact<double>;
using PlanarMoverContact = BasicMoverContact<Planar<float>>;

/// Result of a move.
template <class T>
struct BasicMoved {
    static constexpr std::uint32_t kMaxStops = 8;

    typename Space<T>::Pose pose;  ///< after the move
    /// What obstacles took of the translation: subtract left / dt from the velocity. It is the part that
    /// the mover did not make by sliding. A mover that stands has lost its whole fall. Other moves do not
    /// count: out of an overlap, away from a wall for a turn, up a step.
    typename Space<T>::Dimension::Vector left{0.0f};
    /// What obstacles took of the rotation vector; in the plane, of the angle.
    typename Space<T>::Dimension::Spin leftTurn{0.0f};
    /// The surface on which it stands: below it, within two skins, and not too steep. Empty if the motion
    /// leads up.
    std::optional<BasicMoverContact<T>> ground;
    /// Whether it found no way out of an overlap, or was held from opposite sides.
    bool isCrushed = false;
    std::array<BasicMoverContact<T>, kMaxStops> stopArray;  ///< see stops()
    std::uint32_t stopCount = 0;

    /// Returns the obstacles in the order in which they were met, without the ground.
    [[nodiscard]] std::span<const BasicMoverContact<T>> stops() const {
        return {stopArray.data(), stopCount};
    }
    [[nodiscard]] bool isStanding() const { return ground.has_value(); }
};
using Moved = BasicMoved<float>;
using DMoved = BasicMoved<double>;
using PlanarMoved = BasicMoved<Planar<float>>;

/// Moves a shape through a world, as far as the objects let it.
/// @code
/// velocity += gravity * dt;
/// const Moved moved = moveAndSlide(world, tank, pose, {velocity * dt, turnRate * dt}, {.filter = others});
/// pose = moved.pose;
/// velocity -= moved.left / dt;
/// @endcode
/// The shape first turns, then moves level, then up or down. Each of these motions is swept, so the shape
/// passes through nothing, at any speed. It ends a skin away from everything. The gap to an object
/// that it was passing can be smaller, but is above 0. In corners and wedges it comes to rest
/// exactly. On slopes it keeps its level speed, up and down, and does not creep down. It climbs steps only if
/// it stood before. Where a wall prevents a turn, it moves away from the wall if there is room. Objects do
/// not move: see pushApart(), or set their poses before.
///
/// A shape that overlaps something at the start, because the game has moved one into the other, is pushed out
/// first: along the shortest path (see freed()), by at most its own size.
/// @param pose    finite, with a unit rotation (asserted; otherwise nothing moves)
/// @param motion  of the step: finite (asserted; otherwise nothing moves)
/// @note  No allocation. Most of the cost is that of collide() with what is near, two or three times, and of
/// two sweeps. The past of the world does not change the result. Source: the slide ends at the point nearest
/// to the target in the polyhedron that near surfaces allow; compare E. Catto, "Box3D", 2025 (plane solver).
template <class T>
[[nodiscard]] SAT3D_API BasicMoved<T> moveAndSlide(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    const typename Space<T>::Motion& motion,
    const BasicMoveOptions<typename Space<T>::Dimension>& options = {});

}  // namespace sat3d::SAT3D_ABI
