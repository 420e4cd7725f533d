#include "broadphase/packed_tree.hpp"
#include "broadphase/sorted.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "golden/on_every_target.hpp"
#include "support/boxes/box_scenes.hpp"
#include "support/trials.hpp"

#include <sat3d/geometry/ray.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::BoxScene;
using test::Items;
using test::Random;
using test::sorted;

constexpr double kFarther = std::numeric_limits<double>::infinity();

Items itemsIn(const PackedTree& tree, const Aabb& box) {
    Items items;
    EXPECT_TRUE(tree.query(box, [&](std::uint32_t item) {
        items.push_back(item);
        return true;
    }));
    return items;
}

TEST(PackedTreeQuery, FindsTheBoxesOfBruteForce) {
    std::size_t found = 0;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        Random random(771);
        const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, 500);
        const PackedTree tree(boxes);
        for (int i = 0; i < 30; ++i) {
            const double half = random.uniform(0.0, 5.0);
            const Aabb box =
                i % 3 == 0 ? boxes[random.below(500)] : test::boxAt(random.inBox(12.0), glm::dvec3(half));
            Items expected;
            for (std::uint32_t item = 0; item < boxes.size(); ++item) {
                if (box.overlaps(boxes[item])) {
                    expected.push_back(item);
                }
            }
            test::onEveryTarget([&] { EXPECT_EQ(sorted(itemsIn(tree, box)), expected); });
            found += expected.size();
        }
    }
    EXPECT_GT(found, 5000u);
}

TEST(PackedTreeQuery, EndsWhenVisitReturnsFalse) {
    Random random(772);
    const PackedTree tree(test::sceneBoxes(BoxScene::EqualBoxes, random, 100));
    int visits = 0;
    EXPECT_FALSE(tree.query({{0, 0, 0}, {1, 1, 1}}, [&](std::uint32_t) { return ++visits < 7; }));
    EXPECT_EQ(visits, 7);
    EXPECT_TRUE(PackedTree().query({{0, 0, 0}, {1, 1, 1}}, [](std::uint32_t) { return false; }));
}

template <class Visit>
double cast(const PackedTree& tree, const Ray& ray, const Visit& visit) {
    return tree.cast({ray.origin, ray.origin}, ray.direction, ray.length, visit);
}

/// All items that a cast visits if no hit limits it.
Items visited(const PackedTree& tree, const Aabb& start, const glm::vec3& direction, double length) {
    Items items;
    const auto add = [&](std::uint32_t item, double limit) {
        items.push_back(item);
        return limit;
    };
    EXPECT_EQ(tree.cast(start, direction, length, add), length);
    return items;
}
Items visited(const PackedTree& tree, const Ray& ray) {
    return visited(tree, {ray.origin, ray.origin}, ray.direction, ray.length);
}

TEST(PackedTreeCast, VisitsEveryBoxThatARayHitsAndHardlyAnyOther) {
    std::size_t hits = 0, visits = 0, along = 0;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        Random random(773);
        const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, 400);
        const PackedTree tree(boxes);
        for (int i = 0; i < 60; ++i) {
            Ray ray{glm::vec3(random.inBox(12.0)), glm::vec3(random.direction()), 15.0f};
            const Aabb& aim = boxes[random.below(400)];
            if (i % 3 == 1 && !aim.isEmpty()) {  // along a side of a box
                ray.origin = aim.lower - glm::vec3(0, 0, 3);
                ray.direction = {0, 0, 2};
                ++along;
            } else if (i % 3 == 2) {
                ray.direction = {0, i % 2 == 0 ? -1.0f : 1.0f, 1e-35f};
                ray.length = std::numeric_limits<float>::infinity();
            }
            Items expected;
            for (std::uint32_t item = 0; item < boxes.size(); ++item) {
                if (entryDistance(ray, boxes[item]) <= double(ray.length) &&
                    entryDistance(ray, boxes[item]) < kFarther) {
                    expected.push_back(item);
                }
            }
            hits += expected.size();
            test::onEveryTarget([&] {
                const Items seen = sorted(visited(tree, ray));
                EXPECT_TRUE(std::includes(seen.begin(), seen.end(), expected.begin(), expected.end()));
                visits += seen.size();
            });
        }
    }
    EXPECT_GT(hits, 3000u);
    EXPECT_GT(along, 150u);
    const std::size_t targets = test::dispatchTargets().size();
    EXPECT_LT(double(visits), 1.01 * double(hits * targets)) << "boxes missed by rounding errors only";
}

