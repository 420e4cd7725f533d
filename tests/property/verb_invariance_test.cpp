// Invariance of verbs for every type of shape under rigid motion, mirroring and the unit of length. (For
// penetrationBatch, see invariance_test.cpp.)

#include "support/difference.hpp"
#include "support/random_convex.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;

/// The accuracy in meters, for shapes of about one meter whose mapped numbers are rounded to float.
constexpr double kVerbTolerance = 1e-6;

/// point -> stretch * rigid(point), with a scale or a mirror as the stretch.
struct VerbMap {
    DPose rigid;
    double scale = 1.0;
    bool mirror = false;

    [[nodiscard]] glm::dvec3 direction(glm::dvec3 d) const {
        d = rigid.rotation * d;
        return mirror ? glm::dvec3(-d.x, d.y, d.z) : d;
    }
    [[nodiscard]] glm::dvec3 point(const glm::dvec3& p) const { return scale * (direction(p) + shift()); }
    /// The pose of a shape that shape() maps.
    [[nodiscard]] DPose pose(const DPose& pose) const {
        glm::dquat q = rigid.rotation * pose.rotation;
        if (mirror) {
            q = glm::dquat(q.w, q.x, -q.y, -q.z);
        }
        return {point(pose.position), q};
    }
    [[nodiscard]] ConvexShape shape(const ConvexShape& shape) const {
        const auto s = static_cast<float>(scale);
        const glm::mat3 map(glm::vec3(mirror ? -s : s, 0, 0), glm::vec3(0, s, 0), glm::vec3(0, 0, s));
        return *transformed(shape, map);
    }

private:
    [[nodiscard]] glm::dvec3 shift() const {
        return mirror ? glm::dvec3(-rigid.position.x, rigid.position.y, rigid.position.z) : rigid.position;
    }
};

struct VerbScene {
    ConvexShape a, b;
    DPose poseA, poseB;
    glm::dvec3 way, origin, aim, inside;  ///< B's motion, a ray, and a point

    VerbScene(Random& random, std::size_t typeA, std::size_t typeB)
        : a(test::randomConvex(random, typeA)),
          b(test::randomConvex(random, typeB)),
          poseA{random.inBox(1.0), random.rotation()},
          poseB{random.inBox(2.2), random.rotation()} {
        const glm::dvec3 middleA(bounds(a, poseA).center()), middleB(bounds(b, poseB).center());
        const double factor = random.uniform(0.5, 2.0);
        way = (middleA - middleB + random.inBox(1.5)) * factor;
        origin = middleA + 5.0 * random.direction();
        aim = middleA + random.inBox(0.8) - origin;
        inside = middleA + random.inBox(1.0);
    }
    VerbScene(const VerbScene& scene, const VerbMap& map)
        : a(map.shape(scene.a)),
          b(map.shape(scene.b)),
          poseA(map.pose(scene.poseA)),
          poseB(map.pose(scene.poseB)),
          way(map.scale * map.direction(scene.way)),
          origin(map.point(scene.origin)),
          aim(map.direction(scene.aim)),
          inside(map.point(scene.inside)) {}

    [[nodiscard]] DSweep sweptB() const { return sweep(a, poseA, b, poseB, {}, {glm::vec3(way)}); }
    [[nodiscard]] std::optional<RayHit> hitA() const {
        return raycast(a, poseA, DRay{origin, glm::vec3(aim)});
    }
};

struct VerbTally {
    int apart = 0, overlapping = 0, swept = 0, shot = 0, within = 0;
};

