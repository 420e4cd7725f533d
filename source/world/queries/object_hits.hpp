#pragma once

/// @file
/// The hits of an object among those of the whole world.

#include "core/sorted_buffer.hpp"
#include "narrowphase/ray/hit_list.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/planar/raycast.hpp>
#include <sat3d/world/object.hpp>

namespace sat3d::SAT3D_ABI {

/// When a hit is entered.
[[nodiscard]] inline float entryOf(const RayHit& hit) {
    return hit.entry.distance;
}
[[nodiscard]] inline float entryOf(const PlanarRayHit& hit) {
    return hit.entry.distance;
}
[[nodiscard]] inline float entryOf(const MovingRayHit& hit) {
    return hit.entryFraction;
}

/// Sorts the hits of one object into a buffer with those of other objects: by their entries, then by the
/// indices of the objects, then as the shape of the object says.
/// @tparam Item  with the members object and hit
template <class Item>
class ObjectHits final : public HitList<decltype(Item::hit)> {
public:
    using Hit = decltype(Item::hit);

    ObjectHits(SortedBuffer<Item>& all, ObjectId object) : all_(all), object_(object) {}

    bool add(const Hit& hit, CallbackRef<bool(const Hit&)> comesBefore) override {
        Item* place = all_.open([&](const Item& other) {
            const float entry = entryOf(hit), entryOfOther = entryOf(other.hit);
            if (entry != entryOfOther) {
                return entry < entryOfOther;
            }
            return object_ != other.object ? object_.index < other.object.index : comesBefore(other.hit);
        });
        if (place != nullptr) {
            *place = {object_, hit};
        }
        return place != nullptr;
    }
    [[nodiscard]] const Hit* lastIfFull() const override {
        const Item* last = all_.lastIfFull();
        return last != nullptr ? &last->hit : nullptr;
    }
    void forEachFromLast(CallbackRef<bool(Hit&)> visit) override {
        all_.forEachFromLast([&](Item& item) { return item.object != object_ || visit(item.hit); });
    }

private:
    SortedBuffer<Item>& all_;
    ObjectId object_;
};

}  // namespace sat3d::SAT3D_ABI
