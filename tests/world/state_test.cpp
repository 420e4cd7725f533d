// Snapshots, hashes and copies: a world continues in the same way from all of them.

#include "core/checksum.hpp"
#include "core/little_endian.hpp"
#include "support/trials.hpp"
#include "world/world_access.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/world.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::RandomEdits;
using test::WorldModel;
using Bytes = std::vector<std::byte>;

/// A world after random edits, with its model.
template <class T = float>
struct RandomWorld {
    BasicWorld<T> world;
    WorldModel<T> model;
    RandomEdits<T> edits;

    explicit RandomWorld(std::uint32_t seed, const BasicWorldOptions<T>& options = {})
        : world(options), model(options), edits(seed, world, model) {}
    /// Goes on as the other one did, with another world.
    RandomWorld(BasicWorld<T> start, const RandomWorld& other)
        : world(std::move(start)), model(other.model), edits(other.edits, world, model) {}
    RandomWorld(const RandomWorld& other) : RandomWorld(other.world, other) {}
    RandomWorld& operator=(const RandomWorld&) = delete;

    void step() {
        for (std::uint32_t edit = edits.random().below(8); edit-- > 0;) {
            edits.edit();
        }
    }
};

template <class T>
class WorldStateIn : public testing::Test {};
using Spaces = testing::Types<float, double, Planar<float>, Planar<double>>;
TYPED_TEST_SUITE(WorldStateIn, Spaces);

TYPED_TEST(WorldStateIn, IsValidAfterEveryEdit) {
    RandomWorld<TypeParam> random(11);
    for (int i = 0; i < 3000; ++i) {
        random.edits.edit();
        ASSERT_EQ(random.world.validate(), std::nullopt) << "after edit " << i;
        if (i % 5 == 0) {
            random.world.update();
            ASSERT_EQ(random.world.validate(), std::nullopt) << "after edit " << i;
        }
    }
}

TYPED_TEST(WorldStateIn, RestoredWorldsReplayTheSameHashesAndEvents) {
    const BasicWorldOptions<TypeParam> options{
        .detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.05f, .partEvents = true};
    std::size_t ends = 0;
    for (const std::uint32_t seed : {20u, 21u}) {
        const int steps = seed == 20 ? test::fewTrialsCount(1000) : 100;
        RandomWorld<TypeParam> original(seed, options);
        for (int i = 0; i < 60; ++i) {
            original.step();
            original.world.update();
            original.model.update();
        }
        original.step();  // the snapshot has changes that no update has seen
        const RandomWorld<TypeParam> saved = original;
        const std::uint64_t hash = saved.world.hash();
        const Bytes bytes = saved.world.snapshot();
        std::vector<std::uint64_t> hashes;
        for (int i = 0; i < steps; ++i) {
            original.world.update();
            original.step();
            hashes.push_back(original.world.hash());
        }
        ASSERT_NE(hashes.back(), hash);

        const auto shapeOf = [&](ObjectId id, std::uint64_t) {
            const auto* object = saved.world.find(id);
            return object != nullptr ? std::optional(object->shape) : std::nullopt;
        };
        BasicWorld<TypeParam> restored = original.world, fresh(options);
        ASSERT_FALSE(restored.restore(bytes, shapeOf));
        ASSERT_FALSE(fresh.restore(bytes, shapeOf));
        for (const BasicWorld<TypeParam>* world : {&restored, &fresh}) {
            for (const ObjectId id : world->ids()) {
                ASSERT_TRUE(WorldAccess::broadPhase(*world).contains(id.index)) << "queries are slow";
            }
        }
        std::size_t replayed = hashes.size();  // all by the first, some by the others
        for (const BasicWorld<TypeParam>& start : {fresh, restored, saved.world}) {
            ASSERT_EQ(start.hash(), hash);
            ASSERT_EQ(start.snapshot(), bytes);
            ASSERT_EQ(start.validate(), std::nullopt);
            RandomWorld<TypeParam> replay(start, saved);
            for (const std::uint64_t expected : std::span(hashes).first(std::exchange(replayed, 100))) {
                replay.model.update();
                const auto events = replay.world.update();
                test::expectEvents(replay.model, events);
                ASSERT_FALSE(this->HasFatalFailure());
                ends += events.ended.size();
                replay.step();
                ASSERT_EQ(replay.world.hash(), expected);
            }
        }
    }
    EXPECT_GT(ends, 200u);
}

