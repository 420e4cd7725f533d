#include "app/overlay.hpp"

#include "app/texts.hpp"
#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

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
    [[nodiscard]] sat3d::DebugGeometry drawn(DebugLayer layers,
                                             const std::optional<ChosenPair>& pair = {}) const {
        return overlayOf(game, layers, poseOf(game, game.tanks()[0]).position, pair);
    }
    /// A contact of a tank with the ground.
    [[nodiscard]] ChosenPair trackOnGround() const {
        for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
            const Kind a = Thing::of(game.world(), contact.objects.a).kind;
            const Kind b = Thing::of(game.world(), contact.objects.b).kind;
            if (a == Kind::Terrain && b == Kind::Tank) {
                return {contact.objects, contact.children};
            }
        }
        ADD_FAILURE() << "no tank stands on the ground";
        return {};
    }

    Game game;
};

TEST_F(Overlay, ShowsEachContactPoint) {
    std::size_t points = 0;
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        points += contact.pointCount;
    }
    ASSERT_GT(points, 0u);
    EXPECT_EQ(drawn(DebugLayer::Contacts).lines.positions.size(), 2 * points * (3 + 5));
}

TEST_F(Overlay, EachLayerDrawsWhatItIsNamedAfter) {
    EXPECT_TRUE(drawn(DebugLayer::None).lines.positions.empty());
    for (const DebugLayer layer :
         {DebugLayer::Edges, DebugLayer::Bounds, DebugLayer::Trees, DebugLayer::ShapeTrees,
          DebugLayer::Contacts, DebugLayer::Pushes, DebugLayer::Rays, DebugLayer::Sweeps, DebugLayer::Bodies,
          DebugLayer::Impulses, DebugLayer::Vehicles}) {
        const sat3d::DebugGeometry geometry = drawn(layer);
        EXPECT_FALSE(geometry.lines.positions.empty()) << toString(layer);
        EXPECT_TRUE(geometry.triangles.positions.empty() && geometry.labels.empty()) << toString(layer);
    }
    EXPECT_FALSE(drawn(DebugLayer::Faces).triangles.positions.empty());
    EXPECT_FALSE(drawn(DebugLayer::Labels).labels.empty());
    EXPECT_FALSE(drawn(DebugLayer::ContactEvents | DebugLayer::Edges).lines.positions.empty());
    for (const DebugLayer layer : {DebugLayer::Explanations, DebugLayer::AllPlanes}) {
        EXPECT_TRUE(drawn(layer).lines.positions.empty()) << "no pair is chosen";
        EXPECT_FALSE(drawn(layer, trackOnGround()).lines.positions.empty()) << toString(layer);
    }
}

TEST_F(Overlay, ExplainsAPairAsPenetrationAnswers) {
    // Two tanks, one put into the other.
    const sat3d::ObjectId a = game.tanks()[0].object, b = game.tanks()[1].object;
    sat3d::Pose pose = game.world().find(a)->pose;
    pose.position += pose.transformDirection({2.0f, 0.0f, 0.0f});
    ASSERT_FALSE(game.world().setPose(b, pose));
    const ChosenPair pair{{a, b}, {0, 0}};
    const auto explanation = explanationOf(game.world(), pair);
    ASSERT_TRUE(explanation);
    const auto& shape = std::get<sat3d::Compound>(game.world().find(a)->shape);
    const sat3d::CompoundChild& hull = shape.children()[0];
    const auto hit =
        penetration(hull.shape, game.world().find(a)->pose * hull.pose, hull.shape, pose * hull.pose);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(-explanation->separation, double(hit->depth), 1e-4);
    EXPECT_FALSE(explanation->planes.empty());
}

// A track above triangles: they have planes as well.
TEST_F(Overlay, ExplainsTracksOnTheGround) {
    const ChosenPair pair = trackOnGround();
    const auto explanation = explanationOf(game.world(), pair);
    ASSERT_TRUE(explanation);
    EXPECT_EQ(explanation->children.b, pair.children.b);
    EXPECT_FALSE(explanation->planes.empty());
    EXPECT_LT(std::abs(explanation->separation), 1.2 * double(Tank::kGroundClearance));
    EXPECT_GT(explanation->normalAToB.y, 0.8) << "the ground pushes the tank up";
}

TEST_F(Overlay, ListsPartsOnceTheDeepestFirstWithTheNumberOfTheirExplanation) {
    int rows = 0, touching = 0, near = 0;
    for (int step = 0; step < 60; ++step) {
        game.step();
        const std::vector<PairRow> list =
            pairsOf(game, game.tanks()[static_cast<std::size_t>(step) % 8].object);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const PairRow& row = list[i];
            const double separation = explanationOf(game.world(), row.pair)->separation;
            EXPECT_EQ(row.separation, separation);
            EXPECT_TRUE(row.text.ends_with(": " + separationText(separation))) << row.text;
            EXPECT_TRUE(i == 0 || list[i - 1].separation <= separation);
            for (std::size_t j = 0; j < i; ++j) {
                const auto names = [](const PairRow& one) { return one.text.substr(0, one.text.find(':')); };
                EXPECT_TRUE(list[j].pair.objects != row.pair.objects || names(list[j]) != names(row));
            }
            ++rows;
            (separation < 0.5e-3 ? touching : near) += 1;
        }
    }
    EXPECT_GT(rows, 10);
    EXPECT_GT(touching, 3);
    EXPECT_GT(near, 0);
}

TEST_F(Overlay, ListNamesTheParts) {
    const ChosenPair pair = trackOnGround();
    const bool isA = Thing::of(game.world(), pair.objects.a).kind == Kind::Tank;
    const sat3d::ObjectId tank = isA ? pair.objects.a : pair.objects.b;
    const std::string part = partText(game, tank, isA ? pair.children.a : pair.children.b);
    EXPECT_TRUE(part.starts_with("left track of tank ") || part.starts_with("right track of tank ")) << part;
    const std::vector<PairRow> list = pairsOf(game, tank);
    const std::string start = part.substr(0, part.find(" of ")) + " - terrain: ";
    EXPECT_TRUE(std::ranges::any_of(list, [&](const PairRow& row) { return row.text.starts_with(start); }))
        << start;
    EXPECT_EQ(partText(game, {}, 0), "(gone)");
    EXPECT_EQ(partText(game, game.trucks()[0].object(), 1), "cab of supply truck");
    EXPECT_EQ(partText(game, objectsOf(game, Kind::Barrier)[0], 1), "top of barrier");
}

TEST_F(Overlay, WritesAnExplanationAsAPage) {
    const std::string path = testing::TempDir() + "explanation.html";
    ASSERT_TRUE(writeExplanation(game, trackOnGround(), path));
    std::ifstream file(path);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    EXPECT_NE(page.find("terrain"), std::string::npos);
    EXPECT_NE(page.find("track of tank"), std::string::npos) << "the part is named";
    EXPECT_NE(page.find("data-plane"), std::string::npos);
    std::remove(path.c_str());
    EXPECT_FALSE(writeExplanation(game, {}, path)) << "there is no such pair";
}

}  // namespace
}  // namespace tank_arena
