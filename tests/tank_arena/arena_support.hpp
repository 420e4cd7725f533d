#pragma once

#include "game/game.hpp"

#include <sat3d/sat3d.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tank_arena {

inline const Models& loadedModels() {
    static const Models models = loadModels(SAT3D_MODELS).value();
    return models;
}

inline std::vector<sat3d::ObjectId> objectsOf(const Game& game, Kind kind) {
    std::vector<sat3d::ObjectId> result;
    for (const sat3d::ObjectId id : game.world().ids()) {
        if (Thing::of(game.world(), id).kind == kind) {
            result.push_back(id);
        }
    }
    return result;
}

inline const sat3d::Pose& poseOf(const Game& game, const Tank& tank) {
    return game.world().find(tank.object)->pose;
}
inline const sat3d::Pose& poseOf(const Game& game, const Truck& truck) {
    return game.world().find(truck.object())->pose;
}

inline void setGravity(Game& game, const Tank& tank, float factor) {
    sat3d::Body body = *game.dynamics().find(tank.object);
    body.gravityFactor = factor;
    EXPECT_FALSE(game.dynamics().setBody(game.world(), tank.object, body));
}

/// Takes all tanks from their pilots, and lets them hang high above the arena.
inline void clearGround(Game& game) {
    for (Tank& tank : game.tanks()) {
        tank.isComputer = false;
        tank.command = {};
        setGravity(game, tank, 0.0f);
        const float height = 200.0f + 10.0f * static_cast<float>(tank.number);
        ASSERT_TRUE(game.placeTank(tank.number, glm::vec3(0.0f, height, 0.0f), 0.0f));
    }
}

/// Puts a tank down, with gravity again.
inline bool putDown(Game& game, std::uint32_t number, const glm::vec3& place, float yaw) {
    setGravity(game, game.tanks()[number], 1.0f);
    return game.placeTank(number, place, yaw);
}

/// Sets a tank moving forward.
inline void launch(Game& game, const Tank& tank, float speed) {
    const glm::vec3 ahead = poseOf(game, tank).transformDirection({0.0f, 0.0f, 1.0f});
    game.dynamics().setVelocity(tank.object, ahead * speed, glm::vec3(0.0f));
}

/// The middle of a place of 15 m around that is level, without anything.
inline glm::vec3 levelPlace(const Game& game) {
    return game.arena().zones()[0].pose.position;
}

/// Adds a static object of a kind, on the ground.
inline sat3d::ObjectId addObject(Game& game, Kind kind, const sat3d::Shape& shape, const sat3d::Pose& pose) {
    const std::uint64_t userData = Thing{kind}.packed();
    return game.world()
        .add({.shape = shape, .pose = pose, .kind = sat3d::ObjectKind::Static, .userData = userData})
        .value();
}

/// How deep a tank is in anything but crates and rubble, on which it may stand: then it sinks by centimeters,
/// because it weighs hundreds of times as much. Asks each pair alone, without the world's trees.
inline float deepestOverlap(const Game& game, const Tank& tank) {
    const sat3d::World::Object& self = *game.world().find(tank.object);
    float deepest = 0.0f;
    for (const sat3d::ObjectId id : game.world().ids()) {
        const sat3d::World::Object& other = *game.world().find(id);
        if (id == tank.object || other.filter.categories == kLoose) {
            continue;
        }
        if (const auto hit = penetration(self.shape, self.pose, other.shape, other.pose)) {
            deepest = std::max(deepest, hit->depth);
        }
    }
    return deepest;
}

}  // namespace tank_arena