TEST(WorldState, DamagedSnapshotsAreRefused) {
    RandomWorld random(30);
    for (int i = 0; i < 30; ++i) {
        random.step();
        random.world.update();
    }
    const Bytes bytes = random.world.snapshot();
    const std::uint64_t hash = random.world.hash();
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
        Bytes damaged = bytes;
        damaged[at] ^= std::byte{16};
        const auto error = random.world.restore(damaged);
        ASSERT_TRUE(error) << "byte " << at;
        ASSERT_EQ(error->code, WorldError::Code::BadSnapshot);
        const auto cut = random.world.restore(std::span(bytes).first(at));
        ASSERT_TRUE(cut) << "cut at " << at;
    }
    EXPECT_EQ(random.world.hash(), hash);
    EXPECT_EQ(random.world.validate(), std::nullopt);
}

TEST(WorldState, ForgedSnapshotsGiveValidWorldsOrNone) {
    RandomWorld random(31, {.partEvents = true});
    for (int i = 0; i < 30; ++i) {
        random.step();
        random.world.update();
    }
    const Bytes bytes = random.world.snapshot();
    int accepted = 0, refused = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        Bytes forged = bytes;
        for (std::uint32_t changes = 1 + random.edits.random().below(3); changes-- > 0;) {
            const std::uint32_t at = 16 + random.edits.random().below(std::uint32_t(forged.size()) - 16);
            forged[at] = static_cast<std::byte>(random.edits.random().below(256));
        }
        const auto sum = toLittleEndian(checksum(std::span(forged).subspan(16)));
        std::ranges::copy(sum, forged.begin() + 8);
        World world = random.world;
        if (world.restore(forged)) {
            ++refused;
            ASSERT_EQ(world.hash(), random.world.hash());
        } else {
            ++accepted;
            ASSERT_EQ(world.validate(), std::nullopt);
            world.update();
            ASSERT_EQ(world.validate(), std::nullopt);
        }
    }
    EXPECT_GT(accepted, 500);
    EXPECT_GT(refused, 500);
}

TEST(WorldState, ForeignSnapshotsAreRefused) {
    World world;
    (void)world.add({.shape = Sphere{}, .userData = 7, .name = "ball"}).value();
    const Bytes bytes = world.snapshot();
    World other({.margin = 0.1f});
    EXPECT_EQ(other.restore(bytes)->code, WorldError::Code::ForeignSnapshot);
    World withParts({.partEvents = true});
    EXPECT_EQ(withParts.restore(bytes)->code, WorldError::Code::ForeignSnapshot);
    World withManifolds({.detail = ContactDetail::Manifolds, .maxManifolds = 4});
    const auto foreign = withManifolds.restore(bytes);
    EXPECT_EQ(foreign->code, WorldError::Code::ForeignSnapshot);
    EXPECT_EQ(foreign->message, "the snapshot is of a world with another detail, maxManifolds");
    EXPECT_NE(withManifolds.hash(), World{}.hash());
    DWorld precise;
    EXPECT_EQ(precise.restore(bytes)->code, WorldError::Code::ForeignSnapshot);
    PlanarWorld flat;
    EXPECT_EQ(flat.restore(bytes)->code, WorldError::Code::ForeignSnapshot);
    World empty;
    const auto error = empty.restore(bytes);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, WorldError::Code::MissingShape);
    EXPECT_THAT(error->message, testing::HasSubstr("object 0 with user data 7 is not known"));
    EXPECT_EQ(empty.size(), 0u);
    const auto wrong = empty.restore(bytes, [](ObjectId, std::uint64_t) { return Sphere{.radius = 2.0f}; });
    EXPECT_EQ(wrong->code, WorldError::Code::MissingShape);
}

