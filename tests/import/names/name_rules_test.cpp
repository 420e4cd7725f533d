/// Naming conventions, without files.

#include "import/names/name_rules.hpp"

#include "import/names/godot_suffixes.hpp"
#include "import/names/name_effect.hpp"
#include "import/names/unreal_prefixes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace sat3d::test {
namespace {

using namespace importing;
using ::testing::ElementsAre;

std::vector<NodeRoleByName> decide(const std::vector<std::string>& names, const NamingOptions& options = {}) {
    std::vector<NamedNode> nodes;
    for (const std::string& name : names) {
        nodes.push_back({name, "", true, NamedNode::kNoParent});
    }
    return rolesByName(nodes, options);
}

/// Name of the render mesh that the first of the names collides for, or "".
std::string renderMeshOf(const std::vector<std::string>& names, const NamingOptions& options = {}) {
    const std::vector<NodeRoleByName> decisions = decide(names, options);
    return decisions.at(0).renderNode ? names.at(*decisions[0].renderNode) : "";
}

TEST(UnrealNames, EveryPrefixInCapitalAndSmallLetters) {
    const std::pair<const char*, ColliderSource> kNames[] = {
        {"UBX_Crate", ColliderSource::UnrealBox},
        {"UCX_Crate", ColliderSource::UnrealConvex},
        {"USP_Crate", ColliderSource::UnrealSphere},
        {"UCP_Crate", ColliderSource::UnrealCapsule},
        {"MCDCX_Crate", ColliderSource::UnrealLegacyConvex},
        {"ucx_Crate", ColliderSource::UnrealConvex}};
    for (const auto& [name, source] : kNames) {
        const auto parsed = parseUnrealName(name);
        ASSERT_TRUE(parsed) << name;
        EXPECT_EQ(parsed->source, source) << name;
        EXPECT_EQ(parsed->target, "Crate") << name;
    }
    for (const char* name : {"UCX", "UCXCrate", "Crate_UCX_01", "UC_Crate", "", "XUCX_Crate"}) {
        EXPECT_FALSE(parseUnrealName(name)) << name;
    }
    EXPECT_EQ(parseUnrealName("UBX_a")->wanted, ShapeType::Box);
    EXPECT_EQ(parseUnrealName("USP_a")->wanted, ShapeType::Sphere);
    EXPECT_EQ(parseUnrealName("UCP_a")->wanted, ShapeType::Capsule);
    EXPECT_EQ(parseUnrealName("MCDCX_a")->wanted, ShapeType::ConvexHull);
}

TEST(UnrealNames, CandidatesForTheRenderMeshInOrder) {
    EXPECT_THAT(renderNameCandidates("Crate"), ElementsAre("Crate"));
    EXPECT_THAT(renderNameCandidates("Crate_01"), ElementsAre("Crate_01", "Crate"));
    EXPECT_THAT(renderNameCandidates("SM_Wall_01_02"), ElementsAre("SM_Wall_01_02", "SM_Wall_01"));
    EXPECT_THAT(renderNameCandidates("Crate_01.001"),
                ElementsAre("Crate_01.001", "Crate_01", "Crate.001", "Crate"));
    EXPECT_THAT(renderNameCandidates("Crate_01_001"),
                ElementsAre("Crate_01_001", "Crate_01", "Crate_001", "Crate"));
    EXPECT_THAT(renderNameCandidates("_01"), ElementsAre("_01")) << "the name would be empty";
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
        {{"UCX_SM_Wall_01", "SM_Wall"}, "SM_Wall", "then without the number"},
        {{"UCX_SM_Wall_01_02", "SM_Wall"}, "", "only one number is removed"},
        {{"UCX_Cube", "SM_Cube"}, "", "affixes are part of the name"},
        {{"UCX_Chair_Back", "Chair"}, "", "a word is not a number"},
        {{"UCX_Chair01", "Chair"}, "", "no underscore before the digits"},
        {{"UCX_Crate_01.001", "Crate"}, "Crate", "Blender's duplicate"},
        {{"UCX_Crate.001", "Crate"}, "Crate", "a duplicate without a number"},
        {{"UCX_Crate_01_001", "Crate"}, "Crate", "the same in Collada"},
        {{"UCX_Crate_01.001", "Crate", "Crate.001"}, "Crate.001", "both were duplicated"},
        {{"UCX_Crate_01.001", "Crate_01", "Crate.001"}, "Crate_01", "the name as it stands"},
        {{"UCX_SM_Wall_01_002", "SM_Wall_01", "SM_Wall_002"}, "SM_Wall_01", "a number of three digits"},
        {{"UCX_crate_01", "Crate"}, "Crate", "case is ignored"},
        {{"UCX_crate_01", "Crate", "crate"}, "crate", "unless both cases exist"},
        {{"UCX_Crate_01", "UCX_Crate"}, "", "a collision mesh is not a render mesh"},
        {{"UCX_", "Crate"}, "", "no name"},
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
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01", "Crate_Cube"}, obj), "Crate_Cube") << "the data has its own name";
    EXPECT_EQ(renderMeshOf({"UCX_SM_Bar", "SM_Wall", "SM_Door"}, obj), "") << "two meshes match";
    EXPECT_EQ(renderMeshOf({"UCX_Crate_01_Cube.005", "Crate"}), "") << "off by default";
}

TEST(UnrealNames, SiblingIsPreferredIfNamesRepeat) {
    const std::vector<NamedNode> nodes = {{"left", "", false, NamedNode::kNoParent},
                                          {"Wheel", "", true, 0},
                                          {"right", "", false, NamedNode::kNoParent},
                                          {"Wheel", "", true, 2},
                                          {"UCX_Wheel", "", true, 2},
                                          {"UCX_Wheel", "", true, 0},
                                          {"UCX_Wheel", "", true, NamedNode::kNoParent}};
    const auto decisions = rolesByName(nodes, {});
    EXPECT_EQ(decisions[4].renderNode, 3u);
    EXPECT_EQ(decisions[5].renderNode, 1u);
    EXPECT_EQ(decisions[6].renderNode, 1u) << "otherwise the first";
}

TEST(UnrealNames, RenderMeshesDoNotCollideThemselves) {
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

TEST(GodotNames, EverySuffix) {
    using R = ColliderSource;
    using E = NameEffect;
    using K = ShapeType;
    const struct {
        const char* name;
        ColliderSource source;
        const char* stripped;
        NameEffect effect;
        ShapeType wanted;
        MotionType motion;
    } kCases[] = {
        {"Crate-col", R::GodotCol, "Crate", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate-convcol", R::GodotConvcol, "Crate", E::Collides, K::ConvexHull, MotionType::Static},
        {"Crate-colonly", R::GodotColonly, "Crate", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate-convcolonly", R::GodotConvcolonly, "Crate", E::Collides, K::ConvexHull, MotionType::Static},
        {"Crate-rigid", R::GodotRigid, "Crate", E::Collides, K::ConvexHull, MotionType::Dynamic},
        {"Crate-noimp", R::GodotNoimp, "Crate", E::Dropped, K::ConvexHull, MotionType::Unspecified},
        {"Floor-navmesh", R::GodotNavmesh, "Floor", E::Dropped, K::ConvexHull, MotionType::Unspecified},
        {"Wall-occonly", R::GodotOcconly, "Wall", E::Dropped, K::ConvexHull, MotionType::Unspecified},
        {"Wall-occ", R::GodotOcc, "Wall-occ", E::None, K::ConvexHull, MotionType::Unspecified},
        {"left_wheel", R::GodotWheel, "left_wheel", E::None, K::ConvexHull, MotionType::Unspecified},
        {"Tank-vehicle", R::GodotVehicle, "Tank-vehicle", E::None, K::ConvexHull, MotionType::Unspecified},
        {"Crate_col", R::GodotCol, "Crate", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate-COL", R::GodotCol, "Crate", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate$col more", R::GodotCol, "Crate more", E::Collides, K::TriangleMesh, MotionType::Static},
        {"$ColOnly_a", R::GodotColonly, "_a", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Wall$occonly-b", R::GodotOcconly, "Wall-b", E::Dropped, K::ConvexHull, MotionType::Unspecified},
        {"Crate-col.001", R::GodotCol, "Crate.001", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate-col_001", R::GodotCol, "Crate_001", E::Collides, K::TriangleMesh, MotionType::Static},
        {"Crate-rigid 2 ", R::GodotRigid, "Crate 2 ", E::Collides, K::ConvexHull, MotionType::Dynamic},
    };
    for (const auto& c : kCases) {
        const auto parsed = parseGodotName(c.name);
        ASSERT_TRUE(parsed) << c.name;
        EXPECT_EQ(parsed->source, c.source) << c.name << ": " << toString(parsed->source);
        EXPECT_EQ(parsed->stripped, c.stripped) << c.name;
        EXPECT_EQ(effectOf(parsed->source), c.effect) << c.name;
        EXPECT_EQ(parsed->wanted, c.wanted) << c.name;
        EXPECT_EQ(parsed->motion, c.motion) << c.name;
    }
    for (const char* name : {"Crate", "protocol", "col", "Crate-cola", "Crate-col-x", "Crate col", "", "001",
                             "Crate-col\xc3\xa9"}) {
        EXPECT_FALSE(parseGodotName(name)) << name;
    }
}

TEST(GodotNames, MeshNamesCountAfterNodeNames) {
    const std::vector<NamedNode> nodes = {{"Crate", "Cube-col", true, NamedNode::kNoParent},
                                          {"Barrel", "Cube-convcol.002", true, NamedNode::kNoParent},
                                          {"Box-rigid", "Cube-col", true, NamedNode::kNoParent},
                                          {"Wall", "Cube-colonly", true, NamedNode::kNoParent}};
    const auto decisions = rolesByName(nodes, {});
    EXPECT_EQ(decisions[0].source, ColliderSource::GodotCol);
    EXPECT_EQ(decisions[0].bodyName, "Crate");
    EXPECT_EQ(decisions[1].source, ColliderSource::GodotConvcol);
    EXPECT_EQ(decisions[2].source, ColliderSource::GodotRigid) << "the node's name counts first";
    EXPECT_EQ(decisions[3].source, ColliderSource::None) << "some suffixes count on nodes only";
}

TEST(GodotNames, NoimpDropsAllNodesBelow) {
    const std::vector<NamedNode> nodes = {{"Rig-noimp", "", false, NamedNode::kNoParent},
                                          {"Arm", "", false, 0},
                                          {"Hand-col", "", true, 1},
                                          {"Crate", "", true, NamedNode::kNoParent},
                                          {"Floor-navmesh", "", true, NamedNode::kNoParent},
                                          {"Lamp", "", true, 4},
                                          {"UCX_Hand", "", true, NamedNode::kNoParent}};
    const auto decisions = rolesByName(nodes, {});
    EXPECT_EQ(decisions[2].role, NodeRole::Dropped);
    EXPECT_EQ(decisions[2].droppedBy, 0u);
    EXPECT_EQ(decisions[3].role, NodeRole::Body);
    EXPECT_EQ(decisions[4].droppedBy, 4u);
    EXPECT_EQ(decisions[5].role, NodeRole::Body) << "-navmesh affects its own mesh only";
    EXPECT_EQ(decisions[6].renderNode, std::nullopt) << "a dropped mesh is not a render mesh";
}

TEST(GodotNames, CollisionMeshesMatchByNameThenByParent) {
    const std::vector<NamedNode> nodes = {{"Crate", "", true, NamedNode::kNoParent},
                                          {"Crate-colonly", "", true, NamedNode::kNoParent},
                                          {"House", "", true, NamedNode::kNoParent},
                                          {"joint", "", false, 2},
                                          {"anything-convcolonly", "", true, 3},
                                          {"Tower-col", "", true, NamedNode::kNoParent},
                                          {"more-colonly", "", true, 5},
                                          {"alone-colonly", "", true, NamedNode::kNoParent}};
    const auto decisions = rolesByName(nodes, {});
    EXPECT_EQ(decisions[1].renderNode, 0u);
    EXPECT_EQ(decisions[0].role, NodeRole::RenderOnly);
    EXPECT_EQ(decisions[4].renderNode, 2u);
    EXPECT_EQ(decisions[2].role, NodeRole::RenderOnly);
    EXPECT_EQ(decisions[6].renderNode, std::nullopt) << "the tower collides itself";
    EXPECT_EQ(decisions[5].role, NodeRole::Body);
    EXPECT_EQ(decisions[7].renderNode, std::nullopt);
}

TEST(GodotNames, SuffixAloneIsNotAName) {
    const auto decisions = decide({"-colonly", "-wheel", "-col.001"});
    EXPECT_EQ(decisions[0].role, NodeRole::Dropped);
    EXPECT_TRUE(decisions[0].bodyName.empty());
    EXPECT_EQ(decisions[1].bodyName, "-wheel");
    EXPECT_EQ(decisions[2].bodyName, ".001") << "as in Godot";
}

TEST(Names, EachConventionCanBeDisabled) {
    const std::vector<std::string> names = {"UCX_Crate_01", "Crate", "Barrel-col", "Lamp-noimp"};
    const auto noUnreal = decide(names, {false, true, false});
    EXPECT_EQ(noUnreal[0].source, ColliderSource::None);
    EXPECT_EQ(noUnreal[1].role, NodeRole::Body);
    EXPECT_EQ(noUnreal[2].source, ColliderSource::GodotCol);
    const auto noGodot = decide(names, {true, false, false});
    EXPECT_EQ(noGodot[1].role, NodeRole::RenderOnly);
    EXPECT_EQ(noGodot[2].source, ColliderSource::None);
    EXPECT_EQ(noGodot[2].bodyName, "Barrel-col");
    EXPECT_EQ(noGodot[3].role, NodeRole::Body);
}

TEST(Names, SourceFromName) {
    EXPECT_EQ(colliderSourceFromName("Crate"), ColliderSource::None);
    EXPECT_EQ(colliderSourceFromName(""), ColliderSource::None);
    EXPECT_EQ(colliderSourceFromName("ucx_Crate-noimp"), ColliderSource::UnrealConvex);
    EXPECT_EQ(colliderSourceFromName("Crate-Noimp.001"), ColliderSource::GodotNoimp);
    EXPECT_EQ(colliderSourceFromName("Truck-wheel"), ColliderSource::GodotWheel);
}

TEST(Names, UnrealPrefixBeforeGodotSuffix) {
    const auto decisions = decide({"UBX_Crate-col", "Crate-col"});
    EXPECT_EQ(decisions[0].source, ColliderSource::UnrealBox);
    EXPECT_EQ(decisions[0].renderNode, std::nullopt) << "a mesh that asks for a body is not a render mesh";
    EXPECT_EQ(decisions[1].role, NodeRole::Body);
}

}  // namespace
}  // namespace sat3d::test
