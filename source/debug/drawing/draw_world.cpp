#include "debug/drawing/object_colors.hpp"
#include "debug/drawing/pen.hpp"
#include "debug/drawing/shape_pen.hpp"
#include "world/world_access.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <glm/common.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {
namespace {

using debug::Pen;

template <class T>
void drawObjects(Pen& pen, DebugGeometry& geometry, const BasicWorld<T>& world) {
    const std::vector<bool> isTouching = debug::touchingObjects(world);
    for (const ObjectId id : world.ids()) {
        const BasicObject<T>& object = *world.find(id);
        const bool standsOut = pen.shows(DebugLayer::ContactEvents) && isTouching[id.index];
        debug::drawShape(pen, object.shape, localToWorld(object.pose),
                         debug::faceColor(object.kind, pen.colors()),
                         standsOut ? pen.colors().touching : pen.colors().edge);
        draw(geometry, bounds(object.shape, object.pose), pen.options());
        pen.label(glm::dvec3(object.pose.position),
                  object.name.empty() ? "#" + std::to_string(id.index) : object.name);
    }
}

/// Returns where two objects touch: the deepest contact point, or the center of their common bounds.
template <class T>
glm::dvec3 placeOf(const BasicWorld<T>& world, const BasicEvents<T>& events, const Contact& contact) {
    const auto manifolds = events.manifoldsOf(contact);
    if (!manifolds.empty()) {
        const auto points = manifolds.front().points();
        return glm::dvec3(std::ranges::min_element(points, {}, &BasicContactPoint<T>::separation)->position);
    }
    const auto boxOf = [&](ObjectId id) {
        const BasicObject<T>& object = *world.find(id);
        return bounds(object.shape, object.pose);
    };
    const Aabb a = boxOf(contact.objects.a), b = boxOf(contact.objects.b);
    return 0.5 * (glm::dvec3(glm::max(a.lower, b.lower)) + glm::dvec3(glm::min(a.upper, b.upper)));
}

template <class T>
void drawContacts(Pen& pen, DebugGeometry& geometry, const BasicWorld<T>& world,
                  const ContactRange<Contact>& contacts, bool areNew) {
    const BasicEvents<T> events = world.events();
    for (const Contact& contact : contacts) {
        if (world.find(contact.objects.a) == nullptr || world.find(contact.objects.b) == nullptr) {
            continue;  // removed since
        }
        const glm::dvec3 place = placeOf(world, events, contact);
        if (areNew && pen.shows(DebugLayer::ContactEvents)) {
            pen.cross(place, 3.0 * double(pen.options().pointSize), pen.colors().begun);
        }
        const DebugOptions& options = pen.options();
        for (const BasicManifold<T>& manifold : events.manifoldsOf(contact)) {
            draw(geometry, manifold, options);
        }
        if (contact.manifoldCount == 0) {
            draw(geometry, contact.penetration, place, options);
        }
    }
}

}  // namespace

template <class T>
void draw(DebugGeometry& geometry, const BasicWorld<T>& world, const DebugOptions& options) {
    Pen pen(geometry, options);
    drawObjects(pen, geometry, world);
    const BasicEvents<T> events = world.events();
    drawContacts(pen, geometry, world, events.begun, true);
    drawContacts(pen, geometry, world, events.stayed, false);
    for (const ObjectPair& pair : events.ended) {
        const BasicObject<T>*a = world.find(pair.a), *b = world.find(pair.b);
        if (a != nullptr && b != nullptr && pen.shows(DebugLayer::ContactEvents)) {
            pen.line(glm::dvec3(a->pose.position), glm::dvec3(b->pose.position), options.colors.ended);
        }
    }
    draw(geometry, WorldAccess::broadPhase(world), options);
}

template SAT3D_DEBUG_API void draw(DebugGeometry&, const World&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DWorld&, const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
