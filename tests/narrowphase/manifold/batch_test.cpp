#include "support/hulls.hpp"
#include "support/queries/answer_bits.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/surfaces.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

TEST(Batch, OfInvalidPairsAnswersNothing) {
    const ConvexHull box = boxHull({0.5, 0.5, 0.5});
    const std::array<ShapeRef, 2> shapes{box, box};
    const std::array<Pose, 3> poses{at(0, 0, 0), at(0.25f, 0, 0), at(0.5f, 0, 0)};  // one more than shapes
    const std::array<PairIndices, 4> pairs{{{0, 1}, {0, 2}, {7, 0}, {1, 0}}};
    std::array<std::optional<Penetration>, 3> hits;  // one less than pairs
    hits.fill(Penetration{});
    bool overlapping[]{false, true, true};
    std::array<Manifold, 4> manifolds;
    std::array<std::uint32_t, 3> ends{};
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    penetrationBatch(shapes, poses, pairs, hits);
    overlapBatch(shapes, poses, pairs, overlapping);
    const ManifoldSpan written = collideBatch(shapes, poses, pairs, manifolds, ends);
    setAssertHandler(former);
    EXPECT_TRUE(hits[0] && overlapping[0]);
    EXPECT_FALSE(hits[1] || overlapping[1]);
    EXPECT_FALSE(hits[2] || overlapping[2]);
    EXPECT_EQ(written.size(), 1u);
    EXPECT_EQ(ends, (std::array<std::uint32_t, 3>{1, 1, 1}));
}

TEST(Batch, KeepsTheDeepestManifoldsIfTheSpanIsFull) {
    const Compound dumbbell =
        compoundOf({{Sphere{{-1, 0, 0}, 0.5f}, {}}, {Sphere{{1, 0, -0.25f}, 0.5f}, {}}});
    const HalfSpace ground;
    const std::array<ShapeRef, 2> shapes{dumbbell, ground};
    const std::array<Pose, 2> poses{at(0, 0, 0.25f), at(0, 0, 0)};
    const std::array<PairIndices, 3> pairs{{{0, 1}, {0, 1}, {0, 1}}};
    std::array<Manifold, 3> manifolds;
    std::array<std::uint32_t, 3> ends{};
    ASSERT_EQ(collideBatch(shapes, poses, pairs, manifolds, ends).size(), 3u);
    EXPECT_EQ(ends, (std::array<std::uint32_t, 3>{2, 3, 3}));
    EXPECT_EQ(manifolds[0].penetration.children.a, 1u);
    EXPECT_EQ(manifolds[1].penetration.children.a, 0u);
    EXPECT_EQ(manifolds[2].penetration.children.a, 1u) << "the deeper one";
}

/// Rays in and around the shape, some along the axes: in and along faces, through edges and vertices. @return
/// the number of hits
template <class S>
std::size_t expectRaysAnsweredAsSingles(const S& shape, const Pose& pose, Random& random) {
    std::vector<Ray> rays(61);  // no multiple of any vector width
    for (Ray& ray : rays) {
        const bool alongAxis = random.below(3) == 0;
        const glm::vec3 local = alongAxis ? glm::vec3(-1.0f, random.below(2) == 0 ? 0.0f : 0.5f, 0.5f)
                                          : glm::vec3(random.inBox(2.0));
        const glm::vec3 way = alongAxis ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(random.inBox(0.4)) - local;
        ray = {pose.transformPoint(local), pose.transformDirection(way), 3.0f};
    }
    // Through two edges of the unit box: the face with the lower number is reported.
    rays[7] = {pose.transformPoint({-1, -1, 0.25f}), pose.transformDirection({1, 1, 0}), 3.0f};
    std::vector<std::optional<RayHit>> hits(rays.size());
    raycastBatch(shape, pose, rays, hits);
    std::size_t hitCount = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto single = raycast(shape, pose, rays[i]);
        EXPECT_EQ(bitsOf(hits[i]), bitsOf(single));
        hitCount += single ? 1 : 0;
    }
    return hitCount;
}

TEST(RayBatch, EqualsSingleRays) {
    Random random(17);
    const ConvexHull unitBox = boxHull({0.5, 0.5, 0.5});
    std::size_t hits = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose turned{glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())};
        for (const Pose& pose : {Pose{}, turned}) {
            hits += expectRaysAnsweredAsSingles(unitBox, pose, random);
            hits += expectRaysAnsweredAsSingles(hullOf(ellipsoidCloud(random, 64)), pose, random);
            hits += expectRaysAnsweredAsSingles(Box{{}, {0.5f, 0.5f, 0.5f}}, pose, random);
            hits += expectRaysAnsweredAsSingles(Shape(unitBox), pose, random);
        }
    }
    EXPECT_GT(hits, 5000u);
    EXPECT_LT(hits, 17000u);  // of 19520
}

TEST(RayBatch, NanRaysMiss) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::array<Ray, 3> rays{Ray{{0, 0, -5}}, Ray{{nan, 0, -5}}, Ray{{0, 0, -5}, {0, 0, 1}, 2.0f}};
    std::array<std::optional<RayHit>, 3> hits{RayHit{}, RayHit{}, RayHit{}};
    raycastBatch(boxHull({0.5, 0.5, 0.5}), Pose{}, rays, hits);
    EXPECT_TRUE(hits[0]);
    EXPECT_FALSE(hits[1]);
    EXPECT_FALSE(hits[2]) << "too short";
}

TEST(Batch, OfNothingIsNothing) {
    const std::span<const ShapeRef> none;
    penetrationBatch(none, std::span<const Pose>(), {}, {});
    overlapBatch(none, std::span<const DPose>(), {}, {});
    EXPECT_FALSE(collideBatch(none, std::span<const Pose>(), {}, std::span<Manifold>(), {}));
}

}  // namespace
