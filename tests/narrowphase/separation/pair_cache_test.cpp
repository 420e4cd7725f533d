#include "support/caches.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <pairs_file/pairs_file.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// The answer has the same bits with any cache and without.

namespace {

using namespace sat3d;
using test::CacheComparison;
using test::CacheTest;
using test::Random;
using test::ShapeType;
using test::sizeOf;

static_assert(std::is_trivially_copyable_v<PairCache>);
static_assert(std::is_standard_layout_v<PairCache>);
static_assert(sizeof(PairCache) == 368, "bytes per pair: a promise of the manual's");

struct Workload {
    const char* name;
    friend void PrintTo(const Workload& workload, std::ostream* out) { *out << workload.name; }
};

class CachedWorkload : public testing::TestWithParam<Workload> {
protected:
    CachedWorkload() {
        auto file = pairs_file::read(std::string(SAT3D_TEST_DATA "/pairs/") + GetParam().name + ".txt");
        if (!file) {
            throw std::runtime_error(file.error().text());
        }
        file_ = std::move(*file);
        for (const pairs_file::Shape& shape : file_.shapes) {
            hulls_.push_back(test::hullOf(shape.points));
        }
    }
    ~CachedWorkload() override {
        std::printf("%s: %d overlapping, %d apart\n", GetParam().name, comparison_.overlapping,
                    comparison_.apart);
    }

    void compare(const pairs_file::Pair& pair, const DPose& poseB, PairCache& cache) {
        const ConvexHull &a = hulls_[pair.a], &b = hulls_[pair.b];
        comparison_.expectSame(penetration(a, pair.poseA, b, poseB, cache),
                               penetration(a, pair.poseA, b, poseB));
    }

    /// Boxes have a routine of their own. For other hulls, a ball proves most shallow overlaps.
    static void expectCertified(int certified, int moreThan) {
        std::printf("%d of them by their certificate\n", certified);
        EXPECT_GT(certified, GetParam().name == std::string("box_box") ? -1 : moreThan);
    }

    pairs_file::File file_;
    std::vector<ConvexHull> hulls_;
    CacheComparison comparison_;
};

TEST_P(CachedWorkload, CoherentMotion) {
    int certified = 0;
    for (std::size_t i = 0; i < file_.pairs.size(); i += 4) {
        SCOPED_TRACE("pair " + std::to_string(i));
        PairCache cache;
        for (int frame = 0; frame <= pairs_file::kCoherentFrame; ++frame) {
            const std::uint8_t held = cache.certificate.reuseCount;
            compare(file_.pairs[i], file_.pairs[i].poseBAtFrame(frame), cache);
            certified += cache.certificate.reuseCount > held ? 1 : 0;
        }
    }
    EXPECT_GT(comparison_.overlapping, 1500);
    EXPECT_GT(comparison_.apart, 1500);
    expectCertified(certified, 1000);
}

// A certificate does not depend on the path of the hulls: near or far from the poses of its creation, it
// proves the depth or fails.
TEST_P(CachedWorkload, CertificatesAtOtherPoses) {
    Random random(53);
    int certified = 0;
    for (std::size_t i = 0; i < file_.pairs.size(); i += 4) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const pairs_file::Pair& pair = file_.pairs[i];
        const double size = sizeOf(hulls_[pair.a], hulls_[pair.b]);
        PairCache made;
        for (int query = 0; query < 2; ++query) {
            static_cast<void>(penetration(hulls_[pair.a], pair.poseA, hulls_[pair.b], pair.poseB, made));
        }
        for (const double reach : {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0}) {
            PairCache cache = made;
            const glm::dquat turn = glm::normalize(glm::dquat(1.0, 0.5 * reach * random.direction()));
            compare(pair,
                    {pair.poseB.position + reach * size * random.direction(), turn * pair.poseB.rotation},
                    cache);
            certified += cache.certificate.reuseCount != made.certificate.reuseCount ? 1 : 0;
        }
    }
    expectCertified(certified, 30);
}

