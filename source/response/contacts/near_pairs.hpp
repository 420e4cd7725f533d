#pragma once

/// @file
/// The pairs of objects that may have contacts in a step.

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/common.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A box with margin for a motion and a distance.
[[nodiscard]] inline Aabb grown(const Aabb& box, const glm::vec3& motion, float distance) {
    const glm::dvec3 displacement(motion), margin(static_cast<double>(distance));
    return Aabb::around(glm::dvec3(box.lower) + glm::min(displacement, glm::dvec3(0.0)) - margin,
                        glm::dvec3(box.upper) + glm::max(displacement, glm::dvec3(0.0)) + margin);
}

/// Boxes of objects, and the pairs of those that overlap. Boxes of slow objects have room in the trees, so
/// that the trees and the pairs change only when an object has left its room: at rest, nothing is searched.
/// What is listed besides depends on earlier steps, so overlap() must be asked for each pair.
class NearPairs {
public:
    /// Sets the box of an object that does not move.
    void place(std::uint32_t object, const Aabb& box, BroadPhase::Mobility mobility);
    void remove(std::uint32_t object);

    // For an object that was never placed, or was removed, these do nothing.

    /// Sets the box of an object that moves. Several threads may do so at once, for different objects.
    void setBox(std::uint32_t object, const Aabb& box) {
        if (broadPhase_.contains(object)) {
            boxes_[object] = box;
        }
    }
    /// Lets the pairs follow the box of an object that moves.
    /// @param room  meters for further steps; 0 for an object that will have left it
    void follow(std::uint32_t object, float room);

    [[nodiscard]] Aabb box(std::uint32_t object) const {
        return broadPhase_.contains(object) ? boxes_[object] : Aabb{};
    }
    [[nodiscard]] bool overlap(const PairIndices& pair) const {
        return boxes_[pair.a].overlaps(boxes_[pair.b]);
    }

    /// Brings the pairs up to date.
    void update(ParallelFor parallelFor);
    /// All pairs whose boxes overlap, and some others, as of the last update(). Sorted.
    [[nodiscard]] std::span<const PairIndices> all() const { return pairs_; }

    /// Calls use(object) for the objects whose box may overlap a box.
    template <class Use>
    void query(const Aabb& box, const Use& use) {
        broadPhase_.update();
        broadPhase_.query(box, [&](std::uint32_t object) {
            use(object);
            return true;
        });
    }

private:
    void change(std::uint32_t object, const Aabb& box, BroadPhase::Mobility mobility);
    void markChanged(std::uint32_t object);
    void sortFound(std::span<const PairIndices> found);

    BroadPhase broadPhase_;
    std::vector<Aabb> boxes_;              ///< by object
    std::vector<PairIndices> pairs_;       ///< sorted
    std::vector<std::uint8_t> isChanged_;  ///< by object: since the last update
    std::vector<std::uint32_t> changed_;   ///< these
    // Memory of an update.
    std::vector<PairIndices> kept_, halfSorted_, found_;
    std::vector<std::uint32_t> starts_;  ///< by object
};

}  // namespace sat3d::SAT3D_ABI
