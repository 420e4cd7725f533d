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
std::optional<WorldError> BasicObjectMotions<T>::set(const BasicWorld<T>& world,
                                                     std::span<const Motion> motions) {
    for (const Motion& motion : motions) {
        if (auto error = errorOfMotion(world, motion)) {
            return error;
        }
    }
    std::uint32_t indexEnd = 0;
    for (const Motion& motion : motions) {
        indexEnd = std::max(indexEnd, motion.object.index + 1);
    }
    firsts_.assign(indexEnd, kNone);
    for (const Motion& motion : motions) {
        if (motion.part != Motion::kWhole) {
            firsts_[motion.object.index] = kNoneOfParts;
        }
    }
    motions_.clear();
    for (const bool isForParts : {false, true}) {
        for (const Motion& motion : motions) {
            if ((motion.part != Motion::kWhole) == isForParts) {
                add(world, motion);
            }
        }
    }
    buildTree(world);
    return std::nullopt;
}

/// Motions of whole objects are added before those of parts.
template <Spatial T>
void BasicObjectMotions<T>::add(const BasicWorld<T>& world, const Motion& motion) {
    const BasicObject<T>& object = *world.find(motion.object);
    std::uint32_t& first = firsts_[motion.object.index];
    const bool isNew = first == kNone || first == kNoneOfParts;
    const bool isOfParts = first == kNoneOfParts || (!isNew && motions_[first].part != Motion::kWhole);
    if (isNew) {
        first = static_cast<std::uint32_t>(motions_.size());
        motions_.resize(motions_.size() + (isOfParts ? partCount(object.shape) : 1));
    }
    if (!isOfParts) {
        motions_[first] = motion;
        return;
    }
    if (isNew || motion.part == Motion::kWhole) {
        const Motion whole = motion.part == Motion::kWhole ? motion : Motion{motion.object, object.pose};
        const auto& children = std::get<Compound>(object.shape).children();
        for (std::uint32_t part = 0; part < children.size(); ++part) {
            motions_[first + part] = motionOfPart(whole, children[part].pose, part);
        }
    }
    if (motion.part != Motion::kWhole) {
        motions_[first + motion.part] = motion;
    }
}

template <Spatial T>
void BasicObjectMotions<T>::buildTree(const BasicWorld<T>& world) {
    memory_.boxes.clear();
    for (const Motion& motion : motions_) {
        const auto shape = movingShapeOf(*world.find(motion.object), motion);
        memory_.boxes.push_back(sweptBox<T>(*shape, motion.before, motion.motion));
    }
    memory_.items.resize(motions_.size());
    std::iota(memory_.items.begin(), memory_.items.end(), 0u);
    tree_.build(memory_.boxes, memory_.items);
}

template class BasicObjectMotions<float>;
template class BasicObjectMotions<double>;

}  // namespace sat3d::SAT3D_ABI
