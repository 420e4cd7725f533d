// Nothing passes through anything: also with a speed that it gets within the step, by impacts or forces, and
// also what turns.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/compound.hpp>
#include <sat3d/shapes/compound.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::Random;

template <class T>
class NothingPasses : public testing::Test {};
TYPED_TEST_SUITE(NothingPasses, test::LawSpaces);

/// A ball at rest before a wall gets its speed from another one.
TYPED_TEST(NothingPasses, WhatIsHitBeforeAWall) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const auto& [hertz, speed] :
         {std::pair(60.0f, 60.0f), {60.0f, 120.0f}, {30.0f, 30.0f}, {240.0f, 400.0f}, {10.0f, 15.0f}}) {
        for (const float restitution : {0.0f, 1.0f}) {
            int passed = 0;
            for (int phase = 0; phase < 20; ++phase) {
                LawScene<T> scene;
                scene.addStatic(L::box(0.1f, 5.0f, 5.0f), L::pose({10.1, 0.0}));
                BasicBody<typename Space<T>::Dimension> body;
                body.material.restitution = restitution;
                const ObjectId struck = scene.add(L::ball(0.25f), L::pose({9.45, 0.0}), body, 20.0f);
                body.velocity = L::vector({speed, 0.0f});
                const double ahead = 0.05 + static_cast<double>(speed / hertz) * phase / 20.0;
                scene.add(L::ball(0.25f), L::pose({8.95 - ahead, 0.0}), body, 20.0f);
                for (int i = 0; i < 4; ++i) {
                    scene.step(1.0f / hertz);
                    passed += scene.position(struck).x > 9.9 ? 1 : 0;
                }
            }
            EXPECT_EQ(passed, 0) << hertz << " Hz, " << speed << " m/s, " << restitution;
        }
    }
}

/// A force of one step does what its impulse would do.
TYPED_TEST(NothingPasses, WhatAForceDrives) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const auto& [hertz, newtons] :
         {std::pair(60.0f, 60e3f), {30.0f, 240e3f}, {30.0f, 480e3f}, {10.0f, 60e3f}, {240.0f, 5e6f}}) {
        for (const bool isThin : {false, true}) {
            LawScene<T> scene{typename LawScene<T>::Options{}};
            const float half = isThin ? 0.05f : 1.0f;
            scene.addStatic(L::box(8.0f, half, 8.0f), L::pose({0.0, -static_cast<double>(half)}));
            const ObjectId ball = scene.add(L::ball(0.5f), L::pose({0.0, 0.53}), {}, 60.0f);
            scene.dynamics.applyForce(ball, L::vector({0.0f, -newtons}));
            double lowest = 1.0;
            for (int i = 0; i < 30; ++i) {
                scene.step(1.0f / hertz);
                lowest = std::min(lowest, scene.position(ball).y);
            }
            EXPECT_GT(lowest, 0.45) << hertz << " Hz, " << newtons << " N, " << isThin;
        }
    }
}

/// The tip of a bar that turns meets a ball.
TYPED_TEST(NothingPasses, TurningBars) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float spin : {2.0f, 5.0f, 10.0f, 20.0f, 45.0f}) {
        int passed = 0;
        for (int i = 0; i < 40; ++i) {
            LawScene<T> scene;
            BasicBody<typename Space<T>::Dimension> turning;
            turning.angularVelocity = L::spin(spin);
            scene.add(L::box(1.5f, 0.03f, 0.1f), L::pose({}), turning, 0.0f);
            const double angle = 0.4 + 0.01 * i;
            const ObjectId ball = scene.add(
                L::ball(0.02f), L::pose(1.2 * glm::dvec2(std::cos(angle), std::sin(angle))), {}, 0.5f);
            const auto start = scene.position(ball);
            for (int step = 0; step < 40 && scene.position(ball) == start; ++step) {
                scene.step();
            }
            passed += scene.position(ball) == start ? 1 : 0;
        }
        EXPECT_EQ(passed, 0) << spin;
    }
}

/// A bar that turns meets a post.
TYPED_TEST(NothingPasses, BarsThatMeetPosts) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float spin : {5.0f, 20.0f, 40.0f, 47.0f}) {
        int passed = 0;
        for (int i = 0; i < 40; ++i) {
            LawScene<T> scene;
            BasicBody<typename Space<T>::Dimension> turning;
            turning.angularVelocity = L::spin(spin);
            const ObjectId bar = scene.add(L::box(1.5f, 0.03f, 0.1f), L::pose({}), turning, 5.0f);
            const double angle = 0.4 + 0.01 * i;
            scene.addStatic(L::box(0.02f, 0.02f, 1.0f),
                            L::pose(1.2 * glm::dvec2(std::cos(angle), std::sin(angle))));
            bool isHit = false;
            for (int step = 0; step < 40 && !isHit; ++step) {
                scene.step();
                isHit = std::abs(scene.spin(bar) - static_cast<double>(spin)) > 1e-2;
            }
            passed += isHit ? 0 : 1;
        }
        EXPECT_EQ(passed, 0) << spin;
    }
}

