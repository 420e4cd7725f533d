// The faces that touch in a sweep, and their tags.

#include "support/hulls.hpp"
#include "support/queries/answer_bits.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/sweep.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::at;

const Sphere kShell{.radius = 0.1f};
const glm::quat kQuarterTurn = glm::angleAxis(1.57079633f, glm::vec3(0, 0, 1));

std::uint32_t faceToward(const ConvexHull& hull, const glm::vec3& normal) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < hull.faces().size(); ++i) {
        if (glm::dot(hull.faces()[i].plane.normal, glm::dvec3(normal)) >
            glm::dot(hull.faces()[best].plane.normal, glm::dvec3(normal))) {
            best = i;
        }
    }
    return best;
}

/// A box of armor plates with the tags 40 + the number of the face.
ConvexHull armor() {
    const std::vector<std::uint32_t> tags{40, 41, 42, 43, 44, 45};
    return test::boxHull({1, 1, 1}).withFaceTags(tags);
}

TEST(SweepFaces, NameThePlateOfAHull) {
    const ConvexHull hull = armor();
    for (const glm::vec3 side : {glm::vec3(1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(0, 0, 1)}) {
        const Sweep hit = sweep(kShell, Pose{4.0f * side}, hull, at(0, 0, 0), -4.0f * side);
        ASSERT_EQ(hit.status, SweepStatus::Hit);
        const std::uint32_t plate = faceToward(hull, side);
        EXPECT_EQ(hit.faceB, plate);
        EXPECT_EQ(hit.faceTagB, 40 + plate);
        EXPECT_EQ(hit.faceA, Sweep::kNoFace) << "a sphere";
        EXPECT_EQ(hit.faceTagA, 0u);
    }
}

TEST(SweepFaces, OfBoxesHalfSpacesAndOverlaps) {
    const Box crate{{0, 0, 0.5f}, {0.5f, 0.5f, 0.5f}};
    const Sweep fallen = sweep(crate, at(0, 0, 2), HalfSpace{}, at(0, 0, 0), glm::vec3(0, 0, -3));
    ASSERT_EQ(fallen.status, SweepStatus::Hit);
    EXPECT_EQ(fallen.faceA, 4u) << "-z";
    EXPECT_EQ(fallen.faceB, 0u);
    const Sweep sunken = sweep(crate, at(0, 0, -0.1f), HalfSpace{}, at(0, 0, 0), glm::vec3(0, 0, 3));
    ASSERT_EQ(sunken.status, SweepStatus::InitialOverlap);
    EXPECT_EQ(sunken.faceA, 4u);
    const Sweep risen = sweep(crate, at(0, 0, 2), HalfSpace{}, at(0, 0, 0), glm::vec3(0, 0, 3));
    ASSERT_EQ(risen.status, SweepStatus::Miss);
    EXPECT_EQ(risen.faceA, Sweep::kNoFace);
    EXPECT_EQ(risen.faceB, Sweep::kNoFace);
}

TEST(SweepFaces, OfAChildThatIsRotated) {
    const ConvexHull hull = armor();
    const Compound tank =
        test::compoundOf({{Sphere{{0, 0, 5}, 0.5f}, {}}, {hull, {{0, 0, 0}, kQuarterTurn}}});
    const Pose pose{{3, 0, 0}, kQuarterTurn};  // half a turn in all
    const DSweep hit = sweep(kShell, DPose{}, tank, DPose{pose.position, pose.rotation}, glm::vec3(4, 0, 0));
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_EQ(hit.children.b, 1u);
    EXPECT_EQ(hit.faceTagB, 40 + faceToward(hull, {1, 0, 0}));
}

TEST(SweepFaces, OfAShapeThatRotatesAreThoseAtTheTimeOfImpact) {
    const Box blade{{2, 0, 0}, {2, 0.1f, 0.5f}};
    const Box wall{{0, 4.3f, 0}, {6, 0.5f, 2}};
    const RigidMotion turn{.rotationVector = {0, 0, 2}};
    const Sweep hit = sweep(blade, at(0, 0, 0), wall, at(0, 0, 0), turn);
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_EQ(hit.faceB, 2u) << "-y";
    EXPECT_EQ(hit.faceA, 1u) << "the tip, which has turned toward the wall";
    const Sweep flipped = sweep(wall, at(0, 0, 0), blade, at(0, 0, 0), RigidMotion{}, turn);
    EXPECT_EQ(flipped.faceA, hit.faceB);
    EXPECT_EQ(flipped.faceB, hit.faceA);
}

TEST(SweepFaces, OfSurfacesHaveTheTagOfTheTriangle) {
    const test::TriangleList box = test::boxTriangles({1, 1, 1});
    std::vector<std::uint32_t> tags(12);
    for (std::uint32_t i = 0; i < 12; ++i) {
        tags[i] = 70 + i;
    }
    const TriangleMesh mesh = test::meshOf(box, Sides::Both, tags);
    const Sweep onMesh = sweep(kShell, at(0.5f, 0.25f, 3), mesh, at(0, 0, 0), glm::vec3(0, 0, -4));
    ASSERT_EQ(onMesh.status, SweepStatus::Hit);
    EXPECT_EQ(onMesh.children.b / 2, 5u) << "+z";
    EXPECT_EQ(onMesh.faceTagB, 70 + onMesh.children.b);
    EXPECT_EQ(onMesh.faceB, 0u);

    const std::vector<float> heights(9, 0.0f);
    const std::array<std::uint32_t, 4> cells{5, 6, 7, 8};
    const HeightField field = test::fieldOf(heights, 3, {1, 1}, {Sides::Front, {}, cells});
    const Sweep onField = sweep(field, at(0, 0, 0), kShell, at(1.5f, 0.25f, 3), {{0, 0, 4}});
    ASSERT_EQ(onField.status, SweepStatus::Hit);
    EXPECT_EQ(onField.faceTagA, 6u);
    EXPECT_EQ(onField.faceTagB, 0u);
}

}  // namespace
