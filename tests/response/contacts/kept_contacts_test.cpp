// Pairs that hardly move keep their contacts: with a small error, as part of the state, until the game
// changes something.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/surfaces.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::cube;
using test::kStep;
using test::LawScene;
using test::LawSpace;
using test::Random;
using Scene = test::DynamicsScene;

/// A tenth of the margin of contacts: how far a body of a meter may move before its pairs are searched.
constexpr float kKept = 0.1f * SolverOptions{}.margin;

/// How far a body may move before its pairs are searched, at most.
float keptOf(const Shape& shape) {
    const auto inner = distance(shape, Pose{}, Sphere{.radius = 0.0f}, Pose{}).separation;
    return std::min(kKept, -0.01f * inner);
}

Shape randomBody(Random& random) {
    switch (random.below(5)) {
        case 0:
            return Box{.halfExtents = glm::vec3(0.25f * static_cast<float>(1 + random.below(4)))};
        case 1:
            return Sphere{.radius = 0.1f * static_cast<float>(1 + random.below(9))};
        case 2:
            return Capsule{{-0.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, 0.25f};
        case 3:
            return test::hullOf(test::prismCloud(glm::dvec3(0.4, 0.4, 0.3), 12));
        default:
            return test::hullOf(test::randomCloud(random, test::ShapeType::Tank));
    }
}

Shape randomGround(Random& random) {
    switch (random.below(5)) {
        case 0:
            return HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f};
        case 1:
            return Box{.halfExtents = {2.0f, 0.5f, 2.0f}};
        case 2:
            return test::meshOf(test::boxTriangles({2.0f, 0.5f, 2.0f}), Sides::Front);
        case 3:
            return test::compoundOf(
                {{cube(1.0f), {{-0.5f, 0.0f, 0.0f}}}, {cube(1.0f), {{0.5f, 0.0f, 0.0f}}}});
        default:
            return randomBody(random);
    }
}

glm::quat latticeRotation(Random& random) {
    const float angle = glm::half_pi<float>() * static_cast<float>(random.below(4));
    const std::array axes{glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)};
    return glm::angleAxis(angle, axes[random.below(3)]);
}

/// The pose at which a body has a gap to the ground, on a way from a random direction above it.
std::optional<Pose> poseAtGap(const Shape& body, const Shape& ground, float gap, const glm::quat& rotation,
                              const glm::vec3& from) {
    Pose pose{from, rotation};
    for (int i = 0; i < 50; ++i) {
        const auto near = distance(ground, Pose{}, body, pose);
        if (std::abs(near.separation - gap) < 1e-5f) {
            return pose;
        }
        pose.position += (gap - near.separation) * near.normal;
    }
    return std::nullopt;
}

// Bodies near others that move and turn slowly: their contacts are a few steps old, and must be what a search
// in each step finds, up to twice the way that they may have moved since.
TEST(KeptContacts, SeparationsAreThoseOfASearch) {
    int checked = 0, kept = 0;
    float worst = 0.0f;
    test::forEachTrial(701, test::trialCount(400), [&](Random& random, int) {
        const Shape shape = randomBody(random), ground = randomGround(random);
        const glm::quat rotation =
            random.below(2) == 0 ? latticeRotation(random) : glm::quat(random.rotation());
        const auto gap = static_cast<float>(random.uniform(-0.0005, 0.04));
        const auto pose = poseAtGap(shape, ground, gap, rotation,
                                    glm::vec3{random.uniform(-0.5, 0.5), 3.0f, random.uniform(-0.5, 0.5)});
        if (!pose) {
            return;
        }
        Scene scene = Scene::inSpace();
        (void)scene.world.add({.shape = ground, .kind = ObjectKind::Static});
        const float speed = 0.01f * static_cast<float>(random.below(4)),
                    spin = 0.025f * static_cast<float>(random.below(3));
        const ObjectId id = scene.add(shape, *pose,
                                      {.velocity = speed * glm::vec3(random.direction()),
                                       .angularVelocity = spin * glm::vec3(random.direction()),
                                       .material = {.friction = 0.0f}});
        const float bound = 2.0f * keptOf(shape) + 2e-4f;
        for (int step = 0; step < 60; ++step) {
            const Pose before = scene.world.find(id)->pose;
            scene.run(kStep);
            float least = std::numeric_limits<float>::infinity(), slip = 0.0f;
            for (const DynamicContact& contact : scene.dynamics.contacts()) {
                slip = std::max(slip, contact.slip);
                for (const DynamicPoint& point : contact.points()) {
                    least = std::min(least, point.separation);
                }
            }
            const float found = distance(ground, Pose{}, shape, before).separation;
            if (found < 0.75f * SolverOptions{}.margin) {
                ASSERT_LT(least, std::numeric_limits<float>::infinity()) << "no contact at " << found;
                EXPECT_NEAR(least, found, bound) << step;
                worst = std::max(worst, std::abs(least - found) / bound);
                ++checked;
                kept += slip > 0.0f ? 1 : 0;
            }
        }
    });
    EXPECT_GT(checked, test::trialCount(5000));
    EXPECT_GT(kept, checked / 5) << "contacts of former steps";
    RecordProperty("worst of bound", std::to_string(worst));
}

