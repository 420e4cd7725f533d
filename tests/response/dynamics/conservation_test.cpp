// Momentum and energy: nothing is lost to what sleeps or turns, and nothing is gained.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

template <class T>
class Conservation : public testing::Test {};
TYPED_TEST_SUITE(Conservation, test::LawSpaces);

/// A ball rolls against one that sleeps, slower than impacts bounce.
TYPED_TEST(Conservation, SleepingBodiesTakeOverMomentum) {
    using T = TypeParam;
    using L = LawSpace<T>;
    typename LawScene<T>::Options options;
    options.gravity = decltype(options.gravity)(0.0f);
    for (const float speed : {0.3f, 3.0f}) {
        for (int phase = 0; phase < 60; ++phase) {
            LawScene<T> scene(options);
            const ObjectId sleeper = scene.add(L::ball(0.5f), L::pose({}), {});
            const ObjectId far = scene.add(L::ball(0.5f), L::pose({1.2, 0.0}), {});
            const ObjectId ball = scene.add(
                L::ball(0.5f), L::pose({-1.1 - static_cast<double>(speed) * phase / 3600.0, 0.0}), {});
            for (int i = 0; i < 60; ++i) {
                scene.step();
            }
            ASSERT_TRUE(scene.dynamics.isAsleep(sleeper));
            scene.dynamics.setVelocity(ball, L::vector({speed, 0.0f}), L::spin(0.0f));
            for (int i = 0; i < static_cast<int>(30.0f / speed); ++i) {
                scene.step();
                double sum = 0.0;
                for (const ObjectId id : {sleeper, far, ball}) {
                    sum += scene.velocity(id).x;
                }
                ASSERT_NEAR(sum, static_cast<double>(speed), 1e-3 * static_cast<double>(speed))
                    << "phase " << phase << ", step " << i;
            }
        }
    }
}

/// Motion and height of all bodies, which turn about z.
template <class T>
double energyInPlane(const LawScene<T>& scene) {
    double sum = 0.0;
    for (const ObjectId id : scene.world.ids()) {
        if (const auto* const body = scene.dynamics.find(id)) {
            double inertia = 0.0;
            if constexpr (Spatial<T>) {
                inertia = static_cast<double>(body->mass.inertia[2][2]);
            } else {
                inertia = static_cast<double>(body->mass.inertia);
            }
            const double mass = static_cast<double>(body->mass.mass), speed = glm::length(scene.velocity(id)),
                         spin = scene.spin(id),
                         gravity = glm::length(glm::dvec2(scene.dynamics.options().gravity));
            sum += 0.5 * mass * speed * speed + 0.5 * inertia * spin * spin +
                   mass * gravity * scene.position(id).y;
        }
    }
    return sum;
}

/// A body that is stopped at the last moment, because it squeezes a light one, does not fall on meanwhile.
TYPED_TEST(Conservation, SqueezersGainNoEnergySlow) {
    using L = LawSpace<TypeParam>;
    int gained = 0;
    double worst = 0.0;
    const int count = test::trialCount(100);
    for (int trial = 0; trial < count; ++trial) {
        test::Random random(static_cast<std::uint32_t>(trial));
        LawScene<TypeParam> scene{typename LawScene<TypeParam>::Options{.sleepSpeed = 0.0f}};
        scene.addStatic(L::box(8.0f, 0.5f, 8.0f), L::pose({0.0, -0.5}));
        scene.addStatic(L::box(0.5f, 4.0f, 8.0f), L::pose({-2.5, 4.0}));
        scene.addStatic(L::box(0.5f, 4.0f, 8.0f), L::pose({2.5, 4.0}));
        const float half = random.chance(0.5) ? 0.5f : 0.125f;
        const double angle = 0.25 * 3.14159265358979 * random.below(8), x = random.uniform(-0.5, 0.5);
        scene.add(L::box(1.0f, half), L::pose({x, static_cast<double>(half) + 1.0}, angle), {}, 0.001f);
        const auto heavy = random.chance(0.5) ? L::ball(0.25f) : L::box(0.25f, 0.25f);
        const auto place = L::pose({random.uniform(-1.0, 1.0), 4.0});
        const float fall = 5.0f * static_cast<float>(random.below(3));
        const float mass = random.chance(0.5) ? 10.0f : 1000.0f;
        scene.add(heavy, place, {.velocity = L::vector({0.0f, -fall})}, mass);
        const float dt = random.chance(0.5) ? 0.1f : 1.0f / 30.0f;
        const double first = energyInPlane(scene);
        double before = first, most = 0.0;
        for (int i = 0; i < 60; ++i) {
            scene.step(dt);
            const double now = energyInPlane(scene);
            most = std::max(most, (now - before) / first);
            before = now;
        }
        worst = std::max(worst, most);
        gained += most > 0.01 ? 1 : 0;
    }
    EXPECT_LE(gained, count / 10) << "of " << count;
    EXPECT_LT(worst, 0.15);
}

