/// Names alone: what every convention makes of them.

#include "import/naming.hpp"

#include "import/naming_godot.hpp"
#include "import/naming_unreal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace sat3d::test {
namespace {

using namespace importing;
using ::testing::ElementsAre;

std::vector<NameDecision> decide(const std::vector<std::string>& names, const NamingOptions& options = {}) {
    std::vector<NamedNode> nodes;
    for (const std::string& name : names) {
        nodes.push_back({name, "", true, NamedNode::kNoParent});
    }
    return decideByName(nodes, options);
}

/// Name of the render mesh that the first of the names collides for, or "".
std::string renderMeshOf(const std::vector<std::string>& names, const NamingOptions& options = {}) {
    const std::vector<NameDecision> decisions = decide(names, options);
    return decisions.at(0).renderNode ? names.at(*decisions[0].renderNode) : "";
}

TEST(UnrealNames, EveryPrefixInSmallLettersToo) {
    const std::pair<const char*, NameRule> kNames[] = {{"UBX_Crate", NameRule::UnrealBox},
                                                       {"UCX_Crate", NameRule::UnrealConvex},
                                                       {"USP_Crate", NameRule::UnrealSphere},
                                                       {"UCP_Crate", NameRule::UnrealCapsule},
                                                       {"MCDCX_Crate", NameRule::UnrealLegacyConvex},
                                                       {"ucx_Crate", NameRule::UnrealConvex}};
    for (const auto& [name, rule] : kNames) {
        const auto parsed = parseUnrealName(name);
        ASSERT_TRUE(parsed) << name;
        EXPECT_EQ(parsed->rule, rule) << name;
        EXPECT_EQ(parsed->target, "Crate") << name;
    }
    for (const char* name : {"UCX", "UCXCrate", "Crate_UCX_01", "UC_Crate", "", "XUCX_Crate"}) {
        EXPECT_FALSE(parseUnrealName(name)) << name;
    }
    EXPECT_EQ(parseUnrealName("UBX_a")->wanted, ShapeKind::Box);
    EXPECT_EQ(parseUnrealName("USP_a")->wanted, ShapeKind::Sphere);
    EXPECT_EQ(parseUnrealName("UCP_a")->wanted, ShapeKind::Capsule);
    EXPECT_EQ(parseUnrealName("MCDCX_a")->wanted, ShapeKind::ConvexHull);
}

TEST(UnrealNames, CandidatesForTheRenderMeshInOrder) {
    EXPECT_THAT(renderNameCandidates("Crate"), ElementsAre("Crate"));
    EXPECT_THAT(renderNameCandidates("Crate_01"), ElementsAre("Crate_01", "Crate"));
    EXPECT_THAT(renderNameCandidates("SM_Wall_01_02"), ElementsAre("SM_Wall_01_02", "SM_Wall_01"));
    EXPECT_THAT(renderNameCandidates("Crate_01.001"),
                ElementsAre("Crate_01.001", "Crate_01", "Crate.001", "Crate"));
    EXPECT_THAT(renderNameCandidates("Crate_01_001"),
                ElementsAre("Crate_01_001", "Crate_01", "Crate_001", "Crate"));
    EXPECT_THAT(renderNameCandidates("_01"), ElementsAre("_01")) << "a name must be left";
    EXPECT_THAT(renderNameCandidates(""), ElementsAre(""));
}

TEST(UnrealNames, LongestRenderMeshWins) {
    const struct {
        std::vector<std::string> names;
        std::string renderMesh;
        const char* why;
    } kCases[] = {
        {{"UCX_Chair", "Chair"}, "Chair", "a single one needs no number"},
        {{"UCX_Chair_01", "Chair"}, "Chair", "two digits"},
        {{"UCX_Chair_7", "Chair"}, "Chair", "one digit"},
        {{"UCX_Chair_123", "Chair"}, "Chair", "three digits"},
        {{"UCX_SM_Wall_01_02", "SM_Wall", "SM_Wall_01"}, "SM_Wall_01", "a render mesh that ends in digits"},
        {{"UCX_SM_Wall_01", "SM_Wall", "SM_Wall_01"}, "SM_Wall_01", "whole names first"},
        {{"UCX_SM_Wall_01", "SM_Wall"}, "SM_Wall", "then the number goes"},
        {{"UCX_SM_Wall_01_02", "SM_Wall"}, "", "but one number only"},
        {{"UCX_Cube", "SM_Cube"}, "", "affixes are part of the name"},
        {{"UCX_Chair_Back", "Chair"}, "", "words are no number"},
        {{"UCX_Chair01", "Chair"}, "", "nor are digits without an underscore"},
        {{"UCX_Crate_01.001", "Crate"}, "Crate", "Blender's duplicate"},
        {{"UCX_Crate.001", "Crate"}, "Crate", "of one without a number"},
        {{"UCX_Crate_01_001", "Crate"}, "Crate", "the same by way of Collada"},
        {{"UCX_Crate_01.001", "Crate", "Crate.001"}, "Crate.001", "both were duplicated"},
        {{"UCX_Crate_01.001", "Crate_01", "Crate.001"}, "Crate_01", "the name as it stands"},
        {{"UCX_SM_Wall_01_002", "SM_Wall_01", "SM_Wall_002"}, "SM_Wall_01", "a number of three digits"},
        {{"UCX_crate_01", "Crate"}, "Crate", "capital letters do not matter"},
        {{"UCX_crate_01", "Crate", "crate"}, "crate", "unless they decide"},
        {{"UCX_Crate_01", "UCX_Crate"}, "", "a collision mesh is no render mesh"},
        {{"UCX_", "Crate"}, "", "nothing named"},
    };
    for (const auto& c : kCases) {
        EXPECT_EQ(renderMeshOf(c.names), c.renderMesh) << c.names[0] << ": " << c.why;
    }
}

TEST(UnrealNames, DatablocksAppendedByObj) {
    const NamingOptions obj{true, true, true};
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01_Cube.005", "Crate"}, obj), "Crate");
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01.001_Cube.005", "Crate"}, obj), "Crate");
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01.001_Cube.005", "Crate_Cube.002"}, obj), "Crate_Cube.002");
    EXPECT_EQ(renderMeshOf({"UCX_Crate_Cube.005", "Crate_Cube"}, obj), "Crate_Cube");
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01", "Crate_Cube"}, obj), "Crate_Cube") << "data of its own name";
    EXPECT_EQ(renderMeshOf({"UCX_SM_Bar", "SM_Wall", "SM_Door"}, obj), "") << "two would fit: none is meant";
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01_Cube.005", "Crate"}), "") << "only where it is asked for";
}

TEST(UnrealNames, SiblingsAreMeantWhereNamesRepeat) {
    const std::vector<NamedNode> nodes = {{"left", "", false, NamedNode::kNoParent},
                                          {"Wheel", "", true, 0},
                                          {"right", "", false, NamedNode::kNoParent},
                                          {"Wheel", "", true, 2},
                                          {"UCX_Wheel", "", true, 2},
                                          {"UCX_Wheel", "", true, 0},
                                          {"UCX_Wheel", "", true, NamedNode::kNoParent}};
    const auto decisions = decideByName(nodes, {});
    EXPECT_EQ(decisions[4].renderNode, 3u);
    EXPECT_EQ(decisions[5].renderNode, 1u);
    EXPECT_EQ(decisions[6].renderNode, 1u) << "else the first";
}

TEST(UnrealNames, RenderMeshesLeaveCollisionToTheirs) {
    const auto decisions = decide({"Chair", "UCX_Chair_01", "UCX_Chair_02", "Table", "UBX_Lamp"});
    EXPECT_EQ(decisions[0].role, NodeRole::RenderOnly);
    EXPECT_EQ(decisions[1].renderNode, 0u);
    EXPECT_EQ(decisions[2].renderNode, 0u);
    EXPECT_EQ(decisions[1].bodyName, "UCX_Chair_01") << "two bodies of one mesh need two names";
    EXPECT_EQ(decisions[3].role, NodeRole::Body);
    EXPECT_EQ(decisions[3].renderNode, 3u);
    EXPECT_EQ(decisions[4].role, NodeRole::Body);
    EXPECT_EQ(decisions[4].renderNode, std::nullopt);
}

TEST(GodotNames, SuffixesAndWhatTheyAskFor) {
    using R = NameRule;
    using K = ShapeKind;
    const struct {
        const char* name;
        NameRule rule;
        const char* stripped;
        NodeRole role;
        ShapeKind wanted;
        Motion motion;
    } kCases[] = {
        {"Crate-col", R::GodotCol, "Crate", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate-convcol", R::GodotConvcol, "Crate", NodeRole::Body, K::ConvexHull, Motion::Static},
        {"Crate-colonly", R::GodotColonly, "Crate", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate-convcolonly", R::GodotConvcolonly, "Crate", NodeRole::Body, K::ConvexHull, Motion::Static},
        {"Crate-rigid", R::GodotRigid, "Crate", NodeRole::Body, K::ConvexHull, Motion::Dynamic},
        {"Crate-noimp", R::GodotNoimp, "Crate", NodeRole::Dropped, K::ConvexHull, Motion::Unstated},
        {"Floor-navmesh", R::GodotNavmesh, "Floor", NodeRole::Dropped, K::ConvexHull, Motion::Unstated},
        {"Wall-occonly", R::GodotOcconly, "Wall", NodeRole::Dropped, K::ConvexHull, Motion::Unstated},
        {"Wall-occ", R::GodotOcc, "Wall-occ", NodeRole::Body, K::ConvexHull, Motion::Unstated},
        {"left_wheel", R::GodotWheel, "left_wheel", NodeRole::Body, K::ConvexHull, Motion::Unstated},
        {"Tank-vehicle", R::GodotVehicle, "Tank-vehicle", NodeRole::Body, K::ConvexHull, Motion::Unstated},
        {"Crate_col", R::GodotCol, "Crate", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate-COL", R::GodotCol, "Crate", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate$col more", R::GodotCol, "Crate more", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"$ColOnly_a", R::GodotColonly, "_a", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Wall$occonly-b", R::GodotOcconly, "Wall-b", NodeRole::Dropped, K::ConvexHull, Motion::Unstated},
        {"Crate-col.001", R::GodotCol, "Crate.001", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate-col_001", R::GodotCol, "Crate_001", NodeRole::Body, K::TriangleMesh, Motion::Static},
        {"Crate-rigid 2 ", R::GodotRigid, "Crate 2 ", NodeRole::Body, K::ConvexHull, Motion::Dynamic},
    };
    for (const auto& c : kCases) {
        const auto parsed = parseGodotNodeName(c.name);
        ASSERT_TRUE(parsed) << c.name;
        EXPECT_EQ(parsed->rule, c.rule) << c.name << ": " << toString(parsed->rule);
        EXPECT_EQ(parsed->stripped, c.stripped) << c.name;
        EXPECT_EQ(parsed->role, c.role) << c.name;
        EXPECT_EQ(parsed->wanted, c.wanted) << c.name;
        EXPECT_EQ(parsed->motion, c.motion) << c.name;
    }
    for (const char* name : {"Crate", "protocol", "col", "Crate-cola", "Crate-col-x", "Crate col", "", "001",
                             "Crate-col\xc3\xa9"}) {
        EXPECT_FALSE(parseGodotNodeName(name)) << name;
    }
}

TEST(GodotNames, MeshNamesAreTheLastChance) {
    const std::vector<NamedNode> nodes = {{"Crate", "Cube-col", true, NamedNode::kNoParent},
                                          {"Barrel", "Cube-convcol.002", true, NamedNode::kNoParent},
                                          {"Box-rigid", "Cube-col", true, NamedNode::kNoParent},
                                          {"Wall", "Cube-colonly", true, NamedNode::kNoParent}};
    const auto decisions = decideByName(nodes, {});
    EXPECT_EQ(decisions[0].rule, NameRule::GodotCol);
    EXPECT_EQ(decisions[0].bodyName, "Crate");
    EXPECT_EQ(decisions[1].rule, NameRule::GodotConvcol);
    EXPECT_EQ(decisions[2].rule, NameRule::GodotRigid) << "the node's name counts first";
    EXPECT_EQ(decisions[3].rule, NameRule::None) << "not every suffix is looked for in meshes";
}

TEST(GodotNames, NoimpTakesAllBelowAlong) {
    const std::vector<NamedNode> nodes = {{"Rig-noimp", "", false, NamedNode::kNoParent},
                                          {"Arm", "", false, 0},
                                          {"Hand-col", "", true, 1},
                                          {"Crate", "", true, NamedNode::kNoParent},
                                          {"Floor-navmesh", "", true, NamedNode::kNoParent},
                                          {"Lamp", "", true, 4},
                                          {"UCX_Hand", "", true, NamedNode::kNoParent}};
    const auto decisions = decideByName(nodes, {});
    EXPECT_EQ(decisions[2].role, NodeRole::Dropped);
    EXPECT_EQ(decisions[2].droppedBy, 0u);
    EXPECT_EQ(decisions[3].role, NodeRole::Body);
    EXPECT_EQ(decisions[4].droppedBy, 4u);
    EXPECT_EQ(decisions[5].role, NodeRole::Body) << "-navmesh speaks of its own mesh alone";
    EXPECT_EQ(decisions[6].renderNode, std::nullopt) << "what is dropped is no render mesh";
}

TEST(GodotNames, CollisionMeshesFindTheirMeshByNameThenAbove) {
    const std::vector<NamedNode> nodes = {{"Crate", "", true, NamedNode::kNoParent},
                                          {"Crate-colonly", "", true, NamedNode::kNoParent},
                                          {"House", "", true, NamedNode::kNoParent},
                                          {"joint", "", false, 2},
                                          {"anything-convcolonly", "", true, 3},
                                          {"Tower-col", "", true, NamedNode::kNoParent},
                                          {"more-colonly", "", true, 5},
                                          {"alone-colonly", "", true, NamedNode::kNoParent}};
    const auto decisions = decideByName(nodes, {});
    EXPECT_EQ(decisions[1].renderNode, 0u);
    EXPECT_EQ(decisions[0].role, NodeRole::RenderOnly);
    EXPECT_EQ(decisions[4].renderNode, 2u);
    EXPECT_EQ(decisions[2].role, NodeRole::RenderOnly);
    EXPECT_EQ(decisions[6].renderNode, std::nullopt) << "the tower collides for itself";
    EXPECT_EQ(decisions[5].role, NodeRole::Body);
    EXPECT_EQ(decisions[7].renderNode, std::nullopt);
}

TEST(GodotNames, ASuffixAloneIsNoName) {
    const auto decisions = decide({"-colonly", "-wheel", "-col.001"});
    EXPECT_EQ(decisions[0].role, NodeRole::Dropped);
    EXPECT_TRUE(decisions[0].bodyName.empty());
    EXPECT_EQ(decisions[1].bodyName, "-wheel");
    EXPECT_EQ(decisions[2].bodyName, ".001") << "as Godot has it";
}

TEST(Names, EachConventionCanBeLeftOut) {
    const std::vector<std::string> names = {"UCX_Crate_01", "Crate", "Barrel-col", "Lamp-noimp"};
    const auto noUnreal = decide(names, {false, true, false});
    EXPECT_EQ(noUnreal[0].rule, NameRule::None);
    EXPECT_EQ(noUnreal[1].role, NodeRole::Body);
    EXPECT_EQ(noUnreal[2].rule, NameRule::GodotCol);
    const auto noGodot = decide(names, {true, false, false});
    EXPECT_EQ(noGodot[1].role, NodeRole::RenderOnly);
    EXPECT_EQ(noGodot[2].rule, NameRule::None);
    EXPECT_EQ(noGodot[2].bodyName, "Barrel-col");
    EXPECT_EQ(noGodot[3].role, NodeRole::Body);
}

TEST(Names, WhatANameAloneSays) {
    EXPECT_EQ(nameRuleOf("Crate"), NameRule::None);
    EXPECT_EQ(nameRuleOf(""), NameRule::None);
    EXPECT_EQ(nameRuleOf("ucx_Crate-noimp"), NameRule::UnrealConvex);
    EXPECT_EQ(nameRuleOf("Crate-Noimp.001"), NameRule::GodotNoimp);
    EXPECT_EQ(nameRuleOf("Truck-wheel"), NameRule::GodotWheel);
}

TEST(Names, UnrealsPrefixCountsBeforeGodotsSuffix) {
    const auto decisions = decide({"UBX_Crate-col", "Crate-col"});
    EXPECT_EQ(decisions[0].rule, NameRule::UnrealBox);
    EXPECT_EQ(decisions[0].renderNode, std::nullopt) << "a mesh that asks for a body itself keeps it";
    EXPECT_EQ(decisions[1].role, NodeRole::Body);
}

}  // namespace
}  // namespace sat3d::test
