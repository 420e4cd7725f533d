#include "core/parallel/team.hpp"
#include "core/shell_sort.hpp"
#include "math/is_finite.hpp"
#include "response/body/body_faults.hpp"
#include "response/body/surfaces.hpp"
#include "response/contacts/lighter_bodies.hpp"
#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/motion/is_bounded.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/object_faults.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/dynamics.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// The pose of a body now: the game may have set that of its object since the last step.
template <class T>
const typename Space<T>::Pose& poseNow(const BodyRecord<T>& record, const BasicWorld<T>& world) {
    const auto* object = world.find(record.id);
    return object != nullptr ? object->pose : record.pose;
}

/// From the center of mass of a body to a place.
template <class T>
typename Space<T>::Dimension::Vector armTo(const typename Space<T>::Position& pointInWorld,
                                           const BodyRecord<T>& record, const BasicWorld<T>& world) {
    const auto center = poseNow(record, world) * typename Space<T>::Position(record.body.mass.center);
    return typename Space<T>::Dimension::Vector(pointInWorld - center);
}

}  // namespace

template <class T>
BasicDynamics<T>::BasicDynamics(const Options& options) : state_(new DynamicsState<T>(options)) {}
template <class T>
BasicDynamics<T>::~BasicDynamics() = default;
template <class T>
BasicDynamics<T>::BasicDynamics(const BasicDynamics& other) : state_(new DynamicsState<T>(*other.state_)) {}
template <class T>
BasicDynamics<T>& BasicDynamics<T>::operator=(const BasicDynamics& other) {
    if (this != &other) {
        *this = BasicDynamics(other);
    }
    return *this;
}
template <class T>
BasicDynamics<T>::BasicDynamics(BasicDynamics&& other) noexcept : BasicDynamics(other.options()) {
    std::swap(state_, other.state_);
}
template <class T>
BasicDynamics<T>& BasicDynamics<T>::operator=(BasicDynamics&& other) noexcept {
    BasicDynamics moved(std::move(other));
    std::swap(state_, moved.state_);
    return *this;
}

template <class T>
auto BasicDynamics<T>::options() const noexcept -> const Options& {
    return state_->options;
}

template <class T>
void BasicDynamics<T>::setGravity(const Vector& gravity) {
    SAT3D_ASSERT(isFinite(gravity), "gravity is finite");
    if (isFinite(gravity)) {
        state_->options.gravity = gravity;
        wakeAll(*state_);
    }
}

template <class T>
std::optional<WorldError> BasicDynamics<T>::setBody(const World& world, ObjectId id, const Body& given) {
    Body body = given;
    shellSort(body.surfaces, {}, &PartSurface::tag);
    const auto* object = world.find(id);
    if (object == nullptr) {
        return WorldError{WorldError::Code::StaleId,
                          "object " + std::to_string(id.index) + " was removed before"};
    }
    const auto refused = [&](const std::string& why) {
        return WorldError{WorldError::Code::BadBody,
                          "the body of " + describeObject(object->name, id.index) + ": " + why};
    };
    if (const char* fault = faultOf(body)) {
        return refused(std::string("its ") + fault);
    }
    if (body.isDynamic() && object->kind != ObjectKind::Moving) {
        return refused("a " + std::string(toString(object->kind)) +
                       " object takes a kinematic body only: one without a mass");
    }
    if (body.isDynamic() && !isMovable(object->shape)) {
        return refused(
            "a mesh, height field or half-space takes a kinematic body only: such shapes never touch each "
            "other, so it would fall through the ground. Make it a Compound of convex pieces: decompose()");
    }
    auto& state = *state_;
    auto* record = state.find(id);
    const PushedBody<T> before(record);
    if (record == nullptr) {
        removeBody({id.index, 0});
        if (state.recordOf.size() <= id.index) {
            state.recordOf.resize(id.index + 1, kNone);
        }
        state.recordOf[id.index] = static_cast<std::uint32_t>(state.records.size());
        record = &state.records.emplace_back();
        record->id = id;
    } else {
        wakeIsland(state, *record);
    }
    if (record->body.isDynamic() || body.isDynamic()) {
        record->formerVelocity = Vector(0.0f), record->formerSpin = Spin(0.0f);
    }
    record->body = body;
    record->pose = object->pose;
    record->restSeconds = 0.0f;
    record->secondsToTarget = 0.0f;
    record->contentHash = WorldAccess::contentHash(world, id.index);
    record->shapeHash = WorldAccess::shapeHash(world, id.index);
    setPartPoses(*record, object->shape);
    deriveFromShape(*record, object->shape);
    setVelocities(*record, body.velocity, body.angularVelocity);
    const bool isSeen = id.index < state.seen.size() && state.seen[id.index].id == id;
    if (const PushedBody<T> now(record); isSeen && now != before) {
        const auto recordOf = [&](ObjectId other) { return state.find(other); };
        easeImpulses<T>(state.lastContacts, id, before, now, recordOf);
        easeImpulses<T>(state.sleepingContacts, id, before, now, recordOf);
    }
    markChanged(state, id.index);
    return std::nullopt;
}

