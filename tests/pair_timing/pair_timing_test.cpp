#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <pair_timing/contender.hpp>
#include <pair_timing/measure.hpp>
#include <pair_timing/ours.hpp>
#include <pair_timing/query_list.hpp>
#include <pair_timing/statistics.hpp>
#include <pairs_file/accuracy.hpp>
#include <pairs_file/pairs_file.hpp>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::pair_timing;

class PairTiming : public testing::Test {
protected:
    PairTiming()
        : file(*pairs_file::read(SAT3D_TEST_DATA "/pairs/tank_tank.txt")),
          hulls(*pairs_file::buildHulls(file, "tank_tank.txt")) {}

    /// Expects that every round contains every pair of the regime once.
    void expectRounds(const QueryList& list, pairs_file::Regime regime) const {
        for (std::size_t first = 0; first < list.queries.size(); first += list.pairCount) {
            std::vector<bool> asked(file.pairs.size());
            for (std::size_t i = first; i < first + list.pairCount; ++i) {
                const Query& query = list.queries[i];
                EXPECT_EQ(file.pairs[query.pair].regime, regime);
                EXPECT_FALSE(asked[query.pair]);
                asked[query.pair] = true;
            }
        }
    }

    pairs_file::File file;
    std::vector<ConvexHull> hulls;
};

TEST_F(PairTiming, ColdRoundsMoveEveryPairButKeepItsAnswer) {
    const QueryList list = coldQueries(file, hulls, pairs_file::Regime::Shallow);
    ASSERT_EQ(list.pairCount, 100u);
    ASSERT_EQ(list.queries.size(), kColdRounds * list.pairCount);
    expectRounds(list, pairs_file::Regime::Shallow);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < list.queries.size(); ++i) {
        const Query& query = list.queries[i];
        const pairs_file::Pair& pair = file.pairs[query.pair];
        const ConvexHull &a = hulls[query.a], &b = hulls[query.b];
        EXPECT_TRUE(overlaps(a, query.poseA, b, query.poseB));
        const double distance = glm::length(glm::dvec3(query.poseB.position) - pair.poseB.position);
        const double size = 0.5 * (double{a.boundingSphere().radius} + double{b.boundingSphere().radius});
        EXPECT_LE(distance, 0.01001 * size);
        moved += distance > 0.0;
    }
    EXPECT_GT(moved, (kColdRounds - 1) * list.pairCount * 9 / 10);
    EXPECT_EQ(coldQueries(file, hulls, std::nullopt).pairCount, file.pairs.size());
}

TEST_F(PairTiming, CoherentRoundsAreFramesInOneOrder) {
    const QueryList list = coherentQueries(file, pairs_file::Regime::Deep);
    ASSERT_EQ(list.queries.size(), (pairs_file::kCoherentFrame + 1) * list.pairCount);
    EXPECT_EQ(list.firstTimed(), list.pairCount);
    expectRounds(list, pairs_file::Regime::Deep);
    for (std::size_t i = 0; i < list.queries.size(); ++i) {
        const Query& query = list.queries[i];
        ASSERT_EQ(query.pair, list.queries[i % list.pairCount].pair);
        const auto frame = static_cast<int>(i / list.pairCount);
        const glm::vec3 expected(file.pairs[query.pair].poseBAtFrame(frame).position);
        EXPECT_EQ(query.poseB.position, expected);
    }
}

TEST_F(PairTiming, OurContendersAgree) {
    const QueryList list = coherentQueries(file, std::nullopt);
    const std::unique_ptr<Contender> all[] = {makePenetration(), makeOverlaps(), makePenetrationBatch(),
                                              makeManifold()};
    for (const auto& contender : all) {
        ASSERT_TRUE(contender->takeShapes(hulls));
        contender->takeQueries(list);
        contender->answer(0, list.queries.size());
    }
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < list.queries.size(); ++i) {
        const Query& query = list.queries[i];
        const auto hit = penetration(hulls[query.a], query.poseA, hulls[query.b], query.poseB);
        for (const auto& contender : all) {
            const GivenAnswer given = contender->answerTo(i);
            ASSERT_EQ(given.overlapping, hit.has_value()) << contender->name() << ", query " << i;
            if (hit && given.hasPush) {
                EXPECT_NEAR(given.depth, hit->depth, 1e-5) << contender->name() << ", query " << i;
            }
        }
        overlapping += hit.has_value();
    }
    EXPECT_GT(overlapping, list.queries.size() / 4);
    EXPECT_LT(overlapping, list.queries.size() * 3 / 4);
}

/// An engine that counts the queries of each pair. Poses are shifted by the first vertex of the shape.
struct CountingEngine {
    using Shape = glm::vec3;
    using Pose = glm::vec3;
    using Memory = int;
    struct Answer {
        int count = 0;
        glm::vec3 poseA{0.0f};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        return std::make_unique<Shape>(hull.vertices()[0]);
    }
    static Pose pose(const sat3d::Pose& pose, const Shape& shift) { return pose.position + shift; }
    static Answer ask(const Shape&, const Pose& poseA, const Shape&, const Pose&, int& count) {
        return {++count, poseA};
    }
    static GivenAnswer given(const Answer& answer) { return {true, 1.0 * answer.count, answer.poseA}; }
};

