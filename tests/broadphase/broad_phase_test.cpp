#include "broadphase/sorted.hpp"
#include "golden/on_every_target.hpp"
#include "support/boxes/box_scenes.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/assert.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using Mobility = BroadPhase::Mobility;
using test::BoxScene;
using test::Items;
using test::Pairs;
using test::Random;
using test::sorted;

/// A broad phase that looks at all pairs.
class BruteForce {
public:
    explicit BruteForce(std::size_t count) : items_(count) {}

    void set(std::uint32_t item, const Aabb& box, Mobility mobility) { items_[item] = {box, mobility, true}; }
    void remove(std::uint32_t item) { items_[item].reset(); }
    [[nodiscard]] bool contains(std::uint32_t item) const { return items_[item].has_value(); }
    [[nodiscard]] const Aabb& bounds(std::uint32_t item) const { return items_[item]->box; }
    [[nodiscard]] Mobility mobility(std::uint32_t item) const { return items_[item]->mobility; }

    Pairs findPairs() {
        Pairs pairs;
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            for (std::uint32_t j = i + 1; items_[i] && j < items_.size(); ++j) {
                if (items_[j] && (items_[i]->isChanged || items_[j]->isChanged) &&
                    (items_[i]->mobility == Mobility::Moving || items_[j]->mobility == Mobility::Moving) &&
                    items_[i]->box.overlaps(items_[j]->box)) {
                    pairs.push_back({i, j});
                }
            }
        }
        for (auto& item : items_) {
            if (item) {
                item->isChanged = false;
            }
        }
        return pairs;
    }

    [[nodiscard]] Items query(const Aabb& box) const {
        Items found;
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            if (items_[i] && items_[i]->box.overlaps(box)) {
                found.push_back(i);
            }
        }
        return found;
    }

private:
    struct Item {
        Aabb box;
        Mobility mobility = Mobility::Moving;
        bool isChanged = true;
    };
    std::vector<std::optional<Item>> items_;
};

Pairs sorted(std::span<const PairIndices> pairs) {
    return test::sorted(Pairs(pairs.begin(), pairs.end()));
}

Items query(const BroadPhase& broadPhase, const Aabb& box) {
    Items items;
    broadPhase.query(box, [&](std::uint32_t item) {
        items.push_back(item);
        return true;
    });
    return sorted(items);
}

Aabb movedBy(const Aabb& box, const glm::dvec3& way) {
    return Aabb::around(glm::dvec3(box.lower) + way, glm::dvec3(box.upper) + way);
}

/// A random world in a broad phase and in its oracle.
class World {
public:
    World(Random& random, BoxScene scene, std::uint32_t count)
        : random_(random), scene_(scene), count_(count), expected_(count) {}

    BroadPhase& broadPhase() { return broadPhase_; }
    BruteForce& expected() { return expected_; }

    void set(std::uint32_t item, const Aabb& box, Mobility mobility) {
        broadPhase_.set(item, box, mobility);
        expected_.set(item, box, mobility);
    }
    void setAnew(std::uint32_t item) {
        const Mobility mobility = random_.chance(0.2) ? Mobility::Static : Mobility::Moving;
        set(item, test::sceneBox(scene_, random_, item, count_), mobility);
    }
    /// Adds the item, or removes, teleports or moves it.
    void change(std::uint32_t item) {
        const double choice = random_.unit();
        if (!expected_.contains(item) || choice < 0.02) {
            setAnew(item);
        } else if (choice < 0.05) {
            EXPECT_TRUE(broadPhase_.remove(item));
            EXPECT_FALSE(broadPhase_.remove(item));
            expected_.remove(item);
            if (random_.chance(0.3)) {
                setAnew(item);
            }
        } else {
            const double reach = choice < 0.7 ? 0.1 : 2.0;
            set(item, movedBy(expected_.bounds(item), random_.inBox(reach)), expected_.mobility(item));
        }
    }
    void changeSome(std::uint32_t changes) {
        for (std::uint32_t i = 0; i < changes; ++i) {
            change(random_.below(count_));
        }
    }

    void expectSameQueries() {
        const double half = random_.uniform(0.0, 4.0);
        const Aabb box = test::boxAt(random_.inBox(8.0), glm::dvec3(half));
        EXPECT_EQ(query(broadPhase_, box), expected_.query(box));
    }

private:
    Random& random_;
    BoxScene scene_;
    std::uint32_t count_;
    BroadPhase broadPhase_;
    BruteForce expected_;
};

