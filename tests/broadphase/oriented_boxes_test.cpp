// The oriented boxes of pairs, against the distance of two boxes.

#include "broadphase/oriented_boxes.hpp"

#include "golden/on_every_target.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/box.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

using namespace sat3d;
using test::Random;

struct Placed {
    LocalBox box;
    Pose pose;

    [[nodiscard]] Box shape() const { return {.center = box.center, .halfExtents = box.halfExtents}; }
};

/// A box of a random size and shape, somewhere near the origin.
Placed randomBox(Random& random, double size) {
    Placed placed;
    for (int axis = 0; axis < 3; ++axis) {
        placed.box.halfExtents[axis] = static_cast<float>(size * std::exp2(random.uniform(-4.0, 0.0)));
    }
    placed.box.center = glm::vec3(random.inBox(0.3 * size));
    placed.pose = {glm::vec3(random.inBox(0.7 * size)), glm::quat(random.rotation())};
    if (random.chance(0.2)) {  // parallel edges
        placed.pose.rotation = glm::quat(1.0f, glm::vec3(0.0f));
    }
    placed.pose.rotation *= static_cast<float>(random.uniform(0.9995, 1.0005));  // as exact as worlds demand
    return placed;
}

/// Tests pairs of boxes of which lane 0 is interesting; the others are repeated.
std::uint32_t nearBits(const Placed (&a)[OrientedBoxPairs::kSize], const Placed (&b)[OrientedBoxPairs::kSize],
                       float margin) {
    OrientedBoxPairs pairs;
    for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
        pairs.boxA[i] = &a[i].box;
        pairs.boxB[i] = &b[i].box;
        pairs.poseA[i] = &a[i].pose;
        pairs.poseB[i] = &b[i].pose;
    }
    return findNear(pairs, margin);
}

TEST(OrientedBoxes, OnlyThoseBeyondTheMarginAreFar) {
    test::onEveryTarget([] {
        Random random(821);
        std::size_t near = 0, far = 0, missed = 0;
        for (int trial = 0; trial < 2000; ++trial) {
            const double size = std::exp2(random.uniform(-10.0, 10.0));
            const float margin =
                random.chance(0.5) ? 0.0f : static_cast<float>(random.uniform(0.0, 0.5 * size));
            Placed a[OrientedBoxPairs::kSize], b[OrientedBoxPairs::kSize];
            for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
                a[i] = randomBox(random, size);
                b[i] = randomBox(random, size);
            }
            const std::uint32_t bits = nearBits(a, b, margin);
            for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
                const float gap = distance(a[i].shape(), a[i].pose, b[i].shape(), b[i].pose).separation;
                const bool isNear = (bits >> i & 1) != 0;
                ASSERT_TRUE(isNear || gap > margin) << "trial " << trial << ", lane " << i;
                ++(isNear ? near : far);
                missed += isNear && gap > margin ? 1 : 0;
            }
        }
        EXPECT_GT(near, 5000u);
        EXPECT_GT(far, 5000u);
        EXPECT_LT(missed, far / 5) << "far pairs that the axes do not separate";
    });
}

TEST(OrientedBoxes, FarFromTheOriginAPositionIsExact) {
    Random random(822);
    std::size_t near = 0, far = 0;
    for (int trial = 0; trial < 500; ++trial) {
        Placed a[OrientedBoxPairs::kSize], b[OrientedBoxPairs::kSize];
        for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
            a[i] = randomBox(random, 1.0);
            b[i] = randomBox(random, 1.0);
            for (Placed* placed : {&a[i], &b[i]}) {
                placed->pose.position += glm::vec3(1e6f, -2e6f, 3e6f);
            }
        }
        const std::uint32_t bits = nearBits(a, b, 0.0f);
        for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
            const bool isNear = (bits >> i & 1) != 0;
            ASSERT_TRUE(isNear ||
                        distance(a[i].shape(), a[i].pose, b[i].shape(), b[i].pose).separation > 0.0f);
            ++(isNear ? near : far);
        }
    }
    EXPECT_GT(near, 1000u);
    EXPECT_GT(far, 1000u);
}

TEST(OrientedBoxes, UnboundedOnesAreNeverFar) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity(),
                    kNan = std::numeric_limits<float>::quiet_NaN();
    const Aabb bounds[] = {{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0.0f}},
                           {{-3e38f, -3e38f, -3e38f}, {3e38f, 3e38f, 3e38f}},
                           {{kNan, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}};
    for (const Aabb& box : bounds) {
        Placed a[OrientedBoxPairs::kSize], b[OrientedBoxPairs::kSize];
        for (std::size_t i = 0; i < OrientedBoxPairs::kSize; ++i) {
            a[i] = {LocalBox(box), Pose{}};
            b[i] = {LocalBox(Aabb{{-1, -1, -1}, {1, 1, 1}}), Pose{{0.0f, 0.0f, 100.0f + 50.0f * float(i)}}};
        }
        EXPECT_EQ(nearBits(a, b, 0.0f), 0xffffu);
        EXPECT_EQ(nearBits(b, a, 0.0f), 0xffffu);
    }
}

}  // namespace
