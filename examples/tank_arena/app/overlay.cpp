#include "overlay.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>
#include <sat3d/debug/explain_drawing.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace tank_arena {
namespace {

using sat3d::DebugLayer;

class Overlay {
public:
    Overlay(const Game& game, DebugLayer show, const glm::vec3& around) : game_(game), around_(around) {
        options_.show = show;
        options_.colors.edge = sat3d::rgba(255, 230, 80);
        options_.colors.moving = sat3d::rgba(255, 200, 60, 90);
        options_.colors.stationary = sat3d::rgba(150, 190, 255, 90);
        options_.normalLength = 0.45f;
        options_.impulseScale = 1e-4f;  // tanks weigh tons
    }

    [[nodiscard]] sat3d::DebugGeometry take() { return std::move(geometry_); }

    void drawShapes() {
        const sat3d::World& world = game_.world();
        for (const sat3d::ObjectId id : world.ids()) {
            const sat3d::World::Object& object = *world.find(id);
            const Kind kind = Thing::of(object).kind;
            if (glm::distance(object.pose.position, around_) > kShapesWithin || kind == Kind::Terrain ||
                kind == Kind::Border) {
                continue;
            }
            const bool isMoving = game_.dynamics().find(id) != nullptr;
            draw(geometry_, object.shape, object.pose, options_,
                 isMoving ? options_.colors.moving : options_.colors.stationary);
            const bool isOneOfMany = kind == Kind::Crate || kind == Kind::Rubble;
            if (shows(DebugLayer::Labels) && !isOneOfMany) {
                geometry_.labels.push_back(
                    {object.pose.position + glm::vec3(0.0f, 0.5f, 0.0f), options_.colors.label, object.name});
            }
        }
    }

    /// The sensors of zones and trucks, and who has entered them.
    void drawSensors() {
        sat3d::DebugOptions options = options_;
        options.show = options.show & (DebugLayer::Edges | DebugLayer::ContactEvents);
        options.colors.edge = sat3d::rgba(90, 170, 255);
        options.pointSize = 0.3f;
        draw(geometry_, game_.triggers().world(), options);
    }

    void drawBroadPhase() {
        sat3d::DebugOptions options = options_;
        options.show = options.show & (DebugLayer::Bounds | DebugLayer::Trees);
        draw(geometry_, game_.world(), options);
    }

    void drawDynamics() {
        sat3d::DebugOptions options = options_;
        options.show = options.show & (DebugLayer::Contacts | DebugLayer::Impulses | DebugLayer::Bodies |
                                       DebugLayer::Vehicles);
        draw(geometry_, game_.world(), game_.dynamics(), options);
        // Draws one push for each contact: that of its deepest point.
        for (const sat3d::DynamicContact& contact : game_.dynamics().contacts()) {
            const auto deepest =
                std::ranges::min_element(contact.points(), {}, &sat3d::DynamicPoint::separation);
            if (deepest != contact.points().end() && deepest->separation < 0.0f) {
                const sat3d::Penetration push{contact.normal, -deepest->separation, {}, {}};
                draw(geometry_, push, deepest->position,
                     {.show = options_.show & DebugLayer::Pushes, .pushScale = 10.0f});
            }
        }
    }

    /// What the computer players see, and where shells go.
    void drawRays() {
        for (const Tank& tank : game_.tanks()) {
            if (tank.isComputer && tank.command.aimAt && !tank.isWreck()) {
                const glm::vec3 eye = game_.world().find(tank.object)->pose * glm::vec3(0.0f, 2.2f, 0.0f);
                drawRay(eye, *tank.command.aimAt - eye, tank.object);
            }
        }
        for (const Shell& shell : game_.shells()) {
            drawRay(shell.position, shell.velocity * 0.1f, game_.tanks()[shell.shooter].object);
        }
    }

    /// The path of the trucks in the next second, up to what stops them.
    void drawSweeps() {
        for (const Truck& truck : game_.trucks()) {
            const sat3d::Body& body = *game_.dynamics().find(truck.object());
            const sat3d::Pose& pose = game_.world().find(truck.object())->pose;
            const sat3d::ObjectId own = truck.object();
            const auto stop = sweep(game_.world(), Truck::shape(), pose, body.velocity,
                                    {.categories = kSolid, .without = {&own, 1}});
            draw(geometry_, Truck::shape(), pose, sat3d::RigidMotion{body.velocity},
                 stop ? stop->sweep : sat3d::Sweep{}, options_);
        }
    }

    void drawPair(const ChosenPair& pair) {
        const auto explanation = explanationOf(game_.world(), pair);
        if (!explanation) {
            return;
        }
        sat3d::DebugOptions options = options_;
        options.pushScale = 10.0f;  // most overlaps are millimeters
        draw(geometry_, *explanation, options);
        const auto drawPart = [&](sat3d::ObjectId id, std::uint32_t child, sat3d::Color color) {
            const sat3d::World::Object& object = *game_.world().find(id);
            drawChild(geometry_, object.shape, object.pose, child,
                      {.show = DebugLayer::Edges, .colors = {.edge = color}});
        };
        drawPart(pair.objects.a, explanation->children.a, options.colors.shapeA);
        drawPart(pair.objects.b, explanation->children.b, options.colors.shapeB);
    }

    [[nodiscard]] bool shows(DebugLayer layer) const { return (options_.show & layer) != DebugLayer::None; }

private:
    void drawRay(const glm::vec3& from, const glm::vec3& toEnd, sat3d::ObjectId own) {
        const sat3d::Ray ray{from, toEnd, glm::length(toEnd)};
        const auto hit = raycast(game_.world(), ray, {.without = {&own, 1}});
        draw(geometry_, ray, hit ? std::optional(hit->hit) : std::nullopt, options_);
    }

    const Game& game_;
    glm::vec3 around_;
    sat3d::DebugOptions options_;
    sat3d::DebugGeometry geometry_;
};

}  // namespace

sat3d::DebugGeometry overlayOf(const Game& game, DebugLayer show, const glm::vec3& around,
                               const std::optional<ChosenPair>& chosen) {
    Overlay overlay(game, show, around);
    if (overlay.shows(DebugLayer::Faces | DebugLayer::Edges | DebugLayer::ShapeTrees | DebugLayer::Labels)) {
        overlay.drawShapes();
    }
    if (overlay.shows(DebugLayer::ContactEvents)) {
        overlay.drawSensors();
    }
    if (overlay.shows(DebugLayer::Bounds | DebugLayer::Trees)) {
        overlay.drawBroadPhase();
    }
    overlay.drawDynamics();
    if (overlay.shows(DebugLayer::Rays)) {
        overlay.drawRays();
    }
    if (overlay.shows(DebugLayer::Sweeps)) {
        overlay.drawSweeps();
    }
    if (chosen && overlay.shows(DebugLayer::Explanations | DebugLayer::AllPlanes)) {
        overlay.drawPair(*chosen);
    }
    return overlay.take();
}

}  // namespace tank_arena
