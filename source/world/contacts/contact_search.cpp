#include "world/contacts/contact_search.hpp"

#include "broadphase/oriented_boxes.hpp"
#include "core/prefetch.hpp"
#include "core/tight_growth.hpp"
#include "world/contacts/part_contacts.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/penetration.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Pairs are looked at in groups of the oriented boxes.
constexpr std::size_t kGroup = OrientedBoxPairs::kSize;

/// Loads what the tests of a group read first of its objects.
template <class T>
void prefetchObjects(const ObjectTable<T>& objects, std::span<const PairIndices> group) {
    constexpr std::size_t kTwoLines = 128;
    for (const PairIndices& pair : group) {
        prefetch(objects[pair.a], kTwoLines);
        prefetch(objects[pair.b], kTwoLines);
    }
}

/// The boxes of a group. Idle pairs repeat the first one.
/// @param setPoses  called with the lane and the slots of a pair
template <class T, class SetPoses>
std::uint32_t nearBits(const ObjectTable<T>& objects, std::span<const PairIndices> group, float margin,
                       OrientedBoxPairs& boxes, const SetPoses& setPoses) {
    for (std::size_t lane = 0; lane < kGroup; ++lane) {
        const PairIndices& pair = group[lane < group.size() ? lane : 0];
        const ObjectSlot<T>&a = objects[pair.a], &b = objects[pair.b];
        boxes.boxA[lane] = &a.localBox;
        boxes.boxB[lane] = &b.localBox;
        setPoses(lane, a.object.pose, b.object.pose);
    }
    return findNear(boxes, margin);
}

/// Returns one bit for each pair of a group that may be closer than a margin.
std::uint32_t nearBits(const ObjectTable<float>& objects, std::span<const PairIndices> group, float margin) {
    OrientedBoxPairs boxes;
    return nearBits(objects, group, margin, boxes, [&](std::size_t lane, const Pose& a, const Pose& b) {
        boxes.poseA[lane] = &a;
        boxes.poseB[lane] = &b;
    });
}
/// In double: by poses relative to the first object of each pair.
std::uint32_t nearBits(const ObjectTable<double>& objects, std::span<const PairIndices> group, float margin) {
    OrientedBoxPairs boxes;
    std::array<Pose, kGroup> posesA, posesB;
    return nearBits(objects, group, margin, boxes, [&](std::size_t lane, const DPose& a, const DPose& b) {
        posesA[lane] = {glm::vec3(0.0f), glm::quat(a.rotation)};
        posesB[lane] = {glm::vec3(b.position - a.position), glm::quat(b.rotation)};
        boxes.poseA[lane] = &posesA[lane];
        boxes.poseB[lane] = &posesB[lane];
    });
}
template <class Number>
std::uint32_t nearBits(const ObjectTable<Planar<Number>>&, std::span<const PairIndices>, float) {
    return ~0u;
}

}  // namespace

template <class T>
bool mayTouch(const BasicObject<T>& a, const BasicObject<T>& b, const BasicWorldOptions<T>& options) {
    const bool isMoving = a.kind == ObjectKind::Moving || b.kind == ObjectKind::Moving;
    const bool isSensed = (a.kind == ObjectKind::Sensor) != (b.kind == ObjectKind::Sensor);
    return (isMoving || isSensed) && canTouch(a.filter, b.filter) &&
           (!options.mayTouch || options.mayTouch(a, b));
}

/// While the verb decides about the candidates of a group, the memory of the next group is on its way: first
/// its objects, then what is known of its contacts.
template <class T>
void ContactSearch<T>::test(std::span<const PairIndices> pairs, FoundContacts<T>& found) const {
    const auto groupAt = [&](std::size_t first) {
        first = std::min(first, pairs.size());
        return pairs.subspan(first, std::min(kGroup, pairs.size() - first));
    };
    Candidates now, next;
    prefetchObjects(objects_, groupAt(0));
    prefetchObjects(objects_, groupAt(kGroup));
    choose(groupAt(0), now);
    for (std::size_t first = 0; first < pairs.size(); first += kGroup) {
        prefetchObjects(objects_, groupAt(first + 2 * kGroup));
        choose(groupAt(first + kGroup), next);
        const auto candidates = std::span(now.list).first(now.count);
        for (const Candidate& pair : candidates) {
            if (pair.place != ContactTable<T>::kNone) {
                contacts_.prefetchManifolds(pair.place);
            }
        }
        for (const Candidate& pair : candidates) {
            test(pair, found);
        }
        std::swap(now, next);
    }
}

