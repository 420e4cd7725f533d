#include "support/surfaces.hpp"

#include <sat3d/shapes/shape.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::Random;
using testing::HasSubstr;

/// A tank: hull, turret and barrel.
Compound tank() {
    return test::compoundOf({{Box{{0, 0, 0.5f}, {3, 1.5f, 0.5f}}, {}, 1, 100},
                             {Sphere{{0, 0, 0}, 1.0f}, at(0, 0, 1.5f), 2, 200},
                             {Capsule{{1, 0, 0}, {4, 0, 0}, 0.125f}, at(0, 0, 1.5f), 3, 300}});
}

TEST(Compound, BoundsAndSupportAreThoseOfItsChildren) {
    const Compound compound = tank();
    EXPECT_EQ(bounds(compound, Pose{}), (Aabb{{-3, -1.5f, 0}, {4.125f, 1.5f, 2.5f}}));
    EXPECT_EQ(support(compound, {1, 0, 0}), glm::vec3(4.125f, 0, 1.5f));
    EXPECT_EQ(support(compound, {0, 0, 1}), glm::vec3(0, 0, 2.5f));
    EXPECT_EQ(compound.children()[2].tag, 3u);
    EXPECT_EQ(compound.children()[1].userData, 200u);
}

TEST(Compound, CopiesShareTheChildrenUntilOneMoves) {
    Compound original = Compound::fromChildren({{Sphere{}, Pose{}}, {Sphere{}, Pose{{5, 0, 0}}}}).value();
    Compound copy = original;
    EXPECT_EQ(copy.children().data(), original.children().data());
    copy.setChildPose(1, {{0, 9, 0}});
    EXPECT_NE(copy.children().data(), original.children().data());
    EXPECT_EQ(original.children()[1].pose.position, glm::vec3(5, 0, 0));
    EXPECT_EQ(copy.children()[1].pose.position, glm::vec3(0, 9, 0));
    EXPECT_GT(bounds(copy, Pose{}).upper.y, 9.0f);
    EXPECT_LT(bounds(original, Pose{}).upper.y, 9.0f);
    const auto* children = copy.children().data();
    copy.setChildPose(1, {{0, 8, 0}});
    EXPECT_EQ(copy.children().data(), children) << "a sole owner changes its children in place";
}

TEST(Compound, SetChildPoseRotatesATurret) {
    Compound compound = tank();
    compound.setChildPose(2, {{0, 0, 1.5f}, glm::angleAxis(1.5707963f, glm::vec3(0, 0, 1))});
    EXPECT_NEAR(bounds(compound, Pose{}).upper.y, 4.125f, 1e-5f);
    EXPECT_EQ(bounds(compound, Pose{}).upper.x, 3.0f);
    EXPECT_NEAR(compound.tree().nodes()[0].box.upper.y, 4.125f, 1e-5f) << "the tree follows";
    EXPECT_NEAR(compound.childBounds()[2].upper.y, 4.125f, 1e-5f);
}

TEST(Compound, MassIsTheSumOfItsChildren) {
    // A box cut in two halves; one half is rotated and moved back into place by its pose.
    const Compound halves = test::compoundOf(
        {{Box{{-1, 0, 0}, {1, 1, 3}}, {}},
         {Box{{0, 0, 0}, {1, 3, 1}}, {{1, 0, 0}, glm::angleAxis(1.5707963f, glm::vec3(1, 0, 0))}}});
    const MassProperties whole = massProperties(Box{{}, {2, 1, 3}}), sum = massProperties(halves);
    EXPECT_NEAR(sum.volume, whole.volume, 1e-9);
    EXPECT_NEAR(glm::length(sum.centroid), 0.0, 1e-9);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            EXPECT_NEAR(sum.inertia[i][j], whole.inertia[i][j], 1e-4);
        }
    }
    const std::array<float, 2> densities{3.0f, 1.0f};
    const MassProperties uneven = massProperties(halves, densities);
    EXPECT_NEAR(uneven.volume, 96.0, 1e-9) << "the mass";
    EXPECT_NEAR(uneven.centroid.x, -0.5, 1e-9);
}

