// Bodies that are squeezed, or lose a heavy load, are not shot away.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace sat3d;

template <class T>
class SqueezedBodies : public ::testing::Test {};
TYPED_TEST_SUITE(SqueezedBodies, test::LawSpaces);

/// A door closes on one to three bodies at a wall, until they have less room than they need, stays, and
/// opens.
TYPED_TEST(SqueezedBodies, AreNotShotAwayByDoors) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(21, test::trialCount(150), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 3 == 0;
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        (void)scene.addStatic(L::box(40.0f, 1.0f, 40.0f), L::pose({0.0, -1.0}));
        (void)scene.addStatic(L::box(1.0f, 4.0f, 4.0f), L::pose({1.0, 4.0}));
        std::vector<ObjectId> bodies;
        double left = 0.0, narrowest = 1e9;
        for (std::uint32_t i = 0, count = 1 + random.below(3); i < count; ++i) {
            const auto size = static_cast<float>(isLattice ? 0.25 : random.uniform(0.15, 0.5)),
                       other = size * static_cast<float>(isLattice ? 1.0 : random.uniform(0.5, 1.5));
            const auto kind = random.below(3);
            const auto shape = kind == 0   ? L::box(size, other, size)
                               : kind == 1 ? L::ball(size)
                                           : L::capsule(0.5f * size, 0.5f * size);
            left -= isLattice ? size : 1.3 * std::max(size, other);
            const double angle = isLattice ? 0.0 : random.uniform(0.0, 6.0);
            const float mass = random.chance(0.5) ? 100.0f : static_cast<float>(random.uniform(1.0, 1000.0));
            bodies.push_back(scene.add(shape, L::pose({left, 1.5 * std::max(size, other)}, angle), {}, mass));
            left -= isLattice ? size : 1.3 * std::max(size, other);
            narrowest = std::min(narrowest, 2.0 * std::min(size, other));
        }
        const auto doorAt = [](double face) { return L::pose({face - 0.2, 2.01}); };
        const ObjectId door = scene.add(L::box(0.2f, 2.0f, 2.0f), doorAt(left - 0.1), {}, 0.0f);
        const int rate = trial % 4 == 0 ? 240 : trial % 4 == 1 ? 30 : 60;
        const double dt = 1.0 / rate, speed = isLattice ? 2.0 : std::exp(random.uniform(-1.0, 3.0));
        const double closed = -0.5 * narrowest * random.unit();
        double face = left - 0.1;
        for (int i = 0; i < 7 * rate; ++i) {
            const double toward = i < rate ? face : i < 5 * rate ? closed : left - 0.1;
            face += std::clamp(toward - face, -speed * dt, speed * dt);
            scene.dynamics.moveKinematic(door, doorAt(face), static_cast<float>(dt));
            scene.step(static_cast<float>(dt));
            for (const ObjectId id : bodies) {
                const double now = glm::length(scene.velocity(id));
                // What is pushed out of both overlaps gets at most twice maxPushSpeed. Bodies that are
                // squeezed into each other are springs, which part faster.
                EXPECT_LT(now, 2.0 * speed + (bodies.size() == 1 ? 6.0 : 40.0))
                    << speed << " m/s, " << rate << " steps/s, step " << i << ", " << bodies.size()
                    << " bodies";
            }
        }
    });
}

/// A body begins where it has no room: between walls, in a wedge, between balls.
TYPED_TEST(SqueezedBodies, LeaveSlowlyWhereTheyHaveNoRoom) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(23, test::trialCount(180), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 3 == 0;
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        (void)scene.addStatic(L::box(40.0f, 1.0f, 40.0f), L::pose({0.0, -1.0}));
        const std::uint32_t place = random.below(3);
        const double room = isLattice ? 0.4 : random.uniform(0.1, 0.45),
                     lean = isLattice ? 0.5 : random.uniform(0.1, 0.7);
        for (const double side : {-1.0, 1.0}) {
            switch (place) {
                case 0:
                    (void)scene.addStatic(L::box(1.0f, 3.0f, 3.0f), L::pose({side * (1.0 + room), 3.0}));
                    break;
                case 1:
                    (void)scene.addStatic(L::box(0.2f, 3.0f, 3.0f), L::pose({side * 0.5, 3.0}, -side * lean));
                    break;
                default:
                    (void)scene.addStatic(L::ball(1.0f), L::pose({side * (0.4 + room), 1.0}));
            }
        }
        const auto other = static_cast<float>(isLattice ? 0.5 : random.uniform(0.2, 0.6));
        const std::uint32_t kind = random.below(3);
        const auto shape = kind == 0   ? L::box(0.5f, other, other)
                           : kind == 1 ? L::ball(0.5f)
                                       : L::capsule(0.3f, 0.3f);
        const double angle = isLattice ? 0.0 : random.uniform(0.0, 6.0);
        const ObjectId body = scene.add(shape, L::pose({0.0, 0.6}, angle), {}, 100.0f);
        const int rate = trial % 4 == 0 ? 240 : trial % 4 == 1 ? 30 : 60;
        for (int i = 0; i < 4 * rate; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
            // Two overlaps push with up to maxPushSpeed each, and it may fall by some meters.
            EXPECT_LT(glm::length(scene.velocity(body)), 15.0)
                << "place " << place << ", " << rate << " steps/s, step " << i;
        }
    });
}

/// Light plates carry something heavy, which is then gone. They must not jump.
TYPED_TEST(SqueezedBodies, StayWhenTheirLoadIsGone) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(22, test::trialCount(60), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        test::LawScene<T> scene(test::LawScene<T>::onEarth());
        (void)scene.addStatic(L::box(40.0f, 1.0f, 40.0f), L::pose({0.0, -1.0}));
        std::vector<ObjectId> plates;
        const std::uint32_t count = 1 + random.below(2);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto width = static_cast<float>(isLattice ? 0.5 : random.uniform(0.3, 1.0));
            plates.push_back(
                scene.add(L::box(width, 0.05f, 0.5f), L::pose({0.0, 0.05 + 0.1 * i}), {}, 10.0f));
        }
        const double aside = isLattice ? 0.0 : random.uniform(-0.2, 0.2);
        const ObjectId heavy =
            scene.add(L::box(0.3f, 0.3f, 0.3f), L::pose({aside, 0.1 * count + 0.3}), {},
                      static_cast<float>(isLattice ? 50'000.0 : std::exp(random.uniform(5.0, 10.0))));
        const int rate = 30 << random.below(4);
        for (int i = 0; i < rate; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
        }
        if (random.chance(0.5)) {
            EXPECT_TRUE(scene.world.remove(heavy));
        } else {
            EXPECT_FALSE(scene.world.setPose(heavy, L::pose({20.0, 5.0})));
        }
        for (int i = 0; i < rate / 3; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
            for (const ObjectId id : plates) {
                EXPECT_LT(glm::length(scene.velocity(id)), 1.0) << rate << " steps/s, " << count << " plates";
            }
        }
    });
}

}  // namespace
