#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/bvh_query.hpp"
#include "support/trials.hpp"

#include <sat3d/geometry/bvh.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/common.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr double kNoDistance = std::numeric_limits<double>::infinity();

Aabb randomBox(Random& random, double reach, double size) {
    const glm::dvec3 center = random.inBox(reach), half = absOf(random.inBox(size));
    return Aabb::around(center - half, center + half);
}

std::vector<Aabb> randomBoxes(Random& random, std::size_t count, double size) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        boxes.push_back(randomBox(random, 10.0, size));
    }
    return boxes;
}

/// Expects each item once, and each box in the box of its parent.
void expectValid(const Bvh& tree, const std::vector<Aabb>& boxes) {
    std::vector<int> seen(boxes.size(), 0);
    for (const Bvh::Node& node : tree.nodes()) {
        const auto expectInside = [&](const Aabb& inner) { EXPECT_TRUE(node.box.contains(inner)); };
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const std::uint32_t item = tree.items()[node.first + i];
            ++seen[item];
            expectInside(boxes[item]);
        }
        if (node.count == 0) {
            expectInside(tree.nodes()[node.first].box);
            expectInside(tree.nodes()[node.first + 1].box);
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(boxes.size()));
}

/// The items with a bound up to the limit, found by a tree.
template <class Bound>
std::vector<std::uint32_t> found(const Bvh& tree, const std::vector<Aabb>& boxes, double limit,
                                 const Bound& bound) {
    std::vector<std::uint32_t> result;
    tree.traverse(limit, bound, [&](std::uint32_t item, double upTo) {
        if (bound(boxes[item]) <= limit) {
            result.push_back(item);
        }
        return upTo;
    });
    std::sort(result.begin(), result.end());
    return result;
}

template <class Bound>
std::vector<std::uint32_t> byBruteForce(const std::vector<Aabb>& boxes, double limit, const Bound& bound) {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (bound(boxes[i]) <= limit) {
            result.push_back(i);
        }
    }
    return result;
}

TEST(Bvh, FindsTheSameItemsAsBruteForce) {
    std::size_t overlapping = 0, hit = 0;
    test::forEachTrial(611, 60, [&](Random& random, int trial) {
        std::vector<Aabb> boxes = randomBoxes(random, random.below(300), 2.0);
        Bvh tree(boxes);
        if (trial % 3 == 2) {  // items move
            boxes = randomBoxes(random, boxes.size(), 2.0);
            tree.refit(boxes);
        }
        expectValid(tree, boxes);
        for (int i = 0; i < 10; ++i) {
            const Aabb query = randomBox(random, 10.0, 3.0);
            const auto gap = [&](const Aabb& box) { return gapBetween(query, box); };
            const auto near = byBruteForce(boxes, 0.0, gap);
            EXPECT_EQ(found(tree, boxes, 0.0, gap), near);
            overlapping += near.size();

            const glm::dvec3 from = random.inBox(12.0), half(0.1 * (i % 2));
            const BoxRay ray{from - half, from + half, random.direction()};
            const auto entry = [&](const Aabb& box) { return ray.entry(box); };
            const auto crossed = byBruteForce(boxes, 20.0, entry);
            EXPECT_EQ(found(tree, boxes, 20.0, entry), crossed);
            hit += crossed.size();
        }
    });
    EXPECT_GT(overlapping, 1000u);
    EXPECT_GT(hit, 300u);
}

TEST(Bvh, VisitsTheItemsNearABox) {
    std::size_t touching = 0;
    test::forEachTrial(613, 60, [&](Random& random, int) {
        const auto onLattice = [&](double size) {
            const Aabb box = randomBox(random, 4.0, size);
            return Aabb{glm::floor(box.lower), glm::ceil(box.upper)};
        };
        std::vector<Aabb> boxes(random.below(100));
        for (Aabb& box : boxes) {
            box = onLattice(1.0);
        }
        const Bvh tree(boxes);
        for (int i = 0; i < 10; ++i) {
            const Aabb query = onLattice(2.0);
            std::vector<int> seen(boxes.size(), 0);
            forEachItemNear(tree, query, [&](std::uint32_t item) {
                ++seen[item];
                return true;
            });
            for (std::size_t item = 0; item < boxes.size(); ++item) {
                EXPECT_EQ(doOverlap(boxes[item], query), boxes[item].overlaps(query));
                EXPECT_LE(seen[item], 1);
                EXPECT_GE(seen[item], boxes[item].overlaps(query) ? 1 : 0);
                touching += boxes[item].upper.x == query.lower.x && boxes[item].overlaps(query) ? 1 : 0;
            }
        }
    });
    EXPECT_GT(touching, 100u);
}

TEST(Bvh, EndsAtTheFirstItemThatIsEnough) {
    const std::vector<Aabb> boxes(20, Aabb{glm::vec3(0.0f), glm::vec3(0.0f)});
    int visits = 0;
    const auto visit = [&](std::uint32_t) { return ++visits < 3; };
    forEachItemNear(Bvh(boxes), boxes[0], visit);
    EXPECT_EQ(visits, 3);
    forEachItemNear(Bvh(boxes), Aabb{}, visit);
    forEachItemNear(Bvh(), boxes[0], visit);
    EXPECT_EQ(visits, 3) << "an empty box, an empty tree";
}

