#include "support/hulls.hpp"
#include "support/surfaces.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::at;

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr float kHalfTurn = 3.14159265f;

class MovingRay : public testing::Test {
protected:
    template <class S>
    std::span<MovingRayHit> shoot(const S& shape, const Pose& pose, const RigidMotion& motion,
                                  const Ray& path) {
        return raycastAll(shape, pose, motion, path, room_);
    }

private:
    std::array<MovingRayHit, 8> room_;
};

TEST_F(MovingRay, OvertakesAPlateThatDrivesAway) {
    const Box plate{{0, 0, 0}, {0.5f, 1, 1}};
    const RigidMotion away{.translation = {2, 0, 0}};
    const auto hits = shoot(plate, at(3, 0, 0), away, Ray{{0, 0, 0}, {1, 0, 0}, 10.0f});
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_FLOAT_EQ(hits[0].entryFraction, 2.5f / 8.0f);
    EXPECT_FLOAT_EQ(hits[0].exitFraction, 3.5f / 8.0f);
    EXPECT_FLOAT_EQ(hits[0].hit.entry.distance, 25.0f / 8.0f);
    EXPECT_EQ(hits[0].hit.entry.normal, glm::vec3(-1, 0, 0));
    EXPECT_EQ(hits[0].hit.entry.face, 0u);
    EXPECT_EQ(hits[0].hit.exit.face, 1u);
    EXPECT_EQ(hits[0].entryPointInShape, glm::vec3(-0.5f, 0, 0));
    EXPECT_EQ(hits[0].exitPointInShape, glm::vec3(0.5f, 0, 0));
}

TEST_F(MovingRay, APointAtRestIsPassedByEachBladeOfAWheel) {
    // Two blades along x that turn once and a quarter about z pass the point (0, 1.5, 0) twice and once.
    const Box blades{{0, 0, 0}, {2.0f, 0.1f, 1.0f}};
    const RigidMotion turn{.rotationVector = {0, 0, 2.5f * kHalfTurn}};
    const auto hits = shoot(blades, Pose{}, turn, Ray{{0, 1.5f, 0}, {1, 0, 0}, 0.0f});
    ASSERT_EQ(hits.size(), 3u);
    const double half = std::asin(0.1 / 1.5) / (2.5 * double(kHalfTurn));
    for (std::size_t i = 0; i < 3; ++i) {
        const double middle = 0.2 + 0.4 * static_cast<double>(i);
        EXPECT_NEAR(hits[i].entryFraction, middle - half, 1e-6);
        if (i < 2) {
            EXPECT_NEAR(hits[i].exitFraction, middle + half, 1e-6);
        }
        EXPECT_EQ(hits[i].hit.entry.face, i % 2 == 0 ? 3u : 2u);
        EXPECT_NEAR(hits[i].hit.entry.normal.x, -1.0f, 0.003f) << "the blade moves to the left";
    }
    EXPECT_EQ(hits[2].exitFraction, kNever) << "inside at the end of the step";
    EXPECT_EQ(hits[2].hit.exit.normal, glm::vec3(0, 0, 0));
}

TEST_F(MovingRay, SeesThePlateThatTurnsIntoItsWay) {
    // A side plate of a tank that turns: at the start the ray would miss it.
    const ConvexHull hull = test::boxHull({3, 1, 0.02});
    std::vector<std::uint32_t> tags(hull.faces().size(), 7);
    const RigidMotion turn{.rotationVector = {0, 0.2f, 0}};
    const Ray path{{2.9f, 0.5f, 1.0f}, {0, 0, -1}, 2.0f};
    const auto hits = shoot(hull.withFaceTags(tags), Pose{}, turn, path);
    ASSERT_EQ(hits.size(), 1u);
    const double angle = 0.2 * double(hits[0].entryFraction);
    EXPECT_NEAR(hits[0].hit.entry.normal.x, std::sin(angle), 1e-6);
    EXPECT_NEAR(hits[0].hit.entry.normal.z, std::cos(angle), 1e-6);
    EXPECT_NEAR(hits[0].entryPointInShape.z, 0.02f, 1e-6f);
    EXPECT_EQ(hits[0].hit.entry.tag, 7u);
}

