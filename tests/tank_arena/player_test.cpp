// What the player notices: hits and who dealt them, shots that are never lost, a life that lasts, plain
// texts.

#include "app/player.hpp"

#include "app/hit_log.hpp"
#include "app/texts.hpp"
#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <set>
#include <string>

namespace tank_arena {
namespace {

class PlayerNotices : public testing::Test {
protected:
    PlayerNotices() : game(loadedModels(), {.seed = 4, .tanks = 6, .props = 0}), place(levelPlace(game)) {
        clearGround(game);
    }
    /// Tank 1 stands 12 m ahead of tank 0 and looks at it.
    void putDuel() {
        ASSERT_TRUE(putDown(game, 0, place + glm::vec3(0.0f, 0.05f, -6.0f), 0.0f));
        ASSERT_TRUE(putDown(game, 1, place + glm::vec3(0.0f, 0.05f, 6.0f), 3.1415927f));
        game.tanks()[1].command.aimAt = place + glm::vec3(0.0f, 1.2f, -6.0f);
    }

    Game game;
    glm::vec3 place;
};

TEST_F(PlayerNotices, WhoHitAndFromWhere) {
    putDuel();
    Tank& shooter = game.tanks()[1];
    HitLog log;
    for (const float penetration : {1.0f, 1000.0f}) {
        shooter.kind.penetration = penetration;
        shooter.reload = 0.0f;
        const float before = game.tanks()[0].health;
        shooter.command.isFiring = true;
        for (int step = 0; step < 60; ++step) {
            game.step();
            log.observe(game, 0);
            shooter.command.isFiring = false;
        }
        ASSERT_FALSE(log.recent().empty());
        const Hit& hit = log.recent().back();
        EXPECT_EQ(hit.byTank, 1u);
        EXPECT_LT(glm::distance(hit.from, poseOf(game, shooter).position), 0.5f);
        EXPECT_FLOAT_EQ(hit.damage, before - game.tanks()[0].health);
        EXPECT_EQ(hit.damage > 0.0f, penetration > 1.0f);
        const std::string text = hitText(game, hit);
        EXPECT_TRUE(text.starts_with("tank 1 (steel scout) hit you from 12 m: ")) << text;
        EXPECT_TRUE(text.ends_with(penetration > 1.0f ? " of 70 health" : "the armor held")) << text;
    }
    for (int step = 0; step < 240; ++step) {
        game.step();
        log.observe(game, 0);
    }
    EXPECT_TRUE(log.recent().empty()) << "hits are shown for three seconds";
}

TEST_F(PlayerNotices, WhoWreckedTheTankAsLongAsItIsAWreck) {
    putDuel();
    Tank& shooter = game.tanks()[1];
    shooter.kind.penetration = shooter.kind.damage = 1000.0f;
    shooter.command.isFiring = true;
    HitLog log;
    bool wasWreck = false;
    for (int step = 0; step < 60 * 8; ++step) {
        game.step();
        shooter.command.isFiring = false;
        log.observe(game, 0);
        const Tank& tank = game.tanks()[0];
        ASSERT_EQ(log.fatal().has_value(), tank.isWreck());
        if (tank.isWreck()) {
            wasWreck = true;
            EXPECT_EQ(hitText(game, *log.fatal()).find("tank 1 (steel scout) wrecked you from "), 0u);
            EXPECT_STREQ(gunText(tank), "no gun: the tank is a wreck");
        }
    }
    EXPECT_TRUE(wasWreck);
    EXPECT_FALSE(game.tanks()[0].isWreck()) << "there is a new one";
    EXPECT_EQ(shooter.kills, 1u);
}

TEST(HitArc, PointsToThePlace) {
    Camera camera;
    camera.eye = {0.0f, 5.0f, -10.0f};
    camera.target = {0.0f, 2.0f, 0.0f};
    EXPECT_NEAR(bearingOf(camera, {0.0f, 0.0f, 30.0f}), 0.0f, 1e-5f);
    EXPECT_NEAR(bearingOf(camera, {-30.0f, 9.0f, 0.0f}), 1.5707963f, 1e-5f) << "-x is to the right of +z";
    EXPECT_NEAR(bearingOf(camera, {30.0f, 0.0f, 0.0f}), -1.5707963f, 1e-5f);
    EXPECT_NEAR(std::abs(bearingOf(camera, {0.0f, 0.0f, -5.0f})), 3.1415927f, 1e-5f) << "behind the tank";
    for (const float x : {-20.0f, 20.0f}) {  // as the picture shows it
        const glm::vec4 seen = camera.clipFromWorld(1.0f) * glm::vec4(x, 2.0f, 20.0f, 1.0f);
        EXPECT_EQ(seen.x > 0.0f, bearingOf(camera, {x, 2.0f, 20.0f}) > 0.0f);
    }
}

// A click that is over before the next step, as on a fast screen or in slow motion, still fires.
TEST_F(PlayerNotices, NoShotIsLostBetweenTwoSteps) {
    putDuel();
    Player player(game);
    const sat3d::Ray cursor{place + glm::vec3(0.0f, 10.0f, 6.0f), {0.0f, -1.0f, 0.0f}, 100.0f};
    player.command(game, {.isFiring = true}, cursor, 0.002f);
    player.command(game, {}, cursor, 0.002f);
    player.command(game, {}, cursor, 0.002f);
    game.step();
    EXPECT_EQ(game.statistics().shots, 1u);
    game.tanks()[0].reload = 0.0f;
    player.command(game, {}, cursor, 0.016f);
    game.step();
    EXPECT_EQ(game.statistics().shots, 1u) << "one click, one shot";
}

TEST_F(PlayerNotices, APlayersTankBearsMoreAsLongAsItIsHis) {
    const float usual = game.tanks()[0].health;
    game.tanks()[0].health = 0.5f * usual;
    Player player(game);
    EXPECT_FLOAT_EQ(game.tanks()[0].health, 0.5f * usual * Player::kToughness);
    EXPECT_FLOAT_EQ(game.tanks()[0].kind.health, usual * Player::kToughness);
    player.takeNext(game);
    EXPECT_FLOAT_EQ(game.tanks()[0].health, 0.5f * usual);
    EXPECT_FLOAT_EQ(game.tanks()[0].kind.health, usual);
}

// Whoever only stands where the first tank begins lives on for 40 seconds at least.
void expectLife(int games) {
    constexpr int kSeconds = 40;
    int wrecks = 0;
    for (int seed = 1; seed <= games; ++seed) {
        Game game(loadedModels(), {.seed = static_cast<std::uint64_t>(seed)});
        const Player player(game);
        bool wasWreck = false;
        for (int step = 0; step < 60 * kSeconds; ++step) {
            game.step();
            const bool isWreck = game.tanks()[0].isWreck();
            wrecks += isWreck && !wasWreck ? 1 : 0;
            wasWreck = isWreck;
        }
    }
    EXPECT_EQ(wrecks, 0);
}

TEST(PlayerLife, Lasts) {
    expectLife(1);
}
TEST(PlayerLife, LastsSoak) {
    expectLife(3);
}

TEST(Texts, LayersHavePlainNamesAndTooltips) {
    std::set<std::string> names;
    for (std::uint32_t bit = 0; bit < sat3d::kDebugLayerCount; ++bit) {
        const LayerText text = layerText(static_cast<sat3d::DebugLayer>(1u << bit));
        EXPECT_TRUE(names.insert(text.name).second) << text.name;
        EXPECT_GT(std::string(text.tooltip).size(), 20u) << text.name;
        EXPECT_NE(std::string(text.name), "?") << bit;
    }
}

TEST(Texts, SeparationsAreWholeMillimeters) {
    EXPECT_EQ(separationText(-0.00312), "touching, 3 mm deep");
    EXPECT_EQ(separationText(0.0062), "6 mm apart");
    EXPECT_EQ(separationText(0.0004), "touching");
    EXPECT_EQ(separationText(-0.0004), "touching");
    EXPECT_EQ(separationText(0.9996), "1.00 m apart");
    EXPECT_EQ(separationText(-13.814), "touching, 13.81 m deep");
}

}  // namespace
}  // namespace tank_arena