template <class T>
bool BasicDynamics<T>::removeBody(ObjectId id) {
    auto& state = *state_;
    const std::uint32_t at = state.recordAt(id.index);
    if (at == kNone || (id.generation != 0 && state.records[at].id != id)) {
        return false;
    }
    wakeIsland(state, state.records[at]);
    removeRecord(state, at);
    markChanged(state, id.index);
    return true;
}

template <class T>
auto BasicDynamics<T>::find(ObjectId id) const noexcept -> const Body* {
    const auto* record = state_->find(id);
    return record != nullptr ? &record->body : nullptr;
}

template <class T>
std::size_t BasicDynamics<T>::size() const noexcept {
    return state_->records.size();
}

template <class T>
bool BasicDynamics<T>::setVelocity(ObjectId id, const Vector& velocity, const Spin& angularVelocity) {
    if (!isBounded(velocity) || !isBounded(angularVelocity) || !wake(id)) {
        return false;
    }
    auto& record = *state_->find(id);
    setVelocities(record, velocity, angularVelocity);
    record.secondsToTarget = 0.0f;
    return true;
}

template <class T>
bool BasicDynamics<T>::moveKinematic(ObjectId id, const typename Space<T>::Pose& to, float seconds) {
    auto* record = state_->find(id);
    if (record == nullptr || record->body.isDynamic() || faultOfPose(to) != nullptr || !(seconds > 0.0f) ||
        !std::isfinite(seconds)) {
        return false;
    }
    state_->setTarget(*record, to, seconds);
    return true;
}

template <class T>
bool BasicDynamics<T>::applyImpulse(const World& world, ObjectId id, const Vector& impulse,
                                    const typename Space<T>::Position& pointInWorld) {
    const auto* record = state_->find(id);
    if (record == nullptr) {
        return false;
    }
    const Spin turn = armCross(armTo(pointInWorld, *record, world), impulse);
    return setVelocity(id, record->body.velocity + record->accelerationBy(impulse),
                       record->body.angularVelocity + record->accelerationBy(poseNow(*record, world), turn));
}

template <class T>
bool BasicDynamics<T>::applyForce(ObjectId id, const Vector& newtons, const Spin& newtonMeters) {
    auto* record = state_->find(id);
    if (record == nullptr) {
        return false;
    }
    const Vector force = record->force + newtons;
    const Spin torque = record->torque + newtonMeters;
    if (!isFinite(force) || !isFinite(torque)) {
        return false;
    }
    // The next step wakes it, if it has slept without this force.
    if (record->isAsleep() && !isForced(*record)) {
        state_->forcedSleepers.push_back(id);
    }
    record->force = force;
    record->torque = torque;
    return true;
}

