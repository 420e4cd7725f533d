// The rules of the game: barriers, zones, repairs, eyes of the computer, turrets that stop.

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tank_arena {
namespace {

class Rules : public testing::Test {
protected:
    Rules() : game(loadedModels(), {.seed = 4, .tanks = 6, .props = 0}), place(levelPlace(game)) {
        clearGround(game);
    }
    void run(int steps) {
        for (int step = 0; step < steps; ++step) {
            game.step();
        }
    }
    /// Puts a tank down, looking along z.
    Tank& put(std::uint32_t number, float x, float z, float yaw = 0.0f) {
        EXPECT_TRUE(putDown(game, number, place + glm::vec3(x, 0.05f, z), yaw));
        return game.tanks()[number];
    }

    Game game;
    glm::vec3 place;
};

TEST_F(Rules, ShellsBreakBarriers) {
    addObject(game, Kind::Barrier, loadedModels().barrier, {place + glm::vec3(0.0f, 0.0f, 6.0f)});
    Tank& tank = put(2, 0.0f, -6.0f);
    tank.command.aimAt = place + glm::vec3(0.0f, 0.6f, 6.0f);
    run(60);
    ASSERT_EQ(game.statistics().barriers, 0u);
    tank.command.isFiring = true;
    run(3);
    EXPECT_EQ(game.statistics().barriers, 1u);
    EXPECT_EQ(objectsOf(game, Kind::Rubble).size(), 8u);
}

TEST_F(Rules, TanksBreakBarriersOnlyAtSpeed) {
    for (const float speed : {1.5f, 9.0f}) {
        const sat3d::ObjectId barrier =
            addObject(game, Kind::Barrier, loadedModels().barrier, {place + glm::vec3(0.0f, 0.0f, 6.0f)});
        Tank& tank = put(2, 0.0f, -4.0f);
        tank.kind.topSpeed = speed;
        tank.command.throttle = 1.0f;
        run(speed > 5.0f ? 240 : 330);
        EXPECT_EQ(game.world().find(barrier) == nullptr, speed > 5.0f);
        if (speed < 5.0f) {
            EXPECT_GT(poseOf(game, tank).position.z, place.z - 1.0f) << "it did not get there";
            game.world().remove(barrier);
        }
    }
    EXPECT_EQ(game.statistics().barriers, 1u);
}

TEST_F(Rules, AZoneBelongsToTheTeamThatIsAloneInIt) {
    run(2);
    const Zone& zone = game.arena().zones()[0];
    ASSERT_FALSE(zone.holder());
    put(0, -3.0f, 0.0f);  // of the first team
    run(2);
    EXPECT_EQ(zone.tanksOfTeam[0], 1u);
    ASSERT_EQ(zone.holder(), 0u);
    run(182);
    EXPECT_EQ(game.score(0), 3u);  // one for each second
    put(1, 3.0f, 0.0f);            // of the other
    run(2);
    EXPECT_EQ(zone.tanksOfTeam[1], 1u);
    EXPECT_FALSE(zone.holder());
    run(120);
    EXPECT_EQ(game.score(0), 3u);
    EXPECT_EQ(game.score(1), 0u);
    game.tanks()[0].health = 0.0f;  // wrecks hold nothing
    run(2);
    EXPECT_EQ(zone.holder(), 1u);
    ASSERT_TRUE(game.placeTank(1, place + glm::vec3(0.0f, 60.0f, 0.0f), 0.0f));
    run(2);
    EXPECT_FALSE(zone.holder());
    EXPECT_GE(game.statistics().visits, 2u);
}

TEST_F(Rules, TrucksRepairTanksOfTheirTeam) {
    ASSERT_EQ(game.trucks().size(), 2u);
    for (const std::uint32_t number : {0u, 1u}) {
        Tank& tank = game.tanks()[number];
        ASSERT_EQ(tank.team, number);
        const glm::vec3 truck = poseOf(game, game.trucks()[0]).position;  // of the first team
        ASSERT_TRUE(putDown(game, number, truck + glm::vec3(0.0f, 6.0f, 0.0f), 0.0f));
        tank.health = 20.0f;
        run(12);
        if (number == 0) {
            EXPECT_GT(tank.health, 20.5f);
        } else {
            EXPECT_EQ(tank.health, 20.0f);
        }
        ASSERT_TRUE(putDown(game, number, truck + glm::vec3(0.0f, 100.0f, 0.0f), 0.0f));
        run(2);
        const float health = tank.health;
        run(10);
        EXPECT_EQ(tank.health, health) << "too far away";
    }
}

TEST_F(Rules, ComputersDoNotShootAtWhatTheyDoNotSee) {
    for (const bool isHidden : {true, false}) {
        Game round(loadedModels(), {.seed = 4, .tanks = 2, .props = 0});
        clearGround(round);
        if (isHidden) {  // a wall around the enemy
            for (int side = 0; side < 4; ++side) {
                const glm::quat turned =
                    glm::angleAxis(1.5707963f * static_cast<float>(side), glm::vec3(0, 1, 0));
                addObject(
                    round, Kind::Wall, sat3d::Box{.halfExtents = {6.0f, 4.0f, 0.3f}},
                    sat3d::Pose{place + glm::vec3(0.0f, 4.0f, 0.0f), turned} * sat3d::Pose{{0, 0, 5.5f}});
            }
        }
        ASSERT_TRUE(putDown(round, 1, place + glm::vec3(0.0f, 0.05f, 0.0f), 0.0f));
        ASSERT_TRUE(putDown(round, 0, place + glm::vec3(0.0f, 0.05f, -12.0f), 0.0f));
        round.tanks()[0].isComputer = true;
        for (int step = 0; step < 180; ++step) {
            round.step();
        }
        EXPECT_EQ(round.statistics().shots > 0, !isHidden);
    }
}

// A pilot shoots again and again at a target that stands 60 m away, until it hits.
TEST(Pilots, MissAtFirstAndFindTheirTarget) {
    int firstHits = 0, laterHits = 0, later = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Pilot pilot(seed);
        sat3d::World world;
        std::vector<Tank> tanks(2);
        for (std::uint32_t i = 0; i < 2; ++i) {
            tanks[i].number = tanks[i].team = i;
            tanks[i].kind = kTankKinds[1];
            tanks[i].before = {{0.0f, 0.0f, 60.0f * static_cast<float>(i)}};
            tanks[i].object =
                world.add({.shape = loadedModels().tank.shape, .pose = tanks[i].before}).value();
        }
        for (std::uint64_t step = 0; step < 60 * 20; ++step) {
            Tank& self = tanks[0];
            const bool isShot = step % 150 == 149;
            self.reload = isShot ? self.kind.reloadSeconds : 1.0f;
            const TankCommand command = pilot.decide(world, tanks, 0, step, 100.0f);
            if (isShot || !command.aimAt) {
                continue;  // it chooses where the next shot goes
            }
            if (step % 150 == 148) {
                const float off = glm::distance(*command.aimAt, glm::vec3(0.0f, 1.3f, 60.0f));
                const bool hits = off < 1.2f;
                firstHits += step == 148 && hits ? 1 : 0;
                laterHits += step > 900 && hits ? 1 : 0;
                later += step > 900 ? 1 : 0;
            }
        }
    }
    EXPECT_LT(firstHits, 6);
    EXPECT_GT(3 * laterHits, 2 * later);
}

TEST(Demo, BarriersBreak) {
    Game game(loadedModels(), {});
    for (int step = 0; step < 60 * 20; ++step) {
        game.step();
    }
    EXPECT_GT(game.statistics().barriers, 0u);
}

TEST_F(Rules, TurretsStopAtWalls) {
    Tank& tank = put(2, 0.0f, 0.0f);
    const sat3d::Box wall{.halfExtents = {0.3f, 2.5f, 2.0f}};
    const sat3d::ObjectId id = addObject(game, Kind::Wall, wall, {place + glm::vec3(2.6f, 2.5f, 0.5f)});
    tank.command.aimAt = place + glm::vec3(30.0f, 1.9f, 0.0f);  // beyond the wall
    const TankModel& model = loadedModels().tank;
    const sat3d::ConvexShape& barrel = model.collision.bodies[model.barrelPart].shape;
    bool wasBlocked = false;
    for (int step = 0; step < 300; ++step) {
        game.step();
        wasBlocked = wasBlocked || tank.isBarrelBlocked;
        const sat3d::World::Object& other = *game.world().find(id);
        ASSERT_FALSE(overlaps(barrel, barrelPose(tank, model, poseOf(game, tank)), other.shape, other.pose));
    }
    EXPECT_TRUE(wasBlocked);
    EXPECT_LT(tank.turretYaw, 1.2f);
    game.world().remove(id);
    run(90);
    EXPECT_NEAR(tank.turretYaw, 1.5707963f, 0.1f);
    EXPECT_FALSE(tank.isBarrelBlocked);
}

// In whole games: what a shell loses pushes the tank that it hits, never toward the shell.
TEST(Impacts, PushTanksInward) {
    int ricochets = 0, others = 0;
    Game game(loadedModels(), {.seed = 9, .tanks = 40, .props = 0});
    for (Tank& tank : game.tanks()) {
        tank.kind.reloadSeconds = 0.8f;
    }
    for (int step = 0; step < 1500; ++step) {
        game.step();
        for (const Impact& impact : game.impacts()) {
            if (impact.thing.kind == Kind::Tank) {
                EXPECT_LT(glm::dot(impact.impulse, impact.normal), 0.0f);
                ++(impact.result == Impact::Result::Ricochet ? ricochets : others);
            }
        }
    }
    EXPECT_GT(ricochets, 10);
    EXPECT_GT(others, 50);
}

TEST_F(Rules, AHitTankMovesByTheMomentumOfTheShell) {
    Tank& target = put(1, 0.0f, 8.0f, 1.5707963f);
    Tank& shooter = put(4, 0.0f, -8.0f);
    shooter.kind.penetration = 1.0f;  // the shell is stopped
    shooter.command.aimAt = poseOf(game, target) * glm::vec3(0.0f, 1.0f, 0.0f);
    run(120);
    shooter.command.isFiring = true;
    glm::vec3 impulse(0.0f);
    while (impulse == glm::vec3(0.0f)) {
        game.step();
        shooter.command.isFiring = false;
        for (const Impact& impact : game.impacts()) {
            impulse += impact.object == target.object ? impact.impulse : glm::vec3(0.0f);
        }
    }
    const sat3d::Body& body = *game.dynamics().find(target.object);
    EXPECT_GT(impulse.z, 1000.0f);
    EXPECT_NEAR(body.velocity.z, impulse.z / body.mass.mass, 0.02f);
}

TEST(Truck, DrivesRoundWithoutTouchingWhatIsSolid) {
    Game game(loadedModels(), {.seed = 3, .tanks = 2, .props = 60});
    clearGround(game);
    std::array<float, 2> driven{};
    float deepest = 0.0f;
    for (int step = 0; step < 60 * 60; ++step) {
        std::array<glm::vec3, 2> before{poseOf(game, game.trucks()[0]).position,
                                        poseOf(game, game.trucks()[1]).position};
        game.step();
        for (std::size_t i = 0; i < 2; ++i) {
            driven[i] += glm::distance(before[i], poseOf(game, game.trucks()[i]).position);
            const sat3d::World::Object& truck = *game.world().find(game.trucks()[i].object());
            for (const sat3d::ObjectId id : game.world().ids()) {
                const sat3d::World::Object& other = *game.world().find(id);
                const Kind kind = Thing::of(other).kind;
                if (step % 20 == 0 && (kind == Kind::Wall || kind == Kind::Border || kind == Kind::Barrier)) {
                    const auto hit = penetration(truck.shape, truck.pose, other.shape, other.pose);
                    deepest = std::max(deepest, hit ? hit->depth : 0.0f);
                }
            }
        }
    }
    EXPECT_GT(driven[0], 150.0f);
    EXPECT_GT(driven[1], 150.0f);
    EXPECT_LT(deepest, 0.1f);
    EXPECT_GT(game.statistics().steps, 0u);
}

/// A truck on a floor, and something 12 m ahead of it.
struct TruckScene {
    explicit TruckScene(const sat3d::Box& box, const sat3d::Pose& pose, sat3d::ObjectKind kind,
                        Kind thing = Kind::Wall) {
        EXPECT_TRUE(world.add(
            {.shape = sat3d::HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = sat3d::ObjectKind::Static}));
        obstacle =
            world.add({.shape = box, .pose = pose, .kind = kind, .userData = Thing{thing}.packed()}).value();
        truck.emplace(world, dynamics, 0, sat3d::Pose{});
    }
    void step() {
        const std::array stop{glm::vec3(0.0f, 0.0f, 100.0f)};
        truck->drive(world, dynamics, stop, Game::kStep);
        dynamics.step(world, Game::kStep);
    }
    [[nodiscard]] const sat3d::Pose& pose() const { return world.find(truck->object())->pose; }
    [[nodiscard]] float gap() const {
        const sat3d::World::Object& other = *world.find(obstacle);
        return distance(Truck::shape(), pose(), other.shape, other.pose).separation;
    }

    sat3d::World world;
    sat3d::Dynamics dynamics;
    sat3d::ObjectId obstacle;
    std::optional<Truck> truck;
};

TEST(Truck, PushesCratesAside) {
    const sat3d::Box box{.halfExtents = glm::vec3(0.5f)};
    TruckScene scene(box, {{0.3f, 0.5f, 12.0f}}, sat3d::ObjectKind::Moving);
    ASSERT_FALSE(
        scene.dynamics.setBody(scene.world, scene.obstacle, {.mass = *massFromDensity(box, 400.0f)}));
    float highest = 0.0f;
    for (int step = 0; step < 300; ++step) {
        scene.step();
        highest = std::max(highest, scene.pose().position.y);
    }
    EXPECT_GT(scene.pose().position.z, 22.0f);
    EXPECT_GT(scene.world.find(scene.obstacle)->pose.position.z, 20.0f);
    EXPECT_LT(highest, 0.2f) << "on its wheels";
}

TEST(Truck, TurnsBackAtWalls) {
    TruckScene scene({.halfExtents = {5.0f, 2.0f, 0.1f}}, {{0.0f, 2.0f, 12.0f}}, sat3d::ObjectKind::Static);
    float farthest = 0.0f;
    for (int step = 0; step < 420; ++step) {
        scene.step();
        farthest = std::max(farthest, scene.pose().position.z + 3.0f);
    }
    EXPECT_GT(farthest, 11.5f);
    EXPECT_LT(farthest, 11.95f);
    EXPECT_LT(scene.pose().position.z, 8.0f) << "it has driven back";
}

/// Two trucks that had met waited for each other for ever.
TEST(Truck, LeavesTanksThatTouchIt) {
    for (const auto& [at, isBeside] :
         {std::pair{glm::vec3(0.0f, 1.2f, 6.35f), false}, std::pair{glm::vec3(3.1f, 1.2f, 0.5f), true}}) {
        SCOPED_TRACE(isBeside ? "beside" : "ahead");
        TruckScene scene({.halfExtents = {1.8f, 1.2f, 3.4f}}, {at}, sat3d::ObjectKind::Static, Kind::Tank);
        for (int step = 0; step < 600; ++step) {
            scene.step();
        }
        EXPECT_GT(glm::length(scene.pose().position), 4.0f);
    }
}

TEST(Truck, DrivesAroundStandingTanks) {
    for (const float x : {-1.5f, 0.0f, 2.0f}) {
        TruckScene scene({.halfExtents = {1.8f, 1.2f, 3.4f}}, {{x, 1.2f, 20.0f}}, sat3d::ObjectKind::Static,
                         Kind::Tank);
        float nearest = scene.gap();
        for (int step = 0; step < 600; ++step) {
            scene.step();
            nearest = std::min(nearest, scene.gap());
        }
        EXPECT_GT(nearest, 0.1f) << x;
        EXPECT_GT(scene.pose().position.z, 30.0f) << x;
    }
}

TEST(Truck, StopsBeforeTanksThatItCannotDriveAround) {
    TruckScene scene({.halfExtents = {40.0f, 1.2f, 3.4f}}, {{0.0f, 1.2f, 20.0f}}, sat3d::ObjectKind::Static,
                     Kind::Tank);
    float fastest = 0.0f;  // m/s, toward the tank beside it
    for (int step = 0; step < 1800; ++step) {
        scene.step();
        const glm::vec3 velocity = scene.dynamics.find(scene.truck->object())->velocity;
        fastest = std::max(fastest, scene.gap() < 0.1f ? velocity.z : 0.0f);
    }
    EXPECT_LT(fastest, 0.5f);
}

// It would lie there for ever: its pilot does not get it up.
TEST_F(Rules, WhoHasFallenOnTheSideIsPutUpright) {
    Tank& tank = put(2, 0.0f, 0.0f);
    const sat3d::Pose onItsSide{place + glm::vec3(0.0f, 2.5f, 0.0f),
                                glm::angleAxis(1.6f, glm::vec3(0, 0, 1))};
    ASSERT_FALSE(game.world().setPose(tank.object, onItsSide));
    run(45);
    EXPECT_LT(poseOf(game, tank).transformDirection({0, 1, 0}).y, 0.5f);
    run(240);
    EXPECT_GT(poseOf(game, tank).transformDirection({0, 1, 0}).y, 0.99f);
}

TEST_F(Rules, TanksCrushWhatLiesUnderThem) {
    const sat3d::ObjectId crate = addObject(game, Kind::Crate, loadedModels().crate, {place});
    ASSERT_FALSE(game.world().setKind(crate, sat3d::ObjectKind::Moving));
    ASSERT_FALSE(game.dynamics().setBody(game.world(), crate,
                                         {.mass = *massFromDensity(loadedModels().crate, 400.0f)}));
    run(60);
    ASSERT_NE(game.world().find(crate), nullptr);
    put(2, 0.0f, 0.0f);  // it comes down on it
    run(60);
    EXPECT_EQ(game.world().find(crate), nullptr);
}

}  // namespace
}  // namespace tank_arena
