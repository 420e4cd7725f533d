#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/batch.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

constexpr std::size_t kObjects = 60;

template <class T>
struct PlanarObjects {
    std::vector<PlanarShape> shapes;
    std::vector<PlanarShapeRef> refs;
    std::vector<BasicPlanarPose<T>> poses;
    std::vector<PairIndices> pairs;

    explicit PlanarObjects(Random& random) {
        for (std::size_t i = 0; i < kObjects; ++i) {
            shapes.push_back(randomPlanarShape(random, PlanarKind(i % kPlanarKinds), 1.0));
            poses.push_back(randomPlanarPose<T>(random, 2.0));
        }
        refs.assign(shapes.begin(), shapes.end());
        for (std::uint32_t a = 0; a < kObjects; ++a) {
            pairs.push_back({a, random.below(kObjects)});
        }
    }
};

template <class T>
void expectSingleAnswers(const PlanarObjects<T>& objects, const PlanarOptions& options) {
    const auto& [shapes, refs, poses, pairs] = objects;
    const auto overlapsOf = std::make_unique<bool[]>(pairs.size());
    const std::span<bool> isOverlap(overlapsOf.get(), pairs.size());
    std::vector<std::optional<PlanarPenetration>> pushes(pairs.size());
    std::vector<BasicPlanarManifold<T>> buffer(200);
    std::vector<std::uint32_t> ends(pairs.size());
    overlapBatch(refs, poses, pairs, isOverlap, options);
    penetrationBatch(refs, poses, pairs, pushes, options);
    const auto manifolds = collideBatch(refs, poses, pairs, buffer, ends, options);
    EXPECT_EQ(ends.back(), manifolds.size());
    int count = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        const auto push = penetration(refs[a], poses[a], refs[b], poses[b], options);
        ASSERT_EQ(isOverlap[i], push.has_value());
        ASSERT_EQ(pushes[i].has_value(), push.has_value());
        std::array<BasicPlanarManifold<T>, 16> single;
        const auto expected = collide(refs[a], poses[a], refs[b], poses[b], single, options);
        const std::uint32_t first = i > 0 ? ends[i - 1] : 0;
        ASSERT_EQ(ends[i] - first, expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            ASSERT_EQ(manifolds[first + k].normal, expected[k].normal);
            ASSERT_EQ(manifolds[first + k].pointCount, expected[k].pointCount);
            ASSERT_EQ(manifolds[first + k].pointArray[0].position, expected[k].pointArray[0].position);
        }
        if (push) {
            ASSERT_EQ(pushes[i]->normal, push->normal);
            ASSERT_EQ(pushes[i]->depth, push->depth);
            ++count;
        }
    }
    EXPECT_GT(count, 5);
}

TEST(PlanarBatch, AnswersLikeSingleQueries) {
    forEachTrial(81, 20, [](Random& random, int) {
        expectSingleAnswers(PlanarObjects<float>(random), {});
        expectSingleAnswers(PlanarObjects<double>(random), {.margin = 0.1f});
    });
}

TEST(PlanarBatch, RaysAnswerLikeSingleRays) {
    int hits = 0;
    forEachTrial(82, 50, [&](Random& random, int trial) {
        const PlanarShape shape = randomPlanarShape(random, PlanarKind(trial % kPlanarKinds), 1.0);
        const auto pose = randomPlanarPose<float>(random, 1.0);
        std::array<PlanarRay, 8> rays;
        for (PlanarRay& ray : rays) {
            ray = {randomInSquare(random, 2.0), randomPlanarRotation(random), 4.0f};
        }
        std::array<std::optional<PlanarRayHit>, 8> results;
        raycastBatch(shape, pose, rays, results);
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const auto hit = raycast(shape, pose, rays[i]);
            ASSERT_EQ(results[i].has_value(), hit.has_value());
            hits += hit ? 1 : 0;
            if (hit) {
                ASSERT_EQ(results[i]->entry.distance, hit->entry.distance);
                ASSERT_EQ(results[i]->exit.normal, hit->exit.normal);
            }
        }
    });
    EXPECT_GT(hits, 50);
}

TEST(PlanarBatch, WrongIndicesAndSizesAnswerNothing) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const Circle circle;
    const std::vector<PlanarShapeRef> refs{circle, circle};
    const std::vector<PlanarPose> poses(2);
    const std::array<PairIndices, 3> pairs{{{0, 1}, {0, 2}, {0, 1}}};
    std::array<bool, 2> isOverlap{false, true};
    overlapBatch(refs, poses, pairs, isOverlap);
    EXPECT_TRUE(isOverlap[0]);
    EXPECT_FALSE(isOverlap[1]) << "there is no object 2";
    std::array<PlanarManifold, 1> buffer;
    std::array<std::uint32_t, 3> ends{};
    EXPECT_EQ(collideBatch(refs, poses, pairs, buffer, ends).size(), 1u) << "no space for the last one";
    EXPECT_EQ(ends, (std::array<std::uint32_t, 3>{1, 1, 1}));
    setAssertHandler(former);
}

}  // namespace
