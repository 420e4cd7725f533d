#include "response/dynamics/dynamics_scene.hpp"
#include "support/random.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"
#include "world/world_access.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/measures.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/fixed_step.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Thirty boxes and balls that fall onto a heap.
Scene heap() {
    Scene scene;
    std::mt19937 random(5);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (int i = 0; i < 30; ++i) {
        const glm::vec3 place{unit(random), 1.0f + static_cast<float>(i), unit(random)};
        const glm::quat rotation(1.0f, glm::vec3{unit(random), unit(random), unit(random)});
        Body body;
        body.material.restitution = i % 3 == 0 ? 0.5f : 0.0f;
        body.material.rollingResistance = 0.05f;
        const Shape shape = i % 2 == 0 ? Shape(cube(1.0f)) : Shape(Sphere{.radius = 0.5f});
        scene.add(shape, {place, glm::normalize(rotation)}, body);
    }
    return scene;
}

std::pair<std::uint64_t, std::uint64_t> hashOf(const Scene& scene) {
    return {scene.world.hash(), scene.dynamics.hash()};
}

TEST(DynamicsState, CopyGoesOnAsTheOriginal) {
    Scene scene = heap();
    scene.run(2.0f);
    Scene copy = scene;
    EXPECT_EQ(hashOf(copy), hashOf(scene));
    EXPECT_EQ(copy.dynamics.awakeCount(), scene.dynamics.awakeCount());
    for (int i = 0; i < 300; ++i) {
        scene.run(kStep);
        copy.run(kStep);
        ASSERT_EQ(hashOf(copy), hashOf(scene)) << i;
    }
}

TEST(DynamicsState, MovedFromItHasNoBodiesAndWorks) {
    Scene scene = heap();
    scene.run(1.0f);
    World world = scene.world;
    const std::uint64_t hash = scene.dynamics.hash();
    const std::size_t size = scene.dynamics.size();
    Dynamics moved = std::move(scene.dynamics);
    EXPECT_EQ(moved.hash(), hash);
    EXPECT_EQ(scene.dynamics.size(), 0u);
    scene.run(kStep);
    const ObjectId id = scene.add(cube(1.0f), {{30.0f, 5.0f, 0.0f}});
    scene.run(0.5f);
    EXPECT_LT(scene.position(id).y, 4.0f);
    Dynamics assigned;
    assigned = std::move(moved);
    EXPECT_EQ(moved.size(), 0u);
    EXPECT_EQ(assigned.size(), size);
    EXPECT_EQ(assigned.hash(), hash);
    moved.step(world, kStep);
    ContactSolver solver, other = std::move(solver);
    solver.step({}, {}, kStep);
    other.step({}, {}, kStep);
}

TEST(DynamicsState, RestoredSnapshotGoesOnAsTheOriginal) {
    for (const float seconds : {2.0f, 8.0f}) {  // in motion, and mostly asleep
        Scene scene = heap();
        Scene other = scene;
        scene.run(seconds);
        const auto world = scene.world.snapshot();
        const auto dynamics = scene.dynamics.snapshot();
        other.run(0.5f);
        ASSERT_FALSE(other.world.restore(world));
        ASSERT_FALSE(other.dynamics.restore(other.world, dynamics));
        EXPECT_EQ(hashOf(other), hashOf(scene));
        EXPECT_EQ(other.dynamics.snapshot(), dynamics);
        for (int i = 0; i < 300; ++i) {
            scene.run(kStep);
            other.run(kStep);
            ASSERT_EQ(hashOf(other), hashOf(scene)) << seconds << " " << i;
        }
    }
}

TEST(DynamicsState, SnapshotsOfAnyStepGoOnAsTheOriginal) {
    Scene scene = heap();
    Scene restored = scene;
    for (int step = 0; step < test::trialCount(400); step += 10) {
        ASSERT_FALSE(restored.world.restore(scene.world.snapshot()));
        ASSERT_FALSE(restored.dynamics.restore(restored.world, scene.dynamics.snapshot()));
        for (int i = 0; i < 10; ++i) {
            scene.run(kStep);
            restored.dynamics.step(restored.world, kStep, test::OnThreads{2});
        }
        ASSERT_EQ(hashOf(restored), hashOf(scene)) << step;
    }
}

