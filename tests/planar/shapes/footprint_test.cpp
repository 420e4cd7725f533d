#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/footprint.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// The farthest coordinate of a shape in space along a direction, in world frame.
template <class S>
double reachInSpace(const S& shape, const Pose& pose, const glm::dvec3& direction) {
    const glm::dvec3 local = glm::conjugate(glm::dquat(pose.rotation)) * direction;
    const glm::dvec3 point(support(shape, glm::vec3(local)));
    return glm::dot(direction, glm::dvec3(pose.position)) + glm::dot(local, point);
}

template <class S>
void expectSameReach(const S& shape, Random& random) {
    const Pose pose{glm::vec3(random.inBox(5.0)), glm::quat(random.rotation())};
    const glm::vec3 ups[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, glm::vec3(random.direction())};
    for (const glm::vec3& up : ups) {
        const PlaneAxes axes = planeAxes(up);
        const auto flat = footprint(shape, pose, up);
        ASSERT_TRUE(flat) << flat.error().message;
        const PointsAndRadius points = pointsOf(*flat, PlanarPose{});
        for (int i = 0; i < 16; ++i) {
            const double angle = 0.3926990817 * i;
            const glm::dvec2 direction(std::cos(angle), std::sin(angle));
            EXPECT_NEAR(static_cast<double>(points.support(RealVector(direction))),
                        reachInSpace(shape, pose, axes.toSpace(direction)), 1e-5);
        }
    }
}

TEST(Footprint, ReachesAsFarAsTheShape) {
    forEachTrial(61, 100, [&](Random& random, int) {
        expectSameReach(Sphere{glm::vec3(random.inBox(1.0)), 0.7f}, random);
        expectSameReach(Capsule{glm::vec3(random.inBox(1.0)), glm::vec3(random.inBox(1.0)), 0.3f}, random);
        expectSameReach(Box{glm::vec3(random.inBox(1.0)), {0.3f, 0.5f, 0.7f}, glm::quat(random.rotation())},
                        random);
        std::vector<glm::vec3> cloud;
        for (int i = 0; i < 20; ++i) {
            cloud.emplace_back(random.inBox(1.0));
        }
        expectSameReach(ConvexHull::fromPoints(cloud).value(), random);
    });
}

TEST(Footprint, AxesAreThoseOfMaps) {
    EXPECT_EQ(planeAxes({0, 0, 2}).toPlane({1, 2, 3}), glm::dvec2(1, 2));
    EXPECT_EQ(planeAxes({0, 1, 0}).toPlane({1, 2, 3}), glm::dvec2(1, -3));
    EXPECT_EQ(planeAxes({1, 0, 0}).toPlane({1, 2, 3}), glm::dvec2(2, 3));
    EXPECT_EQ(planeAxes({0, 1, 0}).toSpace({1, -3}), glm::dvec3(1, 0, 3));
}

TEST(Footprint, UprightBodiesMoveByTheirPoseInThePlane) {
    forEachTrial(62, 200, [&](Random& random, int) {
        const glm::vec3 up(0, 1, 0);
        const Box box{glm::vec3(random.inBox(1.0)), {0.3f, 0.5f, 0.7f}};
        const float angle = float(random.uniform(-3.0, 3.0));
        const Pose pose{glm::vec3(random.inBox(5.0)), glm::angleAxis(angle, up)};
        const auto fixed = footprint(box, Pose{}, up), moved = footprint(box, pose, up);
        const PointsAndRadius byPose = pointsOf(*fixed, planarPoseOf(pose, up)),
                              direct = pointsOf(*moved, PlanarPose{});
        for (int i = 0; i < 8; ++i) {
            const RealVector direction(std::cos(0.7853981 * i), std::sin(0.7853981 * i));
            EXPECT_NEAR(static_cast<double>(byPose.support(direction)),
                        static_cast<double>(direct.support(direction)), 1e-5);
        }
    });
}

TEST(Footprint, FlatAndOpenShapes) {
    const glm::vec3 up(0, 0, 1);
    EXPECT_TRUE(std::holds_alternative<PlanarSegment>(*footprint(Box{.halfExtents = {1, 0, 1}}, Pose{}, up)));
    const auto point = footprint(Box{.halfExtents = {0, 0, 1}}, Pose{}, up);
    ASSERT_TRUE(std::holds_alternative<Circle>(*point));
    EXPECT_EQ(std::get<Circle>(*point).radius, 0.0f);
    const auto floor = footprint(HalfSpace{.normal = {0, 0, 1}}, Pose{}, up);
    ASSERT_FALSE(floor);
    EXPECT_EQ(floor.error().code, ShapeError::Code::Empty);
    const auto wall = footprint(HalfSpace{.normal = {1, 0, 0}, .offset = 2.0f}, Pose{{3, 0, 0}}, up);
    ASSERT_TRUE(wall);
    EXPECT_EQ(std::get<HalfPlane>(*wall), (HalfPlane{{1.0f, 0.0f}, 5.0f}));
}

TEST(Footprint, CompoundsKeepTheirTags) {
    const auto tank = Compound::fromChildren({{Box{}, {}, 3}, {Sphere{}, {{2, 0, 0}}, 4}}).value();
    const auto flat = footprint(tank, Pose{}, {0, 1, 0});
    ASSERT_TRUE(flat);
    const auto children = std::get<PlanarCompound>(*flat).children();
    ASSERT_EQ(children.size(), 2u);
    EXPECT_EQ(children[1].tag, 4u);
    EXPECT_TRUE(contains(*flat, PlanarPose{}, {2.2f, 0.1f}));
    EXPECT_FALSE(contains(*flat, PlanarPose{}, {1.2f, 0.0f}));
}

}  // namespace
