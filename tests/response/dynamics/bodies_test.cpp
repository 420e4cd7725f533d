// What the game does with bodies: forces, damping, carriers, sleep.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

TEST(Bodies, DampingDecaysVelocity) {
    Scene scene = Scene::inSpace();
    const ObjectId id = scene.add(cube(1.0f), {},
                                  {.velocity = {10.0f, 0.0f, 0.0f},
                                   .angularVelocity = {0.0f, 3.0f, 0.0f},
                                   .linearDamping = 0.5f,
                                   .angularDamping = 1.0f});
    scene.run(1.0f);
    EXPECT_NEAR(scene.velocity(id).x, 10.0f * std::exp(-0.5f), 0.01f);
    EXPECT_NEAR(scene.dynamics.find(id)->angularVelocity.y, 3.0f * std::exp(-1.0f), 0.01f);
}

TEST(Bodies, GravityFactorScalesGravity) {
    for (const float factor : {0.0f, 0.5f, -1.0f}) {
        Scene scene(awake());
        const ObjectId id = scene.add(cube(1.0f), {{0.0f, 100.0f, 0.0f}}, {.gravityFactor = factor});
        scene.run(1.0f);
        EXPECT_NEAR(scene.position(id).y, 100.0f - 0.5f * 9.81f * factor, 1e-3f);
    }
}

TEST(Bodies, ForcesActForOneStep) {
    Scene scene = Scene::inSpace();
    const ObjectId id = scene.add(cube(1.0f), {}, {}, 10.0f);
    EXPECT_TRUE(scene.dynamics.applyForce(id, {60.0f, 0.0f, 0.0f}, {0.0f, 10.0f, 0.0f}));
    EXPECT_TRUE(scene.dynamics.applyForce(id, {40.0f, 0.0f, 0.0f}));
    scene.run(kStep);
    scene.run(kStep);
    EXPECT_NEAR(scene.velocity(id).x, 10.0f * kStep, 1e-6f);
    EXPECT_NEAR(scene.dynamics.find(id)->angularVelocity.y, 6.0f * kStep, 1e-6f);
    const ObjectId infinite = *scene.world.add({.shape = cube(1.0f), .pose = {{5.0f, 0.0f, 0.0f}}});
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, infinite, {}));
    EXPECT_TRUE(scene.dynamics.applyForce(infinite, glm::vec3(100.0f)));
    scene.run(kStep);
    EXPECT_EQ(scene.velocity(infinite), glm::vec3(0.0f));
}

TEST(Bodies, ASteadyForceMovesExactlyAndATorqueTurnsHalfASubstepAhead) {
    Scene scene = Scene::inSpace();
    const ObjectId id = scene.add(cube(1.0f), {}, {}, 6.0f);  // inertia 1
    for (int step = 0; step < 120; ++step) {
        EXPECT_TRUE(scene.dynamics.applyForce(id, {6.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}));
        scene.run(kStep);
    }
    EXPECT_NEAR(scene.position(id).x, 2.0f, 1e-5f);
    const glm::quat rotation = scene.world.find(id)->pose.rotation;
    const float last =
        2.0f * kStep / static_cast<float>(scene.dynamics.options().solver.substeps);  // radians
    EXPECT_NEAR(2.0f * std::atan2(rotation.y, rotation.w), 2.0f + 0.5f * last, 1e-4f);
}

TEST(Bodies, ImpulsesActAtAPoint) {
    Scene scene = Scene::inSpace();
    const ObjectId id = scene.add(cube(1.0f), {{1.0f, 2.0f, 3.0f}}, {}, 6.0f);  // inertia 1
    EXPECT_TRUE(scene.dynamics.applyImpulse(scene.world, id, {0.0f, 0.0f, 6.0f}, {1.5f, 2.0f, 3.0f}));
    EXPECT_NEAR(scene.velocity(id).z, 1.0f, 1e-6f);
    EXPECT_NEAR(scene.dynamics.find(id)->angularVelocity.y, -3.0f, 1e-5f);
}

HeightField levelField() {
    const std::vector<float> heights(4, 0.0f);
    return HeightField::fromHeights(heights, 2, 2, glm::vec2(1.0f)).value();
}

