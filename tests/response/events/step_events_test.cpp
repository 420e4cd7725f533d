// A step tells which objects begin to touch, go on, and stop; it misses nothing, however fast it is.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/step_events.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

template <class T>
class StepEventsIn : public testing::Test {};
TYPED_TEST_SUITE(StepEventsIn, test::LawSpaces);

template <class T>
BasicDynamicsOptions<typename Space<T>::Dimension> heavy(float sleepSpeed = 0.0f) {
    BasicDynamicsOptions<typename Space<T>::Dimension> options;
    options.sleepSpeed = sleepSpeed;
    return options;
}

/// Follows the events of a scene, and checks that they fit together.
template <class T>
class Follower {
public:
    std::set<ObjectPair> touching;
    std::size_t begun = 0, stayed = 0, ended = 0;

    void follow(const LawScene<T>& scene) {
        const BasicStepEvents<T> events = scene.dynamics.events();
        std::map<ObjectPair, float> impulses;
        for (const auto& touch : events.begun) {
            EXPECT_FALSE(touching.contains(touch.objects)) << "begins twice";
            impulses[touch.objects] = touch.impulse;
        }
        for (const auto& touch : events.stayed) {
            EXPECT_TRUE(touching.contains(touch.objects)) << "stays without having begun";
            EXPECT_TRUE(impulses.emplace(touch.objects, touch.impulse).second);
        }
        for (const auto& touch : events.begun) {
            touching.insert(touch.objects);
        }
        for (const ObjectPair& pair : events.ended) {
            EXPECT_EQ(touching.erase(pair), 1u) << "ends without having begun";
        }
        expectImpulses(scene, impulses);
        expectSorted(events.begun, [](const auto& touch) { return touch.objects; });
        expectSorted(events.stayed, [](const auto& touch) { return touch.objects; });
        expectSorted(events.ended, [](const ObjectPair& pair) { return pair; });
        begun += events.begun.size();
        stayed += events.stayed.size();
        ended += events.ended.size();
    }

private:
    /// Every impulse is in one event.
    static void expectImpulses(const LawScene<T>& scene, std::map<ObjectPair, float>& impulses) {
        std::map<ObjectPair, float> sums;
        for (const auto& contact : scene.dynamics.contacts()) {
            sums[contact.objects] += contact.impulse();
        }
        for (const auto& [pair, sum] : sums) {
            if (sum > 0.0f) {
                ASSERT_TRUE(impulses.contains(pair)) << "an impulse without an event";
                EXPECT_FLOAT_EQ(impulses[pair], sum);
            }
        }
    }
    template <class List, class PairOf>
    static void expectSorted(const List& list, const PairOf& pairOf) {
        for (std::size_t i = 1; i < list.size(); ++i) {
            const ObjectPair former = pairOf(list[i - 1]), next = pairOf(list[i]);
            const auto key = [](const ObjectPair& pair) { return std::pair(pair.a.index, pair.b.index); };
            EXPECT_LE(key(former), key(next));
            EXPECT_NE(former, next);
        }
    }
};

/// A ball that falls on a floor; it bounces many times.
TYPED_TEST(StepEventsIn, SeeEveryBounce) {
    using T = TypeParam;
    using L = LawSpace<T>;
    std::size_t all = 0;
    for (const float dt : {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f}) {
        for (const float restitution : {0.4f, 0.6f, 0.8f, 1.0f}) {
            for (const double height : {0.75, 2.0, 5.1}) {
                LawScene<T> scene(heavy<T>());
                scene.addStatic(L::box(5.0f, 0.5f, 5.0f), L::pose({0.0, -0.5}));
                const ObjectId ball = scene.add(L::ball(0.5f), L::pose({0.0, height + 0.5}),
                                                {.material = {.restitution = restitution}}, 2.0f);
                Follower<T> events;
                std::size_t bounces = 0;
                for (int i = 0; i < static_cast<int>(2.0f / dt); ++i) {
                    const double before = scene.velocity(ball).y;
                    scene.step(dt);
                    events.follow(scene);
                    const double after = scene.velocity(ball).y;
                    const auto begun = scene.dynamics.events().begun;
                    if (before < -1.0 && after > 0.3) {
                        ++bounces;
                        ASSERT_EQ(begun.size(), 1u) << "bounce at " << before << " m/s, dt " << dt;
                        const double gravity = 9.81 * static_cast<double>(dt);
                        EXPECT_NEAR(begun[0].impulse, 2.0 * (after - before + gravity),
                                    0.02 * (after - before));
                        // Gravity adds speed until they meet.
                        EXPECT_GE(begun[0].approachSpeed, -before - 1e-4);
                        EXPECT_LE(begun[0].approachSpeed, -before + gravity + 1e-4);
                        EXPECT_NEAR(L::whole(typename Space<T>::Dimension::DVector(begun[0].position)).y, 0.0,
                                    1e-3);
                        EXPECT_NEAR(std::abs(begun[0].normal.y), 1.0f, 1e-3f);
                    }
                }
                EXPECT_GE(events.begun, bounces);
                all += bounces;
            }
        }
    }
    EXPECT_GT(all, 60u);
}

