#include "game_view.hpp"

#include "tank_details.hpp"

#include <sat3d/debug/tessellate.hpp>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace tank_arena {
namespace {

constexpr float kFarDetails = 70.0f;  // meters: beyond, tanks have no small things
constexpr float kFarthest = 350.0f;   // meters

const glm::vec3 kWood(0.40f, 0.25f, 0.115f), kConcrete(0.40f, 0.385f, 0.36f);
const glm::vec3 kScorched(0.075f, 0.052f, 0.038f);  // of wrecks: rust and soot

/// Hills around the arena, so that the horizon is not flat.
float rimHeight(const Arena& arena, float x, float z) {
    const float out = std::max(std::abs(x), std::abs(z)) - arena.halfSize();
    if (out < 0.0f) {
        return arena.landscape(x, z) - 7.0f;  // below the arena's own ground
    }
    const float t = std::clamp(out / 260.0f, 0.0f, 1.0f);
    const float large = 0.5f + 0.1f * arena.landscape(x * 0.22f + 500.0f, z * 0.22f);
    return arena.landscape(x, z) * (1.0f + 2.0f * t) - 0.3f + t * t * (3.0f - 2.0f * t) * 48.0f * large;
}

}  // namespace

glm::vec3 colorOfTeam(std::uint32_t team) {
    return team == 0 ? glm::vec3(0.190f, 0.195f, 0.085f) : glm::vec3(0.150f, 0.185f, 0.240f);
}

GameView::GameView(const Game& game, Renderer& renderer) {
    const Arena& arena = game.arena();
    renderer.setMesh(Mesh::Ground, groundGrid(arena.halfSize(), Arena::kCell, [&](float x, float z) {
                         const float most = arena.halfSize() - 0.01f;
                         return arena.height(game.world(), std::clamp(x, -most, most),
                                             std::clamp(z, -most, most));
                     }));
    const float cell = 12.0f, rim = std::ceil((arena.halfSize() + 420.0f) / cell) * cell;
    renderer.setMesh(Mesh::Rim,
                     groundGrid(rim, cell, [&](float x, float z) { return rimHeight(arena, x, z); }));
    const auto set = [&](Mesh mesh, const auto& shape) {
        renderer.setMesh(mesh, trianglesOf(sat3d::tessellate(shape)));
    };
    const sat3d::CollisionModel& tank = game.models().tank.collision;
    set(Mesh::Hull, tank.find("hull")->shape);
    set(Mesh::Turret, tank.find("turret")->shape);
    set(Mesh::Barrel, tank.find("barrel")->shape);
    set(Mesh::TrackLeft, tank.find("track_left")->shape);
    set(Mesh::TrackRight, tank.find("track_right")->shape);
    set(Mesh::Crate, game.models().crate);
    set(Mesh::Wall, game.models().wall);
    set(Mesh::Ramp, game.models().ramp);
    const auto* barrier = std::get_if<sat3d::Compound>(&game.models().barrier);
    set(Mesh::BarrierBase, barrier->children()[0].shape);
    set(Mesh::BarrierTop, barrier->children()[1].shape);
    const auto truck = Truck::shape().children();
    set(Mesh::TruckChassis, truck[0].shape);
    set(Mesh::TruckCab, truck[1].shape);
    set(Mesh::TruckBox, truck[2].shape);
    renderer.setMesh(Mesh::Cube, cube());
    renderer.setMesh(Mesh::Cylinder, cylinder());
}

Scene& GameView::sceneOf(const Game& game, const Camera& camera, float fraction) {
    scene_.clear();
    scene_.target = camera.target;
    scene_.add(Mesh::Ground, glm::mat4(1.0f), glm::vec3(1.0f), Surface::Ground);
    scene_.add(Mesh::Rim, glm::mat4(1.0f), glm::vec3(1.0f), Surface::Ground);
    addFence(game);
    const glm::vec3 ahead = glm::normalize(camera.target - camera.eye);
    for (const sat3d::ObjectId id : game.world().ids()) {
        const sat3d::World::Object& object = *game.world().find(id);
        const glm::vec3 away = object.pose.position - camera.eye;
        const bool isNearTarget =
            glm::distance(object.pose.position, camera.target) < 60.0f;  // for its shadow
        if (isNearTarget || (glm::dot(away, ahead) > -8.0f && glm::length(away) < kFarthest)) {
            const Thing thing = Thing::of(object);
            if (thing.kind == Kind::Tank) {
                addTank(game, game.tanks()[thing.number], camera, fraction);
            } else if (thing.kind == Kind::Truck) {
                addTruck(game, game.trucks()[thing.number], fraction);
            } else {
                addObject(object, moments_.poseOf(game, id, fraction));
            }
        }
    }
    addShells(game, fraction);
    addMarks(game, fraction);
    effects_.draw(scene_);
    return scene_;
}

void GameView::addShells(const Game& game, float fraction) {
    for (const Shell& shell : game.shells()) {
        const glm::vec3 at = shell.position - shell.velocity * ((1.0f - fraction) * Game::kStep);
        scene_.puffs.push_back({.placeAndSize = glm::vec4(at, 0.12f),
                                .color = {3.4f, 1.9f, 0.6f, 1.0f},
                                .axisAndGlow = glm::vec4(2.2f * glm::normalize(shell.velocity), 1.0f)});
    }
}

