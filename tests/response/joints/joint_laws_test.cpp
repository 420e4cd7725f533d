// The laws that joints keep, in every space: in three dimensions the scenes of the plane extend along z.

#include "response/dynamics/law_scene.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;

constexpr double kPi = 3.14159265358979323846;

template <class T>
class JointLaws : public ::testing::Test {
protected:
    using L = test::LawSpace<T>;
    using Scene = LawScene<T>;
    using J = BasicJoint<T>;
    using Vector = typename Space<T>::Dimension::Vector;
    using Options = typename Scene::Options;

    static typename Space<T>::Position at(double x, double y) { return L::pose({x, y}).position; }
    /// About z, through a point.
    static J hinge(const Scene& scene, ObjectId a, ObjectId b, double x, double y) {
        if constexpr (Spatial<T>) {
            return J::hinge(scene.world, a, b, at(x, y), {0.0f, 0.0f, 1.0f});
        } else {
            return J::hinge(scene.world, a, b, at(x, y));
        }
    }
    static J slider(const Scene& scene, ObjectId b) {
        return J::slider(scene.world, kWorldFrame, b, at(0, 0), L::vector({1.0f, 0.0f}));
    }
    static Options heavy() {
        Options options;
        options.sleepSpeed = 0.0f;
        return options;
    }
    static double openingOf(const Scene& scene, JointId id) {
        return static_cast<double>(scene.dynamics.jointState(scene.world, id)->distance);
    }
    /// Of motion and height, in a scene whose bodies turn about z only.
    static double energyOf(const Scene& scene, const std::vector<ObjectId>& bodies) {
        double sum = 0.0;
        for (const ObjectId id : bodies) {
            const auto& mass = scene.dynamics.find(id)->mass;
            const glm::dvec3 v = scene.velocity(id);
            const double w = scene.spin(id), m = static_cast<double>(mass.mass);
            double inertia = 0.0;
            if constexpr (Spatial<T>) {
                inertia = static_cast<double>(mass.inertia[2][2]);
            } else {
                inertia = static_cast<double>(mass.inertia);
            }
            sum += 0.5 * m * glm::dot(v, v) + 0.5 * inertia * w * w + m * 9.81 * scene.position(id).y;
        }
        return sum;
    }
};
TYPED_TEST_SUITE(JointLaws, test::LawSpaces);

TYPED_TEST(JointLaws, APendulumKeepsItsEnergyFor30SecondsSlow) {
    for (const bool isRod : {false, true}) {
        typename TestFixture::Scene scene(TestFixture::heavy());
        const ObjectId bar =
            scene.add(TestFixture::L::box(0.5f, 0.05f), TestFixture::L::pose({0.5, 0.0}), {});
        const auto joint = isRod ? TestFixture::J::rod(scene.world, kWorldFrame, bar, TestFixture::at(0, 0),
                                                       TestFixture::at(0.5, 0))
                                 : TestFixture::hinge(scene, kWorldFrame, bar, 0, 0);
        const JointId id = *scene.dynamics.addJoint(scene.world, joint);
        const double swing = 9.81 * 0.5;  // between the heights of start and lowest point
        const double length = TestFixture::openingOf(scene, id), start = TestFixture::energyOf(scene, {bar});
        double lowest = 0.0;
        for (int i = 0; i < 1800; ++i) {
            scene.step();
            EXPECT_NEAR(TestFixture::energyOf(scene, {bar}), start, 0.001 * swing) << i;
            EXPECT_NEAR(TestFixture::openingOf(scene, id), length, 1e-4) << i;
            lowest = std::min(lowest, scene.position(bar).y);
        }
        EXPECT_LT(lowest, -0.499) << isRod;
    }
}

