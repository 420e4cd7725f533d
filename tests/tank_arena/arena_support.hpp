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

/// Takes all tanks from their pilots, and puts them high above the arena.
inline void clearGround(Game& game) {
    for (Tank& tank : game.tanks()) {
        tank.isComputer = false;
        const float height = 100.0f + 10.0f * static_cast<float>(tank.number);
        ASSERT_TRUE(game.placeTank(tank.number, glm::vec3(0.0f, height, 0.0f), 0.0f));
    }
}

/// How deep a tank is in anything but zones. Asks each pair alone, without the world's trees.
inline float deepestOverlap(const Game& game, const Tank& tank) {
    const sat3d::World::Object& self = *game.world().find(tank.object);
    float deepest = 0.0f;
    for (const sat3d::ObjectId id : game.world().ids()) {
        const sat3d::World::Object& other = *game.world().find(id);
        if (id == tank.object || Thing::of(other).kind == Kind::Zone) {
            continue;
        }
        if (const auto hit = penetration(self.shape, self.pose, other.shape, other.pose)) {
            deepest = std::max(deepest, hit->depth);
        }
    }
    return deepest;
}

}  // namespace tank_arena
