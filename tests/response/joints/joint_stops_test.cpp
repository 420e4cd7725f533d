// What comes to a limit of its joint stands there, wherever its center of mass is.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::LawSpace;
using test::Random;

constexpr double kTenthOfADegree = 0.1 * 0.0174533, kEarth = 9.81;
constexpr float kStepLengths[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f};

template <class T>
struct StopScene : test::LawScene<T> {
    using Scene = test::LawScene<T>;
    using L = LawSpace<T>;
    using J = BasicJoint<T>;

    std::vector<ObjectId> ids;

    explicit StopScene(float sleepSpeed) : Scene(heavy(sleepSpeed)) {}

    static typename Scene::Options heavy(float sleepSpeed) {
        auto options = Scene::onEarth();
        options.sleepSpeed = sleepSpeed;
        return options;
    }
    void addBox(const glm::dvec2& at, float mass, const glm::vec2& velocity = glm::vec2(0.0f)) {
        ids.push_back(
            Scene::add(L::box(0.3f, 0.2f, 0.2f), L::pose(at), {.velocity = L::vector(velocity)}, mass));
        EXPECT_FALSE(Scene::world.setFilter(ids.back(), {.group = -1}));
    }
    /// A box of 1 kg on an upright rail, which it may move up and down by 0.4 m.
    /// @param arm  how far the rail is beside its center
    JointId addLift(double arm) {
        addBox({1.0, 0.0}, 1.0f);
        J rail = J::slider(Scene::world, kWorldFrame, ids[0], L::pose({1.0 - arm, 0.0}).position,
                           L::vector({0.0f, 1.0f}));
        rail.offsets[0] = JointAxis::range(-0.4f, 0.4f);
        return Scene::dynamics.addJoint(Scene::world, rail).value();
    }
    void join(ObjectId a, ObjectId b, const glm::dvec2& at, const JointAxis& turn) {
        const auto point = L::pose(at).position;
        J joint = J::fixed(Scene::world, a, b, point);
        if constexpr (Spatial<T>) {
            joint = J::hinge(Scene::world, a, b, point, {0.0f, 0.0f, 1.0f});
        }
        joint.turns.twist = turn;
        EXPECT_TRUE(Scene::dynamics.addJoint(Scene::world, joint));
    }
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (const ObjectId id : ids) {
            const auto& body = *Scene::dynamics.find(id);
            const double mass = body.mass.mass, spin = Scene::spin(id);
            double inertia = 0.0;
            if constexpr (Spatial<T>) {
                inertia = body.mass.inertia[2][2];
            } else {
                inertia = body.mass.inertia;
            }
            const glm::dvec3 velocity = Scene::velocity(id);
            sum += 0.5 * mass * glm::dot(velocity, velocity) + 0.5 * inertia * spin * spin +
                   mass * kEarth * Scene::position(id).y;
        }
        return sum;
    }
};

template <class T>
class JointStops : public ::testing::Test {};
TYPED_TEST_SUITE(JointStops, test::LawSpaces);

TYPED_TEST(JointStops, CarryALoadBesideTheRail) {
    for (const float dt : kStepLengths) {
        for (const double arm : {-0.5, 0.0, 0.1, 0.25, 0.5, 1.0, 2.0}) {
            StopScene<TypeParam> scene(0.05f);
            const JointId rail = scene.addLift(arm);
            const double start = scene.energy();
            for (float time = 0.0f; time < 2.0f; time += dt) {
                scene.step(dt);
                ASSERT_LT(scene.energy(), start + 0.01) << arm << " " << dt << " " << time;
                if (time > 0.5f) {
                    ASSERT_LT(glm::length(scene.velocity(scene.ids[0])), 1e-3) << arm << " " << dt;
                }
            }
            EXPECT_NEAR(scene.position(scene.ids[0]).y, -0.4, 1e-3) << arm << " " << dt;
            EXPECT_NEAR(static_cast<double>(scene.dynamics.jointState(scene.world, rail)->twist), 0.0,
                        kTenthOfADegree)
                << arm << " " << dt;
            EXPECT_TRUE(scene.dynamics.isAsleep(scene.ids[0])) << arm << " " << dt;
        }
    }
}

/// A box hangs on the lift, or on the world, by a hinge with limits, and another one on that.
TYPED_TEST(JointStops, GiveNoEnergyToWhatHangsOnThem) {
    Random random(20);
    const int trials = test::trialCount(80);
    int struck = 0;
    for (int trial = 0; trial < trials; ++trial) {
        StopScene<TypeParam> scene(0.0f);
        const bool isLattice = random.chance(0.3), hasLift = random.chance(0.5);
        const float dt = kStepLengths[random.below(3)];
        if (hasLift) {
            scene.addLift(isLattice ? 0.5 : random.uniform(-1.0, 1.0));
        }
        glm::dvec2 before = hasLift ? glm::dvec2(1.0, 0.0) : glm::dvec2(0.0);
        for (std::uint32_t i = 0; i < 2; ++i) {
            const glm::dvec2 at =
                before + (isLattice ? glm::dvec2(1.0, 0.0)
                                    : glm::dvec2{random.uniform(0.3, 1.0), random.uniform(-1.0, 1.0)});
            const ObjectId holder = scene.ids.empty() ? kWorldFrame : scene.ids.back();
            const float mass = isLattice ? 1.0f : static_cast<float>(random.uniform(0.5, 2.0));
            scene.addBox(at, mass,
                         isLattice ? glm::vec2(0.0f)
                                   : glm::vec2{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)});
            const float lower = static_cast<float>(random.uniform(-1.0, 0.0)),
                        upper = static_cast<float>(random.uniform(0.0, 1.0));
            scene.join(holder, scene.ids.back(), 0.5 * (before + at),
                       isLattice ? JointAxis::range(-0.5f, 0.5f) : JointAxis::range(lower, upper));
            before = at;
        }
        double start = 0.0, last = 0.0;
        for (float time = 0.0f; time < 3.0f; time += dt) {
            scene.step(dt);
            const double now = scene.energy();
            if (time == 0.0f) {
                start = last = now;  // the velocities at random agree with the joints
            }
            struck += now < last - 1.0 ? 1 : 0;
            last = now;
            ASSERT_LT(now, start + 0.1) << trial << " " << dt << " " << time;
        }
    }
    EXPECT_GT(struck, trials / 3) << "limits were reached";
}

}  // namespace