/// A ball that hits a wall so fast that it is far away at both ends of the step.
TYPED_TEST(StepEventsIn, BeginAndEndWithinAStep) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float speed : {5.0f, 40.0f, 200.0f, 1500.0f}) {
        for (int phase = 0; phase < 10; ++phase) {
            LawScene<T> scene;
            const ObjectId wall = scene.addStatic(L::box(0.5f, 5.0f, 5.0f), L::pose({10.0, 0.0}));
            const double start = 9.0 - static_cast<double>(speed) / 60.0 * (0.25 + 0.1 * phase) - 1.0;
            const ObjectId ball =
                scene.add(L::ball(0.5f), L::pose({start, 0.0}),
                          {.velocity = L::vector({speed, 0.0f}), .material = {.restitution = 1.0f}});
            Follower<T> events;
            int endedAtOnce = 0;
            for (int i = 0; i < 20; ++i) {
                scene.step();
                events.follow(scene);
                const double gap = 9.0 - scene.position(ball).x;
                const auto [begun, stayed, ended] = scene.dynamics.events();
                if (!begun.empty() && std::abs(gap - 1e-3) > 1e-4) {
                    EXPECT_EQ(ended.size(), gap > 1e-3 ? 1u : 0u) << "gap " << gap;
                    endedAtOnce += gap > 1e-3 ? 1 : 0;
                }
                for (const auto& touch : begun) {
                    EXPECT_EQ(touch.objects, (ObjectPair{wall, ball}));
                    EXPECT_NEAR(touch.approachSpeed, speed, 1e-3f * speed);
                    EXPECT_NEAR(touch.impulse, 2.0f * speed, 1e-2f * speed);
                    EXPECT_NEAR(touch.position.x, 9.5, 1e-2);
                }
            }
            EXPECT_LT(scene.velocity(ball).x, 0.0);
            EXPECT_GE(endedAtOnce, speed < 200.0f ? 0 : 1) << speed << " m/s, phase " << phase;
            EXPECT_EQ(events.begun, 1u) << speed << " m/s, phase " << phase;
            EXPECT_EQ(events.ended, 1u) << speed << " m/s, phase " << phase;
        }
    }
}

/// Bodies of several shapes that fall on tiles and on each other, at random and at lattice places.
template <class T>
std::vector<ObjectId> addHeap(LawScene<T>& scene, test::Random& random, int count) {
    using L = LawSpace<T>;
    for (int i = -2; i <= 2; ++i) {
        scene.addStatic(L::box(2.0f, 0.5f, 10.0f), L::pose({4.0 * i, -0.5}));
    }
    std::vector<ObjectId> ids;
    for (int i = 0; i < count; ++i) {
        const bool isLattice = i % 2 == 0;
        const glm::dvec3 offset = random.inBox(1.5);
        const glm::dvec2 place(isLattice ? std::round(4.0 * offset.x) / 4.0 : offset.x, 0.6 + 0.6 * i);
        const auto shape = i % 3 == 0   ? L::ball(0.4f)
                           : i % 3 == 1 ? L::box(0.5f, 0.3f, 0.4f)
                                        : L::capsule(0.3f, 0.25f);
        ids.push_back(scene.add(shape, L::pose(place, isLattice ? 0.0 : offset.y),
                                {.velocity = L::vector({0.0f, i % 5 == 0 ? -20.0f : 0.0f}),
                                 .material = {.restitution = i % 4 == 0 ? 0.6f : 0.0f}}));
    }
    return ids;
}

TYPED_TEST(StepEventsIn, FitTogetherAndToTheContactsSlow) {
    using T = TypeParam;
    test::Random random(51);
    Follower<T> events;
    for (const float sleepSpeed : {0.0f, 0.05f}) {
        LawScene<T> scene(heavy<T>(sleepSpeed));
        addHeap(scene, random, 24);
        events.touching.clear();
        for (int i = 0; i < 400; ++i) {
            scene.step();
            events.follow(scene);
        }
    }
    EXPECT_GT(events.begun, 100u);
    EXPECT_GT(events.stayed, 4000u);
    EXPECT_GT(events.ended, 30u);
}