/// Chooses the pairs that may be within the margin and may touch.
template <class T>
void ContactSearch<T>::choose(std::span<const PairIndices> group, Candidates& candidates) const {
    candidates.count = 0;
    if (group.empty()) {
        return;
    }
    const std::uint32_t all = (1u << group.size()) - 1;
    std::uint32_t near = all & nearBits(objects_, group, options_.margin + options_.hysteresis);
    for (; near != 0; near &= near - 1) {
        const auto& [a, b] = group[static_cast<std::size_t>(std::countr_zero(near))];
        const Slot &slotA = objects_[a], &slotB = objects_[b];
        if (mayTouch(slotA.object, slotB.object, options_)) {
            const ObjectPair objects{objects_.idOf(a), objects_.idOf(b)};
            const std::uint32_t place = contacts_.placeOf(objects);
            candidates.list[candidates.count++] = {&slotA, &slotB, objects, place};
            if (place != ContactTable<T>::kNone) {
                contacts_.prefetchContact(place);
            }
        }
    }
}

template <class T>
void ContactSearch<T>::test(const Candidate& pair, FoundContacts<T>& found) const {
    Contact contact{pair.objects, {}, 0, 0};
    const bool hasTouched = pair.place != ContactTable<T>::kNone;
    // The answer itself never depends on the past, only whether the contact goes on.
    if (!answer(pair, contact, found) && !(options_.hysteresis > 0.0f && hasTouched &&
                                           isCloserThan(options_.margin + options_.hysteresis, pair))) {
        return;
    }
    if (hasTouched) {
        Contact& known = contacts_.find(pair.place);
        known.penetration = contact.penetration;
        known.manifoldCount = contact.manifoldCount;
    } else {
        reserveTightly(found.begun, found.begun.size() + 1);
        found.begun.push_back(contact);
    }
    if (options_.partEvents) {
        parts_.find(pair.a->object, pair.b->object, contact.objects, found.parts);
    }
}

template <class T>
bool ContactSearch<T>::isCloserThan(float margin, const Candidate& pair) const {
    const auto &a = pair.a->object, &b = pair.b->object;
    return overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = margin});
}

/// Asks the verb that is wanted. Returns whether the objects are closer than the margin.
template <class T>
bool ContactSearch<T>::answer(const Candidate& pair, Contact& contact, FoundContacts<T>& found) const {
    const auto &a = pair.a->object, &b = pair.b->object;
    const bool isSensed = a.kind == ObjectKind::Sensor || b.kind == ObjectKind::Sensor;
    const ContactDetail detail = std::min({options_.detail, a.filter.detail, b.filter.detail});
    if (isSensed || detail == ContactDetail::Overlap) {
        return isCloserThan(options_.margin, pair);
    }
    if (detail == ContactDetail::Manifolds) {
        return findManifolds(pair, contact, found);
    }
    const auto push = penetration(a.shape, a.pose, b.shape, b.pose, {.margin = options_.margin});
    if (push) {
        contact.penetration = *push;
    }
    return push.has_value();
}

/// Writes a single manifold into the room of a contact that goes on, and all others to the end of the found
/// ones.
template <class T>
bool ContactSearch<T>::findManifolds(const Candidate& pair, Contact& contact, FoundContacts<T>& found) const {
    using ShapeRef = typename Space<T>::ShapeRef;
    using Manifold = typename ContactTable<T>::Manifold;
    const ShapeRef shapeA(pair.a->object.shape), shapeB(pair.b->object.shape);
    const bool hasMany = hasManyManifolds(shapeA) || hasManyManifolds(shapeB);
    const bool hasTouched = pair.place != ContactTable<T>::kNone;
    std::span<Manifold> room = hasTouched && !hasMany ? contacts_.roomAt(pair.place) : std::span<Manifold>{};
    const bool isInPlace = !room.empty();
    const std::size_t first = found.manifolds.size();
    if (!isInPlace) {
        resizeTightly(found.manifolds, first + (hasMany ? options_.maxManifolds : 1));
        room = std::span(found.manifolds).subspan(first);
    }
    const auto manifolds =
        collide(shapeA, pair.a->object.pose, shapeB, pair.b->object.pose, room, {.margin = options_.margin});
    const auto count = static_cast<std::uint32_t>(manifolds.size());
    if (count > 0) {
        contact.penetration = manifolds[0].penetration;
        contact.firstManifold = static_cast<std::uint32_t>(first);
        contact.manifoldCount = count;
    }
    if (!isInPlace) {
        found.manifolds.resize(first + count);
        if (hasTouched && count > 0) {
            found.replaced.push_back({pair.place, contact.firstManifold, count});
        }
    }
    return count > 0;
}

#define SAT3D_INSTANTIATE(T)                                                                           \
    template bool mayTouch(const BasicObject<T>&, const BasicObject<T>&, const BasicWorldOptions<T>&); \
    template void ContactSearch<T>::test(std::span<const PairIndices>, FoundContacts<T>&) const
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
