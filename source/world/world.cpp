#include "core/parallel/team.hpp"
#include "world/contacts/contact_search.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_state.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::uint32_t kMaxObjects = 1u << 31;

float checkedMargin(float margin) {
    const bool isValid = std::isfinite(margin) && margin >= 0.0f;
    SAT3D_ASSERT(isValid, "a margin is finite and not negative");
    return isValid ? margin : 0.0f;
}

template <class Options>
Options checked(Options options) {
    options.margin = checkedMargin(options.margin);
    options.hysteresis = checkedMargin(options.hysteresis);
    options.maxManifolds = std::max(options.maxManifolds, 1u);
    return options;
}

WorldError staleId(ObjectId id) {
    SAT3D_ASSERT(false, "the object was removed before");
    return {WorldError::Code::StaleId, "object " + std::to_string(id.index) + " of generation " +
                                           std::to_string(id.generation) + " was removed before"};
}

}  // namespace

template <class T>
BasicWorld<T>::BasicWorld(Options options) : state_(new State(checked(std::move(options)))) {}
template <class T>
BasicWorld<T>::BasicWorld(const BasicWorld& other) : state_(new State(*other.state_)) {}
template <class T>
BasicWorld<T>::BasicWorld(BasicWorld&& other) noexcept : BasicWorld(other.options()) {
    std::swap(state_, other.state_);
    other.state_->objects.replaceLog(changes().now());
}
template <class T>
BasicWorld<T>& BasicWorld<T>::operator=(const BasicWorld& other) {
    if (this != &other) {
        const ChangeLog::Moment moment = changes().now();
        *state_ = *other.state_;
        state_->objects.replaceLog(moment);
    }
    return *this;
}
template <class T>
BasicWorld<T>& BasicWorld<T>::operator=(BasicWorld&& other) noexcept {
    BasicWorld moved(std::move(other));
    std::swap(state_, moved.state_);
    state_->objects.replaceLog(moved.changes().now());
    return *this;
}
template <class T>
BasicWorld<T>::~BasicWorld() = default;

template <class T>
const BasicWorldOptions<T>& BasicWorld<T>::options() const noexcept {
    return state_->options;
}

template <class T>
Result<ObjectId, WorldError> BasicWorld<T>::add(Object object) {
    const std::uint32_t index = state_->objects.nextIndex();
    if (index >= kMaxObjects) {
        return Unexpected{WorldError{WorldError::Code::Full,
                                     describeObject(object.name, index) + ": the world has 2^31 objects"}};
    }
    if (auto error = errorOfObject(object, index)) {
        return Unexpected{*std::move(error)};
    }
    return state_->objects.add(std::move(object));
}

