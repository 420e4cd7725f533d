// A cache changes no bit of an answer: neither a cache of the same pair after any motion, nor one of another
// pair. The motions are those in which several pushes are equally short: hulls at rest on parallel faces, in
// grids, turned by right angles, one inside the other. SAT3D_CACHED_TRIALS=100 in the environment makes a run
// that is 100 times as long, with other numbers.

#include "support/caches.hpp"
#include "support/expect_consistent.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/scalar_constants.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;

template <class Trial>
void forEachTrial(std::uint32_t seed, int count, const Trial& trial) {
    const auto factor = static_cast<std::uint32_t>(test::fromEnvironment("SAT3D_CACHED_TRIALS", 1));
    test::forEachTrial(seed + 1000 * (factor - 1), count * static_cast<int>(factor), trial);
}

struct Tally {
    int answers = 0, overlapping = 0, apart = 0, certified = 0;
};

/// Asks with caches and without.
template <class T>
class CachedPair {
public:
    CachedPair(const ConvexHull& a, const ConvexHull& b, PairCache& pushes, PairCache& manifolds,
               Tally& tally)
        : a_(a), b_(b), pushes_(pushes), manifolds_(manifolds), tally_(tally) {}

    void expectSame(const DPose& atA, const DPose& atB, float margin) {
        const BasicPose<T> poseA{glm::vec<3, T>(atA.position), glm::qua<T>(atA.rotation)},
            poseB{glm::vec<3, T>(atB.position), glm::qua<T>(atB.rotation)};
        PenetrationOptions options;
        options.margin = margin;
        const std::uint8_t before = pushes_.certificate.reuseCount;
        test::CacheComparison comparison;
        comparison.expectSame(penetration(a_, poseA, b_, poseB, pushes_, options),
                              penetration(a_, poseA, b_, poseB, options));
        tally_.certified += pushes_.certificate.reuseCount > before ? 1 : 0;
        ++tally_.answers;

        CollideOptions contacts;
        contacts.margin = margin;
        const auto warm = collide(a_, poseA, b_, poseB, manifolds_, contacts);
        const auto cold = collide(a_, poseA, b_, poseB, contacts);
        ASSERT_EQ(warm.has_value(), cold.has_value());
        if (cold) {
            test::expectSame(*warm, *cold);
            comparison.expectSame(warm->penetration, cold->penetration);
        }
        ++(cold ? tally_.overlapping : tally_.apart);
    }

private:
    const ConvexHull &a_, &b_;
    PairCache &pushes_, &manifolds_;
    Tally& tally_;
};

ConvexHull cylinder(int sides) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < sides; ++i) {
        const float angle = 2.0f * glm::pi<float>() * float(i) / float(sides);
        for (const float end : {-0.7f, 0.7f}) {
            points.push_back({std::cos(angle), std::sin(angle), end});
        }
    }
    return test::hullOf(points);
}

/// A hull of any kind, some with points that are nearly repeated.
ConvexHull randomHull(Random& random) {
    if (random.chance(0.1)) {
        return cylinder(6 + int(random.below(27)));
    }
    test::Cloud cloud =
        test::randomCloud(random, test::kAllShapeKinds[random.below(test::kAllShapeKinds.size())]);
    if (random.chance(0.2)) {
        const std::size_t count = cloud.size();
        for (std::size_t i = 0; i < count; i += 2) {
            cloud.push_back(cloud[i] + glm::vec3(random.inBox(1e-5)));
        }
    }
    return test::hullOf(cloud);
}

glm::dquat quarterTurns(Random& random) {
    glm::dquat turn(1, 0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        const glm::dvec3 axis(i == 0, i == 1, i == 2);
        turn = glm::angleAxis(0.5 * glm::pi<double>() * double(random.below(4)), axis) * turn;
    }
    return turn;
}

/// Places and turns that repeat in a grid: many pushes are equally short.
DPose inGrid(Random& random) {
    const auto cell = [&] { return 0.25 * (double(random.below(9)) - 4.0); };
    const double x = cell(), y = cell(), z = cell();
    return {{x, y, z}, quarterTurns(random)};
}

DPose shaken(Random& random, const DPose& pose, double noise) {
    return {pose.position + noise * random.inBox(1.0),
            glm::normalize(glm::dquat(1.0, 0.5 * noise * random.inBox(1.0)) * pose.rotation)};
}

constexpr std::array kNoise{0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};