/// Crates and plates on a turntable that friction can hold stay where they are, also where it takes nearly
/// all that friction has.
TEST(Turntables, CarryWhatStandsOnThem) {
    struct Case {
        float spin, radius;
        glm::vec3 halfExtents;
    };
    const glm::vec3 crateSize(0.2f), plateSize(0.5f, 0.05f, 0.5f), cubeSize(0.5f);
    for (const auto& [spin, radius, halfExtents] : {Case{0.8f, 1.5f, crateSize},
                                                    {1.0f, 2.0f, crateSize},
                                                    {1.0f, 2.0f, plateSize},
                                                    {1.4f, 2.0f, crateSize},
                                                    {1.4f, 2.0f, plateSize},
                                                    {1.6f, 2.0f, cubeSize}}) {
        test::DynamicsScene scene(test::awake());
        scene.world.remove(scene.floor);
        const ObjectId table = scene.add(Box{.halfExtents = {3.0f, 0.1f, 3.0f}}, {{0.0f, -0.1f, 0.0f}});
        Body turning;
        turning.angularVelocity = {0.0f, spin, 0.0f};
        ASSERT_FALSE(scene.dynamics.setBody(scene.world, table, turning));
        const ObjectId crate =
            scene.add(Box{.halfExtents = halfExtents}, {{radius, halfExtents.y, 0.0f}},
                      {.velocity = {0.0f, 0.0f, -spin * radius}, .angularVelocity = {0.0f, spin, 0.0f}});
        scene.run(16.0f);
        const glm::dvec3 at(scene.position(crate));
        // Along the tangent in each step, it would creep outward by up to 68 cm.
        EXPECT_NEAR(std::hypot(at.x, at.z), static_cast<double>(radius), 5e-4)
            << spin << ", " << halfExtents.y;
    }
}

/// Thin capsules, sticks and plates fall with a spin onto any ground, and bounce. No step may give energy:
/// neither by an inertia that is that of another moment, nor by arms that miss the axis of a capsule.
TEST(NoEnergy, FromThinBodiesThatSpinSlow) {
    const std::vector<std::uint32_t> corners{0, 1, 2, 0, 2, 3};
    const std::vector<glm::vec3> square{{-40, 0, -40}, {-40, 0, 40}, {40, 0, 40}, {40, 0, -40}};
    const std::array<Shape, 3> grounds{HalfSpace{{0, 1, 0}, 0},
                                       Box{.center = {0, -1, 0}, .halfExtents = {40, 1, 40}},
                                       TriangleMesh::fromTriangles(square, corners).value()};
    const std::array<Shape, 5> bodies{
        Capsule{{0, 0, -0.2f}, {0, 0, 0.2f}, 0.02f}, Capsule{{0, 0, -0.3f}, {0, 0, 0.3f}, 0.1f},
        Box{.halfExtents = {0.02f, 0.02f, 0.2f}}, Capsule{{0, 0, -0.5f}, {0, 0, 0.5f}, 0.025f},
        Box{.halfExtents = {0.3f, 0.02f, 0.3f}}};
    const auto gainOf = [](const Shape& shape, const Shape& ground, float restitution, float friction,
                           float speed, test::Random& random) {
        test::DynamicsScene scene(test::awake());
        scene.world.remove(scene.floor);
        (void)scene.world.add({.shape = ground, .kind = ObjectKind::Static});
        Body body;
        body.material.friction = friction;
        body.material.restitution = restitution;
        body.velocity = glm::vec3(random.inBox(0.3 * static_cast<double>(speed))) - glm::vec3(0, speed, 0);
        body.angularVelocity = glm::vec3(random.inBox(20.0));
        const glm::vec3 place{random.uniform(-1.0, 1.0), random.uniform(0.6, 2.0), random.uniform(-1.0, 1.0)};
        scene.add(shape, {place, glm::quat(random.rotation())}, body, 1.0f);
        return test::worstGain(scene, 120);
    };
    for (std::size_t ground = 0; ground < grounds.size(); ++ground) {
        for (std::size_t kind = 0; kind < bodies.size(); ++kind) {
            test::Random random(11);
            for (const float restitution : {0.0f, 0.5f, 1.0f}) {
                for (const float speed : {3.0f, 6.0f, 10.0f, 25.0f}) {
                    int gained = 0;
                    double most = 0.0;
                    for (int trial = 0; trial < test::trialCount(12); ++trial) {
                        const double gain = gainOf(bodies[kind], grounds[ground], restitution,
                                                   trial % 2 == 0 ? 0.6f : 0.0f, speed, random);
                        most = std::max(most, gain);
                        gained += gain > 0.01 ? 1 : 0;
                    }
                    EXPECT_EQ(gained, 0) << "ground " << ground << ", body " << kind << ", " << restitution
                                         << ", " << speed << " m/s, by up to " << most;
                }
            }
        }
    }
}

