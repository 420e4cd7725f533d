#include "support/temporary_folder.hpp"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <pairs_file/pairs_file.hpp>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace {

using namespace sat3d;
using testing::HasSubstr;

const std::string kShapes =
    "# two shapes\n"
    "shapes 2\n"
    "shape 7 2\n"
    "1 2 3\n"
    "\n"
    "-1e-3 0.5 4\r\n"
    "shape 3 1\n"
    "0 0 0\n";
const std::string kPair = "2 3 7  1 2 3  0 0 0 2  4 5 6  0 0 0.6 0.8  0.5 0 0  0 0 0.1\n";

struct BadCase {
    std::string_view what;
    std::string text;
    std::size_t line;
    std::string message;
};

template <class Parse>
void expectErrors(std::span<const BadCase> cases, const Parse& parse) {
    for (const BadCase& bad : cases) {
        SCOPED_TRACE(bad.what);
        const auto result = parse(bad.text, "pairs.txt");
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().file, "pairs.txt");
        EXPECT_EQ(result.error().line, bad.line) << result.error().text();
        EXPECT_THAT(result.error().message, HasSubstr(bad.message));
    }
}

TEST(PairsFile, ReadsShapesAndPairs) {
    const auto file = pairs_file::parse(kShapes + "pairs 1\n" + kPair, "test");
    ASSERT_TRUE(file) << file.error().text();
    ASSERT_EQ(file->shapes.size(), 2u);
    EXPECT_EQ(file->shapes[0].id, 7u);
    ASSERT_EQ(file->shapes[0].points.size(), 2u);
    EXPECT_EQ(file->shapes[0].points[1], glm::vec3(-1e-3f, 0.5f, 4.0f));
    ASSERT_EQ(file->pairs.size(), 1u);
    const pairs_file::Pair& pair = file->pairs[0];
    EXPECT_EQ(pair.regime, pairs_file::Regime::Shallow);
    EXPECT_EQ(pair.a, 1u);
    EXPECT_EQ(pair.b, 0u);
    EXPECT_EQ(pair.poseA.position, glm::dvec3(1, 2, 3));
    EXPECT_EQ(pair.poseA.rotation.w, 1.0) << "rotations are normalized";
    EXPECT_DOUBLE_EQ(pair.poseB.rotation.z, 0.6);
    EXPECT_EQ(pair.velocityB, glm::dvec3(0.5, 0, 0));
}

TEST(PairsFile, MovesBByFrames) {
    const auto file = pairs_file::parse(kShapes + "pairs 1\n" + kPair, "test");
    ASSERT_TRUE(file) << file.error().text();
    const DPose pose = file->pairs[0].poseBAtFrame(10);
    EXPECT_EQ(pose.position, glm::dvec3(9, 5, 6));
    // Frame 0 rotates about z by an angle whose half has sine 0.6; ten frames add one radian.
    const double angle = 2.0 * std::asin(0.6) + 1.0;
    const glm::dvec3 turned = pose.rotation * glm::dvec3(1, 0, 0);
    EXPECT_LT(glm::length(turned - glm::dvec3(std::cos(angle), std::sin(angle), 0)), 1e-15);
}

TEST(PairsFile, ReadsAnswers) {
    const auto answers =
        pairs_file::parseAnswers("# depth n type size\n-0.25 0 0.6 0.8 2 1.5\n1e-3 1 0 0 1 2\n", "t");
    ASSERT_TRUE(answers) << answers.error().text();
    ASSERT_EQ(answers->size(), 2u);
    EXPECT_EQ((*answers)[0].depth, -0.25);
    EXPECT_EQ((*answers)[0].normalAToB, glm::dvec3(0, 0.6, 0.8));
    EXPECT_EQ((*answers)[0].kind, FeaturePair::Kind::EdgeEdge);
    EXPECT_EQ((*answers)[1].kind, FeaturePair::Kind::FaceB);
    EXPECT_EQ((*answers)[1].size, 2.0);
}

