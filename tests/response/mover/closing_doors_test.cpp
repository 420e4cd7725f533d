// A mover between two doors that close is called crushed, and does not come out behind one of them.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace sat3d;

template <class T>
class ClosingDoors : public ::testing::Test {
protected:
    static typename Space<T>::Shape uprightCapsule() {
        if constexpr (Spatial<T>) {
            return Capsule{{0.0f, -0.6f, 0.0f}, {0.0f, 0.6f, 0.0f}, 0.3f};
        } else {
            return PlanarCapsule{{0.0f, -0.6f}, {0.0f, 0.6f}, 0.3f};
        }
    }
};
TYPED_TEST_SUITE(ClosingDoors, test::LawSpaces);

/// Doors of 2 to 50 cm, higher or lower than the mover, of which one may stand still.
TYPED_TEST(ClosingDoors, CrushAMover) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::forEachTrial(31, test::trialCount(200), [&](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        const auto draw = [&](double step, double from, double to) {
            return isLattice ? from + step * random.below(static_cast<std::uint32_t>((to - from) / step) + 1)
                             : random.uniform(from, to);
        };
        const double height = draw(0.5, 1.0, 2.5), start = draw(0.1, -0.2, 0.2),
                     dt = 1.0 / (30 << random.below(3));
        struct Door {
            double face, speed, half;
            ObjectId id;
        } doors[2];
        BasicWorld<T> world;
        (void)world.add(
            {.shape = L::box(20.0f, 1.0f, 20.0f), .pose = L::pose({0.0, -1.0}), .kind = ObjectKind::Static});
        const auto poseOf = [&](const Door& door, double side) {
            return L::pose({door.face + side * door.half, 0.5 * height});
        };
        const bool isOneStill = random.below(3) == 0;
        for (const int i : {0, 1}) {
            const double side = i == 0 ? -1.0 : 1.0;
            doors[i] = {0.8 * side,
                        i == 1 && isOneStill ? 0.0 : -side * draw(0.25, 0.25, 3.0),
                        draw(0.05, 0.01, 0.25),
                        {}};
            doors[i].id = *world.add(
                {.shape = L::box(static_cast<float>(doors[i].half), static_cast<float>(0.5 * height), 2.0f),
                 .pose = poseOf(doors[i], side)});
        }
        const auto shape = random.chance(0.5) ? L::box(0.3f, 0.9f, 0.3f) : TestFixture::uprightCapsule();
        BasicMoved<T> moved;
        moved.pose = L::pose({start, 0.91});
        BasicMoveOptions<typename Space<T>::Dimension> options;
        options.up = L::vector({0.0f, 1.0f});
        typename Space<T>::Motion fall;
        fall.translation = L::vector({0.0f, -0.05f});
        while (!moved.isCrushed && doors[1].face - doors[0].face > 0.05) {
            for (const int i : {0, 1}) {
                doors[i].face += doors[i].speed * dt;
                (void)world.setPose(doors[i].id, poseOf(doors[i], i == 0 ? -1.0 : 1.0));
            }
            moved = moveAndSlide(world, shape, moved.pose, fall, options);
            ASSERT_GT(static_cast<double>(moved.pose.position.x), doors[0].face);
            ASSERT_LT(static_cast<double>(moved.pose.position.x), doors[1].face);
            if (doors[1].face - doors[0].face > 0.65) {
                EXPECT_FALSE(moved.isCrushed) << "there is room";
            }
        }
        EXPECT_TRUE(moved.isCrushed);
    });
}

}  // namespace