/// Balls and sticks against a thin wall.
TYPED_TEST(NothingPasses, FastBodies) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float hertz : {10.0f, 30.0f, 60.0f, 240.0f}) {
        for (const float speed : {3.0f, 30.0f, 300.0f, 1500.0f}) {
            for (const auto& shape : {L::ball(0.05f), L::box(0.5f, 0.02f, 0.1f), L::capsule(0.4f, 0.03f)}) {
                for (int phase = 0; phase < 6; ++phase) {
                    LawScene<T> scene;
                    scene.addStatic(L::box(0.01f, 50.0f, 50.0f), L::pose({10.0, 0.0}));
                    BasicBody<typename Space<T>::Dimension> body;
                    body.velocity = L::vector({speed, 0.05f * speed});
                    body.angularVelocity = L::spin(7.0f * static_cast<float>(phase));
                    const double start = 9.0 - static_cast<double>(speed / hertz) * phase / 6.0;
                    const ObjectId id = scene.add(shape, L::pose({start, 0.0}, 0.5 * phase), body);
                    for (int i = 0; i < 20 && std::abs(scene.position(id).y) < 49.0; ++i) {
                        scene.step(1.0f / hertz);
                    }
                    const glm::dvec2 at = scene.position(id);
                    EXPECT_TRUE(at.x < 10.0 || std::abs(at.y) > 49.0)
                        << at.x << " " << at.y << ": " << hertz << " Hz, " << speed << " m/s, phase "
                        << phase;
                }
            }
        }
    }
}

/// A frame, and one that is open at a side: their centers of mass are outside of them.
template <class T>
std::array<typename Space<T>::Shape, 2> frames() {
    using L = LawSpace<T>;
    using Box = std::conditional_t<Spatial<T>, sat3d::Box, PlanarBox>;
    using Flat = LawSpace<std::conditional_t<Spatial<T>, float, Planar<float>>>;
    const auto bar = [](float halfX, float halfY) { return std::get<Box>(L::box(halfX, halfY)); };
    const auto at = [](double x, double y) { return Flat::pose({x, y}); };
    using Compound = typename Space<T>::Compound;
    return {Compound::fromChildren({{bar(1.2f, 0.2f), at(0.0, -1.0)},
                                    {bar(1.2f, 0.2f), at(0.0, 1.0)},
                                    {bar(0.2f, 0.8f), at(-1.0, 0.0)},
                                    {bar(0.2f, 0.8f), at(1.0, 0.0)}})
                .value(),
            Compound::fromChildren({{bar(1.2f, 0.2f), at(0.0, -1.0)},
                                    {bar(0.2f, 0.8f), at(-1.0, 0.0)},
                                    {bar(0.2f, 0.8f), at(1.0, 0.0)}})
                .value()};
}

TYPED_TEST(NothingPasses, HollowBodies) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float hertz : {10.0f, 60.0f, 240.0f}) {
        for (const float speed : {10.0f, 100.0f, 1500.0f}) {
            int passed = 0;
            for (const auto& frame : frames<T>()) {
                for (int phase = 0; phase < 24; ++phase) {
                    LawScene<T> scene;
                    scene.addStatic(L::box(0.01f, 50.0f, 50.0f), L::pose({10.0, 0.0}));
                    BasicBody<typename Space<T>::Dimension> body;
                    body.velocity = L::vector({speed, 0.03f * speed});
                    body.angularVelocity = L::spin(6.0f * static_cast<float>(phase % 6));
                    const double start = 8.0 - static_cast<double>(speed / hertz) * phase / 24.0;
                    const ObjectId id = scene.add(frame, L::pose({start, 0.0}, 0.3 * phase), body);
                    bool isBehind = false;
                    for (int i = 0; i < 24 && std::abs(scene.position(id).y) < 48.0; ++i) {
                        scene.step(1.0f / hertz);
                        isBehind = isBehind || scene.position(id).x > 10.0;
                    }
                    passed += isBehind ? 1 : 0;
                }
            }
            EXPECT_EQ(passed, 0) << hertz << " Hz, " << speed << " m/s";
        }
    }
}

