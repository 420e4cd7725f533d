#pragma once

/// @file
/// What sensors sense in the steps of dynamics.

#include "broadphase/packed_tree.hpp"
#include "core/parallel/task_lists.hpp"
#include "response/events/step_path.hpp"
#include "response/events/touch_events.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The sensors of a world, and which objects overlap them. What passes a sensor within a step is seen as
/// well. Only pairs of which an object has changed are tested.
template <class T>
class Sensors {
public:
    using Changed = ChangedObject<T>;
    using Found = FoundTouch<T>;

    /// Adds or removes a sensor, or notes that it has changed.
    /// @param index  of the object
    void set(std::uint32_t index, bool isSensor);

    /// Whether there is nothing to find out: no sensor, and none that was removed.
    [[nodiscard]] bool isIdle() const { return indices_.empty() && touching_.empty(); }
    /// The pairs that overlap: state. Sorted by indices.
    [[nodiscard]] std::span<const ObjectPair> touching() const { return touching_; }
    void setTouching(std::vector<ObjectPair> touching) { touching_ = std::move(touching); }

    /// Finds out what a step has changed.
    /// @param world    at the end of the step, refreshed
    /// @param changed  sorted by indices
    /// @return the pairs that have touched, sorted
    std::span<const Found> find(const BasicWorld<T>& world, std::span<const Changed> changed,
                                ParallelFor parallelFor);
    /// Takes over what find() has found: touching() is then that of the end of the step.
    void finish();

private:
    void buildTree(const BasicWorld<T>& world, std::span<const Changed> changed, ParallelFor parallelFor);
    void findAt(const BasicWorld<T>& world, std::span<const Changed> changed, const Changed& one,
                std::vector<Found>& found) const;
    void addKept(const BasicWorld<T>& world, std::span<const Changed> changed);

    std::vector<ObjectPair> touching_;  ///< state
    // Derived.
    std::vector<std::uint32_t> indices_;  ///< of the sensors, sorted
    PackedTree tree_;                     ///< of their boxes, by place in the list
    bool isTreeOld_ = true;
    // Memory of one step.
    std::vector<Aabb> boxes_;
    std::vector<std::uint32_t> items_;
    TaskLists<Found> lists_;
    std::vector<Found> found_, foundAndKept_;
};

}  // namespace sat3d::SAT3D_ABI