/// Zones have the color of the team that holds them; around trucks it is seen how far they repair.
void GameView::addMarks(const Game& game, float fraction) {
    for (const Zone& zone : game.arena().zones()) {
        const auto team = zone.holder();
        const glm::vec3 color = team ? 2.2f * colorOfTeam(*team) : glm::vec3(0.80f, 0.50f, 0.05f);
        const glm::vec3& center = zone.pose.position;
        scene_.marks.push_back({{center.x, center.z, Zone::kHalfSize, 0.0f}, glm::vec4(color, 1.0f)});
    }
    for (const Truck& truck : game.trucks()) {
        const glm::vec3 center = moments_.poseOf(game, truck.object(), fraction).position;
        scene_.marks.push_back(
            {{center.x, center.z, Truck::kRange, 1.0f}, glm::vec4(1.8f * colorOfTeam(truck.team()), 0.25f)});
    }
}

void GameView::addObject(const sat3d::World::Object& object, const sat3d::Pose& pose) {
    const glm::mat4 place = pose.matrix();
    const Thing thing = Thing::of(object);
    const float seed = static_cast<float>(thing.number % 97u) * 3.7f;
    switch (thing.kind) {
        case Kind::Crate:
            scene_.add(Mesh::Crate, place, kWood * (0.85f + seed * 0.0012f), Surface::Wood, seed);
            break;
        case Kind::Wall:
            scene_.add(Mesh::Wall, place, kConcrete, Surface::Concrete, object.pose.position.x);
            break;
        case Kind::Ramp:
            scene_.add(Mesh::Ramp, place, kConcrete * 0.85f, Surface::Concrete, 5.0f);
            break;
        case Kind::Barrier:
            scene_.add(Mesh::BarrierBase, place, kConcrete * 1.15f, Surface::Concrete, 3.0f);
            scene_.add(Mesh::BarrierTop, place, glm::vec3(0.62f, 0.14f, 0.06f), Surface::Concrete, 3.0f);
            break;
        case Kind::Rubble:
            scene_.add(Mesh::Cube, glm::scale(place, {0.6f, 0.36f, 0.3f}), kConcrete, Surface::Concrete);
            break;
        case Kind::Truck:
            break;  // see addTruck()
        default:
            break;
    }
}

void GameView::addTruck(const Game& game, const Truck& truck, float fraction) {
    const sat3d::Pose pose = moments_.poseOf(game, truck.object(), fraction);
    const glm::mat4 place = pose.matrix();
    const glm::vec3 paint = colorOfTeam(truck.team());
    scene_.add(Mesh::TruckChassis, place, paint * 0.6f, Surface::Paint, 2.0f);
    scene_.add(Mesh::TruckCab, place, paint, Surface::Paint, 5.0f);
    scene_.add(Mesh::TruckBox, place, glm::vec3(0.42f, 0.39f, 0.31f), Surface::Paint, 9.0f);
    addTruckDetails(scene_, place);
    const sat3d::Vehicle& vehicle = *game.dynamics().findVehicle(truck.vehicle());
    const auto wheels = Moments::wheelsOf(game, truck.vehicle(), fraction);
    for (std::uint32_t i = 0; i < wheels.size(); ++i) {
        const sat3d::Pose wheel =
            wheelPose(vehicle, i, wheels[i].compression, wheels[i].steering, wheels[i].roll);
        addTruckWheel(scene_, (pose * wheel).matrix(), paint);
    }
}

void GameView::addTank(const Game& game, const Tank& tank, const Camera& camera, float fraction) {
    const TankModel& model = game.models().tank;
    const sat3d::Pose pose = moments_.poseOf(game, tank.object, fraction);
    const std::vector<sat3d::Pose> nodes = moments_.nodesOf(game, tank, fraction);
    const auto wheels = Moments::wheelsOf(game, tank.vehicle, fraction);
    const TankPlaces places{pose.matrix(), (pose * nodes[model.turret]).matrix(),
                            (pose * nodes[model.barrel]).matrix(),
                            game.dynamics().findVehicle(tank.vehicle)->wheels, wheels};
    const glm::vec3 paint =
        tank.isWreck() ? glm::mix(kScorched, colorOfTeam(tank.team), 0.25f) : colorOfTeam(tank.team);
    const float seed = static_cast<float>(tank.number) * 7.3f;
    const glm::vec3 rubber(0.075f, 0.072f, 0.068f);
    scene_.add(Mesh::Hull, places.hull, paint, Surface::Paint, seed);
    scene_.add(Mesh::TrackLeft, places.hull, rubber, Surface::Metal, seed);
    scene_.add(Mesh::TrackRight, places.hull, rubber, Surface::Metal, seed);
    scene_.add(Mesh::Turret, places.turret, paint, Surface::Paint, seed);
    scene_.add(Mesh::Barrel, places.barrel, paint * 0.9f, Surface::Paint, seed);
    addTankDetails(scene_, places,
                   {.paint = paint,
                    .seed = seed,
                    .isDetailed = glm::distance(pose.position, camera.eye) < kFarDetails,
                    .isWreck = tank.isWreck()});
    if (!tank.isWreck()) {
        addAerial(scene_, places, seed);
    }
}

void GameView::addFence(const Game& game) {
    const Arena& arena = game.arena();
    const float edge = arena.halfSize() - 1.6f;
    const float step = 4.0f;
    for (float along = -edge + 0.5f * step; along < edge; along += step) {
        for (int side = 0; side < 4; ++side) {
            const float away = side < 2 ? edge : -edge;
            const glm::vec2 at = side % 2 == 0 ? glm::vec2(along, away) : glm::vec2(away, along);
            const float y = arena.height(game.world(), at.x, at.y);
            const glm::mat4 place = glm::translate(glm::mat4(1.0f), {at.x, y + 0.6f, at.y});
            const glm::vec3 size = side % 2 == 0 ? glm::vec3(3.8f, 2.6f, 0.5f) : glm::vec3(0.5f, 2.6f, 3.8f);
            scene_.add(Mesh::Cube, glm::scale(place, size), kConcrete * 0.9f, Surface::Concrete, along);
        }
    }
}

}  // namespace tank_arena
