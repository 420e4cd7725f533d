#include "effects.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tank_arena {
namespace {

constexpr std::size_t kMaxParticles = 4000;
const glm::vec3 kSmoke(0.34f, 0.33f, 0.32f), kSoot(0.035f, 0.034f, 0.034f), kDust(0.36f, 0.29f, 0.19f);
const glm::vec3 kSpark(3.2f, 1.5f, 0.4f), kFire(2.6f, 0.85f, 0.14f);

/// The axes of a cube whose z axis is along a direction.
glm::mat4 along(const glm::vec3& direction) {
    const glm::vec3 z = glm::normalize(direction + glm::vec3(0.0f, 1e-4f, 0.0f));
    const glm::vec3 x = glm::normalize(glm::cross(glm::vec3(0.31f, 0.95f, 0.05f), z));
    return glm::mat4(glm::vec4(x, 0), glm::vec4(glm::cross(z, x), 0), glm::vec4(z, 0), glm::vec4(0, 0, 0, 1));
}

}  // namespace

glm::vec3 Effects::randomVector() {
    return {random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1)};
}

void Effects::flash(const glm::vec3& place, const glm::vec3& direction) {
    for (int i = 0; i < 18; ++i) {
        const glm::vec3 spread = glm::normalize(direction + randomVector() * 0.34f);
        particles_.push_back({.type = Type::Spark,
                              .position = place + spread * random_.between(0.2f, 0.9f),
                              .velocity = spread * random_.between(6.0f, 24.0f),
                              .color = kSpark * random_.between(0.8f, 1.3f),
                              .size = random_.between(0.06f, 0.20f),
                              .length = random_.between(8.0f, 18.0f),
                              .life = random_.between(0.07f, 0.16f),
                              .weight = 0.0f});
    }
    for (int i = 0; i < 9; ++i) {
        const float out = static_cast<float>(i) / 8.0f;
        particles_.push_back({.type = Type::Fire,
                              .position = place + direction * (0.1f + 1.7f * out) + randomVector() * 0.12f,
                              .velocity = direction * random_.between(2.0f, 7.0f) + randomVector(),
                              .color = {3.4f, random_.between(1.5f, 2.1f), random_.between(0.35f, 0.6f)},
                              .size = random_.between(0.35f, 0.55f) * (1.0f - 0.45f * out),
                              .growth = 2.5f,
                              .life = random_.between(0.09f, 0.17f),
                              .weight = 0.0f});
    }
    for (int i = 0; i < 12; ++i) {
        particles_.push_back(
            {.type = Type::Smoke,
             .position = place + direction * random_.between(0.0f, 1.0f) + randomVector() * 0.2f,
             .velocity = direction * random_.between(1.0f, 9.0f) + randomVector() * 0.8f,
             .color = kSmoke * random_.between(0.8f, 1.2f),
             .size = random_.between(0.2f, 0.5f),
             .growth = random_.between(0.6f, 1.3f),
             .alpha = 0.55f,
             .life = random_.between(0.5f, 1.6f),
             .weight = -0.05f,
             .drag = 3.0f});
    }
}

void Effects::hit(const Impact& impact) {
    const bool isGround = impact.thing.kind == Kind::Terrain;
    const bool isSteel = impact.thing.kind == Kind::Tank || impact.thing.kind == Kind::Truck;
    const glm::vec3 chip = isGround                           ? kDust * 0.7f
                           : impact.thing.kind == Kind::Crate ? glm::vec3(0.40f, 0.25f, 0.11f)
                                                              : glm::vec3(0.36f, 0.35f, 0.33f);
    for (int i = 0; i < (isSteel ? 22 : 8); ++i) {
        const glm::vec3 direction = glm::normalize(impact.normal + randomVector() * 0.8f);
        particles_.push_back({.type = Type::Spark,
                              .position = impact.point,
                              .velocity = direction * random_.between(4.0f, 17.0f),
                              .color = kSpark,
                              .size = random_.between(0.04f, 0.09f),
                              .length = random_.between(8.0f, 22.0f),
                              .life = random_.between(0.10f, 0.40f)});
    }
    for (int i = 0; i < (isSteel ? 2 : 14); ++i) {
        particles_.push_back(
            {.type = Type::Chip,
             .position = impact.point,
             .velocity = glm::normalize(impact.normal + randomVector() * 0.7f) * random_.between(2.0f, 9.0f),
             .color = chip * random_.between(0.7f, 1.2f),
             .size = random_.between(0.05f, 0.18f),
             .life = random_.between(0.4f, 0.9f)});
    }
    for (int i = 0; i < 7; ++i) {
        particles_.push_back({.type = Type::Smoke,
                              .position = impact.point + randomVector() * 0.15f,
                              .velocity = impact.normal * random_.between(0.5f, 4.0f) + randomVector(),
                              .color = isSteel ? kSmoke * 0.5f : kDust * 1.1f,
                              .size = random_.between(0.2f, 0.5f),
                              .growth = random_.between(0.7f, 1.5f),
                              .alpha = 0.5f,
                              .life = random_.between(0.5f, 1.4f),
                              .weight = 0.02f,
                              .drag = 2.5f});
    }
}

