// Where joined bodies go does not depend on how long steps are.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::LawSpace;
using test::Random;

/// One to three bodies that hang on each other and on the world, with motors, brakes, springs and damping.
template <class T>
struct HangingChain : test::LawScene<T> {
    using Scene = test::LawScene<T>;
    using L = LawSpace<T>;
    using J = BasicJoint<T>;

    std::vector<ObjectId> ids;

    HangingChain(Random& random, bool isLattice) : Scene(Scene::onEarth()) {
        const auto place = [&]() -> glm::dvec2 {
            return isLattice ? glm::dvec2(1.0, -0.5 * random.below(3))
                             : glm::dvec2(random.uniform(-1.0, 1.0), random.uniform(-1.0, 0.3));
        };
        const std::uint32_t count = 1 + random.below(3);
        glm::dvec2 before(0.0);
        for (std::uint32_t i = 0; i < count; ++i) {
            const glm::dvec2 at = before + place();
            const auto pose = L::pose(at, isLattice ? 0.0 : random.uniform(-3.0, 3.0));
            BasicBody<typename Space<T>::Dimension> body{
                .velocity = L::vector({static_cast<float>(random.uniform(-1.0, 1.0)), 0.0f}),
                .linearDamping = random.chance(0.2) ? 1.0f : 0.0f};
            ids.push_back(this->add(L::box(0.3f, 0.2f, 0.2f), pose, body,
                                    static_cast<float>(std::pow(10.0, random.uniform(-0.3, 1.0)))));
            (void)Scene::dynamics.addJoint(Scene::world, jointTo(random, i, 0.5 * (before + at))).value();
            before = at;
        }
    }

private:
    J jointTo(Random& random, std::uint32_t i, const glm::dvec2& at) {
        const ObjectId a = i == 0 ? kWorldFrame : ids[i - 1], b = ids[i];
        const auto point = L::pose(at).position;
        switch (random.below(4)) {
            case 0:
                return J::fixed(Scene::world, a, b, point);
            case 1: {
                J joint = J::slider(Scene::world, a, b, point, L::vector({1.0f, 0.0f}));
                joint.offsets[0].drive = driveOf(random);
                return joint;
            }
            case 2: {
                J joint = J::rod(Scene::world, a, b, L::pose({0.0, 0.5}).position,
                                 Scene::world.find(b)->pose.position);
                joint.distance = JointAxis::driven(JointDrive::spring(2.0f, 0.3f, 1.0f));
                return joint;
            }
            default: {
                J joint = hinge(a, b, point);
                joint.turns.twist.drive = driveOf(random);
                return joint;
            }
        }
    }
    J hinge(ObjectId a, ObjectId b, const typename Space<T>::Position& point) {
        if constexpr (Spatial<T>) {
            return J::hinge(Scene::world, a, b, point, {0.0f, 0.0f, 1.0f});
        } else {
            return J::hinge(Scene::world, a, b, point);
        }
    }
    static JointDrive driveOf(Random& random) {
        const auto number = [&](double low, double high) {
            return static_cast<float>(random.uniform(low, high));
        };
        switch (random.below(4)) {
            case 0:
                return {};
            case 1:
                return JointDrive::motor(number(-2.0, 2.0), number(1.0, 100.0));
            case 2:
                return JointDrive::motor(0.0f, number(0.1, 20.0));  // a brake
            default:
                return JointDrive::spring(number(0.3, 3.0), number(0.0, 1.0), number(-1.0, 1.0));
        }
    }
};

template <class T>
class ShorterSteps : public testing::Test {};
TYPED_TEST_SUITE(ShorterSteps, test::LawSpaces);

// A few scenes differ by more: where a light link folds, or a chain swings over, small causes become large.
TYPED_TEST(ShorterSteps, MoveJoinedBodiesToTheSamePlaces) {
    using Chain = HangingChain<TypeParam>;
    std::vector<double> apart;
    test::forEachTrial(61, test::trialCount(60), [&](Random& random, int trial) {
        Chain usual(random, trial % 3 == 0), fine = usual;
        double most = 0.0;
        for (int step = 0; step < 60; ++step) {
            usual.step(1.0f / 60.0f);
            for (int i = 0; i < 8; ++i) {
                fine.step(1.0f / 480.0f);
            }
            for (const ObjectId id : usual.ids) {
                most = std::max(most, glm::distance(usual.position(id), fine.position(id)));
            }
        }
        apart.push_back(most);
    });
    std::ranges::sort(apart);
    EXPECT_LT(apart[apart.size() / 2], 0.005);
    EXPECT_LT(apart[apart.size() * 9 / 10], 0.05);
}

}  // namespace