TYPED_TEST(JointLaws, ADoublePendulumKeepsItsEnergyFor30SecondsSlow) {
    typename TestFixture::Scene scene(TestFixture::heavy());
    const auto bar = TestFixture::L::box(0.5f, 0.05f);
    const ObjectId upper = scene.add(bar, TestFixture::L::pose({0.5, 0.0}), {}),
                   lower = scene.add(bar, TestFixture::L::pose({1.5, 0.0}), {});
    const JointId first =
        *scene.dynamics.addJoint(scene.world, TestFixture::hinge(scene, kWorldFrame, upper, 0, 0));
    const JointId second =
        *scene.dynamics.addJoint(scene.world, TestFixture::hinge(scene, upper, lower, 1, 0));
    const double range = 9.81 * (0.5 + 1.5), start = TestFixture::energyOf(scene, {upper, lower});
    for (int i = 0; i < 1800; ++i) {
        scene.step();
        EXPECT_NEAR(TestFixture::energyOf(scene, {upper, lower}), start, 0.01 * range) << i;
        EXPECT_LT(TestFixture::openingOf(scene, first), 1e-3) << i;
        EXPECT_LT(TestFixture::openingOf(scene, second), 1e-3) << i;
    }
}

TYPED_TEST(JointLaws, ASpringHasItsFrequencyAndKeepsItsAmplitudeSlow) {
    typename TestFixture::Scene scene;
    typename TestFixture::Scene::Dimension::Vector velocity = TestFixture::L::vector({1.0f, 0.0f});
    const ObjectId box =
        scene.add(TestFixture::L::box(0.5f, 0.5f), TestFixture::L::pose({}), {.velocity = velocity});
    auto joint = TestFixture::slider(scene, box);
    joint.offsets[0] = JointAxis::driven(JointDrive::spring(2.0f, 0.0f));
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint));
    const double amplitude = 1.0 / (2.0 * kPi * 2.0);
    double farthest = 0.0;
    for (int i = 1; i <= 1800; ++i) {
        scene.step();
        const double phase = 2.0 * kPi * 2.0 * i / 60.0;
        EXPECT_NEAR(scene.position(box).x, amplitude * std::sin(phase), 0.03 * amplitude) << i;
        farthest = i > 1740 ? std::max(farthest, scene.position(box).x) : 0.0;
    }
    EXPECT_NEAR(farthest, amplitude, 0.01 * amplitude);
}

TYPED_TEST(JointLaws, ADampedSpringComesToRestWithoutSwingingOver) {
    typename TestFixture::Scene scene;
    const ObjectId box = scene.add(TestFixture::L::box(0.5f, 0.5f), TestFixture::L::pose({}), {});
    auto joint = TestFixture::slider(scene, box);
    joint.offsets[0] = JointAxis::driven(JointDrive::spring(3.0f, 1.0f, 0.25f));
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint));
    const double w = 2.0 * kPi * 3.0;
    for (int i = 1; i <= 120; ++i) {
        scene.step();
        const double t = i / 60.0, law = 0.25 * (1.0 - std::exp(-w * t) * (1.0 + w * t));
        EXPECT_NEAR(scene.position(box).x, law, 0.01 * 0.25) << i;
        EXPECT_LT(scene.position(box).x, 0.2501) << i;
    }
    EXPECT_NEAR(scene.position(box).x, 0.25, 1e-4);
}

TYPED_TEST(JointLaws, AMotorGivesItsTorqueUntilItHasItsSpeed) {
    typename TestFixture::Scene scene;
    const ObjectId disk = scene.add(TestFixture::L::box(0.5f, 0.5f), TestFixture::L::pose({}), {}, 12.0f);
    auto joint = TestFixture::hinge(scene, kWorldFrame, disk, 0, 0);  // an inertia of 2 kg m2
    joint.turns.twist = JointAxis::driven(JointDrive::motor(3.0f, 2.0f));
    const JointId id = *scene.dynamics.addJoint(scene.world, joint);
    for (int i = 1; i <= 240; ++i) {
        scene.step();
        EXPECT_NEAR(scene.spin(disk), std::min(i / 60.0, 3.0), 1e-3) << i;
    }
    EXPECT_NEAR(static_cast<double>(scene.dynamics.jointState(scene.world, id)->twistSpeed), 3.0, 1e-4);
}