TEST(WorldState, ARollbackNeedsTheTagsOfTheSnapshot) {
    const ConvexHull plain = *ConvexHull::box({1, 1, 1});
    const ConvexHull armor = plain.withFaceTags(std::vector<std::uint32_t>(plain.faces().size(), 7));
    World world;
    const ObjectId plate = world.add({.shape = armor}).value();
    const Bytes bytes = world.snapshot();
    ASSERT_FALSE(world.setShape(plate, plain));
    const auto error = world.restore(bytes);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, WorldError::Code::MissingShape);
    ASSERT_FALSE(world.restore(bytes, [&](ObjectId, std::uint64_t) { return std::optional<Shape>(armor); }));
    EXPECT_EQ(std::get<ConvexHull>(world.find(plate)->shape).faceTags()[0], 7u);
}

TEST(WorldState, UserDataThatAPredicateReadsDecidesAtOnce) {
    WorldOptions options;
    options.mayTouch = [](const BasicObject<float>& a, const BasicObject<float>& b) {
        return a.userData != b.userData;
    };
    World world(options);
    (void)world.add({.shape = Sphere{}, .userData = 1}).value();
    const ObjectId b = world.add({.shape = Sphere{}, .userData = 2}).value();
    ASSERT_EQ(world.update().begun.size(), 1u);
    ASSERT_FALSE(world.setUserData(b, 1));
    World restored = world;
    ASSERT_FALSE(restored.restore(world.snapshot()));
    EXPECT_EQ(world.update().ended.size(), 1u);
    EXPECT_EQ(restored.update().ended.size(), 1u);
    EXPECT_EQ(world.hash(), restored.hash());
}

TEST(WorldState, ACopyHasTheStateAndDerivesTheRest) {
    RandomWorld original(33, {.detail = ContactDetail::Manifolds, .partEvents = true});
    for (int i = 0; i < 100; ++i) {
        original.step();
        original.world.update();
        original.model.update();
    }
    World copy = original.world, assigned({.margin = 1.0f});
    assigned = copy;
    for (World* world : {&copy, &assigned}) {
        EXPECT_EQ(world->hash(), original.world.hash());
        EXPECT_EQ(world->validate(), std::nullopt);
        EXPECT_TRUE(world->events().begun.empty() && world->events().stayed.empty());
        RandomWorld replay(*world, original);
        replay.model.update();
        test::expectEvents(replay.model, replay.world.update());
        EXPECT_EQ(replay.world.validate(), std::nullopt);
    }
    EXPECT_GT(original.world.touching().size(), 5u);
}

TEST(WorldState, AWorldThatWasMovedFromIsEmpty) {
    World world({.margin = 0.5f});
    (void)world.add({.shape = Sphere{}}).value();
    (void)world.add({.shape = Sphere{}}).value();
    world.update();
    const std::uint64_t hash = world.hash();
    World moved = std::move(world);
    EXPECT_EQ(moved.hash(), hash);
    EXPECT_EQ(moved.events().begun.size(), 1u) << "events move along";
    for (const bool isAssigned : {false, true}) {
        EXPECT_EQ(world.size(), 0u);  // NOLINT(bugprone-use-after-move): this is the test
        EXPECT_EQ(world.hash(), World({.margin = 0.5f}).hash());
        EXPECT_EQ(world.validate(), std::nullopt);
        EXPECT_EQ(world.add({.shape = Sphere{}}).value().index, 0u);
        world.update();
        EXPECT_EQ(world.validate(), std::nullopt);
        if (!isAssigned) {
            World target;
            target = std::move(world);
            EXPECT_EQ(target.size(), 1u);
        }
    }
    World& same = moved;
    moved = std::move(same);
    EXPECT_EQ(moved.hash(), hash);
}

