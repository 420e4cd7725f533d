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

namespace sat3d::SAT3D_ABI {

namespace {

/// Pairs are looked at in groups of the oriented boxes.
constexpr std::size_t kGroup = OrientedBoxPairs::kSize;

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
    prefetchObjects(groupAt(0));
    prefetchObjects(groupAt(kGroup));
    choose(groupAt(0), now);
    for (std::size_t first = 0; first < pairs.size(); first += kGroup) {
        prefetchObjects(groupAt(first + 2 * kGroup));
        choose(groupAt(first + kGroup), next);
        const auto candidates = std::span(now.list).first(now.count);
        for (const Candidate& pair : candidates) {
            if (pair.place != ContactTable<T>::kNone) {
                contacts_.prefetchManifolds(contacts_.slotAt(pair.place));
            }
        }
        for (const Candidate& pair : candidates) {
            test(pair, found);
        }
        std::swap(now, next);
    }
}

template <class T>
void ContactSearch<T>::prefetchObjects(std::span<const PairIndices> group) const {
    for (const PairIndices& pair : group) {
        constexpr std::size_t kUntilFilter = 128;
        prefetch(objects_[pair.a], kUntilFilter);
        prefetch(objects_[pair.b], kUntilFilter);
        contacts_.prefetchRow(pair.a);
    }
}

/// Chooses the pairs that may be within the margin and may touch.
template <class T>
void ContactSearch<T>::choose(std::span<const PairIndices> group, Candidates& candidates) const {
    candidates.count = 0;
    if (group.empty()) {
        return;
    }
    for (const PairIndices& pair : group) {
        contacts_.prefetchPairs(pair.a);
        prefetch(objects_[pair.a].object.filter.excludes);
        prefetch(objects_[pair.b].object.filter.excludes);
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
                contacts_.prefetchContact(contacts_.slotAt(place));
            }
        }
    }
}

template <class T>
void ContactSearch<T>::test(const Candidate& pair, FoundContacts<T>& found) const {
    const Object &a = pair.a->object, &b = pair.b->object;
    if (pair.place == ContactTable<T>::kNone) {
        if (!areCloserThan(options_.margin, a, b)) {
            return;
        }
        reserveTightly(found.begun, found.begun.size() + 1);
        found.begun.push_back(pair.objects);
    } else {
        // Hysteresis only decides whether a contact stays. Its points and push are computed without it.
        if (!compute(contacts_.slotAt(pair.place), a, b, found) &&
            !(options_.hysteresis > 0.0f && areCloserThan(options_.margin + options_.hysteresis, a, b))) {
            return;
        }
        contacts_.setTouching(pair.place);
    }
    if (options_.partEvents) {
        parts_.find(a, b, pair.objects, found.parts);
    }
}

template <class T>
void ContactSearch<T>::compute(std::span<const std::uint32_t> slots, FoundContacts<T>& found) const {
    constexpr std::size_t kAhead = 8;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (i + 2 * kAhead < slots.size()) {
            contacts_.prefetchContact(slots[i + 2 * kAhead]);
            contacts_.prefetchManifolds(slots[i + kAhead]);
        }
        const std::uint32_t slot = slots[i];
        const ObjectPair& pair = contacts_.contact(slot).objects;
        const Object &a = objects_[pair.a.index].object, &b = objects_[pair.b.index].object;
        if (detailOf(a, b) != ContactDetail::Overlap) {
            compute(slot, a, b, found);
        }
    }
}

template <class T>
bool ContactSearch<T>::areCloserThan(float margin, const Object& a, const Object& b) const {
    return overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = margin});
}

template <class T>
ContactDetail ContactSearch<T>::detailOf(const Object& a, const Object& b) const {
    const bool isSensed = a.kind == ObjectKind::Sensor || b.kind == ObjectKind::Sensor;
    return isSensed ? ContactDetail::Overlap : std::min({options_.detail, a.filter.detail, b.filter.detail});
}

/// Asks the verb that is wanted, and writes the contact. Returns whether the objects are closer than the
/// margin.
template <class T>
bool ContactSearch<T>::compute(std::uint32_t slot, const Object& a, const Object& b,
                               FoundContacts<T>& found) const {
    auto& contact = contacts_.contact(slot);
    contact.penetration = {};
    contact.manifoldCount = 0;
    const ContactDetail detail = detailOf(a, b);
    if (detail == ContactDetail::Overlap) {
        return areCloserThan(options_.margin, a, b);
    }
    if (detail == ContactDetail::Manifolds) {
        return findManifolds(slot, a, b, found);
    }
    const auto push = penetration(a.shape, a.pose, b.shape, b.pose, {.margin = options_.margin});
    if (push) {
        contact.penetration = *push;
    }
    return push.has_value();
}

/// Writes a single manifold into the memory of its contact, and all others to the end of the found ones.
template <class T>
bool ContactSearch<T>::findManifolds(std::uint32_t slot, const Object& a, const Object& b,
                                     FoundContacts<T>& found) const {
    const typename Space<T>::ShapeRef shapeA(a.shape), shapeB(b.shape);
    const bool hasMany = hasManyManifolds(shapeA) || hasManyManifolds(shapeB);
    const std::size_t first = found.manifolds.size();
    auto room = contacts_.manifoldRoom(slot);
    if (hasMany) {
        resizeTightly(found.manifolds, first + options_.maxManifolds);
        room = std::span(found.manifolds).subspan(first);
    }
    const auto manifolds = collide(shapeA, a.pose, shapeB, b.pose, room, {.margin = options_.margin});
    const auto count = static_cast<std::uint32_t>(manifolds.size());
    if (count > 0) {
        auto& contact = contacts_.contact(slot);
        contact.penetration = manifolds[0].penetration;
        contact.manifoldCount = count;
    }
    if (hasMany) {
        found.manifolds.resize(first + count);
        if (count > 0) {
            found.ofSlots.push_back({slot, static_cast<std::uint32_t>(first), count});
        }
    }
    return count > 0;
}

#define SAT3D_INSTANTIATE(T)                                                                           \
    template bool mayTouch(const BasicObject<T>&, const BasicObject<T>&, const BasicWorldOptions<T>&); \
    template void ContactSearch<T>::test(std::span<const PairIndices>, FoundContacts<T>&) const;       \
    template void ContactSearch<T>::compute(std::span<const std::uint32_t>, FoundContacts<T>&) const
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