// One cache for all pairs: each pair finds that of the previous one.
TEST_P(CachedWorkload, AcceptsTheCacheOfAnotherPair) {
    PairCache cache;
    for (const pairs_file::Pair& pair : file_.pairs) {
        compare(pair, pair.poseB, cache);
    }
    EXPECT_GT(comparison_.overlapping, 150);
    EXPECT_GT(comparison_.apart, 150);
}

TEST_P(CachedWorkload, WildMotion) {
    Random random(51);
    for (std::size_t i = 0; i < file_.pairs.size(); i += 8) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const pairs_file::Pair& pair = file_.pairs[i];
        const double reach = sizeOf(hulls_[pair.a], hulls_[pair.b]);
        PairCache cache;
        for (int jump = 0; jump < 20; ++jump) {
            const DPose poseB{pair.poseB.position + random.inBox(0.7 * reach), random.rotation()};
            compare(pair, poseB, cache);
        }
    }
    EXPECT_GT(comparison_.overlapping, 300);
    EXPECT_GT(comparison_.apart, 5);
}

// Ties of round hulls last for a query or two: few queries search without trying the cache.
TEST_P(CachedWorkload, TiesAreSoonTriedAgain) {
    int overlapping = 0, untried = 0;
    for (const pairs_file::Pair& pair : file_.pairs) {
        PairCache cache;
        for (int frame = 0; frame <= pairs_file::kCoherentFrame; ++frame) {
            const int before = cache.tieCooldown;
            overlapping +=
                penetration(hulls_[pair.a], pair.poseA, hulls_[pair.b], pair.poseBAtFrame(frame), cache) ? 1
                                                                                                         : 0;
            untried += cache.tieCooldown == before - 1 ? 1 : 0;
        }
    }
    std::printf("%d of %d untried\n", untried, overlapping);
    EXPECT_LT(untried, overlapping / 20);
}

INSTANTIATE_TEST_SUITE_P(Workloads, CachedWorkload,
                         testing::Values(Workload{"box_box"}, Workload{"tank_tank"}, Workload{"rand16"},
                                         Workload{"rand32"}, Workload{"cyl32"}, Workload{"rand64"},
                                         Workload{"rand128"}, Workload{"rand256"}),
                         [](const auto& workload) { return std::string(workload.param.name); });

TEST_F(CacheTest, AcceptsTheOtherOrder) {
    for (const auto& [a, b] : pairs()) {
        DPose poseA = somewhere(1.0), poseB{poseA.position, random_.rotation()};
        PairCache cache;
        for (int frame = 0; frame < 200; ++frame) {
            // Equal hulls are ordered by their poses: a motion through 0 also swaps their order.
            poseA.position += 0.02 * random_.inBox(1.0);
            poseB.position = poseA.position + random_.inBox(1.5);
            if (random_.chance(0.5)) {
                comparison_.expectSame(penetration(a, poseA, b, poseB, cache),
                                       penetration(a, poseA, b, poseB));
            } else {
                comparison_.expectSame(penetration(b, poseB, a, poseA, cache),
                                       penetration(b, poseB, a, poseA));
            }
        }
    }
    EXPECT_GT(comparison_.overlapping, 500);
    EXPECT_GT(comparison_.apart, 50);
}

// The feature persists when the canonical order changes: hysteresis must survive a renumbering.
TEST_F(CacheTest, FeatureHysteresisOutlivesACallInTheOtherOrder) {
    for (const auto& [a, b] : pairs()) {
        const DPose poseA{{0.1, -0.2, 0.3}, random_.rotation()}, poseB{{0.2, 0.1, 0.5}, random_.rotation()};
        PairCache cache;
        const PenetrationOptions sticky{.featureHysteresis = true};
        const auto forth = penetration(a, poseA, b, poseB, cache, sticky);
        const auto back = penetration(b, poseB, a, poseA, cache, sticky);
        ASSERT_TRUE(forth && back);
        EXPECT_EQ(forth->features.a, back->features.b);
        EXPECT_EQ(forth->features.b, back->features.a);
        EXPECT_EQ(forth->normal, -back->normal);
    }
}

