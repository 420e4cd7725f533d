// Which parts of compounds touch.

#include "world/pair_hash.hpp"
#include "world/pair_key.hpp"
#include "world/space_math.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// The order of events.
auto orderOf(const PartPair& pair) {
    return std::tuple(keyOf(pair.objects), pair.parts);
}

/// Calls visit(number, shape, pose) for the parts of an object.
template <class T, class Visit>
void forEachPart(const BasicObject<T>& object, const Visit& visit) {
    using ShapeRef = typename Space<T>::ShapeRef;
    const auto parts = partsOf(object.shape);
    if (parts.empty()) {
        visit(0u, ShapeRef(object.shape), partInWorld(object.pose));
    }
    std::uint32_t number = 0;
    for (const auto& part : parts) {
        visit(number++, ShapeRef(part.shape), partInWorld(object.pose, part.pose));
    }
}

}  // namespace

/// Appends the pairs of parts that touch, of two objects that do.
template <class T>
void BasicWorld<T>::findParts(const Object& a, const Object& b, const ObjectPair& objects,
                              std::vector<PartPair>& parts) const {
    if (partsOf(a.shape).empty() && partsOf(b.shape).empty()) {
        parts.push_back({objects, {}});
        return;
    }
    const auto wasTouching = [&](const PartPair& pair) {
        const auto place = std::ranges::lower_bound(touchingParts_, orderOf(pair), {}, orderOf);
        return place != touchingParts_.end() && *place == pair;
    };
    forEachPart(a, [&](std::uint32_t partA, auto shapeA, const auto& poseA) {
        forEachPart(b, [&](std::uint32_t partB, auto shapeB, const auto& poseB) {
            const auto areCloserThan = [&](float margin) {
                return overlaps(shapeA, poseA, shapeB, poseB, {.margin = margin});
            };
            const PartPair pair{objects, {partA, partB}};
            if (areCloserThan(options_.margin) || (options_.hysteresis > 0.0f && wasTouching(pair) &&
                                                   areCloserThan(options_.margin + options_.hysteresis))) {
                parts.push_back(pair);
            }
        });
    });
}

/// Compares the parts that touched with those that were found, as mergeContacts() does for objects.
template <class T>
void BasicWorld<T>::mergeParts() {
    partEvents_.begun.clear();
    partEvents_.stayed.clear();
    partEvents_.ended.clear();
    memory_.nextParts.clear();
    std::ranges::sort(memory_.foundParts, {}, orderOf);
    auto found = memory_.foundParts.begin();
    const auto end = memory_.foundParts.end();
    const auto goOn = [&](const PartPair& pair, std::vector<PartPair>& events) {
        events.push_back(pair);
        memory_.nextParts.push_back(pair);
    };
    for (const PartPair& pair : touchingParts_) {
        for (; found != end && orderOf(*found) < orderOf(pair); ++found) {
            goOn(*found, partEvents_.begun);
        }
        if (!hasChanged(pair.objects)) {
            goOn(pair, partEvents_.stayed);
        } else if (found != end && *found == pair) {
            goOn(*found++, partEvents_.stayed);
        } else {
            partEvents_.ended.push_back(pair);
        }
    }
    for (; found != end; ++found) {
        goOn(*found, partEvents_.begun);
    }
    std::swap(touchingParts_, memory_.nextParts);
    for (const PartPair& pair : partEvents_.begun) {
        touchingHash_ += hashOfPair(pair);
    }
    for (const PartPair& pair : partEvents_.ended) {
        touchingHash_ -= hashOfPair(pair);
    }
}

/// Whether the list of parts is sorted and has only objects that touch.
template <class T>
bool BasicWorld<T>::arePartsValid() const {
    const bool isSorted = std::ranges::adjacent_find(touchingParts_, std::ranges::greater_equal{}, orderOf) ==
                          touchingParts_.end();
    return isSorted && (options_.partEvents || touchingParts_.empty()) &&
           std::ranges::all_of(touchingParts_,
                               [&](const PartPair& pair) { return wasTouching(pair.objects); });
}

#define SAT3D_INSTANTIATE(T)                                                                \
    template void BasicWorld<T>::findParts(const Object&, const Object&, const ObjectPair&, \
                                           std::vector<PartPair>&) const;                   \
    template void BasicWorld<T>::mergeParts();                                              \
    template bool BasicWorld<T>::arePartsValid() const
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<float>);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
