// Long random runs of a world: everything that a game may do to it, also by mistake. scripts/soak.sh makes
// them longer.

#include "support/threads/executors.hpp"
#include "support/trials.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/world.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::RandomEdits;
using test::WorldModel;

struct SoakCounts {
    std::size_t refusals = 0, teleports = 0, restores = 0, ended = 0;
};

/// Makes steps: so many, and more for SAT3D_WORLD_SECONDS. Returns their number.
template <class Soak>
std::size_t makeSteps(Soak& soak, std::size_t count) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(test::fromEnvironment("SAT3D_WORLD_SECONDS", 0));
    std::size_t step = 0;
    for (; (step < count || Clock::now() < end) && !testing::Test::HasFatalFailure(); ++step) {
        SCOPED_TRACE("step " + std::to_string(step));
        soak.step();
    }
    std::printf("%zu steps\n", step);
    return step;
}

/// A world, its model, and edits of both.
class Soak {
public:
    explicit Soak(const WorldOptions& options, std::uint32_t seed)
        : options_(options),
          world_(options),
          model_(options),
          edits_(seed, world_, model_),
          inRandomOrder_(seed) {}

    void step() {
        for (std::uint32_t edit = edits_.random().below(10); edit-- > 0;) {
            edits_.edit();
        }
        if (model_.entries.empty()) {
            return;
        }
        if (edits_.random().chance(0.2)) {
            offerBadPose();
        }
        if (edits_.random().chance(0.1)) {
            teleport();
        }
        const std::uint64_t hash = world_.hash();
        if (edits_.random().chance(0.05)) {
            restore();
        }
        ASSERT_EQ(world_.hash(), hash);
        ASSERT_EQ(world_.validate(), std::nullopt);
        model_.update();
        const Events events = world_.update(inRandomOrder_);
        ASSERT_NO_FATAL_FAILURE(test::expectEvents(model_, events));
        ASSERT_EQ(world_.validate(), std::nullopt);
        counts_.ended += events.ended.size();
    }
    [[nodiscard]] const SoakCounts& counts() const { return counts_; }

private:
    using Entry = WorldModel<float>::Entry;

    Entry& randomEntry() {
        const auto count = static_cast<std::uint32_t>(model_.entries.size());
        return std::next(model_.entries.begin(), edits_.random().below(count))->second;
    }

    /// Offers a pose that the world must refuse, with the name of the object.
    void offerBadPose() {
        const Entry& entry = randomEntry();
        Pose bad = entry.object.pose;
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const float worst[] = {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity, 1e31f};
        const auto number = static_cast<int>(edits_.random().below(7));
        (number < 3 ? bad.position[number] : bad.rotation[number - 3]) = worst[edits_.random().below(4)];
        const std::uint64_t hash = world_.hash();
        const auto error = world_.setPose(entry.id, bad);
        ASSERT_TRUE(error);
        ASSERT_EQ(error->code, WorldError::Code::BadPose);
        ASSERT_THAT(error->message, testing::HasSubstr("object " + std::to_string(entry.id.index)));
        ASSERT_EQ(world_.hash(), hash);
        ++counts_.refusals;
    }

    /// Moves an object far away, into another one, or to where it is.
    void teleport() {
        Entry& entry = randomEntry();
        const double choice = edits_.random().unit();
        if (choice < 0.4) {
            const double reach = choice < 0.1 ? 1e29 : choice < 0.2 ? 1e6 : 100.0;
            entry.object.pose.position = glm::vec3(edits_.random().inBox(reach));
        } else if (choice < 0.8) {
            entry.object.pose = randomEntry().object.pose;
        }
        ASSERT_FALSE(world_.setPose(entry.id, entry.object.pose));
        ++counts_.teleports;
    }

    /// Goes on with a world that is restored or copied.
    void restore() {
        if (edits_.random().chance(0.5)) {
            const World copy = world_;
            world_ = World(options_);
            world_ = copy;
            return;
        }
        World fresh(options_);
        const auto shapeOf = [&](ObjectId id, std::uint64_t) {
            return std::optional(world_.find(id)->shape);
        };
        ASSERT_FALSE(fresh.restore(world_.snapshot(), shapeOf));
        world_ = std::move(fresh);
        ++counts_.restores;
    }

    WorldOptions options_;
    World world_;
    WorldModel<float> model_;
    RandomEdits<float> edits_;
    test::InRandomOrder inRandomOrder_;
    SoakCounts counts_;
};