/// A closed mesh of a cube.
TriangleMesh meshOfCube() {
    const std::vector<glm::vec3> corners{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                         {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    const std::vector<std::uint32_t> triangles{0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                               2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5};
    return TriangleMesh::fromTriangles(corners, triangles).value();
}

// They would fall through the ground.
TEST(Bodies, SurfacesTakeNoDynamicBody) {
    Scene scene;
    const TriangleMesh mesh = meshOfCube();
    for (const Shape& shape : {Shape(mesh), Shape(HalfSpace{}), Shape(levelField())}) {
        const ObjectId id = *scene.world.add({.shape = shape, .pose = {{0.0f, 5.0f, 0.0f}}, .name = "rock"});
        const auto error = scene.dynamics.setBody(scene.world, id, {.mass = *massOfShape(mesh, 10.0f)});
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, WorldError::Code::BadBody);
        EXPECT_NE(error->message.find("rock"), std::string::npos) << error->message;
        EXPECT_NE(error->message.find("convex pieces"), std::string::npos) << error->message;
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, id, {})) << "kinematic";
        EXPECT_TRUE(scene.world.remove(id));
    }
    const ObjectId crate = scene.add(cube(1.0f), {{0.0f, 5.0f, 0.0f}});
    scene.run(0.25f);
    ASSERT_FALSE(scene.world.setShape(crate, mesh));
    const float height = scene.position(crate).y;
    scene.run(2.0f);
    EXPECT_EQ(scene.position(crate).y, height) << "it has a shape that contacts cannot move";
    ASSERT_FALSE(scene.world.setShape(crate, cube(1.0f)));
    scene.run(3.0f);
    EXPECT_NEAR(scene.position(crate).y, 0.5f, 0.01f);

    PlanarWorld world;
    PlanarDynamics dynamics;
    const ObjectId plane = *world.add({.shape = HalfPlane{}});
    EXPECT_TRUE(dynamics.setBody(world, plane, {.mass = {.mass = 1.0f, .inertia = 1.0f}}));
    EXPECT_FALSE(dynamics.setBody(world, plane, {}));
}

TEST(Bodies, OfRemovedObjectsGoWithTheNextStep) {
    Scene scene = Scene::inSpace();
    const ObjectId id = scene.add(cube(1.0f), {{0.0f, 5.0f, 0.0f}}, {}, 2.0f);
    scene.run(kStep);
    EXPECT_TRUE(scene.world.remove(id));
    EXPECT_NE(scene.dynamics.find(id), nullptr);
    EXPECT_TRUE(scene.dynamics.setVelocity(id, {1.0f, 0.0f, 0.0f}, {}));
    EXPECT_TRUE(scene.dynamics.applyForce(id, {1.0f, 0.0f, 0.0f}));
    EXPECT_TRUE(scene.dynamics.applyImpulse(scene.world, id, {2.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f}));
    EXPECT_EQ(scene.velocity(id), glm::vec3(2.0f, 0.0f, 0.0f));
    scene.run(kStep);
    EXPECT_EQ(scene.dynamics.find(id), nullptr);
    EXPECT_FALSE(scene.dynamics.setVelocity(id, {1.0f, 0.0f, 0.0f}, {}));
    EXPECT_FALSE(scene.dynamics.applyForce(id, {1.0f, 0.0f, 0.0f}));
    EXPECT_FALSE(scene.dynamics.applyImpulse(scene.world, id, {2.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f}));
}

TEST(Bodies, KinematicOnesCarryOthers) {
    Scene scene(awake());
    const Box platform{.halfExtents = {2.0f, 0.1f, 2.0f}};
    const ObjectId lift = *scene.world.add({.shape = platform, .pose = {{0.0f, 1.0f, 0.0f}}});
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, lift, {}));
    const ObjectId crate = scene.add(cube(1.0f), {{0.0f, 1.6f, 0.0f}}, {}, 100.0f);
    scene.run(1.0f);
    const auto offset = [&] { return scene.position(crate) - scene.position(lift); };
    const glm::vec3 start = offset();
    for (const glm::vec3& velocity : {glm::vec3(0, 1, 0), glm::vec3(1, 0, 0.5f), glm::vec3(0, -0.5f, 0)}) {
        scene.dynamics.setVelocity(lift, velocity, {});
        const glm::vec3 before = scene.position(lift);
        scene.run(2.0f);
        EXPECT_LT(glm::distance(scene.position(lift), before + 2.0f * velocity), 1e-4f);
        EXPECT_LT(glm::distance(scene.velocity(crate), velocity), 1e-3f);
    }
    EXPECT_NEAR(offset().y, start.y, 1e-3f);
    EXPECT_LT(glm::distance(offset(), start), 0.5f) << "it slides a little at each start";
}