/// Compares random steps in every scene with brute force.
void expectSamePairs(int steps) {
    std::size_t found = 0, quiet = 0, few = 0, many = 0;
    for (const BoxScene scene : test::kBoxScenes) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        Random random(801);
        World world(random, scene, 90);
        for (int step = 0; step < steps / int(test::kBoxScenes.size()) && !testing::Test::HasFailure();
             ++step) {
            const std::uint32_t changes = random.chance(0.1) ? 90 : random.below(6);
            ++(changes == 0 ? quiet : changes < 6 ? few : many);
            world.changeSome(changes);
            EXPECT_EQ(world.broadPhase().validate(), std::nullopt) << "step " << step;
            if (random.chance(0.2)) {
                world.broadPhase().update();
                EXPECT_EQ(world.broadPhase().validate(), std::nullopt) << "step " << step;
                world.expectSameQueries();
                world.changeSome(random.below(3));
            }
            const Pairs pairs = sorted(world.broadPhase().findPairs());
            EXPECT_EQ(pairs, world.expected().findPairs()) << "step " << step;
            EXPECT_EQ(world.broadPhase().validate(), std::nullopt) << "step " << step;
            found += pairs.size();
        }
    }
    EXPECT_GT(found, 10 * std::size_t(steps));
    EXPECT_GT(quiet, std::size_t(steps) / 20);
    EXPECT_GT(few, std::size_t(steps) / 2);
    EXPECT_GT(many, std::size_t(steps) / 20);
}

