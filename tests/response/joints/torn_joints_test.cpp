// Joints whose bodies the game sets apart, or joins while they are apart: they close slowly, throw nothing,
// and let nobody sleep before.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

enum class TornKind { Fixed, Hinge, Slider, Ball, Limits, Rod, Rope, Count };

/// Boxes in a row, 2 m apart, with a joint between each two of them.
template <class T>
struct TornScene : test::LawScene<T> {
    using L = test::LawSpace<T>;
    using Scene = test::LawScene<T>;
    using J = BasicJoint<T>;
    using Vector = typename Space<T>::Dimension::Vector;

    std::vector<ObjectId> boxes;
    std::vector<JointId> joints;

    static typename Scene::Options options() {
        typename Scene::Options options = Scene::weightless();
        options.sleepSpeed = 0.05f;
        return options;
    }

    /// @param masses  of even boxes and of odd ones
    TornScene(TornKind kind, std::size_t count, glm::vec2 masses) : Scene(options()) {
        for (std::size_t i = 0; i < count; ++i) {
            boxes.push_back(Scene::add(L::box(0.5f, 0.4f, 0.3f), L::pose({2.0 * double(i), 0.0}), {},
                                       i % 2 == 0 ? masses.x : masses.y));
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0 || count == 1) {
                const ObjectId a = i > 0 ? boxes[i - 1] : kWorldFrame;
                joints.push_back(
                    Scene::dynamics.addJoint(Scene::world, joint(kind, a, boxes[i], 2.0 * double(i) - 1.0))
                        .value());
            }
        }
    }
    [[nodiscard]] J joint(TornKind kind, ObjectId a, ObjectId b, double x) const {
        const auto at = [&](double offset) { return L::pose({x + offset, 0.0}).position; };
        J result = J::fixed(Scene::world, a, b, at(0.0));
        if (kind == TornKind::Rod || kind == TornKind::Rope) {
            result = J::rod(Scene::world, a, b, at(-0.5), at(0.5));
            result.distance.lower = kind == TornKind::Rope ? 0.0f : result.distance.lower;
        } else if (kind == TornKind::Slider) {
            result = J::slider(Scene::world, a, b, at(0.0), L::vector({0.0f, 1.0f}));
            result.offsets[0] = JointAxis::range(-1.0f, 0.5f);
        } else if (kind != TornKind::Fixed) {
            if constexpr (Spatial<T>) {
                result = kind == TornKind::Hinge ? J::hinge(Scene::world, a, b, at(0.0), {0, 0, 1})
                                                 : J::ball(Scene::world, a, b, at(0.0), {1, 0, 0});
                if (kind == TornKind::Limits) {
                    result.turns.swing = JointAxis::range(0.0f, 0.5f);
                }
            } else {
                result = J::hinge(Scene::world, a, b, at(0.0));
            }
            if (kind == TornKind::Limits) {
                result.turns.twist = JointAxis::range(-0.3f, 0.2f);
            }
        }
        return result;
    }
    /// Sets a box apart from where it was.
    void tear(std::size_t i, glm::dvec2 way, double angle) {
        EXPECT_FALSE(Scene::world.setPose(boxes[i], L::pose(glm::dvec2(2.0 * double(i), 0.0) + way, angle)));
    }
    /// How fast the farthest points of the boxes are.
    [[nodiscard]] double fastest() const {
        double worst = 0.0;
        for (const ObjectId id : boxes) {
            const double spin = glm::length(glm::dvec3(spinOf(Scene::dynamics.find(id)->angularVelocity)));
            worst = std::max(worst, glm::length(Scene::velocity(id)) + 0.71 * spin);
        }
        return worst;
    }
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (const ObjectId id : boxes) {
            const auto& body = *Scene::dynamics.find(id);
            const glm::dvec3 v = Scene::velocity(id);
            sum += double(body.mass.mass) * glm::dot(v, v);
            if constexpr (Spatial<T>) {
                const glm::vec3 turn =
                    glm::conjugate(glm::quat(Scene::world.find(id)->pose.rotation)) * body.angularVelocity;
                sum += double(glm::dot(turn, body.mass.inertia * turn));
            } else {
                sum += double(body.angularVelocity * body.mass.inertia * body.angularVelocity);
            }
        }
        return 0.5 * sum;
    }
    /// How far the joints are open, meters.
    [[nodiscard]] double opening() const {
        double worst = 0.0;
        for (const JointId id : joints) {
            const J& of = *Scene::dynamics.findJoint(id);
            const auto state = *Scene::dynamics.jointState(Scene::world, id);
            const auto excess = [](const JointAxis& axis, float value) {
                return double(std::abs(value - std::clamp(value, axis.lower, axis.upper)));
            };
            worst = std::max(worst, excess(of.distance, state.distance));
            for (std::size_t i = 0; i < of.offsets.size(); ++i) {
                worst = std::max(worst, excess(of.offsets[i], state.offset[int(i)]));
            }
        }
        return worst;
    }

