// Plays that try to break the rules: a tank never gets through anything that stands, a shell never through
// anything at all, and what is rammed ends outside of everything.

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <set>
#include <vector>

namespace tank_arena {
namespace {

// Meters: contacts are soft, see docs/dynamics.md.
constexpr float kTolerance = 0.01f;
constexpr float kInTheCrush = 0.15f;  // while a tank of 60 t squeezes one of 18 t

/// What tanks are driven at an obstacle with.
struct Plays {
    std::vector<float> angles;  ///< radians, from head-on
    std::vector<float> speeds;  ///< m/s
    std::vector<float> rates;   ///< steps per second

    [[nodiscard]] int count() const { return static_cast<int>(angles.size() * speeds.size() * rates.size()); }
};
const Plays kFew{.angles = {0.0f, 1.1f}, .speeds = {15.0f, 250.0f}, .rates = {10.0f, 60.0f, 240.0f}};
const Plays kAll{.angles = {0.0f, 0.5f, 1.1f, -0.8f},
                 .speeds = {3.0f, 15.0f, 60.0f, 250.0f},
                 .rates = {10.0f, 24.0f, 30.0f, 60.0f, 144.0f, 240.0f}};

glm::vec3 middleOf(const Game& game, const Tank& tank) {
    return poseOf(game, tank) * glm::vec3(0.0f, 0.9f, 0.0f);
}

/// A flat thing that stands: where it is, and the plane that nothing may cross within its bounds.
struct Obstacle {
    sat3d::Pose pose;        ///< z across it
    float halfWidth = 2.0f;  ///< along x
    float height = 2.5f;
};

/// Whether a way leads through an obstacle: by its own arithmetic.
bool leadsThrough(const Obstacle& obstacle, const glm::vec3& from, const glm::vec3& to) {
    const glm::vec3 a = obstacle.pose.inverse() * from, b = obstacle.pose.inverse() * to;
    if (a.z * b.z > 0.0f || a.z == b.z) {
        return false;
    }
    const glm::vec3 at = a + (b - a) * (a.z / (a.z - b.z));
    return std::abs(at.x) < obstacle.halfWidth && at.y > 0.0f && at.y < obstacle.height;
}

/// What the plays of a kind of obstacle have reached.
struct Reached {
    int runs = 0, touched = 0;
    float deepest = 0.0f;
};

/// Lets tanks come to rest without throttle: some fly far.
void settle(Game& game, float rate) {
    for (Tank& tank : game.tanks()) {
        tank.command = {};
    }
    const auto isAtRest = [&] {
        return std::ranges::all_of(game.tanks(), [&](const Tank& tank) {
            const sat3d::Body& body = *game.dynamics().find(tank.object);
            return body.gravityFactor == 0.0f || game.dynamics().isAsleep(tank.object);
        });
    };
    for (int step = 0; step < static_cast<int>(40.0f * rate) && !isAtRest(); ++step) {
        game.step(1.0f / rate);
    }
}

/// Drives a tank at an obstacle with full throttle for a second, and lets it come to rest.
void ram(const Game& start, const Obstacle& obstacle, float angle, float speed, float rate,
         Reached& reached) {
    Game game = start;
    Tank& tank = game.tanks()[0];
    tank.kind.topSpeed = speed;
    const sat3d::Pose approach = obstacle.pose * sat3d::Pose{{}, glm::angleAxis(angle, glm::vec3(0, 1, 0))};
    const glm::vec3 way = approach.transformDirection({0.0f, 0.0f, 1.0f});
    const float from = speed < 10.0f ? 5.5f : 8.0f;  // a second is enough to get there
    ASSERT_TRUE(putDown(game, 0, approach * glm::vec3(0.0f, 0.1f, -from), std::atan2(way.x, way.z)));
    ASSERT_FALSE(leadsThrough(obstacle, approach * glm::vec3(0.0f, 1.0f, -from), middleOf(game, tank)));
    launch(game, tank, speed);
    ++reached.runs;
    bool hasTouched = false;
    for (int step = 0; step < static_cast<int>(rate); ++step) {
        tank.command.throttle = 1.0f;
        const glm::vec3 before = middleOf(game, tank);
        game.step(1.0f / rate);
        ASSERT_FALSE(leadsThrough(obstacle, before, middleOf(game, tank)))
            << "at " << speed << " m/s, angle " << angle << ", " << rate << " Hz, step " << step;
        for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
            const sat3d::ObjectId other =
                contact.objects.a == tank.object ? contact.objects.b : contact.objects.a;
            hasTouched = hasTouched ||
                         (Thing::of(game.world(), other).kind != Kind::Terrain && contact.impulse() > 0.0f);
        }
    }
    reached.touched += hasTouched ? 1 : 0;
    settle(game, rate);
    const float deepest = deepestOverlap(game, tank);
    reached.deepest = std::max(reached.deepest, deepest);
    ASSERT_LT(deepest, kTolerance) << "at " << speed << " m/s, angle " << angle << ", " << rate << " Hz";
}

/// A tank, and a place where it has room.
class ScriptedPlay : public testing::Test {
protected:
    ScriptedPlay() : game(loadedModels(), {.seed = 6, .tanks = 5, .props = 0}), place(levelPlace(game)) {
        clearGround(game);
        game.tanks()[0].isComputer = false;
    }
    void ramFromAllSides(const Obstacle& obstacle, const Plays& plays) {
        Reached reached;
        for (const float angle : plays.angles) {
            for (const float speed : plays.speeds) {
                for (const float rate : plays.rates) {
                    ram(game, obstacle, angle, speed, rate, reached);
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
        EXPECT_EQ(reached.runs, plays.count());
        EXPECT_GT(6 * reached.touched, 5 * reached.runs);
    }
    void ramWall(const Plays& plays);
    void ramBackOfRamp(const Plays& plays);
    void ramBorder(const Plays& plays);
    void ramTank(const Plays& plays);

    Game game;
    glm::vec3 place;
};

void ScriptedPlay::ramWall(const Plays& plays) {
    addObject(game, Kind::Wall, loadedModels().wall, {place});
    ramFromAllSides({.pose = {place}}, plays);  // a wall of 4 x 2.5 m
}

TEST_F(ScriptedPlay, WallsCannotBeDrivenThrough) {
    ramWall(kFew);
}
TEST_F(ScriptedPlay, WallsCannotBeDrivenThroughSoak) {
    ramWall(kAll);
}

void ScriptedPlay::ramBackOfRamp(const Plays& plays) {
    // Its high end stands upright, across z.
    addObject(game, Kind::Ramp, loadedModels().ramp, {place});
    const sat3d::Aabb box = bounds(loadedModels().ramp, sat3d::Pose{});
    const bool isHighInFront =
        support(std::get<sat3d::ConvexHull>(loadedModels().ramp), glm::vec3(0.0f, 1.0f, 0.05f)).z > 0.0f;
    const glm::quat toward =
        isHighInFront ? glm::angleAxis(3.1415927f, glm::vec3(0, 1, 0)) : glm::quat(1, 0, 0, 0);
    const float back = isHighInFront ? box.upper.z : box.lower.z;
    // Halfway up: a tank that came through would be inside of the ramp.
    ramFromAllSides({.pose = {place + glm::vec3(0.0f, 0.0f, back), toward},
                     .halfWidth = 0.5f * (box.upper.x - box.lower.x),
                     .height = 0.8f * box.upper.y},
                    plays);
}

TEST_F(ScriptedPlay, TheBackOfRampsCannotBeDrivenThrough) {
    ramBackOfRamp(kFew);
}
TEST_F(ScriptedPlay, TheBackOfRampsCannotBeDrivenThroughSoak) {
    ramBackOfRamp(kAll);
}

void ScriptedPlay::ramBorder(const Plays& plays) {
    // A place at each side from where there is room.
    const float edge = game.arena().halfSize() - 2.0f;  // the inside of the border
    Reached reached;
    for (int side = 0; side < 4; ++side) {
        const glm::quat outward = glm::angleAxis(1.5707963f * static_cast<float>(side), glm::vec3(0, 1, 0));
        for (const float along : {-0.3f * edge, 0.1f * edge}) {
            const glm::vec3 at = outward * glm::vec3(along, 0.0f, edge);
            const glm::vec3 inside = outward * glm::vec3(along, 0.0f, edge - 9.0f);
            const float ground = std::max(game.arena().height(game.world(), at.x, at.z),
                                          game.arena().height(game.world(), inside.x, inside.z));
            for (const float speed : plays.speeds) {
                for (const float rate : plays.rates) {
                    Game round = game;
                    Tank& tank = round.tanks()[0];
                    tank.kind.topSpeed = speed;
                    const glm::vec3 way = outward * glm::vec3(0.0f, 0.0f, 1.0f);
                    if (!putDown(round, 0, inside + glm::vec3(0.0f, ground + 0.5f, 0.0f),
                                 std::atan2(way.x, way.z))) {
                        continue;  // a ruin stands there
                    }
                    launch(round, tank, speed);
                    ++reached.runs;
                    float farthest = 0.0f;
                    for (int step = 0; step < static_cast<int>(1.5f * rate); ++step) {
                        tank.command.throttle = 1.0f;
                        round.step(1.0f / rate);
                        const glm::vec3 middle = middleOf(round, tank);
                        if (middle.y > ground + 5.0f) {
                            break;  // it flies, higher than the border
                        }
                        // The middle of the border is a meter behind its inside.
                        ASSERT_LT(std::max(std::abs(middle.x), std::abs(middle.z)), edge + 1.0f)
                            << speed << " m/s, " << rate << " Hz, side " << side;
                        farthest = std::max(farthest, glm::dot(middle, way));
                    }
                    reached.touched += farthest > edge - 4.0f ? 1 : 0;
                    settle(round, rate);
                    ASSERT_LT(deepestOverlap(round, tank), kTolerance)
                        << speed << " m/s, " << rate << " Hz, side " << side;
                }
            }
        }
    }
    EXPECT_GT(reached.runs, static_cast<int>(6 * plays.speeds.size() * plays.rates.size()));
    EXPECT_GT(3 * reached.touched, 2 * reached.runs);
}

TEST_F(ScriptedPlay, TheBorderCannotBeDrivenThrough) {
    ramBorder({.angles = {0.0f}, .speeds = {250.0f}, .rates = {10.0f, 60.0f}});
}
TEST_F(ScriptedPlay, TheBorderCannotBeDrivenThroughSoak) {
    ramBorder(kAll);
}

void ScriptedPlay::ramTank(const Plays& plays) {
    int rams = 0, pushed = 0;
    for (const float angle : plays.angles) {
        for (const float speed : plays.speeds) {
            for (const float rate : plays.rates) {
                Game round = game;
                addObject(round, Kind::Wall, sat3d::Box{.halfExtents = {5.0f, 1.5f, 0.3f}},
                          {place + glm::vec3(0.0f, 1.5f, 5.0f)});
                // A heavy tank rams a scout, which stands in front of a wall.
                ASSERT_TRUE(putDown(round, 0, place + glm::vec3(0.0f, 0.05f, 0.8f), angle));
                ASSERT_TRUE(putDown(round, 4, place + glm::vec3(0.0f, 0.05f, -9.0f), 0.0f));
                round.tanks()[4].kind.topSpeed = speed;
                launch(round, round.tanks()[4], speed);
                const glm::vec3 before = poseOf(round, round.tanks()[0]).position;
                for (int step = 0; step < static_cast<int>(1.5f * rate); ++step) {
                    round.tanks()[4].command.throttle = 1.0f;
                    round.step(1.0f / rate);
                    if (speed <= 20.0f) {  // what the fastest tank reaches
                        ASSERT_LT(deepestOverlap(round, round.tanks()[0]), kInTheCrush)
                            << speed << " m/s, angle " << angle << ", " << rate << " Hz";
                    }
                }
                settle(round, rate);
                ++rams;
                pushed += glm::distance(before, poseOf(round, round.tanks()[0]).position) > 0.1f ? 1 : 0;
                for (const std::uint32_t number : {0u, 4u}) {
                    ASSERT_LT(deepestOverlap(round, round.tanks()[number]), kTolerance)
                        << speed << " m/s, angle " << angle << ", " << rate << " Hz, tank " << number;
                }
            }
        }
    }
    EXPECT_EQ(rams, plays.count());
    EXPECT_EQ(pushed, plays.count());
}

TEST_F(ScriptedPlay, RammedTankEndsOutsideOfEverything) {
    ramTank({.angles = {0.4f, 1.5707963f}, .speeds = {12.0f, 80.0f}, .rates = {30.0f, 144.0f}});
}
TEST_F(ScriptedPlay, RammedTankEndsOutsideOfEverythingSoak) {
    ramTank({.angles = {0.0f, 0.4f, 1.5707963f, 2.4f},
             .speeds = {5.0f, 12.0f, 20.0f, 80.0f},
             .rates = {30.0f, 60.0f, 144.0f}});
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

TEST_F(ScriptedPlay, ShellsPassThroughNothingThatStands) {
    Random random(1);
    addObject(game, Kind::Wall, loadedModels().wall, {place + glm::vec3(0.0f, 0.0f, 7.0f)});
    std::uint32_t stopped = 0, ricochets = 0;
    for (int shot = 0; shot < 200; ++shot) {
        Game round = game;
        Tank& tank = round.tanks()[0];
        tank.kind.muzzleSpeed = 50.0f * std::exp2(random.between(0.0f, 6.0f));  // to 3,200 m/s
        const glm::vec3 from =
            place + glm::vec3{random.between(-8.0f, 8.0f), 0.05f, random.between(-7.0f, 2.0f)};
        ASSERT_TRUE(putDown(round, 0, from, random.between(-1.0f, 1.0f)));
        tank.command.aimAt = place + glm::vec3{random.between(-9.0f, 9.0f), random.between(0.0f, 3.0f), 7.0f};
        for (int step = 0; step < 90; ++step) {
            round.step();
        }
        tank.command.isFiring = true;
        const TankModel& model = loadedModels().tank;
        glm::vec3 before = barrelPose(tank, model, poseOf(round, tank)) * model.breech;
        for (int step = 0; step < 40; ++step) {
            round.step();
            tank.command.isFiring = false;
            if (round.shells().empty()) {
                break;
            }
            // The way of the step: from impact to impact.
            for (const Impact& impact : round.impacts()) {
                ASSERT_FALSE(meetsSolid(round, before, glm::mix(before, impact.point, 0.999f)));
                before = impact.point + impact.normal * 0.02f;
            }
            const glm::vec3 after = round.shells()[0].position;
            ASSERT_FALSE(meetsSolid(round, before, after))
                << "shot " << shot << ", " << tank.kind.muzzleSpeed << " m/s";
            before = after;
        }
        stopped += round.statistics().stopped;
        ricochets += round.statistics().ricochets;
    }
    EXPECT_GT(stopped, 100u);
    EXPECT_GT(ricochets, 3u);
}

// Tanks that rush across the line of fire, crates and barriers: the shell's way is sampled between the steps,
// and whatever it is in must have been met.
TEST_F(ScriptedPlay, ShellsPassThroughNothingThatMoves) {
    Random random(2);
    int hits = 0, shots = 0;
    std::set<Kind> kinds;
    for (int shot = 0; shot < 150; ++shot) {
        Game round = game;
        Tank& gunner = round.tanks()[4];
        Tank& target = round.tanks()[0];
        gunner.kind.muzzleSpeed = 60.0f * std::exp2(random.between(0.0f, 5.5f));
        gunner.kind.penetration = random.below(2) == 0 ? 10.0f : 400.0f;
        ASSERT_TRUE(putDown(round, 4, place + glm::vec3(0.0f, 0.05f, -9.0f), 0.0f));
        ASSERT_TRUE(putDown(round, 0, place + glm::vec3(-9.0f, 0.05f, 5.0f), 1.5707963f));
        addObject(round, Kind::Barrier, loadedModels().barrier,
                  {place + glm::vec3(random.between(-1, 1), 0.0f, 9.0f)});
        target.kind.topSpeed = random.between(10.0f, 60.0f);
        gunner.command.aimAt =
            place + glm::vec3{random.between(-2.0f, 2.0f), random.between(0.3f, 2.0f), 5.0f};
        for (int step = 0; step < 40; ++step) {
            round.step();
        }
        target.command.throttle = 1.0f;
        launch(round, target, target.kind.topSpeed);
        const int lead = static_cast<int>(60.0f * 9.0f / target.kind.topSpeed) -
                         static_cast<int>(60.0f * 14.0f / gunner.kind.muzzleSpeed);
        for (int step = 0; step < lead + static_cast<int>(random.below(5)) - 2; ++step) {
            round.step();
        }
        gunner.command.isFiring = true;
        std::set<std::uint32_t> met{gunner.object.index};  // objects that the shell has met
        const TankModel& model = loadedModels().tank;
        for (int step = 0; step < 90; ++step) {
            const bool isFirst = round.shells().empty();
            const glm::vec3 before = isFirst ? barrelPose(gunner, model, poseOf(round, gunner)) * model.breech
                                             : round.shells()[0].position;
            const sat3d::Pose from = poseOf(round, target);
            const sat3d::Shape shapeBefore = round.world().find(target.object)->shape;
            round.step();
            gunner.command.isFiring = false;
            for (const Impact& impact : round.impacts()) {
                met.insert(impact.object.index);
                kinds.insert(impact.thing.kind);
                hits += impact.object == target.object ? 1 : 0;
            }
            shots += isFirst ? 1 : 0;
            if (round.shells().empty() || !round.impacts().empty()) {
                break;  // from here on its way is not straight
            }
            const glm::vec3 after = round.shells()[0].position;
            const sat3d::RigidMotion motion = motionBetween(from, poseOf(round, target), {0.0f, 0.6f, 0.0f});
            for (int sample = 0; sample <= 400; ++sample) {
                const float t = static_cast<float>(sample) / 400.0f;
                const sat3d::Pose there = poseAtFraction(from, motion, static_cast<double>(t));
                const glm::vec3 point = glm::mix(before, after, t);
                const bool isIn = contains(shapeBefore, there, point);
                ASSERT_FALSE(isIn && !met.contains(target.object.index))
                    << "shot " << shot << ", " << gunner.kind.muzzleSpeed << " m/s through a tank of "
                    << target.kind.topSpeed << " m/s";
            }
            ASSERT_FALSE(meetsSolid(round, before, after));
        }
    }
    EXPECT_EQ(shots, 150);
    EXPECT_GT(hits, 40);
    EXPECT_TRUE(kinds.contains(Kind::Tank));
    EXPECT_TRUE(kinds.contains(Kind::Barrier));
}

}  // namespace
}  // namespace tank_arena
