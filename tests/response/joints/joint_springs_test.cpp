// Springs of any stiffness, far from their targets.

#include "response/dynamics/law_scene.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace sat3d;

/// Two boxes of 1 kg, or one and the world, with a spring between points of both.
template <class T>
struct SpringScene : test::LawScene<T> {
    using L = test::LawSpace<T>;
    using Scene = test::LawScene<T>;
    using J = BasicJoint<T>;

    std::vector<ObjectId> boxes;
    JointId spring;
    double effectiveMass;

    /// @param arm  from the centers to the ends of the spring, outward
    SpringScene(const JointDrive& drive, bool isDistance, bool isToWorld, double arm, double apart)
        : effectiveMass(isToWorld ? 1.0 : 0.5) {
        const auto add = [&](double x, float speed) {
            boxes.push_back(
                Scene::add(L::box(0.5f, 0.5f), L::pose({x, 0.0}),
                           {.velocity = L::vector({0.0f, speed}), .angularVelocity = L::spin(speed)}));
            return boxes.back();
        };
        const ObjectId a = isToWorld ? kWorldFrame : add(-arm, 0.0f), b = add(apart + arm, 5.0f);
        J joint = J::rod(Scene::world, a, b, L::pose({}).position, L::pose({apart, 0.0}).position);
        joint.distance = JointAxis::free();
        if (isDistance) {
            joint.distance = JointAxis::driven(drive);
        } else {
            std::ranges::fill(joint.offsets, JointAxis::driven(drive));
        }
        spring = Scene::dynamics.addJoint(Scene::world, joint).value();
    }
    [[nodiscard]] double kineticEnergy() const {
        double sum = 0.0;
        for (const ObjectId id : boxes) {
            const auto& body = *Scene::dynamics.find(id);
            const auto v = Scene::velocity(id);
            sum += static_cast<double>(body.mass.mass) * glm::dot(v, v);
            if constexpr (Spatial<T>) {
                const glm::vec3 turn =
                    glm::conjugate(glm::quat(Scene::world.find(id)->pose.rotation)) * body.angularVelocity;
                sum += static_cast<double>(glm::dot(turn, body.mass.inertia * turn));
            } else {
                sum += static_cast<double>(body.angularVelocity * body.mass.inertia * body.angularVelocity);
            }
        }
        return 0.5 * sum;
    }
};

template <class T>
class JointSprings : public ::testing::Test {};
TYPED_TEST_SUITE(JointSprings, test::LawSpaces);

/// A spring gives what it has stored, and springs that are stiffer than locks store as much as locks.
TYPED_TEST(JointSprings, GiveNoMoreThanTheyHaveStored) {
    const double kTwoPi = 6.283185307179586, kOfLocks = 120.0;  // Hz, at 480 substeps in a second
    const auto expectLaw = [&](float hertz, float damping, bool isDistance, bool isToWorld, double arm) {
        for (const double apart : {0.01, 0.5, 2.0}) {
            SpringScene<TypeParam> scene(JointDrive::spring(hertz, damping), isDistance, isToWorld, arm,
                                         apart);
            const double speed = kTwoPi * std::min(static_cast<double>(hertz), kOfLocks) * apart;
            const double energy = scene.kineticEnergy() + 0.5 * scene.effectiveMass * speed * speed;
            for (int i = 0; i < test::trialCount(120); ++i) {
                scene.step();
                ASSERT_LT(scene.kineticEnergy(), 1.05 * energy)
                    << hertz << " " << damping << " " << isDistance << isToWorld << " " << arm << " " << apart
                    << " " << i;
            }
        }
    };
    for (const bool isDistance : {false, true}) {
        for (const bool isToWorld : {false, true}) {
            for (const double arm : {0.0, 0.5}) {
                for (const float damping : {0.1f, 1.0f, 10.0f}) {
                    for (const float hertz : {1.0f, 10.0f, 60.0f, 200.0f, 1000.0f, 10000.0f}) {
                        expectLaw(hertz, damping, isDistance, isToWorld, arm);
                    }
                }
                for (const float hertz : {1.0f, 3.0f, 10.0f, 60.0f, 200.0f, 1000.0f, 10000.0f}) {
                    expectLaw(hertz, 0.0f, isDistance, isToWorld, arm);
                }
            }
        }
    }
}

