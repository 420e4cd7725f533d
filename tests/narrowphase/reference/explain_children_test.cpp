// Explanations of composite shapes, of triangles and of shapes without planes, compared with distance().

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;

TriangleMesh triangleMesh(const std::array<glm::vec3, 3>& corners, Sides sides) {
    return TriangleMesh::fromTriangles(corners, std::array<std::uint32_t, 3>{0, 1, 2},
                                       {.sides = sides, .tags = {}})
        .value();
}

/// Whether both points lie where the explanation says that the shapes meet.
void expectPoints(const Explanation& why) {
    const glm::dvec3 across = why.pointA + why.separation * why.normalAToB;
    EXPECT_LT(glm::distance(across, why.pointB), 1e-6);
}

// A hull against one triangle, as a flat hull: the same answer as the query that the world asks.
TEST(ExplainTriangle, AgreesWithDistance) {
    test::Random random(21);
    int overlapping = 0, apart = 0, prisms = 0, boxes = 0;
    for (int round = 0; round < 3000; ++round) {
        SCOPED_TRACE(round);
        const Sides sides = random.below(2) == 0 ? Sides::Front : Sides::Both;
        std::array<glm::vec3, 3> corners;
        for (glm::vec3& corner : corners) {
            corner = glm::vec3(random.inBox(1.5));
        }
        const TriangleMesh mesh = triangleMesh(corners, sides);
        const std::size_t type = 2 + random.below(2);  // a box or a hull
        const ConvexShape shape = test::randomConvex(random, type);
        const Pose poseA = test::randomPose(random),
                   poseB{poseA.position + glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())};
        const auto answer = distance(shape, poseA, mesh, poseB);
        const Explanation why = explain(shape, poseA, mesh, poseB);
        if (!std::isfinite(answer.separation)) {
            EXPECT_TRUE(why.planes.empty());  // behind a one-sided triangle
            EXPECT_EQ(why.normalAToB, glm::dvec3(0.0));
            continue;
        }
        ASSERT_FALSE(why.planes.empty());
        EXPECT_EQ(why.overlapping(), answer.separation < 0.0f);
        if (why.overlapping()) {
            EXPECT_NEAR(why.separation, double(answer.separation), 2e-6);
            EXPECT_LT(glm::distance(why.normalAToB * why.separation,
                                    glm::dvec3(answer.normal) * double(answer.separation)),
                      1e-4);
            ++overlapping;
        } else {
            EXPECT_LE(why.separation, double(answer.separation) + 2e-6);  // a lower bound
            ++apart;
        }
        if (why.overlapping()) {
            expectPoints(why);
        }
        prisms += why.prismDepth > 0.0 ? 1 : 0;
        boxes += type == 2 ? 1 : 0;

        const Explanation turned = explain(mesh, poseB, shape, poseA);
        EXPECT_EQ(turned.separation, why.separation);
        EXPECT_EQ(turned.normalAToB, -why.normalAToB);
        EXPECT_EQ(turned.features.a, why.features.b);
    }
    EXPECT_GT(overlapping, 300);
    EXPECT_GT(apart, 300);
    EXPECT_GT(prisms, 40);
    EXPECT_GT(boxes, 300);
}

// A tank of three parts above a height field: the parts that decide, or those that are asked for.
TEST(ExplainChildren, OfCompoundAndSurface) {
    test::Random random(4);
    const std::vector<float> heights{0, 0.1f, 0.2f, 0, 0.3f, 0.1f, 0.2f, 0, 0.4f};
    const HeightField ground = HeightField::fromHeights(heights, 3, 3, {2.0f, 2.0f}).value();
    const Compound tank = Compound::fromChildren({{test::boxHull({1, 0.4, 0.6}), {{0, 0, 0.5f}}},
                                                  {Box{.halfExtents = {0.4f, 0.3f, 0.3f}}, {{0, 0, 1.2f}}},
                                                  {Sphere{.radius = 0.3f}, {{0, 0, 1.6f}}}})
                              .value();
    std::array<int, 3> decided{};
    int parts = 0;
    for (int round = 0; round < 1000; ++round) {
        SCOPED_TRACE(round);
        const Pose pose{glm::vec3(random.inBox(1.0)) + glm::vec3(0.0f, 0.0f, 0.8f),
                        glm::quat(random.rotation())};
        const auto answer = distance(tank, pose, ground, Pose{});
        const Explanation why = explain(tank, pose, ground, Pose{});
        if (!std::isfinite(answer.separation)) {
            continue;
        }
        ASSERT_EQ(why.children, answer.children);
        ++decided[why.children.a];
        EXPECT_EQ(why.planes.empty(), why.children.a == 2) << "a sphere has no planes";
        if (answer.separation < 0.0f) {
            EXPECT_NEAR(why.separation, double(answer.separation), 2e-6);
            expectPoints(why);
        }
        for (std::uint32_t part = 0; part < 3; ++part) {
            const Explanation ofPart = explain(tank, pose, ground, Pose{}, {.childA = part});
            EXPECT_EQ(ofPart.children.a, part);
            const CompoundChild& child = tank.children()[part];
            const Pose placed = pose * child.pose;
            const Explanation alone = explain(child.shape, placed, ground, Pose{});
            if (std::isfinite(alone.separation)) {
                EXPECT_NEAR(ofPart.separation, alone.separation, 1e-5);
                ++parts;
            } else {
                EXPECT_EQ(ofPart.separation, alone.separation);
            }
        }
    }
    EXPECT_GT(*std::ranges::min_element(decided), 20);
    EXPECT_GT(parts, 500);
}