template <class T>
class KeptContactsIn : public ::testing::Test {};
TYPED_TEST_SUITE(KeptContactsIn, test::LawSpaces);

// A crate that slides takes its contacts along, until it has gone a tenth of the margin.
TYPED_TEST(KeptContactsIn, SlideAlongForATenthOfTheMargin) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    scene.addStatic(L::box(10.0f, 0.5f, 2.0f));
    constexpr float kSpeed = 0.03f;
    scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 1.0}),
              {.velocity = L::vector({kSpeed, 0.0f}), .material = {.friction = 0.0f}});
    int kept = 0;
    float farthest = 0.0f;
    for (int step = 0; step < 120; ++step) {
        scene.step();
        ASSERT_FALSE(scene.dynamics.contacts().empty()) << step;
        for (const auto& contact : scene.dynamics.contacts()) {
            farthest = std::max(farthest, contact.slip);
            kept += contact.slip > 0.0f ? 1 : 0;
            EXPECT_NEAR(contact.points()[0].separation, 0.0f, 1e-5f);
        }
    }
    EXPECT_LE(farthest, 1.001f * kKept);
    EXPECT_GT(farthest, kKept - kSpeed * kStep * 1.001f);
    EXPECT_GT(kept, 80) << "four of five steps";
}

// A point that lags behind would push a ball on.
TYPED_TEST(KeptContactsIn, RollingBallsHaveTheirContactBelowTheCenter) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene(LawScene<TypeParam>::onEarth());
    scene.addStatic(L::box(10.0f, 0.5f, 2.0f));
    constexpr float kSpeed = 0.03f;
    const ObjectId ball =
        scene.add(L::ball(0.5f), L::pose({0.0, 1.0}),
                  {.velocity = L::vector({kSpeed, 0.0f}), .angularVelocity = L::spin(-kSpeed / 0.5f)});
    for (int step = 0; step < 240; ++step) {
        const double before = scene.position(ball).x;
        scene.step();
        for (const auto& contact : scene.dynamics.contacts()) {
            EXPECT_NEAR(static_cast<double>(contact.points()[0].position.x), before, 2e-5) << step;
        }
    }
    EXPECT_NEAR(scene.velocity(ball).x, static_cast<double>(kSpeed), 2e-4);
}

/// What lies and creeps: crates and a capsule on a bumpy mesh, crates and a ball over the seams of tiles, a
/// crate on a platform that moves, and sleepers.
Scene restingScene() {
    Scene scene({.sleepSeconds = 0.2f});
    Random random(5);
    test::TriangleList bumps;
    constexpr int kSide = 8;
    std::vector<glm::vec3> points;
    for (int i = 0; i < kSide * kSide; ++i) {
        points.push_back(
            {static_cast<float>(i % kSide), random.uniform(0.1, 0.4), static_cast<float>(i / kSide)});
    }
    for (int i = 0; i + kSide + 1 < kSide * kSide; ++i) {
        if (i % kSide + 1 < kSide) {
            const auto a = static_cast<std::size_t>(i);
            bumps.addQuad(points[a], points[a + kSide], points[a + kSide + 1], points[a + 1]);
        }
    }
    (void)scene.world.add({.shape = test::meshOf(bumps, Sides::Front), .kind = ObjectKind::Static});
    for (int i = 0; i < 6; ++i) {
        (void)scene.world.add({.shape = cube(1.0f),
                               .pose = {{20.0f + static_cast<float>(i % 3), 0.5f, static_cast<float>(i / 3)}},
                               .kind = ObjectKind::Static});
    }
    const Body drifting{.velocity = {0.02f, 0.0f, 0.0f}, .material = {.friction = 0.0f}, .canSleep = false};
    for (int i = 0; i < 8; ++i) {
        scene.add(cube(0.8f),
                  {{1.5f + static_cast<float>(i % 4), 1.0f + static_cast<float>(i / 4),
                    2.0f + 2.0f * static_cast<float>(i % 2)}},
                  i % 2 == 0 ? drifting : Body{});
    }
    scene.add(Capsule{{-0.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, 0.3f}, {{3.5f, 1.0f, 5.5f}});
    scene.add(cube(0.8f), {{20.5f, 1.4f, 0.5f}}, drifting);
    scene.add(Sphere{.radius = 0.4f}, {{21.4f, 1.4f, 0.5f}}, {.velocity = {0.3f, 0.0f, 0.0f}});
    const ObjectId platform =
        *scene.world.add({.shape = Box{.halfExtents = {1.0f, 0.1f, 1.0f}}, .pose = {{30.0f, 1.0f, 0.0f}}});
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, platform, {.velocity = {0.1f, 0.0f, 0.0f}}));
    scene.add(cube(0.8f), {{30.0f, 1.5f, 0.0f}});
    return scene;
}