// Between a step and the snapshot, the game changes the world. The original learns of it in its next step,
// and so must the restored one.
TEST(DynamicsState, SnapshotsRememberWhatTheNextStepHasToSee) {
    struct Shelf {
        Scene scene;
        ObjectId shelf, lower, upper, onShelf;
    };
    Shelf start;
    start.shelf = *start.scene.world.add({.shape = Box{.halfExtents = {2.0f, 0.1f, 2.0f}},
                                          .pose = {{10.0f, 2.0f, 0.0f}},
                                          .kind = ObjectKind::Static});
    start.lower = start.scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}});
    start.upper = start.scene.add(cube(1.0f), {{0.0f, 1.5f, 0.0f}});
    start.onShelf = start.scene.add(cube(1.0f), {{10.0f, 2.6f, 0.0f}});
    start.scene.run(3.0f);
    ASSERT_EQ(start.scene.dynamics.awakeCount(), 0u);
    const std::vector<void (*)(Shelf&)> edits{
        [](Shelf& s) { s.scene.world.remove(s.lower); },
        [](Shelf& s) { s.scene.world.remove(s.shelf); },
        [](Shelf& s) {
            (void)s.scene.world.setPose(s.shelf, {{50.0f, 2.0f, 0.0f}});
        },
        [](Shelf& s) {
            (void)s.scene.world.setPose(s.upper, {{0.0f, 6.0f, 0.0f}});
        },
        [](Shelf& s) { s.scene.dynamics.removeBody(s.lower); },
        [](Shelf& s) {
            (void)s.scene.world.add(
                {.shape = cube(1.0f), .pose = {{0.2f, 1.2f, 0.1f}}, .kind = ObjectKind::Static});
        },
        [](Shelf& s) { (void)s.scene.world.setFilter(s.shelf, {.collidesWith = 0}); },
        [](Shelf& s) { (void)s.scene.world.setShape(s.lower, cube(0.5f)); },
        [](Shelf& s) {
            s.scene.add(cube(1.0f), {{10.0f, 5.0f, 0.0f}});
        },
        [](Shelf& s) {
            (void)s.scene.world.setPose(s.shelf, {{10.0f, 2.0f, 0.0f}});
        },  // as it is
    };
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
        Shelf original = start;
        edits[edit](original);
        const auto world = original.scene.world.snapshot();
        const auto dynamics = original.scene.dynamics.snapshot();
        Shelf restored = original;
        restored.scene.run(0.2f);
        ASSERT_FALSE(restored.scene.world.restore(world)) << edit;
        ASSERT_FALSE(restored.scene.dynamics.restore(restored.scene.world, dynamics)) << edit;
        std::size_t mostAwake = 0;
        for (int i = 0; i < 120; ++i) {
            original.scene.run(kStep);
            restored.scene.run(kStep);
            ASSERT_EQ(hashOf(restored.scene), hashOf(original.scene)) << edit << " " << i;
            mostAwake = std::max(mostAwake, original.scene.dynamics.awakeCount());
        }
        EXPECT_EQ(mostAwake > 0, edit + 1 < edits.size()) << edit << ": only what changes wakes others";
    }
}

// Rays after a step take as long as after refresh(): the trees of the world know where the bodies are.
TEST(DynamicsState, StepsLeaveTheTreesOfTheWorldUpToDate) {
    Scene scene = heap();
    for (int step = 0; step < 30; ++step) {
        scene.run(kStep);
        const BroadPhase& trees = WorldAccess::broadPhase(scene.world);
        for (const ObjectId id : scene.world.ids()) {
            const World::Object& object = *scene.world.find(id);
            bool isFound = scene.dynamics.find(id) == nullptr;
            (void)trees.query(bounds(object.shape, object.pose), [&](std::uint32_t index) {
                isFound = isFound || index == id.index;
                return true;
            });
            ASSERT_TRUE(isFound) << step;
        }
    }
}

