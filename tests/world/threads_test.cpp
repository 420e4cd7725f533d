// Updates on the caller's threads: the same bits in every order and on any number of threads.

#include "support/threads/executors.hpp"
#include "world/world_model.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;

/// The bits of the events of one update, and the hash of the world after it.
struct Record {
    std::vector<std::byte> bytes;

    template <class Item>
    void add(const Item& item) {
        static_assert(std::is_trivially_copyable_v<Item>);
        const auto* first = reinterpret_cast<const std::byte*>(&item);
        bytes.insert(bytes.end(), first, first + sizeof(Item));
    }
    void add(const Penetration& push) {
        add(push.normal);
        add(push.depth);
        add(push.features.kind);
        add(push.features.a);
        add(push.features.b);
        add(push.children);
    }
    void add(const Contact& contact, const Events& events) {
        add(contact.objects);
        add(contact.penetration);
        add(contact.firstManifold);
        for (const Manifold& manifold : events.manifoldsOf(contact)) {
            add(manifold.normal);
            add(manifold.penetration);
            for (const ContactPoint& point : manifold.points()) {
                add(point.position);
                add(point.separation);
                add(point.id);
            }
        }
    }
    void add(const Events& events) {
        for (const auto contacts : {events.begun, events.stayed}) {
            add(contacts.size());
            for (const Contact& contact : contacts) {
                add(contact, events);
            }
        }
        for (const ObjectPair& pair : events.ended) {
            add(pair);
        }
        for (const auto parts : {events.parts.begun, events.parts.stayed, events.parts.ended}) {
            add(parts.size());
            for (const PartPair& pair : parts) {
                add(pair);
            }
        }
    }
};

struct Run {
    std::vector<Record> steps;
    std::size_t begun = 0, stayed = 0, ended = 0, manifolds = 0, calls = 0;
};

/// Some steps of a world of several hundred objects: all move, few move, and some are replaced.
Run runWith(ParallelFor parallelFor, const WorldOptions& options) {
    constexpr std::uint32_t kObjects = 1600;
    test::Random random(41);
    const std::vector<Shape> shapes = test::shapesForWorlds<float>(random);
    World world(options);
    std::vector<ObjectId> ids;
    const auto pose = [&] { return Pose{glm::vec3(random.inBox(10.0)), glm::quat(random.rotation())}; };
    const auto add = [&](std::uint32_t i) {
        const ObjectKind kind = i % 9 == 0   ? ObjectKind::Static
                                : i % 9 == 1 ? ObjectKind::Sensor
                                             : ObjectKind::Moving;
        return world.add({.shape = shapes[i % shapes.size()], .pose = pose(), .kind = kind}).value();
    };
    for (std::uint32_t i = 0; i < kObjects; ++i) {
        ids.push_back(add(i));
    }
    Run run;
    const auto counted = [&](std::size_t count, ParallelTask task) {
        ++run.calls;
        parallelFor(count, task);
    };
    for (int step = 0; step < 12; ++step) {
        const std::uint32_t every = step % 8 == 0 ? 1 : step % 3 == 0 ? 3 : 30;
        for (std::uint32_t i = 0; i < kObjects; i += 1 + random.below(every)) {
            if (random.chance(0.02)) {
                EXPECT_TRUE(world.remove(ids[i]));
                ids[i] = add(i);
            } else {
                Pose moved = world.find(ids[i])->pose;
                moved.position += glm::vec3(random.inBox(0.2));
                EXPECT_FALSE(world.setPose(ids[i], moved));
            }
        }
        const Events events = world.update(counted);
        Record record;
        record.add(events);
        record.add(world.hash());
        run.steps.push_back(std::move(record));
        run.begun += events.begun.size();
        run.stayed += events.stayed.size();
        run.ended += events.ended.size();
        for (const Contact& contact : events.stayed) {
            run.manifolds += contact.manifoldCount;
        }
    }
    return run;
}

void expectSameBits(const WorldOptions& options) {
    const Run expected = runWith(kInOneThread, options);
    EXPECT_GT(expected.begun, 500u);
    EXPECT_GT(expected.stayed, 5000u);
    EXPECT_GT(expected.ended, 500u);
    EXPECT_EQ(expected.manifolds > 1000, options.detail == ContactDetail::Manifolds);
    EXPECT_EQ(expected.calls, expected.steps.size()) << "threads are woken once in an update";
    test::InRandomOrder inRandomOrder(3);
    const test::OnThreads two{2}, three{3}, seven{7};
    const std::pair<const char*, ParallelFor> loops[] = {
        {"in reverse", test::kInReverse},
        {"in random order", inRandomOrder},
        {"on 2 threads", two},
        {"on 3 threads", three},
        {"on 7 threads", seven},
    };
    for (const auto& [name, parallelFor] : loops) {
        const Run run = runWith(parallelFor, options);
        ASSERT_EQ(run.steps.size(), expected.steps.size());
        for (std::size_t step = 0; step < run.steps.size(); ++step) {
            ASSERT_EQ(run.steps[step].bytes, expected.steps[step].bytes) << name << ", step " << step;
        }
    }
}

TEST(WorldThreads, ChangeNoBitOfPushes) {
    expectSameBits({});
}

TEST(WorldThreads, ChangeNoBitOfManifolds) {
    expectSameBits(
        {.detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.05f, .partEvents = true});
}

TEST(WorldThreads, ChangeNoBitWithAPredicate) {
    WorldOptions options;
    options.mayTouch = [](const BasicObject<float>& a, const BasicObject<float>& b) {
        return a.shape.index() + b.shape.index() != 5;
    };
    expectSameBits(options);
}

}  // namespace
