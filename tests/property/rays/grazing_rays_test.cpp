// Rays on a lattice that touch a convex shape in a point of its border, in line with a plane that supports
// the shape there: at an edge, a corner, along a face, tangent to a round shape. All of them miss.

#include "support/hulls.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kQuarter = 0.25f;

/// A convex shape, a point of its border, and an outward normal there. All numbers are multiples of a
/// quarter.
struct Supported {
    Shape shape;
    glm::vec3 point, normal, inside;
    bool isEdge = false, isRound = false;
};

int between(Random& random, int lowest, int highest) {
    return lowest + static_cast<int>(random.below(static_cast<std::uint32_t>(highest - lowest + 1)));
}
glm::vec3 integers(Random& random, int reach) {
    const int x = between(random, -reach, reach), y = between(random, -reach, reach);
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(between(random, -reach, reach))};
}

/// A box, at an edge, a corner, or a point of a face.
Supported supportedBox(Random& random) {
    Supported result;
    const glm::vec3 half = kQuarter * (integers(random, 2) + 3.0f);
    const bool isHull = random.chance(0.5);
    const glm::vec3 center = isHull ? glm::vec3(0.0f) : kQuarter * integers(random, 6);
    result.inside = result.point = center;
    int faces = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int side = between(random, -1, 1);  // 0: between the two faces
        faces += side != 0 ? 1 : 0;
        result.point[axis] += side != 0 ? static_cast<float>(side) * half[axis]
                                        : kQuarter * static_cast<float>(between(random, -1, 1)) * half[axis];
        result.normal[axis] = static_cast<float>(side * between(random, 1, 5));
    }
    result.isEdge = faces == 2;
    result.shape = isHull ? Shape(*ConvexHull::box(half)) : Shape(Box{center, half});
    return result;
}

/// A tetrahedron or a pyramid, at an edge or a corner: the normal is between those of two faces.
Supported supportedHull(Random& random) {
    for (;;) {
        std::vector<glm::vec3> points(4 + random.below(3));
        for (glm::vec3& point : points) {
            point = integers(random, 4);
        }
        const auto hull = ConvexHull::fromPoints(points);
        if (!hull) {
            continue;
        }
        // Any supporting plane of integers: the farthest points along a random normal.
        const glm::vec3 first = points[random.below(static_cast<std::uint32_t>(points.size()))],
                        along = integers(random, 3);
        const glm::vec3 normal = glm::cross(first, along) != glm::vec3(0.0f) && random.chance(0.5)
                                     ? glm::cross(first, along)
                                     : integers(random, 3);
        if (normal == glm::vec3(0.0f)) {
            continue;
        }
        Supported result{*hull, points.front(), normal, glm::vec3(0.0f)};
        for (const glm::vec3& point : points) {
            result.inside += point / static_cast<float>(points.size());
            if (glm::dot(normal, point) > glm::dot(normal, result.point)) {
                result.point = point;
            }
        }
        for (const glm::vec3& point : points) {  // the middle of an edge, if one lies in the plane
            if (point != result.point && glm::dot(normal, point) == glm::dot(normal, result.point)) {
                result.point = 0.5f * (result.point + point);
                result.isEdge = true;
                break;
            }
        }
        return result;
    }
}

/// A sphere or a capsule, at a point whose normal has whole numbers: 2, 3, 6 and 7.
Supported supportedRound(Random& random) {
    std::array numbers{2.0f, 3.0f, 6.0f};
    std::swap(numbers[0], numbers[random.below(3)]);
    std::swap(numbers[1], numbers[1 + random.below(2)]);
    glm::vec3 out;
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = (random.chance(0.5) ? 1.0f : -1.0f) * numbers[static_cast<std::size_t>(axis)];
    }
    const glm::vec3 center = kQuarter * integers(random, 4);
    Supported result{Sphere{center, 7.0f * kQuarter}, center + kQuarter * out, out, center, false, true};
    if (random.chance(0.6)) {
        const glm::vec3 beside = glm::cross(out, integers(random, 1));
        const glm::vec3 end = center + kQuarter * (random.chance(0.7) ? beside : -out);
        result.shape = random.chance(0.5) ? Capsule{center, end, 7.0f * kQuarter}
                                          : Capsule{end, center, 7.0f * kQuarter};
        result.point += 0.25f * static_cast<float>(random.below(3)) *
                        (glm::dot(end - center, out) == 0.0f ? end - center : glm::vec3(0.0f));
    }
    return result;
}