TEST(DynamicsState, DamagedSnapshotsChangeNothing) {
    Scene scene = heap();
    scene.run(2.0f);
    const auto before = hashOf(scene);
    const auto good = scene.dynamics.snapshot();
    for (std::size_t i = 0; i < good.size(); i += 7) {
        auto bad = good;
        bad[i] ^= std::byte{0x40};
        EXPECT_TRUE(scene.dynamics.restore(scene.world, bad)) << i;
        EXPECT_TRUE(scene.dynamics.restore(scene.world, std::span(good).first(i)));
    }
    EXPECT_EQ(hashOf(scene), before);
    World empty;
    const auto error = scene.dynamics.restore(empty, good);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, WorldError::Code::ForeignSnapshot);
}

TEST(DynamicsState, BadBodiesAreRefused) {
    Scene scene;
    const ObjectId id = scene.add(cube(1.0f), {{0.0f, 5.0f, 0.0f}});
    const Body good = *scene.dynamics.find(id);
    const auto expectRefused = [&](const auto& spoil) {
        Body body = good;
        spoil(body);
        const auto error = scene.dynamics.setBody(scene.world, id, body);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, WorldError::Code::BadBody);
        EXPECT_NE(error->message.find("object 1"), std::string::npos) << error->message;
    };
    expectRefused([](Body& body) { body.mass.mass = 0.0f; });
    expectRefused([](Body& body) { body.mass.mass = kNaN; });
    expectRefused([](Body& body) { body.mass.mass = 1e-40f; });  // its inverse is infinite
    expectRefused([](Body& body) { body.mass.inertia = glm::mat3(1e-39f); });
    expectRefused([](Body& body) { body.mass.inertia = glm::mat3(-1.0f); });
    expectRefused([](Body& body) { body.mass.inertia[0][0] = body.mass.inertia[1][1] = -1.0f; });
    expectRefused([](Body& body) { body.mass.inertia[1][0] = 0.5f; });  // not symmetric
    expectRefused([](Body& body) { body.mass.inertia[1][2] = body.mass.inertia[2][1] = 1e3f; });
    expectRefused([](Body& body) { body.velocity.x = kNaN; });
    expectRefused([](Body& body) { body.material.frictionCombine = static_cast<CombineMode>(4); });
    expectRefused([](Body& body) { body.surfaces = {{.tag = 3, .material = {.restitution = -0.5f}}}; });
    expectRefused([](Body& body) { body.material.restitution = 1.5f; });
    expectRefused([](Body& body) { body.linearDamping = -1.0f; });
    EXPECT_FALSE(scene.dynamics.setMaterial(id, {.restitutionCombine = static_cast<CombineMode>(200)}));
    EXPECT_FALSE(scene.dynamics.setVelocity(id, glm::vec3(kNaN), {}));
    EXPECT_FALSE(scene.dynamics.applyForce(id, glm::vec3(kNaN)));
    EXPECT_FALSE(scene.dynamics.applyImpulse(scene.world, id, glm::vec3(1.0f), glm::vec3(kNaN)));
    const auto onStatic = scene.dynamics.setBody(scene.world, scene.floor, good);
    ASSERT_TRUE(onStatic);
    EXPECT_EQ(onStatic->code, WorldError::Code::BadBody);
    EXPECT_EQ(scene.dynamics.find(id)->mass.mass, good.mass.mass);

    PlanarWorld world;
    PlanarDynamics dynamics;
    const ObjectId disk = *world.add({.shape = Circle{.radius = 1.0f}});
    const auto below = dynamics.setBody(world, disk, {.mass = {.mass = 1.0f, .inertia = -1.0f}});
    ASSERT_TRUE(below);
    EXPECT_EQ(below->code, WorldError::Code::BadBody);
}

