#include "support/hulls.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/sat3d.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::kBall;
using test::kCube;

// The result of collide() with many manifolds is a span and a condition.
static_assert(std::constructible_from<bool, ManifoldSpan> && !std::convertible_to<ManifoldSpan, bool>);
static_assert(std::convertible_to<ManifoldSpan, std::span<const Manifold>>);

template <class... Motions>
concept CanSweep = requires(const Motions&... motions) {
    { sweep(kBall, Pose{}, kCube, Pose{}, motions...) } -> std::same_as<Sweep>;
};
static_assert(CanSweep<glm::vec3> && CanSweep<glm::vec3, SweepOptions>);
static_assert(CanSweep<RigidMotion> && CanSweep<RigidMotion, RigidMotion>);
static_assert(!CanSweep<float>);

// Calls as a user writes them first. Each has one natural meaning, so it must compile.
template <class Hull, class Any, class Model>
concept FirstGuesses = requires(const Hull& hull, const Any& any, const Model& model, const Pose& pose,
                                const Ray& ray, const glm::vec3& point, std::vector<Manifold> many) {
    { pose* point } -> std::same_as<glm::vec3>;
    { pose* pose } -> std::same_as<Pose>;
    { pose.inverse() } -> std::same_as<Pose>;
    { pose.matrix() } -> std::same_as<glm::mat4>;
    { interpolated(pose, pose, 0.5f) } -> std::same_as<Pose>;
    { overlaps(hull, pose, kBall, pose) } -> std::same_as<bool>;
    { contains(hull, pose, point) } -> std::same_as<bool>;
    { distance(hull, pose, any, pose).separation } -> std::convertible_to<float>;
    { penetration(any, pose, any, pose) } -> std::same_as<std::optional<Penetration>>;
    { penetration(hull, pose, hull, pose, {.margin = 0.1f}) } -> std::same_as<std::optional<Penetration>>;
    { collide(any, pose, hull, pose, many) } -> std::same_as<ManifoldSpan>;
    { raycast(hull, pose, Ray{point, point}) } -> std::same_as<std::optional<RayHit>>;
    { raycast(any, pose, ray) } -> std::same_as<std::optional<RayHit>>;
    { bounds(hull, pose) } -> std::same_as<Aabb>;
    { bounds(model, pose) } -> std::same_as<Aabb>;
    { join(Aabb{}, bounds(any, pose)) } -> std::same_as<Aabb>;
    { join(Aabb{}, point) } -> std::same_as<Aabb>;
    { Aabb{}.isEmpty() } -> std::same_as<bool>;
    { support(hull, point) } -> std::same_as<glm::vec3>;
    { massProperties(hull).volume } -> std::convertible_to<float>;
    {simplify(hull, 16)};
    {poseFromMatrix(glm::mat4(1.0f))};
    { ConvexHull::fromPoints(std::vector<glm::vec3>{}).value() } -> std::convertible_to<Hull>;
    {std::vector<Shape>{hull, kBall, kCube}};
    { toString(SweepStatus::Hit) } -> std::same_as<std::string_view>;
    { toString(FeaturePair::Kind::FaceA) } -> std::same_as<std::string_view>;
};
static_assert(FirstGuesses<ConvexHull, Shape, CollisionModel>);

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
    const Sweep expected = sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), {translation});
    const Sweep translated = sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), translation);
    ASSERT_EQ(translated.status, SweepStatus::Hit);
    EXPECT_EQ(translated.fraction, expected.fraction);
    EXPECT_EQ(translated.point, expected.point);
    const RigidMotion rigid{.translation = translation, .localCenter = {1, 2, 3}};
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid).fraction, expected.fraction);
    const glm::vec3 back(-1, 0, 0);
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), {translation}, {back}).fraction,
              sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), translation - back).fraction);
    EXPECT_EQ(sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), translation, {.skin = 0.1f}).fraction,
              sweep(kBall, at(0, 0, 0), kCube, at(4, 0, 0), rigid, {}, {.skin = 0.1f}).fraction);
}

}  // namespace