TEST(Bvh, ShrinkingLimitFindsTheNearest) {
    Random random(612);
    const std::vector<Aabb> boxes = randomBoxes(random, 3000, 0.1);
    const Bvh tree(boxes);
    std::size_t visits = 0;
    for (int i = 0; i < 100; ++i) {
        const Aabb query = randomBox(random, 10.0, 0.0);
        const auto gap = [&](const Aabb& box) { return gapBetween(query, box); };
        const double nearest = tree.traverse(kNoDistance, gap, [&](std::uint32_t item, double limit) {
            ++visits;
            return std::min(limit, gap(boxes[item]));
        });
        double expected = kNoDistance;
        for (const Aabb& box : boxes) {
            expected = std::min(expected, gap(box));
        }
        EXPECT_EQ(nearest, expected);
    }
    EXPECT_LT(visits, 100u * 60u) << "in 100 searches among 3000 boxes";
}

TEST(Bvh, EqualBoxesAndLongRows) {
    const std::vector<Aabb> same(1000, Aabb{glm::vec3(1.0f), glm::vec3(2.0f)});
    expectValid(Bvh(same), same);
    // Each box is at half the distance of the one before. Split by area alone, the tree would be a list.
    std::vector<Aabb> row;
    for (int i = 0; i < 120; ++i) {
        row.push_back({glm::vec3(std::ldexp(1.0f, -i)), glm::vec3(std::ldexp(1.0f, -i))});
    }
    const Bvh tree(row);
    expectValid(tree, row);
    const auto all = [](const Aabb&) { return 0.0; };
    EXPECT_EQ(found(tree, row, 0.0, all).size(), row.size());
}

TEST(Bvh, EmptyTreesAndNanBounds) {
    int visits = 0;
    const auto visit = [&](std::uint32_t, double limit) {
        ++visits;
        return limit;
    };
    EXPECT_EQ(Bvh().traverse(
                  3.0, [](const Aabb&) { return 0.0; }, visit),
              3.0);
    const std::vector<Aabb> boxes(20, Aabb{glm::vec3(0.0f), glm::vec3(0.0f)});
    Bvh(boxes).traverse(
        kNoDistance, [](const Aabb&) { return std::numeric_limits<double>::quiet_NaN(); }, visit);
    EXPECT_EQ(visits, 0);
}

TEST(Bvh, ItemsWithGivenNumbers) {
    const std::vector<Aabb> boxes(3, Aabb{glm::vec3(0.0f), glm::vec3(0.0f)});
    const std::vector<std::uint32_t> numbers{7, 3, 40};
    std::vector<std::uint32_t> seen;
    Bvh(boxes, numbers)
        .traverse(
            0.0, [](const Aabb&) { return 0.0; },
            [&](std::uint32_t item, double limit) {
                seen.push_back(item);
                return limit;
            });
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{3, 7, 40}));
}

TEST(EntryDistance, IsWhereARayEntersABox) {
    const Aabb box{{1, -1, -1}, {3, 1, 1}};
    EXPECT_NEAR(entryDistance(Ray{{-4, 0, 0}, {5, 0, 0}}, box), 5.0, 1e-12) << "in meters, for any direction";
    EXPECT_LE(entryDistance(Ray{{-4, 0, 0}, {5, 0, 0}}, box), 5.0);
    EXPECT_NEAR(entryDistance(DRay{{-4, 0, 0}, {5, 0, 0}, 5.0f}, box), 5.0, 1e-12);
    EXPECT_EQ(entryDistance(Ray{{-4, 0, 0}, {5, 0, 0}, 4.9f}, box), kNoDistance) << "ends before the box";
    EXPECT_EQ(entryDistance(Ray{{2, 0, 0}, {0, 1, 0}}, box), 0.0) << "starts in the box";
    EXPECT_EQ(entryDistance(Ray{{-4, 0, 0}, {-1, 0, 0}}, box), kNoDistance) << "points away";
    EXPECT_EQ(entryDistance(Ray{{-4, 1.5f, 0}, {1, 0, 0}}, box), kNoDistance) << "misses";
    EXPECT_EQ(entryDistance(Ray{{-4, 0, 0}, {1, 0, 0}}, Aabb{}), kNoDistance) << "the box is empty";
    EXPECT_EQ(entryDistance(Ray{{-4, 0, 0}, {1, 2, 3}}, Aabb{}), kNoDistance) << "the box is empty";
}

TEST(EntryDistance, FindsTheFirstHitInATree) {
    Random random(613);
    const std::vector<Aabb> boxes = randomBoxes(random, 500, 1.0);
    const Bvh tree(boxes);
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const Ray ray{glm::vec3(random.inBox(12.0)), glm::vec3(random.direction()), 20.0f};
        const auto bound = [&](const Aabb& box) { return entryDistance(ray, box); };
        const double nearest = tree.traverse(ray.length, bound, [&](std::uint32_t item, double limit) {
            return std::min(limit, bound(boxes[item]));
        });
        double expected = ray.length;
        for (const Aabb& box : boxes) {
            expected = std::min(expected, bound(box));
        }
        EXPECT_EQ(nearest, expected);
        hits += nearest < 20.0;
    }
    EXPECT_GT(hits, 50);
}

TEST(BoxRay, ReturnsTheTimeOfImpactOfBoxes) {
    const BoxRay ray{{-6, -0.5, -0.5}, {-4, 0.5, 0.5}, {2, 0, 0}};
    EXPECT_NEAR(ray.entry({glm::vec3(0), glm::vec3(1)}), 2.0, 1e-12);
    EXPECT_EQ(ray.entry({{0, 0.6f, 0}, {1, 1, 1}}), kNoDistance) << "misses";
    EXPECT_NEAR(ray.entry({{0, 0.5f, 0}, {1, 1, 1}}), 2.0, 1e-12) << "grazes";
    EXPECT_EQ(ray.entry({{-9, 0, 0}, {-7, 1, 1}}), kNoDistance) << "behind";
    EXPECT_EQ(ray.entry({{-5, 0, 0}, {1, 1, 1}}), 0.0) << "overlaps at the start";
}

}  // namespace
