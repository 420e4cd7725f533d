#pragma once

/// @file
/// How the objects of a World move during one step, for queries that must not miss what moves fast.

#include <sat3d/broadphase/packed_tree.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// How one object moves during a step.
template <class T>
struct BasicObjectMotion {
    ObjectId object;
    BasicPose<T> before = {};  ///< at the start of the step. The pose in the world does not matter
    RigidMotion motion = {};   ///< finite, at most 100 radians; motionBetween() makes it of two poses
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
/// A value. It refers to no world, and stays valid until an object of it gets another shape or another pose
/// of a part; what was removed is not found. Const functions may run on several threads.
template <class T>
class BasicObjectMotions {
public:
    using Motion = BasicObjectMotion<T>;

    /// Replaces all motions. Of several motions of one object the last counts. No allocation once there are
    /// no more motions and objects than before. 60 ns per motion.
    /// @return the errors StaleId, BadPose and BadMotion; then nothing has changed
    SAT3D_API std::optional<WorldError> set(const BasicWorld<T>& world, std::span<const Motion> motions);

    [[nodiscard]] std::span<const Motion> all() const noexcept { return motions_; }
    /// Returns the motion of an object, or nullptr if it stands still.
    [[nodiscard]] const Motion* find(ObjectId id) const noexcept {
        const bool isListed = id.index < numbers_.size() && numbers_[id.index] != kNone;
        const Motion* motion = isListed ? &motions_[numbers_[id.index]] : nullptr;
        return motion != nullptr && motion->object == id ? motion : nullptr;
    }
    /// The tree of boxes around the ways: item i is all()[i].
    [[nodiscard]] const PackedTree& tree() const noexcept { return tree_; }

private:
    static constexpr std::uint32_t kNone = ~0u;
    struct Memory {
        std::vector<Aabb> boxes;
        std::vector<std::uint32_t> items;
    };

    std::vector<Motion> motions_;
    std::vector<std::uint32_t> numbers_;  ///< by index of the object: number in motions_
    PackedTree tree_;
    Scratch<Memory> memory_;
};

using ObjectMotions = BasicObjectMotions<float>;
using DObjectMotions = BasicObjectMotions<double>;

}  // namespace sat3d::inline SAT3D_ABI