TEST(ExplainChildren, NamedTriangle) {
    const std::vector<float> heights(9, 0.0f);
    const HeightField ground = HeightField::fromHeights(heights, 3, 3, {1.0f, 1.0f}).value();
    const ConvexHull crate = test::boxHull({0.25, 0.25, 0.25});
    for (std::uint32_t number = 0; number < ground.triangleCount(); ++number) {
        const Triangle triangle = ground.triangle(number);
        const glm::vec3 middle = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0f;
        const Pose pose{middle + glm::vec3(0.0f, 0.0f, 0.2f)};
        const Explanation why = explain(crate, pose, ground, Pose{}, {.childB = number});
        EXPECT_EQ(why.children.b, number);
        EXPECT_NEAR(why.separation, -0.05, 1e-6);
        EXPECT_LT(glm::distance(why.normalAToB, glm::dvec3(0, 0, -1)), 1e-6);
        EXPECT_EQ(why.featureA.size() + why.featureB.size(),
                  5u);  // a face of the crate, a vertex of the ground
    }
}

// Pairs without planes have the answer of distance(), its points and the vertices of the features.
TEST(ExplainRound, HasTheAnswerOfDistance) {
    test::Random random(8);
    int overlapping = 0, apart = 0;
    for (int round = 0; round < 400; ++round) {
        const ConvexShape a = test::randomConvex(random, random.below(2));
        const ConvexShape b = test::randomConvex(random, random.below(4));
        const Pose poseA = test::randomPose(random),
                   poseB{poseA.position + glm::vec3(random.inBox(2.0)), glm::quat(random.rotation())};
        const auto answer = distance(a, poseA, b, poseB);
        const Explanation why = explain(a, poseA, b, poseB);
        EXPECT_TRUE(why.planes.empty() && why.faceAxes.empty());
        EXPECT_EQ(float(why.separation), answer.separation);
        EXPECT_EQ(why.features, answer.features);
        EXPECT_LT(glm::distance(why.pointA, glm::dvec3(answer.pointA)), 1e-5);
        EXPECT_FALSE(why.featureA.empty());
        EXPECT_FALSE(why.featureB.empty());
        expectPoints(why);
        ++(why.overlapping() ? overlapping : apart);
    }
    EXPECT_GT(std::min(overlapping, apart), 50);
}

TEST(ExplainRound, HalfSpaceHasNoVertices) {
    const HalfSpace ground{.normal = {0, 0, 1}, .offset = 0.0f};
    const Explanation why = explain(Sphere{.radius = 0.5f}, Pose{{0, 0, 0.4f}}, ground, Pose{});
    EXPECT_NEAR(why.separation, -0.1, 1e-6);
    EXPECT_EQ(why.featureA.size(), 1u);
    EXPECT_TRUE(why.featureB.empty());
    EXPECT_LT(glm::distance(why.pointA, glm::dvec3(0, 0, -0.1)), 1e-6);
}

TEST(ExplainBox, FeaturesHaveTheNumbersOfTheBox) {
    test::Random random(5);
    int faces = 0;
    for (int round = 0; round < 500; ++round) {
        const ConvexShape a = test::randomConvex(random, 2),
                          b = test::randomConvex(random, 2 + random.below(2));
        const Pose poseA = test::randomPose(random),
                   poseB{poseA.position + glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())};
        const auto hit = penetration(a, poseA, b, poseB);
        const Explanation why = explain(a, poseA, b, poseB);
        ASSERT_EQ(why.overlapping(), hit.has_value());
        if (hit && hit->features.kind == FeaturePair::Kind::FaceA &&
            why.features.kind == FeaturePair::Kind::FaceA) {
            EXPECT_EQ(why.features, hit->features);
            ++faces;
        }
    }
    EXPECT_GT(faces, 50);
}

}  // namespace