TYPED_TEST(StepEventsIn, NeitherSleepNorRestMakesAnEvent) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float sleepSpeed : {0.0f, 0.05f}) {
        LawScene<T> scene(heavy<T>(sleepSpeed));
        scene.addStatic(L::box(20.0f, 0.5f, 10.0f), L::pose({0.0, -0.5}));
        std::vector<ObjectId> crates;
        for (int stack = 0; stack < 4; ++stack) {
            for (int i = 0; i < 5; ++i) {
                crates.push_back(
                    scene.add(L::box(0.5f, 0.5f), L::pose({2.0 * stack, 0.5 + 1.0 * i}), {}, 10.0f));
            }
        }
        // It rolls on and on.
        scene.add(L::ball(0.5f), L::pose({-18.0, 0.5}),
                  {.velocity = L::vector({2.0f, 0.0f}), .angularVelocity = L::spin(-4.0f)});
        Follower<T> events;
        for (int i = 0; i < 240; ++i) {
            scene.step();
            events.follow(scene);
        }
        EXPECT_EQ(events.begun, 21u);
        EXPECT_EQ(events.ended, 0u);
        EXPECT_EQ(scene.dynamics.isAsleep(crates[0]), sleepSpeed > 0.0f);
        for (const ObjectId crate : crates) {
            EXPECT_TRUE(scene.dynamics.wake(crate));
        }
        scene.step();
        events.follow(scene);
        EXPECT_EQ(events.begun, 21u) << "woken crates have touched before";
        EXPECT_EQ(scene.dynamics.events().stayed.size(), 21u);
        EXPECT_TRUE(scene.world.remove(crates[4]));
        EXPECT_TRUE(scene.world.remove(crates[5]));
        scene.step();
        events.follow(scene);
        EXPECT_EQ(events.ended, 3u) << "two crates lay on one thing, and one carried another";
    }
}

template <class T>
struct Zones {
    LawScene<T> scene;
    std::vector<ObjectId> bodies, zones, driven;

    explicit Zones(std::uint32_t seed) : scene(heavy<T>(0.05f)) {
        using L = LawSpace<T>;
        test::Random random(seed);
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 place = random.inBox(3.0);
            const auto shape = i % 2 == 0 ? L::box(1.0f, 0.5f, 1.0f) : L::ball(0.75f);
            zones.push_back(scene.world
                                .add({.shape = shape,
                                      .pose = L::pose({0.25 * std::round(4.0 * place.x), std::abs(place.y)}),
                                      .kind = ObjectKind::Sensor})
                                .value());
        }
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, zones[1], {.velocity = L::vector({0.4f, 0.0f})}));
        for (int i = 0; i < 3; ++i) {
            driven.push_back(
                scene.world.add({.shape = L::box(0.3f, 0.3f, 0.3f), .pose = L::pose({0.0, 9.0 + i})})
                    .value());
        }
        bodies = addHeap(scene, random, 16);
    }

    /// What a game does between steps.
    void edit(test::Random& random, int step) {
        using L = LawSpace<T>;
        const auto choose = [&](std::vector<ObjectId>& ids) -> ObjectId& {
            return ids[random.below(static_cast<std::uint32_t>(ids.size()))];
        };
        const glm::dvec3 place = random.inBox(3.0);
        const auto pose = L::pose({place.x, std::abs(place.y)}, place.z);
        switch (step % 12) {
            case 0:
                (void)scene.world.setPose(choose(zones), pose);
                break;
            case 3:
                (void)scene.world.setPose(choose(driven), pose);
                break;
            case 5:
                (void)scene.world.setFilter(choose(zones), {.collidesWith = random.below(3)});
                break;
            case 7: {
                ObjectId& zone = choose(zones);
                EXPECT_TRUE(scene.world.remove(zone));
                zone = scene.world.add({.shape = L::ball(1.0f), .pose = pose, .kind = ObjectKind::Sensor})
                           .value();
                break;
            }
            case 9:
                EXPECT_TRUE(
                    scene.dynamics.setVelocity(choose(bodies), L::vector({0.0f, 6.0f}), L::spin(1.0f)));
                break;
            case 11: {
                ObjectId& one = choose(driven);
                (void)scene.world.setKind(one, scene.world.find(one)->kind == ObjectKind::Moving
                                                   ? ObjectKind::Sensor
                                                   : ObjectKind::Moving);
                break;
            }
            default:
                break;
        }
    }
};

