#include "overlay.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <utility>
#include <variant>

namespace tank_arena {
namespace {

using sat3d::DebugLayer;

constexpr float kNear = 45.0f;          // meters
constexpr float kImpulseScale = 2e-5f;  // meters per Newton second

bool shows(DebugLayer layers, DebugLayer layer) {
    return (layers & layer) != DebugLayer::None;
}

/// The contacts of the solver as manifolds and impulses.
void drawContacts(sat3d::DebugGeometry& geometry, const Game& game, const sat3d::DebugOptions& options) {
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        sat3d::Penetration push;
        push.normal = contact.normal;
        glm::vec3 middle(0.0f);
        for (const sat3d::DynamicPoint& point : contact.points()) {
            middle += point.position / static_cast<float>(contact.pointCount);
            if (shows(options.show, DebugLayer::Contacts)) {
                const glm::vec3 tip = point.position + contact.normal * options.normalLength;
                geometry.lines.positions.insert(geometry.lines.positions.end(), {point.position, tip});
                geometry.lines.colors.insert(geometry.lines.colors.end(),
                                             {options.colors.contact, options.colors.normal});
            }
        }
        push.depth = contact.impulse() * kImpulseScale;
        if (push.depth > 0.0f) {
            draw(geometry, push, middle, options);
        }
    }
}

/// What the computer players see: a ray from each to its target.
void drawSight(sat3d::DebugGeometry& geometry, const Game& game, const sat3d::DebugOptions& options) {
    for (const Tank& tank : game.tanks()) {
        if (tank.isComputer && tank.command.aimAt && !tank.isWreck()) {
            const glm::vec3 eye = game.world().find(tank.object)->pose * glm::vec3(0.0f, 2.2f, 0.0f);
            const glm::vec3 way = *tank.command.aimAt - eye;
            const sat3d::Ray ray{eye, way, glm::length(way)};
            const auto hit = raycast(game.world(), ray, {.without = {&tank.object, 1}});
            draw(geometry, ray, hit ? std::optional(hit->hit) : std::nullopt, options);
        }
    }
}

}  // namespace

std::optional<PlacedPart> partOf(const sat3d::World& world, sat3d::ObjectId id, std::uint32_t child) {
    const sat3d::World::Object* object = world.find(id);
    if (object == nullptr) {
        return std::nullopt;
    }
    const auto* compound = std::get_if<sat3d::Compound>(&object->shape);
    if (compound == nullptr || child >= compound->children().size()) {
        return PlacedPart{object->shape, object->pose};
    }
    const sat3d::CompoundChild& part = compound->children()[child];
    return PlacedPart{std::visit([](const auto& shape) { return sat3d::Shape(shape); }, part.shape),
                      object->pose * part.pose};
}

std::optional<sat3d::Explanation> explanationOf(const sat3d::World& world, const ChosenPair& pair) {
    const auto a = partOf(world, pair.objects.a, pair.children.a);
    const auto b = partOf(world, pair.objects.b, pair.children.b);
    if (!a || !b) {
        return std::nullopt;
    }
    return explain(a->shape, a->pose, b->shape, b->pose);
}

LineList overlayOf(const Game& game, DebugLayer show, const glm::vec3& around,
                   const std::optional<ChosenPair>& chosen) {
    sat3d::DebugGeometry geometry;
    sat3d::DebugOptions options{.show = show};
    options.colors.edge = sat3d::rgba(255, 230, 80);
    const sat3d::World& world = game.world();
    for (const sat3d::ObjectId id : world.ids()) {
        const sat3d::World::Object& object = *world.find(id);
        const Kind kind = Thing::of(object).kind;
        if (shows(show, DebugLayer::Edges | DebugLayer::ShapeTrees) && kind != Kind::Terrain &&
            kind != Kind::Border && glm::distance(object.pose.position, around) < kNear) {
            sat3d::DebugOptions edges = options;
            edges.show = show & (DebugLayer::Edges | DebugLayer::ShapeTrees);
            draw(geometry, object.shape, object.pose, edges);
        }
    }
    if (shows(show, DebugLayer::Bounds | DebugLayer::Trees)) {
        sat3d::DebugOptions boxes = options;
        boxes.show = show & (DebugLayer::Bounds | DebugLayer::Trees);
        draw(geometry, world, boxes);
    }
    if (shows(show, DebugLayer::Contacts | DebugLayer::Pushes)) {
        drawContacts(geometry, game, options);
    }
    if (shows(show, DebugLayer::Rays)) {
        drawSight(geometry, game, options);
    }
    if (chosen && shows(show, DebugLayer::Explanations)) {
        if (const auto explanation = explanationOf(world, *chosen)) {
            draw(geometry, *explanation, options);
        }
        for (const auto& [id, child] :
             {std::pair{chosen->objects.a, chosen->children.a}, {chosen->objects.b, chosen->children.b}}) {
            if (const auto part = partOf(world, id, child);
                part && !std::holds_alternative<sat3d::HeightField>(part->shape)) {
                sat3d::DebugOptions edges{.show = DebugLayer::Edges};
                edges.colors.edge = sat3d::rgba(90, 230, 255);
                draw(geometry, part->shape, part->pose, edges);
            }
        }
    }
    return {std::move(geometry.lines.positions), std::move(geometry.lines.colors)};
}

}  // namespace tank_arena
