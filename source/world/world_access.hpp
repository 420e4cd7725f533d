#pragma once

/// @file
/// Access of the library to the parts of a world that are not public.

#include "world/world_state.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

struct WorldAccess {
    /// Hash of an object without its pose, by its index.
    template <class T>
    [[nodiscard]] static std::uint64_t contentHash(const BasicWorld<T>& world, std::uint32_t index) {
        return objectsOf(world).contentHash(index);
    }
    /// Hash of the pose of an object, by its index.
    template <class T>
    [[nodiscard]] static std::uint64_t poseHash(const BasicWorld<T>& world, std::uint32_t index) {
        return objectsOf(world).poseHash(index);
    }
    /// Hash of the shape of an object, without the poses of its parts.
    template <class T>
    [[nodiscard]] static std::uint64_t shapeHash(const BasicWorld<T>& world, std::uint32_t index) {
        return objectsOf(world)[index].shapeHash;
    }
    /// All objects have indices below this number.
    template <class T>
    [[nodiscard]] static std::uint32_t indexEnd(const BasicWorld<T>& world) {
        return static_cast<std::uint32_t>(objectsOf(world).slots().size());
    }
    /// Whether there was an object with this id before.
    template <class T>
    [[nodiscard]] static bool hadObject(const BasicWorld<T>& world, ObjectId id) {
        const auto slots = objectsOf(world).slots();
        return id.index < slots.size() && id.generation < slots[id.index].generation;
    }

    template <class T>
    [[nodiscard]] static const BroadPhase& broadPhase(const BasicWorld<T>& world) {
        return world.state_->broadPhase;
    }

    /// Calls visit(id, object) for all objects that a filter selects, sorted by index, until it returns
    /// false.
    template <class T, class Visit>
    static void forEach(const BasicWorld<T>& world, const QueryFilter& filter, const Visit& visit) {
        const auto& objects = objectsOf(world);
        for (std::uint32_t index = 0; index < objects.slots().size(); ++index) {
            const auto& slot = objects[index];
            const ObjectId id{index, slot.generation};
            if (slot.isAlive && isSeen(slot.object, id, filter) && !visit(id, slot.object)) {
                return;
            }
        }
    }

    /// Calls visit(id, object) for the objects whose box overlaps a box, until it returns false.
    template <class T, class Visit>
    static void query(const BasicWorld<T>& world, const Aabb& box, const QueryFilter& filter,
                      const Visit& visit) {
        const auto& objects = objectsOf(world);
        const auto visitIndex = [&](std::uint32_t index) {
            const auto& slot = objects[index];
            const ObjectId id{index, slot.generation};
            return !isSeen(slot.object, id, filter) || visit(id, slot.object);
        };
        const bool goesOn = broadPhase(world).query(
            box, [&](std::uint32_t index) { return objects[index].isWaiting || visitIndex(index); });
        for (std::size_t i = 0; goesOn && i < objects.waiting().size(); ++i) {
            const auto& slot = objects[objects.waiting()[i]];
            const ObjectId id{objects.waiting()[i], slot.generation};
            const bool isChosen = slot.isAlive && isSeen(slot.object, id, filter);  // costs less than a box
            if (isChosen && world.state_->boxOf(slot.object).overlaps(box) && !visit(id, slot.object)) {
                return;
            }
        }
    }

    /// Calls visit(id, object, limit) for the objects whose box a moving box meets before the limit. visit
    /// returns the new limit in meters; a negative one ends the search.
    /// @return the final limit
    template <class T, class Visit>
    static double cast(const BasicWorld<T>& world, const Aabb& start, const glm::vec3& direction,
                       double length, const QueryFilter& filter, const Visit& visit) {
        const auto& objects = objectsOf(world);
        const auto visitIndex = [&](std::uint32_t index, double limit) {
            const auto& slot = objects[index];
            const ObjectId id{index, slot.generation};
            return isSeen(slot.object, id, filter) ? visit(id, slot.object, limit) : limit;
        };
        double limit = broadPhase(world).cast(start, direction, length, [&](std::uint32_t index, double now) {
            return objects[index].isWaiting ? now : visitIndex(index, now);
        });
        for (std::size_t i = 0; limit >= 0.0 && i < objects.waiting().size(); ++i) {
            if (objects[objects.waiting()[i]].isAlive) {
                limit = visitIndex(objects.waiting()[i], limit);
            }
        }
        return limit;
    }

    /// Returns the object if a filter selects it, or nullptr.
    template <class T>
    [[nodiscard]] static const BasicObject<T>* findSeen(const BasicWorld<T>& world, ObjectId id,
                                                        const QueryFilter& filter) {
        const BasicObject<T>* object = world.find(id);
        return object != nullptr && isSeen(*object, id, filter) ? object : nullptr;
    }

private:
    template <class T>
    static const ObjectTable<T>& objectsOf(const BasicWorld<T>& world) {
        return world.state_->objects;
    }
    template <class T>
    static bool isSeen(const BasicObject<T>& object, ObjectId id, const QueryFilter& filter) {
        return (object.filter.categories & filter.categories) != 0 &&
               (filter.sensors || object.kind != ObjectKind::Sensor) &&
               std::ranges::find(filter.without, id) == filter.without.end();
    }
};

}  // namespace sat3d::SAT3D_ABI
