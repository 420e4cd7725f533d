#pragma once

/// @file
/// How the objects of a World move during one step, for queries that must not miss what moves fast.

#include <sat3d/core/owned.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// How one object moves during a step, or one part of it.
template <Spatial T>
struct BasicObjectMotion {
    static constexpr std::uint32_t kWhole = ~0u;

    ObjectId object;
    BasicPose<T> before = {};  ///< at the start of the step. The pose in the world does not matter
    RigidMotion motion = {};   ///< finite, at most 100 radians; motionBetween() makes it of two poses
    /// A child of a Compound that moves on its own: a turret that turns while its tank drives. Then `before`
    /// is the pose of the child in the world, and localCenter is in its own frame.
    std::uint32_t part = kWhole;
};
using ObjectMotion = BasicObjectMotion<float>;
using DObjectMotion = BasicObjectMotion<double>;

/// The motions of objects during one step, with a search tree of the boxes around their ways. All objects
/// without a motion stand still at their pose in the world.
/// @code
/// std::vector<sat3d::ObjectMotion> moved;
/// for (const Tank& tank : tanks) {
///     moved.push_back({tank.id, tank.before, sat3d::motionBetween(tank.before, tank.after)});
/// }
/// motions.set(world, moved);
/// @endcode
/// A motion of a part replaces that of the whole object for this part. A value. It refers to no world, and
/// stays valid until an object of it gets another shape or another pose of a part; what was removed is not
/// found. One that was moved from is empty. Const functions may run on several threads.
template <Spatial T>
class BasicObjectMotions {
public:
    using Motion = BasicObjectMotion<T>;

    SAT3D_API BasicObjectMotions();
    SAT3D_API BasicObjectMotions(const BasicObjectMotions& other);
    SAT3D_API BasicObjectMotions(BasicObjectMotions&& other) noexcept;
    SAT3D_API BasicObjectMotions& operator=(const BasicObjectMotions& other);
    SAT3D_API BasicObjectMotions& operator=(BasicObjectMotions&& other) noexcept;
    SAT3D_API ~BasicObjectMotions();

    /// Replaces all motions. Of several motions of one object or part the last counts. O(n). No allocation
    /// once there are no more motions and objects than before.
    /// @return the errors StaleId, NoSuchPart, BadPose and BadMotion; then nothing has changed
    SAT3D_API std::optional<WorldError> set(const BasicWorld<T>& world, std::span<const Motion> motions);

    /// One motion for each object; one for each part of an object of which a part moves on its own.
    [[nodiscard]] SAT3D_API std::span<const Motion> all() const noexcept;
    /// Returns the motion of an object, or that of its first part, or nullptr if it stands still.
    [[nodiscard]] SAT3D_API const Motion* find(ObjectId id) const noexcept;

private:
    friend struct ObjectMotionsAccess;
    struct State;

    Owned<State> state_;
};

using ObjectMotions = BasicObjectMotions<float>;
using DObjectMotions = BasicObjectMotions<double>;

}  // namespace sat3d::SAT3D_ABI
