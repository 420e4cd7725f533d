// Chains whose bodies fly apart as fast as they can, on long arms, with little inertia: joints take energy
// from them, and never throw them.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::LawSpace;
using test::Random;

/// A chain of two to five bodies that do not touch each other, the first one perhaps held by the world.
template <class T>
struct FlyingChain : test::LawScene<T> {
    using Scene = test::LawScene<T>;
    using L = LawSpace<T>;
    using J = BasicJoint<T>;
    using Dimension = typename Space<T>::Dimension;
    using Position = typename Space<T>::Position;

    std::vector<ObjectId> ids;

    /// @param isLattice  bodies in line or at right angles, joints at their centers or halfway
    FlyingChain(Random& random, bool isLattice, double speed, double massRatio) {
        const std::uint32_t count = 2 + random.below(4);
        for (std::uint32_t i = 0; i < count; ++i) {
            addBody(random, isLattice, speed, std::pow(massRatio, random.uniform(0.0, 1.0)));
        }
        for (std::uint32_t i = random.below(2); i < count; ++i) {
            (void)Scene::dynamics.addJoint(Scene::world, jointTo(random, i)).value();
        }
    }

    /// Joules.
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (const ObjectId id : ids) {
            const BasicBody<Dimension> body = *Scene::dynamics.find(id);
            const glm::dvec3 v = Scene::velocity(id);
            sum += 0.5 * static_cast<double>(body.mass.mass) * glm::dot(v, v);
            if constexpr (Spatial<T>) {
                const glm::dquat turned(Scene::world.find(id)->pose.rotation);
                const glm::dvec3 w = glm::conjugate(turned) * glm::dvec3(body.angularVelocity);
                sum += 0.5 * glm::dot(w, glm::dmat3(body.mass.inertia) * w);
            } else {
                const auto w = static_cast<double>(body.angularVelocity);
                sum += 0.5 * static_cast<double>(body.mass.inertia) * w * w;
            }
        }
        return sum;
    }
    /// Returns the largest energy in two seconds, as a part of that at the start.
    double mostEnergy() {
        const double start = energy();
        double most = 0.0;
        for (int i = 0; i < 120 && most < 1e6; ++i) {
            Scene::step();
            const double now = energy() / start;
            most = now >= most ? now : std::max(most, std::isfinite(now) ? now : 1e9);
        }
        return most;
    }

private:
    void addBody(Random& random, bool isLattice, double speed, double mass) {
        const auto size = static_cast<float>(random.uniform(0.1, 0.6)),
                   other = static_cast<float>(random.uniform(0.05, 0.3));
        typename Space<T>::Shape shape = L::box(size, other);
        if (const std::uint32_t kind = random.below(3); kind < 2) {
            shape = kind == 0 ? L::ball(size) : L::capsule(size, other);
        }
        const auto draw = [&](double most) {
            return isLattice ? 0.5 * most * (random.below(5) - 2.0) : random.uniform(-most, most);
        };
        const glm::dvec2 at(draw(3.0), isLattice ? 0.0 : draw(3.0)), velocity(draw(speed), draw(speed));
        auto pose = L::pose(at, draw(3.14159265358979));
        if constexpr (Spatial<T>) {
            pose.position.z = static_cast<T>(draw(2.0));
        }
        BasicBody<Dimension> body;
        body.velocity = L::vector(glm::vec2(velocity));
        body.angularVelocity = L::spin(static_cast<float>(draw(5.0)));
        body.mass = massOfShape(shape, static_cast<float>(mass)).value();
        ids.push_back(Scene::world.add({.shape = shape, .pose = pose, .filter = {.group = -1}}).value());
        EXPECT_FALSE(Scene::dynamics.setBody(Scene::world, ids.back(), body));
    }
    J jointTo(Random& random, std::uint32_t i) {
        const ObjectId a = i == 0 ? kWorldFrame : ids[i - 1], b = ids[i];
        const Position center = Scene::world.find(b)->pose.position;
        const Position ofA = i == 0 ? center + Position(1.0f) : Scene::world.find(a)->pose.position;
        const Position at = random.chance(0.5) ? center : (center + ofA) * Position(0.5f);
        const auto axis =
            L::vector(random.chance(0.5) ? glm::vec2(1.0f, 0.0f)
                                         : glm::vec2(glm::dvec2(random.uniform(-1.0, 1.0), 0.5)));
        switch (random.below(5)) {
            case 0:
                return J::fixed(Scene::world, a, b, at);
            case 1:
                return J::slider(Scene::world, a, b, at, axis);
            case 2:
                return J::rod(Scene::world, a, b, ofA + Position(0.1f), at);
            default:
                if constexpr (Spatial<T>) {
                    return random.chance(0.5) ? J::hinge(Scene::world, a, b, at, axis)
                                              : J::ball(Scene::world, a, b, at, axis);
                } else {
                    return J::hinge(Scene::world, a, b, at);
                }
        }
    }
};

template <class T>
class FastJoints : public ::testing::Test {};
TYPED_TEST_SUITE(FastJoints, test::LawSpaces);

TYPED_TEST(FastJoints, TakeEnergyFromChainsThatFlyApart) {
    int count = 0, gained = 0;
    for (const double speed : {3.0, 30.0, 100.0}) {
        for (const double massRatio : {1.0, 100.0}) {
            test::forEachTrial(61, test::trialCount(40), [&](Random& random, int trial) {
                FlyingChain<TypeParam> chain(random, trial % 2 == 0, speed, massRatio);
                const double most = chain.mostEnergy();
                EXPECT_LT(most, speed < 10.0 ? 1.01 : 30.0) << speed << " m/s, 1:" << massRatio;
                ++count;
                gained += most > 1.01 ? 1 : 0;
            });
        }
    }
    // What turns far in a substep is solved by the directions of its start, so a few gain for a moment: up
    // to 24 times in 7,000 chains.
    EXPECT_LE(gained, 1 + count / 20);
}

}  // namespace
