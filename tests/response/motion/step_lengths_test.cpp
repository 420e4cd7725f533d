// Steps whose length changes from one to the next, as those of a game that steps once for each frame: what
// starts a step must not be more than the step can give.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/half_space.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::Random;

/// Bodies on a floor, or in a chain, with their masses.
template <class T>
struct RestingScene : LawScene<T> {
    using L = LawSpace<T>;

    std::vector<ObjectId> ids;
    std::vector<double> masses;

    RestingScene() : LawScene<T>(awake()) {
        if constexpr (Spatial<T>) {
            this->addStatic(HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f});
        } else {
            this->addStatic(HalfPlane{{0.0f, 1.0f}, 0.0f});
        }
    }
    static typename LawScene<T>::Options awake() {
        typename LawScene<T>::Options options;
        options.sleepSpeed = 0.0f;
        return options;
    }
    ObjectId put(const typename Space<T>::Shape& shape, glm::dvec2 at, double angle = 0.0,
                 float mass = 1000.0f) {
        masses.push_back(static_cast<double>(mass));
        return ids.emplace_back(this->add(shape, L::pose(at, angle), {}, mass));
    }
    /// The energy of height and motion, without that of spins about x and y.
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto& inertia = this->dynamics.find(ids[i])->mass.inertia;
            const auto velocity = this->velocity(ids[i]);
            const double spin = this->spin(ids[i]);
            double aboutZ = 0.0;
            if constexpr (Spatial<T>) {
                aboutZ = static_cast<double>(inertia[2][2]);
            } else {
                aboutZ = static_cast<double>(inertia);
            }
            sum += masses[i] * (9.81 * this->position(ids[i]).y + 0.5 * glm::dot(velocity, velocity)) +
                   0.5 * aboutZ * spin * spin;
        }
        return sum;
    }
    static constexpr int kStacks = 3;
    void addStack(int kind, Random& random) {
        kind == 0 ? addColumn(6) : kind == 1 ? addPyramid(8) : addHeap(random, 20);
    }
    void expectNothingPassed() const {
        for (const ObjectId id : ids) {
            ASSERT_GT(this->position(id).y, 0.1);
        }
    }

    void addColumn(int count) {
        for (int i = 0; i < count; ++i) {
            put(L::ball(0.5f), {0.0, 0.5 + i});
        }
    }
    void addPyramid(int rows) {
        for (int row = 0; row < rows; ++row) {
            for (int i = 0; i < rows - row; ++i) {
                put(L::box(0.5f, 0.5f), {1.02 * (i + 0.5 * row), 0.5 + row});
            }
        }
    }
    void addHeap(Random& random, int count) {
        for (int i = 0; i < count; ++i) {
            const glm::dvec2 at(random.uniform(-1.5, 1.5), 1.0 + 0.8 * i);
            const double angle = random.uniform(0.0, 3.0);
            const auto mass = static_cast<float>(random.uniform(300.0, 3000.0));
            const std::array shapes{L::ball(0.5f), L::box(0.5f, 0.3f), L::capsule(0.3f, 0.25f)};
            put(shapes[random.below(3)], at, angle, mass);
        }
    }
    /// Hangs aslant from the world, with a heavy ball at its end, and swings.
    /// @param springHertz  of springs instead of locks; 0: locks
    void addChain(int count, float springHertz) {
        ObjectId above = kWorldFrame;
        for (int i = 0; i < count; ++i) {
            const glm::dvec2 at(0.3 * i, 10.0 - 0.4 * i);
            const ObjectId id = put(L::ball(0.2f), at, 0.0, i + 1 == count ? 1000.0f : 100.0f);
            const auto middle = L::pose(at + glm::dvec2(-0.15, 0.2)).position;
            auto joint = BasicJoint<T>::fixed(this->world, above, id, middle);
            if constexpr (Spatial<T>) {
                joint = BasicJoint<T>::ball(this->world, above, id, middle, L::vector({0.0f, 1.0f}));
            } else {
                joint = BasicJoint<T>::hinge(this->world, above, id, middle);
            }
            if (springHertz > 0.0f) {
                joint.offsets.fill(JointAxis::driven(JointDrive::spring(springHertz, 1.0f)));
            }
            (void)this->dynamics.addJoint(this->world, joint).value();
            above = id;
        }
    }
};

template <class T>
class StepLengths : public ::testing::Test {};
TYPED_TEST_SUITE(StepLengths, test::LawSpaces);

