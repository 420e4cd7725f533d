#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/joints/joint_faults.hpp"
#include "response/joints/joint_frames.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/object_faults.hpp"

#include <sat3d/response/dynamics.hpp>

#include <glm/geometric.hpp>

#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
void wakeEnds(DynamicsState<T>& state, const BasicJoint<T>& joint) {
    for (const ObjectId id : {joint.a, joint.b}) {
        if (auto* record = state.find(id)) {
            wakeIsland(state, *record);
            record->restSeconds = 0.0f;
        }
    }
}

/// "the joint of object 3 "door" and the world"
template <class T>
std::string describeJoint(const BasicWorld<T>& world, const BasicJoint<T>& joint) {
    const auto describe = [&](ObjectId id) {
        const auto* object = world.find(id);
        return id == kWorldFrame ? "the world"
                                 : describeObject(object != nullptr ? object->name : "", id.index);
    };
    return "the joint of " + describe(joint.a) + " and " + describe(joint.b);
}

template <class T>
std::optional<WorldError> errorOf(const BasicWorld<T>& world, DynamicsState<T>& state,
                                  const BasicJoint<T>& joint) {
    const std::string name = describeJoint(world, joint);
    for (const ObjectId id : {joint.a, joint.b}) {
        if (world.find(id) == nullptr && !(id == kWorldFrame && id == joint.a)) {
            return WorldError{WorldError::Code::StaleId,
                              name + ": object " + std::to_string(id.index) + " does not exist"};
        }
    }
    const auto bad = [&](const std::string& what) {
        return WorldError{WorldError::Code::BadJoint, name + " " + what};
    };
    if (joint.a == joint.b) {
        return bad("joins an object with itself");
    }
    const auto isDynamic = [&](ObjectId id) {
        const auto* record = state.find(id);
        return record != nullptr && record->body.isDynamic();
    };
    if (!isDynamic(joint.a) && !isDynamic(joint.b)) {
        return bad("moves nothing: one of them needs a body with a finite mass, see setBody()");
    }
    const char* const fault = faultOf(joint);
    return fault != nullptr ? std::optional(bad(fault)) : std::nullopt;
}

/// An object of a joint: where its frame is, and how it moves.
template <class T>
struct FrameMotion {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using Position = typename Space<T>::Position;

    typename Space<T>::Pose frame;
    Position center{0};
    Vector velocity{0.0f};
    typename Dimension::Spin spin{0.0f};

    FrameMotion(const BasicWorld<T>& world, DynamicsState<T>& state, ObjectId id,
                const typename Space<T>::Pose& local)
        : frame(local) {
        if (const auto* object = world.find(id)) {
            frame = object->pose * local;
            if (const auto* record = state.find(id)) {
                center = object->pose * Position(record->body.mass.center);
                velocity = record->body.velocity, spin = record->body.angularVelocity;
            }
        }
    }
    [[nodiscard]] Vector velocityAt(const Position& point) const {
        return velocity + spinCross(spin, Vector(point - center));
    }
};

}  // namespace

template <class T>
auto BasicDynamics<T>::addJoint(const World& world, const Joint& joint) -> Result<JointId, WorldError> {
    if (auto error = errorOf(world, *state_, joint)) {
        return Unexpected{*error};
    }
    wakeEnds(*state_, joint);
    return state_->joints.add(joint);
}

template <class T>
std::optional<WorldError> BasicDynamics<T>::setJoint(const World& world, JointId id, const Joint& joint) {
    const Joint* const before = findJoint(id);
    if (before == nullptr) {
        return WorldError{WorldError::Code::StaleId,
                          "joint " + std::to_string(id.index) + " was removed before"};
    }
    if (auto error = errorOf(world, *state_, joint)) {
        return error;
    }
    wakeEnds(*state_, *before);
    wakeEnds(*state_, joint);
    state_->joints.set(id.index, joint);
    return std::nullopt;
}

template <class T>
bool BasicDynamics<T>::removeJoint(JointId id) {
    const Joint* const joint = findJoint(id);
    if (joint == nullptr) {
        return false;
    }
    wakeEnds(*state_, *joint);
    state_->joints.remove(id.index);
    return true;
}

template <class T>
auto BasicDynamics<T>::findJoint(JointId id) const noexcept -> const Joint* {
    const auto* record = state_->joints.find(id);
    return record != nullptr ? &record->joint : nullptr;
}

template <class T>
auto BasicDynamics<T>::jointState(const World& world, JointId id) const -> std::optional<JointState> {
    const auto* record = state_->joints.find(id);
    if (record == nullptr) {
        return std::nullopt;
    }
    const Joint& joint = record->joint;
    const FrameMotion<T> a(world, *state_, joint.a, joint.frameInA),
        b(world, *state_, joint.b, joint.frameInB);
    const typename Space<T>::Pose none;
    const auto frameA = frameRotation(none, a.frame), frameB = frameRotation(none, b.frame);
    const auto& point = b.frame.position;
    const Vector apart(point - a.frame.position), velocity = b.velocityAt(point) - a.velocityAt(point);
    JointState result;
    result.offset = inFrame(frameA, apart);
    result.offsetSpeed = inFrame(frameA, velocity);
    result.distance = glm::length(apart);
    result.distanceSpeed = result.distance > 0.0f ? glm::dot(apart, velocity) / result.distance : 0.0f;
    setTurns(result, frameA, frameB, b.spin - a.spin);
    result.force = record->force;
    result.torque = record->torque;
    return result;
}

template <class T>
std::span<const JointId> BasicDynamics<T>::joints() const noexcept {
    return state_->joints.ids();
}
template <class T>
auto BasicDynamics<T>::brokenJoints() const noexcept -> std::span<const BrokenJoint> {
    return state_->brokenJoints;
}

#define SAT3D_INSTANTIATE(T)                                                                            \
    template auto BasicDynamics<T>::addJoint(const World&, const Joint&)->Result<JointId, WorldError>;  \
    template std::optional<WorldError> BasicDynamics<T>::setJoint(const World&, JointId, const Joint&); \
    template bool BasicDynamics<T>::removeJoint(JointId);                                               \
    template auto BasicDynamics<T>::findJoint(JointId) const noexcept->const Joint*;                    \
    template auto BasicDynamics<T>::jointState(const World&, JointId) const->std::optional<JointState>; \
    template std::span<const JointId> BasicDynamics<T>::joints() const noexcept;                        \
    template auto BasicDynamics<T>::brokenJoints() const noexcept->std::span<const BrokenJoint>
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