TEST(BroadPhase, LosesNoPairOverRandomSteps) {
    expectSamePairs(5'000);
}

TEST(BroadPhase, LosesNoPairOverManyRandomStepsSlow) {
    expectSamePairs(
        static_cast<int>(test::fromEnvironment("SAT3D_BROAD_PHASE_STEPS", test::slowCount(100'000u))));
}

TEST(BroadPhase, OrderOfTasksMakesNoDifference) {
    constexpr std::uint32_t kCount = 10'000;  // several tasks of each kind
    Random random(803);
    World inOrder(random, BoxScene::Uniform, kCount);
    for (std::uint32_t item = 0; item < kCount; ++item) {
        inOrder.setAnew(item);
    }
    BroadPhase inReverse = inOrder.broadPhase(), onThreads = inOrder.broadPhase();
    std::size_t found = 0;
    for (int step = 0; step < 40; ++step) {
        const auto pairs = inOrder.broadPhase().findPairs();
        EXPECT_TRUE(std::ranges::equal(pairs, inReverse.findPairs(test::kInReverse))) << "step " << step;
        EXPECT_TRUE(std::ranges::equal(pairs, onThreads.findPairs(test::OnThreads{3}))) << "step " << step;
        found += pairs.size();
        inOrder.changeSome(1u << random.below(14));
        inReverse = onThreads = inOrder.broadPhase();
    }
    EXPECT_GT(found, 100'000u);
}

TEST(BroadPhase, BoxesAreSetOnSeveralThreads) {
    Random random(805);
    const std::vector<Aabb> boxes = test::sceneBoxes(BoxScene::Uniform, random, 2000);
    BroadPhase expected, found;
    for (std::uint32_t item = 0; item < boxes.size(); ++item) {
        expected.set(item, boxes[item]);
        found.set(item, Aabb{});
    }
    test::OnThreads{4}(20, [&](std::size_t task) {
        for (std::size_t item = 100 * task; item < 100 * (task + 1); ++item) {
            found.setBox(static_cast<std::uint32_t>(item), boxes[item]);
        }
    });
    EXPECT_TRUE(std::ranges::equal(expected.findPairs(), found.findPairs()));
    EXPECT_EQ(found.validate(), std::nullopt);
    EXPECT_EQ(found.bounds(7), boxes[7]);
}

TEST(BroadPhase, FollowsLargeScenesInWhichFewMoveSlow) {
    for (const BoxScene scene : {BoxScene::Uniform, BoxScene::Clusters, BoxScene::TwoTowns, BoxScene::OneHuge,
                                 BoxScene::ThreeDecades}) {
        SCOPED_TRACE("scene " + std::to_string(static_cast<int>(scene)));
        Random random(802);
        World world(random, scene, 1500);
        for (std::uint32_t item = 0; item < 1500; ++item) {
            world.setAnew(item);
        }
        std::size_t found = 0;
        for (int step = 0; step < 60 && !testing::Test::HasFailure(); ++step) {
            const Pairs pairs = sorted(world.broadPhase().findPairs());
            EXPECT_EQ(pairs, world.expected().findPairs()) << "step " << step;
            world.expectSameQueries();
            found += step == 0 ? 0 : pairs.size();
            world.changeSome(1u << random.below(9));
        }
        EXPECT_GT(found, 500u);
    }
}

TEST(BroadPhase, AnswersInTheSameOrderOnEveryTarget) {
    std::vector<Pairs> first;
    test::onEveryTarget([&] {
        Random random(803);
        World world(random, BoxScene::Uniform, 800);
        std::vector<Pairs> answers;
        for (int step = 0; step < 20; ++step) {
            world.changeSome(step < 2 ? 1600 : 1u << (step % 11));
            const auto pairs = world.broadPhase().findPairs();
            answers.emplace_back(pairs.begin(), pairs.end());
        }
        if (first.empty()) {
            first = answers;
        }
        EXPECT_EQ(answers, first);
    });
    EXPECT_EQ(first.size(), 20u);
}

TEST(BroadPhase, StaticItemsMeetMovingOnesOnly) {
    BroadPhase broadPhase;
    const Aabb box{{0, 0, 0}, {1, 1, 1}};
    broadPhase.set(0, box, Mobility::Static);
    broadPhase.set(1, box, Mobility::Static);
    EXPECT_TRUE(broadPhase.findPairs().empty());
    broadPhase.set(2, box);
    EXPECT_EQ(sorted(broadPhase.findPairs()), (Pairs{{0, 2}, {1, 2}}));
    EXPECT_TRUE(broadPhase.findPairs().empty()) << "nothing was set";
    broadPhase.set(1, box, Mobility::Static);
    EXPECT_EQ(sorted(broadPhase.findPairs()), (Pairs{{1, 2}})) << "a static item has moved";
    broadPhase.set(1, box, Mobility::Moving);
    EXPECT_EQ(sorted(broadPhase.findPairs()), (Pairs{{0, 1}, {1, 2}})) << "it becomes a moving one";
    broadPhase.set(2, {{1, 1, 1}, {2, 2, 2}});
    EXPECT_EQ(sorted(broadPhase.findPairs()), (Pairs{{0, 2}, {1, 2}})) << "touching counts";
}

TEST(BroadPhase, KnowsItsItems) {
    BroadPhase broadPhase;
    EXPECT_FALSE(broadPhase.contains(7));
    EXPECT_TRUE(broadPhase.bounds(7).isEmpty());
    EXPECT_FALSE(broadPhase.remove(7));
    const Aabb box{{0, 0, 0}, {1, 1, 1}};
    broadPhase.set(7, box);
    broadPhase.set(3, box, Mobility::Static);
    EXPECT_TRUE(broadPhase.contains(7));
    EXPECT_FALSE(broadPhase.contains(6));
    EXPECT_EQ(broadPhase.bounds(7), box);
    EXPECT_EQ(broadPhase.size(), 2u);
    EXPECT_TRUE(query(broadPhase, box).empty()) << "before update()";
    broadPhase.update();
    EXPECT_EQ(query(broadPhase, box), (Items{3, 7}));
    BroadPhase copy = broadPhase;
    EXPECT_TRUE(broadPhase.remove(7));
    EXPECT_EQ(query(broadPhase, box), (Items{3})) << "removed at once";
    EXPECT_EQ(broadPhase.size(), 1u);
    EXPECT_TRUE(broadPhase.findPairs().empty());
    EXPECT_EQ(sorted(copy.findPairs()), (Pairs{{3, 7}})) << "a copy is independent";
    BroadPhase moved = std::move(copy);
    EXPECT_EQ(query(moved, box), (Items{3, 7}));
    EXPECT_EQ(copy.size(), 0u) << "empty, and of use";  // NOLINT(bugprone-use-after-move)
    copy.set(5, box);
    EXPECT_EQ(copy.bounds(5), box);
    moved = std::move(copy);
    EXPECT_EQ(moved.size(), 1u);
    EXPECT_EQ(copy.size(), 0u);
    copy = moved;
    EXPECT_TRUE(copy.contains(5) && moved.contains(5));
}

TEST(BroadPhase, CastsThroughAllTrees) {
    std::size_t hits = 0;
    test::forEachTrial(804, 30, [&](Random& random, int) {
        World world(random, BoxScene::Uniform, 400);
        world.changeSome(800);
        (void)world.broadPhase().findPairs();
        world.changeSome(10);
        world.broadPhase().update();
        for (int i = 0; i < 10; ++i) {
            const Ray ray{glm::vec3(random.inBox(12.0)), glm::vec3(random.direction()), 15.0f};
            const auto nearer = [&](std::uint32_t item, double limit) {
                return std::min(limit, entryDistance(ray, world.expected().bounds(item)));
            };
            const DRay inDouble{glm::dvec3(ray.origin), ray.direction, ray.length};
            const double nearest = world.broadPhase().cast(ray, nearer);
            EXPECT_EQ(world.broadPhase().cast(inDouble, nearer), nearest);
            const auto bound = [&](const Aabb& box) { return entryDistance(ray, box); };
            EXPECT_EQ(world.broadPhase().traverse(ray.length, bound, nearer), nearest);
            double expected = ray.length;
            for (std::uint32_t item = 0; item < 400; ++item) {
                if (world.expected().contains(item)) {
                    expected = std::min(expected, entryDistance(ray, world.expected().bounds(item)));
                }
            }
            EXPECT_EQ(nearest, expected);
            hits += expected < 15.0;
        }
    });
    EXPECT_GT(hits, 100u);
}

#if SAT3D_ENABLE_ASSERTS
TEST(BroadPhaseDeathTest, RefusesNan) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    BroadPhase broadPhase;
    EXPECT_DEATH(broadPhase.set(0, {{kNan, 0, 0}, {1, 1, 1}}), "has a NaN");
    broadPhase.set(0, {{0, 0, 0}, {1, 1, 1}});
    broadPhase.update();
    EXPECT_DEATH(broadPhase.setBox(0, {{0, 0, 0}, {2, 2, 2}}), "has been set since the last update");
}
#endif

}  // namespace