TEST_F(PairTiming, EngineKeepsAMemoryForEachPairAndPosesItsShapes) {
    const QueryList list = coherentQueries(file, pairs_file::Regime::Near);
    EngineContender<CountingEngine> contender("counting");
    ASSERT_TRUE(contender.remembers());
    ASSERT_TRUE(contender.takeShapes(hulls));
    contender.takeQueries(list);
    const std::size_t part = list.pairCount / 2;  // a call may start within a round
    contender.answer(0, part);
    contender.answer(part, list.queries.size());
    for (std::size_t i = 0; i < list.queries.size(); ++i) {
        const Query& query = list.queries[i];
        ASSERT_EQ(contender.answerTo(i).depth, static_cast<double>(i / list.pairCount + 1)) << i;
        const glm::dvec3 shifted(query.poseA.position + hulls[query.a].vertices()[0]);
        ASSERT_EQ(contender.answerTo(i).normalAToB, shifted);
    }
    contender.forget();
    contender.answer(list.pairCount, 2 * list.pairCount);
    EXPECT_EQ(contender.answerTo(list.pairCount).depth, 1.0);
}

/// A contender that only counts its queries.
class Counter final : public Contender {
public:
    explicit Counter(bool remembers) : Contender("counter"), remembers_(remembers) {}
    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>&) override { return true; }
    void takeQueries(const QueryList& list) override { asked.assign(list.queries.size(), 0); }
    void forget() override { ++forgotten; }
    [[nodiscard]] bool remembers() const override { return remembers_; }
    void answer(std::size_t first, std::size_t last) override {
        std::for_each(asked.begin() + static_cast<std::ptrdiff_t>(first),
                      asked.begin() + static_cast<std::ptrdiff_t>(last), [](int& count) { ++count; });
    }
    [[nodiscard]] GivenAnswer answerTo(std::size_t) const override { return {}; }

    std::vector<int> asked;
    int forgotten = 0;

private:
    bool remembers_;
};

TEST_F(PairTiming, EveryRepeatAsksTheWholeList) {
    const QueryList list = coherentQueries(file, pairs_file::Regime::Near);
    Counter forgetful(false), remembering(true);
    Contender* const both[] = {&forgetful, &remembering};
    const std::vector<Timing> timings = measure(both, list, 3);
    for (const Timing& timing : timings) {
        EXPECT_EQ(timing.nanoseconds.size(), 3u);
        EXPECT_EQ(timing.queryCount, list.queries.size() - list.firstTimed());
    }
    EXPECT_GE(forgetful.asked.back(), 3);
    EXPECT_GE(remembering.forgotten, 3);
    // A contender with a memory starts each repeat with the untimed round.
    EXPECT_GE(remembering.asked.front(), remembering.asked.back());
    // Other contenders use it only to estimate the time, in doubling parts, and to warm up.
    const int mostEstimates = static_cast<int>(std::bit_width(list.pairCount)) + 1;
    EXPECT_LE(forgetful.asked.front(), mostEstimates + 3);
    EXPECT_GE(forgetful.asked.front(), 3);
    EXPECT_EQ(forgetful.asked.back() % 3, 0);
}

TEST(Statistics, QuartilesOfFewValues) {
    EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
    EXPECT_EQ(median({4.0, 1.0, 2.0, 3.0}), 2.5);
    EXPECT_EQ(quantile({1.0, 2.0, 3.0, 4.0, 5.0}, 0.25), 2.0);
    EXPECT_EQ(spread({1.0, 2.0, 3.0, 4.0, 5.0}), 1.0 / 3.0);
    EXPECT_EQ(spread({7.0}), 0.0);
}

TEST(Accuracy, JudgesDepthNormalAndVerdict) {
    const pairs_file::Answer overlap{0.5, {1.0, 0.0, 0.0}, FeaturePair::Kind::FaceA, 2.0};
    const auto exact = pairs_file::errorsOf(0.5, 0.5, overlap);
    EXPECT_EQ(exact.depth, 0.0);
    EXPECT_EQ(exact.excess, 0.0);
    EXPECT_FALSE(exact.falsePositive || exact.falseNegative);
    EXPECT_EQ(pairs_file::errorsOf(0.75, 0.75, overlap).excess, 0.125);
    EXPECT_EQ(pairs_file::errorsOf(0.5, 0.75, overlap).depth,
              0.125);  // the depth is not that along the normal
    EXPECT_TRUE(pairs_file::errorsOf(0.0, 0.0, overlap).falseNegative);
    const pairs_file::Answer gap{-0.5, {1.0, 0.0, 0.0}, FeaturePair::Kind::FaceA, 2.0};
    EXPECT_TRUE(pairs_file::errorsOf(0.1, 0.1, gap).falsePositive);
    EXPECT_EQ(pairs_file::errorsOf(-0.25, -0.25, gap).depth, 0.0);  // another separating axis
}

TEST(Accuracy, OverlapOfRotatedBoxesAlongAnAxis) {
    const auto box = ConvexHull::box({1.0f, 2.0f, 3.0f});
    const double half = std::sqrt(0.5);
    const DPose quarterTurn{{2.5, 0.0, 0.0}, glm::dquat(half, glm::dvec3(0.0, 0.0, half))};
    EXPECT_NEAR(pairs_file::overlapAlong({1.0, 0.0, 0.0}, *box, DPose{}, *box, quarterTurn), 0.5, 1e-12);
    EXPECT_NEAR(pairs_file::overlapAlong({-1.0, 0.0, 0.0}, *box, DPose{}, *box, quarterTurn), 5.5, 1e-12);
}

}  // namespace
