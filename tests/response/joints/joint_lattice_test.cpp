// Joints at exact places: half turns, limits a whole turn apart, motors at their limits, rods as short as a
// hair.

#include "response/dynamics/law_scene.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace {

using namespace sat3d;
using test::LawScene;

constexpr float kHalfTurnAngle = 3.14159265f;

template <class T>
class JointLattice : public ::testing::Test {
protected:
    using L = test::LawSpace<T>;
    using Scene = LawScene<T>;
    using J = BasicJoint<T>;

    /// A hinge of a bar of 1 m and 1 kg at its end, with its angle 0 along x.
    struct Swing : Scene {
        ObjectId bar;
        JointId hinge;

        Swing(const JointAxis& twist, double angle, float spin,
              const typename Scene::Options& options = Scene::weightless())
            : Scene(options) {
            bar = Scene::add(L::box(0.5f, 0.05f), L::pose({0.5, 0.0}), {});
            J joint = J::fixed(Scene::world, kWorldFrame, bar, L::pose({}).position);
            if constexpr (Spatial<T>) {
                joint = J::hinge(Scene::world, kWorldFrame, bar, {}, {0.0f, 0.0f, 1.0f});
            }
            joint.turns.twist = twist;
            const glm::dvec2 out(std::cos(angle), std::sin(angle));
            EXPECT_FALSE(Scene::world.setPose(bar, L::pose(0.5 * out, angle)));
            Scene::dynamics.setVelocity(bar, L::vector(0.5f * spin * glm::vec2(-out.y, out.x)),
                                        L::spin(spin));
            hinge = Scene::dynamics.addJoint(Scene::world, joint).value();
        }
        [[nodiscard]] double angle() const {
            const glm::dvec2 at = Scene::position(bar);
            return std::atan2(at.y, at.x);
        }
    };
};
TYPED_TEST_SUITE(JointLattice, test::LawSpaces);

TYPED_TEST(JointLattice, AWallStopsATurnFromBothSides) {
    constexpr float kNone = JointAxis::kInfinity;
    for (const JointAxis& twist : {JointAxis::range(0.0f, kNone), JointAxis::range(-kNone, 0.0f)}) {
        for (const float spin : {-5.0f, -0.5f, 0.5f, 5.0f}) {
            typename TestFixture::Swing scene(twist, 1.0, spin);
            for (int i = 0; i < 900; ++i) {
                scene.step();
                ASSERT_LT(std::abs(scene.spin(scene.bar)), 1.001 * std::abs(static_cast<double>(spin))) << i;
            }
            EXPECT_NEAR(scene.spin(scene.bar), 0.0, 1e-3);
            EXPECT_NEAR(scene.angle(), 0.0, 0.21) << spin;  // the wall is a fifth of a radian thick
        }
    }
}

TYPED_TEST(JointLattice, LimitsATurnApartHoldUnderLoad) {
    for (const float side : {-1.0f, 1.0f}) {
        typename TestFixture::Swing scene(JointAxis::range(-kHalfTurnAngle, kHalfTurnAngle), 2.0 * side, 0.0f,
                                          TestFixture::Scene::onEarth());
        const auto fallTo = [&](float y) {
            scene.dynamics.setGravity(TestFixture::L::vector({0.0f, 9.81f * y}));
            double nearest = 4.0;
            for (int i = 0; i < 300; ++i) {
                scene.step();
                nearest = std::min(nearest, scene.angle() * static_cast<double>(side));
            }
            return nearest;
        };
        fallTo(-side);  // against the limit
        EXPECT_NEAR(scene.angle(), static_cast<double>(side * kHalfTurnAngle), 0.0035) << "0.2 degrees";
        EXPECT_NEAR(scene.spin(scene.bar), 0.0, 0.05);
        EXPECT_LT(fallTo(side), 0.5) << "it is free again";
    }
}

