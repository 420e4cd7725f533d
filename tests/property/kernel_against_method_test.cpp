#include "support/hulls.hpp"
#include "support/progress.hpp"
#include "support/queries/hull_arrangements.hpp"
#include "support/queries/method_judge.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// The fast kernels against the projection SAT in double, on random pairs of all shapes, in random poses and
// in hard ones: features in contact, nearly parallel edges, shared axes. SAT3D_RANDOM_PAIRS=10000000 in the
// environment makes a long run; SAT3D_RANDOM_SEED changes the seed.

namespace {

using namespace sat3d;
using test::Arrangement;
using test::fromEnvironment;
using test::kKernelTolerance;
using test::MethodTally;
using test::Random;
using test::ShapeType;

struct BothForms {
    ShapeType kind;
    ConvexHull hull;
};

class KernelAgainstMethod : public testing::Test {
protected:
    /// Makes new shapes from time to time, so that a long run covers many.
    void renewShapes(std::uint64_t pair, Random& random) {
        if (pair % 5000 != 0) {
            return;
        }
        shapes_.clear();
        for (const ShapeType kind : test::kAllShapeKinds) {
            // The projection SAT is slow for large hulls.
            const int weight = kind == ShapeType::Ellipsoid64 || kind == ShapeType::Ellipsoid32 ? 2 : 12;
            for (int i = 0; i < weight; ++i) {
                test::Cloud cloud = test::randomCloud(random, kind);
                const float scale = random.chance(0.2) ? std::exp2(float(random.below(20)) - 10.0f) : 1.0f;
                for (glm::vec3& point : cloud) {
                    point *= scale;
                }
                shapes_.push_back({kind, test::hullOf(cloud)});
            }
        }
    }

    void tryPair(Random& random) {
        const BothForms& a = pick(random);
        const BothForms& b = random.chance(0.1) ? a : pick(random);
        const auto arrangement = static_cast<Arrangement>(random.below(4));
        const DPose bInA = test::arranged(arrangement, a.hull, b.hull, random);
        const DPose poseA = random.chance(0.5) ? DPose{} : DPose{random.inBox(1000.0), random.rotation()};
        const DPose poseB = poseA * bInA;
        MethodTally& tally = tallies_[static_cast<std::size_t>(arrangement)];
        SCOPED_TRACE(std::string(nameOf(a.kind)) + " and " + std::string(nameOf(b.kind)) + ", " +
                     test::kArrangementNames[static_cast<std::size_t>(arrangement)]);
        if (random.chance(0.5)) {
            judge(a.hull, poseA, b.hull, poseB, tally);
        } else {
            judge(b.hull, poseB, a.hull, poseA, tally);
        }
    }

    static void judge(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB,
                      MethodTally& tally) {
        const auto hit = penetration(a, poseA, b, poseB);
        EXPECT_EQ(overlaps(a, poseA, b, poseB), hit.has_value());
        test::expectAsMethod(hit, a, poseA, b, poseB, tally);
    }

    const BothForms& pick(Random& random) const {
        return shapes_[random.below(static_cast<std::uint32_t>(shapes_.size()))];
    }

    void run(std::uint64_t pairs) {
        const auto seed = static_cast<std::uint32_t>(fromEnvironment("SAT3D_RANDOM_SEED", 41));
        Random random(seed);
        test::Progress progress(pairs);
        for (std::uint64_t pair = 0; pair < pairs; ++pair) {
            renewShapes(pair, random);
            SCOPED_TRACE("seed " + std::to_string(seed) + ", pair " + std::to_string(pair));
            tryPair(random);
            progress.advance();
        }
        report(pairs, seed);
    }

    /// Edges that touch up to rounding: the library decides whether they overlap, but always in the same way.
    void touch(std::uint64_t pairs) {
        Random random(43);
        for (std::uint64_t pair = 0; pair < pairs; ++pair) {
            renewShapes(pair, random);
            const ConvexHull &a = pick(random).hull, &b = pick(random).hull;
            const double gap = random.uniform(-kKernelTolerance, kKernelTolerance) * test::sizeOf(a, b);
            const DPose poseB = test::edgeOnEdge(a, b, gap, random);
            EXPECT_EQ(overlaps(a, DPose{}, b, poseB), penetration(a, DPose{}, b, poseB).has_value()) << pair;
        }
    }

    void report(std::uint64_t pairs, std::uint32_t seed) const {
        std::printf("%llu pairs, seed %u\n", static_cast<unsigned long long>(pairs), seed);
        for (std::size_t i = 0; i < tallies_.size(); ++i) {
            const MethodTally& tally = tallies_[i];
            tally.print(test::kArrangementNames[i]);
            EXPECT_GT(tally.overlapping, pairs / 40);
            EXPECT_GT(tally.apart, pairs / 40);
            EXPECT_GT(tally.winners[0], pairs / 100);
            EXPECT_GT(tally.winners[1], pairs / 100);
        }
        EXPECT_GT(tallies_[0].winners[2], pairs / 100);
        EXPECT_GT(tallies_[2].winners[2], pairs / 100);
    }

    std::vector<BothForms> shapes_;
    std::array<MethodTally, test::kArrangementNames.size()> tallies_{};
};

TEST_F(KernelAgainstMethod, RandomPairs) {
    run(5000);
}

TEST_F(KernelAgainstMethod, VerbsAgreeOnTouchingEdgesSlow) {
    touch(2200000);
}

TEST_F(KernelAgainstMethod, MoreRandomPairsSlow) {
    run(fromEnvironment("SAT3D_RANDOM_PAIRS", 50000));
}

}  // namespace
