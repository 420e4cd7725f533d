#include "world/objects/object_table.hpp"

#include "core/hash.hpp"
#include "core/tight_growth.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/shape_hash.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {

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

template <class... Numbers>
std::uint64_t addNumbers(std::uint64_t hash, Numbers... numbers) {
    ((hash = mixHash(hash, bitsOf(numbers))), ...);
    return hash;
}
std::uint64_t addPose(std::uint64_t hash, const DPose& pose) {
    const auto& [p, q] = pose;
    return addNumbers(hash, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}
template <class T>
std::uint64_t addPose(std::uint64_t hash, const BasicPlanarPose<T>& pose) {
    const auto& [p, r] = pose;
    return addNumbers(hash, p.x, p.y, r.x, r.y);
}

}  // namespace

template <class T>
ObjectTable<T>::ObjectTable(std::vector<Slot> slots) : slots_(std::move(slots)) {
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
        if (slots_[index].isAlive) {
            slots_[index].localBox = localBoxOf<T>(slots_[index].object.shape);
        } else {
            free_.push_back(index);  // ascending, and so a heap
        }
        hash_ += objectHash(index);
    }
    markAll();
}

template <class T>
ObjectTable<T>& ObjectTable<T>::operator=(const ObjectTable& other) {
    if (this != &other) {
        slots_ = other.slots_;
        free_ = other.free_;
        hash_ = other.hash_;
        replaceLog(other.log_.now());
        markAll();
    }
    return *this;
}

template <class T>
std::uint64_t ObjectTable<T>::contentHash(std::uint32_t index) const {
    const Slot& slot = slots_[index];
    if (!slot.isAlive) {
        return hashOf(index, slot.generation);
    }
    const ObjectFilter& filter = slot.object.filter;
    std::uint64_t hash = hashOf(
        index, slot.generation, slot.shapeHash, slot.object.kind, filter.categories, filter.collidesWith,
        filter.excludes, static_cast<std::uint32_t>(filter.group), filter.detail, slot.object.userData);
    for (const auto& part : partsOf(slot.object.shape)) {
        hash = addPose(hash, part.pose);
    }
    return hash;
}

template <class T>
std::uint64_t ObjectTable<T>::poseHash(std::uint32_t index) const {
    return slots_[index].isAlive ? addPose(hashOf(index, 1), slots_[index].object.pose) : 0;
}

/// Makes a change of anything but the pose and the generation. The pairs of the object are tested again.
template <class T>
template <class Change>
void ObjectTable<T>::edit(std::uint32_t index, const Change& change) {
    hash_ -= contentHash(index);
    change(slots_[index]);
    hash_ += contentHash(index);
    mark(index);
}

template <class T>
void ObjectTable<T>::mark(std::uint32_t index) {
    if (!slots_[index].isWaiting) {
        slots_[index].isWaiting = true;
        reserveTightly(changed_, changed_.size() + 1);
        changed_.push_back(index);
    }
    isChanged_[index] = true;
    log_.add(index, slots_.size());
}

template <class T>
void ObjectTable<T>::markAll() {
    for (Slot& slot : slots_) {
        slot.isWaiting = true;
    }
    isChanged_.assign(slots_.size(), true);
    changed_.resize(slots_.size());
    std::iota(changed_.begin(), changed_.end(), 0u);
    refreshed_ = 0;
}

template <class T>
void ObjectTable<T>::setRefreshed() {
    for (const std::uint32_t index : waiting()) {
        slots_[index].isWaiting = false;
    }
    if (changed_.size() > 2 * slots_.size()) {  // a game may never ask for an update
        changed_.clear();
        for (std::uint32_t index = 0; index < slots_.size(); ++index) {
            if (isChanged_[index]) {
                changed_.push_back(index);
            }
        }
    }
    refreshed_ = changed_.size();
}

/// @pre  nothing waits
template <class T>
void ObjectTable<T>::setUpdated() {
    for (const std::uint32_t index : changed_) {
        isChanged_[index] = false;
    }
    changed_.clear();
    refreshed_ = 0;
}

template <class T>
ObjectId ObjectTable<T>::add(Object object) {
    const std::uint32_t index = nextIndex();
    if (free_.empty()) {
        reserveTightly(slots_, slots_.size() + 1);
        slots_.emplace_back();
        isChanged_.push_back(false);
        hash_ += contentHash(index);
    } else {
        std::ranges::pop_heap(free_, std::greater{});
        free_.pop_back();
    }
    edit(index, [&](Slot& slot) {
        slot.object = std::move(object);
        slot.shapeHash = hashOfShape(slot.object.shape);
        slot.localBox = localBoxOf<T>(slot.object.shape);
        slot.isAlive = true;
    });
    hash_ += poseHash(index);
    return idOf(index);
}

