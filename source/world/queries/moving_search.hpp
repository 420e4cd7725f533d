#pragma once

/// @file
/// Searches of a world whose objects move during the step.

#include "broadphase/packed_tree.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/object_motions.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace sat3d::SAT3D_ABI {

template <Spatial T>
struct BasicObjectMotions<T>::State {
    static constexpr std::uint32_t kNone = ~0u, kNoneOfParts = kNone - 1;
    struct Memory {
        std::vector<Aabb> boxes;
        std::vector<std::uint32_t> items;
    };

    void set(const BasicWorld<T>& world, std::span<const Motion> given);
    void add(const BasicWorld<T>& world, const Motion& motion);
    void buildTree(const BasicWorld<T>& world);

    std::vector<Motion> motions;        ///< those of the parts of an object one after another
    std::vector<std::uint32_t> firsts;  ///< by index of the object: its first motion
    PackedTree tree;                    ///< of the boxes around the ways, by place in motions
    Scratch<Memory> memory;
};

/// Access for the library's own files.
struct ObjectMotionsAccess {
    template <Spatial T>
    [[nodiscard]] static const PackedTree& tree(const BasicObjectMotions<T>& motions) {
        return motions.state_->tree;
    }
};

/// The shape that has a motion: of the object, or of a part. Nothing if the part is gone.
template <class T>
[[nodiscard]] std::optional<ShapeRef> movingShapeOf(const BasicObject<T>& object,
                                                    const BasicObjectMotion<T>& motion) {
    if (motion.part == motion.kWhole) {
        return ShapeRef(object.shape);
    }
    const auto* compound = std::get_if<Compound>(&object.shape);
    const bool isThere = compound != nullptr && motion.part < compound->children().size();
    return isThere ? std::optional(ShapeRef(compound->children()[motion.part].shape)) : std::nullopt;
}

/// Calls visit(motion, shape, limit) for the objects and parts whose path has a box that a moving box meets
/// before the limit. visit returns the new limit in meters.
template <class T, class Visit>
void castMoving(const BasicWorld<T>& world, const BasicObjectMotions<T>& motions, const Aabb& start,
                const glm::vec3& direction, double length, const QueryFilter& filter, const Visit& visit) {
    using Motion = BasicObjectMotion<T>;
    const double limit = WorldAccess::cast(
        world, start, direction, length, filter, [&](ObjectId id, const BasicObject<T>& object, double now) {
            const bool moves = motions.find(id) != nullptr;
            return moves ? now : visit(Motion{id, object.pose}, ShapeRef(object.shape), now);
        });
    (void)ObjectMotionsAccess::tree(motions).cast(
        start, direction, limit, [&](std::uint32_t item, double now) {
            const Motion& motion = motions.all()[item];
            const BasicObject<T>* object = WorldAccess::findSeen(world, motion.object, filter);
            const auto shape = object != nullptr ? movingShapeOf(*object, motion) : std::nullopt;
            return shape ? visit(motion, *shape, now) : now;
        });
}

/// Calls visit(motion, shape) for the objects and parts whose path has a box that overlaps a box.
template <class T, class Visit>
void queryMoving(const BasicWorld<T>& world, const BasicObjectMotions<T>& motions, const Aabb& box,
                 const QueryFilter& filter, const Visit& visit) {
    using Motion = BasicObjectMotion<T>;
    WorldAccess::query(world, box, filter, [&](ObjectId id, const BasicObject<T>& object) {
        if (motions.find(id) == nullptr) {
            visit(Motion{id, object.pose}, ShapeRef(object.shape));
        }
        return true;
    });
    (void)ObjectMotionsAccess::tree(motions).query(box, [&](std::uint32_t item) {
        const Motion& motion = motions.all()[item];
        const BasicObject<T>* object = WorldAccess::findSeen(world, motion.object, filter);
        if (const auto shape = object != nullptr ? movingShapeOf(*object, motion) : std::nullopt) {
            visit(motion, *shape);
        }
        return true;
    });
}

}  // namespace sat3d::SAT3D_ABI
