// Plays that try to break the rules: a tank never gets through a wall, a shell never through anything.

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>

namespace tank_arena {
namespace {

// Meters: contacts are soft, see docs/dynamics.md.
constexpr float kTolerance = 0.01f;
constexpr float kInTheCrush = 0.15f;  // while a tank of 60 t squeezes one of 18 t

const std::array kRates{10.0f, 24.0f, 30.0f, 60.0f, 144.0f, 240.0f};  // frames per second

glm::vec3 middleOf(const Game& game, const Tank& tank) {
    return game.world().find(tank.object)->pose * glm::vec3(0.0f, 0.9f, 0.0f);
}

/// Whether a way leads through a wall of 4 x 2.5 m in the plane z = 0 of its frame: by its own arithmetic.
bool leadsThrough(const sat3d::Pose& wall, const glm::vec3& from, const glm::vec3& to) {
    const glm::vec3 a = wall.inverse() * from, b = wall.inverse() * to;
    if (a.z * b.z > 0.0f || a.z == b.z) {
        return false;
    }
    const glm::vec3 at = a + (b - a) * (a.z / (a.z - b.z));
    return std::abs(at.x) < 2.0f && at.y > 0.0f && at.y < 2.5f;
}

/// Drives a tank at a wall with full throttle for a second and a half.
void ram(const Game& start, sat3d::ObjectId wall, float angle, float speed, float rate) {
    Game game = start;
    Tank& tank = game.tanks()[0];
    tank.isComputer = false;
    tank.kind.topSpeed = speed;
    tank.kind.acceleration = 1000.0f;
    const sat3d::Pose wallPose = game.world().find(wall)->pose;
    const sat3d::Pose approach = wallPose * sat3d::Pose{{}, glm::angleAxis(angle, glm::vec3(0, 1, 0))};
    const glm::vec3 from = approach * glm::vec3(0.0f, 0.2f, -8.0f);
    const glm::vec3 way = approach.transformDirection({0.0f, 0.0f, 1.0f});
    if (!game.placeTank(0, from, std::atan2(way.x, way.z))) {
        return;
    }
    if (leadsThrough(wallPose, approach * glm::vec3(0.0f, 1.0f, -8.0f), middleOf(game, tank))) {
        return;  // there was no room on this side
    }
    sat3d::FixedStep clock(Game::kStep);
    const std::vector<sat3d::ObjectId> walls = objectsOf(game, Kind::Wall);
    const int frames = static_cast<int>(1.5f * rate);
    for (int frame = 0; frame < frames; ++frame) {
        tank.command.throttle = frame < frames * 2 / 3 ? 1.0f : 0.0f;
        const std::uint32_t steps = clock.advance(1.0 / static_cast<double>(rate));
        for (std::uint32_t step = 0; step < steps; ++step) {
            const glm::vec3 before = middleOf(game, tank);
            game.step();
            const glm::vec3 after = middleOf(game, tank);
            const sat3d::World::Object& self = *game.world().find(tank.object);
            for (const sat3d::ObjectId id : walls) {
                const sat3d::World::Object& other = *game.world().find(id);
                ASSERT_FALSE(leadsThrough(other.pose, before, after))
                    << "at " << speed << " m/s, angle " << angle << ", " << rate << " Hz, frame " << frame;
                // At a hundred times its speed it is stopped late, and pushed back in the next steps.
                const auto hit = penetration(self.shape, self.pose, other.shape, other.pose);
                const bool isOver = frame + 1 == frames;
                ASSERT_LT(isOver && hit ? hit->depth : 0.0f, kTolerance)
                    << "at " << speed << " m/s, angle " << angle << ", " << rate << " Hz";
            }
        }
    }
}

TEST(ScriptedPlay, WallsCannotBeDrivenThrough) {
    const Game game(loadedModels(), {.seed = 6, .tanks = 1, .props = 0});
    const std::vector<sat3d::ObjectId> walls = objectsOf(game, Kind::Wall);
    ASSERT_GE(walls.size(), 7u);
    for (const sat3d::ObjectId wall : {walls[0], walls[2], walls[4], walls[6]}) {
        for (const float angle : {0.0f, 0.5f, 1.1f, 3.1415927f, 3.7f}) {
            for (const float speed : {3.0f, 15.0f, 60.0f, 250.0f}) {
                for (const float rate : kRates) {
                    ram(game, wall, angle, speed, rate);
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST(ScriptedPlay, RammedTankEndsOutsideOfEverything) {
    const Game start(loadedModels(), {.seed = 6, .tanks = 5, .props = 0});
    for (const sat3d::ObjectId wall : objectsOf(start, Kind::Wall)) {
        for (const float speed : {5.0f, 20.0f, 80.0f}) {
            Game game = start;
            const sat3d::Pose wallPose = game.world().find(wall)->pose;
            clearGround(game);
            // The heavy tank rams the scout, which stands across in front of the wall.
            const glm::vec3 way = wallPose.transformDirection({0.0f, 0.0f, -1.0f});
            const float yaw = std::atan2(way.x, way.z);
            if (!game.placeTank(0, wallPose * glm::vec3(0.0f, 0.1f, 2.5f), yaw + 1.5707963f) ||
                !game.placeTank(4, wallPose * glm::vec3(0.0f, 0.1f, 12.0f), yaw)) {
                continue;
            }
            game.tanks()[4].kind.topSpeed = speed;
            game.tanks()[4].kind.acceleration = 1000.0f;
            for (int step = 0; step < 90; ++step) {
                game.tanks()[4].command.throttle = step < 60 ? 1.0f : 0.0f;
                game.step();
                if (speed <= 20.0f) {  // what the fastest tank reaches
                    ASSERT_LT(deepestOverlap(game, game.tanks()[0]), kInTheCrush) << speed << " m/s";
                    ASSERT_LT(deepestOverlap(game, game.tanks()[4]), kInTheCrush) << speed << " m/s";
                }
            }
            ASSERT_LT(deepestOverlap(game, game.tanks()[0]), kTolerance) << speed << " m/s";
            ASSERT_LT(deepestOverlap(game, game.tanks()[4]), kTolerance) << speed << " m/s";
        }
    }
}

/// Whether a straight way meets walls, border, ramps or ground: asks each of them alone.
bool meetsSolid(const Game& game, const glm::vec3& from, const glm::vec3& to) {
    const float length = glm::distance(from, to);
    for (const sat3d::ObjectId id : game.world().ids()) {
        const sat3d::World::Object& object = *game.world().find(id);
        const Kind kind = Thing::of(object).kind;
        if (kind != Kind::Wall && kind != Kind::Border && kind != Kind::Ramp && kind != Kind::Terrain) {
            continue;
        }
        if (length > 0.0f && raycast(object.shape, object.pose, sat3d::Ray{from, to - from, length})) {
            return true;
        }
    }
    return false;
}

TEST(ScriptedPlay, ShellsPassThroughNothing) {
    const Game start(loadedModels(), {.seed = 6, .tanks = 1, .props = 0});
    const std::vector<sat3d::ObjectId> walls = objectsOf(start, Kind::Wall);
    Random random(1);
    std::uint32_t stopped = 0, ricochets = 0;
    for (int shot = 0; shot < 200; ++shot) {
        Game game = start;
        Tank& tank = game.tanks()[0];
        tank.isComputer = false;
        tank.kind.muzzleSpeed = 50.0f * std::exp2(random.between(0.0f, 6.0f));  // to 3,200 m/s
        const sat3d::Pose wall = game.world().find(walls[random.below(std::uint32_t(walls.size()))])->pose;
        const glm::vec3 place =
            wall * glm::vec3(random.between(-12.0f, 12.0f), 0.3f, random.between(-15, 15));
        if (!game.placeTank(0, place, random.between(0.0f, 6.28f))) {
            continue;
        }
        tank.command.aimAt = wall * glm::vec3(random.between(-1.9f, 1.9f), random.between(0.2f, 2.4f), 0.0f);
        for (int step = 0; step < 240; ++step) {
            game.step();
        }
        tank.command.isFiring = true;
        glm::vec3 before = barrelPose(tank, loadedModels().tank, game.world().find(tank.object)->pose) *
                           loadedModels().tank.breech;
        for (int step = 0; step < 40; ++step) {
            game.step();
            tank.command.isFiring = false;
            if (game.shells().empty()) {
                break;
            }
            const glm::vec3 after = game.shells()[0].position;
            ASSERT_FALSE(meetsSolid(game, before, after))
                << "shot " << shot << ", " << tank.kind.muzzleSpeed << " m/s";
            before = after;
        }
        stopped += game.statistics().stopped;
        ricochets += game.statistics().ricochets;
    }
    EXPECT_GT(stopped, 100u);
    EXPECT_GT(ricochets, 0u);
}

}  // namespace
}  // namespace tank_arena
