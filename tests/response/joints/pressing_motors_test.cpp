// Motors of any force press bodies against what stands, and push nothing through it.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace sat3d;

template <class T>
class PressingMotors : public ::testing::Test {};
TYPED_TEST_SUITE(PressingMotors, test::LawSpaces);

/// A crate of half a meter on the ground, or above it.
template <class T>
struct PressedCrate {
    using L = test::LawSpace<T>;
    using J = BasicJoint<T>;

    /// @param height  of its lowest face
    PressedCrate(double height, float mass)
        : scene(test::LawScene<T>::onEarth()),
          crate((scene.addStatic(L::box(20.0f, 1.0f, 20.0f), L::pose({0.0, -1.0})),
                 scene.add(L::box(0.25f, 0.25f, 0.25f), L::pose({0.0, height + 0.25}), {}, mass))) {}

    static auto at(double x, double y) { return L::pose({x, y}).position; }
    void press(const J& joint) { ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint)); }
    J slider(const JointDrive& drive) {
        J joint = J::slider(scene.world, kWorldFrame, crate, at(0.0, 0.25), L::vector({0.0f, -1.0f}));
        joint.offsets[0] = JointAxis::driven(drive);
        return joint;
    }
    /// From below the ground.
    J rod(const JointDrive& drive) {
        J joint = J::rod(scene.world, kWorldFrame, crate, at(0.0, -3.0), at(0.0, 0.25));
        joint.distance = JointAxis::driven(drive);
        return joint;
    }
    /// How deep the crate gets into the ground.
    double deepest(int rate) {
        double depth = 0.0;
        for (int i = 0; i < 2 * rate; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
            depth = std::max(depth, 0.25 - scene.position(crate).y);
        }
        return depth;
    }

    test::LawScene<T> scene;
    ObjectId crate;
};

TYPED_TEST(PressingMotors, PushNothingThroughTheGround) {
    test::forEachTrial(31, test::trialCount(120), [](test::Random& random, int trial) {
        const bool isLattice = trial % 3 == 0;
        const int rates[] = {10, 30, 60, 120, 240};
        const int rate = rates[random.below(5)];
        const float speed = isLattice ? 1.0f : static_cast<float>(std::pow(10.0, random.uniform(-1.0, 1.0))),
                    mass = isLattice ? 1.0f : static_cast<float>(std::pow(10.0, random.uniform(0.0, 2.0))),
                    force = random.chance(0.3) ? JointDrive::kUnlimited
                                               : static_cast<float>(std::pow(10.0, random.uniform(4.0, 9.0)));
        PressedCrate<TypeParam> pressed(random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0), mass);
        pressed.press(random.chance(0.5) ? pressed.slider(JointDrive::motor(speed, force))
                                         : pressed.rod(JointDrive::motor(-speed, force)));
        const double most = speed <= 1.0f && rate == 60 ? 0.01 : 0.25;
        EXPECT_LT(pressed.deepest(rate), most)
            << speed << " m/s, " << force << " N, " << mass << " kg, " << rate << " steps/s";
    });
}

}  // namespace