TEST(PairsFile, ErrorsNameFileAndLine) {
    const std::string pairs = kShapes + "pairs 1\n";
    const BadCase cases[] = {
        {"empty", "", 0, "shapes <count>"},
        {"wrong word", "shape 2\n", 1, "\"shapes\""},
        {"negative count", "shapes -1\n", 1, "the count is -1"},
        {"count beyond 32 bits", "shapes 4294967296\n", 1, "the count is 4294967296"},
        {"count beyond 64 bits", "shapes 99999999999999999999\n", 1, "not an integer"},
        {"huge count, no shapes", "shapes 4294967295\n", 1, "a shape should follow"},
        {"huge count, no points", "shapes 1\nshape 0 4294967295\n1 2 3\n", 3,
         "a point of the shape should follow"},
        {"NaN", "shapes 1\nshape 0 1\n1 nan 3\n", 3, "not a finite number"},
        {"infinity", "shapes 1\nshape 0 1\n1 2 inf\n", 3, "not a finite number"},
        {"beyond double", "shapes 1\nshape 0 1\n1e999 2 3\n", 3, "not a finite number"},
        {"beyond float", "shapes 1\nshape 0 1\n1e39 2 3\n", 3, "range of float"},
        {"two coordinates", "shapes 1\nshape 0 1\n1 2\n", 3, "a coordinate is missing"},
        {"four coordinates", "shapes 1\nshape 0 1\n1 2 3 4\n", 3, "unexpected \"4\""},
        {"same id twice", "shapes 2\nshape 5 0\nshape 5 0\n", 3, "two shapes have the id 5"},
        {"no pairs", kShapes, 8, "pairs <count>"},
        {"unknown shape", pairs + "2 3 8  1 2 3  0 0 0 1  4 5 6  0 0 0 1  0 0 0  0 0 0\n", 10,
         "there is no shape 8"},
        {"unknown regime", pairs + "4 3 7  1 2 3  0 0 0 1  4 5 6  0 0 0 1  0 0 0  0 0 0\n", 10,
         "the regime is 4"},
        {"zero quaternion", pairs + "2 3 7  1 2 3  0 0 0 0  4 5 6  0 0 0 1  0 0 0  0 0 0\n", 10,
         "quaternion"},
        {"truncated pair", pairs + "2 3 7  1 2 3  0 0 0 1  4 5 6  0 0 0 1\n", 10, "B's velocity is missing"},
        {"too few pairs", kShapes + "pairs 2\n" + kPair, 10, "a pair should follow"},
        {"too many pairs", pairs + kPair + kPair, 11, "more lines follow"},
        {"another format", std::string("glTF\2\0\0\0<\"", 10), 1, "found \"glTF\2\u2026\""},
        {"a long word", std::string(1000, 'x'), 1, "found \"" + std::string(40, 'x') + "\u2026\""},
        {"binary", std::string("shapes 1\nshape 0 1\n\0\1\2\n", 22), 3, "not a finite number"},
    };
    expectErrors(cases, pairs_file::parse);
}

TEST(PairsFile, ErrorsOfAnswersNameTheLine) {
    const BadCase cases[] = {
        {"short", "-0.25 0 0.6 0.8 2\n", 1, "the size is missing"},
        {"type", "# depth\n-0.25 0 0.6 0.8 3 1\n", 2, "the type is 3"},
        {"normal", "1 0 0.6 0.9 2 1\n", 1, "length 1"},
        {"size", "1 0 0.6 0.8 2 0\n", 1, "the size is not positive"},
        {"NaN", "nan 0 0.6 0.8 2 1\n", 1, "the depth is missing or not a finite number"},
    };
    expectErrors(cases, pairs_file::parseAnswers);
}

TEST(PairsFile, MissingFileIsAnError) {
    const auto file = pairs_file::read(SAT3D_TEST_DATA "/pairs/no_such_file.txt");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().text(), HasSubstr("no_such_file.txt: there is no such file"));
}

TEST(PairsFile, RefusesFoldersAndHugeFiles) {
    EXPECT_THAT(pairs_file::read(SAT3D_TEST_DATA "/pairs").error().text(), HasSubstr("/pairs: is a folder"));
    if (std::filesystem::exists("/dev/zero")) {
        EXPECT_THAT(pairs_file::readAnswers("/dev/zero").error().text(),
                    HasSubstr("/dev/zero: is no regular file"));
    }
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "huge.txt";
    std::ofstream(file).put('#');
    std::error_code error;
    std::filesystem::resize_file(file, std::uintmax_t{1} << 40, error);  // a sparse file
    if (error) {
        GTEST_SKIP() << "the file system does not support such large files";
    }
    EXPECT_THAT(pairs_file::read(file).error().text(),
                HasSubstr("huge.txt: has 1099511627776 bytes, more than"));
}

TEST(PairsFile, ReadsTheProjectsOwnFiles) {
    for (const std::string name :
         {"box_box", "tank_tank", "rand16", "rand32", "rand64", "rand128", "rand256", "cyl32"}) {
        const std::string stem = SAT3D_TEST_DATA "/pairs/" + name;
        const auto file = pairs_file::read(stem + ".txt");
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_EQ(file->pairs.size(), 400u) << name;
        for (const std::string& answersPath : {stem + ".ref", stem + ".coh.ref"}) {
            const auto answers = pairs_file::readAnswers(answersPath);
            ASSERT_TRUE(answers) << answers.error().text();
            EXPECT_EQ(answers->size(), 400u) << answersPath;
        }
    }
}

}  // namespace
