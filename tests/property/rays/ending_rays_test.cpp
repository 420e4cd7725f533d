// Rays on a lattice that end exactly on a surface, or start exactly there. Whatever rounds, those that end
// there or lead outward miss, and those that lead inward hit at distance 0.

#include "support/lattice/border_points.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// A direction of whole numbers, whose length is one.
glm::vec3 wholeDirection(Random& random) {
    static constexpr std::array<std::array<float, 3>, 5> kSizes{
        {{0, 0, 1}, {1, 2, 2}, {2, 3, 6}, {0, 3, 4}, {4, 4, 7}}};
    auto sizes = kSizes[random.below(kSizes.size())];
    std::swap(sizes[0], sizes[random.below(3)]);
    std::swap(sizes[1], sizes[1 + random.below(2)]);
    const auto sign = [&] { return random.chance(0.5) ? 1.0f : -1.0f; };
    const float x = sign(), y = sign();
    return glm::vec3(x, y, sign()) * glm::vec3(sizes[0], sizes[1], sizes[2]);
}

/// The surface of a polyhedron as a watertight mesh, within one of its triangles: at their edges a front face
/// is also met from behind another one.
test::Supported supportedMesh(Random& random) {
    const Shape shape = random.chance(0.5) ? test::supportedHull(random).shape
                                           : Shape(*ConvexHull::box(test::integers(random, 1) + 2.0f));
    const ConvexHull& hull = std::get<ConvexHull>(shape);
    test::TriangleList list;
    list.vertices.assign(hull.vertices().begin(), hull.vertices().end());
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        const auto corners = hull.faceVertices(face);
        for (std::size_t i = 2; i < corners.size(); ++i) {
            list.indices.insert(list.indices.end(), {corners[0], corners[i - 1], corners[i]});
        }
    }
    const TriangleMesh mesh = test::meshOf(list, Sides::Front);
    const auto [a, b, c] = mesh.triangle(random.below(mesh.triangleCount())).corners;
    return {mesh, 0.5f * c + 0.25f * (a + b), glm::cross(b - a, c - a), glm::vec3(0.0f)};
}

/// A terrain of steps of a quarter, at a point in its middle.
test::Supported supportedTerrain(Random& random) {
    std::vector<float> heights(16);
    for (float& height : heights) {
        height = test::kQuarter * static_cast<float>(random.below(3));
    }
    const HeightField field = test::fieldOf(heights, 4);
    const Triangle at = field.triangle(8 + random.below(2));
    const float share = test::kQuarter * static_cast<float>(random.below(5)),
                other = (1.0f - share) * 0.5f * static_cast<float>(random.below(3));
    test::Supported result{field, at.corners[0], {0, 0, 1}, glm::vec3(0.0f)};
    result.point += share * (at.corners[1] - at.corners[0]) + other * (at.corners[2] - at.corners[0]);
    return result;
}

test::Supported latticeHalfSpace(Random& random) {
    const int axis = test::between(random, 0, 2);
    test::Supported result{{}, test::kQuarter * test::integers(random, 8), glm::vec3(0.0f), glm::vec3(0.0f)};
    result.normal[axis] = random.chance(0.5) ? 1.0f : -1.0f;
    result.shape = HalfSpace{result.normal, result.normal[axis] * result.point[axis]};
    return result;
}

/// Any shape that is no compound.
test::Supported supportedAny(Random& random) {
    switch (random.below(8)) {
        case 0:
            return latticeHalfSpace(random);
        case 1:
            return supportedTerrain(random);
        case 2:
        case 3:
            return supportedMesh(random);
        default:
            return test::supportedConvex(random);
    }
}

template <class T>
class EndingRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(EndingRays, Numbers);

TYPED_TEST(EndingRays, EndOnASurfaceWithoutAHitAndStartThereAtDistance0) {
    using T = TypeParam;
    using Vector = glm::vec<3, T>;
    std::array<int, std::variant_size_v<Shape>> ends{}, outward{}, inward{};
    test::forEachTrial(3412, test::trialCount(60'000), [&](Random& random, int) {
        const test::Supported at = supportedAny(random);
        const std::size_t kind = at.shape.index();
        const bool isTerrain = std::holds_alternative<HeightField>(at.shape);
        const glm::vec3 direction = wholeDirection(random);
        const float rise = glm::dot(at.normal, direction), length = glm::length(direction);
        if (rise == 0.0f || (isTerrain && std::abs(rise) < 0.8f * length)) {
            return;
        }
        const test::QuarterTurn turn = test::quarterTurn(random);
        const glm::vec3 offset = test::kQuarter * test::integers(random, 40);
        const BasicPose<T> pose{Vector(offset), glm::qua<T>(turn.rotation)};
        const auto inWorld = [&](const glm::vec3& v) { return Vector(offset + turn.exact * v); };
        const float back = test::kQuarter * static_cast<float>(test::between(random, 1, 12));
        SCOPED_TRACE("kind " + std::to_string(kind) + ", back " + std::to_string(back) + ", point " +
                     std::to_string(at.point.x) + " " + std::to_string(at.point.y) + " " +
                     std::to_string(at.point.z) + " along " + std::to_string(direction.x) + " " +
                     std::to_string(direction.y) + " " + std::to_string(direction.z));
        BasicRay<T> ray{inWorld(at.point), turn.exact * direction, back * length};
        ASSERT_FALSE(contains(at.shape, pose, ray.origin));
        if (rise > 0.0f) {
            ASSERT_NO_FATAL_FAILURE(test::expectMissed(at.shape, pose, ray, ray.length));
            ++outward[kind];
            return;
        }
        const bool leadsInward =
            isTerrain || contains(at.shape, pose, inWorld(at.point + 0x1p-12f * direction));
        if (leadsInward) {
            const auto hit = raycast(at.shape, pose, ray);
            ASSERT_TRUE(hit);
            ASSERT_TRUE(raycastAny(at.shape, pose, ray));
            EXPECT_EQ(hit->entry.distance, 0.0f);
            EXPECT_FALSE(hit->startedInside);
            EXPECT_LT(glm::dot(hit->entry.normal, ray.direction), 0.0f);
            ++inward[kind];
        }
        ray.origin = inWorld(at.point - back * direction);
        ASSERT_NO_FATAL_FAILURE(test::expectMissed(at.shape, pose, ray, ray.length));
        ++ends[kind];
        ray.length += 1e-3f;
        ASSERT_EQ(leadsInward, raycast(at.shape, pose, ray).has_value());
    });
    const std::size_t compound = Shape(test::compoundOf({{Sphere{}, {}}})).index();
    for (std::size_t kind = 0; kind < ends.size(); ++kind) {
        if (kind != compound) {  // expectMissed() tries compounds of each other kind
            EXPECT_GT(std::min({ends[kind], outward[kind], inward[kind]}), test::trialCount(300))
                << kind << ": " << ends[kind] << ' ' << outward[kind] << ' ' << inward[kind];
        }
    }
}

}  // namespace
