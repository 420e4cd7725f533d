/// Warnings about meshes: each appears once, and names the remedy.

#include "import/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;
using Warning = NodeReport::Warning::Code;

/// A box of triangles, translated by z. Its first vertex has the number `first`.
std::string triangulatedBox(int z, int first) {
    std::string text;
    for (const auto& c : kBox) {
        text +=
            "v " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2] + z) + "\n";
    }
    for (const auto& f : kBoxFaces) {
        for (const std::size_t k : {1u, 2u}) {
            text += "f " + std::to_string(first + f[0]) + " " + std::to_string(first + f[k]) + " " +
                    std::to_string(first + f[k + 1]) + "\n";
        }
    }
    return text;
}

TEST(Warnings, FaceWithoutAreaDoesNotOpenAClosedMesh) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.obj", boxObj() + "v 0 0 0\nv 0.5 0 0\nv 1 0 0\nf 9 10 11\n"));
    ASSERT_TRUE(model) << model.error().message;
    const NodeReport& node = model->report.nodes.front();
    EXPECT_TRUE(has(node, Warning::Degenerate)) << messages(node);
    EXPECT_FALSE(has(node, Warning::Open)) << messages(node);
}

TEST(Warnings, BoxesFaceToFaceAreConvex) {
    const Folder folder;
    const auto joined = loadModel(folder.write("a.obj", triangulatedBox(0, 1) + triangulatedBox(3, 9)));
    ASSERT_TRUE(joined) << joined.error().message;
    EXPECT_FALSE(has(joined->report.nodes.front(), Warning::NotConvex))
        << messages(joined->report.nodes.front());
    const auto apart = loadModel(folder.write("b.obj", triangulatedBox(0, 1) + triangulatedBox(4, 9)));
    ASSERT_TRUE(apart) << apart.error().message;
    EXPECT_TRUE(has(apart->report.nodes.front(), Warning::NotConvex));
}

TEST(Warnings, WrongUnitIsReportedOnce) {
    const Folder folder;
    std::string text;
    for (int k = 0; k < 3; ++k) {
        text += "o Part" + std::to_string(k) + "\n" + triangulatedBox(0, 1 + 8 * k);
    }
    ImportOptions options;
    options.metersPerUnit = 100.0;
    const auto model = loadModel(folder.write("a.obj", text), options);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.nodes.size(), 3u);
    EXPECT_THAT(messages(model->report.nodes[0]), HasSubstr("The same holds for 2 more nodes"));
    EXPECT_FALSE(has(model->report.nodes[1], Warning::Huge));
    EXPECT_FALSE(has(model->report.nodes[2], Warning::Huge));
}

TEST(Warnings, TinyModelIsReported) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj",
                                              "v 0 0 0\nv 0.065 0 0\nv 0 0.03 0\nv 0 0 0.02\n"
                                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(has(model->report.nodes.front(), Warning::Tiny)) << messages(model->report.nodes.front());
}

TEST(Warnings, FlatMeshNamesBothRemedies) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.obj", boxObj() + "o floor\nv 0 0 0\nv 9 0 0\nv 9 9 0\nf 9 10 11\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(messages(model->report.nodes[1]), HasSubstr("-col"));
}

}  // namespace
}  // namespace sat3d::test
