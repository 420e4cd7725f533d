// The events of a world against a model that tests all pairs in every step.

#include "support/trials.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::RandomEdits;
using test::WorldModel;

struct Counts {
    std::size_t begun = 0, stayed = 0, ended = 0, pushes = 0, manifolds = 0, parts = 0, held = 0;
    std::size_t partsBegun = 0, partsStayed = 0, partsEnded = 0, unevenEnds = 0;
};

template <class T>
Counts runRandomly(const BasicWorldOptions<T>& options, std::uint32_t seed, int steps,
                   glm::dvec3 center = {}) {
    BasicWorld<T> world(options);
    WorldModel<T> model(options);
    RandomEdits<T> edits(seed, world, model);
    edits.center = center;
    Counts counts;
    for (int step = 0; step < steps; ++step) {
        for (std::uint32_t edit = edits.random().below(8); edit-- > 0;) {
            edits.edit();
        }
        if (step % 50 == 0) {
            for (int edit = 0; edit < 40; ++edit) {
                edits.edit();
            }
        }
        model.update();
        const auto events = world.update();
        test::expectEvents(model, events);
        if (testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "in step " << step << " of seed " << seed;
            return counts;
        }
        EXPECT_EQ(world.size(), model.entries.size());
        counts.begun += events.begun.size();
        counts.stayed += events.stayed.size();
        counts.ended += events.ended.size();
        counts.manifolds += events.manifolds.size();
        counts.partsBegun += events.parts.begun.size();
        counts.partsStayed += events.parts.stayed.size();
        counts.partsEnded += events.parts.ended.size();
        counts.unevenEnds += events.parts.ended.size() > events.ended.size() ? 1 : 0;
        for (const auto& contact : events.stayed) {
            counts.pushes += contact.penetration.depth > 0.0f ? 1 : 0;
            counts.parts += contact.penetration.children != ChildPair{} ? 1 : 0;
            counts.held += contact.penetration.depth == 0.0f ? 1 : 0;
        }
    }
    EXPECT_GT(counts.begun, test::fewTrialsCount(100u));
    EXPECT_GT(counts.stayed, test::fewTrialsCount(1000u));
    EXPECT_GT(counts.ended, test::fewTrialsCount(100u));
    return counts;
}

TEST(WorldEvents, AreThoseOfAllPairs) {
    const Counts counts = runRandomly<float>({}, 1, test::fewTrialsCount(1500));
    EXPECT_GT(counts.pushes, test::fewTrialsCount(1000u));
    EXPECT_GT(counts.parts, test::fewTrialsCount(100u));
    EXPECT_EQ(counts.manifolds, 0u);
    EXPECT_EQ(counts.partsBegun, 0u);
}

TEST(WorldEvents, AreThoseOfAllPairsWithOverlapOnly) {
    const Counts counts =
        runRandomly<float>({.detail = ContactDetail::Overlap}, 2, test::fewTrialsCount(1500));
    EXPECT_EQ(counts.pushes, 0u);
}

TEST(WorldEvents, AreThoseOfAllPairsWithManifolds) {
    const Counts counts = runRandomly<float>({.detail = ContactDetail::Manifolds, .margin = 0.02f}, 3, 600);
    EXPECT_GT(counts.manifolds, 1000u);
}

TEST(WorldEvents, AreThoseOfAllPairsWithHysteresis) {
    // With a margin that is wide, contacts without depth can only be those of hysteresis, and of sensors.
    const Counts without = runRandomly<float>({.margin = 0.05f}, 4, 600);
    const Counts with = runRandomly<float>({.margin = 0.05f, .hysteresis = 0.2f}, 4, 600);
    EXPECT_GT(with.held, without.held);
}

TEST(WorldEvents, AreThoseOfAllPairsFarFromTheOriginInDouble) {
    const Counts counts =
        runRandomly<double>({.detail = ContactDetail::Manifolds}, 5, 400, glm::dvec3(1e7, -3e6, 2e7));
    EXPECT_GT(counts.manifolds, 500u);
}