/// Lets a scene go on in steps of lengths that change.
/// @param most  gain, as a part of the energy at the start
template <class T, class Next>
void expectNoEnergyGained(RestingScene<T>& scene, double seconds, double most, const Next& next) {
    const double start = scene.energy();
    double time = 0.0;
    for (int i = 0; time < seconds; ++i) {
        const float dt = next(i);
        time += static_cast<double>(dt);
        scene.step(dt);
        ASSERT_LT(scene.energy(), (1.0 + most) * start) << "step " << i << " of " << dt << " s";
    }
    scene.expectNothingPassed();
}

constexpr std::array kShort{1e-6f, 1e-4f, 1e-3f, 1.0f / 240.0f};

TYPED_TEST(StepLengths, StacksGainNoEnergyIfShortAndLongOnesTakeTurnsSlow) {
    using Scene = RestingScene<TypeParam>;
    for (const float brief : kShort) {
        for (const float longer : {1.0f / 60.0f, 0.05f, 0.1f}) {
            for (int kind = 0; kind < Scene::kStacks; ++kind) {
                SCOPED_TRACE(std::to_string(brief) + " and " + std::to_string(longer) + " s, stack " +
                             std::to_string(kind));
                Random random(7);
                Scene scene;
                scene.addStack(kind, random);
                const double seconds = test::slowCount(200) * static_cast<double>(brief + longer);
                expectNoEnergyGained(scene, seconds, 1e-3,
                                     [&](int i) { return i % 2 == 0 ? brief : longer; });
            }
        }
    }
}

TYPED_TEST(StepLengths, StacksGainNoEnergyIfTheyAreRandomSlow) {
    test::forEachTrial(611, test::trialCount(12), [&](Random& random, int trial) {
        RestingScene<TypeParam> scene;
        scene.addStack(trial % scene.kStacks, random);
        expectNoEnergyGained(scene, 8.0, 1e-3, [&](int) {
            return static_cast<float>(std::pow(10.0, random.uniform(-3.5, -1.0)));
        });
    });
}

/// In a long step a chain sags by centimeters, and a shorter one lifts its load again. A pendulum keeps its
/// energy within a hundredth in equal steps, too.
TYPED_TEST(StepLengths, ChainsGainHardlyAnyEnergy) {
    for (const float brief : kShort) {
        for (const float longer : {1.0f / 60.0f, 0.05f}) {
            SCOPED_TRACE(std::to_string(brief) + " and " + std::to_string(longer) + " s");
            for (const bool hasSprings : {false, true}) {
                RestingScene<TypeParam> scene;
                scene.addChain(8, hasSprings ? 1e4f : 0.0f);
                const float most = hasSprings ? std::min(longer, 1.0f / 30.0f) : longer;
                expectNoEnergyGained(scene, 5.0, 1e-2, [&](int i) { return i % 2 == 0 ? brief : most; });
            }
        }
    }
    test::forEachTrial(612, test::trialCount(12), [&](Random& random, int trial) {
        RestingScene<TypeParam> scene;
        scene.addChain(8, trial % 2 == 1 ? 30.0f : 0.0f);
        expectNoEnergyGained(scene, 8.0, 1e-2, [&](int) {
            return static_cast<float>(random.uniform(1.0 / 144.0, 1.0 / 30.0));
        });
    });
}

/// Impulses may double from step to step.
TYPED_TEST(StepLengths, StacksGainNoEnergyIfTheyDoubleAgainAndAgain) {
    for (int kind = 0; kind < RestingScene<TypeParam>::kStacks; ++kind) {
        SCOPED_TRACE(kind);
        Random random(7);
        RestingScene<TypeParam> scene;
        scene.addStack(kind, random);
        expectNoEnergyGained(scene, 8.0, 1e-3,
                             [](int i) { return static_cast<float>(1 << (i % 5)) / 240.0f; });
    }
}

/// Bodies without gravity that meet in the middle, or a chain that tumbles through space.
template <class T>
struct FlyingScene : LawScene<T> {
    using L = LawSpace<T>;

    std::vector<ObjectId> ids;