template <class T>
bool BasicWorld<T>::remove(ObjectId id) {
    const bool isThere = state_->objects.isAlive(id);
    SAT3D_ASSERT(isThere, "the object was removed before");
    if (isThere) {
        state_->objects.remove(id.index);
        state_->broadPhase.remove(id.index);
    }
    return isThere;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setPose(ObjectId id, const Pose& pose) {
    const Object* object = find(id);
    if (object == nullptr) {
        return staleId(id);
    }
    if (faultOfPose(pose) != nullptr) {
        return errorOfPose(pose, describeObject(object->name, id.index));
    }
    state_->objects.setPose(id.index, pose);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setShape(ObjectId id, Shape shape) {
    const Object* object = find(id);
    if (object == nullptr) {
        return staleId(id);
    }
    if (auto error = errorOfShape(shape, describeObject(object->name, id.index))) {
        return error;
    }
    state_->objects.setShape(id.index, std::move(shape));
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setPartPose(ObjectId id, std::uint32_t part, const PartPose& pose) {
    const Object* object = find(id);
    if (object == nullptr) {
        return staleId(id);
    }
    if (part >= partsOf(object->shape).size()) {
        return WorldError{WorldError::Code::NoSuchPart,
                          describeObject(object->name, id.index) + " has no part " + std::to_string(part)};
    }
    if (faultOfPose(pose) != nullptr) {
        return errorOfPose(pose, describeObject(object->name, id.index),
                           ("the pose of part " + std::to_string(part)).c_str());
    }
    state_->objects.setPartPose(id.index, part, pose);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setKind(ObjectId id, ObjectKind kind) {
    const Object* object = find(id);
    if (object == nullptr) {
        return staleId(id);
    }
    if (!isValid(kind)) {
        return errorOfKind(kind, describeObject(object->name, id.index));
    }
    state_->objects.setKind(id.index, kind);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setFilter(ObjectId id, const ObjectFilter& filter) {
    const Object* object = find(id);
    if (object == nullptr) {
        return staleId(id);
    }
    if (!isValid(filter)) {
        return errorOfFilter(filter, describeObject(object->name, id.index));
    }
    state_->objects.setFilter(id.index, filter);
    return std::nullopt;
}

template <class T>
std::optional<WorldError> BasicWorld<T>::setUserData(ObjectId id, std::uint64_t userData) {
    if (find(id) == nullptr) {
        return staleId(id);
    }
    const bool changesPairs(options().mayTouch);
    state_->objects.setUserData(id.index, userData, changesPairs);
    return std::nullopt;
}

template <class T>
const BasicObject<T>* BasicWorld<T>::find(ObjectId id) const noexcept {
    return state_->objects.isAlive(id) ? &state_->objects[id.index].object : nullptr;
}

template <class T>
std::optional<ObjectId> BasicWorld<T>::idAt(std::uint32_t index) const noexcept {
    const bool isUsed = index < state_->objects.slots().size() && state_->objects[index].isAlive;
    return isUsed ? std::optional(state_->objects.idOf(index)) : std::nullopt;
}

template <class T>
bool BasicWorld<T>::mayTouch(ObjectId a, ObjectId b) const {
    const bool areSorted = a.index < b.index;
    const Object *first = find(areSorted ? a : b), *second = find(areSorted ? b : a);
    return first != nullptr && second != nullptr && first != second &&
           sat3d::mayTouch(*first, *second, options());
}

template <class T>
std::size_t BasicWorld<T>::size() const noexcept {
    return state_->objects.size();
}

template <class T>
std::vector<ObjectId> BasicWorld<T>::ids() const {
    std::vector<ObjectId> result;
    result.reserve(size());
    for (std::uint32_t index = 0; index < state_->objects.slots().size(); ++index) {
        if (state_->objects[index].isAlive) {
            result.push_back(state_->objects.idOf(index));
        }
    }
    return result;
}

template <class T>
BasicEvents<T> BasicWorld<T>::update(ParallelFor parallelFor) {
    constexpr std::size_t kMinForTeam =
        32;  // moved objects. Fewer take less time than it takes to wake a thread
    if (state_->objects.waiting().size() < kMinForTeam) {
        state_->update(parallelFor);  // its loops are as short: they wake nobody
    } else {
        Team::run(parallelFor, [&](ParallelFor loop) { state_->update(loop); });
    }
    return events();
}

template <class T>
void BasicWorld<T>::refresh(ParallelFor parallelFor) {
    state_->refresh(parallelFor);
}

template <class T>
BasicEvents<T> BasicWorld<T>::events() const noexcept {
    const auto& contacts = state_->contacts;
    return {contacts.begun(), contacts.stayed(), contacts.ended(), state_->parts.events(),
            contacts.manifolds()};
}

template <class T>
const ChangeLog& BasicWorld<T>::changes() const noexcept {
    return state_->objects.log();
}

template <class T>
std::span<const ObjectPair> BasicWorld<T>::touching() const noexcept {
    return state_->contacts.touching();
}

template <class T>
std::optional<std::string> BasicWorld<T>::validate() const {
    return state_->validate();
}

template class BasicWorld<float>;
template class BasicWorld<double>;
template class BasicWorld<Planar<float>>;
template class BasicWorld<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
