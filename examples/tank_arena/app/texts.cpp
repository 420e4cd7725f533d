#include "texts.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tank_arena {

const char* teamName(std::uint32_t team) {
    return team == 0 ? "olive" : "steel";
}

std::string tankText(const Tank& tank) {
    return "tank " + std::to_string(tank.number) + " (" + teamName(tank.team) + " " + tank.kind.name + ")";
}

std::string hitText(const Game& game, const Hit& hit) {
    const Tank& tank = game.tanks()[hit.tank];
    const auto whole = [](float number) { return std::to_string(std::lround(number)); };
    const std::string by = hit.byTank == hit.tank ? "your own shell" : tankText(game.tanks()[hit.byTank]);
    const float away = glm::distance(hit.from, game.world().find(tank.object)->pose.position);
    const std::string from = hit.byTank == hit.tank ? "" : " from " + whole(away) + " m";
    if (hit.isFatal) {
        return by + " wrecked you" + from;
    }
    if (hit.damage == 0.0f) {
        return by + " hit you" + from + ": the armor held";
    }
    return by + " hit you" + from + ": " + whole(std::max(hit.damage, 1.0f)) + " of " +
           whole(tank.kind.health) + " health";
}

const char* gunText(const Tank& tank) {
    return tank.isWreck()         ? "no gun: the tank is a wreck"
           : tank.isBarrelBlocked ? "something is in the way of the gun"
           : tank.reload > 0.0f   ? "loading"
                                  : "gun is ready";
}

LayerText layerText(sat3d::DebugLayer layer) {
    using sat3d::DebugLayer;
    switch (layer) {
        case DebugLayer::Faces:
            return {"faces", "The collision shapes, filled. Within 40 m."};
        case DebugLayer::Edges:
            return {"edges", "The collision shapes, as edges; zones and the reach of trucks. Within 40 m."};
        case DebugLayer::Bounds:
            return {"boxes of objects",
                    "The box around each object: only boxes that meet are looked at closer."};
        case DebugLayer::Trees:
            return {"search tree", "The boxes around groups of objects: how sat3d finds what is near."};
        case DebugLayer::ShapeTrees:
            return {"trees in shapes", "The boxes around the parts of a shape of many parts. Within 40 m."};
        case DebugLayer::Contacts:
            return {"contacts", "Where bodies meet, and the direction in which they push."};
        case DebugLayer::Pushes:
            return {"overlaps", "The shortest way out of an overlap, ten times as long as it is."};
        case DebugLayer::ContactEvents:
            return {"zones entered", "Zones and trucks, and who has just come into their reach."};
        case DebugLayer::Rays:
            return {"sight and shells", "Where computer players aim, and where shells fly."};
        case DebugLayer::Sweeps:
            return {"ways of trucks", "The next second of the supply trucks, up to what stops them."};
        case DebugLayer::Explanations:
            return {"chosen pair", "The pair that you chose: its push, its features, its best plane."};
        case DebugLayer::AllPlanes:
            return {"all its planes", "Every plane that sat3d would look at for the pair that you chose."};
        case DebugLayer::Bodies:
            return {"motion", "Centers of mass and velocities, and what is asleep."};
        case DebugLayer::Impulses:
            return {"impulses", "How hard bodies push each other at their contacts."};
        case DebugLayer::Joints:
            return {"joints", "What holds bodies together. Nothing in this game is joined."};
        case DebugLayer::Vehicles:
            return {"wheels",
                    "Road wheels on their springs, and how the ground pushes them: red ones slide."};
        case DebugLayer::Labels:
            return {"names", "Names of objects, and numbers beside what is drawn. Within 40 m."};
        default:
            return {"?", ""};
    }
}

std::string lengthText(double meters) {
    const long millimeters = std::lround(std::abs(meters) * 1e3);
    if (millimeters < 1000) {
        return std::to_string(millimeters) + " mm";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f m", std::abs(meters));
    return text.data();
}

std::string separationText(double separation) {
    if (std::abs(separation) < 0.5e-3) {
        return "touching";
    }
    const std::string length = lengthText(separation);
    return separation < 0.0 ? "touching, " + length + " deep" : length + " apart";
}

}  // namespace tank_arena
