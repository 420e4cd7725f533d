#include "broadphase/packed_tree.hpp"
#include "broadphase/sorted.hpp"
#include "golden/on_every_target.hpp"
#include "support/boxes/box_scenes.hpp"
#include "support/trials.hpp"

#include <sat3d/core/assert.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::BoxScene;
using test::Pairs;
using test::Random;
using test::sorted;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Pairs pairsOf(const PackedTree& tree) {
    Pairs pairs;
    tree.appendPairs(pairs);
    return pairs;
}
Pairs pairsOf(const PackedTree& a, const PackedTree& b) {
    Pairs pairs;
    a.appendPairs(b, pairs);
    return pairs;
}

Pairs byBruteForce(std::span<const Aabb> boxes) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
            if (boxes[i].overlaps(boxes[j])) {
                pairs.push_back({i, j});
            }
        }
    }
    return pairs;
}

/// The items of two trees.
struct Halves {
    std::vector<std::uint32_t> low, high;
};
Halves split(std::size_t count, std::size_t countOfLow) {
    Halves halves;
    for (std::uint32_t i = 0; i < count; ++i) {
        (i < countOfLow ? halves.low : halves.high).push_back(i);
    }
    return halves;
}

PackedTree treeOf(std::span<const Aabb> boxes, std::span<const std::uint32_t> items) {
    PackedTree tree;
    tree.build(boxes, items);
    return tree;
}

TEST(PackedTreePairs, AreThoseOfBruteForce) {
    std::map<BoxScene, std::size_t> found;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        for (const std::size_t count : {0u, 1u, 2u, 7u, 8u, 9u, 63u, 64u, 65u, 300u, 513u, 700u}) {
            SCOPED_TRACE(count);
            Random random(static_cast<std::uint32_t>(700 + count));
            const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, count);
            const Pairs expected = byBruteForce(boxes);
            test::onEveryTarget([&] { EXPECT_EQ(sorted(pairsOf(PackedTree(boxes))), expected); });
            found[scene] += expected.size();
        }
    }
    for (const auto& [scene, pairs] : found) {
        EXPECT_EQ(pairs == 0, scene == BoxScene::Empty) << static_cast<int>(scene);
    }
}

TEST(PackedTreePairs, OfTwoTreesAreThoseOfBruteForce) {
    std::size_t found = 0;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        for (const std::size_t low : {0u, 1u, 9u, 70u, 300u, 590u, 599u, 600u}) {
            SCOPED_TRACE(low);
            Random random(static_cast<std::uint32_t>(720 + low));
            const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, 600);
            const Halves halves = split(boxes.size(), low);
            const PackedTree a = treeOf(boxes, halves.low), b = treeOf(boxes, halves.high);
            Pairs expected = byBruteForce(boxes);
            std::erase_if(expected,
                          [&](const PairIndices& pair) { return !(pair.a < low && pair.b >= low); });
            test::onEveryTarget([&] {
                EXPECT_EQ(sorted(pairsOf(a, b)), expected);
                EXPECT_EQ(sorted(pairsOf(b, a)), expected);
            });
            found += expected.size();
        }
    }
    EXPECT_GT(found, 10000u);
}

TEST(PackedTreePairs, ComeInTheSameOrderOnEveryTarget) {
    Random random(731);
    const std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, 3000);
    const Halves halves = split(boxes.size(), 100);
    Pairs ofSelf, ofJoin;
    test::onEveryTarget([&] {
        const PackedTree tree(boxes), a = treeOf(boxes, halves.low), b = treeOf(boxes, halves.high);
        if (ofSelf.empty()) {
            ofSelf = pairsOf(tree);
            ofJoin = pairsOf(a, b);
        }
        EXPECT_EQ(pairsOf(tree), ofSelf);
        EXPECT_EQ(pairsOf(a, b), ofJoin);
    });
    EXPECT_GT(ofSelf.size(), 10000u);
    EXPECT_GT(ofJoin.size(), 500u);
}

