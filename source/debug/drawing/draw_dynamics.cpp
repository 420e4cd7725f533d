#include "core/format_numbers.hpp"
#include "debug/drawing/pen.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw_dynamics.hpp>

#include <glm/geometric.hpp>

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

}  // namespace

template <class T>
void draw(DebugGeometry& geometry, const std::type_identity_t<BasicWorld<T>>& world,
          const BasicDynamics<T>& dynamics, const DebugOptions& options) {
    Pen pen(geometry, options);
    for (const BasicDynamicContact<T>& contact : dynamics.contacts()) {
        drawContact(pen, contact);
    }
    if (pen.shows(DebugLayer::Bodies)) {
        drawBodies(pen, world, dynamics);
    }
    for (const JointId id : dynamics.joints()) {
        drawJoint(geometry, world, dynamics, id, options);
    }
    for (const VehicleId id : dynamics.vehicles()) {
        drawVehicle(geometry, world, dynamics, id, options);
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