TEST_F(CacheTest, CopiedBytesAreValidCaches) {
    const ConvexHull a = shape(ShapeType::Tank), b = shape(ShapeType::Tank);
    const DPose poseA = somewhere(0.2), poseB = somewhere(0.2);
    PairCache cache;
    static_cast<void>(penetration(a, poseA, b, poseB, cache));
    std::array<std::byte, sizeof(PairCache)> snapshot;
    std::memcpy(snapshot.data(), &cache, sizeof(cache));
    PairCache restored;
    std::memcpy(&restored, snapshot.data(), sizeof(restored));
    const auto left = penetration(a, poseA, b, poseB, cache);
    const auto right = penetration(a, poseA, b, poseB, restored);
    ASSERT_TRUE(left && right);
    EXPECT_EQ(left->depth, right->depth);
    EXPECT_EQ(left->normal, right->normal);
    EXPECT_EQ(left->features, right->features);
}

// Prisms and tanks have many parallel edges. The normal of two of them is also that of others, which may be
// the supporting ones after a rotation.
TEST_F(CacheTest, ReportsSupportingEdges) {
    int edges = 0;
    const auto behind = [](const ConvexHull& hull, const DPose& pose, std::uint32_t edge,
                           const glm::dvec3& normal) {
        const glm::dvec3 local = glm::conjugate(pose.rotation) * normal;
        const auto height = [&](const glm::vec3& vertex) { return glm::dot(local, glm::dvec3(vertex)); };
        double farthest = height(hull.vertices()[0]);
        for (const glm::vec3& vertex : hull.vertices()) {
            farthest = std::max(farthest, height(vertex));
        }
        const auto& ends = hull.edges()[edge].vertices;
        return farthest - std::min(height(hull.vertices()[ends[0]]), height(hull.vertices()[ends[1]]));
    };
    for (const ShapeType kind : {ShapeType::Prism, ShapeType::Tank}) {
        const ConvexHull a = shape(kind), b = shape(kind);
        for (const bool sticky : {false, true}) {
            PairCache cache;
            for (int round = 0; round < 2000; ++round) {
                const DPose poseA = somewhere(0.4), poseB = somewhere(0.4);
                const auto hit = penetration(a, poseA, b, poseB, cache, {.featureHysteresis = sticky});
                if (hit && hit->features.kind == FeaturePair::Kind::EdgeEdge) {
                    ++edges;
                    const glm::dvec3 normal(hit->normal);
                    // Hysteresis may lag behind by 1 % of size.
                    const double tolerance = (sticky ? 0.01 : 1e-5) * sizeOf(a, b) + 1e-5;
                    EXPECT_LE(behind(a, poseA, hit->features.a, normal), tolerance) << "round " << round;
                    EXPECT_LE(behind(b, poseB, hit->features.b, -normal), tolerance) << "round " << round;
                }
            }
        }
    }
    EXPECT_GT(edges, 300);
}

// The canonical order of two equal hulls depends on their poses.
TEST_F(CacheTest, CertificatesOutliveAChangeOfOrder) {
    const ConvexHull tank = shape(ShapeType::Tank);
    const glm::dquat turnA = random_.rotation(), turnB = random_.rotation();
    PairCache cache;
    int turned = 0;
    for (int frame = 0; frame < 40; ++frame) {
        const DPose poseA{{frame % 2 == 0 ? 1.0 : 1.0002, 0.0, 0.0}, turnA}, poseB{{1.0001, 0.2, 0.1}, turnB};
        const std::uint8_t before = cache.isSwapped, held = cache.certificate.reuseCount;
        comparison_.expectSame(penetration(tank, poseA, tank, poseB, cache),
                               penetration(tank, poseA, tank, poseB));
        turned += before != cache.isSwapped ? 1 : 0;
        EXPECT_TRUE(frame < 2 || cache.certificate.reuseCount == held + 1) << "frame " << frame;
    }
    EXPECT_GT(turned, 30);
}