template <class T>
Tally compareInGrid(std::uint32_t seed, int trials) {
    Tally tally;
    PairCache foreign;
    forEachTrial(seed, trials, [&](Random& random, int) {
        const ConvexHull a = randomHull(random), b = random.chance(0.3) ? a : randomHull(random);
        const DPose restA = inGrid(random), restB = inGrid(random);
        const double noise = kNoise[random.below(kNoise.size())];
        const float margin = random.chance(0.3) ? 0.02f : 0.0f;
        PairCache pushes, manifolds;
        CachedPair<T> own(a, b, pushes, manifolds, tally);
        for (int frame = 0; frame < 12; ++frame) {
            own.expectSame(shaken(random, restA, noise), shaken(random, restB, noise), margin);
        }
        CachedPair<T>(a, b, foreign, foreign, tally).expectSame(restA, restB, margin);
    });
    std::printf("%d answers, %d overlap, %d do not, %d by certificates\n", tally.answers, tally.overlapping,
                tally.apart, tally.certified);
    return tally;
}

TEST(CachedPairs, EqualDepthsInGrids) {
    const Tally tally = compareInGrid<double>(561, 1000);
    EXPECT_GT(tally.overlapping, 5000);
    EXPECT_GT(tally.apart, 5000);
    EXPECT_GT(tally.certified, 1000);
}

TEST(CachedPairs, EqualDepthsInGridsInFloat) {
    const Tally tally = compareInGrid<float>(562, 500);
    EXPECT_GT(tally.overlapping, 2500);
    EXPECT_GT(tally.certified, 500);
}

// Pairs at the distance of touching, where the verdict itself is a matter of rounding.
TEST(CachedPairs, NearTouching) {
    Tally tally;
    forEachTrial(563, 400, [&](Random& random, int) {
        const ConvexHull a = randomHull(random), b = randomHull(random);
        const DPose poseA = random.chance(0.5) ? inGrid(random) : DPose{random.inBox(1.0), random.rotation()};
        DPose poseB{poseA.position + 0.3 * random.direction(), random.rotation()};
        const std::optional<Penetration> hit = penetration(a, poseA, b, poseB);
        if (!hit) {
            return;
        }
        poseB.position += glm::dvec3(hit->normal) * double(hit->depth);
        PairCache pushes, manifolds;
        CachedPair<double> pair(a, b, pushes, manifolds, tally);
        for (int frame = 0; frame < 16; ++frame) {
            const double noise = kNoise[random.below(6)];
            pair.expectSame(poseA, shaken(random, poseB, noise), random.chance(0.2) ? 1e-6f : 0.0f);
        }
    });
    EXPECT_GT(tally.overlapping, 1000);
    EXPECT_GT(tally.apart, 1000);
}

TEST(CachedPairs, SteadyMotion) {
    Tally tally;
    forEachTrial(564, 200, [&](Random& random, int) {
        const ConvexHull a = randomHull(random), b = randomHull(random);
        const DPose poseA;
        DPose poseB{random.inBox(0.8), random.rotation()};
        const double speed = std::pow(10.0, random.uniform(-5.0, -1.5));
        const glm::dvec3 step = speed * random.direction(), turn = speed * random.direction();
        PairCache pushes, manifolds;
        CachedPair<double> pair(a, b, pushes, manifolds, tally);
        const float margin = random.chance(0.3) ? 0.02f : 0.0f;
        for (int frame = 0; frame < 40; ++frame) {
            poseB = {poseB.position + step, glm::normalize(glm::dquat(1.0, 0.5 * turn) * poseB.rotation)};
            pair.expectSame(poseA, poseB, margin);
        }
    });
    std::printf("%d answers, %d overlap, %d by certificates\n", tally.answers, tally.overlapping,
                tally.certified);
    EXPECT_GT(tally.overlapping, 4000);
    EXPECT_GT(tally.certified, 2000);
}

// With feature hysteresis the answer depends on the held features, and on nothing else of the cache.
TEST(CachedPairs, HysteresisDependsOnTheHeldFeaturesAlone) {
    int held = 0;
    forEachTrial(565, 150, [&](Random& random, int) {
        const ConvexHull a = randomHull(random), b = randomHull(random);
        const DPose rest{random.inBox(0.6), random.chance(0.5) ? quarterTurns(random) : random.rotation()};
        const double noise = kNoise[random.below(kNoise.size())];
        const PenetrationOptions sticky{.featureHysteresis = true};
        PairCache cache;
        for (int frame = 0; frame < 20; ++frame) {
            const DPose poseB = shaken(random, rest, noise);
            PairCache bare;
            bare.pairHash = cache.pairHash;
            bare.isSwapped = cache.isSwapped;
            bare.holdsFeatures = cache.holdsFeatures;
            bare.heldFeatures = cache.heldFeatures;
            held += cache.holdsFeatures;
            test::CacheComparison comparison;
            comparison.expectSame(penetration(a, DPose{}, b, poseB, cache, sticky),
                                  penetration(a, DPose{}, b, poseB, bare, sticky));
            ASSERT_EQ(cache.holdsFeatures, bare.holdsFeatures);
            ASSERT_TRUE(cache.holdsFeatures == 0 || cache.heldFeatures == bare.heldFeatures);
        }
    });
    EXPECT_GT(held, 1000);
}

}  // namespace
