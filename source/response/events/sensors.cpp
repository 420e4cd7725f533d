#include "response/events/sensors.hpp"

#include "core/shell_sort.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>
#include <sat3d/world/world_queries.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
const ChangedObject<T>* findChanged(std::span<const ChangedObject<T>> changed, std::uint32_t index) {
    const auto indexOf = [](const ChangedObject<T>& one) { return one.id.index; };
    const auto at = std::ranges::lower_bound(changed, index, {}, indexOf);
    return at != changed.end() && at->id.index == index ? &*at : nullptr;
}

/// Whether two objects overlap at any time of a step.
template <class T>
bool meetInStep(const BasicObject<T>& a, const StepPath<T>& pathA, const BasicObject<T>& b,
                const StepPath<T>& pathB) {
    if (pathA.isStill() && pathB.isStill()) {
        return false;  // then they would overlap at its end
    }
    const float bend = std::min(pathA.bend, pathB.bend);
    return sweep(a.shape, pathA.before, b.shape, pathB.before, pathA.motionUntil(bend),
                 pathB.motionUntil(bend)) ||
           (bend < 1.0f && sweep(a.shape, pathA.poseAt(bend), b.shape, pathB.poseAt(bend),
                                 pathA.motionFrom(bend), pathB.motionFrom(bend)));
}

template <class T>
const ObjectPair& pairOf(const FoundTouch<T>& found) {
    return found.touch.objects;
}

}  // namespace

template <class T>
void Sensors<T>::set(std::uint32_t index, bool isSensor) {
    const auto at = std::ranges::lower_bound(indices_, index);
    const bool wasSensor = at != indices_.end() && *at == index;
    if (wasSensor && !isSensor) {
        indices_.erase(at);
    } else if (!wasSensor && isSensor) {
        indices_.insert(at, index);
    }
    isTreeOld_ = isTreeOld_ || isSensor || wasSensor;
}

template <class T>
auto Sensors<T>::find(const BasicWorld<T>& world, std::span<const Changed> changed, ParallelFor parallelFor)
    -> std::span<const Found> {
    constexpr std::size_t kPerTask = 32;
    buildTree(world, changed, parallelFor);
    lists_.collect(
        parallelFor, changed.size(), kPerTask, found_,
        [&](std::size_t i, std::vector<Found>& found) { findAt(world, changed, changed[i], found); });
    shellSort(found_, {}, pairOf<T>);
    addKept(world, changed);
    return found_;
}

/// The boxes of sensors that have moved are those around their ways.
template <class T>
void Sensors<T>::buildTree(const BasicWorld<T>& world, std::span<const Changed> changed,
                           ParallelFor parallelFor) {
    const bool isAnyChanged = std::ranges::any_of(
        indices_, [&](std::uint32_t index) { return findChanged(changed, index) != nullptr; });
    if (!isAnyChanged && !isTreeOld_) {
        return;
    }
    boxes_.clear();
    for (const std::uint32_t index : indices_) {
        const Changed* const moved = findChanged(changed, index);
        const BasicObject<T>& sensor = *world.find(*world.idAt(index));
        boxes_.push_back(moved != nullptr ? moved->box : boxInSpace(sensor.shape, sensor.pose));
    }
    items_.resize(indices_.size());
    std::iota(items_.begin(), items_.end(), 0u);
    tree_.build(boxes_, items_, parallelFor);
    isTreeOld_ = isAnyChanged;
}

/// Tests a changed object against all sensors, or a changed sensor against all that has not changed.
template <class T>
void Sensors<T>::findAt(const BasicWorld<T>& world, std::span<const Changed> changed, const Changed& one,
                        std::vector<Found>& found) const {
    const BasicObject<T>& object = *world.find(one.id);
    const auto test = [&](ObjectId otherId) {
        if (!world.mayTouch(one.id, otherId)) {
            return;
        }
        const BasicObject<T>& other = *world.find(otherId);
        const Changed* const otherMoved = findChanged(changed, otherId.index);
        const StepPath<T> otherPath = otherMoved != nullptr ? otherMoved->path : StepPath<T>{other.pose};
        const bool isFirst = one.id.index < otherId.index;
        const ObjectPair pair = isFirst ? ObjectPair{one.id, otherId} : ObjectPair{otherId, one.id};
        const bool touches = isFirst ? overlaps(object.shape, object.pose, other.shape, other.pose)
                                     : overlaps(other.shape, other.pose, object.shape, object.pose);
        const bool touched = std::ranges::binary_search(touching_, pair);
        if (touches || (!touched && (isFirst ? meetInStep(object, one.path, other, otherPath)
                                             : meetInStep(other, otherPath, object, one.path)))) {
            found.push_back({.touch = {.objects = pair}, .hasTouched = true, .isNear = touches});
        }
    };
    if (object.kind == ObjectKind::Sensor) {
        WorldAccess::query(world, one.box, QueryFilter{}, [&](ObjectId id, const BasicObject<T>&) {
            if (findChanged(changed, id.index) == nullptr) {
                test(id);
            }
            return true;
        });
    } else {
        (void)tree_.query(one.box, [&](std::uint32_t place) {
            test(*world.idAt(indices_[place]));
            return true;
        });
    }
}

/// Adds the pairs that overlapped before, and of which neither object has changed.
template <class T>
void Sensors<T>::addKept(const BasicWorld<T>& world, std::span<const Changed> changed) {
    foundAndKept_.clear();
    const auto isSame = [&](ObjectId id) {
        return world.find(id) != nullptr && findChanged(changed, id.index) == nullptr;
    };
    auto next = found_.begin();
    for (const ObjectPair& pair : touching_) {
        for (; next != found_.end() && keyOf(pairOf(*next)) <= keyOf(pair); ++next) {
            foundAndKept_.push_back(*next);
        }
        if (isSame(pair.a) && isSame(pair.b)) {
            foundAndKept_.push_back({.touch = {.objects = pair}, .hasTouched = true, .isNear = true});
        }
    }
    foundAndKept_.insert(foundAndKept_.end(), next, found_.end());
    found_.swap(foundAndKept_);
}

template <class T>
void Sensors<T>::finish() {
    touching_.clear();
    for (const Found& found : found_) {
        if (found.isNear) {
            touching_.push_back(pairOf(found));
        }
    }
}

#define SAT3D_INSTANTIATE(T) template class Sensors<T>
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
