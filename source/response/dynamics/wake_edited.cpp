#include "response/contacts/found_contact.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/planar/distance.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Wakes the islands that edited objects are part of, or lie on. What only has another surface is looked at
/// later: see wakeNearEdited().
template <class T>
void DynamicsStep<T>::wakeTouchingEdited() {
    if (s_.sleepingCount == 0) {
        return;
    }
    s_.islandsToWake.clear();
    s_.resurfaced.clear();
    std::ranges::copy_if(s_.edited, std::back_inserter(s_.resurfaced),
                         [&](std::uint32_t index) { return hasAnotherSurface(index); });
    const auto wakesOthers = [&](ObjectId id) {
        return std::ranges::binary_search(s_.edited, id.index) &&
               !std::ranges::binary_search(s_.resurfaced, id.index);
    };
    const auto wakeAt = [&](std::uint32_t index) {
        const std::uint32_t at = s_.recordAt(index);
        if (at != kNone && s_.records[at].isAsleep()) {
            s_.islandsToWake.push_back(s_.records[at].island);
        }
    };
    std::ranges::for_each(s_.edited, wakeAt);
    for (const Found& found : s_.sleepingContacts) {
        const auto& [a, b] = found.contact.objects;
        if (wakesOthers(a) || wakesOthers(b)) {
            wakeAt(a.index);
            wakeAt(b.index);
        }
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
}

/// Whether the object is the one of the step before, without a body then and now: so it stands still, and the
/// game has changed its shape, its pose or its filter.
template <class T>
bool DynamicsStep<T>::hasAnotherSurface(std::uint32_t index) const {
    constexpr std::uint64_t kChangedBody = 0;  // see markChanged()
    const auto id = world_.idAt(index);
    return id && index < s_.seen.size() && s_.seen[index].id == *id &&
           s_.seen[index].contentHash != kChangedBody && s_.recordAt(index) == kNone;
}

/// Wakes the bodies whose box overlaps that of an edited object. If that has another surface, only those that
/// it does not carry as before: a crater leaves the rest of the field asleep.
template <class T>
void DynamicsStep<T>::wakeNearEdited() {
    if (s_.sleepingCount == 0) {
        return;
    }
    s_.islandsToWake.clear();
    s_.carried.clear();
    const auto isResurfaced = [&](std::uint32_t index) {
        return std::ranges::binary_search(s_.resurfaced, index);
    };
    for (const std::uint32_t edited : s_.edited) {
        s_.nearPairs.query(s_.nearPairs.box(edited), [&](std::uint32_t index) {
            const std::uint32_t at = s_.recordAt(index);
            if (at != kNone && s_.records[at].isAsleep()) {
                if (isResurfaced(edited)) {
                    s_.carried.push_back(sortedPair(index, edited));
                } else {
                    s_.islandsToWake.push_back(s_.records[at].island);
                }
            }
        });
    }
    for (const Found& found : s_.sleepingContacts) {
        const PairIndices pair = pairOf(found);
        if (isResurfaced(pair.a) || isResurfaced(pair.b)) {
            s_.carried.push_back(pair);
        }
    }
    std::ranges::sort(s_.carried);
    s_.carried.erase(std::unique(s_.carried.begin(), s_.carried.end()), s_.carried.end());
    for (const PairIndices& pair : s_.carried) {
        const bool isOnA = isResurfaced(pair.a);
        if (!isCarriedAsBefore(pair, isOnA)) {
            s_.islandsToWake.push_back(s_.records[s_.recordAt(isOnA ? pair.b : pair.a)].island);
        }
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
}

/// Whether the points at which a surface carries a sleeping body are still on the surface, and nothing of it
/// has come nearer to the body.
/// @param isOnA  whether A is the surface
template <class T>
bool DynamicsStep<T>::isCarriedAsBefore(const PairIndices& pair, bool isOnA) const {
    constexpr float kSamePlace = 0.05f;  // of the margin of contacts
    const float tolerance = kSamePlace * s_.options.solver.margin;
    if (!canTouch(pair)) {
        return false;
    }
    const Object &a = *world_.find(s_.seen[pair.a].id), &b = *world_.find(s_.seen[pair.b].id);
    const Object& surface = isOnA ? a : b;
    const float toBody = isOnA ? 1.0f : -1.0f;
    // A ball that is half above the surface: what is behind a one-sided one has no distance to it.
    const auto probe = roundAt(Vector(0.0f), 2.0f * tolerance);
    float nearest = 0.0f;
    const auto pairAt = [](const Found& found) { return pairOf(found); };
    for (auto found = std::ranges::lower_bound(s_.sleepingContacts, pair, {}, pairAt);
         found != s_.sleepingContacts.end() && pairAt(*found) == pair; ++found) {
        const Contact& contact = found->contact;
        for (const auto& point : contact.points()) {
            const float above = tolerance - 0.5f * point.separation;
            const typename Space<T>::Pose at{point.position + Position(toBody * above * contact.normal)};
            const float gap = distance(surface.shape, surface.pose, probe, at).separation + tolerance;
            if (!(std::abs(gap) <= tolerance)) {
                return false;
            }
        }
        nearest = std::min(nearest, leastSeparation(contact));
    }
    return distance(a.shape, a.pose, b.shape, b.pose).separation >= nearest - tolerance;
}

#define SAT3D_INSTANTIATE(T)                             \
    template void DynamicsStep<T>::wakeTouchingEdited(); \
    template void DynamicsStep<T>::wakeNearEdited()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