void Effects::burn(const glm::vec3& place) {
    particles_.push_back({.type = Type::Fire,
                          .position = place + randomVector() * glm::vec3(0.6f, 0.1f, 0.6f),
                          .velocity = {0.3f, random_.between(1.2f, 2.6f), 0.2f},
                          .color = kFire * random_.between(0.7f, 1.3f),
                          .size = random_.between(0.25f, 0.5f),
                          .growth = -0.3f,
                          .alpha = 0.85f,
                          .life = random_.between(0.35f, 0.8f),
                          .weight = -0.05f});
    particles_.push_back({.type = Type::Smoke,
                          .position = place + randomVector() * 0.5f + glm::vec3(0.0f, 0.8f, 0.0f),
                          .velocity = {0.9f, random_.between(1.8f, 2.8f), 0.4f},
                          .color = kSoot * random_.between(0.8f, 2.0f),
                          .size = random_.between(0.4f, 0.7f),
                          .growth = random_.between(0.35f, 0.6f),
                          .alpha = 0.6f,
                          .life = random_.between(2.5f, 4.5f),
                          .weight = -0.02f,
                          .drag = 0.25f});
}

/// Dust behind the tracks.
void Effects::dust(const Game& game, const Tank& tank) {
    const glm::vec3 velocity = game.dynamics().find(tank.object)->velocity;
    for (const sat3d::WheelState& wheel : game.dynamics().vehicleState(tank.vehicle)->wheels) {
        if (wheel.touches && random_.between(0.0f, 120.0f) < glm::length(velocity)) {
            particles_.push_back(
                {.type = Type::Smoke,
                 .position = wheel.point + glm::vec3(0.0f, 0.1f, 0.0f),
                 .velocity = velocity * 0.25f + randomVector() * 0.6f + glm::vec3(0.0f, 0.8f, 0.0f),
                 .color = kDust * random_.between(0.8f, 1.1f),
                 .size = random_.between(0.25f, 0.5f),
                 .growth = random_.between(0.5f, 1.0f),
                 .alpha = 0.22f,
                 .life = random_.between(0.8f, 2.0f),
                 .weight = 0.01f,
                 .drag = 1.5f});
        }
    }
}

/// Sparks where tanks ram each other.
void Effects::scrape(const Game& game) {
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        const Thing a = Thing::of(game.world(), contact.objects.a),
                    b = Thing::of(game.world(), contact.objects.b);
        if (a.kind != Kind::Tank || b.kind != Kind::Tank || contact.impulse() <= 0.0f ||
            contact.approachSpeed <= 1.5f) {
            continue;
        }
        for (const sat3d::DynamicPoint& point : contact.points()) {
            particles_.push_back({.type = Type::Spark,
                                  .position = point.position,
                                  .velocity = (randomVector() + glm::vec3(0.0f, 0.8f, 0.0f)) * 6.0f,
                                  .color = kSpark,
                                  .size = 0.05f,
                                  .length = 9.0f,
                                  .life = random_.between(0.15f, 0.4f)});
        }
    }
}

void Effects::move() {
    const float dt = Game::kStep;
    std::erase_if(particles_, [](const Particle& one) { return one.age >= one.life; });
    for (Particle& one : particles_) {
        one.age += dt;
        one.velocity.y -= 9.81f * one.weight * dt;
        one.velocity *= std::max(0.0f, 1.0f - one.drag * dt);
        one.position += one.velocity * dt;
        one.size = std::max(0.01f, one.size + one.growth * dt);
    }
}

void Effects::observe(const Game& game) {
    move();
    if (particles_.size() > kMaxParticles) {
        return;
    }
    const TankModel& model = game.models().tank;
    for (const std::uint32_t number : game.shooters()) {
        const Tank& tank = game.tanks()[number];
        const sat3d::Pose barrel = barrelPose(tank, model, game.world().find(tank.object)->pose);
        flash(barrel * (model.muzzle + glm::vec3(0, 0, 0.2f)), barrel.transformDirection({0, 0, 1}));
    }
    for (const Impact& impact : game.impacts()) {
        hit(impact);
    }
    for (const Tank& tank : game.tanks()) {
        dust(game, tank);
        if (tank.isWreck() && game.statistics().steps % 3 == 0) {
            burn(game.world().find(tank.object)->pose * glm::vec3(0, 1.9f, -0.5f));
        }
    }
    scrape(game);
}

void Effects::draw(Scene& scene) const {
    for (const Particle& one : particles_) {
        const float rest = 1.0f - one.age / one.life;
        if (one.type == Type::Chip) {
            glm::mat4 place = along(one.velocity);
            place[3] = glm::vec4(one.position, 1.0f);
            scene.add(Mesh::Cube, glm::scale(place, glm::vec3(one.size)), one.color, Surface::Metal);
            continue;
        }
        Puff puff{.placeAndSize = glm::vec4(one.position, one.size),
                  .color = glm::vec4(one.color, one.alpha),
                  .seed = one.life * 97.0f};  // the noise stays with the puff
        if (one.type == Type::Spark) {
            const glm::vec3 direction = glm::normalize(one.velocity + glm::vec3(0.0f, 1e-4f, 0.0f));
            puff.axisAndGlow = glm::vec4(direction * (0.5f * one.size * one.length), 1.0f);
            puff.placeAndSize.w *= 0.5f + 0.5f * rest;
            puff.color.a *= std::sqrt(rest);
        } else {
            puff.axisAndGlow.w = one.type == Type::Fire ? 1.0f : 0.0f;
            puff.color.a *= std::sqrt(rest) * std::min(1.0f, 0.4f + one.age * 12.0f);
        }
        scene.puffs.push_back(puff);
    }
}

}  // namespace tank_arena
