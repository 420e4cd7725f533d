#include "support/hulls.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/compound.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <span>
#include <type_traits>

namespace {

using namespace sat3d;
using test::at;

const Sphere kBall{{0, 0, 0}, 1.0f};
const Box kCube{{0, 0, 0}, {1, 1, 1}};

// The result of collide() with many manifolds is a span and a condition.
static_assert(std::constructible_from<bool, ManifoldSpan> && !std::convertible_to<ManifoldSpan, bool>);
static_assert(std::convertible_to<ManifoldSpan, std::span<const Manifold>>);

template <class... Motions>
concept CanSweep = requires(const Motions&... motions) {
    { sweep(kBall, Pose{}, kCube, Pose{}, motions...) } -> std::same_as<Sweep>;
};
static_assert(CanSweep<LinearMotion> && CanSweep<RigidMotion, RigidMotion>);
static_assert(CanSweep<glm::vec3> && CanSweep<RigidMotion>);
static_assert(CanSweep<glm::vec3, glm::vec3> && CanSweep<RigidMotion, SweepOptions>);
static_assert(!CanSweep<float>);

TEST(FirstGuess, ManifoldSpanIsTrueIfShapesCollide) {
    std::array<Manifold, 2> manifolds;
    if (const auto contacts = collide(kBall, at(0, 0, 0), kCube, at(1.5f, 0, 0), manifolds)) {
        EXPECT_EQ(contacts.size(), 1u);
        EXPECT_EQ(contacts.data(), manifolds.data());
    } else {
        ADD_FAILURE() << "they overlap";
    }
    EXPECT_FALSE(collide(kBall, at(0, 0, 0), kCube, at(5, 0, 0), manifolds));
}

TEST(FirstGuess, ASingleMotionMovesA) {
    const glm::vec3 translation(4, 0, 0);
    const Sweep expected = sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), LinearMotion{translation, {}});
    const Sweep translated = sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), translation);
    ASSERT_EQ(translated.status, SweepStatus::Hit);
    EXPECT_EQ(translated.fraction, expected.fraction);
    EXPECT_EQ(translated.point, expected.point);
    const glm::vec3 back(-1, 0, 0);
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), translation, back).fraction,
              sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), LinearMotion{translation, back}).fraction);
    const RigidMotion rigid{.translation = translation};
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid).fraction,
              sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid, RigidMotion{}).fraction);
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid, SweepOptions{.skin = 0.1f}).fraction,
              sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid, RigidMotion{}, {.skin = 0.1f}).fraction);
}

}  // namespace