TEST_F(MovingRay, StartsInside) {
    const auto hits = shoot(Sphere{{0, 0, 0}, 1.0f}, Pose{}, RigidMotion{.translation = {-1, 0, 0}},
                            Ray{{0, 0, 0}, {1, 0, 0}, 1.0f});
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_TRUE(hits[0].hit.startedInside);
    EXPECT_EQ(hits[0].entryFraction, 0.0f);
    EXPECT_EQ(hits[0].hit.entry.normal, glm::vec3(-1, 0, 0));
    EXPECT_EQ(hits[0].hit.entry.face, RayIntersection::kNoFace);
    EXPECT_FLOAT_EQ(hits[0].exitFraction, 0.5f);
    EXPECT_EQ(hits[0].exitPointInShape, glm::vec3(1, 0, 0));
}

TEST_F(MovingRay, TouchingIsAMiss) {
    const Box cube{{0, 0, 0}, {1, 1, 1}};
    EXPECT_TRUE(shoot(cube, Pose{}, {}, Ray{{-5, 0, 1}, {1, 0, 0}, 10.0f}).empty()) << "in a face's plane";
    EXPECT_TRUE(shoot(cube, Pose{}, {}, Ray{{-5, 0, 0}, {1, 0, 0}, 4.0f}).empty()) << "ends on the surface";
    EXPECT_TRUE(shoot(cube, Pose{}, {}, Ray{{1, 0, 0}, {1, 0, 0}, 4.0f}).empty()) << "starts outward";
    const RigidMotion spin{.rotationVector = {0, 0, 6}};
    EXPECT_TRUE(shoot(cube, Pose{}, spin, Ray{{-5, 0, 1}, {1, 0, 0}, 10.0f}).empty())
        << "in a plane perpendicular to the axis";
    const auto inward = shoot(cube, Pose{}, {}, Ray{{-1, 0, 0}, {1, 0, 0}, 4.0f});
    ASSERT_EQ(inward.size(), 1u);
    EXPECT_FALSE(inward[0].hit.startedInside);
    EXPECT_EQ(inward[0].entryFraction, 0.0f);
    EXPECT_EQ(inward[0].hit.entry.face, 0u);
}

TEST_F(MovingRay, CrossesTheDiagonalOfATurningFaceOnce) {
    const TriangleMesh mesh = test::meshOf(test::boxTriangles({1, 1, 1}), Sides::Both);
    for (const float radians : {0.0f, 0.3f, 2.0f}) {
        const RigidMotion turn{.rotationVector = {radians, 0, 0}};  // the path is the axis
        const auto hits = shoot(mesh, Pose{}, turn, Ray{{-4, 0, 0}, {1, 0, 0}, 8.0f});
        ASSERT_EQ(hits.size(), 1u) << radians;
        EXPECT_FLOAT_EQ(hits[0].entryFraction, 3.0f / 8.0f);
        EXPECT_FLOAT_EQ(hits[0].exitFraction, 5.0f / 8.0f);
        EXPECT_EQ(hits[0].hit.exit.normal, glm::vec3(1, 0, 0));
    }
}

TEST_F(MovingRay, FliesOverTerrainThatLifts) {
    const HeightField field = test::fieldOf(std::vector<float>(9, 0.0f), 3);
    const RigidMotion lift{.translation = {0, 0, 1}};
    const auto hits = shoot(field, Pose{}, lift, Ray{{0.3f, 0.2f, 0.5f}, {1, 1, 0}, 1.0f});
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_FLOAT_EQ(hits[0].entryFraction, 0.5f);
    EXPECT_EQ(hits[0].hit.entry.normal, glm::vec3(0, 0, 1));
    EXPECT_EQ(hits[0].exitFraction, kNever);
}

TEST_F(MovingRay, IsExactFarFromTheOrigin) {
    std::array<MovingRayHit, 2> buffer;
    const RigidMotion turn{.rotationVector = {0, 0, kHalfTurn}};
    const auto hits = raycastAll(Sphere{{2, 0, 0}, 0.5f}, DPose{{1e7, 0, 0}}, turn,
                                 DRay{{1e7, 2.0, 0}, {1, 0, 0}, 0.0f}, buffer);
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_NEAR(0.5f * (hits[0].entryFraction + hits[0].exitFraction), 0.5f, 1e-6f);
}

