#include "director.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace tank_arena {
namespace {

constexpr std::uint64_t kShotSteps = 240;  // a camera stays with a tank for so long

}  // namespace

Camera unobstructed(const Game& game, Camera camera, sat3d::ObjectId shown) {
    constexpr float kNearest = 5.0f, kClearance = 0.45f;  // meters
    const sat3d::Sphere clearance{.radius = kClearance};
    const sat3d::QueryFilter others{.without = {&shown, 1}};
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    std::array<sat3d::ObjectId, 1> obstacle;
    if (!overlapping(game.world(), clearance, sat3d::Pose{camera.target}, obstacle, others).empty()) {
        camera.target = game.world().find(shown)->pose.position + up * 1.7f;
    }
    const glm::vec3 fromTarget = camera.eye - camera.target;
    const float length = glm::length(fromTarget);
    for (const float raised : {0.0f, 0.3f, 0.7f, 1.5f, 4.0f}) {
        const glm::vec3 toEye = glm::normalize(fromTarget / length + up * raised);
        const auto stop = sweep(game.world(), clearance, sat3d::Pose{camera.target}, toEye * length, others);
        const float free = stop ? stop->sweep.fraction * length : length;
        if (free >= std::min(length, kNearest)) {
            camera.eye = camera.target + toEye * free;
            return camera;
        }
    }
    // Shut in: from above, outside of everything, and not straight down, where no side is up.
    const sat3d::Pose above{camera.target + glm::normalize(0.3f * fromTarget / length + up) * 12.0f};
    camera.eye = freed(game.world(), clearance, above).value_or(above).position;
    return camera;
}

void Director::choose(const Game& game) {
    // The tank of which an enemy is nearest.
    float best = std::numeric_limits<float>::infinity();
    const std::uint32_t former = tank_;
    for (const Tank& tank : game.tanks()) {
        if (tank.isWreck() || (tank.number == former && game.tanks().size() > 1)) {
            continue;
        }
        const glm::vec3 place = game.world().find(tank.object)->pose.position;
        for (const Tank& enemy : game.tanks()) {
            const float away = glm::distance(place, game.world().find(enemy.object)->pose.position);
            const float rank = away + 12.0f * tank.reload;
            if (enemy.team != tank.team && !enemy.isWreck() && rank < best) {
                best = rank;
                tank_ = tank.number;
            }
        }
    }
    nextChoice_ = game.statistics().steps + kShotSteps;
    chooseSide(game);
}

void Director::chooseSide(const Game& game) {
    // From where most of the tank is seen, and best in the sun.
    const Tank& tank = game.tanks()[tank_];
    const sat3d::Pose& pose = game.world().find(tank.object)->pose;
    float best = -1.0f;
    for (const float angle : {2.2f, -2.2f, 1.7f, -1.7f, 2.7f, -2.7f, 1.1f, -1.1f}) {
        const glm::vec3 eye = cameraAt(game, angle).eye;
        float rank = 0.4f * glm::dot(glm::normalize(eye - pose.position), glm::vec3(-0.74f, 0.0f, 0.43f));
        for (const glm::vec3& point :
             {glm::vec3(0, 2, 0), glm::vec3(1.5f, 0.5f, 3), glm::vec3(1.5f, 0.5f, -3),
              glm::vec3(-1.5f, 0.5f, 3), glm::vec3(-1.5f, 0.5f, -3)}) {
            rank += isVisible(game.world(), eye, pose * point, {.without = {&tank.object, 1}}) ? 1.0f : 0.0f;
        }
        if (rank > best) {
            best = rank;
            angle_ = angle;
        }
    }
}

Camera Director::cameraAt(const Game& game, float angle) const {
    const Tank& tank = game.tanks()[tank_];
    const sat3d::Pose& pose = game.world().find(tank.object)->pose;
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    glm::vec3 ahead = pose.rotation * tank.nodes[game.models().tank.turret].rotation * glm::vec3(0, 0, 1);
    ahead = glm::normalize(glm::vec3(ahead.x, 0.0f, ahead.z));
    const glm::vec3 toEye = glm::angleAxis(angle, up) * ahead;
    Camera camera;
    camera.target = pose.position + glm::vec3(0.0f, 1.7f, 0.0f) + ahead * 2.5f;
    camera.eye = pose.position + toEye * 10.0f + glm::vec3(0.0f, 3.6f, 0.0f);
    camera.fieldOfView = 0.75f;
    const float ground = game.arena().height(game.world(), camera.eye.x, camera.eye.z);
    camera.eye.y = std::max(camera.eye.y, ground + 1.5f);
    return camera;
}

Camera Director::cameraOf(const Game& game) {
    if (game.statistics().steps >= nextChoice_ || game.tanks()[tank_].isWreck()) {
        choose(game);
    }
    return unobstructed(game, cameraAt(game, angle_), game.tanks()[tank_].object);
}

}  // namespace tank_arena