TEST(WorldState, HistoryMakesNoDifferenceToTheHash) {
    RandomWorld random(32, {.partEvents = true});
    World moved({.partEvents = true}), direct({.partEvents = true});
    std::vector<BasicObject<float>> objects;
    for (std::uint32_t i = 0; i < 60; ++i) {
        BasicObject<float> object{.shape = random.edits.shapes()[i % random.edits.shapes().size()]};
        object.pose = random.edits.randomPose(2.0);
        object.kind = random.edits.randomKind();
        object.filter = random.edits.randomFilter();
        object.userData = i;
        objects.push_back(object);
        ASSERT_TRUE(direct.add(object));
        ASSERT_TRUE(moved.add({.shape = Sphere{}, .pose = random.edits.randomPose(2.0)}));
    }
    direct.update();
    for (const int round : {0, 1, 2}) {
        for (std::uint32_t i = 60; i-- > 0;) {
            const ObjectId id{i, 1};
            const auto& object = objects[round == 2 ? i : (7 * i + 1) % 60];
            ASSERT_FALSE(moved.setUserData(id, object.userData));
            ASSERT_FALSE(moved.setShape(id, object.shape));
            ASSERT_FALSE(moved.setFilter(id, object.filter));
            ASSERT_FALSE(moved.setKind(id, object.kind));
            ASSERT_FALSE(moved.setPose(id, object.pose));
        }
        moved.update();
        ASSERT_EQ(moved.validate(), std::nullopt);
        EXPECT_EQ(moved.hash() == direct.hash(), round == 2);
    }
    EXPECT_GT(direct.touching().size(), 100u);
    EXPECT_EQ(moved.snapshot(), direct.snapshot());
}

TEST(WorldState, EverythingInTheStateChangesTheHash) {
    World world;
    const auto tank = Compound::fromChildren({{Sphere{}, Pose{}}, {Sphere{}, Pose{}}});
    const ObjectId a = world.add({.shape = *tank}).value();
    const ObjectId b = world.add({.shape = Sphere{}}).value();
    std::vector<std::uint64_t> hashes{world.hash()};
    const auto expectNew = [&](const char* what) {
        EXPECT_THAT(hashes, testing::Not(testing::Contains(world.hash()))) << what;
        hashes.push_back(world.hash());
        World copy = world;
        EXPECT_EQ(copy.hash(), world.hash()) << what;
    };
    world.update();
    expectNew("contacts");
    EXPECT_FALSE(world.setPose(a, Pose{{0.1f, 0, 0}}));
    expectNew("pose");
    EXPECT_FALSE(world.setPartPose(a, 1, Pose{{0.1f, 0, 0}}));
    expectNew("pose of a part");
    EXPECT_FALSE(world.setFilter(a, {.categories = 2}));
    expectNew("filter");
    EXPECT_FALSE(world.setFilter(a, {.categories = 2, .detail = ContactDetail::Overlap}));
    expectNew("detail of contacts");
    EXPECT_FALSE(world.setKind(a, ObjectKind::Static));
    expectNew("kind");
    EXPECT_FALSE(world.setUserData(a, 5));
    expectNew("user data");
    const auto setChildren = [&](std::uint32_t tag, std::uint64_t userData) {
        const auto children = {CompoundChild{Sphere{}, Pose{}},
                               CompoundChild{Sphere{}, Pose{}, tag, userData}};
        EXPECT_FALSE(world.setShape(a, Compound::fromChildren(children).value()));
    };
    setChildren(0, 0);
    expectNew("poses of parts");
    setChildren(1, 0);
    expectNew("tag of a part");
    setChildren(0, 1);
    expectNew("user data of a part");
    for (const std::uint32_t tag : {0u, 4u}) {
        const std::vector<std::uint32_t> tags(12, tag);
        const ConvexHull hull = *ConvexHull::box({1, 1, 1});
        EXPECT_FALSE(world.setShape(a, hull.withFaceTags(std::span(tags).first(hull.faces().size()))));
        expectNew("tags of faces");
        const std::vector<glm::vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        const std::vector<std::uint32_t> triangle{0, 1, 2};
        EXPECT_FALSE(
            world.setShape(a, TriangleMesh::fromTriangles(
                                  corners, triangle, {.sides = Sides::Both, .tags = std::span(tags).first(1)})
                                  .value()));
        expectNew("tags of triangles");
        const std::vector<float> heights(9, 0.0f);
        EXPECT_FALSE(world.setShape(
            a,
            HeightField::fromHeights(heights, 3, 3, {1, 1},
                                     {.sides = Sides::Front, .holes = {}, .tags = std::span(tags).first(4)})
                .value()));
        expectNew("tags of cells");
    }
    EXPECT_FALSE(world.setShape(a, Box{}));
    expectNew("shape");
    EXPECT_TRUE(world.remove(b));
    expectNew("removal");
    world.update();
    expectNew("the end of a contact");
}

}  // namespace
