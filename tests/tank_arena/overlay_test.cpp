#include "app/overlay.hpp"

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <optional>

namespace tank_arena {
namespace {

using sat3d::DebugLayer;

class Overlay : public testing::Test {
protected:
    Overlay() : game(loadedModels(), {.seed = 2, .tanks = 8, .props = 30}) {
        for (int step = 0; step < 60; ++step) {
            game.step();
        }
    }
    [[nodiscard]] LineList lines(DebugLayer layers, const std::optional<ChosenPair>& pair = {}) const {
        return overlayOf(game, layers, game.world().find(game.tanks()[0].object)->pose.position, pair);
    }

    Game game;
};

TEST_F(Overlay, ShowsEachContactPoint) {
    std::size_t points = 0;
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        points += contact.pointCount;
    }
    ASSERT_GT(points, 0u);
    EXPECT_EQ(lines(DebugLayer::Contacts).positions.size(), 2 * points);
}

TEST_F(Overlay, LayersThatAreOffDrawNothing) {
    EXPECT_TRUE(lines(DebugLayer::None).positions.empty());
    for (const DebugLayer layer :
         {DebugLayer::Edges, DebugLayer::Bounds, DebugLayer::Rays, DebugLayer::Pushes}) {
        EXPECT_FALSE(lines(layer).positions.empty()) << toString(layer);
    }
}

TEST_F(Overlay, ExplainsAPairAsPenetrationAnswers) {
    // Two tanks, one put into the other: their hulls are boxes enough to be explained plane by plane.
    const sat3d::ObjectId a = game.tanks()[0].object, b = game.tanks()[1].object;
    sat3d::Pose pose = game.world().find(a)->pose;
    pose.position += pose.transformDirection({2.0f, 0.0f, 0.0f});
    ASSERT_FALSE(game.world().setPose(b, pose));
    const ChosenPair pair{{a, b}, {0, 0}};
    const auto explanation = explanationOf(game.world(), pair);
    const auto partA = partOf(game.world(), a, 0), partB = partOf(game.world(), b, 0);
    ASSERT_TRUE(explanation && partA && partB);
    const auto hit = penetration(partA->shape, partA->pose, partB->shape, partB->pose);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(-explanation->separation, hit->depth, 1e-4);
    EXPECT_FALSE(explanation->planes.empty());
    EXPECT_FALSE(lines(DebugLayer::Explanations, pair).positions.empty());
}

}  // namespace
}  // namespace tank_arena
