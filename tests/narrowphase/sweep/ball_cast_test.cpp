#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;

struct BallCasts {
    int hits = 0, misses = 0;
    int onFaces = 0, onEdges = 0, onVertices = 0;
};

/// Multiples of a quarter, or any numbers.
glm::vec3 placeFor(Random& random, bool isOnLattice, double reach) {
    const glm::dvec3 any = random.inBox(reach);
    return isOnLattice ? glm::vec3(0.25 * glm::round(4.0 * any)) : glm::vec3(any);
}

/// The cast beside that by GJK, and the distance at its end.
void checkBallCast(const ConvexProxy& ball, const ConvexProxy& b, const glm::dvec3& motion,
                   BallCasts& casts) {
    const Separation start{gjk(ball, b).distance - ball.convexRadius(), gjk(ball, b).normalAToB, {}, {}, {}};
    if (!(start.separation > 1e-4)) {
        return;
    }
    const std::optional<CastHit> hit = ballCast(ball, b, motion, start, 0.0),
                                 general = linearCast(ball, b, motion, start);
    ASSERT_EQ(hit.has_value(), general.has_value());
    ++(hit ? casts.hits : casts.misses);
    if (!hit) {
        return;
    }
    EXPECT_NEAR(hit->fraction, general->fraction, 1e-7);
    ConvexProxy moved = b;
    moved.move(hit->fraction * motion);
    const GjkResult there = gjk(ball, moved);
    EXPECT_NEAR(there.distance, ball.convexRadius(), 2e-7);
    EXPECT_LT(glm::length(there.normalAToB - hit->contact.normalAToB), 1e-6);
    EXPECT_LT(glm::length(there.onB - hit->contact.points->onB), 1e-6);
    EXPECT_LT(glm::length(there.onA + ball.convexRadius() * there.normalAToB - hit->contact.points->onA),
              1e-6);
    EXPECT_EQ(hit->contact.features, featuresOf(ball, moved, there));
    using Kind = FeaturePair::Kind;
    const Kind kind = hit->contact.features.kind;
    ++(kind == Kind::FaceB ? casts.onFaces : kind == Kind::VertexEdge ? casts.onEdges : casts.onVertices);
}

template <class MakeB>
void checkBallCasts(std::uint32_t seed, const MakeB& makeB) {
    BallCasts casts;
    test::forEachTrial(seed, test::trialCount(3000), [&](Random& random, int trial) {
        const bool isOnLattice = trial % 2 == 0;
        const Sphere sphere{glm::vec3(0.0f), float(random.uniform(0.05, 1.0))};
        const auto b = makeB(random, isOnLattice);
        const glm::dmat3 turn = isOnLattice ? glm::dmat3(1.0) : glm::mat3_cast(glm::dquat(random.rotation()));
        const ConvexProxy ball(sphere, {glm::dmat3(1.0), glm::dvec3(placeFor(random, isOnLattice, 3.0))}),
            target(b, {turn, glm::dvec3(placeFor(random, isOnLattice, 1.0))});
        const glm::dvec3 aside(placeFor(random, isOnLattice, 1.5));
        checkBallCast(ball, target, 1.5 * (ball.center() - target.center()) + aside, casts);
    });
    EXPECT_GT(casts.misses, test::trialCount(300));
    EXPECT_GT(casts.onFaces, test::trialCount(100));
    EXPECT_GT(casts.onEdges, test::trialCount(100));
    EXPECT_GT(casts.onVertices, test::trialCount(30));
}

TEST(BallCast, AgainstABoxIsTheCastByGjk) {
    checkBallCasts(821, [](Random& random, bool isOnLattice) {
        const glm::vec3 half = glm::abs(placeFor(random, isOnLattice, 1.0));
        return Box{.halfExtents = half};
    });
}

TEST(BallCast, AgainstATriangleIsTheCastByGjk) {
    checkBallCasts(822, [](Random& random, bool isOnLattice) {
        for (;;) {
            const glm::vec3 a = placeFor(random, isOnLattice, 1.5), b = placeFor(random, isOnLattice, 1.5),
                            c = placeFor(random, isOnLattice, 1.5);
            if (glm::length(glm::cross(b - a, c - a)) > 1e-2f) {
                return detail::SurfaceTriangle{{{a, b, c}}, Sides::Both};
            }
        }
    });
}

}  // namespace
