#include "core/tight_growth.hpp"
#include "world/object_faults.hpp"
#include "world/shape_hash.hpp"
#include "world/space_math.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::uint32_t kMostObjects = 1u << 31;

float checkedMargin(float margin) {
    const bool isValid = std::isfinite(margin) && margin >= 0.0f;
    SAT3D_ASSERT(isValid, "a margin is finite and not negative");
    return isValid ? margin : 0.0f;
}

template <class Shape>
std::optional<WorldError> errorOfShape(const Shape& shape, const std::string& object) {
    if (const auto valid = validate(shape); !valid) {
        return WorldError{WorldError::Code::BadShape, object + ": " + valid.error().message};
    }
    return std::nullopt;
}

}  // namespace

template <class T>
BasicWorld<T>::BasicWorld(Options options) : options_(std::move(options)) {
    options_.margin = checkedMargin(options_.margin);
    options_.hysteresis = checkedMargin(options_.hysteresis);
    options_.maxManifolds = std::max(options_.maxManifolds, 1u);
}

template <class T>
Result<ObjectId, WorldError> BasicWorld<T>::add(Object object) {
    const bool isReused = !free_.empty();
    const std::uint32_t index = isReused ? free_.front() : static_cast<std::uint32_t>(slots_.size());
    const auto describe = [&] { return describeObject(object.name, index); };
    if (index >= kMostObjects) {
        return Unexpected{WorldError{WorldError::Code::Full, describe() + ": the world has 2^31 objects"}};
    }
    if (faultOfPose(object.pose) != nullptr) {
        return Unexpected{*errorOfPose(object.pose, describe())};
    }
    if (auto error = errorOfShape(object.shape, describe())) {
        return Unexpected{*std::move(error)};
    }
    if (isReused) {
        std::ranges::pop_heap(free_, std::greater{});
        free_.pop_back();
        objectsHash_ -= hashOfSlot(index);
    } else {
        reserveTightly(slots_, slots_.size() + 1);
        slots_.emplace_back();
        isChanged_.push_back(false);
    }
    Slot& slot = slots_[index];
    slot.object = std::move(object);
    slot.shapeHash = hashOfShape(slot.object.shape);
    slot.isAlive = true;
    markEdited(index);
    return ObjectId{index, slot.generation};
}