TEST(WorldEvents, AreThoseOfAllPairsInThePlane) {
    const Counts pushes = runRandomly<Planar<float>>({}, 6, test::fewTrialsCount(1000));
    EXPECT_GT(pushes.pushes, test::fewTrialsCount(1000u));
    EXPECT_GT(pushes.parts, test::fewTrialsCount(100u));
    const Counts manifolds = runRandomly<Planar<float>>(
        {.detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.1f, .partEvents = true}, 7,
        test::fewTrialsCount(1000));
    EXPECT_GT(manifolds.manifolds, test::fewTrialsCount(1000u));
    EXPECT_GT(manifolds.partsEnded, test::fewTrialsCount(100u));
    const Counts far =
        runRandomly<Planar<double>>({.detail = ContactDetail::Manifolds}, 8, 400, glm::dvec3(1e7, -3e6, 0.0));
    EXPECT_GT(far.manifolds, 500u);
}

TEST(WorldEvents, AreThoseOfAllPairsWithAPredicate) {
    const auto isEven = [](const BasicObject<float>& a, const BasicObject<float>& b) {
        return a.filter.categories != b.filter.categories && a.userData != b.userData + 1;
    };
    BasicWorldOptions<float> options;
    options.mayTouch = isEven;
    runRandomly<float>(options, 6, 600);
}

BasicObject<float> ballAt(float x) {
    return {.shape = Sphere{.radius = 1.0f}, .pose = {{x, 0.0f, 0.0f}}};
}

TEST(WorldEvents, OfPartsAreThoseOfAllPairs) {
    const Counts counts = runRandomly<float>({.partEvents = true}, 7, 1000);
    EXPECT_GT(counts.partsBegun, 300u);
    EXPECT_GT(counts.partsStayed, counts.stayed + 1000);
    EXPECT_GT(counts.partsEnded, 300u);
    EXPECT_GT(counts.unevenEnds, 30u) << "parts that stop while their objects still touch";
}

TEST(WorldEvents, OfPartsAreThoseOfAllPairsWithHysteresis) {
    const Counts counts =
        runRandomly<double>({.margin = 0.05f, .hysteresis = 0.2f, .partEvents = true}, 8, 500);
    EXPECT_GT(counts.partsStayed, counts.stayed + 100);
}

TEST(WorldEvents, ContainWhatAllAskFor) {
    for (const ContactDetail ofWorld :
         {ContactDetail::Overlap, ContactDetail::Push, ContactDetail::Manifolds}) {
        for (const ContactDetail ofA :
             {ContactDetail::Overlap, ContactDetail::Push, ContactDetail::Manifolds}) {
            World world({.detail = ofWorld});
            BasicObject<float> a = ballAt(0.0f);
            a.filter.detail = ofA;
            ASSERT_TRUE(world.add(a));
            ASSERT_TRUE(world.add(ballAt(1.5f)));
            const Contact contact = world.update().begun[0];
            EXPECT_EQ(contact.penetration.depth > 0.0f, std::min(ofWorld, ofA) >= ContactDetail::Push);
            EXPECT_EQ(contact.manifoldCount, std::min(ofWorld, ofA) == ContactDetail::Manifolds ? 1u : 0u);
        }
    }
}

TEST(WorldEvents, RemovalEndsContactsWithTheIdThatBegan) {
    World world;
    const ObjectId a = world.add(ballAt(0.0f)).value();
    const ObjectId b = world.add(ballAt(1.0f)).value();
    ASSERT_EQ(world.update().begun.size(), 1u);
    ASSERT_TRUE(world.remove(a));
    EXPECT_EQ(world.events().begun.size(), 1u);  // the events of the last update stay valid
    const ObjectId c = world.add(ballAt(0.0f)).value();
    EXPECT_EQ(c.index, a.index);
    EXPECT_NE(c, a);
    const Events events = world.update();
    ASSERT_EQ(events.ended.size(), 1u);
    EXPECT_EQ(events.ended[0], (ObjectPair{a, b}));
    ASSERT_EQ(events.begun.size(), 1u);
    EXPECT_EQ(events.begun[0].objects, (ObjectPair{c, b}));
    EXPECT_TRUE(events.stayed.empty());
    EXPECT_TRUE(world.update().ended.empty());
}

