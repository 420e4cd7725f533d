// A world allocates only while it grows.

#include "core/checksum.hpp"
#include "core/little_endian.hpp"
#include "support/allocations/counted_allocations.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/for_each_query.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace sat3d;

void expectNoAllocation(ContactDetail detail, std::uint32_t movedPart) {
    test::Random random(7);
    const std::vector<Shape> shapes = test::shapesForWorlds<float>(random);
    World world({.detail = detail, .margin = 0.02f, .hysteresis = 0.05f, .partEvents = true});
    std::vector<ObjectId> ids;
    for (std::uint32_t i = 0; i < 150; ++i) {
        ids.push_back(world
                          .add({.shape = shapes[i % shapes.size()],
                                .pose = {glm::vec3(random.inBox(6.0)), glm::quat(random.rotation())},
                                .kind = i % 9 == 0 ? ObjectKind::Static : ObjectKind::Moving})
                          .value());
    }
    std::size_t begun = 0, ended = 0;
    ObjectMotions motions;
    std::uint64_t warm = 0;
    constexpr int kSteps = 40, kRounds = 4;
    for (int step = 0; step < kRounds * kSteps; ++step) {
        if (step % kSteps == 0) {
            random = test::Random(8);  // every round makes the same motion; the last is counted
            warm = allocations.load();
        }
        const bool isAll = step % kSteps < 2;
        for (std::uint32_t i = 0; i < ids.size(); i += isAll ? 1 : movedPart) {
            const glm::vec3 position(random.inBox(step % 20 == 0 ? 3.0 : 6.0));
            ASSERT_FALSE(world.setPose(ids[(i + static_cast<std::uint32_t>(step % kSteps)) % ids.size()],
                                       {position, glm::quat(random.rotation())}));
        }
        const Events events = world.update();
        begun += events.begun.size();
        ended += events.ended.size();
        std::array<ObjectId, 8> room;
        std::array<WorldRayHit, 8> hits;
        (void)raycastAll(world, {{-9, 0, 0}, {1, 0, 0}}, hits);
        (void)raycast(world, {{-9, 0, 0}, {1, 0, 0}});
        (void)overlapping(world, Sphere{.radius = 2.0f}, Pose{}, room);
        (void)sweep(world, Sphere{}, Pose{{-9, 0, 0}}, glm::vec3(18, 0, 0));
        std::array<ObjectPair, 8> pairs;
        (void)raycastAny(world, {{-9, 0, 0}, {1, 0, 0}});
        (void)nearPairs(world, 0.5f, pairs);
        std::array<PiercedPlate, 8> plates;
        const std::array moved{ObjectMotion{ids[0], Pose{}, {.translation = {1, 0, 0}}},
                               ObjectMotion{ids[1], Pose{}, {.rotationVector = {1, 0, 0}}},
                               ObjectMotion{ids[7], Pose{}, {.rotationVector = {1, 0, 0}}, 2}};
        ASSERT_FALSE(motions.set(world, moved));
        (void)shootThrough(world, motions, {{-9, 0, 0}, {1, 0, 0}, 18.0f}, plates);
        (void)sweep(world, motions, Sphere{}, Pose{{-9, 0, 0}}, {.translation = {18, 0, 0}});
        const std::array rays{Ray{{-9, 0, 0}, {1, 0, 0}}, Ray{{-9, 1, 0}, {1, 0, 0}}};
        std::array<std::optional<WorldRayHit>, 2> firstHits;
        forEachQuery(rays.size(), kInOneThread,
                     [&](std::size_t i) { firstHits[i] = raycast(world, rays[i]); });
        (void)closest(world, Sphere{}, Pose{{-9, 0, 0}});
    }
    EXPECT_EQ(allocations.load(), warm);
    EXPECT_GT(begun, 500u);
    EXPECT_GT(ended, 500u);
}

TEST(WorldAllocation, StepsDoNotAllocate) {
    for (const ContactDetail detail :
         {ContactDetail::Overlap, ContactDetail::Push, ContactDetail::Manifolds}) {
        expectNoAllocation(detail, 1);
        expectNoAllocation(detail, 20);
    }
}

// A game that asks only for queries, or only for the events of dynamics.
TEST(WorldAllocation, RefreshesWithoutUpdatesKeepTheirMemory) {
    World world;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 50; ++i) {
        ids.push_back(world.add({.shape = Sphere{.radius = 0.4f}, .pose = {{float(i), 0, 0}}}).value());
    }
    std::uint64_t warm = 0;
    for (int step = 0; step < 2000; ++step) {
        if (step == 200) {
            warm = allocations.load();
        }
        for (std::size_t i = 0; i + 2 < ids.size(); i += 1 + static_cast<std::size_t>(step % 3)) {
            ASSERT_FALSE(world.setPose(ids[i], {{float(i), 0.1f * float(step % 2), 0}}));
        }
        world.refresh();
    }
    EXPECT_EQ(allocations.load(), warm);
    ASSERT_FALSE(world.setPose(ids[0], {{0.9f, 0, 0}}));
    ASSERT_FALSE(world.setPose(ids[49], {{48.5f, 0, 0}}));
    const Events events = world.update();
    ASSERT_EQ(events.begun.size(), 2u) << "the update knows of all changes";
    EXPECT_EQ(events.begun[0].objects, (ObjectPair{ids[0], ids[1]}));
    EXPECT_EQ(events.begun[1].objects, (ObjectPair{ids[48], ids[49]}));
    EXPECT_FALSE(world.validate());
}

TEST(WorldAllocation, RestoringTakesAFewTimesTheSizeOfTheSnapshot) {
    World world;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 20'000; ++i) {
        ids.push_back(world.add({.shape = Sphere{}, .pose = {{float(3 * i), 0, 0}}}).value());
    }
    while (ids.size() > 1) {  // removed objects must not be smaller in the snapshot than in the world
        ASSERT_TRUE(world.remove(ids.front()));
        ids.erase(ids.begin());
    }
    const std::vector<std::byte> bytes = world.snapshot();
    const auto shapeOf = [](ObjectId, std::uint64_t) { return Sphere{}; };
    World restored;
    const std::uint64_t before = allocatedBytes.load();
    ASSERT_FALSE(restored.restore(bytes, shapeOf));
    restored.update();
    EXPECT_LT(allocatedBytes - before, 6 * bytes.size());
    EXPECT_GT(allocatedBytes - before, bytes.size());
}

TEST(WorldAllocation, BadCountsAreRefusedBeforeTheyAllocate) {
    World world;
    ASSERT_TRUE(world.add({.shape = Sphere{}}));
    const std::vector<std::byte> bytes = world.snapshot();
    constexpr std::size_t kCounts = 16 + 15;  // behind the header and the options
    for (std::size_t count = 0; count < 3; ++count) {
        std::vector<std::byte> forged = bytes;
        forged[kCounts + 4 * count + 3] = std::byte{16};
        const auto sum = toLittleEndian(checksum(std::span(forged).subspan(16)));
        std::ranges::copy(sum, forged.begin() + 8);
        const std::uint64_t before = allocatedBytes.load();
        const auto error = world.restore(forged);
        ASSERT_TRUE(error);
        EXPECT_NE(error->message.find("shorter than its counts"), std::string::npos) << error->message;
        EXPECT_LT(allocatedBytes - before, 1000u);
    }
}

TEST(WorldAllocation, IsCounted) {
    const std::uint64_t before = allocations.load();
    const World world;
    const std::vector<ObjectId> some(3);
    EXPECT_GT(allocations.load(), before);
    EXPECT_EQ(world.size(), 0u);
}

}  // namespace