    void fly(const typename Space<T>::Shape& shape, glm::dvec2 at, glm::dvec2 velocity, float spin,
             float mass) {
        BasicBody<typename Space<T>::Dimension> body;
        body.velocity = L::vector(glm::vec2(velocity)), body.angularVelocity = L::spin(spin);
        body.material.restitution = 0.5f;
        ids.push_back(this->add(shape, L::pose(at), body, mass));
    }
    void addSwarm(Random& random) {
        for (int i = 0; i < 12; ++i) {
            const double angle = 0.5 * i + random.uniform(0.0, 0.2), speed = random.uniform(1.0, 8.0);
            const glm::dvec2 out(std::cos(angle), std::sin(angle));
            const auto spin = static_cast<float>(random.uniform(-4.0, 4.0)),
                       mass = static_cast<float>(random.uniform(10.0, 300.0));
            const std::array shapes{L::ball(0.5f), L::box(0.5f, 0.3f), L::capsule(0.3f, 0.25f)};
            fly(shapes[random.below(3)], (2.5 + 0.4 * i) * out, -speed * out, spin, mass);
        }
    }
    void addChain(Random& random, float springHertz) {
        for (int i = 0; i < 6; ++i) {
            const glm::dvec2 velocity(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0));
            fly(L::box(0.4f, 0.1f, 0.1f), {static_cast<double>(i), 0.0}, velocity, 0.0f,
                i % 2 == 0 ? 10.0f : 100.0f);
            EXPECT_FALSE(this->world.setFilter(ids.back(), {.group = -1}));  // joints alone
            if (i > 0) {
                const auto middle = L::pose({i - 0.5, 0.0}).position;
                auto joint = BasicJoint<T>::fixed(this->world, ids[std::size_t(i) - 1], ids.back(), middle);
                joint.turns.twist = JointAxis::free();
                if constexpr (Spatial<T>) {
                    joint.turns.swing = JointAxis::free();
                }
                if (springHertz > 0.0f) {
                    joint.offsets.fill(JointAxis::driven(JointDrive::spring(springHertz, 0.3f)));
                }
                (void)this->dynamics.addJoint(this->world, joint).value();
            }
        }
    }
    struct Momenta {
        glm::dvec2 linear{0.0};
        double angular = 0.0;
        double ways = 0.0, swings = 0.0;  ///< the sums of the sizes of what each body adds
    };
    /// About the origin and z.
    [[nodiscard]] Momenta momenta() const {
        Momenta sum;
        for (const ObjectId id : ids) {
            const auto& mass = this->dynamics.find(id)->mass;
            const double m = static_cast<double>(mass.mass);
            const glm::dvec2 at = this->position(id), p = m * glm::dvec2(this->velocity(id));
            double aboutZ = 0.0;
            if constexpr (Spatial<T>) {
                aboutZ = static_cast<double>(mass.inertia[2][2]);
            } else {
                aboutZ = static_cast<double>(mass.inertia);
            }
            const double ofSpin = aboutZ * this->spin(id);
            sum.linear += p, sum.ways += glm::length(p);
            sum.angular += at.x * p.y - at.y * p.x + ofSpin;
            sum.swings += glm::length(at) * glm::length(p) + std::abs(ofSpin);
        }
        return sum;
    }
};

/// Contacts and joints give to one body what they take from the other, however long the steps are. A contact
/// keeps its arms for a step, so it keeps angular momentum less exactly than a joint.
TYPED_TEST(StepLengths, MomentumIsKept) {
    const auto nextOf = [](int lengths, int i, Random& random) {
        return lengths == 0   ? (i % 2 == 0 ? 1e-4f : 0.05f)
               : lengths == 1 ? static_cast<float>(1 << (i % 5)) / 240.0f
                              : static_cast<float>(std::pow(10.0, random.uniform(-3.5, -1.5)));
    };
    test::forEachTrial(613, test::trialCount(36), [&](Random& random, int trial) {
        const int kind = trial % 3, lengths = trial / 3 % 3;
        FlyingScene<TypeParam> scene;
        kind == 0 ? scene.addSwarm(random) : scene.addChain(random, kind == 1 ? 0.0f : 5.0f);
        const auto start = scene.momenta();
        for (int i = 0; i < 240; ++i) {
            const float dt = nextOf(lengths, i, random);
            scene.step(dt);
            const auto now = scene.momenta();
            ASSERT_LT(glm::distance(now.linear, start.linear), 1e-5 * start.ways)
                << "step " << i << " of " << dt << " s";
            const double most = kind == 0 ? 1e-2 : 1e-4;
            ASSERT_LT(std::abs(now.angular - start.angular), most * std::max(start.swings, now.swings))
                << "step " << i << " of " << dt << " s";
        }
    });
}

}  // namespace