/// The inertia of a needle about its axis is less than the rounding of that about the others, and whatever
/// rounding makes of it must not turn it faster.
TEST(Conservation, OfTheSpinOfNeedlesThatFlyFreely) {
    test::forEachTrial(31, test::trialCount(200), [](test::Random& random, int) {
        const glm::vec3 half(random.direction());
        const auto radius = static_cast<float>(std::exp(random.uniform(-14.0, -3.0)));  // 1 um to 5 cm
        auto scene = test::DynamicsScene::inSpace();
        const glm::vec3 spin(random.vector(1.0, 10.0));
        const ObjectId id = scene.add(Capsule{-half, half, radius}, {{}, glm::quat(random.rotation())},
                                      {.angularVelocity = spin}, 2.0f);
        for (int step = 0; step < 60; ++step) {
            scene.run(test::kStep);
            ASSERT_LT(glm::length(scene.dynamics.find(id)->angularVelocity), 1.002f * glm::length(spin))
                << "radius " << radius << ", step " << step;
        }
    });
}

/// The ground cannot spin a capsule about its axis without friction: its push points at the axis.
/// What points that are found once in a step leave of that is less than the spin it has.
TEST(Conservation, OfTheSpinOfACapsuleAboutItsAxis) {
    for (const float half : {0.2f, 0.5f}) {
        for (const float restitution : {0.0f, 0.5f, 1.0f}) {
            test::forEachTrial(7, test::trialCount(60), [&](test::Random& random, int) {
                test::DynamicsScene scene(test::awake());
                Body body;
                body.material = {.friction = 0.0f, .restitution = restitution};
                body.velocity = {0.0f, static_cast<float>(random.uniform(-10.0, 0.0)), 0.0f};
                body.angularVelocity = glm::vec3(random.inBox(25.0));
                const ObjectId id = scene.add(Capsule{{0, 0, -half}, {0, 0, half}, 0.025f},
                                              {{0, 2, 0}, glm::quat(random.rotation())}, body, 1.0f);
                const auto aboutItsAxis = [&] {
                    return glm::dot(scene.dynamics.find(id)->angularVelocity,
                                    scene.world.find(id)->pose.rotation * glm::vec3(0, 0, 1));
                };
                const float first = aboutItsAxis(), spin = glm::length(body.angularVelocity);
                for (int step = 0; step < 120; ++step) {
                    scene.run(test::kStep);
                    ASSERT_NEAR(aboutItsAxis(), first, spin) << half << " " << restitution << " " << step;
                }
            });
        }
    }
}

/// A box that lands flat rises to restitution squared times the height, whatever its proportions.
TEST(NoEnergy, FromTheProportionsOfABox) {
    for (const glm::vec3 half :
         {glm::vec3(0.1f, 0.5f, 0.1f), {0.5f, 0.5f, 0.5f}, {0.5f, 0.05f, 0.5f}, {0.1f, 0.8f, 0.3f}}) {
        for (const float restitution : {0.3f, 0.5f, 0.9f}) {
            test::DynamicsScene scene(test::awake());
            Body body;
            body.material.restitution = restitution;
            const ObjectId id = scene.add(Box{.halfExtents = half}, {{0.0f, 2.0f + half.y, 0.0f}}, body);
            float highest = 0.0f;
            bool isUp = false;
            for (int i = 0; i < 150; ++i) {
                scene.run(test::kStep);
                isUp = isUp || scene.velocity(id).y > 0.5f;
                highest = isUp && scene.velocity(id).y > -1.0f
                              ? std::max(highest, scene.position(id).y - half.y)
                              : highest;
            }
            EXPECT_NEAR(highest / (2.0f * restitution * restitution), 1.0f, 0.01f)
                << half.x << " " << half.y << " " << restitution;
        }
    }
}

/// A body that has hardly left the ground flies as high as its speed says, however close it is.
TYPED_TEST(Conservation, LowFlightsRiseByTheirSpeed) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float hertz : {30.0f, 60.0f, 240.0f}) {
        for (const auto& shape : {L::ball(0.25f), L::box(0.5f, 0.25f), L::box(0.0625f, 0.25f, 0.125f)}) {
            for (int i = 0; i < 8; ++i) {
                LawScene<T> scene(LawScene<T>::onEarth());
                scene.addStatic(L::box(9.0f, 1.0f, 9.0f), L::pose({0.0, -1.0}));
                BasicBody<typename Space<T>::Dimension> body;
                body.velocity = L::vector({0.0f, 0.4f + 0.03f * static_cast<float>(i)});
                const ObjectId id = scene.add(shape, L::pose({0.0, 0.2515}), body);
                const auto top = [&] {
                    const double speed = scene.velocity(id).y,
                                 gravity = double(glm::length(glm::dvec2(scene.dynamics.options().gravity)));
                    return scene.position(id).y - 0.25 + 0.5 * speed * speed / gravity;
                };
                const double expected = top();
                while (scene.velocity(id).y > 0.0) {
                    scene.step(1.0f / hertz);
                    EXPECT_NEAR(top() / expected, 1.0, 0.01) << hertz << " Hz, " << i;
                }
            }
        }
    }
}

}  // namespace