TEST(PackedTreePairs, OfInfiniteInvertedAndNanBoxes) {
    std::vector<Aabb> boxes{
        {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0}},  // a half-space
        {{-1, -1, -1}, {1, 1, 1}},
        {{0, 0, 0.5f}, {1, 1, kInfinity}},
        {{1, 1, 1}, {-1, -1, -1}},
        {{0, 0, kNan}, {1, 1, 1}},
        {{kNan, kNan, kNan}, {kNan, kNan, kNan}},
        Aabb{},
        {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}},
    };
    const Pairs expected{{0, 1}, {0, 7}, {1, 2}, {1, 7}, {2, 7}};
    test::onEveryTarget([&] { EXPECT_EQ(sorted(pairsOf(PackedTree(boxes))), expected); });
}

TEST(PackedTreePairs, StayRightWhileItemsMove) {
    std::size_t moved = 0, refused = 0, erased = 0;
    test::forEachTrial(741, 40, [&](Random& random, int) {
        const std::size_t count = 1 + random.below(900);
        std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, count);
        PackedTree tree(boxes);
        for (int step = 0; step < 300; ++step) {
            const std::uint32_t slot = random.below(tree.size()), item = tree.items()[slot];
            if (random.chance(0.05)) {
                tree.erase(slot);
                boxes[item] = Aabb{};
                ++erased;
                continue;
            }
            const glm::vec3 way(random.inBox(random.chance(0.1) ? 20.0 : 1.0));
            const Aabb box{boxes[item].lower + way, boxes[item].upper + way};
            const bool isMoved = tree.move(slot, box);
            if (isMoved) {
                boxes[item] = box;
            }
            ++(isMoved ? moved : refused);
        }
        EXPECT_EQ(sorted(pairsOf(tree)), byBruteForce(boxes));
    });
    EXPECT_GT(moved, 1000u);
    EXPECT_GT(refused, 500u);
    EXPECT_GT(erased, 300u);
}

TEST(PackedTreePairs, OfATreeThatIsBuiltAgain) {
    PackedTree tree;
    EXPECT_TRUE(tree.bounds().isEmpty());
    for (const std::size_t count : {500u, 3u, 0u, 1000u}) {
        Random random(751);
        const std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, count);
        std::vector<std::uint32_t> items(count);
        std::iota(items.begin(), items.end(), 0u);
        tree.build(boxes, items);
        EXPECT_EQ(sorted(pairsOf(tree)), byBruteForce(boxes));
        Aabb bounds;
        for (const Aabb& box : boxes) {
            bounds = join(bounds, box);
        }
        EXPECT_EQ(tree.bounds(), bounds);
    }
}

#if !SAT3D_ENABLE_ASSERTS
TEST(PackedTreePairs, ItemsWithoutABoxAreLeftOut) {
    const std::vector<Aabb> boxes(3, Aabb{glm::vec3(0.0f), glm::vec3(1.0f)});
    PackedTree tree;
    tree.build(boxes, std::vector<std::uint32_t>{2, 7, 0});
    EXPECT_EQ(tree.size(), 2u);
    EXPECT_EQ(pairsOf(tree), (Pairs{{0, 2}}));
    EXPECT_FALSE(tree.move(2, boxes[0]));
}
#endif

/// Without a division of full cells, a far outlier puts all others into one cell, in any order.
TEST(PackedTreePairs, SlotsOfTownsFarApartFollowTheirPlaces) {
    for (const BoxScene scene : {BoxScene::FarOutlier, BoxScene::TwoTowns}) {
        Random random(761);
        const std::vector<Aabb> boxes = test::sceneBoxes(scene, random, 4000);
        const PackedTree tree(boxes);
        double way = 0.0;
        for (std::uint32_t slot = 1; slot < tree.size(); ++slot) {
            const auto center = [&](std::uint32_t i) { return glm::dvec3(boxes[tree.items()[i]].center()); };
            way += std::min(100.0, glm::length(center(slot) - center(slot - 1)));
        }
        EXPECT_LT(way / tree.size(), 4.0) << "mean distance of neighbors; in random order it is 21 m";
    }
}

}  // namespace