TEST(Bodies, AMovingCarrierWakesWhatSleepsOnIt) {
    Scene scene;
    const ObjectId lift = *scene.world.add({.shape = Box{.halfExtents = {2.0f, 0.1f, 2.0f}}});
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, lift, {}));
    const ObjectId crate = scene.add(cube(1.0f), {{0.0f, 0.6f, 0.0f}}, {}, 100.0f);
    scene.run(2.0f);
    ASSERT_TRUE(scene.dynamics.isAsleep(crate));
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    scene.dynamics.setVelocity(lift, {0.0f, 1.0f, 0.0f}, {});
    scene.run(1.0f);
    EXPECT_NEAR(scene.position(crate).y, 1.6f, 5e-3f);
}

TEST(Bodies, ContactsTellTheApproach) {
    Scene scene(awake());
    const ObjectId ball =
        scene.add(Sphere{.radius = 0.5f}, {{0.0f, 1.0f, 0.0f}}, {.velocity = {0.0f, -6.0f, 0.0f}}, 2.0f);
    float approach = 0.0f, impulse = 0.0f;
    for (int i = 0; i < 10; ++i) {
        scene.run(kStep);
        for (const DynamicContact& contact : scene.dynamics.contacts()) {
            if (contact.impulse() > impulse) {
                approach = contact.approachSpeed, impulse = contact.impulse();
                EXPECT_EQ(contact.objects, (ObjectPair{scene.floor, ball}));
            }
        }
    }
    const float speed = std::sqrt(36.0f + 2.0f * 9.81f * 0.5f);
    EXPECT_NEAR(approach, speed, 0.2f);
    EXPECT_NEAR(impulse, 2.0f * speed, 0.4f);
}

TEST(Bodies, SleepOnlyIfTheyMay) {
    Scene scene;
    const ObjectId restless = scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {.canSleep = false});
    const ObjectId above = scene.add(cube(1.0f), {{0.0f, 1.5f, 0.0f}});
    const ObjectId apart = scene.add(cube(1.0f), {{5.0f, 0.5f, 0.0f}});
    scene.run(3.0f);
    EXPECT_FALSE(scene.dynamics.isAsleep(restless));
    EXPECT_FALSE(scene.dynamics.isAsleep(above)) << "an island sleeps as a whole";
    EXPECT_TRUE(scene.dynamics.isAsleep(apart));
}

TEST(Bodies, DoNotSleepInTheAir) {
    for (const bool bySmallGravity : {true, false}) {
        DynamicsOptions options;
        options.gravity.y = bySmallGravity ? -0.08f : -9.81f;
        Scene scene(options);
        const ObjectId id = scene.add(cube(1.0f), {{0.0f, 50.0f, 0.0f}},
                                      {.gravityFactor = bySmallGravity ? 1.0f : 0.08f / 9.81f});
        scene.run(10.0f);
        EXPECT_NEAR(scene.position(id).y, 50.0f - 0.5f * 0.08f * 100.0f, 1e-2f);
    }
    Scene still({.gravity = glm::vec3(0.0f)});
    const ObjectId id = still.add(cube(1.0f), {{0.0f, 50.0f, 0.0f}});
    still.run(2.0f);
    EXPECT_TRUE(still.dynamics.isAsleep(id)) << "without gravity, what stands in the air sleeps";
}

TEST(Bodies, LoseTheirBodyAndStand) {
    Scene scene(awake());
    const ObjectId id = scene.add(cube(1.0f), {{0.0f, 5.0f, 0.0f}});
    scene.run(0.1f);
    EXPECT_TRUE(scene.dynamics.removeBody(id));
    EXPECT_FALSE(scene.dynamics.removeBody(id));
    const glm::vec3 place = scene.position(id);
    const ObjectId above = scene.add(cube(1.0f), {{0.0f, 7.0f, 0.0f}});
    scene.run(2.0f);
    EXPECT_EQ(scene.position(id), place);
    EXPECT_NEAR(scene.position(above).y, place.y + 1.0f, 1e-2f) << "others stand on it";
}

