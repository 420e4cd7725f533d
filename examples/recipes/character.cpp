// A character controller: it walks, climbs stairs, jumps, pushes a crate, and rides a lift.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdint>
#include <cstdio>

namespace {

constexpr float kStep = 1.0f / 60.0f, kGravity = 9.81f;
constexpr std::uint64_t kPlayers = 2;

// [character]
struct Character {
    sat3d::Capsule body{.start = {0.0f, 0.35f, 0.0f}, .end = {0.0f, 1.45f, 0.0f}, .radius = 0.35f};
    sat3d::ObjectId object;
    glm::vec3 velocity{0.0f};
    bool isStanding = false;
};

void walk(sat3d::World& world, Character& character, const glm::vec3& wish, bool wantsToJump) {
    glm::vec3& velocity = character.velocity;
    velocity = {wish.x, velocity.y - kGravity * kStep, wish.z};
    if (wantsToJump && character.isStanding) {
        velocity.y = 4.5f;  // meters per second: a jump of 1 m
    }
    const sat3d::Moved moved =
        moveAndSlide(world, character.body, world.find(character.object)->pose, {velocity * kStep},
                     {.filter = {.without = {&character.object, 1}}});
    velocity -= moved.left / kStep;  // what a wall or the ground has stopped
    character.isStanding = moved.isStanding();
    (void)world.setPose(character.object, moved.pose);
}
// [character]

// [push]
/// Pushes the bodies that the character walked into, with at most the force of a man.
void pushBodies(const sat3d::World& world, sat3d::Dynamics& dynamics, const sat3d::Moved& moved,
                const glm::vec3& wish) {
    for (const sat3d::MoverContact& stop : moved.stops()) {
        const float into = -dot(wish, stop.normal);
        if (into > 0.0f && dynamics.find(stop.object) != nullptr) {
            dynamics.applyImpulse(world, stop.object, stop.normal * (-400.0f * kStep), stop.point);
        }
    }
}
// [push]

// [ride]
/// Takes the character along with what it stands on, which the game has moved from a pose to another one.
void ride(sat3d::World& world, const Character& character, sat3d::ObjectId platform,
          const sat3d::Pose& before, const sat3d::Pose& now) {
    const sat3d::Pose pose = world.find(character.object)->pose;
    const glm::vec3 way = now * (before.inverse() * pose.position) - pose.position;
    const std::array without{character.object, platform};
    (void)world.setPose(
        character.object,
        moveAndSlide(world, character.body, pose, {way}, {.filter = {.without = without}}).pose);
}
// [ride]

}  // namespace

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    for (int step = 0; step < 8; ++step) {  // stairs of 17 cm
        const float height = 0.17f * static_cast<float>(step + 1);
        const sat3d::Box stair{.halfExtents = {0.15f, height / 2.0f, 1.0f}};
        const glm::vec3 at(3.0f + 0.3f * static_cast<float>(step), height / 2.0f, 0.0f);
        (void)world.add({.shape = stair, .pose = {at}, .kind = sat3d::ObjectKind::Static});
    }
    Character man;
    man.object = world.add({.shape = man.body, .filter = {.categories = kPlayers}}).value();
    for (int i = 0; i < 150; ++i) {
        walk(world, man, {2.0f, 0.0f, 0.0f}, false);
    }
    const auto height = [&] { return double(world.find(man.object)->pose.position.y); };
    std::printf("on the stairs, %.2f m up, %s\n", height(), man.isStanding ? "standing" : "falling");

    double highest = 0.0;
    for (int i = 0; i < 240; ++i) {
        walk(world, man, {-2.0f, 0.0f, 0.0f}, i == 150);
        highest = i >= 150 && height() > highest ? height() : highest;
    }
    std::printf("back on the ground, jumped %.1f m\n", highest);

    const sat3d::Box crate{.halfExtents = {0.4f, 0.4f, 0.4f}};
    const glm::vec3 at = world.find(man.object)->pose.position + glm::vec3(0.0f, 0.41f, 1.5f);
    const auto box = world.add({.shape = crate, .pose = {at}}).value();
    dynamics.setBody(world, box, {.mass = *sat3d::massOfShape(crate, 40.0f)});
    for (int i = 0; i < 180; ++i) {
        const glm::vec3 wish(0.0f, 0.0f, 2.0f);
        const sat3d::Moved moved = moveAndSlide(world, man.body, world.find(man.object)->pose, {wish * kStep},
                                                {.filter = {.without = {&man.object, 1}}});
        (void)world.setPose(man.object, moved.pose);
        pushBodies(world, dynamics, moved, wish);
        dynamics.step(world, kStep);
    }
    std::printf("pushed the crate by %.1f m\n", double(world.find(box)->pose.position.z - at.z));

    const sat3d::Box floor{.halfExtents = {2.0f, 0.5f, 2.0f}};
    const glm::vec3 top = world.find(man.object)->pose.position + glm::vec3(0.0f, 20.0f, 0.0f);
    const auto lift = world.add({.shape = floor, .pose = {top - glm::vec3(0.0f, 0.51f, 0.0f)}}).value();
    (void)world.setPose(man.object, {top});
    int steps = 0;
    for (int i = 0; i < 120; ++i) {  // it sinks at 8 m/s
        const sat3d::Pose before = world.find(lift)->pose;
        const sat3d::Pose now{before.position - glm::vec3(0.0f, 8.0f * kStep, 0.0f)};
        (void)world.setPose(lift, now);
        ride(world, man, lift, before, now);
        walk(world, man, {}, false);
        steps += man.isStanding ? 1 : 0;
    }
    std::printf("stood for %d of 120 steps on a lift that sank by %.0f m\n", steps, double(top.y) - height());
}
