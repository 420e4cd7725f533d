// The hash of a world: a sum of hashes of its objects and pairs, so that a change costs O(1) and the order of
// changes makes no difference.

#include "core/hash.hpp"
#include "world/space_math.hpp"

#include <sat3d/world/world.hpp>

#include <bit>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

std::uint64_t wordOf(float a, float b) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(b);
}

std::uint64_t bitsOf(float number) {
    return std::bit_cast<std::uint32_t>(number);
}
std::uint64_t bitsOf(double number) {
    return std::bit_cast<std::uint64_t>(number);
}

std::uint64_t addPose(std::uint64_t hash, const Pose& pose) {
    const auto& [p, q] = pose;
    hash = mixHash(mixHash(hash, wordOf(p.x, p.y)), wordOf(p.z, q.w));
    return mixHash(mixHash(hash, wordOf(q.x, q.y)), wordOf(q.z, 0.0f));
}

/// In double, or in the plane.
template <class Pose>
std::uint64_t addPose(std::uint64_t hash, const Pose& pose) {
    forEachNumber(pose, [&](auto number) { hash = mixHash(hash, bitsOf(number)); });
    return hash;
}

}  // namespace

/// Hash of everything but the pose.
template <class T>
std::uint64_t BasicWorld<T>::hashOfContent(const Slot& slot) const {
    const ObjectFilter& filter = slot.object.filter;
    std::uint64_t hash =
        hashOf(slot.shapeHash, slot.object.kind, filter.categories, filter.collidesWith, filter.excludes,
               static_cast<std::uint32_t>(filter.group), filter.detail, slot.object.userData);
    for (const auto& part : partsOf(slot.object.shape)) {
        hash = addPose(hash, part.pose);
    }
    return hash;
}

/// @pre  the hash of the content is up to date
template <class T>
std::uint64_t BasicWorld<T>::hashOfSlot(std::uint32_t index) const {
    const Slot& slot = slots_[index];
    const std::uint64_t hash = hashOf(index, slot.generation);
    return slot.isAlive ? addPose(mixHash(hash, slot.contentHash), slot.object.pose) : hash;
}

template <class T>
std::uint64_t BasicWorld<T>::hash() const {
    return hashOf(kSpaceCode<T>, std::bit_cast<std::uint32_t>(options_.margin),
                  std::bit_cast<std::uint32_t>(options_.hysteresis), options_.partEvents, slots_.size(),
                  objectsHash_, touchingHash_);
}

#define SAT3D_INSTANTIATE(T)                                                \
    template std::uint64_t BasicWorld<T>::hashOfContent(const Slot&) const; \
    template std::uint64_t BasicWorld<T>::hashOfSlot(std::uint32_t) const;  \
    template std::uint64_t BasicWorld<T>::hash() const
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<float>);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