template <class T>
bool BasicDynamics<T>::applyForce(const World& world, ObjectId id, const Vector& newtons,
                                  const typename Space<T>::Position& pointInWorld) {
    const auto* record = state_->find(id);
    return record != nullptr &&
           applyForce(id, newtons, armCross(armTo(pointInWorld, *record, world), newtons));
}

template <class T>
bool BasicDynamics<T>::setMaterial(ObjectId id, const Material& material) {
    if (faultOf(material) != nullptr || !wake(id)) {
        return false;
    }
    state_->find(id)->body.material = material;
    wakeTouching(*state_, id);
    return true;
}

template <class T>
bool BasicDynamics<T>::setSurface(ObjectId id, const PartSurface& surface) {
    if (faultOf(surface) != nullptr || !wake(id)) {
        return false;
    }
    Body& body = state_->find(id)->body;
    const auto at = body.surfaces.begin() + (placeOfSurface(body, surface.tag) - body.surfaces.cbegin());
    if (at != body.surfaces.end() && at->tag == surface.tag) {
        *at = surface;
        wakeTouching(*state_, id);
    } else {
        body.surfaces.insert(at, surface);
        markChanged(*state_, id.index);  // contacts that were found before do not know their tags
    }
    return true;
}

template <class T>
auto BasicDynamics<T>::velocityAt(const World& world, ObjectId id,
                                  const typename Space<T>::Position& pointInWorld) const
    -> std::optional<Vector> {
    const auto* record = state_->find(id);
    if (record == nullptr) {
        return std::nullopt;
    }
    return record->body.velocity +
           spinCross(record->body.angularVelocity, armTo(pointInWorld, *record, world));
}

template <class T>
bool BasicDynamics<T>::wake(ObjectId id) {
    auto* record = state_->find(id);
    if (record == nullptr) {
        return false;
    }
    wakeIsland(*state_, *record);
    record->restSeconds = 0.0f;
    return true;
}

template <class T>
bool BasicDynamics<T>::isAsleep(ObjectId id) const noexcept {
    const auto* record = state_->find(id);
    return record != nullptr && record->isAsleep();
}

namespace {

/// @param hook  or nullptr
template <class T>
void runStep(DynamicsState<T>& state, BasicWorld<T>& world, float dt, ParallelFor parallelFor,
             const typename BasicDynamics<T>::ContactHook* hook) {
    SAT3D_ASSERT(dt > 0.0f && std::isfinite(dt), "a step takes time");
    if (dt > 0.0f && std::isfinite(dt)) {
        const auto run = [&](ParallelFor loop) { DynamicsStep<T>(state, world, dt, loop, hook).run(); };
        constexpr std::size_t kMinForTeam = 32;  // bodies. Fewer take less time than waking a thread
        if (state.records.size() - state.sleepingCount < kMinForTeam) {
            run(kInOneThread);
        } else {
            Team::run(parallelFor, run);
        }
    }
}

}  // namespace

template <class T>
void BasicDynamics<T>::step(World& world, float dt, ParallelFor parallelFor) {
    runStep<T>(*state_, world, dt, parallelFor, nullptr);
}
template <class T>
void BasicDynamics<T>::step(World& world, float dt, ParallelFor parallelFor, ContactHook hook) {
    runStep<T>(*state_, world, dt, parallelFor, &hook);
}

template <class T>
std::span<const BasicDynamicContact<T>> BasicDynamics<T>::contacts() const noexcept {
    return state_->contacts;
}
template <class T>
BasicStepEvents<T> BasicDynamics<T>::events() const noexcept {
    return state_->events.all();
}
template <class T>
std::size_t BasicDynamics<T>::awakeCount() const noexcept {
    return state_->awake.size();
}

template class BasicDynamics<float>;
template class BasicDynamics<double>;
template class BasicDynamics<Planar<float>>;
template class BasicDynamics<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
