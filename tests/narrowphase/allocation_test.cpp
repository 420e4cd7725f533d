#include "support/allocations/counted_allocations.hpp"
#include "support/hulls.hpp"
#include "support/queries/batch_objects.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// No query allocates.

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;

/// Pairs of every kind of shape, from far apart to deep, and the degenerate ones of games.
struct PosedHulls {
    ConvexHull a, b;
    DPose poseA, poseB;
};

ConvexHull sphere(Random& random, int count) {
    test::Cloud cloud;
    for (int i = 0; i < count; ++i) {
        cloud.emplace_back(random.direction());
    }
    return test::hullOf(cloud);
}

std::vector<PosedHulls> posedPairs() {
    Random random(71);
    std::vector<ConvexHull> hulls;
    for (const ShapeType kind : test::kAllShapeKinds) {
        hulls.push_back(test::hullOf(test::randomCloud(random, kind)));
    }
    hulls.push_back(test::hullOf(test::ellipsoidCloud(random, 300)));
    hulls.push_back(
        test::hullOf(test::ellipsoidCloud(random, 800)));  // more faces than queries have storage for
    std::vector<PosedHulls> pairs;
    for (const ConvexHull& a : hulls) {
        for (const ConvexHull& b : hulls) {
            for (const double reach : {0.1, 0.6, 1.5}) {
                pairs.push_back({a, b, {}, {random.inBox(reach), random.rotation()}});
                pairs.push_back({a, b, {}, {{reach, 0, 0}, glm::dquat(1, 0, 0, 0)}});
                pairs.push_back({a, b, {}, {{0, reach, reach}, glm::dquat(0, 0, 1, 0)}});
            }
        }
        // Nearly touching, where rounding matters most.
        pairs.push_back({a, a, {}, {{2.0 * double(a.vertices()[0].x), 0, 0}, glm::dquat(1, 0, 0, 0)}});
    }
    // The hardest case for witnesses: very many faces are equally near.
    const ConvexHull large = sphere(random, 1100), other = sphere(random, 1000);
    pairs.push_back({large, other, {}, {{1e-4, 0, 0}, random.rotation()}});
    return pairs;
}

class Allocation : public testing::Test {
protected:
    /// @return the number of pairs that overlap
    template <class Query>
    int expectNone(const Query& query) {
        int overlapping = 0;
        std::uint64_t during = 0;
        for (const PosedHulls& pair : pairs_) {
            const std::uint64_t before = allocations;
            overlapping += query(pair) ? 1 : 0;
            during += allocations - before;
        }
        EXPECT_EQ(during, 0u);
        return overlapping;
    }

    std::vector<PosedHulls> pairs_ = posedPairs();
};

TEST_F(Allocation, IsCounted) {
    const std::uint64_t before = allocations;
    const auto hull = ConvexHull::box({1, 1, 1});
    EXPECT_TRUE(hull);
    EXPECT_GT(allocations, before);
}

TEST_F(Allocation, NoneInPenetration) {
    const int overlapping =
        expectNone([](const PosedHulls& p) { return penetration(p.a, p.poseA, p.b, p.poseB).has_value(); });
    EXPECT_GT(overlapping, 500);
    EXPECT_LT(overlapping, static_cast<int>(pairs_.size()) - 100);
}

TEST_F(Allocation, NoneInOverlaps) {
    EXPECT_GT(expectNone([](const PosedHulls& p) { return overlaps(p.a, p.poseA, p.b, p.poseB); }), 500);
}

TEST_F(Allocation, NoneInCollide) {
    EXPECT_GT(expectNone([](const PosedHulls& p) { return collide(p.a, p.poseA, p.b, p.poseB).has_value(); }),
              500);
    EXPECT_GT(expectNone([&](const PosedHulls& p) {
                  return collide(p.a, p.poseA, p.b, p.poseB, {.margin = 0.1f}).has_value();
              }),
              500);
}