TEST(Compound, InertiaIsIndependentOfThePosition) {
    const Sphere ball{{0, 0, 0}, 0.5f};
    const MassProperties alone = massProperties(ball);
    const MassProperties far = massProperties(test::compoundOf({{ball, at(1e6f, 2e5f, 3e5f), 0, 0}}));
    EXPECT_EQ(far.volume, alone.volume);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(far.inertia[axis][axis], alone.inertia[axis][axis], 1e-12);
    }
}

TEST(Compound, WithoutMassHasACentroid) {
    const Sphere point{{0, 0, 0}, 0.0f};
    const MassProperties none =
        massProperties(test::compoundOf({{point, at(1, 0, 0), 0, 0}, {point, at(3, 4, 0), 0, 0}}));
    EXPECT_EQ(none.volume, 0.0);
    EXPECT_EQ(none.centroid, glm::dvec3(2, 2, 0));
    EXPECT_EQ(none.inertia, glm::dmat3(0.0));
}

TEST(Compound, TransformedSupportMatchesTheMap) {
    Random random(631);
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<CompoundChild> parts;
        for (int i = 0; i < 4; ++i) {  // hulls take every map
            parts.push_back({test::randomConvex(random, 3), test::randomPose(random, 2.0)});
        }
        const Compound compound = test::compoundOf(parts);
        const glm::mat3 map = glm::mat3{glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(2.0)),
                                        glm::vec3(random.inBox(2.0))};
        if (std::abs(glm::determinant(map)) < 0.3f) {
            continue;
        }
        const auto mapped = transformed(compound, map);
        ASSERT_TRUE(mapped) << mapped.error().message;
        for (int i = 0; i < 10; ++i) {
            const glm::vec3 direction(random.direction());
            EXPECT_NEAR(glm::dot(direction, support(*mapped, direction)),
                        glm::dot(direction, map * support(compound, glm::transpose(map) * direction)), 1e-4f);
        }
    }
}

TEST(Compound, ErrorsNameTheChild) {
    EXPECT_EQ(Compound::fromChildren({}).error().code, ShapeError::Code::Empty);
    const auto negative = Compound::fromChildren({{Sphere{}, {}}, {Sphere{{}, -1.0f}, {}}});
    ASSERT_FALSE(negative);
    EXPECT_EQ(negative.error().code, ShapeError::Code::Negative);
    EXPECT_THAT(negative.error().message, HasSubstr("child 1: "));
    EXPECT_EQ(Compound::fromChildren({{Sphere{}, {{}, glm::quat(2.0f, glm::vec3(0.0f))}}}).error().code,
              ShapeError::Code::NotNormalized);
    EXPECT_EQ(
        Compound::fromChildren({{Sphere{}, at(std::numeric_limits<float>::quiet_NaN(), 0, 0)}}).error().code,
        ShapeError::Code::NotFinite);
    EXPECT_EQ(Compound::fromChildren({{Sphere{}, at(0, 2e15f, 0)}}).error().code, ShapeError::Code::TooLarge);
    glm::mat3 stretch(1.0f);
    stretch[1][1] = 2.0f;
    const auto stretched = transformed(Shape(tank()), stretch);
    ASSERT_FALSE(stretched);
    EXPECT_EQ(stretched.error().code, ShapeError::Code::NonUniformScale);
    EXPECT_THAT(stretched.error().message, HasSubstr("child 1: a sphere"));
    EXPECT_TRUE(transformed(tank(), glm::mat3(2.0f)));
}

TEST(Shape, ValidateTakesEveryAlternative) {
    EXPECT_TRUE(validate(Shape(tank())));
    EXPECT_TRUE(validate(Shape(test::meshOf(test::boxTriangles({1, 1, 1})))));
    EXPECT_TRUE(validate(ConvexShape(test::boxHull({1, 1, 1}))));
    EXPECT_EQ(validate(Shape(Sphere{{}, -1.0f})).error().code, ShapeError::Code::Negative);
    EXPECT_EQ(validate(ConvexShape(Box{{}, {1, -1, 1}})).error().code, ShapeError::Code::Negative);
}

}  // namespace