TYPED_TEST(JointLaws, AMotorLiftsALoadThatItCanCarryAndNoOther) {
    for (const float force : {1.02f, 0.98f}) {
        typename TestFixture::Scene scene(TestFixture::heavy());
        const ObjectId load =
            scene.add(TestFixture::L::box(0.5f, 0.5f), TestFixture::L::pose({}), {}, 100.0f);
        auto joint = TestFixture::J::slider(scene.world, kWorldFrame, load, TestFixture::at(0, 0),
                                            TestFixture::L::vector({0.0f, 1.0f}));
        joint.offsets[0] = JointAxis::driven(JointDrive::motor(0.5f, force * 981.0f));
        const JointId id = *scene.dynamics.addJoint(scene.world, joint);
        for (int i = 0; i < 60; ++i) {
            scene.step();
        }
        const double law = (static_cast<double>(force) - 1.0) * 9.81;  // acceleration
        EXPECT_NEAR(scene.velocity(load).y, law, 1e-3) << force;
        EXPECT_NEAR(static_cast<double>(glm::length(scene.dynamics.jointState(scene.world, id)->force)),
                    static_cast<double>(force * 981.0f), 0.5);
    }
}

TYPED_TEST(JointLaws, LimitsHoldUnderLoadSlow) {
    for (const float limit : {0.25f, 0.5f, 3.0f}) {
        typename TestFixture::Scene scene(TestFixture::heavy());
        const ObjectId bar =
            scene.add(TestFixture::L::box(0.5f, 0.05f), TestFixture::L::pose({0.5, 0.0}), {}, 10.0f);
        auto joint = TestFixture::hinge(scene, kWorldFrame, bar, 0, 0);
        joint.turns.twist = JointAxis::range(-limit, limit);
        const JointId id = *scene.dynamics.addJoint(scene.world, joint);
        double farthest = 0.0;
        for (int i = 0; i < 600; ++i) {
            scene.step();
            farthest = std::max(
                farthest, std::abs(static_cast<double>(scene.dynamics.jointState(scene.world, id)->twist)));
        }
        EXPECT_LT(farthest, static_cast<double>(limit) + 0.1 * kPi / 180.0);
        EXPECT_GT(farthest, static_cast<double>(limit) - 0.01);
    }
}

TYPED_TEST(JointLaws, ARopeIsSlackAndThenHolds) {
    typename TestFixture::Scene scene(TestFixture::heavy());
    const ObjectId ball = scene.add(TestFixture::L::ball(0.1f), TestFixture::L::pose({0.0, 0.0}), {});
    auto rope =
        TestFixture::J::rod(scene.world, kWorldFrame, ball, TestFixture::at(0, 0), TestFixture::at(0, 0));
    rope.distance = JointAxis::range(0.0f, 2.0f);
    const JointId id = *scene.dynamics.addJoint(scene.world, rope);
    for (int i = 1; i <= 30; ++i) {
        scene.step();
        EXPECT_NEAR(scene.position(ball).y, -0.5 * 9.81 * i * i / 3600.0, 1e-4) << "falls freely";
    }
    for (int i = 0; i < 300; ++i) {
        scene.step();
        EXPECT_LT(TestFixture::openingOf(scene, id), 2.001);
    }
    EXPECT_NEAR(scene.position(ball).y, -2.0, 1e-3);
    const auto state = *scene.dynamics.jointState(scene.world, id);
    EXPECT_NEAR(static_cast<double>(glm::length(state.force)), 9.81, 0.01);
}

TYPED_TEST(JointLaws, AFixedJointCarriesItsLoad) {
    typename TestFixture::Scene scene(TestFixture::heavy());
    const ObjectId bar =
        scene.add(TestFixture::L::box(0.5f, 0.1f), TestFixture::L::pose({0.5, 0.0}), {}, 10.0f);
    const JointId id = *scene.dynamics.addJoint(
        scene.world, TestFixture::J::fixed(scene.world, kWorldFrame, bar, TestFixture::at(0, 0)));
    for (int i = 0; i < 120; ++i) {
        scene.step();
    }
    const auto state = *scene.dynamics.jointState(scene.world, id);
    EXPECT_LT(TestFixture::openingOf(scene, id), 1e-4);
    EXPECT_NEAR(static_cast<double>(glm::length(state.force)), 98.1, 0.1);
    const typename Space<TypeParam>::Dimension::Spin torque = state.torque;
    EXPECT_NEAR(std::sqrt(static_cast<double>(glm::dot(torque, torque))), 49.05, 0.1);
}