/// At the end of each step, zones contain what an update of the world finds in them.
TYPED_TEST(StepEventsIn, OfSensorsAreThoseOfTheWorld) {
    using T = TypeParam;
    std::size_t sensed = 0, ended = 0;
    for (const std::uint32_t seed : {61u, 62u}) {
        Zones<T> zones(seed);
        test::Random random(seed + 10);
        Follower<T> events;
        for (int step = 0; step < test::fewTrialsCount(300); ++step) {
            zones.edit(random, step);
            zones.scene.step();
            events.follow(zones.scene);
            zones.scene.world.update();
            std::set<ObjectPair> expected, found;
            const auto isSensed = [&](const ObjectPair& pair) {
                const auto isSensor = [&](ObjectId id) {
                    const auto* object = zones.scene.world.find(id);
                    return object != nullptr && object->kind == ObjectKind::Sensor;
                };
                return isSensor(pair.a) || isSensor(pair.b);
            };
            std::ranges::copy_if(zones.scene.world.touching(), std::inserter(expected, expected.end()),
                                 isSensed);
            std::ranges::copy_if(events.touching, std::inserter(found, found.end()), isSensed);
            ASSERT_EQ(found, expected) << "seed " << seed << ", step " << step;
            sensed += found.size();
        }
        ended += events.ended;
    }
    EXPECT_GT(sensed, 1000u);
    EXPECT_GT(ended, 100u);
}

/// A shell through a zone thinner than its way in a step, and a ball that reaches a zone only where it
/// bounces.
TYPED_TEST(StepEventsIn, SensorsSeeWhatPassesWithinAStep) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float speed : {1.0f, 30.0f, 400.0f, 1500.0f}) {
        for (int phase = 0; phase < 10; ++phase) {
            LawScene<T> scene;
            const ObjectId zone = scene.world
                                      .add({.shape = L::box(0.05f, 1.0f, 1.0f),
                                            .pose = L::pose({10.0, 0.0}),
                                            .kind = ObjectKind::Sensor})
                                      .value();
            const double way = static_cast<double>(speed) / 60.0;
            const ObjectId shell =
                scene.add(L::ball(0.1f), L::pose({10.0 - way * (2.0 + 0.1 * phase) - 0.25, 0.25}),
                          {.velocity = L::vector({speed, 0.0f}), .angularVelocity = L::spin(3.0f)});
            Follower<T> events;
            for (int i = 0; i < 60; ++i) {
                scene.step();
                events.follow(scene);
                for (const auto& touch : scene.dynamics.events().begun) {
                    EXPECT_EQ(touch.objects, (ObjectPair{zone, shell}));
                    EXPECT_EQ(touch.impulse, 0.0f);
                }
            }
            EXPECT_NEAR(scene.velocity(shell).x, speed, 1e-3f * speed);
            EXPECT_EQ(events.begun, 1u) << speed << " m/s, phase " << phase;
            EXPECT_EQ(events.ended, 1u) << speed << " m/s, phase " << phase;
        }
    }
    for (int phase = 0; phase < 10; ++phase) {
        LawScene<T> scene;
        scene.addStatic(L::box(50.0f, 0.5f, 5.0f), L::pose({0.0, -0.5}));
        const ObjectId zone = scene.world
                                  .add({.shape = L::box(50.0f, 0.01f, 1.0f),
                                        .pose = L::pose({0.0, 0.01}),
                                        .kind = ObjectKind::Sensor})
                                  .value();
        const ObjectId ball = scene.add(
            L::ball(0.1f), L::pose({0.0, 0.4 + 0.05 * phase}),
            {.velocity = L::vector({20.0f, -60.0f}), .material = {.friction = 0.0f, .restitution = 1.0f}});
        Follower<T> events;
        std::size_t sensed = 0;
        for (int i = 0; i < 4; ++i) {
            scene.step();
            events.follow(scene);
            for (const auto& touch : scene.dynamics.events().begun) {
                sensed += touch.objects == ObjectPair{zone, ball} ? 1u : 0u;
            }
        }
        EXPECT_GT(scene.velocity(ball).y, 59.0);
        EXPECT_EQ(sensed, 1u) << "phase " << phase;
    }
}

