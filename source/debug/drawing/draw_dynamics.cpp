#include "core/format_numbers.hpp"
#include "debug/drawing/pen.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sat3d::SAT3D_ABI {
namespace {

using debug::Pen;

template <class T>
void drawContact(Pen& pen, const BasicDynamicContact<T>& contact) {
    const glm::dvec3 normal(contact.normal);
    for (const BasicDynamicPoint<T>& point : contact.points()) {
        const glm::dvec3 place(point.position);
        if (pen.shows(DebugLayer::Contacts)) {
            pen.contact(place, normal, pen.colors().contact);
            pen.label(place, describeLength(double(point.separation)));
        }
        if (pen.shows(DebugLayer::Impulses) && point.totalImpulse > 0.0f) {
            const glm::dvec3 tip =
                place + double(point.totalImpulse) * double(pen.options().impulseScale) * normal;
            pen.arrow(place, tip, pen.colors().impulse);
            pen.label(tip, formatNumber(double(point.totalImpulse)) + " Ns");
        }
    }
}

template <class T>
void drawBodies(Pen& pen, const BasicWorld<T>& world, const BasicDynamics<T>& dynamics) {
    for (const ObjectId id : world.ids()) {
        const Body* body = dynamics.find(id);
        if (body == nullptr) {
            continue;
        }
        const RigidTransform toWorld = localToWorld(world.find(id)->pose);
        const glm::dvec3 center = toWorld.rotation * glm::dvec3(body->mass.center) + toWorld.translation;
        const bool isAsleep = dynamics.isAsleep(id);
        pen.cross(center, double(pen.options().pointSize),
                  isAsleep ? pen.colors().asleep : pen.colors().awake);
        if (!isAsleep) {
            const glm::dvec3 velocity(body->velocity);
            const glm::dvec3 tip = center + double(pen.options().velocityScale) * velocity;
            pen.arrow(center, tip, pen.colors().velocity);
            pen.label(tip, formatNumber(glm::length(velocity)) + " m/s");
        }
    }
}

/// The rim of a wheel with a spoke, and its spring from the stop down to its center.
void drawWheel(Pen& pen, const Vehicle& vehicle, std::uint32_t number, const Pose& wheelInObject,
               const RigidTransform& toWorld, Color color) {
    constexpr int kCorners = 24;
    constexpr double kTurn = 6.28318530717958647692;
    const auto inWorld = [&](const glm::vec3& point) {
        return toWorld.rotation * glm::dvec3(point) + toWorld.translation;
    };
    const VehicleWheel& wheel = vehicle.wheels[number];
    std::array<glm::dvec3, kCorners> rim;
    for (int i = 0; i < kCorners; ++i) {
        const double angle = kTurn * i / kCorners;
        const glm::vec3 spoke = vehicle.forward * static_cast<float>(std::cos(angle)) +
                                vehicle.up * static_cast<float>(std::sin(angle));
        rim[static_cast<std::size_t>(i)] = inWorld(wheelInObject * (wheel.radius * spoke));
    }
    pen.loop(rim, color);
    pen.line(inWorld(wheelInObject.position), rim[0], color);
    pen.line(inWorld(wheel.center + vehicle.up * wheel.travel), inWorld(wheelInObject.position), color);
}

template <class T>
void drawVehicles(Pen& pen, const BasicWorld<T>& world, const BasicDynamics<T>& dynamics) {
    for (const VehicleId id : dynamics.vehicles()) {
        const Vehicle& vehicle = *dynamics.findVehicle(id);
        const auto* const object = world.find(vehicle.body);
        if (object == nullptr) {
            continue;
        }
        const auto& wheels = dynamics.vehicleState(id)->wheels;
        const Color color = dynamics.isAsleep(vehicle.body) ? pen.colors().asleep : pen.colors().awake;
        for (std::uint32_t i = 0; i < wheels.size(); ++i) {
            const auto& wheel = wheels[i];
            drawWheel(pen, vehicle, i, wheelPose(vehicle, i, wheel.compression, wheel.steering, wheel.roll),
                      localToWorld(object->pose), color);
            if (wheel.touches) {
                const glm::dvec3 point(wheel.point);
                pen.contact(point, glm::dvec3(wheel.normal), pen.colors().contact);
                pen.label(point, formatNumber(double(wheel.load)) + " N");
            }
        }
    }
}

}  // namespace

template <class T>
void draw(DebugGeometry& geometry, const BasicWorld<T>& world, const BasicDynamics<T>& dynamics,
          const DebugOptions& options) {
    Pen pen(geometry, options);
    for (const BasicDynamicContact<T>& contact : dynamics.contacts()) {
        drawContact(pen, contact);
    }
    if (pen.shows(DebugLayer::Bodies)) {
        drawBodies(pen, world, dynamics);
        drawVehicles(pen, world, dynamics);
    }
}

template <class T>
void draw(DebugGeometry& geometry, const BasicDynamicContact<T>& contact, const DebugOptions& options) {
    Pen pen(geometry, options);
    drawContact(pen, contact);
}

template SAT3D_DEBUG_API void draw(DebugGeometry&, const World&, const Dynamics&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DWorld&, const DDynamics&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DynamicContact&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DDynamicContact&, const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