TEST(PackedTreeCast, ShrinkingLimitFindsTheNearest) {
    Random random(774);
    const std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, 3000);
    const PackedTree tree(boxes);
    std::size_t visits = 0, hits = 0;
    std::vector<double> answers;
    test::onEveryTarget([&] {
        Random ofRays(775);
        for (std::size_t i = 0; i < 300; ++i) {
            const Ray ray{glm::vec3(ofRays.inBox(20.0)), glm::vec3(ofRays.direction()), 60.0f};
            const double nearest = cast(tree, ray, [&](std::uint32_t item, double limit) {
                ++visits;
                return std::min(limit, entryDistance(ray, boxes[item]));
            });
            double expected = ray.length;
            for (const Aabb& box : boxes) {
                expected = std::min(expected, entryDistance(ray, box));
            }
            EXPECT_EQ(nearest, expected);
            hits += nearest < 60.0;
        }
    });
    const std::size_t targets = test::dispatchTargets().size();
    EXPECT_GT(hits, 150 * targets);
    EXPECT_LT(visits, 300u * 4u * targets) << "items per ray";
}

TEST(PackedTreeCast, OfABoxVisitsWhatItSweepsOver) {
    std::size_t hits = 0;
    test::forEachTrial(776, 60, [&](Random& random, int) {
        const std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, 400);
        const PackedTree tree(boxes);
        const double half = random.uniform(0.0, 2.0);
        const Aabb start = test::boxAt(random.inBox(10.0), glm::dvec3(half));
        const glm::vec3 direction(random.direction());
        const Items seen = sorted(visited(tree, start, direction, 12.0));
        EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
        for (std::uint32_t item = 0; item < boxes.size(); ++item) {
            // A point against a box that is larger by the extents of the moving one.
            const glm::vec3 halfExtents = start.halfExtents();
            const double entry =
                entryDistance(Ray{start.center(), direction},
                              {boxes[item].lower - halfExtents, boxes[item].upper + halfExtents});
            const bool isSeen = std::binary_search(seen.begin(), seen.end(), item);
            if (entry < 12.0 - 1e-4) {
                EXPECT_TRUE(isSeen);
                ++hits;
            }
            const double loose = entryDistance(
                Ray{start.center(), direction, 12.001f},
                {boxes[item].lower - halfExtents - 1e-3f, boxes[item].upper + halfExtents + 1e-3f});
            EXPECT_TRUE(loose < kFarther || !isSeen);
        }
    });
    EXPECT_GT(hits, 300u);
}

TEST(PackedTreeTraverse, FindsTheNearestBoxes) {
    std::size_t visits = 0;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        Random random(778);
        const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, 700);
        const PackedTree tree(boxes);
        for (int i = 0; i < 30; ++i) {
            const Aabb query = test::boxAt(random.inBox(15.0), glm::dvec3(0.1));
            const auto gap = [&](const Aabb& box) { return gapBetween(query, box); };
            Items seen;
            (void)tree.traverse(2.0, gap, [&](std::uint32_t item, double limit) {
                seen.push_back(item);
                return limit;
            });
            Items expected;
            double nearest = kFarther;
            for (std::uint32_t item = 0; item < boxes.size(); ++item) {
                if (!boxes[item].isEmpty() && gap(boxes[item]) <= 2.0) {
                    expected.push_back(item);
                }
                nearest = boxes[item].isEmpty() ? nearest : std::min(nearest, gap(boxes[item]));
            }
            EXPECT_EQ(sorted(seen), expected);
            EXPECT_EQ(tree.traverse(kFarther, gap,
                                    [&](std::uint32_t item, double limit) {
                                        visits += scene == BoxScene::Uniform;
                                        return std::min(limit, gap(boxes[item]));
                                    }),
                      nearest);
        }
    }
    EXPECT_GT(visits, 30u);
    EXPECT_LT(visits, 30u * 25u) << "items per search";
}

TEST(PackedTreeCast, EndsAtANegativeLimitAndIgnoresBadInput) {
    Random random(777);
    const PackedTree tree(test::sceneBoxes(BoxScene::EqualBoxes, random, 100));
    int visits = 0;
    const auto end = [&](std::uint32_t, double) {
        ++visits;
        return -1.0;
    };
    EXPECT_EQ(cast(tree, Ray{{0, 0, -5}}, end), -1.0);
    EXPECT_EQ(visits, 1);
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(cast(tree, Ray{{0, 0, -5}, {0, 0, 0}, 9.0f}, end), 9.0);
    EXPECT_EQ(cast(tree, Ray{{0, 0, -5}, {0, kNan, 0}, 9.0f}, end), 9.0);
    EXPECT_EQ(cast(tree, Ray{{0, kNan, -5}, {0, 0, 1}, 9.0f}, end), 9.0);
    EXPECT_EQ(tree.cast(Aabb{}, {0, 0, 1}, 9.0, end), 9.0);
    EXPECT_EQ(cast(PackedTree(), Ray{{0, 0, -5}, {0, 0, 1}, 9.0f}, end), 9.0);
    EXPECT_EQ(visits, 1);
}

}  // namespace
