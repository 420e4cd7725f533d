#include "math/compose.hpp"
#include "math/motion_contract.hpp"
#include "world/objects/object_faults.hpp"
#include "world/queries/moving_search.hpp"
#include "world/queries/swept_box.hpp"

#include <sat3d/world/object_motions.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {

namespace {

std::size_t partCount(const Shape& shape) {
    const auto* compound = std::get_if<Compound>(&shape);
    return compound != nullptr ? compound->children().size() : 0;
}

/// The motion of a part that moves with its object.
template <Spatial T>
BasicObjectMotion<T> motionOfPart(const BasicObjectMotion<T>& whole, const Pose& partInObject,
                                  std::uint32_t part) {
    const DPose before = composed(whole.before, partInObject);
    const RigidTransform toObject = localToWorld(partInObject);
    const glm::dvec3 center =
        glm::transpose(toObject.rotation) * (glm::dvec3(whole.motion.localCenter) - toObject.translation);
    return {whole.object,
            {glm::vec<3, T>(before.position), glm::qua<T>(before.rotation)},
            {whole.motion.translation, whole.motion.rotationVector, glm::vec3(center)},
            part};
}

template <Spatial T>
std::optional<WorldError> errorOfMotion(const BasicWorld<T>& world, const BasicObjectMotion<T>& motion) {
    const BasicObject<T>* object = world.find(motion.object);
    if (object == nullptr) {
        return WorldError{
            WorldError::Code::StaleId,
            describeObject({}, motion.object.index) + ": there is no object with this id, so it cannot move"};
    }
    const auto describe = [&] { return describeObject(object->name, motion.object.index); };
    if (motion.part != motion.kWhole && motion.part >= partCount(object->shape)) {
        return WorldError{WorldError::Code::NoSuchPart,
                          describe() + " has no part " + std::to_string(motion.part) + " that could move"};
    }
    if (faultOfPose(motion.before) != nullptr) {
        return errorOfPose(motion.before, describe(), "the pose before the step");
    }
    if (const char* fault = faultOfMotion(motion.motion)) {
        return WorldError{WorldError::Code::BadMotion, describe() + ": the motion " + fault};
    }
    return std::nullopt;
}

}  // namespace

template <Spatial T>
BasicObjectMotions<T>::BasicObjectMotions() : state_(new State) {}
template <Spatial T>
BasicObjectMotions<T>::BasicObjectMotions(const BasicObjectMotions& other)
    : state_(new State(*other.state_)) {}
template <Spatial T>
BasicObjectMotions<T>::BasicObjectMotions(BasicObjectMotions&& other) noexcept : BasicObjectMotions() {
    std::swap(state_, other.state_);
}
template <Spatial T>
BasicObjectMotions<T>& BasicObjectMotions<T>::operator=(const BasicObjectMotions& other) {
    *state_ = *other.state_;
    return *this;
}
template <Spatial T>
BasicObjectMotions<T>& BasicObjectMotions<T>::operator=(BasicObjectMotions&& other) noexcept {
    *state_ = std::exchange(*other.state_, {});
    return *this;
}
template <Spatial T>
BasicObjectMotions<T>::~BasicObjectMotions() = default;

template <Spatial T>
std::optional<WorldError> BasicObjectMotions<T>::set(const BasicWorld<T>& world,
                                                     std::span<const Motion> motions) {
    for (const Motion& motion : motions) {
        if (auto error = errorOfMotion(world, motion)) {
            return error;
        }
    }
    state_->set(world, motions);
    return std::nullopt;
}

template <Spatial T>
std::span<const BasicObjectMotion<T>> BasicObjectMotions<T>::all() const noexcept {
    return state_->motions;
}

template <Spatial T>
const BasicObjectMotion<T>* BasicObjectMotions<T>::find(ObjectId id) const noexcept {
    const std::uint32_t first = id.index < state_->firsts.size() ? state_->firsts[id.index] : State::kNone;
    return first != State::kNone && state_->motions[first].object == id ? &state_->motions[first] : nullptr;
}

template <Spatial T>
void BasicObjectMotions<T>::State::set(const BasicWorld<T>& world, std::span<const Motion> given) {
    std::uint32_t indexEnd = 0;
    for (const Motion& motion : given) {
        indexEnd = std::max(indexEnd, motion.object.index + 1);
    }
    firsts.assign(indexEnd, kNone);
    for (const Motion& motion : given) {
        if (motion.part != Motion::kWhole) {
            firsts[motion.object.index] = kNoneOfParts;
        }
    }
    motions.clear();
    for (const bool isForParts : {false, true}) {
        for (const Motion& motion : given) {
            if ((motion.part != Motion::kWhole) == isForParts) {
                add(world, motion);
            }
        }
    }
    buildTree(world);
}

/// Motions of whole objects are added before those of parts.
template <Spatial T>
void BasicObjectMotions<T>::State::add(const BasicWorld<T>& world, const Motion& motion) {
    const BasicObject<T>& object = *world.find(motion.object);
    std::uint32_t& first = firsts[motion.object.index];
    const bool isNew = first == kNone || first == kNoneOfParts;
    const bool isOfParts = first == kNoneOfParts || (!isNew && motions[first].part != Motion::kWhole);
    if (isNew) {
        first = static_cast<std::uint32_t>(motions.size());
        motions.resize(motions.size() + (isOfParts ? partCount(object.shape) : 1));
    }
    if (!isOfParts) {
        motions[first] = motion;
        return;
    }
    if (isNew || motion.part == Motion::kWhole) {
        const Motion whole = motion.part == Motion::kWhole ? motion : Motion{motion.object, object.pose};
        const auto& children = std::get<Compound>(object.shape).children();
        for (std::uint32_t part = 0; part < children.size(); ++part) {
            motions[first + part] = motionOfPart(whole, children[part].pose, part);
        }
    }
    if (motion.part != Motion::kWhole) {
        motions[first + motion.part] = motion;
    }
}

template <Spatial T>
void BasicObjectMotions<T>::State::buildTree(const BasicWorld<T>& world) {
    memory.boxes.clear();
    for (const Motion& motion : motions) {
        const auto shape = movingShapeOf(*world.find(motion.object), motion);
        memory.boxes.push_back(sweptBox<T>(*shape, motion.before, motion.motion));
    }
    memory.items.resize(motions.size());
    std::iota(memory.items.begin(), memory.items.end(), 0u);
    tree.build(memory.boxes, memory.items);
}

template class BasicObjectMotions<float>;
template class BasicObjectMotions<double>;

}  // namespace sat3d::SAT3D_ABI