void expectDistance(const VerbScene& before, const VerbScene& after, const VerbMap& map, VerbTally& tally) {
    const double tolerance = kVerbTolerance * map.scale;
    const DDistance first = distance(before.a, before.poseA, before.b, before.poseB);
    const DDistance second = distance(after.a, after.poseA, after.b, after.poseB);
    EXPECT_NEAR(second.separation, map.scale * double(first.separation), tolerance);
    // Normals may tie: the mapped normal must separate as well as the new one.
    const glm::dvec3 carried = map.direction(glm::normalize(glm::dvec3(first.normal)));
    EXPECT_NEAR(test::gapAlong(carried, after.a, after.poseA, after.b, after.poseB), second.separation,
                tolerance);
    if (std::abs(first.separation) > kVerbTolerance) {
        const auto manifold = collide(after.a, after.poseA, after.b, after.poseB);
        ASSERT_EQ(manifold.has_value(), first.separation < 0.0f);
        if (manifold) {
            EXPECT_NEAR(manifold->penetration.depth, -map.scale * double(first.separation), tolerance);
            const glm::vec3 up(0.0f, 0.6f, 0.8f);
            const auto along = depthAlong(before.a, before.poseA, before.b, before.poseB, up),
                       alongMapped = depthAlong(after.a, after.poseA, after.b, after.poseB,
                                                glm::vec3(map.direction(glm::dvec3(up))));
            ASSERT_TRUE(along && alongMapped);
            EXPECT_NEAR(*alongMapped, map.scale * double(*along), 10.0 * tolerance);
        }
        ++(manifold ? tally.overlapping : tally.apart);
    }
}

void expectSweep(const VerbScene& before, const VerbScene& after, const VerbMap& map, VerbTally& tally) {
    const DSweep first = before.sweptB(), second = after.sweptB();
    ASSERT_EQ(second.status, first.status);
    if (first.status == DSweep::Status::Hit) {
        const double approach = -glm::dot(glm::dvec3(first.normal), before.way);
        EXPECT_NEAR(approach * double(second.fraction - first.fraction), 0.0, kVerbTolerance);
        // Where faces or edges touch flat, touching points may differ, but not their plane.
        const glm::dvec3 apart = second.point - map.point(first.point);
        EXPECT_NEAR(glm::dot(apart, glm::dvec3(second.normal)), 0.0, 2.0 * kVerbTolerance * map.scale);
        ++tally.swept;
    }
}

void expectRay(const VerbScene& before, const VerbScene& after, const VerbMap& map, VerbTally& tally) {
    const auto first = before.hitA(), second = after.hitA();
    ASSERT_EQ(second.has_value(), first.has_value());
    if (first) {
        const auto tolerance = [&](const RayIntersection& crossing) {
            const double slope = glm::dot(glm::dvec3(crossing.normal), glm::normalize(before.aim));
            return kVerbTolerance * map.scale / std::abs(slope);
        };
        EXPECT_NEAR(second->entry.distance, map.scale * double(first->entry.distance),
                    tolerance(first->entry));
        EXPECT_NEAR(second->exit.distance, map.scale * double(first->exit.distance), tolerance(first->exit));
        ++tally.shot;
    }
}

void expectVerbsInvariant(std::uint32_t seed, const VerbMap& map) {
    VerbTally tally;
    test::forEachTrial(seed, 384, [&](Random& random, int trial) {
        const VerbScene before(random, std::size_t(trial) % test::kConvexTypes,
                               std::size_t(trial) / test::kConvexTypes % test::kConvexTypes);
        const VerbScene after(before, map);
        expectDistance(before, after, map, tally);
        expectSweep(before, after, map, tally);
        expectRay(before, after, map, tally);
        const bool isInside = contains(before.a, before.poseA, before.inside);
        EXPECT_EQ(contains(after.a, after.poseA, after.inside), isInside);
        tally.within += isInside ? 1 : 0;
    });
    std::printf("%d apart, %d overlapping, %d swept, %d shot, %d within\n", tally.apart, tally.overlapping,
                tally.swept, tally.shot, tally.within);
    EXPECT_GT(tally.apart, 60);
    EXPECT_GT(tally.overlapping, 40);
    EXPECT_GT(tally.swept, 60);
    EXPECT_GT(tally.shot, 60);
    EXPECT_GT(tally.within, 30);
}

TEST(VerbInvariance, RigidMotion) {
    Random random(551);
    expectVerbsInvariant(552, {.rigid = {random.inBox(50.0), random.rotation()}});
}

TEST(VerbInvariance, Mirror) {
    Random random(553);
    expectVerbsInvariant(554, {.rigid = {random.inBox(2.0), random.rotation()}, .mirror = true});
}

TEST(VerbInvariance, UnitOfLength) {
    expectVerbsInvariant(555, {.rigid = {}, .scale = 1e-3});
    expectVerbsInvariant(556, {.rigid = {}, .scale = 700.0});
}

}  // namespace