TEST_F(CacheTest, CertificatesOfEverySize) {
    int held = 0;
    for (int round = 0; round < 20; ++round) {
        const auto cloudA = test::randomCloud(random_, ShapeType::Ellipsoid64);
        const auto cloudB = test::randomCloud(random_, ShapeType::Tank);
        const DPose poseA, poseB{random_.inBox(0.2), random_.rotation()};
        for (const float scale : {1e-6f, 1e-3f, 1.0f, 1e3f, 1e6f}) {
            const auto scaled = [&](auto cloud) {
                for (glm::vec3& point : cloud) {
                    point *= scale;
                }
                return test::hullOf(cloud);
            };
            const ConvexHull a = scaled(cloudA), b = scaled(cloudB);
            PairCache cache;
            for (int query = 0; query < 3; ++query) {
                const DPose at{poseB.position * double(scale), poseB.rotation};
                comparison_.expectSame(penetration(a, poseA, b, at, cache), penetration(a, poseA, b, at));
            }
            EXPECT_TRUE(scale == 1e-6f || cache.certificate.reuseCount == (held & 1)) << "scale " << scale;
            held = scale == 1e-6f ? cache.certificate.reuseCount : held;
        }
    }
}

// A pair that moves too fast for a certificate to last must not build one in every frame.
TEST_F(CacheTest, ShortLivedCertificatesAreSeldomMade) {
    const ConvexHull a = shape(ShapeType::Ellipsoid64), b = shape(ShapeType::Ellipsoid64);
    PairCache cache;
    int made = 0, overlapping = 0;
    for (int frame = 0; frame < 1000; ++frame) {
        overlapping += penetration(a, somewhere(0.2), b, somewhere(0.2), cache) ? 1 : 0;
        made += cache.certificate.triangleCount != 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, 900);
    std::printf("%d made\n", made);
    EXPECT_GT(made, 10);
    EXPECT_LT(made, 135);  // of 1000 / 9
}

// Hulls at rest on parallel faces stay tied: the searches between two attempts double, up to fifteen.
TEST_F(CacheTest, LastingTiesAreSeldomTried) {
    const ConvexHull prism = test::hullOf(test::prismCloud({1.0, 1.0, 0.5}, 6));
    const DPose below, above{{0.0, 0.0, 0.99}, {1.0, 0.0, 0.0, 0.0}};
    PairCache cache;
    int tries = 0;
    for (int query = 0; query < 1000; ++query) {
        const int before = cache.tieCooldown;
        EXPECT_TRUE(penetration(prism, below, prism, above, cache));
        tries += cache.tieCooldown == before - 1 ? 0 : 1;
    }
    EXPECT_GE(tries, 1000 / 16);
    EXPECT_LT(tries, 1000 / 16 + 6);
}

// penetration() and overlaps() always agree on touching pairs.
TEST_F(CacheTest, OverlapsExactlyIfPenetrationAnswers) {
    int overlapping = 0, apart = 0;
    for (int round = 0; round < 400; ++round) {
        const ConvexHull a = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const ConvexHull b = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const double size = sizeOf(a, b);
        const DPose poseA = somewhere(5.0);
        DPose poseB{poseA.position + 0.3 * random_.direction(), random_.rotation()};
        const auto deep = penetration(a, poseA, b, poseB);
        if (!deep) {
            continue;
        }
        // Just separated, up to one rounding error.
        const glm::dvec3 normal(deep->normal);
        poseB.position += double(deep->depth) * normal;
        for (int step = -10; step <= 10; ++step) {
            const DPose near{poseB.position + (1e-8 * step) * size * normal, poseB.rotation};
            const bool hit = penetration(a, poseA, b, near).has_value();
            ASSERT_EQ(overlaps(a, poseA, b, near), hit) << "round " << round << ", step " << step;
            ASSERT_EQ(overlaps(b, near, a, poseA), hit);
            ++(hit ? overlapping : apart);
        }
    }
    std::printf("%d overlapping, %d apart\n", overlapping, apart);
    EXPECT_GT(overlapping, 1000);
    EXPECT_GT(apart, 1000);
}

}  // namespace