TYPED_TEST(JointLaws, JoinedBodiesKeepTheirMomentum) {
    typename TestFixture::Scene scene;
    std::vector<ObjectId> links;
    for (int i = 0; i < 6; ++i) {
        links.push_back(scene.add(
            TestFixture::L::box(0.5f, 0.1f), TestFixture::L::pose({1.0 * i, 0.0}),
            {.velocity = TestFixture::L::vector({0.1f * static_cast<float>(i), i % 2 == 0 ? 1.0f : -2.0f})},
            static_cast<float>(1 + i)));
        ASSERT_FALSE(scene.world.setFilter(links.back(), {.group = -1}));
        if (i > 0) {
            ASSERT_TRUE(scene.dynamics.addJoint(
                scene.world, TestFixture::hinge(scene, links[std::size_t(i) - 1], links.back(), i - 0.5, 0)));
        }
    }
    const auto momentum = [&] {
        glm::dvec3 sum(0.0);
        for (const ObjectId id : links) {
            const auto& mass = scene.dynamics.find(id)->mass;
            const double m = static_cast<double>(mass.mass);
            const glm::dvec3 p = m * scene.velocity(id);
            const glm::dvec2 x = scene.position(id);
            double inertia = 0.0;
            if constexpr (Spatial<TypeParam>) {
                inertia = static_cast<double>(mass.inertia[2][2]);
            } else {
                inertia = static_cast<double>(mass.inertia);
            }
            sum += glm::dvec3(p.x, p.y, x.x * p.y - x.y * p.x + inertia * scene.spin(id));
        }
        return sum;
    };
    const glm::dvec3 before = momentum();
    for (int i = 0; i < 600; ++i) {
        scene.step();
    }
    const glm::dvec3 change = momentum() - before;
    EXPECT_LT(std::hypot(change.x, change.y), 1e-4);  // of 20 Ns
    EXPECT_LT(std::abs(change.z), 1e-3);              // of 100 Nms
}

TYPED_TEST(JointLaws, AStandingObjectHoldsWithoutABody) {
    typename TestFixture::Scene scene(TestFixture::heavy());
    const ObjectId post = scene.addStatic(TestFixture::L::box(0.1f, 0.1f));
    const ObjectId bar = scene.add(TestFixture::L::box(0.5f, 0.05f), TestFixture::L::pose({0.5, 0.0}), {});
    const JointId id = *scene.dynamics.addJoint(scene.world, TestFixture::hinge(scene, post, bar, 0, 0));
    for (int i = 0; i < 120; ++i) {
        scene.step();
        EXPECT_LT(TestFixture::openingOf(scene, id), 1e-4);
        EXPECT_EQ(scene.position(post), glm::dvec2(0.0));
    }
}

TYPED_TEST(JointLaws, ABodyOfInfiniteMassDrags) {
    typename TestFixture::Scene scene;
    const ObjectId crane = scene.add(TestFixture::L::box(0.1f, 0.1f), TestFixture::L::pose({}),
                                     {.velocity = TestFixture::L::vector({2.0f, 0.0f})}, 0.0f);
    const ObjectId load = scene.add(TestFixture::L::ball(0.2f), TestFixture::L::pose({0.0, -1.0}), {}, 50.0f);
    const JointId id = *scene.dynamics.addJoint(
        scene.world, TestFixture::J::fixed(scene.world, crane, load, TestFixture::at(0, 0)));
    for (int i = 0; i < 60; ++i) {
        scene.step();
    }
    EXPECT_NEAR(scene.position(crane).x, 2.0, 1e-4);
    EXPECT_NEAR(scene.position(load).x, 2.0, 1e-3);
    EXPECT_LT(TestFixture::openingOf(scene, id), 1e-3);
}

}  // namespace