/// Quarter turns: the lattice stays one.
const std::array<glm::quat, 4> kTurns{glm::quat(1, 0, 0, 0), glm::quat(0, 1, 0, 0),
                                      glm::quat(0.70710678f, 0, 0.70710678f, 0),
                                      glm::quat(0.5f, 0.5f, 0.5f, 0.5f)};

template <class T>
void expectMissed(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray) {
    std::array<std::optional<RayHit>, 1> ofBatch;
    raycastBatch(shape, pose, std::span(&ray, 1), ofBatch);
    std::array<RayHit, 2> all;
    std::array<MovingRayHit, 2> moving;
    ASSERT_FALSE(raycast(shape, pose, ray));
    ASSERT_FALSE(raycastAny(shape, pose, ray));
    ASSERT_FALSE(ofBatch[0]);
    ASSERT_TRUE(raycastAll(shape, pose, ray, all).empty());
    BasicRay<T> path = ray;
    path.length = 20.0f;
    ASSERT_TRUE(raycastAll(shape, pose, RigidMotion{}, path, moving).empty());
    const Shape compound = std::visit(
        [](const auto& known) {
            if constexpr (requires { CompoundChild{known, Pose{}}; }) {
                return Shape(test::compoundOf({{known, Pose{}}}));
            }
            return Shape(known);
        },
        shape);
    ASSERT_FALSE(raycast(compound, pose, ray));
    ASSERT_TRUE(raycastAll(compound, pose, RigidMotion{}, path, moving).empty());
    BasicWorld<T> world;
    ASSERT_TRUE(world.add({.shape = shape, .pose = pose}));
    std::array<PiercedPlate, 2> plates;
    ASSERT_TRUE(shootThrough(world, BasicObjectMotions<T>{}, path, plates).empty());
}

template <class T>
class GrazingRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(GrazingRays, Numbers);

TYPED_TEST(GrazingRays, MissAndThoseBelowHit) {
    using T = TypeParam;
    using Vector = glm::vec<3, T>;
    int edges = 0, corners = 0, round = 0, below = 0, along = 0;
    test::forEachTrial(3411, test::trialCount(60'000), [&](Random& random, int) {
        const Supported at = random.chance(0.4)   ? supportedBox(random)
                             : random.chance(0.5) ? supportedHull(random)
                                                  : supportedRound(random);
        const glm::vec3 direction = glm::cross(at.normal, integers(random, 3));
        if (direction == glm::vec3(0.0f)) {
            return;
        }
        // A quarter turn of a quarter turn's lattice has no rounding in double, and none that matters in
        // float.
        const glm::quat turn = kTurns[random.below(kTurns.size())];
        const glm::mat3 exact(glm::round(glm::mat3_cast(turn)[0]), glm::round(glm::mat3_cast(turn)[1]),
                              glm::round(glm::mat3_cast(turn)[2]));
        const glm::vec3 offset = kQuarter * integers(random, 40);
        const BasicPose<T> pose{Vector(offset), glm::qua<T>(turn)};
        const auto inWorld = [&](const glm::vec3& v) { return exact * v; };
        const float back = static_cast<float>(random.below(7));
        BasicRay<T> ray;
        ray.direction = inWorld(direction);
        ray.origin = Vector(offset + inWorld(at.point - back * direction));
        ray.length = random.chance(0.5) ? std::numeric_limits<float>::infinity() : 1e3f;
        ASSERT_FALSE(contains(at.shape, pose, ray.origin));
        ASSERT_NO_FATAL_FAILURE(expectMissed(at.shape, pose, ray))
            << "kind " << at.shape.index() << ", back " << back << ", turn " << turn.w << " point "
            << at.point.x << ' ' << at.point.y << ' ' << at.point.z << " along " << direction.x << ' '
            << direction.y << ' ' << direction.z;
        edges += at.isEdge && back > 0.0f ? 1 : 0;
        corners += !at.isEdge && !at.isRound && back > 0.0f ? 1 : 0;
        round += at.isRound && back > 0.0f ? 1 : 0;
        along += back == 0.0f ? 1 : 0;
        // Deeper than the noise of floats, it hits.
        ray.origin += T(1e-3) * Vector(inWorld(at.inside - at.point));
        ASSERT_TRUE(back == 0.0f || raycast(at.shape, pose, ray)) << "kind " << at.shape.index();
        below += back > 0.0f ? 1 : 0;
    });
    EXPECT_GT(edges, test::trialCount(5000));
    EXPECT_GT(corners, test::trialCount(5000));
    EXPECT_GT(round, test::trialCount(5000));
    EXPECT_GT(along, test::trialCount(5000));
    EXPECT_GT(below, test::trialCount(20'000));
}

}  // namespace