/// A kinematic wall comes to meet them, moves on while they stop at it, and does not run over them.
TYPED_TEST(NothingPasses, FastBodiesAndWallsThatMove) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float hertz : {10.0f, 30.0f, 60.0f}) {
        int passed = 0;
        for (const float speed : {1.0f, 20.0f, 300.0f}) {
            for (const auto& shape : {L::ball(0.05f), L::box(0.5f, 0.02f, 0.1f), L::capsule(0.4f, 0.03f)}) {
                for (int phase = 0; phase < 12; ++phase) {
                    LawScene<T> scene;
                    BasicBody<typename Space<T>::Dimension> moving;
                    const float wallSpeed = 5.0f * static_cast<float>(1 + phase % 4);
                    moving.velocity = L::vector({wallSpeed, 0.0f});
                    moving.angularVelocity = L::spin(phase % 3 == 0 ? 0.3f : 0.0f);
                    const ObjectId wall = scene.add(L::box(0.05f, 50.0f, 50.0f), L::pose({}), moving, 0.0f);
                    moving.velocity = L::vector({-speed, 0.05f * speed});
                    moving.angularVelocity = L::spin(7.0f * static_cast<float>(phase % 5));
                    const double way = static_cast<double>((speed + wallSpeed) / hertz);
                    const ObjectId id =
                        scene.add(shape, L::pose({1.0 + way * phase / 12.0, 0.0}, 0.5 * phase), moving, 5.0f);
                    bool isBehind = false;
                    for (int i = 0; i < 12; ++i) {
                        scene.step(1.0f / hertz);
                        const auto& toWall = scene.world.find(wall)->pose.inverse();
                        const auto at = toWall * scene.world.find(id)->pose.position;
                        isBehind = isBehind || (double(at.x) < 0.0 && std::abs(double(at.y)) < 49.0);
                    }
                    passed += isBehind ? 1 : 0;
                }
            }
        }
        EXPECT_EQ(passed, 0) << hertz << " Hz";
    }
}

/// Bodies in a row move together toward a wall, and touch each other or nearly do. The first one stops at the
/// wall in the middle of a step, and then each one at the one before it.
template <class T>
class MovingRow {
public:
    /// @param isLattice  equal masses, no gaps
    MovingRow(Random& random, bool isLattice) {
        using L = LawSpace<T>;
        hertz_ = std::array{10.0f, 30.0f, 60.0f, 240.0f}[random.below(4)];
        const double step = static_cast<double>(kSpeed / hertz_), start = random.uniform(0.0, 1.5 * step);
        scene_.addStatic(L::box(0.5f, 50.0f, 50.0f), L::pose({0.5 + kHalf + start, 0.0}));
        addPipe();
        BasicBody<typename Space<T>::Dimension> body;
        body.velocity = L::vector({kSpeed, 0.0f});
        const float half = static_cast<float>(kHalf);
        const std::uint32_t count = 2 + random.below(4);
        double x = 0.0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto shape = random.chance(0.5) ? L::ball(half) : L::box(half, half, half);
            const double mass = isLattice ? 1.0 : random.uniform(1.0, 30.0);
            row_.push_back(scene_.add(shape, L::pose({x, 0.0}), body, static_cast<float>(mass)));
            x -= 2.0 * kHalf + (isLattice ? 0.0 : random.uniform(0.0, 2.0 * kHalf));
        }
    }

    /// The least distance of the centers of neighbors while they come to the wall, by that at which they
    /// touch.
    double leastDistance() {
        double least = 1.0;
        for (int i = 0; i < 6; ++i) {
            scene_.step(1.0f / hertz_);
            for (std::size_t k = 1; k < row_.size(); ++k) {
                const double distance = scene_.position(row_[k - 1]).x - scene_.position(row_[k]).x;
                least = std::min(least, distance / (2.0 * kHalf));
            }
        }
        return least;
    }

private:
    /// In a pipe nothing passes beside another one.
    void addPipe() {
        using L = LawSpace<T>;
        for (const double side : {-1.0, 1.0}) {
            const double away = side * (0.51 + kHalf);
            scene_.addStatic(L::box(50.0f, 0.5f, 50.0f), L::pose({0.0, away}));
            if constexpr (Spatial<T>) {
                auto pose = L::pose({});
                pose.position.z = static_cast<T>(away);
                scene_.addStatic(L::box(50.0f, 50.0f, 0.5f), pose);
            }
        }
    }

    static constexpr double kHalf = 0.0625;
    static constexpr float kSpeed = 64.0f;

    float hertz_;
    LawScene<T> scene_;
    std::vector<ObjectId> row_;
};

TYPED_TEST(NothingPasses, RowsThatComeToAWall) {
    int passed = 0;
    double least = 1.0;
    test::forEachTrial(2212, test::trialCount(400), [&](Random& random, int trial) {
        const double distance = MovingRow<TypeParam>(random, trial % 4 == 3).leastDistance();
        passed += distance < 0.25 ? 1 : 0;
        least = std::min(least, distance);
    });
    EXPECT_EQ(passed, 0) << "down to " << least << " of the distance at which they touch";
}

}  // namespace
