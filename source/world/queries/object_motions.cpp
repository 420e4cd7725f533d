#include "math/motion_contract.hpp"
#include "world/object_faults.hpp"
#include "world/queries/swept_box.hpp"

#include <sat3d/world/object_motions.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>

namespace sat3d::inline SAT3D_ABI {

namespace {

template <class T>
std::optional<WorldError> errorOfMotion(const BasicWorld<T>& world, const BasicObjectMotion<T>& motion) {
    const BasicObject<T>* object = world.find(motion.object);
    if (object == nullptr) {
        return WorldError{
            WorldError::Code::StaleId,
            describeObject({}, motion.object.index) + ": there is no object with this id, so it cannot move"};
    }
    const auto describe = [&] { return describeObject(object->name, motion.object.index); };
    if (faultOfPose(motion.before) != nullptr) {
        return errorOfPose(motion.before, describe(), "the pose before the step");
    }
    if (const char* fault = faultOfMotion(motion.motion)) {
        return WorldError{WorldError::Code::BadMotion, describe() + ": the motion " + fault};
    }
    return std::nullopt;
}

}  // namespace

template <class T>
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
    numbers_.assign(indexEnd, kNone);
    motions_.clear();
    for (const Motion& motion : motions) {
        std::uint32_t& number = numbers_[motion.object.index];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(motions_.size());
            motions_.push_back(motion);
        } else {
            motions_[number] = motion;
        }
    }
    memory_.boxes.clear();
    for (const Motion& motion : motions_) {
        memory_.boxes.push_back(sweptBox<T>(world.find(motion.object)->shape, motion.before, motion.motion));
    }
    memory_.items.resize(motions_.size());
    std::iota(memory_.items.begin(), memory_.items.end(), 0u);
    tree_.build(memory_.boxes, memory_.items);
    return std::nullopt;
}

template class BasicObjectMotions<float>;
template class BasicObjectMotions<double>;

}  // namespace sat3d::inline SAT3D_ABI
