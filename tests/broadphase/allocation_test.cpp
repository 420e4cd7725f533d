#include "support/allocations/counted_allocations.hpp"
#include "support/boxes/box_scenes.hpp"

#include <sat3d/broadphase/broad_phase.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;

TEST(BroadPhaseAllocation, NoneOnceItHasItsMemory) {
    constexpr std::uint32_t kCount = 2000;
    test::Random ofBoxes(811);
    const std::vector<Aabb> boxes = test::sceneBoxes(test::BoxScene::Uniform, ofBoxes, kCount);
    BroadPhase broadPhase;
    std::size_t found = 0, hits = 0;
    // Sets some boxes, or all, and removes and teleports a few.
    const auto step = [&](test::Random& random, std::uint32_t changes) {
        for (std::uint32_t i = 0; i < changes; ++i) {
            const std::uint32_t item = changes == kCount ? i : random.below(kCount);
            if (changes < kCount && random.chance(0.05)) {
                broadPhase.remove(item);
            } else {
                broadPhase.set(item, boxes[random.chance(0.1) ? random.below(kCount) : item],
                               item % 7 == 0 ? BroadPhase::Mobility::Static : BroadPhase::Mobility::Moving);
            }
        }
        found += broadPhase.findPairs().size();
        const Ray ray{glm::vec3(random.inBox(10.0)), glm::vec3(random.direction())};
        broadPhase.cast(ray, [&](std::uint32_t, double limit) {
            ++hits;
            return limit;
        });
        broadPhase.query(boxes[0], [&](std::uint32_t) {
            ++hits;
            return true;
        });
    };
    // The same steps twice: with few changes and many, builds and overflows.
    for (const bool isFirst : {true, false}) {
        test::Random random(812);
        const std::uint64_t before = allocations;
        for (int i = 0; i < 200; ++i) {
            step(random, i % 20 == 0 ? kCount : 1u << (i % 10));
        }
        EXPECT_EQ(allocations == before, !isFirst) << allocations - before;
    }
    EXPECT_GT(found, 50'000u);
    EXPECT_GT(hits, 1'000u);
}

}  // namespace
