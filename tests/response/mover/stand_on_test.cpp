#include "response/mover/mover_scene.hpp"

#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/height_field.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace {

using namespace sat3d;
using test::MoverScene;

/// The corners of the tracks: 6 m long, 3 m apart, 1 m below the center.
const std::array<glm::vec3, 4> kCorners{{{-1.5f, -1, -3}, {1.5f, -1, -3}, {-1.5f, -1, 3}, {1.5f, -1, 3}}};

glm::quat headed(float heading) {
    return glm::angleAxis(heading, glm::vec3(0, 1, 0));
}

TEST(StandOn, LevelGround) {
    const MoverScene scene;
    const auto stands = standOn(scene.world, {{5, 1.7f, 3}, headed(0.7f)}, kCorners);
    ASSERT_TRUE(stands);
    EXPECT_LT(glm::distance(stands->pose.position, {5, 1, 3}), 1e-5f);
    EXPECT_GT(std::abs(glm::dot(stands->pose.rotation, headed(0.7f))), 1.0f - 1e-6f);
    EXPECT_LT(glm::distance(stands->normal, {0, 1, 0}), 1e-6f);
}

TEST(StandOn, TakesTheSlopeOfAPlaneWhateverItsTiltWas) {
    for (const float degrees : {5.0f, 20.0f, 35.0f}) {
        MoverScene scene;
        scene.addRamp(degrees);
        const float angle = glm::radians(degrees);
        const glm::vec3 normal(-std::sin(angle), std::cos(angle), 0);
        for (const float heading : {0.0f, 0.5f, 2.0f}) {
            const float height = 20.0f * std::tan(angle) + 1.0f;
            const Pose upright{{20, height, 4}, headed(heading)};
            const Pose tilted{upright.position,
                              glm::angleAxis(0.4f, glm::vec3(0.6f, 0, 0.8f)) * upright.rotation};
            const auto stands = standOn(scene.world, upright, kCorners, {.reach = 4.0f});
            ASSERT_TRUE(stands) << degrees;
            EXPECT_LT(glm::distance(stands->normal, normal), 1e-4f) << degrees;
            EXPECT_NEAR(stands->pose.position.x, 20.0f, 1e-5f);
            for (const glm::vec3& corner : kCorners) {
                EXPECT_NEAR(glm::dot(stands->pose * corner, normal), 0.0f, 1e-3f) << degrees;
            }
            EXPECT_LT(glm::distance(stands->ground[0].normal, normal), 1e-5f);
            const auto again = standOn(scene.world, tilted, kCorners, {.reach = 4.0f});
            ASSERT_TRUE(again);
            EXPECT_LT(glm::distance(again->normal, normal), 1e-4f);
        }
    }
}

TEST(StandOn, RestsOnThreeFeetOfRoughGround) {
    test::Random random(8);
    int stood = 0;
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<float> heights(41 * 41);
        for (float& height : heights) {
            height = float(random.uniform(-0.25, 0.25));
        }
        const HeightField hills = test::fieldOf(heights, 41, {2.0f, 2.0f});
        const Pose hillsPose = levelPose(hills, UpAxis::Y, {0, 0, 0});
        World world;
        (void)world.add({.shape = hills, .pose = hillsPose, .kind = ObjectKind::Static});
        const Pose pose{{float(random.uniform(-20, 20)), 1.0f, float(random.uniform(-20, 20))},
                        headed(float(random.uniform(-3, 3)))};
        const auto stands = standOn(world, pose, kCorners);
        ASSERT_TRUE(stands);
        ++stood;
        std::array<float, 4> gaps{};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto ground = groundAt(hills, hillsPose, stands->pose * kCorners[i]);
            ASSERT_TRUE(ground);
            gaps[i] = ground->height;
        }
        EXPECT_GT(*std::ranges::min_element(gaps), -1e-3f) << trial;
        for (const std::uint32_t foot : stands->feet) {
            EXPECT_LT(gaps[foot], 1e-3f) << trial;
        }
        EXPECT_NEAR(stands->pose.position.x, pose.position.x, 1e-4f);
        EXPECT_NEAR(stands->pose.position.z, pose.position.z, 1e-4f);
    }
    EXPECT_EQ(stood, 100);
}

TEST(StandOn, NothingAtACliffThatDoesNotCarryIt) {
    MoverScene scene;
    scene.addBox({-50, 0, -50}, {0, 10, 50});
    const auto on = standOn(scene.world, {{-0.5f, 11, 0}}, kCorners);  // two corners over the edge
    EXPECT_FALSE(on);
    const auto carried = standOn(scene.world, {{-1.6f, 11, 0}}, kCorners);
    EXPECT_TRUE(carried);
    const std::array<glm::vec3, 6> six{
        {{-1.5f, -1, -3}, {1.5f, -1, -3}, {-1.5f, -1, 0}, {1.5f, -1, 0}, {-1.5f, -1, 3}, {1.5f, -1, 3}}};
    const Pose aslant{{-0.1f, 11, 0}, headed(1.5707963f)};  // half of it hangs out
    EXPECT_FALSE(standOn(scene.world, aslant, six, {.center = {0, 0, 0.5f}}));
    EXPECT_TRUE(standOn(scene.world, aslant, six, {.center = {0, 0, -0.5f}}));
}

TEST(StandOn, OtherAxesAndDouble) {
    DWorld world;
    const glm::dvec3 far(1e6, -2e6, 50.0);
    (void)world.add({.shape = HalfSpace{{0, 0, 1}, 0.0f}, .pose = {far}, .kind = ObjectKind::Static});
    const std::array<glm::vec3, 3> feet{{{1, 0, -0.5f}, {-1, 1, -0.5f}, {-1, -1, -0.5f}}};
    const auto stands =
        standOn(world, DPose{far + glm::dvec3(3, 4, 0.9)}, feet, {.up = {0, 0, 1}, .localUp = {0, 0, 1}});
    ASSERT_TRUE(stands);
    EXPECT_LT(glm::distance(stands->pose.position, far + glm::dvec3(3, 4, 0.5)), 1e-5);
    for (const float length : {1e-40f, 1e30f}) {
        const auto again = standOn(world, DPose{far + glm::dvec3(3, 4, 0.9)}, feet,
                                   {.up = {0, 0, length}, .localUp = {0, 0, length}});
        ASSERT_TRUE(again) << "axes have any length";
        EXPECT_EQ(again->pose.position, stands->pose.position);
    }
}

}  // namespace
