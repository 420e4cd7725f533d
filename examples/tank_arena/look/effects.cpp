#include "effects.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtx/norm.hpp>

#include <cstddef>

namespace tank_arena {
namespace {

constexpr std::size_t kMostParticles = 1500;

glm::mat4 along(const glm::vec3& way) {
    const glm::vec3 z = glm::normalize(way + glm::vec3(0.0f, 1e-4f, 0.0f));
    const glm::vec3 x = glm::normalize(glm::cross(glm::vec3(0.31f, 0.95f, 0.05f), z));
    return glm::mat4(glm::vec4(x, 0), glm::vec4(glm::cross(z, x), 0), glm::vec4(z, 0), glm::vec4(0, 0, 0, 1));
}

}  // namespace

glm::vec3 Effects::anyWay() {
    return {random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1)};
}

void Effects::flash(const glm::vec3& place, const glm::vec3& way) {
    for (int i = 0; i < 14; ++i) {
        const glm::vec3 spread = glm::normalize(way + anyWay() * 0.42f);
        particles_.push_back({.position = place,
                              .velocity = spread * random_.between(6.0f, 18.0f),
                              .color = glm::vec3(9.0f, random_.between(5.0f, 7.5f), 2.2f),
                              .size = random_.between(0.10f, 0.22f),
                              .length = random_.between(3.0f, 7.0f),
                              .life = random_.between(0.06f, 0.13f),
                              .weight = 0.0f});
    }
    for (int i = 0; i < 8; ++i) {
        const float shade = random_.between(0.25f, 0.45f);
        particles_.push_back({.position = place + anyWay() * 0.2f,
                              .velocity = way * random_.between(1.0f, 6.0f) + anyWay(),
                              .color = glm::vec3(shade),
                              .size = random_.between(0.15f, 0.40f),
                              .life = random_.between(0.4f, 1.1f),
                              .weight = -0.1f,
                              .surface = Surface::Metal});
    }
}

void Effects::sparks(const Impact& impact) {
    const bool isTank = impact.thing.kind == Kind::Tank;
    const bool isGround = impact.thing.kind == Kind::Terrain;
    const int count = impact.result == Impact::Result::Pierced ? 10 : 18;
    for (int i = 0; i < count; ++i) {
        const glm::vec3 way = glm::normalize(impact.normal + anyWay() * 0.8f);
        particles_.push_back(
            {.position = impact.point,
             .velocity = way * random_.between(4.0f, 16.0f),
             .color = isGround ? glm::vec3(0.24f, 0.18f, 0.11f) : glm::vec3(11.0f, 7.5f, 3.0f),
             .size = isGround ? random_.between(0.08f, 0.25f) : 0.05f,
             .length = isGround ? 1.0f : random_.between(5.0f, 14.0f),
             .life = isGround ? random_.between(0.4f, 0.9f) : random_.between(0.10f, 0.35f),
             .surface = isGround ? Surface::Metal : Surface::Glow});
    }
    if (isTank) {
        return;
    }
    for (int i = 0; i < 6; ++i) {
        const float shade = random_.between(0.3f, 0.5f);
        particles_.push_back({.position = impact.point,
                              .velocity = impact.normal * random_.between(0.5f, 3.0f) + anyWay(),
                              .color = glm::vec3(shade, shade * 0.92f, shade * 0.8f),
                              .size = random_.between(0.1f, 0.35f),
                              .life = random_.between(0.5f, 1.2f),
                              .weight = 0.3f,
                              .surface = Surface::Metal});
    }
}

void Effects::observe(const Game& game) {
    const float dt = Game::kStep;
    std::erase_if(particles_, [](const Particle& one) { return one.age >= one.life; });
    for (Particle& one : particles_) {
        one.age += dt;
        one.velocity.y -= 9.81f * one.weight * dt;
        one.position += one.velocity * dt;
    }
    if (particles_.size() > kMostParticles) {
        return;
    }
    const TankModel& model = game.models().tank;
    for (const std::uint32_t number : game.shooters()) {
        const Tank& tank = game.tanks()[number];
        const sat3d::Pose barrel = barrelPose(tank, model, game.world().find(tank.object)->pose);
        flash(barrel * (model.muzzle + glm::vec3(0, 0, 0.2f)), barrel.transformDirection({0, 0, 1}));
    }
    for (const Impact& impact : game.impacts()) {
        sparks(impact);
    }
    for (const Tank& tank : game.tanks()) {
        if (tank.isWreck() && game.statistics().steps % 3 == 0) {  // it burns
            const glm::vec3 place = game.world().find(tank.object)->pose * glm::vec3(0, 2.2f, -0.5f);
            particles_.push_back({.position = place + anyWay() * glm::vec3(0.8f, 0.1f, 0.8f),
                                  .velocity = {0.4f, random_.between(1.0f, 2.5f), 0.2f},
                                  .color = glm::vec3(8.0f, random_.between(2.0f, 5.0f), 0.5f),
                                  .size = random_.between(0.10f, 0.28f),
                                  .length = 2.0f,
                                  .life = random_.between(0.3f, 0.8f),
                                  .weight = 0.0f});
        }
    }
}

void Effects::draw(Scene& scene) const {
    for (const Particle& one : particles_) {
        const float rest = 1.0f - one.age / one.life;
        const float size = one.size * (one.surface == Surface::Glow ? rest : 0.5f + 0.5f * rest);
        glm::mat4 place = along(one.velocity);
        place[3] = glm::vec4(one.position, 1.0f);
        scene.add(Mesh::Cube, glm::scale(place, {size, size, size * one.length}), one.color, one.surface);
    }
}

}  // namespace tank_arena
