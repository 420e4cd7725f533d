#include "support/surfaces.hpp"

#include <sat3d/shapes/shape.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using testing::ElementsAre;
using testing::HasSubstr;

const test::TriangleList kCube = test::boxTriangles({1, 2, 3});

TEST(TriangleMesh, KeepsItsInput) {
    std::vector<std::uint32_t> tags(12);
    tags[7] = 42;
    const TriangleMesh mesh = test::meshOf(kCube, Sides::Front, tags);
    EXPECT_EQ(mesh.triangleCount(), 12u);
    EXPECT_EQ(mesh.vertices().size(), 8u);
    EXPECT_EQ(mesh.tags()[7], 42u);
    EXPECT_EQ(mesh.sides(), Sides::Front);
    EXPECT_EQ(mesh.triangle(0), (Triangle{{{{-1, -2, -3}, {-1, -2, 3}, {-1, 2, 3}}}}));
    EXPECT_TRUE(mesh.degenerateTriangles().empty());
    EXPECT_EQ(bounds(mesh, Pose{{10, 0, 0}}), (Aabb{{9, -2, -3}, {11, 2, 3}}));
    EXPECT_EQ(support(mesh, {1, -1, 1}), glm::vec3(1, -2, 3));
    EXPECT_EQ(bounds(Shape(mesh), Pose{}).upper, glm::vec3(1, 2, 3));
}

TEST(TriangleMesh, TrianglesWithoutAnAreaAreListed) {
    test::TriangleList list = kCube;
    list.add({{{{0, 0, 9}, {1, 0, 9}, {2, 0, 9}}}});      // vertices on one line
    list.add({{{{0, 0, 9}, {0, 0, 9}, {2, 0, 9}}}});      // a vertex twice
    list.add({{{{0, 0, 9}, {0, 1e-6f, 9}, {2, 0, 9}}}});  // thin, but with an area
    const TriangleMesh mesh = test::meshOf(list);
    EXPECT_THAT(mesh.degenerateTriangles(), ElementsAre(12u, 13u));
    EXPECT_EQ(mesh.triangleCount(), 15u) << "numbers stay";
    EXPECT_EQ(bounds(mesh, Pose{}).upper.z, 9.0f) << "that of triangle 14";
}

TEST(TriangleMesh, WatertightOrNot) {
    EXPECT_TRUE(test::meshOf(kCube).isWatertight());
    test::TriangleList loose;  // each triangle has its own vertices
    for (std::uint32_t i = 0; i < 12; ++i) {
        loose.add(test::meshOf(kCube).triangle(i));
    }
    EXPECT_TRUE(test::meshOf(loose).isWatertight());
    test::TriangleList open = kCube, inverted = kCube;
    open.indices.resize(33);
    EXPECT_FALSE(test::meshOf(open).isWatertight());
    std::swap(inverted.indices[3], inverted.indices[4]);
    EXPECT_FALSE(test::meshOf(inverted).isWatertight()) << "one triangle the wrong way round";
    for (std::size_t i = 0; i < 36; i += 3) {
        std::swap(inverted.indices[i], inverted.indices[i + 1]);
    }
    std::swap(inverted.indices[3], inverted.indices[4]);
    EXPECT_FALSE(test::meshOf(inverted).isWatertight()) << "a room, seen from within";
}

TEST(TriangleMesh, MassIsThatOfTheEnclosedVolume) {
    const auto mesh = massProperties(test::meshOf(kCube));
    ASSERT_TRUE(mesh);
    const MassProperties box = massProperties(Box{{}, {1, 2, 3}});
    EXPECT_NEAR(mesh->volume, box.volume, 1e-12);
    EXPECT_NEAR(mesh->inertia[0][0], box.inertia[0][0], 1e-10);
    test::TriangleList open = kCube;
    open.indices.resize(33);
    const auto none = massProperties(test::meshOf(open));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ShapeError::Code::NotWatertight);
    EXPECT_THAT(none.error().message, HasSubstr("close its holes"));
}

TEST(TriangleMesh, TransformedKeepsTheFrontSide) {
    const glm::mat3 mirror{glm::vec3(-2, 0, 0), glm::vec3(0, 1, 0.5f), glm::vec3(0, 0, 1)};
    std::vector<std::uint32_t> tags(12);
    tags[3] = 9;
    const auto mapped = transformed(test::meshOf(kCube, Sides::Front, tags), mirror);
    ASSERT_TRUE(mapped);
    EXPECT_TRUE(mapped->isWatertight()) << "fronts still look outward";
    EXPECT_NEAR(massProperties(*mapped)->volume, 96.0, 1e-9);
    EXPECT_EQ(mapped->tags()[3], 9u);
    EXPECT_EQ(mapped->sides(), Sides::Front);
    EXPECT_EQ(mapped->vertices()[0], mirror * kCube.vertices[0]);
    EXPECT_EQ(transformed(test::meshOf(kCube), glm::mat3(0.0f)).error().code, ShapeError::Code::SingularMap);
    EXPECT_TRUE(transformed(Shape(test::meshOf(kCube)), mirror));
}

TEST(TriangleMesh, ErrorsNameTheOffendingElements) {
    const auto fail = [](const test::TriangleList& list, const MeshOptions& options = {}) {
        return TriangleMesh::fromTriangles(list.vertices, list.indices, options).error();
    };
    EXPECT_EQ(fail({}).code, MeshError::Code::Empty);
    test::TriangleList list = kCube;
    list.vertices[5].y = std::numeric_limits<float>::quiet_NaN();
    list.vertices[7].x = std::numeric_limits<float>::infinity();
    EXPECT_EQ(fail(list).code, MeshError::Code::NotFinite);
    EXPECT_THAT(fail(list).indices, ElementsAre(5u, 7u));
    EXPECT_THAT(fail(list).message, HasSubstr("2 vertices hold a NaN or an infinity, first vertex 5"));
    list = kCube;
    list.vertices[2].z = 2e15f;
    EXPECT_EQ(fail(list).code, MeshError::Code::TooLarge);
    EXPECT_THAT(fail(list).indices, ElementsAre(2u));
    list = kCube;
    list.indices[10] = 8;
    EXPECT_EQ(fail(list).code, MeshError::Code::BadIndex);
    EXPECT_THAT(fail(list).indices, ElementsAre(3u));
    list.indices.pop_back();
    EXPECT_EQ(fail(list).code, MeshError::Code::BadIndex);
    EXPECT_THAT(fail(list).message, HasSubstr("35 indices are not a multiple of 3"));
    const std::array<std::uint32_t, 2> tags{};
    EXPECT_EQ(fail(kCube, {Sides::Both, tags}).code, MeshError::Code::BadTags);
    list = {};
    list.add({{{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}}});
    EXPECT_EQ(fail(list).code, MeshError::Code::Empty);
    EXPECT_THAT(fail(list).message, HasSubstr("area"));
}

}  // namespace