// More contacts than colors: the rest is solved one after the other.
TEST(Bodies, ManyLieOnOneSlow) {
    Scene scene(awake());
    scene.add(Box{.halfExtents = {10.0f, 0.2f, 10.0f}}, {{0.0f, 0.2f, 0.0f}}, {}, 5000.0f);
    std::vector<ObjectId> crates;
    for (int i = 0; i < 225; ++i) {
        const glm::vec3 place(1.2f * static_cast<float>(i % 15) - 8.4f, 0.9f,
                              1.2f * static_cast<float>(i / 15) - 8.4f);
        crates.push_back(scene.add(cube(1.0f), {place}, {}, 100.0f));
    }
    scene.run(1.0f);
    EXPECT_GT(scene.dynamics.contacts().size(), 225u);
    for (const ObjectId id : crates) {
        EXPECT_NEAR(scene.position(id).y, 0.9f, 1e-3f);
    }
}

// As many manifolds as tiles under it: none is left out.
TEST(Bodies, HaveAllContactsOfAPair) {
    Scene scene(awake());
    scene.world.remove(scene.floor);
    std::vector<CompoundChild> feet;
    for (int i = 0; i < 100; ++i) {
        const glm::vec3 place(static_cast<float>(i % 10) - 4.5f, 0.0f, static_cast<float>(i / 10) - 4.5f);
        feet.push_back({Sphere{.radius = 0.25f}, Pose{place}});
    }
    (void)scene.world.add({.shape = *Compound::fromChildren(feet), .kind = ObjectKind::Static});
    const ObjectId plate = scene.add(Box{.halfExtents = {5.0f, 0.1f, 5.0f}}, {{0.0f, 0.35f, 0.0f}});
    scene.run(1.0f);
    EXPECT_EQ(scene.dynamics.contacts().size(), 100u);
    EXPECT_NEAR(scene.position(plate).y, 0.35f, 1e-3f);
}

/// Steps two crates, one on the other, after a change to the upper one.
template <class Change>
void expectThatCratesRecover(const Change& change) {
    Scene scene(awake());
    const ObjectId lower = scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}),
                   upper = scene.add(cube(1.0f), {{0.0f, 1.5f, 0.0f}});
    scene.run(0.1f);
    change(scene, upper);
    scene.run(kStep);
    for (const auto& contact : scene.dynamics.contacts()) {
        EXPECT_TRUE(std::isfinite(contact.impulse()));
    }
    EXPECT_FALSE(scene.dynamics.restore(scene.world, scene.dynamics.snapshot()));
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, upper, {.mass = *massOfShape(cube(1.0f), 10.0f)}));
    EXPECT_FALSE(scene.world.setPose(upper, {{0.0f, 1.5f, 0.0f}}));
    EXPECT_FALSE(scene.world.setPose(lower, {{0.0f, 0.5f, 0.0f}}));
    EXPECT_TRUE(scene.dynamics.setVelocity(lower, {}, {}));
    scene.run(0.5f);
    EXPECT_NEAR(scene.position(lower).y, 0.5f, 1e-3f);
    EXPECT_NEAR(scene.position(upper).y, 1.5f, 1e-3f);
    EXPECT_TRUE(scene.dynamics.setVelocity(upper, {0.0f, 5.0f, 0.0f}, {}));
    scene.run(0.1f);
    EXPECT_GT(scene.position(upper).y, 1.8f) << "it moves again";
}

TEST(Bodies, MotionsTooLargeForNumbersStop) {
    constexpr float kLargest = 3e38f;
    for (const float speed : {1e12f, 1.8e19f}) {
        expectThatCratesRecover([&](Scene& scene, ObjectId upper) {
            EXPECT_TRUE(scene.dynamics.setVelocity(upper, {0.0f, -speed, 0.0f}, {}));
        });
        expectThatCratesRecover([&](Scene& scene, ObjectId upper) {
            EXPECT_TRUE(scene.dynamics.setVelocity(upper, {}, {speed, 0.0f, 0.0f}));
        });
    }
    expectThatCratesRecover([&](Scene& scene, ObjectId upper) {
        EXPECT_TRUE(scene.dynamics.applyForce(upper, {0.0f, -kLargest, 0.0f}, {kLargest, 0.0f, 0.0f}));
        EXPECT_FALSE(scene.dynamics.applyForce(upper, {0.0f, -kLargest, 0.0f})) << "the sum is infinite";
    });
    expectThatCratesRecover([&](Scene& scene, ObjectId upper) {
        Body light = *scene.dynamics.find(upper);
        light.mass.mass = 1e-3f;
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, upper, light));
        EXPECT_FALSE(scene.dynamics.applyImpulse(scene.world, upper, {0.0f, -kLargest, 0.0f}, {}));
    });
}

}  // namespace