TEST_F(Allocation, NoneInBatches) {
    test::BatchObjects<float> objects;
    for (const PosedHulls& p : pairs_) {
        objects.addPair(p.a, {}, p.b, {glm::vec3(p.poseB.position), glm::quat(p.poseB.rotation)});
    }
    const auto& [shapes, poses, pairs] = objects;
    std::vector<std::optional<Penetration>> results(pairs.size());
    std::vector<Manifold> manifolds(pairs.size());
    std::vector<std::uint32_t> ends(pairs.size());
    const auto verdicts = std::make_unique<bool[]>(pairs.size());

    const std::uint64_t before = allocations;
    penetrationBatch(shapes, poses, pairs, results);
    overlapBatch(shapes, poses, pairs, std::span(verdicts.get(), pairs.size()));
    (void)collideBatch(shapes, poses, pairs, manifolds, ends);
    const std::uint64_t during = allocations - before;
    EXPECT_EQ(during, 0u);
    EXPECT_GT(std::count(verdicts.get(), verdicts.get() + pairs.size(), true), 500);
}

TEST(AllocationOfAnyShapes, NoneInAnyVerb) {
    Random random(72);
    const Compound compound = test::randomCompound(random, 12);
    const std::vector<Shape> shapes{compound,
                                    test::randomSoup(random, 200),
                                    test::randomField(random),
                                    test::meshOf(test::boxTriangles({1, 2, 3})),
                                    HalfSpace{},
                                    Sphere{},
                                    Capsule{},
                                    Box{},
                                    test::boxHull({0.5, 0.6, 0.7}),
                                    test::hullOf(test::tankCloud(random))};
    std::array<Manifold, 16> buffer;
    std::array<RayHit, 16> hits;
    std::array<MovingRayHit, 16> passages;
    const std::vector<RigidMotion> childMotions(compound.children().size(), {.rotationVector = {0.5f, 1, 0}});
    int found = 0;
    const std::uint64_t before = allocations;
    for (int trial = 0; trial < 25; ++trial) {
        const Pose pose = test::randomPose(random, 3.0);
        for (const Shape& other : shapes) {
            for (const Shape& shape : shapes) {
                found += overlaps(other, pose, shape, Pose{}, {.margin = 0.2f}) ? 1 : 0;
                found += penetration(other, pose, shape, Pose{}) ? 1 : 0;
                found += distance(other, pose, shape, Pose{}).separation < 1.0f ? 1 : 0;
                found += sweep(other, pose, shape, Pose{}, {{4, 0, 0}}, {{0, 2, 0}}) ? 1 : 0;
                found += depthAlong(other, pose, shape, Pose{}, {0, 0, 1}) ? 1 : 0;
                found += collide(other, pose, shape, Pose{}, buffer, {.margin = 0.1f}) ? 1 : 0;
                found +=
                    sweep(other, pose, shape, Pose{}, RigidMotion{.rotationVector = {0.5f, 1, 0}}) ? 1 : 0;
            }
            found += sweep(compound, pose, other, Pose{}, childMotions) ? 1 : 0;
            found += contains(other, pose, glm::vec3(0.1f)) ? 1 : 0;
            found += raycast(other, pose, Ray{{3, 3, 3}, -pose.position}) ? 1 : 0;
            found += raycastAll(other, pose, Ray{{3, 3, 3}, -pose.position}, hits).empty() ? 0 : 1;
            const RigidMotion turn{.rotationVector = {0.5f, 1, 0}};
            found +=
                raycastAll(other, pose, turn, Ray{{3, 3, 3}, {-1, -1, -1}, 9.0f}, passages).empty() ? 0 : 1;
        }
    }
    EXPECT_EQ(allocations, before);
    Compound moving = compound;
    EXPECT_EQ(allocations, before) << "copies share the children";
    moving.setChildPose(3, test::randomPose(random, 2.0));
    const std::uint64_t own = allocations;
    EXPECT_GT(own, before) << "until one of them changes a pose";
    moving.setChildPose(3, test::randomPose(random, 2.0));
    EXPECT_EQ(allocations, own) << "a child that moves";
    EXPECT_GT(found, 500);
}

}  // namespace