TEST_F(MovingRay, BrokenMotionsFindNothing) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Box cube{{0, 0, 0}, {1, 1, 1}};
    const TriangleMesh mesh = test::meshOf(test::boxTriangles({1, 1, 1}));
    const Ray path{{-4, 0, 0}, {1, 0, 0}, 8.0f};
    for (const Shape& shape : {Shape(cube), Shape(mesh), Shape(Sphere{}), Shape(HalfSpace{})}) {
        EXPECT_TRUE(shoot(shape, at(nan, 0, 0), {}, path).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {.translation = {nan, 0, 0}}, path).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {.rotationVector = {0, kNever, 0}}, path).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {.rotationVector = {0, 101, 0}}, path).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {}, Ray{{nan, 0, 0}, {1, 0, 0}, 8.0f}).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {}, Ray{{-4, 0, 0}, {0, 0, 0}, 8.0f}).empty());
        EXPECT_TRUE(shoot(shape, Pose{}, {}, Ray{{-4, 0, 0}, {1, 0, 0}}).empty()) << "infinitely long";
        EXPECT_TRUE(raycastAll(shape, Pose{}, RigidMotion{}, path, {}).empty()) << "no space";
    }
    setAssertHandler(former);
}

/// The worst case: the point follows the surface. It must end, and soon.
TEST_F(MovingRay, EndsIfThePathFollowsTheSurface) {
    const RigidMotion spin{.rotationVector = {0, 0, 90}};
    const Ray still{{1, 0, 0}, {1, 0, 0}, 0.0f};
    EXPECT_LE(shoot(Sphere{{0, 0, 0}, 1.0f}, Pose{}, spin, still).size(), 1u);
    const auto inside = shoot(Sphere{{0, 0, 0}, 1.001f}, Pose{}, spin, still);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_EQ(inside[0].exitFraction, kNever);
    const Capsule post{{0, 0, -1}, {0, 0, 1}, 1.0f};
    EXPECT_LE(shoot(post, Pose{}, spin, Ray{{1, 0, -0.5f}, {0, 0, 1}, 1.0f}).size(), 1u);
}

/// Thinner than coordinates are exact, shapes contain no point.
TEST_F(MovingRay, APointInAShapeThinnerThanRoundingIsOutside) {
    const Capsule wire{{-1, 0, 0}, {1, 0, 0}, 1e-20f};
    const Ray point{{0.25f, 0, 0}, {1, 0, 0}, 0.0f}, inward{{0.25f, 0, 0}, {0, 0, 1}, 1e-21f};
    for (const Box& box : {Box{{0, 0, 0}, {1, 1, 1e-20f}}, Box{{0.25f, 0, 0}, {1e-20f, 1e-20f, 1e-20f}}}) {
        EXPECT_FALSE(contains(box, Pose{}, point.origin));
        EXPECT_TRUE(shoot(box, Pose{}, {}, point).empty());
        EXPECT_TRUE(shoot(box, Pose{}, {}, inward).empty());
    }
    EXPECT_FALSE(contains(wire, Pose{}, point.origin));
    EXPECT_TRUE(shoot(wire, Pose{}, {}, point).empty());
    EXPECT_TRUE(shoot(wire, Pose{}, RigidMotion{.rotationVector = {1, 0, 0}}, point).empty());
}

/// Fractions that are equal as floats may belong to distances that are not.
TEST_F(MovingRay, OfChildrenEnteredAtOneFractionTheLowestNumberedComesFirst) {
    int tied = 0;
    const glm::vec3 half{0x1p-10f, 1, 1};
    float x = 0.98f;
    for (int i = 0; i < 100; ++i) {
        const float before = std::nextafter(x, 0.0f);
        const Compound plates =
            test::compoundOf({{Box{{x, 0, 0}, half}, {}}, {Box{{before, 0, 0}, half}, {}}});
        const auto hits = shoot(plates, Pose{}, {}, Ray{{0, 0, 0}, {1, 0, 0}, 1.92f});
        ASSERT_EQ(hits.size(), 2u);
        if (hits[0].entryFraction == hits[1].entryFraction) {
            EXPECT_EQ(hits[0].hit.entry.child, 0u);
            tied += hits[0].hit.entry.distance != hits[1].hit.entry.distance ? 1 : 0;
        } else {
            EXPECT_EQ(hits[0].hit.entry.child, 1u);
        }
        x = before;
    }
    EXPECT_GT(tied, 20);
}

}  // namespace
