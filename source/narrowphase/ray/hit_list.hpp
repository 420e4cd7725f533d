#pragma once

/// @file
/// Where the hits of a shape go: into a list in the order of entry, of which the memory of the caller may
/// keep only the first ones.

#include "core/sorted_buffer.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The hits of one shape, perhaps among those of others.
template <class Hit>
class HitList {
public:
    HitList() = default;
    HitList(const HitList&) = delete;
    HitList& operator=(const HitList&) = delete;
    virtual ~HitList() = default;

    /// Adds a hit, unless the memory is full of earlier ones. Returns whether it was added.
    /// @param comesBefore  whether the hit comes before another one of the same shape
    virtual bool add(const Hit& hit, CallbackRef<bool(const Hit& other)> comesBefore) = 0;
    /// The last hit that the memory keeps, after which there is no place; nullptr if there is place.
    [[nodiscard]] virtual const Hit* lastIfFull() const = 0;
    /// Calls visit for the hits of the shape, the last one first, until it returns false.
    virtual void forEachFromLast(CallbackRef<bool(Hit&)> visit) = 0;
};

/// The hits of one shape alone, in a buffer.
template <class Hit>
class HitsInBuffer final : public HitList<Hit> {
public:
    explicit HitsInBuffer(std::span<Hit> buffer) : hits_(buffer) {}

    [[nodiscard]] std::span<Hit> hits() const { return hits_.items(); }

    bool add(const Hit& hit, CallbackRef<bool(const Hit&)> comesBefore) override {
        Hit* place = hits_.open(comesBefore);
        if (place != nullptr) {
            *place = hit;
        }
        return place != nullptr;
    }
    [[nodiscard]] const Hit* lastIfFull() const override { return hits_.lastIfFull(); }
    void forEachFromLast(CallbackRef<bool(Hit&)> visit) override { hits_.forEachFromLast(visit); }

private:
    SortedBuffer<Hit> hits_;
};

/// Adds all hits of a ray with a shape, by the rules of raycastAll().
template <class T>
void addHits(ShapeRef shape, const BasicPose<T>& pose, const BasicRay<T>& ray, HitList<RayHit>& hits);
/// Adds all passages of a moving point through a moving shape, by the rules of raycastAll().
/// @param child  the number of the shape, if it is a part of another one; otherwise 0
/// @param upTo   a fraction: passages that are entered later need not be found
template <class T>
void addHits(ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion, const BasicRay<T>& path,
             std::uint32_t child, double upTo, HitList<MovingRayHit>& hits);

}  // namespace sat3d::SAT3D_ABI
