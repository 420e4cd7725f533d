/// Units and axes. Each file contains the box of 1 x 2 x 3 m in another frame.

#include "import/scene/units_and_axes.hpp"

#include "import/support.hpp"

namespace sat3d::test {
namespace {

using Axes = std::array<std::array<int, 3>, 3>;
constexpr Axes kSame = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
/// Columns: the axes x, y and z of a Y-up frame in a Z-up file.
constexpr Axes kYUpToZUp = {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}};

/// Loads an FBX file of the box, with scaled and rotated vertices.
Result<ImportedModel, ImportError> loadFbx(const FbxSettings& settings, int scale, const Axes& axes,
                                           const std::string& modelProperties = "",
                                           const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write("a.fbx", fbxFile(settings,
                                                   fbxBox(1, boxNumbers(",", scale, axes)) +
                                                       fbxModel(2, "box", modelProperties),
                                                   "C: \"OO\",2,0\nC: \"OO\",1,2\n")),
                     options);
}

void expectBox(const Result<ImportedModel, ImportError>& model, const glm::vec3& minimum = glm::vec3(0.0f),
               const glm::vec3& maximum = kBoxSize) {
    ASSERT_TRUE(model) << model.error().message;
    const NodeReport& node = model->report.nodes.at(0);
    EXPECT_TRUE(near(node.minimum, minimum));
    EXPECT_TRUE(near(node.maximum, maximum));
    EXPECT_GT(node.meshVolume, 0.0);
    EXPECT_TRUE(node.warnings.empty()) << messages(node);
}

TEST(FbxFrame, CentimetersByDefault) {
    FbxSettings settings;
    settings.unitScaleFactor = 1.0;
    const auto model = loadFbx(settings, 100, kSame);
    expectBox(model);
    EXPECT_DOUBLE_EQ(model->report.metersPerUnit, 0.01);
    EXPECT_EQ(model->report.unitSource, "file");
    EXPECT_EQ(model->report.upSource, "file");
}

TEST(FbxFrame, NodesOfScale100InCentimetersAsFromBlender) {
    FbxSettings settings;
    settings.unitScaleFactor = 1.0;
    expectBox(loadFbx(settings, 1, kSame, fbxLocal("Scaling", "100,100,100")));
}

TEST(FbxFrame, MetersIfTheFileStatesThem) {
    expectBox(loadFbx({}, 1, kSame));
}

TEST(FbxFrame, ZUpIsRotated) {
    FbxSettings settings;
    settings.up = {2, 1};
    settings.front = {1, -1};
    const auto model = loadFbx(settings, 1, kYUpToZUp);
    expectBox(model);
    EXPECT_EQ(model->report.sourceUp, UpAxis::Z);
}

TEST(FbxFrame, XUpIsRotatedAndNoted) {
    FbxSettings settings;
    settings.up = {0, 1};
    settings.right = {1, -1};
    const auto model = loadFbx(settings, 1, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}});
    expectBox(model);
    ASSERT_EQ(model->report.notes.size(), 1u);
    EXPECT_NE(model->report.notes[0].find("+X"), std::string::npos);
}

TEST(FbxFrame, SignsOfAxesCount) {
    // Up is -Y and front is -Z: a rotation by 180 degrees about x.
    FbxSettings settings;
    settings.up = {1, -1};
    settings.front = {2, -1};
    expectBox(loadFbx(settings, 1, {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}));
}

TEST(FbxFrame, LeftHandedAxesMirrorTheMesh) {
    FbxSettings settings;
    settings.right = {0, -1};
    const auto model = loadFbx(settings, 1, kSame);
    expectBox(model, {-1.0f, 0.0f, 0.0f}, {0.0f, 2.0f, 3.0f});
    EXPECT_TRUE(model->report.nodes[0].mirrored);
}

TEST(FbxFrame, OptionsOverrideTheFile) {
    FbxSettings settings;
    settings.unitScaleFactor = 1.0;
    ImportOptions options;
    options.metersPerUnit = 1.0;
    options.sourceUp = UpAxis::Z;
    const auto model = loadFbx(settings, 1, kYUpToZUp, "", options);
    expectBox(model);
    EXPECT_EQ(model->report.unitSource, "option");
    EXPECT_EQ(model->report.upSource, "option");
}

TEST(FbxFrame, ZUpResultOnRequest) {
    ImportOptions options;
    options.up = UpAxis::Z;
    expectBox(loadFbx({}, 1, kSame, "", options), {0.0f, -3.0f, 0.0f}, {1.0f, 0.0f, 2.0f});
}

