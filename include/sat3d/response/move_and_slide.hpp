#pragma once

/// @file
/// A mover: an object that is driven through a World or a PlanarWorld, not simulated. It stops at what it
/// meets, slides along it, climbs slopes and steps, and stands on the ground.

#include <sat3d/core/config.hpp>
#include <sat3d/math/dimension.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// @tparam Dimension  Dimension3, or Dimension2 in the plane
template <class Dimension>
struct BasicMoveOptions {
    /// Meters, finite, above 0: the gap to all that the mover meets. A hundredth of its size is fine, but
    /// more than 8 times the rounding of its coordinates: 1 cm up to 16 km from the origin in float.
    float skin = 0.01f;
    /// Of any length. Zero for what flies or floats: then it has no ground, and slides along everything.
    typename Dimension::Vector up = Dimension::upward();
    float stepHeight = 0.3f;   ///< meters, 0 or more: the mover climbs steps up to it, to within the skin
    float steepest = 0.8f;     ///< radians, 0 to 1.5: it stands on slopes up to this angle, and climbs them
    std::uint32_t rounds = 6;  ///< at most so many changes of direction in one move
    QueryFilter filter = {};   ///< the objects in the way. Name the mover's own object in `without`
};
using MoveOptions = BasicMoveOptions<Dimension3>;
using PlanarMoveOptions = BasicMoveOptions<Dimension2>;

/// What a mover has met.
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

/// How a move ended.
template <class T>
struct BasicMoved {
    static constexpr std::uint32_t kMaxStops = 8;

    typename Space<T>::Pose pose;  ///< after the move
    /// The part of the translation that the mover did not make. Divided by the time of the step, it is the
    /// change of velocity by what is in the way. Level, it is the translation minus the way. Along `up`, it
    /// has the whole fall if the mover stands, and never what it climbed. Without `up`, it is the translation
    /// minus the way. What a turn or an overlap at the start made it move does not count.
    typename Space<T>::Dimension::Vector left{0.0f};
    /// The part of the rotation vector (in the plane, of the angle) that it did not make.
    typename Space<T>::Dimension::Spin leftTurn{0.0f};
    /// What it stands on: a surface below it, within two skins, that is not too steep. Nothing if the motion
    /// leads up.
    std::optional<BasicMoverContact<T>> ground;
    /// It had no way out of what it overlapped, or was held from opposite sides.
    bool isCrushed = false;
    std::array<BasicMoverContact<T>, kMaxStops> stopArray;  ///< see stops()
    std::uint32_t stopCount = 0;

    /// What was in the way, in the order in which it was met, without the ground.
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
/// First it turns, then it moves level, then up or down. All ways are swept, so it passes through nothing, at
/// any speed. It ends a skin away from everything; closer, but never in it, if it was stopped while it passed
/// something else. In corners and wedges it comes to rest exactly. On slopes it keeps its level pace, up and
/// down, and does not creep down. It climbs steps only if it stood before. Where a wall prevents a turn, it
/// moves away from the wall if there is room. Objects do not move: see pushApart(), or set their poses
/// before.
///
/// If the shape overlaps something at the start, because that was moved into it, it is pushed out first, on
/// the shortest way (see freed()), by at most its own size.
/// @param pose    finite, with a unit rotation (asserted; otherwise nothing moves)
/// @param motion  of the step: finite (asserted; otherwise nothing moves)
/// @note  No allocation. Most of the cost is that of collide() with what is near, two or three times, and of
/// two sweeps. The same bits whatever happened to the world before. Source: the slide is the nearest point to
/// the wanted one in the polyhedron of what is near; compare E. Catto, "Box3D", 2025 (solver of planes).
template <class T>
[[nodiscard]] SAT3D_API BasicMoved<T> moveAndSlide(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    const typename Space<T>::Motion& motion,
    const BasicMoveOptions<typename Space<T>::Dimension>& options = {});

}  // namespace sat3d::inline SAT3D_ABI