void soak(const WorldOptions& options, std::uint32_t seed) {
    Soak soak(options, seed);
    const std::size_t steps = makeSteps(soak, test::fewTrialsCount(std::size_t{2000}));
    EXPECT_GT(soak.counts().refusals, steps / 10);
    EXPECT_GT(soak.counts().teleports, steps / 20);
    EXPECT_GT(soak.counts().restores, steps / 100);
    EXPECT_GT(soak.counts().ended, steps / 10);
}

/// A large world, in which few objects move in most steps: trees that are patched, contacts that are carried
/// over. A copy has neither, and so is its oracle.
class LargeSoak {
public:
    explicit LargeSoak(const WorldOptions& options)
        : world_(options), shapes_(test::shapesForWorlds<float>(random_)) {
        for (int i = 0; i < 600; ++i) {
            add();
        }
    }

    void step() {
        const double choice = random_.unit();
        const double moved = choice < 0.8 ? 0.01 : choice < 0.97 ? 0.3 : 1.0;
        for (const ObjectId id : world_.ids()) {
            if (random_.chance(moved)) {
                move(id);
            }
        }
        for (std::uint32_t count = random_.chance(0.3) ? random_.below(20) : 0; count-- > 0;) {
            const std::vector<ObjectId> ids = world_.ids();
            ASSERT_TRUE(world_.remove(ids[random_.below(static_cast<std::uint32_t>(ids.size()))]));
            add();
        }
        World copy = world_;
        ASSERT_EQ(copy.hash(), world_.hash());
        const Events expected = copy.update(), events = world_.update(inRandomOrder_);
        ASSERT_NO_FATAL_FAILURE(expectEqual(expected.begun, expected, events.begun, events));
        ASSERT_NO_FATAL_FAILURE(expectEqual(expected.stayed, expected, events.stayed, events));
        ASSERT_TRUE(std::ranges::equal(expected.ended, events.ended));
        ASSERT_EQ(copy.hash(), world_.hash());
        ASSERT_EQ(world_.validate(), std::nullopt);
        changed_ += events.begun.size() + events.ended.size();
        kept_ += events.stayed.size();
    }
    [[nodiscard]] std::size_t changed() const { return changed_; }
    [[nodiscard]] std::size_t kept() const { return kept_; }

private:
    Pose randomPose() { return {glm::vec3(random_.inBox(8.0)), glm::quat(random_.rotation())}; }
    void add() {
        const auto count = static_cast<std::uint32_t>(shapes_.size());
        const ObjectKind kind = random_.chance(0.3) ? ObjectKind::Static : ObjectKind::Moving;
        ASSERT_TRUE(world_.add({.shape = shapes_[random_.below(count)], .pose = randomPose(), .kind = kind}));
    }
    /// A small step, or far away.
    void move(ObjectId id) {
        Pose pose = world_.find(id)->pose;
        if (random_.chance(0.1)) {
            pose = randomPose();
        } else {
            pose.position += glm::vec3(random_.inBox(0.1));
        }
        ASSERT_FALSE(world_.setPose(id, pose));
    }
    static void expectEqual(const ContactRange<Contact>& expected, const Events& ofExpected,
                            const ContactRange<Contact>& contacts, const Events& ofContacts) {
        ASSERT_EQ(expected.size(), contacts.size());
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            ASSERT_EQ(expected[i].objects, contacts[i].objects);
            ASSERT_TRUE(test::isEqual(expected[i].penetration, contacts[i].penetration));
            const auto wanted = ofExpected.manifoldsOf(expected[i]),
                       found = ofContacts.manifoldsOf(contacts[i]);
            ASSERT_EQ(wanted.size(), found.size());
            for (std::size_t k = 0; k < found.size(); ++k) {
                ASSERT_EQ(wanted[k].normal, found[k].normal);
                ASSERT_EQ(wanted[k].pointCount, found[k].pointCount);
                ASSERT_EQ(wanted[k].pointArray[0].position, found[k].pointArray[0].position);
            }
        }
    }

    test::Random random_{53};
    World world_;
    std::vector<Shape> shapes_;
    test::InRandomOrder inRandomOrder_{54};
    std::size_t changed_ = 0, kept_ = 0;
};

TEST(WorldSoak, OfManyObjectsOfWhichFewMove) {
    LargeSoak soak({.detail = ContactDetail::Manifolds, .margin = 0.01f, .hysteresis = 0.02f});
    const std::size_t steps = makeSteps(soak, 50);
    EXPECT_GT(soak.changed(), 20 * steps);
    EXPECT_GT(soak.kept(), 300 * steps);
}

TEST(WorldSoak, OfPushes) {
    soak({}, 51);
}

TEST(WorldSoak, OfManifoldsWithHysteresisAndParts) {
    soak({.detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.1f, .partEvents = true}, 52);
}

}  // namespace