TEST(DynamicsState, RemovedObjectsLoseTheirBodies) {
    Scene scene = heap();
    scene.run(1.0f);
    const std::size_t count = scene.dynamics.size();
    const ObjectId id = scene.world.ids()[5];
    scene.world.remove(id);
    const ObjectId reused = *scene.world.add({.shape = cube(1.0f), .pose = {{0.0f, 50.0f, 0.0f}}});
    EXPECT_EQ(reused.index, id.index);
    scene.run(kStep);
    EXPECT_EQ(scene.dynamics.size(), count - 1);
    EXPECT_EQ(scene.dynamics.find(id), nullptr);
    EXPECT_EQ(scene.dynamics.find(reused), nullptr);
}

TEST(DynamicsState, ObjectsCanBeRemovedBeforeAStepSeesThem) {
    Scene scene;
    for (const bool isRestored : {false, true}) {
        const ObjectId crate = scene.add(cube(1.0f), {{0.0f, 3.0f, 0.0f}});
        EXPECT_TRUE(scene.world.remove(crate));
        if (isRestored) {
            EXPECT_FALSE(scene.dynamics.restore(scene.world, scene.dynamics.snapshot()));
        }
        scene.run(kStep);
        EXPECT_EQ(scene.dynamics.find(crate), nullptr);
        EXPECT_EQ(scene.dynamics.size(), 0u);
    }
}

TEST(DynamicsState, GameMovesAndPushesBodies) {
    Scene scene;
    const ObjectId id = scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {}, 2.0f);
    scene.run(2.0f);
    ASSERT_TRUE(scene.dynamics.isAsleep(id));
    EXPECT_TRUE(scene.dynamics.applyImpulse(scene.world, id, {0.0f, 10.0f, 0.0f}, scene.position(id)));
    EXPECT_FALSE(scene.dynamics.isAsleep(id));
    EXPECT_NEAR(scene.velocity(id).y, 5.0f, 1e-5f);
    scene.run(3.0f);
    ASSERT_TRUE(scene.dynamics.isAsleep(id));
    EXPECT_FALSE(scene.world.setPose(id, {{5.0f, 4.0f, 0.0f}}));
    scene.run(0.5f);
    EXPECT_LT(scene.position(id).y, 4.0f);
    scene.run(3.0f);
    EXPECT_NEAR(scene.position(id).y, 0.5f, 1e-2f);
    scene.dynamics.setGravity({0.0f, 5.0f, 0.0f});
    scene.run(0.5f);
    EXPECT_GT(scene.position(id).y, 0.9f);
}

TEST(DynamicsState, BodiesFollowAWorldThatIsAssigned) {
    Scene scene = Scene::inSpace();
    const ObjectId still = scene.add(cube(1.0f), {}), other = scene.add(cube(1.0f), {{5.0f, 0.0f, 0.0f}});
    scene.run(kStep);
    const World backup = scene.world;
    EXPECT_FALSE(scene.world.setPose(still, {{3.0f, 0.0f, 0.0f}}));
    scene.run(kStep);
    ASSERT_EQ(scene.position(still).x, 3.0f);
    scene.world = backup;
    for (int i = 1; i < 5; ++i) {  // as many changes as were undone, and more
        EXPECT_FALSE(scene.world.setPose(other, {{5.0f, static_cast<float>(i), 0.0f}}));
    }
    scene.run(kStep);
    EXPECT_EQ(scene.position(still).x, 0.0f);
    EXPECT_EQ(scene.position(other).y, 4.0f);
}

TEST(FixedStep, MakesAsManyStepsAsTimeHasPassed) {
    FixedStep clock(1.0f / 60.0f, 4);
    std::uint32_t steps = 0;
    for (int i = 0; i < 1440; ++i) {
        steps += clock.advance(1.0 / 144.0);
        EXPECT_GE(clock.fraction(), 0.0f);
        EXPECT_LE(clock.fraction(), 1.0f);
    }
    EXPECT_NEAR(steps, 600u, 1);
    EXPECT_EQ(clock.advance(10.0), 4u);
    EXPECT_LE(clock.advance(0.0), 1u);
    EXPECT_EQ(clock.advance(std::numeric_limits<double>::quiet_NaN()), 0u);
}