private:
    static glm::vec3 spinOf(const glm::vec3& spin) { return spin; }
    static glm::vec3 spinOf(float spin) { return {0.0f, 0.0f, spin}; }
};

template <class T>
class TornJoints : public ::testing::Test {
protected:
    /// Calls use(kind, way, angle) for torn joints on a lattice and at random.
    template <class Use>
    static void forEachTear(double apart, const Use& use) {
        Random random(37);
        for (int kind = 0; kind < int(TornKind::Count); ++kind) {
            SCOPED_TRACE("kind " + std::to_string(kind) + ", torn by " + std::to_string(apart) + " m");
            constexpr double kQuarter = 1.5707963267948966;
            use(TornKind(kind), glm::dvec2(apart, 0.0), 0.0);
            use(TornKind(kind), glm::dvec2(0.0, -apart), 0.0);
            use(TornKind(kind), glm::dvec2(-apart, 0.0), kQuarter);
            use(TornKind(kind), glm::dvec2(0.0, apart), 2.0 * kQuarter);
            for (int i = 0; i < 3; ++i) {
                const double direction = random.uniform(0.0, 6.28), angle = random.uniform(-3.14, 3.14);
                use(TornKind(kind), apart * glm::dvec2(std::cos(direction), std::sin(direction)), angle);
            }
        }
    }
};
TYPED_TEST_SUITE(TornJoints, test::LawSpaces);

constexpr double kMostSpeed = 20.0, kMostSpeedOfChains = 100.0;  // m/s: what docs/joints.md says

TYPED_TEST(TornJoints, ThrowNothingSlow) {
    for (const double apart : {0.1, 1.0, 13.0, 1000.0, 10000.0}) {
        TestFixture::forEachTear(apart, [&](TornKind kind, glm::dvec2 way, double angle) {
            for (const glm::vec2 masses : {glm::vec2(1, 1), {1, 1000}, {1000, 1}}) {
                for (const std::size_t count : {1u, 2u}) {
                    TornScene<TypeParam> scene(kind, count, masses);
                    scene.tear(count - 1, way, angle);
                    double fastest = 0.0;
                    for (int i = 0; i < 90; ++i) {
                        scene.step();
                        fastest = std::max(fastest, scene.fastest());
                    }
                    EXPECT_LT(fastest, kMostSpeed)
                        << count << " boxes of " << masses.x << " and " << masses.y << " kg, along " << way.x
                        << " " << way.y << ", by " << angle;
                }
            }
        });
    }
}

/// Chains of boxes, each torn from the ones beside it.
TYPED_TEST(TornJoints, ThrowNoChains) {
    Random random(73);
    for (const double apart : {0.1, 1.0, 13.0, 1000.0}) {
        for (int kind = 0; kind < int(TornKind::Count); ++kind) {
            for (const bool turns : {false, true}) {
                TornScene<TypeParam> scene(TornKind(kind), 6, {1, 1});
                for (std::size_t i = 1; i < scene.boxes.size(); ++i) {
                    const glm::dvec2 way{random.uniform(-apart, apart), random.uniform(-apart, apart)};
                    scene.tear(i, way, turns ? random.uniform(-3.14, 3.14) : 0.0);
                }
                double fastest = 0.0;
                for (int i = 0; i < 240; ++i) {
                    scene.step();
                    fastest = std::max(fastest, scene.fastest());
                }
                EXPECT_LT(fastest, turns ? kMostSpeedOfChains : kMostSpeed)
                    << kind << " torn by " << apart << " m, " << turns;
            }
        }
    }
}