TEST(KeptContacts, AreAPartOfSnapshotsOfEachStep) {
    Scene scene = restingScene();
    for (int step = 0; step < 160; ++step) {  // all: some sleep at the end
        Scene restored = restingScene();
        ASSERT_FALSE(restored.world.restore(scene.world.snapshot()));
        ASSERT_FALSE(restored.dynamics.restore(restored.world, scene.dynamics.snapshot()));
        ASSERT_EQ(restored.dynamics.contacts().size(), scene.dynamics.contacts().size());
        if (step == 50) {  // the platform stops: its box has no room for a motion any more
            for (Scene* const one : {&scene, &restored}) {
                for (const ObjectId id : one->world.ids()) {
                    const Body* const body = one->dynamics.find(id);
                    if (body != nullptr && !body->isDynamic()) {
                        one->dynamics.setVelocity(id, glm::vec3(0.0f), glm::vec3(0.0f));
                    }
                }
            }
        }
        scene.run(kStep);
        for (const std::size_t threads : {1u, 3u, 16u}) {
            Scene next = restored;
            next.dynamics.step(next.world, kStep, test::OnThreads{threads});
            ASSERT_EQ(next.dynamics.hash(), scene.dynamics.hash()) << step << ", threads " << threads;
            ASSERT_EQ(next.world.hash(), scene.world.hash()) << step << ", threads " << threads;
        }
    }
    EXPECT_LT(scene.dynamics.awakeCount(), 12u) << "some sleep";
}

// Whatever the game changes below a crate that rests or creeps, the next step sees it as a new simulation
// does.
TEST(KeptContacts, EndWhenTheGameChangesAnObject) {
    struct Crate {
        Scene scene;
        ObjectId ground, crate;
    };
    Crate start{Scene(test::awake()), {}, {}};
    start.scene.world.remove(start.scene.floor);
    start.ground =
        *start.scene.world.add({.shape = Box{.halfExtents = {3.0f, 0.5f, 3.0f}}, .kind = ObjectKind::Static});
    start.crate = start.scene.add(cube(1.0f), {{0.0f, 1.0f, 0.0f}});
    start.scene.run(1.0f);
    const std::vector<std::function<void(Crate&)>> edits{
        [](Crate& c) {
            (void)c.scene.world.setShape(c.ground, Box{.halfExtents = {3.0f, 0.499f, 3.0f}});
        },
        [](Crate& c) { (void)c.scene.world.setShape(c.crate, cube(1.001f)); },
        [](Crate& c) { (void)c.scene.world.setShape(c.crate, Sphere{.radius = 0.5f}); },
        [](Crate& c) {
            (void)c.scene.world.setPose(c.ground, {{0.0f, -0.0005f, 0.0f}});
        },
        [](Crate& c) { (void)c.scene.world.setFilter(c.ground, {.collidesWith = 0}); },
        [](Crate& c) {
            c.scene.world.remove(c.ground);
            c.ground = *c.scene.world.add(
                {.shape = Box{.halfExtents = {0.2f, 0.5f, 0.2f}}, .kind = ObjectKind::Static});
        },
        [](Crate& c) {
            Body body = *c.scene.dynamics.find(c.crate);
            body.mass.center = {0.1f, 0.0f, 0.0f};
            ASSERT_FALSE(c.scene.dynamics.setBody(c.scene.world, c.crate, body));
        },
    };
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
        Crate changed = start;
        edits[edit](changed);
        Crate fresh = changed;
        fresh.scene.dynamics = Dynamics(test::awake());
        ASSERT_FALSE(fresh.scene.dynamics.setBody(fresh.scene.world, fresh.crate,
                                                  *changed.scene.dynamics.find(changed.crate)));
        changed.scene.run(kStep);
        fresh.scene.run(kStep);
        const auto ours = changed.scene.dynamics.contacts(), theirs = fresh.scene.dynamics.contacts();
        ASSERT_EQ(ours.size(), theirs.size()) << edit;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            ASSERT_EQ(ours[i].pointCount, theirs[i].pointCount) << edit;
            EXPECT_EQ(ours[i].normal, theirs[i].normal) << edit;
            for (std::uint32_t k = 0; k < ours[i].pointCount; ++k) {
                EXPECT_EQ(ours[i].points()[k].position, theirs[i].points()[k].position) << edit;
                EXPECT_EQ(ours[i].points()[k].separation, theirs[i].points()[k].separation) << edit;
            }
        }
    }
}

}  // namespace