/// The same of springs between angles, of a plate that also spins about other axes.
TYPED_TEST(JointSprings, OfAnglesGiveNoMoreThanTheyHaveStored) {
    using L = test::LawSpace<TypeParam>;
    using J = BasicJoint<TypeParam>;
    const auto expectLaw = [](float hertz, bool isToWorld, bool isHeld, float spin) {
        SpringScene<TypeParam> scene(JointDrive::motor(0.0f, 0.0f), false, isToWorld, 0.0, 0.0);
        const auto plate = L::box(0.8f, 0.1f, 0.3f);
        const ObjectId b =
            scene.add(plate, L::pose({4.0, 0.0}), {.velocity = {}, .angularVelocity = L::spin(spin)});
        const ObjectId a = isToWorld ? kWorldFrame : scene.add(plate, L::pose({4.0, 2.0}), {});
        scene.boxes = {b};
        if (!isToWorld) {
            scene.boxes.push_back(a);
        }
        J joint = J::rod(scene.world, a, b, L::pose({4.0, 0.0}).position, L::pose({4.0, 0.0}).position);
        joint.distance = JointAxis::free();
        if (isHeld) {
            joint.offsets.fill({});
        }
        joint.turns.twist = JointAxis::driven(JointDrive::spring(hertz, 0.0f, 2.0f));
        double inertia = (0.8 * 0.8 + 0.1 * 0.1) / 3.0;  // about the axis of the twist
        if constexpr (Spatial<TypeParam>) {
            inertia = (0.1 * 0.1 + 0.3 * 0.3) / 3.0;
            joint.turns.swing = JointAxis::driven(JointDrive::spring(hertz, 0.0f));
            scene.dynamics.setVelocity(b, {}, {spin, 1.5f * spin, 0.5f * spin});
        }
        (void)scene.dynamics.addJoint(scene.world, joint).value();
        const double speed = 6.283185307179586 * static_cast<double>(hertz) * 2.0;
        const double energy = scene.kineticEnergy() + 0.5 * (isToWorld ? 1.0 : 0.5) * inertia * speed * speed;
        double largest = 0.0;
        for (int i = 0; i < 240; ++i) {
            scene.step();
            largest = std::max(largest, scene.kineticEnergy());
        }
        EXPECT_LT(largest, 1.05 * energy) << hertz << " " << isToWorld << isHeld << " " << spin;
        EXPECT_GT(largest, 0.5 * energy) << hertz << " " << isToWorld << isHeld << " " << spin;
    };
    for (const bool isToWorld : {false, true}) {
        for (const bool isHeld : {false, true}) {
            for (const float spin : {0.0f, 3.0f}) {
                for (const float hertz : {0.5f, 3.0f, 10.0f}) {
                    expectLaw(hertz, isToWorld, isHeld, spin);
                }
            }
        }
    }
}

/// A winch: a motor that pulls a distance to 0 keeps it there, and does no work beyond its speed.
TYPED_TEST(JointSprings, MotorsPullADistanceToZeroAndHoldIt) {
    using L = test::LawSpace<TypeParam>;
    for (const float force : {100.0f, 1e4f, 1e6f, JointAxis::kInfinity}) {
        for (const float speed : {0.5f, 5.0f}) {
            for (const bool isToWorld : {false, true}) {
                for (const double arm : {0.0, 0.5}) {
                    SpringScene<TypeParam> scene(JointDrive::motor(-speed, force), true, isToWorld, arm, 2.0);
                    for (const ObjectId id : scene.boxes) {
                        scene.dynamics.setVelocity(id, L::vector({}), L::spin(0.0f));
                    }
                    for (int i = 0; i < 480; ++i) {
                        scene.step();
                        ASSERT_LT(scene.kineticEnergy(), static_cast<double>(speed * speed))
                            << force << " " << speed << " " << isToWorld << " " << arm << " " << i;
                    }
                    EXPECT_LT(scene.dynamics.jointState(scene.world, scene.spring)->distance, 0.05f)
                        << force << " " << speed << " " << isToWorld << " " << arm;
                }
            }
        }
    }
}

/// No distance is below 0, so a spring does not pull to one: it would never be there.
TYPED_TEST(JointSprings, PullToNoDistanceBelowZero) {
    for (const float hertz : {10.0f, 5000.0f}) {
        const auto distanceAfter = [&](float position) {
            SpringScene<TypeParam> scene(JointDrive::spring(hertz, 1.0f, position), true, true, 0.0, 0.5);
            for (int i = 0; i < 120; ++i) {
                scene.step();
            }
            return scene.dynamics.jointState(scene.world, scene.spring)->distance;
        };
        EXPECT_EQ(distanceAfter(-0.5f), distanceAfter(0.0f));
    }
}

}  // namespace
