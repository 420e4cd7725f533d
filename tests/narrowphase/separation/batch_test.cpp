#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/bulk.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// Boxes and other hulls in no order, near enough to each other that about half of them overlap.
class Bulk : public testing::Test {
protected:
    static constexpr std::size_t kPairs = 1003;  // no multiple of any vector width

    void SetUp() override {
        Random random(7);
        for (int i = 0; i < 12; ++i) {
            Cloud points = i % 3 == 0 ? tankCloud(random) : boxCloud(randomExtents(random));
            const glm::vec3 offCenter = i % 2 == 0 ? glm::vec3(0.25f, -0.5f, 0.125f) : glm::vec3(0.0f);
            std::for_each(points.begin(), points.end(), [&](glm::vec3& point) { point += offCenter; });
            hulls_.push_back(hullOf(points));
        }
        const auto pose = [&] {
            const glm::vec3 position(random.inBox(1.5));
            const bool alongAxes = random.below(4) == 0;  // edges of two such are parallel
            return Pose{position, alongAxes ? glm::quat(1, 0, 0, 0) : glm::quat(random.rotation())};
        };
        for (std::size_t i = 0; i < kPairs; ++i) {
            const ConvexHull& a = hulls_[random.below(12)];
            const ConvexHull& b = hulls_[random.below(12)];
            const Pose poseA = pose();
            pairs_.push_back({&a, poseA, &b, pose()});
        }
    }

    std::vector<ConvexHull> hulls_;
    std::vector<PosedPair> pairs_;
};

void expectSameBits(const std::optional<Penetration>& bulk, const std::optional<Penetration>& single) {
    ASSERT_EQ(bulk.has_value(), single.has_value());
    if (!bulk) {
        return;
    }
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    EXPECT_EQ(bits(bulk->depth), bits(single->depth));
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(bits(bulk->normal[axis]), bits(single->normal[axis]));
    }
    EXPECT_EQ(bulk->features, single->features);
}

TEST_F(Bulk, AnswersAsSingleQueriesDo) {
    std::vector<std::optional<Penetration>> results(kPairs);
    penetrations(pairs_, results);
    const auto overlapping = std::make_unique<bool[]>(kPairs);
    overlaps(pairs_, {overlapping.get(), kPairs});
    std::size_t boxHits = 0, otherHits = 0, apart = 0;
    for (std::size_t i = 0; i < kPairs; ++i) {
        const PosedPair& pair = pairs_[i];
        const auto single = penetration(*pair.a, pair.poseA, *pair.b, pair.poseB);
        expectSameBits(results[i], single);
        EXPECT_EQ(overlapping[i], single.has_value());
        const bool boxes = pair.a->faces().size() == 6 && pair.b->faces().size() == 6;
        ++(!single ? apart : (boxes ? boxHits : otherHits));
    }
    EXPECT_GT(boxHits, kPairs / 10);
    EXPECT_GT(otherHits, kPairs / 10);
    EXPECT_GT(apart, kPairs / 10);
}

TEST_F(Bulk, AnswersWithCachesAsSingleQueriesDo) {
    std::vector<PairCache> caches(kPairs), singles(kPairs);
    std::vector<std::optional<Penetration>> results(kPairs);
    for (int frame = 0; frame < 3; ++frame) {
        for (PosedPair& pair : pairs_) {
            pair.poseB.position += glm::vec3(0.01f, -0.005f, 0.002f);
        }
        penetrations(pairs_, caches, results);
        for (std::size_t i = 0; i < kPairs; ++i) {
            const PosedPair& pair = pairs_[i];
            expectSameBits(results[i], penetration(*pair.a, pair.poseA, *pair.b, pair.poseB, singles[i]));
        }
    }
}

TEST_F(Bulk, AnswersWithAMarginAndStickyFeaturesAsSingleQueriesDo) {
    std::vector<PairCache> caches(kPairs), singles(kPairs);
    std::vector<std::optional<Penetration>> results(kPairs);
    for (const PenetrationOptions& options :
         {PenetrationOptions{.stickyFeatures = true}, PenetrationOptions{.margin = 0.1f}}) {
        penetrations(pairs_, caches, results, options);
        for (std::size_t i = 0; i < kPairs; ++i) {
            const PosedPair& pair = pairs_[i];
            expectSameBits(results[i],
                           penetration(*pair.a, pair.poseA, *pair.b, pair.poseB, singles[i], options));
        }
    }
}

void expectSameBits(const RayCrossing& bulk, const RayCrossing& single) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(bulk.distance), std::bit_cast<std::uint32_t>(single.distance));
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(bulk.normal[axis]),
                  std::bit_cast<std::uint32_t>(single.normal[axis]));
    }
    EXPECT_EQ(bulk.face, single.face);
    EXPECT_EQ(bulk.tag, single.tag);
    EXPECT_EQ(bulk.piece, single.piece);
}

/// Rays from in and around the shape, some along the axes: in and along faces, through edges and corners.
/// @return how many hit
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
    // Through two edges of the unit box: of the faces that meet there the lowest numbered is named.
    rays[7] = {pose.transformPoint({-1, -1, 0.25f}), pose.transformDirection({1, 1, 0}), 3.0f};
    std::vector<std::optional<RayHit>> hits(rays.size());
    raycasts(shape, pose, rays, hits);
    std::size_t hitCount = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto single = raycast(shape, pose, rays[i]);
        EXPECT_EQ(hits[i].has_value(), single.has_value());
        if (hits[i] && single) {
            expectSameBits(hits[i]->entry, single->entry);
            expectSameBits(hits[i]->exit, single->exit);
            EXPECT_EQ(hits[i]->startedInside, single->startedInside);
            ++hitCount;
        }
    }
    return hitCount;
}

TEST(BulkRays, AreAnsweredAsSingleOnes) {
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

TEST(BulkRays, WithNumbersThatAreNoneMiss) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::array<Ray, 3> rays{Ray{{0, 0, -5}}, Ray{{nan, 0, -5}}, Ray{{0, 0, -5}, {0, 0, 1}, 2.0f}};
    std::array<std::optional<RayHit>, 3> hits{RayHit{}, RayHit{}, RayHit{}};
    raycasts(boxHull({0.5, 0.5, 0.5}), Pose{}, rays, hits);
    EXPECT_TRUE(hits[0]);
    EXPECT_FALSE(hits[1]);
    EXPECT_FALSE(hits[2]) << "too short";
}

TEST(BulkOfNone, IsNothing) {
    penetrations({}, {});
    overlaps({}, {});
}

}  // namespace