TYPED_TEST(JointLattice, MotorsAtTheirLimitsDoNotWindUp) {
    for (const float force : {10.0f, 1e4f, JointDrive::kUnlimited}) {
        JointAxis twist = JointAxis::range(-0.5f, 0.5f);
        twist.drive = JointDrive::motor(1.0f, force);
        typename TestFixture::Swing scene(twist, 0.0, 0.0f);
        for (int i = 0; i < 600; ++i) {
            scene.step();
        }
        EXPECT_NEAR(scene.angle(), 0.5, 0.1 * 0.0174533) << force;
        auto joint = *scene.dynamics.findJoint(scene.hinge);
        joint.turns.twist.drive.speed = -1.0f;
        ASSERT_FALSE(scene.dynamics.setJoint(scene.world, scene.hinge, joint));
        for (int i = 0; i < 12; ++i) {
            scene.step();
        }
        EXPECT_LT(scene.angle(), 0.4) << force;
    }
}

TYPED_TEST(JointLattice, RodsAsShortAsAHairGiveNoEnergy) {
    for (const float length : {1e-4f, 1e-3f, 1e-2f}) {
        for (const float speed : {1.0f, 5.0f, 20.0f}) {
            typename TestFixture::Scene scene;
            const ObjectId ball = scene.add(TestFixture::L::ball(0.5f), TestFixture::L::pose({}),
                                            {.velocity = TestFixture::L::vector({0.0f, speed})});
            auto rod = TestFixture::J::rod(scene.world, kWorldFrame, ball, TestFixture::L::pose({}).position,
                                           TestFixture::L::pose({}).position);
            rod.distance = JointAxis::range(length, length);
            ASSERT_TRUE(scene.dynamics.addJoint(scene.world, rod));
            for (int i = 0; i < 240; ++i) {
                scene.step();
                ASSERT_LT(glm::length(scene.velocity(ball)), 1.01 * static_cast<double>(speed))
                    << length << " " << i;
                ASSERT_LT(glm::length(scene.position(ball)), static_cast<double>(length + speed / 60.0f));
            }
        }
    }
}

/// A cardan joint swings through half a turn, where it has no twist, and begins there.
TEST(JointLatticeInSpace, NothingComesFromATwistThatIsNone) {
    for (const glm::vec3 axis : {glm::vec3(1, 0, 0), {0, 0, 1}}) {
        for (const float speed : {1.0f, 5.0f, 20.0f}) {
            for (const float aside : {0.0f, 0.25f, 1.0f}) {
                LawScene<float> scene;
                Body body;
                body.velocity = speed * glm::vec3(0.0f, 1.0f, aside);
                const ObjectId id = scene.add(Box{.halfExtents = glm::vec3(0.5f)}, {{2, 0, 0}}, body);
                Joint joint = Joint::ball(scene.world, kWorldFrame, id, {0, 0, 0}, axis);
                joint.turns.twist = {};
                ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint));
                const auto energy = [&] {
                    const Body& now = *scene.dynamics.find(id);
                    return glm::dot(now.velocity, now.velocity) +
                           glm::dot(now.angularVelocity, now.mass.inertia * now.angularVelocity);
                };
                const float first = energy();
                for (int i = 0; i < 600; ++i) {
                    scene.step();
                    ASSERT_LT(energy(), 1.02f * first) << axis.x << " " << speed << " " << aside << " " << i;
                }
            }
        }
    }
    LawScene<float> scene(LawScene<float>::onEarth());
    const ObjectId id = scene.add(Box{.halfExtents = glm::vec3(0.5f)}, {{1, 0, 0}}, {});
    Joint joint = Joint::ball(scene.world, kWorldFrame, id, {0, 0, 0}, {1, 0, 0});
    joint.frameInB.rotation = joint.frameInB.rotation * glm::quat(0.0f, 0.0f, 0.0f, 1.0f);
    joint.turns.twist = {};
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint));
    for (int i = 0; i < 600; ++i) {
        scene.step();
        const glm::vec3 velocity(scene.velocity(id));
        const double height = scene.position(id).y;
        ASSERT_LT(0.5 * static_cast<double>(glm::dot(velocity, velocity)) + 9.81 * height, 0.5) << i;
    }
}

}  // namespace
