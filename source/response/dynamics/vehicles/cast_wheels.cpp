#include "response/body/material_pairs.hpp"
#include "response/body/surfaces.hpp"
#include "response/contacts/contact_settings.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/dynamics/vehicles/wheel_caster.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/vehicle/steering.hpp"
#include "response/vehicle/vehicle_table.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Wakes what stands on what has changed, and removes the vehicles of removed objects.
template <class T>
void DynamicsStep<T>::followVehicles() {
    s_.islandsToWake.clear();
    s_.activeVehicles.clear();  // those to remove
    for (const VehicleId id : s_.vehicles.ids()) {
        VehicleRecord<T>& vehicle = s_.vehicles.at(id.index);
        vehicle.isCast = false;
        if (std::ranges::find(s_.relocated, vehicle.vehicle.body.index) != s_.relocated.end()) {
            std::ranges::fill(vehicle.gives, 0.0f);  // it may stand where it is set down
        }
        const Record* const record = s_.find(vehicle.vehicle.body);
        if (world_.find(vehicle.vehicle.body) == nullptr) {
            s_.activeVehicles.push_back(id.index);
        } else if (record != nullptr && record->isAsleep() && standsOnEdited(vehicle, *record)) {
            s_.islandsToWake.push_back(record->island);
        }
    }
    for (const std::uint32_t index : s_.activeVehicles) {
        s_.vehicles.remove(index);
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
}

/// Whether a wheel stands on an edited object, or one is near it now.
template <class T>
bool DynamicsStep<T>::standsOnEdited(const VehicleRecord<T>& vehicle, const Record& record) const {
    return std::ranges::any_of(s_.edited, [&](std::uint32_t edited) {
        if (vehicle.standsOn(edited)) {
            return true;
        }
        const Aabb box = s_.nearPairs.box(edited);
        return std::ranges::any_of(vehicle.vehicle.wheels, [&](const VehicleWheel& wheel) {
            const glm::dvec3 center(record.pose * Position(wheel.center)),
                reach(static_cast<double>(wheel.radius + wheel.width + wheel.travel));
            return box.overlaps(Aabb::around(center - reach, center + reach));
        });
    });
}

/// Casts the wheels of awake vehicles down to the ground, if this step has not yet done so. Sleeping bodies
/// under them wake, and vehicles that sleep on ground that moves.
/// @return whether any have woken
template <class T>
bool DynamicsStep<T>::castWheels() {
    s_.islandsToWake.clear();
    s_.wheelJobs.clear();
    for (const VehicleId id : s_.vehicles.ids()) {
        VehicleRecord<T>& vehicle = s_.vehicles.at(id.index);
        const Record* const record = s_.find(vehicle.vehicle.body);
        if (record != nullptr && record->isAsleep()) {
            wakeOnGround(vehicle, *record);
        } else if (isMover(record) && !vehicle.isCast) {
            vehicle.isCast = true;
            steer(vehicle);
            findApproach(vehicle, *record);
            for (std::uint32_t wheel = 0; wheel < vehicle.vehicle.wheels.size(); ++wheel) {
                s_.wheelJobs.push_back({id.index, wheel});
            }
        }
    }
    constexpr std::size_t kPerTask = 4;  // some microseconds
    detail::forEachIndex(parallelFor_, s_.wheelJobs.size(), kPerTask,
                         [&](std::size_t i) { cast(s_.wheelJobs[i].vehicle, s_.wheelJobs[i].wheel); });
    for (const WheelJob& job : s_.wheelJobs) {
        const auto& wheel = s_.vehicles.at(job.vehicle).state.wheels[job.wheel];
        s_.noteSleeper(wheel.touches ? s_.find(wheel.ground) : nullptr);
    }
    if (!s_.islandsToWake.empty()) {
        wakeIslands(s_, std::span(s_.islandsToWake));
        listAwake();
        return true;
    }
    return false;
}

/// Turns the wheels as the driver wants.
template <class T>
void DynamicsStep<T>::steer(VehicleRecord<T>& vehicle) const {
    const Steering steering(vehicle.vehicle, vehicle.input.steering);
    for (std::size_t i = 0; i < vehicle.directions.size(); ++i) {
        vehicle.directions[i] = steering.directionOf(vehicle.vehicle.wheels[i]);
        vehicle.state.wheels[i].steering = static_cast<float>(planarAngle(vehicle.directions[i]));
    }
}

/// Returns how fast any point of what moves may come up, m/s.
template <class T>
float DynamicsStep<T>::approachOf(const Record* ground, const Vector& up) const {
    if (ground == nullptr || ground->stepBody == kNone) {
        return 0.0f;
    }
    const auto& body = s_.stepBodies[ground->stepBody];
    return std::max((glm::dot(body.motion.translation, up) + body.swing) / dt_, 0.0f);
}

/// Finds how fast the ground may come up to the wheels: a lift, a deck, another vehicle.
template <class T>
void DynamicsStep<T>::findApproach(VehicleRecord<T>& vehicle, const Record& record) {
    const Vector up = directionInWorld(record.pose, vehicle.vehicle.up);
    Aabb box;
    for (const VehicleWheel& wheel : vehicle.vehicle.wheels) {
        const glm::dvec3 center(record.pose * Position(wheel.center)),
            reach(static_cast<double>(wheel.radius + wheel.width + wheel.travel));
        box = join(box, Aabb::around(center - reach, center + reach));
    }
    vehicle.approach = 0.0f;
    s_.nearPairs.query(box, [&](std::uint32_t object) {
        const Record* const near = s_.record(s_.recordAt(object));
        if (near != nullptr && near->id != record.id && !s_.joints.keepsApart(record.id.index, object) &&
            world_.mayTouch(record.id, near->id)) {
            vehicle.approach = std::max(vehicle.approach, approachOf(near, up));
        }
    });
}

/// Notes a sleeping vehicle to be woken, if the ground under it moves.
template <class T>
void DynamicsStep<T>::wakeOnGround(const VehicleRecord<T>& vehicle, const Record& record) {
    for (const auto& wheel : vehicle.state.wheels) {
        const Record* const ground = wheel.touches ? s_.find(wheel.ground) : nullptr;
        if (ground != nullptr && ground->stepBody != kNone) {
            s_.islandsToWake.push_back(record.island);
            return;
        }
    }
}

/// Finds the ground of a wheel: where it touches, or may touch in this step.
template <class T>
void DynamicsStep<T>::cast(std::uint32_t index, std::uint32_t number) {
    VehicleRecord<T>& vehicle = s_.vehicles.at(index);
    const VehicleWheel& wheel = vehicle.vehicle.wheels[number];
    const Record& record = *s_.find(vehicle.vehicle.body);
    const auto& pose = record.pose;
    WheelWay<T> way{pose, directionInWorld(pose, vehicle.vehicle.up), {}, wheel.travel};
    way.stop.position = pose * Position(wheel.center + vehicle.vehicle.up * wheel.travel);
    const Vector velocity =
        record.body.velocity + s_.options.gravity * dt_ +
        spinCross(record.body.angularVelocity, Vector(way.stop.position - record.center()));
    const auto reachTo = [&](float approach) {
        return wheel.travel + std::max(approach - glm::dot(velocity, way.up), 0.0f) * dt_;
    };
    way.length = reachTo(vehicle.approach);
    auto& state = vehicle.state.wheels[number];
    if (wheel.cast == WheelCast::CylinderCast) {
        const glm::quat turn = wheelPose(vehicle.vehicle, number, 0.0f, state.steering, 0.0f).rotation;
        way.stop.rotation = pose.rotation * decltype(pose.rotation)(turn);
        way.axle = directionInWorld(way.stop, glm::cross(vehicle.vehicle.up, vehicle.vehicle.forward));
    }

    const ObjectId body = vehicle.vehicle.body;
    const auto mayTouch = [&](ObjectId object) {
        return !s_.joints.keepsApart(body.index, object.index) && world_.mayTouch(body, object);
    };
    const auto take = [&](const WheelHit<T>& hit) {
        if (hit.distance > reachTo(approachOf(s_.find(hit.object), way.up)) ||
            !meetGround(vehicle, number, hit)) {
            return false;
        }
        state.touches = true;
        state.ground = hit.object;
        state.point = hit.point;
        state.normal = hit.normal;
        state.compression = wheel.travel - hit.distance;
        return true;
    };
    state.touches = false;
    WheelCaster<T>(wheel, vehicle.prisms[number].hull, way)
        .findGround(world_, {.without = std::span(&body, 1)}, mayTouch, take);
    float& give = vehicle.gives[number];
    give = state.touches ? giveOf(give, state.compression, dt_) : kNoGround;
}

/// Finds what the ground does to a wheel: as the materials say, and a hook.
/// @return false if the hook drops the contact
template <class T>
bool DynamicsStep<T>::meetGround(VehicleRecord<T>& vehicle, std::uint32_t number,
                                 const WheelHit<T>& hit) const {
    const Tire& tire = vehicle.vehicle.wheels[number].tire;
    const Record* const record = s_.find(hit.object);
    const std::uint32_t tag = touchingTag(*world_.find(hit.object), hit.child, hit.faceTag);
    const auto surface = touchingSurface(record, tag, s_.options.material);
    const auto frictionOf = [&](const TireGrip& grip, std::span<const MaterialPair> pairs) {
        const Material rubber{
            .friction = grip.friction, .frictionCombine = tire.frictionCombine, .id = tire.materialId};
        return coefficientsOf(rubber, surface.material, pairs).friction;
    };
    const float along = frictionOf(tire.along, {});
    const Vector velocity =
        record != nullptr ? directionInWorld(record->pose, surface.velocity) : Vector(0.0f);
    WheelGround ground;
    ContactSettings settings{.friction = frictionOf(tire.along, s_.options.materialTable.pairs)};
    if (hook_ != nullptr) {
        const bool groundIsA = hit.object < vehicle.vehicle.body;
        settings.surfaceVelocity = groundIsA ? Vector(0.0f) - velocity : velocity;
        settings = hooked(contactOf(vehicle, number, hit), settings);
        ground.velocity = groundIsA ? Vector(0.0f) - settings.surfaceVelocity : settings.surfaceVelocity;
    } else {
        ground.velocity = velocity;
    }
    ground.along = settings.friction;
    ground.across = frictionOf(tire.across, {}) * (along > 0.0f ? settings.friction / along : 1.0f);
    ground.maxImpulse = settings.maxImpulse;
    if (!settings.isIgnored) {
        vehicle.grounds[number] = ground;
    }
    return !settings.isIgnored;
}

/// A wheel on the ground, as a hook sees it.
template <class T>
auto DynamicsStep<T>::contactOf(const VehicleRecord<T>& vehicle, std::uint32_t number,
                                const WheelHit<T>& hit) const -> Contact {
    const VehicleWheel& wheel = vehicle.vehicle.wheels[number];
    const ObjectId body = vehicle.vehicle.body;
    const bool groundIsA = hit.object < body;
    const auto velocityOf = [&](ObjectId object) {
        const Record* const record = s_.find(object);
        return record == nullptr ? Vector(0.0f)
                                 : record->body.velocity + spinCross(record->body.angularVelocity,
                                                                     Vector(hit.point - record->center()));
    };
    const float compression = wheel.travel - hit.distance;
    const WheelImpulses& impulses = vehicle.impulses[number];
    Contact contact;
    contact.objects = groundIsA ? ObjectPair{hit.object, body} : ObjectPair{body, hit.object};
    (groundIsA ? contact.children.a : contact.children.b) = hit.child;
    contact.normal = groundIsA ? hit.normal : -hit.normal;
    contact.pointCount = 1;
    // A spring that is not at its stop lets the wheel just touch.
    contact.pointArray[0] = {.position = hit.point,
                             .separation = std::clamp(compression, 0.0f, wheel.travel) - compression,
                             .impulse = impulses.spring + impulses.stop};
    contact.approachSpeed = glm::dot(velocityOf(hit.object) - velocityOf(body), hit.normal);
    contact.wheel = number;
    return contact;
}

#define SAT3D_INSTANTIATE(T)                         \
    template void DynamicsStep<T>::followVehicles(); \
    template bool DynamicsStep<T>::castWheels()
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