/// Zones wake nobody.
TYPED_TEST(StepEventsIn, SensorsWakeNobody) {
    using T = TypeParam;
    using L = LawSpace<T>;
    LawScene<T> scene(heavy<T>(0.05f));
    scene.addStatic(L::box(5.0f, 0.5f, 5.0f), L::pose({0.0, -0.5}));
    const ObjectId crate = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}), {});
    const ObjectId zone =
        scene.world.add({.shape = L::ball(2.0f), .pose = L::pose({0.0, 9.0}), .kind = ObjectKind::Sensor})
            .value();
    Follower<T> events;
    for (int i = 0; i < 90; ++i) {
        scene.step();
        events.follow(scene);
    }
    ASSERT_TRUE(scene.dynamics.isAsleep(crate));
    EXPECT_EQ(events.begun, 1u);
    for (int i = 0; i < 5; ++i) {
        ASSERT_FALSE(scene.world.setPose(zone, L::pose({0.1 * i, i < 3 ? 1.0 : 9.0})));
        scene.step();
        events.follow(scene);
        EXPECT_TRUE(scene.dynamics.isAsleep(crate));
        EXPECT_EQ(events.begun, 3u) << "the crate and the floor";
        EXPECT_EQ(events.ended, i < 3 ? 0u : 2u);
        EXPECT_EQ(scene.dynamics.events().stayed.size(), i == 1 || i == 2 ? 2u : 0u) << i;
    }
}

template <class T>
struct EventLog {
    std::vector<BasicTouch<T>> touches;
    std::vector<ObjectPair> ended;
    std::vector<std::size_t> sizes;

    void add(const BasicStepEvents<T>& events) {
        for (const auto list : {events.begun, events.stayed}) {
            touches.insert(touches.end(), list.begin(), list.end());
            sizes.push_back(list.size());
        }
        ended.insert(ended.end(), events.ended.begin(), events.ended.end());
        sizes.push_back(events.ended.size());
    }
    friend bool operator==(const EventLog& a, const EventLog& b) {
        const auto isSame = [](const BasicTouch<T>& x, const BasicTouch<T>& y) {
            return x.objects == y.objects && x.position == y.position && x.normal == y.normal &&
                   x.impulse == y.impulse && x.approachSpeed == y.approachSpeed;
        };
        return a.ended == b.ended && a.sizes == b.sizes && std::ranges::equal(a.touches, b.touches, isSame);
    }
};

/// Steps a copy with edits of the game, and logs its events.
template <class T>
EventLog<T> logOf(Zones<T> zones, int first, int steps, ParallelFor parallelFor) {
    EventLog<T> log;
    for (int step = first; step < first + steps; ++step) {
        test::Random random(static_cast<std::uint32_t>(step) + 100);
        zones.edit(random, step);
        zones.scene.dynamics.step(zones.scene.world, 1.0f / 60.0f, parallelFor);
        log.add(zones.scene.dynamics.events());
    }
    return log;
}

TYPED_TEST(StepEventsIn, AreTheSameOnAnyThreadsAndAfterASnapshotSlow) {
    using T = TypeParam;
    Zones<T> zones(71);
    test::Random random(72);
    addHeap(zones.scene, random, 40);  // enough for threads
    const EventLog<T> expected = logOf(zones, 0, 60, kInOneThread);
    EXPECT_GT(expected.touches.size(), 1000u);
    EXPECT_EQ(logOf(zones, 0, 60, test::kInReverse), expected);
    EXPECT_EQ(logOf(zones, 0, 60, test::InRandomOrder(3)), expected);
    for (const unsigned threads : {2u, 4u, 8u, 16u}) {
        EXPECT_EQ(logOf(zones, 0, 60, test::OnThreads{threads}), expected) << threads;
    }
    for (const int steps : {1, 14, 40}) {
        Zones<T> original = zones;
        for (int step = 0; step < steps; ++step) {
            test::Random edits(static_cast<std::uint32_t>(step) + 100);
            original.edit(edits, step);
            original.scene.step();
        }
        Zones<T> restored = original;
        const auto world = original.scene.world.snapshot(), dynamics = original.scene.dynamics.snapshot();
        restored.scene.step();
        restored.scene.step();
        ASSERT_FALSE(restored.scene.world.restore(world));
        ASSERT_FALSE(restored.scene.dynamics.restore(restored.scene.world, dynamics));
        EXPECT_TRUE(restored.scene.dynamics.events().begun.empty());
        EXPECT_EQ(restored.scene.dynamics.snapshot(), dynamics);
        EXPECT_EQ(logOf(restored, steps, 30, kInOneThread), logOf(original, steps, 30, kInOneThread))
            << steps;
    }
}

}  // namespace
