// Long random runs of a world: everything that a game may do to it, also by mistake. scripts/soak.sh makes
// them longer.

#include "support/threads/executors.hpp"
#include "support/trials.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/world.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace {

using namespace sat3d;
using test::RandomEdits;
using test::WorldModel;

struct Counts {
    std::size_t refusals = 0, teleports = 0, restores = 0, ended = 0;
};

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
    [[nodiscard]] const Counts& counts() const { return counts_; }

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
    Counts counts_;
};

void soak(const WorldOptions& options, std::uint32_t seed) {
    const auto steps = static_cast<std::size_t>(test::fromEnvironment("SAT3D_WORLD_STEPS", 4000));
    Soak soak(options, seed);
    for (std::size_t step = 0; step < steps; ++step) {
        ASSERT_NO_FATAL_FAILURE(soak.step()) << "in step " << step;
        ASSERT_FALSE(testing::Test::HasFatalFailure()) << "in step " << step;
    }
    EXPECT_GT(soak.counts().refusals, steps / 10);
    EXPECT_GT(soak.counts().teleports, steps / 20);
    EXPECT_GT(soak.counts().restores, steps / 100);
    EXPECT_GT(soak.counts().ended, steps / 10);
}

TEST(WorldSoak, OfPushes) {
    soak({}, 51);
}

TEST(WorldSoak, OfManifoldsWithHysteresisAndParts) {
    soak({.detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.1f, .partEvents = true}, 52);
}

}  // namespace
