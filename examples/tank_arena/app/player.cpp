#include "player.hpp"

#include "look/director.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace tank_arena {
namespace {

constexpr float kFarthestAim = 200.0f;  // meters

glm::vec3 directionOf(float heading, float tilt) {
    return {std::sin(heading) * std::cos(tilt), std::sin(tilt), std::cos(heading) * std::cos(tilt)};
}

float headingOf(const sat3d::Pose& pose) {
    const glm::vec3 ahead = pose.transformDirection({0.0f, 0.0f, 1.0f});
    return std::atan2(ahead.x, ahead.z);
}

}  // namespace

Player::Player(Game& game) {
    take(game, 0);
}

void Player::take(Game& game, std::uint32_t tank) {
    tank_ = tank;
    Tank& taken = game.tanks()[tank_];
    taken.isComputer = false;
    taken.command = {};
    taken.health *= kToughness;
    taken.kind.health *= kToughness;
    heading_ = headingOf(game.world().find(taken.object)->pose);
}

void Player::giveBack(Game& game) {
    Tank& tank = game.tanks()[tank_];
    tank.isComputer = true;
    tank.health /= kToughness;
    tank.kind.health /= kToughness;
}

void Player::takeNext(Game& game) {
    giveBack(game);
    take(game, (tank_ + 1) % static_cast<std::uint32_t>(game.tanks().size()));
}

void Player::zoom(float turns) {
    distance_ = std::clamp(distance_ * (1.0f - 0.1f * turns), 6.0f, 60.0f);
}

void Player::command(Game& game, const Controls& controls, const sat3d::Ray& cursor, float seconds) {
    heading_ += controls.turnView;
    tilt_ = std::clamp(tilt_ + controls.tiltView, -0.05f, 1.2f);
    idleFor_ = controls.turnView != 0.0f || controls.tiltView != 0.0f ? 0.0f : idleFor_ + seconds;
    if (controls.isByGamepad) {
        isByGamepad_ = true;
    } else if (controls.throttle != 0.0f || controls.steer != 0.0f || controls.isFiring) {
        isByGamepad_ = false;
    }
    Tank& tank = game.tanks()[tank_];
    const sat3d::Pose& pose = game.world().find(tank.object)->pose;
    if (!isByGamepad_ && idleFor_ > 1.5f) {  // the view turns with the tank
        constexpr float kFollow = 2.0f;      // 1/s
        const float off = std::remainder(headingOf(pose) - heading_, 6.2831853f);
        heading_ += off * (1.0f - std::exp(-kFollow * seconds));
    }
    const std::uint64_t now = game.statistics().steps;
    const bool isAskedFor = tank.command.isFiring && firedAt_ == now;  // and no step has been since
    firedAt_ = controls.isFiring ? now : firedAt_;
    tank.command = {
        .throttle = controls.throttle, .steer = controls.steer, .isFiring = controls.isFiring || isAskedFor};
    const sat3d::Ray along{pose * glm::vec3(0.0f, 2.6f, 0.0f), directionOf(heading_, 0.18f - tilt_)};
    const sat3d::Ray& ray = isByGamepad_ ? along : cursor;
    const auto hit = raycast(game.world(), ray, {.without = {&tank.object, 1}});
    const float away = hit ? hit->hit.entry.distance : kFarthestAim;
    tank.command.aimAt = ray.origin + ray.direction * std::max(away, 6.0f);
}

Camera Player::camera(const Game& game, const GameView& view, float fraction, float seconds) {
    const Tank& tank = game.tanks()[tank_];
    const glm::vec3 place = view.poseOf(game, tank.object, fraction).position;
    Camera camera;
    camera.target = place + glm::vec3(0.0f, 2.7f, 0.0f);
    camera.eye = camera.target - directionOf(heading_, -tilt_) * distance_;
    camera = unobstructed(game, camera, tank.object);
    // At once nearer, but slowly back: what flies past does not shake the picture.
    const float free = glm::distance(camera.eye, camera.target);
    shownDistance_ = free < shownDistance_ ? free : std::min(free, shownDistance_ + 8.0f * seconds);
    camera.eye = camera.target + (camera.eye - camera.target) * (shownDistance_ / free);
    return camera;
}

glm::vec3 Player::gunPoint(const Game& game, const Tank& tank) {
    const TankModel& model = game.models().tank;
    const sat3d::Pose barrel = barrelPose(tank, model, game.world().find(tank.object)->pose);
    const sat3d::Ray ray{barrel * model.muzzle, barrel.transformDirection({0.0f, 0.0f, 1.0f}), kFarthestAim};
    const auto hit = raycast(game.world(), ray, {.without = {&tank.object, 1}});
    return ray.origin + ray.direction * (hit ? hit->hit.entry.distance : kFarthestAim);
}

}  // namespace tank_arena