template <class Dynamics, class World>
void expectThreadsChangeNoBit(const Dynamics& dynamics, const World& world, int steps) {
    const auto hashAfter = [&](ParallelFor parallelFor) {
        Dynamics dynamicsCopy = dynamics;
        World worldCopy = world;
        for (int step = 0; step < steps; ++step) {
            dynamicsCopy.step(worldCopy, kStep, parallelFor);
        }
        return std::pair(dynamicsCopy.hash(), worldCopy.hash());
    };
    int calls = 0;
    const auto expected = hashAfter([&](std::size_t count, ParallelTask task) {
        ++calls;
        kInOneThread(count, task);
    });
    EXPECT_EQ(calls, steps) << "threads are woken once in a step";
    EXPECT_EQ(hashAfter(test::kInReverse), expected);
    EXPECT_EQ(hashAfter(test::InRandomOrder(7)), expected);
    for (const unsigned threads : {1u, 2u, 4u, 8u, 16u}) {
        EXPECT_EQ(hashAfter(test::OnThreads{threads}), expected) << threads;
    }
}

// Enough bodies that the rows of one color make several tasks. Some bounce.

void expectThreadsChangeNoBit(int count, int steps) {
    Scene scene;
    for (int i = 0; i < count; ++i) {
        const glm::vec3 place(static_cast<float>(i % 28) * 0.99f, 0.5f + static_cast<float>(i / 784) * 0.98f,
                              static_cast<float>(i / 28 % 28) * 0.99f);
        Body body;
        body.velocity.y = i % 3 == 0 ? -2.0f : 0.0f;
        body.material.restitution = i % 4 == 0 ? 0.6f : 0.0f;
        scene.add(i % 5 == 0 ? Shape(Sphere{.radius = 0.5f}) : Shape(cube(1.0f)), {place}, body);
    }
    expectThreadsChangeNoBit(scene.dynamics, scene.world, steps);
}

void expectThreadsChangeNoBitInThePlane(int count, int steps) {
    PlanarWorld world;
    PlanarDynamics dynamics;
    (void)world.add({.shape = HalfPlane{}, .kind = ObjectKind::Static});
    for (int i = 0; i < count; ++i) {
        const glm::vec2 place(static_cast<float>(i % 300) * 0.99f,
                              0.5f + static_cast<float>(i / 300) * 0.98f);
        const PlanarShape shape = i % 5 == 0 ? PlanarShape(Circle{.radius = 0.5f})
                                             : PlanarShape(PlanarBox{.halfExtents = {0.5f, 0.5f}});
        const ObjectId id = *world.add({.shape = shape, .pose = {place}});
        EXPECT_FALSE(dynamics.setBody(world, id,
                                      {.mass = *massFromDensity(shape, 1000.0f),
                                       .velocity = {0.0f, i % 3 == 0 ? -2.0f : 0.0f},
                                       .material = {.restitution = i % 4 == 0 ? 0.6f : 0.0f}}));
    }
    expectThreadsChangeNoBit(dynamics, world, steps);
}

TEST(DynamicsState, ThreadsChangeNoBit) {
    expectThreadsChangeNoBit(800, 1);
}
TEST(DynamicsState, ThreadsChangeNoBitSlow) {
    expectThreadsChangeNoBit(1600, 4);
}
TEST(DynamicsState, ThreadsChangeNoBitInThePlane) {
    expectThreadsChangeNoBitInThePlane(1500, 1);
}
TEST(DynamicsState, ThreadsChangeNoBitInThePlaneSlow) {
    expectThreadsChangeNoBitInThePlane(3000, 4);
}

}  // namespace