TYPED_TEST(TornJoints, CloseBeforeTheirBodiesSleepSlow) {
    for (const double apart : {0.1, 1.0, 13.0}) {
        TestFixture::forEachTear(apart, [&](TornKind kind, glm::dvec2 way, double angle) {
            for (const glm::vec2 masses : {glm::vec2(1, 1), {1, 1000}}) {
                TornScene<TypeParam> scene(kind, 2, masses);
                scene.tear(1, way, angle);
                bool hasClosed = false, hasSlept = false;
                double least = 0.0;
                for (int i = 0; i < 1200 && !hasSlept; ++i) {
                    scene.step();
                    const double opening = scene.opening();
                    hasSlept = scene.dynamics.isAsleep(scene.boxes[1]);
                    EXPECT_FALSE(hasSlept && opening > 2e-3) << "sleeps with " << opening << " m open";
                    if (hasClosed) {
                        EXPECT_LT(scene.energy(), 1.02 * least + 1e-6 * double(masses.y)) << "step " << i;
                    }
                    least = hasClosed ? std::min(least, scene.energy()) : scene.energy();
                    hasClosed = hasClosed || (opening < 1e-3 && i > 300);
                }
                EXPECT_LT(scene.opening(), 2e-3) << way.x << " " << way.y << ", by " << angle;
            }
        });
    }
}

/// What is joined while it is apart comes together as what is set apart.
TYPED_TEST(TornJoints, CloseIfTheyAreAddedOpen) {
    TornScene<TypeParam> torn(TornKind::Fixed, 2, {1, 1}), added(TornKind::Fixed, 2, {1, 1});
    const auto joint = *added.dynamics.findJoint(added.joints[0]);
    added.dynamics.removeJoint(added.joints[0]);
    torn.tear(1, {5.0, 1.0}, 0.5), added.tear(1, {5.0, 1.0}, 0.5);
    added.joints[0] = added.dynamics.addJoint(added.world, joint).value();
    for (int i = 0; i < 450; ++i) {
        torn.step(), added.step();
        ASSERT_EQ(torn.position(torn.boxes[1]), added.position(added.boxes[1])) << i;
    }
    EXPECT_LT(added.opening(), 1e-3);
}

/// A load that has opened a joint is no tear: the joint stays as stiff while the game sets a motor in each
/// step.
TYPED_TEST(TornJoints, LoadedJointsHoldWhileTheGameSetsTheirDrives) {
    using L = test::LawSpace<TypeParam>;
    TornScene<TypeParam> scene(TornKind::Fixed, 2, {1, 2000});
    scene.dynamics.setGravity(L::vector({0.0f, -9.81f}));
    auto anchor = scene.joint(TornKind::Slider, kWorldFrame, scene.boxes[0], 0.0);
    anchor.offsets[0] = JointAxis::range(-1e-3f, 1e-3f);
    const JointId id = scene.dynamics.addJoint(scene.world, anchor).value();
    double most = 0.0;
    for (int i = 0; i < 300; ++i) {
        anchor.offsets[0].drive = JointDrive::motor(0.01f * float(i % 3), 10.0f);
        ASSERT_FALSE(scene.dynamics.setJoint(scene.world, id, anchor));
        scene.step();
        most = std::max(most, scene.opening());
    }
    EXPECT_LT(most, 0.2);
}

/// A heavy body hangs on a light one, so its joint is open under the load.
template <class T>
struct LoadedScene : TornScene<T> {
    LoadedScene() : TornScene<T>(TornKind::Fixed, 2, {1, 2000}) {
        this->dynamics.setGravity(test::LawSpace<T>::vector({0.0f, -9.81f}));
        const auto anchor = this->joint(TornKind::Fixed, kWorldFrame, this->boxes[0], 0.0);
        (void)this->dynamics.addJoint(this->world, anchor).value();
    }
};

TYPED_TEST(TornJoints, EditsThatMoveNothingTearNothing) {
    LoadedScene<TypeParam> scene, edited;
    double most = 0.0;
    for (int i = 0; i < 120; ++i) {
        ObjectFilter filter;
        filter.categories = i % 2 == 0 ? 1 : 3;
        ASSERT_FALSE(edited.world.setFilter(edited.boxes[1], filter));
        edited.step();
        scene.step();
        most = std::max(most, scene.opening());
        for (std::size_t k = 0; k < scene.boxes.size(); ++k) {
            ASSERT_EQ(edited.position(edited.boxes[k]), scene.position(scene.boxes[k])) << i;
        }
    }
    EXPECT_GT(most, 0.02);  // more than a step closes of a tear
}

}  // namespace