template <class T>
bool BasicWorld<T>::remove(ObjectId id) {
    SAT3D_ASSERT(isAlive(id), "the object was removed before");
    if (!isAlive(id)) {
        return false;
    }
    objectsHash_ -= hashOfSlot(id.index);
    Slot& slot = slots_[id.index];
    slot.object = {};
    slot.shapeHash = slot.contentHash = 0;
    slot.isAlive = false;
    slot.generation += slot.generation == ~0u ? 2 : 1;  // 0 is the generation of no object
    broadPhase_.remove(id.index);
    objectsHash_ += hashOfSlot(id.index);
    markChanged(id.index);
    free_.push_back(id.index);
    std::ranges::push_heap(free_, std::greater{});
    return true;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::staleId(ObjectId id) const {
    SAT3D_ASSERT(isAlive(id), "the object was removed before");
    if (isAlive(id)) {
        return std::nullopt;
    }
    return WorldError{WorldError::Code::StaleId, "object " + std::to_string(id.index) + " of generation " +
                                                     std::to_string(id.generation) + " was removed before"};
}

template <class T>
void BasicWorld<T>::markChanged(std::uint32_t index) {
    if (!isChanged_[index]) {
        isChanged_[index] = true;
        changed_.push_back(index);
    }
    changes_.add(index, slots_.size());
}

/// The box of an object in the broad phase. Objects that are closer than the largest margin have boxes that
/// overlap.
template <class T>
Aabb BasicWorld<T>::boxOf(const Object& object) const {
    const Aabb tight = boxInSpace(object.shape, object.pose);
    const double reach =
        0.5 * (static_cast<double>(options_.margin) + static_cast<double>(options_.hysteresis));
    return Aabb::around(glm::dvec3(tight.lower) - reach, glm::dvec3(tight.upper) + reach);
}

/// For a change of anything but the pose: its pairs are asked again.
template <class T>
void BasicWorld<T>::markEdited(std::uint32_t index) {
    slots_[index].contentHash = hashOfContent(slots_[index]);
    markMoved(index);
}

/// For a change of the pose: lets refresh() place the object in the broad phase.
/// @pre  the caller has taken the hash of the slot before the change out of objectsHash_
template <class T>
void BasicWorld<T>::markMoved(std::uint32_t index) {
    objectsHash_ += hashOfSlot(index);
    if (!slots_[index].isWaiting) {
        slots_[index].isWaiting = true;
        waiting_.push_back(index);
    }
    markChanged(index);
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setPose(ObjectId id, const Pose& pose) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    Object& object = slots_[id.index].object;
    if (faultOfPose(pose) != nullptr) {
        return errorOfPose(pose, describeObject(object.name, id.index));
    }
    objectsHash_ -= hashOfSlot(id.index);
    object.pose = pose;
    markMoved(id.index);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setShape(ObjectId id, Shape shape) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    Object& object = slots_[id.index].object;
    if (auto error = errorOfShape(shape, describeObject(object.name, id.index))) {
        return error;
    }
    objectsHash_ -= hashOfSlot(id.index);
    object.shape = std::move(shape);
    slots_[id.index].shapeHash = hashOfShape(object.shape);
    markEdited(id.index);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setPartPose(ObjectId id, std::uint32_t part, const PartPose& pose) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    Object& object = slots_[id.index].object;
    auto* compound = std::get_if<typename Space<T>::Compound>(&object.shape);
    if (compound == nullptr || part >= compound->children().size()) {
        return WorldError{WorldError::Code::NoSuchPart,
                          describeObject(object.name, id.index) + " has no part " + std::to_string(part)};
    }
    if (faultOfPose(pose) != nullptr) {
        return errorOfPose(pose, describeObject(object.name, id.index),
                           ("the pose of part " + std::to_string(part)).c_str());
    }
    objectsHash_ -= hashOfSlot(id.index);
    compound->setChildPose(part, pose);
    markEdited(id.index);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setKind(ObjectId id, ObjectKind kind) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    objectsHash_ -= hashOfSlot(id.index);
    slots_[id.index].object.kind = kind;
    markEdited(id.index);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setFilter(ObjectId id, const ObjectFilter& filter) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    objectsHash_ -= hashOfSlot(id.index);
    slots_[id.index].object.filter = filter;
    markEdited(id.index);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setUserData(ObjectId id, std::uint64_t userData) {
    if (!isAlive(id)) {
        return staleId(id);
    }
    objectsHash_ -= hashOfSlot(id.index);
    Slot& slot = slots_[id.index];
    slot.object.userData = userData;
    slot.contentHash = hashOfContent(slot);
    objectsHash_ += hashOfSlot(id.index);
    return std::nullopt;
}

template <class T>
void BasicWorld<T>::refresh(ParallelFor parallelFor) {
    constexpr std::size_t kBoxesPerTask = 128, kTasks = 16;  // in rounds, which need little memory
    for (std::size_t first = 0; first < waiting_.size(); first += kBoxesPerTask * kTasks) {
        const auto round = std::span(waiting_).subspan(first).first(
            std::min(kBoxesPerTask * kTasks, waiting_.size() - first));
        resizeTightly(memory_.boxes, round.size());
        parallelFor((round.size() + kBoxesPerTask - 1) / kBoxesPerTask, [&](std::size_t task) {
            const std::size_t end = std::min((task + 1) * kBoxesPerTask, round.size());
            for (std::size_t i = task * kBoxesPerTask; i < end; ++i) {
                const Slot& slot = slots_[round[i]];
                memory_.boxes[i] = slot.isAlive ? boxOf(slot.object) : Aabb{};
            }
        });
        for (std::size_t i = 0; i < round.size(); ++i) {
            Slot& slot = slots_[round[i]];
            slot.isWaiting = false;
            if (slot.isAlive) {
                const bool isStatic = slot.object.kind == ObjectKind::Static;
                broadPhase_.set(round[i], memory_.boxes[i],
                                isStatic ? BroadPhase::Mobility::Static : BroadPhase::Mobility::Moving);
            }
        }
    }
    waiting_.clear();
    broadPhase_.update();
}

template <class T>
std::vector<ObjectId> BasicWorld<T>::ids() const {
    std::vector<ObjectId> result;
    result.reserve(size());
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
        if (slots_[index].isAlive) {
            result.push_back({index, slots_[index].generation});
        }
    }
    return result;
}

template class BasicWorld<float>;
template class BasicWorld<double>;
template class BasicWorld<Planar<float>>;
template class BasicWorld<Planar<double>>;

}  // namespace sat3d::inline SAT3D_ABI
