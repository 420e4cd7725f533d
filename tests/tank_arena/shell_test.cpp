// The rules of shells, one by one: angles, plates, speed and momentum.

#include "game/shell.hpp"

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>

namespace tank_arena {
namespace {

constexpr float kDt = 1.0f / 60.0f;

/// A world with plates across the z axis, and a shell that flies along it.
class ShellRules : public testing::Test {
protected:
    ShellRules() : model_(loadedModels().tank) { model_.millimeters = {100.0f}; }

    /// Adds a plate of 4 m x 4 m, turned by an angle from the way of the shell.
    sat3d::ObjectId addPlate(Kind kind, float z, float angle = 0.0f, float halfThickness = 0.05f) {
        const sat3d::Box plate{.halfExtents = {2.0f, 2.0f, halfThickness}};
        return world_
            .add({.shape = plate,
                  .pose = {{0.0f, 0.0f, z}, glm::angleAxis(angle, glm::vec3(0.0f, 1.0f, 0.0f))},
                  .userData = Thing{kind}.packed()})
            .value();
    }
    [[nodiscard]] static Shell shellOf(float millimeters, float caliber = 100.0f) {
        return {.velocity = {0.0f, 0.0f, 600.0f},
                .millimeters = millimeters,
                .caliber = caliber,
                .hasLeftTank = true};
    }
    bool fly(Shell& shell) {
        impacts_.clear();
        return tank_arena::fly(shell, {world_, dynamics_, moved_, motions_, model_, kDt}, {}, impacts_);
    }

