// Rays on a lattice that touch a convex shape in a point of its border, in line with a plane that supports
// the shape there: at an edge, a corner, along a face, tangent to a round shape. All of them miss.

#include "support/lattice/border_points.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace sat3d;
using test::Random;

template <class T>
class GrazingRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(GrazingRays, Numbers);

TYPED_TEST(GrazingRays, MissAndThoseBelowHit) {
    using T = TypeParam;
    using Vector = glm::vec<3, T>;
    int edges = 0, corners = 0, round = 0, along = 0;
    test::forEachTrial(3411, test::trialCount(60'000), [&](Random& random, int) {
        const test::Supported at = test::supportedConvex(random);
        const glm::vec3 direction = glm::cross(at.normal, test::integers(random, 3));
        if (direction == glm::vec3(0.0f)) {
            return;
        }
        // A quarter turn of a quarter turn's lattice has no rounding in double, and none that matters in
        // float.
        const test::QuarterTurn turn = test::quarterTurn(random);
        const glm::vec3 offset = test::kQuarter * test::integers(random, 40);
        const BasicPose<T> pose{Vector(offset), glm::qua<T>(turn.rotation)};
        const auto inWorld = [&](const glm::vec3& v) { return turn.exact * v; };
        const float back = static_cast<float>(random.below(7));
        BasicRay<T> ray;
        ray.direction = inWorld(direction);
        ray.origin = Vector(offset + inWorld(at.point - back * direction));
        ray.length = random.chance(0.5) ? std::numeric_limits<float>::infinity() : 1e3f;
        ASSERT_FALSE(contains(at.shape, pose, ray.origin));
        ASSERT_NO_FATAL_FAILURE(test::expectMissed(at.shape, pose, ray, 20.0f))
            << "kind " << at.shape.index() << ", back " << back << ", turn " << turn.rotation.w << " point "
            << at.point.x << ' ' << at.point.y << ' ' << at.point.z << " along " << direction.x << ' '
            << direction.y << ' ' << direction.z;
        edges += at.isEdge && back > 0.0f ? 1 : 0;
        corners += !at.isEdge && !at.isRound && back > 0.0f ? 1 : 0;
        round += at.isRound && back > 0.0f ? 1 : 0;
        along += back == 0.0f ? 1 : 0;
        // Deeper than the noise of floats, it hits.
        ray.origin += T(1e-3) * Vector(inWorld(at.inside - at.point));
        ASSERT_TRUE(back == 0.0f || raycast(at.shape, pose, ray)) << "kind " << at.shape.index();
    });
    EXPECT_GT(edges, test::trialCount(5000));
    EXPECT_GT(corners, test::trialCount(5000));
    EXPECT_GT(round, test::trialCount(5000));
    EXPECT_GT(along, test::trialCount(5000));
}

}  // namespace