TEST(WorldEvents, PartsFarAwayAreTestedWhereTheyAreInTheWorld) {
    // There, rounding moves the second part of the tank into the box.
    const Pose far{{7e28f, 4e28f, 2e28f}};
    const Box box{.halfExtents = glm::vec3(0.1f)};
    const WorldOptions options{.partEvents = true};
    World world(options);
    WorldModel<float> model(options);
    const Compound tank = Compound::fromChildren({{box, Pose{}}, {box, Pose{{0.0f, 0.0f, 5.0f}}}}).value();
    for (const Shape& shape : {Shape(box), Shape(tank)}) {
        const World::Object object{.shape = shape, .pose = far};
        const ObjectId id = world.add(object).value();
        model.entries[id.index] = {id, object};
    }
    model.update();
    EXPECT_EQ(model.begunParts.size(), 2u);
    test::expectEvents(model, world.update());
}

/// Balls in a grid, of which each touches its neighbors, in a world that counts the pairs that it tests.
class CountedTests {
public:
    static constexpr std::uint32_t kCount = 1000;

    CountedTests() : world_({.mayTouch = [this](const auto&, const auto&) { return ++count_ > 0; }}) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const glm::vec3 place(static_cast<float>(i % 10), static_cast<float>(i / 10 % 10),
                                  static_cast<float>(i / 100));
            ids_.push_back(world_.add({.shape = Sphere{.radius = 0.55f}, .pose = {place}}).value());
        }
        EXPECT_GT(testsOfUpdate(), 2700);  // a grid has 2,700 neighbors
    }
    World& world() { return world_; }
    [[nodiscard]] ObjectId id(std::uint32_t i) const { return ids_[i]; }
    int testsOfUpdate() {
        count_ = 0;
        world_.update();
        return std::exchange(count_, 0);
    }

private:
    int count_ = 0;
    World world_;
    std::vector<ObjectId> ids_;
};

TEST(WorldEvents, OnlyPairsOfWhatHasChangedAreTested) {
    CountedTests balls;
    constexpr std::uint32_t kMiddle = 555;  // with 6 neighbors, and up to 26 boxes near it
    EXPECT_EQ(balls.testsOfUpdate(), 0);
    Pose pose = balls.world().find(balls.id(kMiddle))->pose;
    const auto moment = balls.world().changes().now();
    EXPECT_FALSE(balls.world().setPose(balls.id(kMiddle), pose));
    EXPECT_EQ(balls.testsOfUpdate(), 0) << "the pose is the same";
    EXPECT_EQ(balls.world().changes().now(), moment);
    pose.position.x += 0.01f;
    EXPECT_FALSE(balls.world().setPose(balls.id(kMiddle), pose));
    balls.world().refresh();
    const int tests = balls.testsOfUpdate();
    EXPECT_GE(tests, 6);
    EXPECT_LE(tests, 26);
    EXPECT_FALSE(balls.world().setKind(balls.id(kMiddle), ObjectKind::Moving));
    EXPECT_EQ(balls.testsOfUpdate(), 0) << "the kind is the same";
    EXPECT_FALSE(balls.world().setFilter(balls.id(kMiddle), {}));
    EXPECT_GE(balls.testsOfUpdate(), 6) << "always, for what a predicate depends on";
    EXPECT_EQ(balls.testsOfUpdate(), 0);
    EXPECT_EQ(balls.world().events().stayed.size(), balls.world().touching().size());
}

TEST(WorldEvents, PushSeparates) {
    World world;
    const ObjectId a = world.add(ballAt(0.0f)).value();
    const ObjectId b = world.add(ballAt(1.5f)).value();
    const Contact contact = world.update().begun[0];
    EXPECT_FLOAT_EQ(contact.penetration.depth, 0.5f);
    Pose pose = world.find(b)->pose;
    pose.position += contact.penetration.pushB();
    EXPECT_FALSE(world.setPose(b, pose));
    EXPECT_EQ(world.update().ended.size(), 1u);
    EXPECT_EQ(world.find(a)->pose.position.x, 0.0f);
}

}  // namespace