Result<ImportedModel, ImportError> loadCollada(const std::string& asset, const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write("a.dae", colladaFile(asset,
                                                       "<node id=\"n\" name=\"box\"><instance_geometry "
                                                       "url=\"#g\"/></node>")),
                     options);
}

TEST(ColladaFrame, UnitAndUpAreAppliedOnce) {
    const auto model = loadCollada("<unit meter=\"0.0254\"/><up_axis>Z_UP</up_axis>");
    const float inch = 0.0254f;
    // (x, y, z) in a Z-up file is (x, z, -y).
    expectBox(model, {0.0f, 0.0f, -2.0f * inch}, {inch, 3.0f * inch, 0.0f});
    EXPECT_NEAR(model->report.metersPerUnit, 0.0254, 1e-9);
    EXPECT_EQ(model->report.sourceUp, UpAxis::Z);
    EXPECT_EQ(model->report.unitSource, "file");
}

TEST(ColladaFrame, XUpIsAppliedOnce) {
    expectBox(loadCollada("<unit meter=\"1\"/><up_axis>X_UP</up_axis>"), {-2.0f, 0.0f, 0.0f},
              {0.0f, 1.0f, 3.0f});
}

TEST(ColladaFrame, OptionsOverrideTheFile) {
    ImportOptions options;
    options.metersPerUnit = 1.0;
    options.sourceUp = UpAxis::Y;
    const auto model = loadCollada("<unit meter=\"0.0254\"/><up_axis>Z_UP</up_axis>", options);
    expectBox(model);
    EXPECT_DOUBLE_EQ(model->report.metersPerUnit, 1.0);
}

TEST(UnitsAndAxes, GltfIsFixedAndObjAssumed) {
    const Folder folder;
    const auto gltf = loadModel(std::string(SAT3D_MODELS) + "/crate.glb");
    ASSERT_TRUE(gltf);
    EXPECT_EQ(gltf->report.unitSource, "format");
    EXPECT_EQ(gltf->report.upSource, "format");
    const auto obj = loadModel(folder.write("a.obj", boxObj()));
    expectBox(obj);
    EXPECT_EQ(obj->report.unitSource, "assumed");
    EXPECT_EQ(obj->report.sourceUp, UpAxis::Y);
}

TEST(UnitsAndAxes, StlIsAssumedToBeZUp) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.stl",
                               "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                               "vertex 0 1 0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\n"
                               "vertex 0 0 0\nvertex 0 1 0\nvertex 0 0 5\nendloop\nendfacet\nendsolid t\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.sourceUp, UpAxis::Z);
    EXPECT_EQ(model->report.upSource, "assumed");
    EXPECT_TRUE(near(model->report.nodes[0].maximum, {1.0f, 5.0f, 0.0f}));
}

TEST(UnitsAndAxes, UnitOfObjByOption) {
    const Folder folder;
    ImportOptions options;
    options.metersPerUnit = 0.01;
    const auto model = loadModel(folder.write("a.obj", boxObj()), options);
    expectBox(model, glm::vec3(0.0f), 0.01f * kBoxSize);
}

/// Versions of the reader deliver different root matrices for the same Z-up FBX file in inches: the identity,
/// a rotation, or a rotation with a scale to centimeters or to meters. The result is the same.
TEST(UnitsAndAxes, RootIsNotAppliedTwice) {
    const double inch = 2.54;
    glm::dmat4 rotation(0.0);
    rotation[0][0] = rotation[2][1] = rotation[3][3] = 1.0;
    rotation[1][2] = -1.0;
    const auto scaled = [](double s) {
        glm::dmat4 m(s);
        m[3][3] = 1.0;
        return m;
    };
    for (const glm::dmat4& root :
         {glm::dmat4(1.0), rotation, rotation * scaled(inch), rotation * scaled(inch / 100.0)}) {
        importing::Scene scene;
        scene.format = importing::Format::Fbx;
        scene.fbx = importing::FbxFrame{{0, 1}, {2, 1}, {1, -1}, inch};
        scene.nodes.emplace_back();
        scene.nodes[0].toParent = root;
        ImportReport report;
        const glm::dvec4 result =
            importing::resolveUnitsAndAxes(scene, {}, report) * root * glm::dvec4(1.0, 2.0, 3.0, 1.0);
        EXPECT_NEAR(result.x, 0.0254, 1e-12);
        EXPECT_NEAR(result.y, 3.0 * 0.0254, 1e-12);
        EXPECT_NEAR(result.z, -2.0 * 0.0254, 1e-12);
    }
}

}  // namespace
}  // namespace sat3d::test