template <class T>
void ObjectTable<T>::remove(std::uint32_t index) {
    hash_ -= poseHash(index);
    edit(index, [](Slot& slot) {
        slot.object = {};
        slot.shapeHash = 0;
        slot.localBox = {};
        slot.isAlive = false;
        slot.generation += slot.generation == ~0u ? 2 : 1;  // 0 is the generation of no object
    });
    free_.push_back(index);
    std::ranges::push_heap(free_, std::greater{});
}

template <class T>
void ObjectTable<T>::setPose(std::uint32_t index, const Pose& pose) {
    Pose& now = slots_[index].object.pose;
    if (haveSameBits(now, pose)) {
        return;
    }
    hash_ -= poseHash(index);
    now = pose;
    hash_ += poseHash(index);
    mark(index);
}

template <class T>
void ObjectTable<T>::setShape(std::uint32_t index, typename Space<T>::Shape shape) {
    edit(index, [&](Slot& slot) {
        slot.object.shape = std::move(shape);
        slot.shapeHash = hashOfShape(slot.object.shape);
        slot.localBox = localBoxOf<T>(slot.object.shape);
    });
}

template <class T>
void ObjectTable<T>::setPartPose(std::uint32_t index, std::uint32_t part,
                                 const typename Space<T>::PartPose& pose) {
    if (haveSameBits(partsOf(slots_[index].object.shape)[part].pose, pose)) {
        return;
    }
    edit(index, [&](Slot& slot) {
        std::get<typename Space<T>::Compound>(slot.object.shape).setChildPose(part, pose);
        slot.localBox = localBoxOf<T>(slot.object.shape);
    });
}

template <class T>
void ObjectTable<T>::setKind(std::uint32_t index, ObjectKind kind) {
    if (slots_[index].object.kind != kind) {
        edit(index, [&](Slot& slot) { slot.object.kind = kind; });
    }
}

template <class T>
void ObjectTable<T>::setFilter(std::uint32_t index, const ObjectFilter& filter) {
    edit(index, [&](Slot& slot) { slot.object.filter = filter; });
}

template <class T>
void ObjectTable<T>::setUserData(std::uint32_t index, std::uint64_t userData, bool changesPairs) {
    if (changesPairs) {
        edit(index, [&](Slot& slot) { slot.object.userData = userData; });
        return;
    }
    hash_ -= contentHash(index);
    slots_[index].object.userData = userData;
    hash_ += contentHash(index);
    log_.add(index, slots_.size());
}

template <class T>
std::optional<std::string> ObjectTable<T>::validate() const {
    std::uint64_t sum = 0;
    std::vector<bool> isFree(slots_.size()), isListed(slots_.size());
    for (const std::uint32_t index : free_) {
        isFree[index] = true;
    }
    for (const std::uint32_t index : waiting()) {
        isListed[index] = true;
    }
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
        const Slot& slot = slots_[index];
        const std::string object = describeObject(slot.object.name, index);
        if (slot.isAlive == isFree[index] || slot.generation == 0) {
            return object + " is both there and removed, or has no generation";
        }
        if (slot.isWaiting != isListed[index] || (slot.isWaiting && !isChanged_[index])) {
            return object + " has changed, but is not listed";
        }
        if (slot.isAlive && (slot.shapeHash != hashOfShape(slot.object.shape) ||
                             !(slot.localBox == localBoxOf<T>(slot.object.shape)) ||
                             faultOfPose(slot.object.pose) != nullptr)) {
            return object + " has a bad pose, or derived data of another shape";
        }
        sum += objectHash(index);
    }
    std::vector<bool> isChanged(slots_.size());
    for (const std::uint32_t index : changed_) {
        isChanged[index] = true;
    }
    if (isChanged != isChanged_ || !std::ranges::is_heap(free_, std::greater{})) {
        return "the lists of changed or free objects are wrong";
    }
    return sum != hash_ ? std::optional<std::string>("the hash is not that of the objects") : std::nullopt;
}

template class detail::ObjectTable<float>;
template class detail::ObjectTable<double>;
template class detail::ObjectTable<Planar<float>>;
template class detail::ObjectTable<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