    sat3d::World world_;
    sat3d::Dynamics dynamics_;
    std::vector<sat3d::ObjectMotion> moved_;
    sat3d::ObjectMotions motions_;
    TankModel model_;
    std::vector<Impact> impacts_;
};

TEST_F(ShellRules, FlatHitsRicochetAndSteepOnesDoNot) {
    int ricochets = 0, steep = 0;
    for (int degrees = 0; degrees < 88; ++degrees) {
        world_ = sat3d::World{};
        addPlate(Kind::Tank, 5.0f, glm::radians(static_cast<float>(degrees)));
        Shell shell = shellOf(1e6f);
        const bool isFlying = fly(shell);
        ASSERT_FALSE(impacts_.empty()) << degrees;
        const float cosine = std::cos(glm::radians(static_cast<float>(degrees)));
        EXPECT_NEAR(impacts_[0].cosine, cosine, 1e-4f);
        EXPECT_TRUE(isFlying);
        if (cosine < 0.34f - 1e-3f) {
            EXPECT_EQ(impacts_[0].result, Impact::Result::Ricochet) << degrees;
            EXPECT_LT(shell.velocity.z, 600.0f);
            ++ricochets;
        } else if (cosine > 0.34f + 1e-3f) {
            EXPECT_EQ(impacts_[0].result, Impact::Result::Pierced) << degrees;
            ++steep;
        }
    }
    EXPECT_GT(ricochets, 15);
    EXPECT_GT(steep, 60);
}

TEST_F(ShellRules, LargeCalibersDoNotRicochetFromThinPlates) {
    model_.millimeters = {30.0f};
    for (const float caliber : {75.0f, 89.0f, 91.0f, 130.0f}) {
        world_ = sat3d::World{};
        addPlate(Kind::Tank, 5.0f, glm::radians(80.0f));
        Shell shell = shellOf(1e6f, caliber);
        EXPECT_TRUE(fly(shell));
        ASSERT_FALSE(impacts_.empty());
        EXPECT_EQ(impacts_[0].result == Impact::Result::Ricochet, caliber < 90.0f) << caliber;
    }
}

TEST_F(ShellRules, SteelAlongThePathDecides) {
    // 100 mm at an angle are as hard to pierce as 100 mm / cosine.
    int pierced = 0, stopped = 0;
    for (const float degrees : {0.0f, 30.0f, 45.0f, 60.0f}) {
        const float effective = 100.0f / std::cos(glm::radians(degrees));
        for (const float millimeters :
             {0.5f * effective, 0.99f * effective, 1.01f * effective, 3.0f * effective}) {
            world_ = sat3d::World{};
            addPlate(Kind::Tank, 5.0f, glm::radians(degrees));
            Shell shell = shellOf(millimeters);
            const bool isFlying = fly(shell);
            ASSERT_EQ(impacts_.size(), 1u);
            EXPECT_NEAR(impacts_[0].effective, effective, 0.01f);
            EXPECT_EQ(isFlying, millimeters > effective);
            EXPECT_EQ(impacts_[0].result,
                      millimeters > effective ? Impact::Result::Pierced : Impact::Result::Stopped);
            if (isFlying) {
                EXPECT_NEAR(shell.millimeters, millimeters - effective, 0.01f);
                ++pierced;
            } else {
                ++stopped;
            }
        }
    }
    EXPECT_EQ(pierced, 8);
    EXPECT_EQ(stopped, 8);
}

// What a shell loses, the plate gets: momentum, into the plate and never out of it.
TEST_F(ShellRules, MomentumIsKept) {
    for (const float degrees : {0.0f, 40.0f, 72.0f, 80.0f, 87.0f}) {
        for (const float millimeters : {10.0f, 1e4f}) {
            world_ = sat3d::World{};
            addPlate(Kind::Tank, 5.0f, glm::radians(degrees));
            Shell shell = shellOf(millimeters);
            const glm::vec3 before = shell.velocity;
            const bool isFlying = fly(shell);
            ASSERT_EQ(impacts_.size(), 1u);
            const Impact& impact = impacts_[0];
            const glm::vec3 after =
                isFlying ? shell.velocity + glm::vec3(0.0f, 9.81f * kDt, 0.0f) : glm::vec3(0.0f);
            const glm::vec3 lost = shell.kilograms() * (before - after);
            EXPECT_LT(glm::distance(impact.impulse, lost), 0.01f) << degrees;
            EXPECT_LT(glm::dot(impact.impulse, impact.normal), 0.0f) << degrees;
        }
    }
}

TEST_F(ShellRules, ARicochetDoesNotEndTheStep) {
    addPlate(Kind::Tank, 4.0f, glm::radians(80.0f));
    Shell shell = shellOf(1e6f);
    ASSERT_TRUE(fly(shell));
    ASSERT_EQ(impacts_.size(), 1u);
    ASSERT_EQ(impacts_[0].result, Impact::Result::Ricochet);
    const float rest = 10.0f - impacts_[0].point.z;  // of 600 m/s in a sixtieth of a second
    EXPECT_NEAR(glm::distance(shell.position, impacts_[0].point), 0.6f * rest, 0.05f);
    EXPECT_FLOAT_EQ(shell.age, kDt);
}

TEST_F(ShellRules, BouncesBetweenPlatesInOneStep) {
    for (const float x : {-0.35f, 0.35f}) {  // a corridor along z
        const sat3d::Box plate{.halfExtents = {0.05f, 2.0f, 20.0f}};
        ASSERT_TRUE(
            world_.add({.shape = plate, .pose = {{x, 0.0f, 0.0f}}, .userData = Thing{Kind::Tank}.packed()}));
    }
    Shell shell = shellOf(1e6f);
    shell.velocity = {200.0f, 0.0f, 600.0f};
    EXPECT_TRUE(fly(shell));
    EXPECT_GE(impacts_.size(), 3u);
    for (const Impact& impact : impacts_) {
        EXPECT_EQ(impact.result, Impact::Result::Ricochet);
    }
    EXPECT_LT(std::abs(shell.position.x), 0.3f) << "still between the plates";
}

TEST_F(ShellRules, NoPlateIsLeftOutHoweverMany) {
    constexpr int kPlates = 100;
    for (int i = 0; i < kPlates; ++i) {
        addPlate(Kind::Crate, 0.5f + 0.09f * static_cast<float>(i), 0.0f, 0.01f);
    }
    Shell shell = shellOf(1e6f);
    EXPECT_TRUE(fly(shell));
    ASSERT_EQ(impacts_.size(), static_cast<std::size_t>(kPlates));
    for (std::size_t i = 1; i < impacts_.size(); ++i) {
        EXPECT_GT(impacts_[i].point.z, impacts_[i - 1].point.z);
    }
}

TEST_F(ShellRules, ShellsPassTheTankThatShotThem) {
    const sat3d::ObjectId own = addPlate(Kind::Tank, 5.0f);
    Shell shell = shellOf(1e6f);
    shell.hasLeftTank = false;
    EXPECT_TRUE(tank_arena::fly(shell, {world_, dynamics_, moved_, motions_, model_, kDt}, own, impacts_));
    EXPECT_TRUE(impacts_.empty());
}

}  // namespace
}  // namespace tank_arena
