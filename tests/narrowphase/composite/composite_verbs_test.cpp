// Meshes, height fields and compounds: the documented behavior of each verb, with known values.

#include "narrowphase/composite/child_traversal.hpp"
#include "support/surfaces.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::kBall;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A level floor of 8 x 8 cells of 1 m, with a hole in cell 9.
HeightField floorField(Sides sides = Sides::Front) {
    const std::vector<float> heights(81, 0.0f);
    const std::array<std::uint32_t, 1> holes{9};
    std::vector<std::uint32_t> tags(64);
    for (std::uint32_t cell = 0; cell < 64; ++cell) {
        tags[cell] = 100 + cell;
    }
    return test::fieldOf(heights, 9, {1, 1}, {sides, holes, tags});
}

TEST(Surface, DistanceToTheGround) {
    const HeightField field = floorField();
    const Distance above = distance(kBall, at(4.25f, 4.5f, 3), field, at(0, 0, 0));
    EXPECT_EQ(above.separation, 2.0f);
    EXPECT_EQ(above.normal, glm::vec3(0, 0, -1));
    EXPECT_EQ(above.pointB, glm::vec3(4.25f, 4.5f, 0));
    EXPECT_EQ(above.children.b, 2u * (4 * 8 + 4) + 1) << "on the +y side of the diagonal";
    EXPECT_EQ(field.tags()[above.children.b / 2], 136u);
    const Distance beside = distance(field, at(0, 0, 0), kBall, at(-3, 4.5f, 4));
    EXPECT_FLOAT_EQ(beside.separation, 4.0f);
    EXPECT_NEAR(beside.normal.x, -0.6f, 1e-6f);
    const Distance overHole = distance(Sphere{{0, 0, 0}, 0.25f}, at(1.5f, 1.5f, 0), field, at(0, 0, 0));
    EXPECT_FLOAT_EQ(overHole.separation, 0.25f) << "in the middle of the hole";
}

TEST(Surface, TheDeepestChildGivesThePush) {
    const HeightField field = floorField();
    // Over many cells, and partly over each: sideways pushes out of single triangles would be shorter.
    const Box box{{0, 0, 0}, {1.05f, 1.05f, 0.5f}};
    const auto hit = penetration(box, at(4.1f, 4.2f, 0.45f), field, at(0, 0, 0));
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.05f, 1e-6f);
    EXPECT_EQ(hit->normal, glm::vec3(0, 0, -1));
    EXPECT_FALSE(overlaps(box, at(4.1f, 4.2f, 0.5f), field, at(0, 0, 0))) << "it rests";
    EXPECT_TRUE(overlaps(box, at(4.1f, 4.2f, 0.5f), field, at(0, 0, 0), {.margin = 0.01f}));
}

TEST(Surface, OneSidedSurfacesCollideFromTheFront) {
    const HeightField front = floorField(), both = floorField(Sides::Both);
    EXPECT_NEAR(penetration(kBall, at(4.3f, 4.4f, 0.25f), front, at(0, 0, 0))->pushA().z, 0.75f, 1e-6f);
    EXPECT_FALSE(penetration(kBall, at(4.3f, 4.4f, -0.25f), front, at(0, 0, 0)));
    EXPECT_NEAR(penetration(kBall, at(4.3f, 4.4f, -0.25f), both, at(0, 0, 0))->pushA().z, -0.75f, 1e-6f);
    EXPECT_TRUE(penetration(kBall, at(4.3f, 4.4f, 0.0f), front, at(0, 0, 0)))
        << "a point on the plane counts as in front";
    EXPECT_EQ(distance(kBall, at(4.3f, 4.4f, -5.0f), front, at(0, 0, 0)).separation, kInfinity);
    EXPECT_EQ(distance(kBall, at(4.3f, 4.4f, -5.0f), both, at(0, 0, 0)).separation, 4.0f);

    // The shortest push of this rod would lead down past the border. It goes up instead, past its whole lower
    // end.
    const Capsule rod{{0, 0, -1}, {0, 0, 1.5f}, 0.25f};
    const auto hit = penetration(rod, Pose{{0.2f, 4.5f, 0.5f}, glm::angleAxis(0.6f, glm::vec3(0, 1, 0))},
                                 front, at(0, 0, 0));
    ASSERT_TRUE(hit);
    EXPECT_GT(hit->pushA().z, 0.0f);
}

TEST(Surface, OneSidedPushesAreTheShortestToTheFront) {
    // A plateau beside a slope with a crate on it, slightly beyond its edge. The shortest push out of the
    // slope leads over the plateau, but to the back of it; the next is up.
    const std::vector<float> heights{-0.5f, 0, 0, 0, -0.5f, 0, 0, 0, -0.5f, 0, 0, 0};
    const HeightField field = test::fieldOf(heights, 4);
    const auto hit = penetration(Box{}, at(1.499f, 1.5f, 0.495f), field, at(0, 0, 0));
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.005f, 1e-6f);
    EXPECT_EQ(hit->normal, glm::vec3(0, 0, -1));
}

TEST(Surface, SweepsHitTheFront) {
    const HeightField front = floorField(), both = floorField(Sides::Both);
    const glm::vec3 down(0, 0, -8), up(0, 0, 8);
    const Sweep landing = sweep(kBall, at(4.3f, 4.4f, 5), front, at(0, 0, 0), down);
    ASSERT_EQ(landing.status, Sweep::Status::Hit);
    EXPECT_FLOAT_EQ(landing.fraction, 0.5f);
    EXPECT_EQ(landing.normal, glm::vec3(0, 0, -1));
    EXPECT_NEAR(landing.point.x, 4.3f, 1e-5f);
    EXPECT_EQ(landing.children.b, 2u * (4 * 8 + 4) + 1);
    EXPECT_FALSE(sweep(kBall, at(4.3f, 4.4f, -5), front, at(0, 0, 0), up)) << "from behind";
    EXPECT_FLOAT_EQ(sweep(kBall, at(4.3f, 4.4f, -5), both, at(0, 0, 0), up).fraction, 0.5f);
    EXPECT_FALSE(sweep(Sphere{{}, 0.25f}, at(1.5f, 1.5f, 2), front, at(0, 0, 0), down)) << "through the hole";
    const Sweep stuck = sweep(kBall, at(4.3f, 4.4f, 0.75f), front, at(0, 0, 0), down);
    EXPECT_EQ(stuck.status, Sweep::Status::InitialOverlap);
    EXPECT_FLOAT_EQ(stuck.depth, 0.25f);
}

TEST(Surface, DepthAlong) {
    const HeightField field = floorField();
    // Out of the ground, along a slope. Back down until the center is behind. Sideways leads off the border.
    EXPECT_NEAR(*depthAlong(field, at(0, 0, 0), kBall, at(4.3f, 4.4f, 0.5f), {0, 3, 4}), 0.625f, 1e-5f);
    EXPECT_NEAR(*depthAlong(field, at(0, 0, 0), kBall, at(4.3f, 4.4f, 0.5f), {0, 3, -4}), 0.625f, 1e-5f);
    EXPECT_NEAR(*depthAlong(field, at(0, 0, 0), Box{}, at(7, 4.4f, 0.25f), {1, 0, 0}), 1.5f, 1e-5f);
    // Two crates in a row: past the first, and past the second behind it.
    const Compound row =
        test::compoundOf({{Box{}, at(0, 0, 0)}, {Box{}, at(1.5f, 0, 0)}, {Box{}, at(9, 0, 0)}});
    EXPECT_NEAR(*depthAlong(row, at(0, 0, 0), Box{}, at(-0.25f, 0, 0), {1, 0, 0}), 2.75f, 1e-5f);
    EXPECT_NEAR(*depthAlong(row, at(0, 0, 0), Box{}, at(-0.25f, 0, 0), {-1, 0, 0}), 0.75f, 1e-5f);
}

TEST(Surface, Rays) {
    const HeightField front = floorField(), both = floorField(Sides::Both);
    const Ray down{{4.3f, 4.4f, 5}, {0, 0, -2}}, up{{4.3f, 4.4f, -5}, {0, 0, 1}};
    const auto hit = raycast(front, at(0, 0, 0), down);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.distance, 5.0f);
    EXPECT_EQ(hit->entry.normal, glm::vec3(0, 0, 1));
    EXPECT_EQ(hit->entry.face, 0u);
    EXPECT_EQ(hit->entry.child, 2u * (4 * 8 + 4) + 1);
    EXPECT_EQ(hit->entry.tag, 136u);
    EXPECT_EQ(hit->exit.distance, kInfinity);
    EXPECT_FALSE(raycast(front, at(0, 0, 0), up));
    const auto back = raycast(both, at(0, 0, 0), up);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->entry.normal, glm::vec3(0, 0, -1)) << "opposite to the ray";
    EXPECT_EQ(back->entry.face, 1u);
    EXPECT_FALSE(raycast(front, at(0, 0, 0), Ray{{1.5f, 1.25f, 5}, {0, 0, -1}})) << "through the hole";
    EXPECT_FALSE(raycast(both, at(0, 0, 0), Ray{{-1, 4.5f, 0}, {1, 0, 0}})) << "in the plane";
    EXPECT_FALSE(raycast(front, at(0, 0, 0), Ray{{4, 4, 5}, {0, 0, -1}, 5.0f})) << "ends on the surface";

    // On the surface: inward at 0, never outward.
    EXPECT_EQ(raycast(both, at(0, 0, 0), Ray{{4.3f, 4.4f, 0}, {0, 0, -1}})->entry.distance, 0.0f);
    EXPECT_FALSE(raycast(both, at(0, 0, 0), Ray{{4.3f, 4.4f, 0}, {0, 0, 1}}));
}

TEST(Surface, NoRaySlipsBetweenTriangles) {
    // A bowl, hit at its vertices, edges and diagonals, in an arbitrary frame.
    std::vector<float> heights;
    for (int row = -6; row <= 6; ++row) {
        for (int column = -6; column <= 6; ++column) {
            heights.push_back(0.1f * float(row * row + column * column));
        }
    }
    const HeightField bowl = test::fieldOf(heights, 13, {0.3f, 0.7f});
    const Pose pose{{3.7f, -1.1f, 0.3f}, glm::angleAxis(0.9f, glm::normalize(glm::vec3(1, 2, 3)))};
    for (std::uint32_t i = 0; i < bowl.triangleCount(); ++i) {
        const Triangle triangle = bowl.triangle(i);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            for (const float share : {0.0f, 0.5f, 0.3f}) {
                const glm::vec3 target =
                    glm::mix(triangle.corners[corner], triangle.corners[(corner + 1) % 3], share);
                if (target.x < 0.05f || target.x > 3.55f || target.y < 0.05f || target.y > 8.35f) {
                    continue;  // rounding may miss the border itself
                }
                const glm::vec3 from = pose.transformPoint({1.8f, 4.2f, 20.0f});
                const auto hit = raycast(bowl, pose, Ray{from, pose.transformPoint(target) - from});
                ASSERT_TRUE(hit) << "triangle " << i;
                EXPECT_NEAR(hit->entry.distance, glm::length(pose.transformPoint(target) - from), 1e-4f);
            }
        }
    }
}

/// In projection, a triangle in whose plane the origin lies is a line: the sides of its edges are rounding
/// errors.
TEST(Surface, RaysInThePlaneOfATriangleMiss) {
    test::Random random(431);
    const auto whole = [&] { return float(random.below(9)) - 4.0f; };
    const auto around = [](const Triangle& triangle) {
        const Aabb box = bounds(test::meshOf(triangle), Pose{});
        return Box{0.5f * (box.lower + box.upper), 0.5f * (box.upper - box.lower) + 1e-4f};
    };
    int beside = 0;
    for (int trial = 0; trial < 300; ++trial) {
        // Integers lie exactly in the plane.
        glm::vec3 first, along, across;
        for (int axis = 0; axis < 3; ++axis) {
            first[axis] = whole();
            along[axis] = whole();
            across[axis] = whole();
        }
        if (glm::length(glm::cross(along, across)) == 0.0f) {
            continue;
        }
        const Triangle near{{first, first + along, first + across}};
        const glm::vec3 aside = 8.0f * (along + across);
        const Triangle far{{first + aside, first + aside + along, first + aside + across}};
        test::TriangleList list;
        list.add(near);
        list.add(far);
        const TriangleMesh mesh = test::meshOf(list);
        for (int i = 0; i < 20; ++i) {
            const float share = whole(), other = whole();
            const double from = random.uniform(-2.0, 10.0), to = random.uniform(-2.0, 10.0);
            const DRay ray{glm::dvec3(first) + from * glm::dvec3(along) + to * glm::dvec3(across),
                           share * along + other * across};
            if ((share == 0.0f && other == 0.0f) || raycast(around(near), DPose{}, ray) ||
                raycast(around(far), DPose{}, ray)) {
                continue;
            }
            ++beside;
            EXPECT_FALSE(raycast(mesh, DPose{}, ray)) << trial << ' ' << i;
        }
    }
    EXPECT_GT(beside, 500);
}

TEST(Surface, SolidMeshesHaveAnExitAndAnInside) {
    const TriangleMesh mesh = test::meshOf(test::boxTriangles({1, 2, 3}), Sides::Front);
    const auto hit = raycast(mesh, at(0, 0, 0), Ray{{0.1f, 0.2f, 9}, {0, 0, -1}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.distance, 6.0f);
    EXPECT_EQ(hit->exit.distance, 12.0f);
    EXPECT_EQ(hit->exit.normal, glm::vec3(0, 0, -1)) << "outward";
    EXPECT_TRUE(contains(mesh, at(5, 0, 0), {5.5f, 0.1f, 0.1f}));
    EXPECT_FALSE(contains(mesh, at(0, 0, 0), {1, 0, 0})) << "the surface is not inside";
    EXPECT_FALSE(contains(floorField(), at(0, 0, 0), {4, 4, -1}));
    EXPECT_FALSE(overlaps(Sphere{{}, 0.25f}, at(0, 0, 0), mesh, at(0, 0, 0))) << "a mesh is its surface";
}

TEST(Surface, ThinWallsPushToTheNearerSide) {
    const TriangleMesh slab = test::meshOf(test::boxTriangles({5, 5, 0.05f}), Sides::Front);
    const auto above = penetration(kBall, at(0.1f, 0.3f, 0.75f), slab, at(0, 0, 0));
    ASSERT_TRUE(above);
    EXPECT_NEAR(above->pushA().z, 0.3f, 1e-6f);
    EXPECT_NEAR(penetration(kBall, at(0.1f, 0.3f, -0.75f), slab, at(0, 0, 0))->pushA().z, -0.3f, 1e-6f);
}

TEST(Compounds, ReportTheirChildren) {
    std::vector<CompoundChild> parts;
    for (std::uint32_t i = 0; i < 20; ++i) {
        parts.push_back({Sphere{{}, 0.5f}, at(2.0f * float(i), 0, 0), i, 1000 + i});
    }
    Compound row = test::compoundOf(parts);
    const Distance near = distance(row, at(0, 0, 0), kBall, at(14, 0, 3));
    EXPECT_EQ(near.children, (ChildPair{7, 0}));
    EXPECT_FLOAT_EQ(near.separation, 1.5f);
    EXPECT_EQ(row.children()[near.children.a].userData, 1007u);
    const auto hit = raycast(row, at(0, 0, 0), Ray{{-5, 0, 0}, {1, 0, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.child, 0u);
    EXPECT_EQ(hit->exit.distance, 5.5f) << "of that child";
    EXPECT_EQ(sweep(row, at(0, 0, 0), Sphere{{}, 0.5f}, at(8.9f, 0, 8), {}, {{0, 0, -10}}).children.a, 4u);
    EXPECT_FALSE(sweep(row, at(0, 0, 0), Sphere{{}, 0.5f}, at(9, 0, 8), {}, {{0, 0, -10}}))
        << "touches two only";

    EXPECT_TRUE(contains(row, at(0, 0, 0), {6.3f, 0, 0}));
    row.setChildPose(3, at(6, 0, 5));
    EXPECT_FALSE(contains(row, at(0, 0, 0), {6.3f, 0, 0}));
    EXPECT_TRUE(contains(row, at(0, 0, 0), {6.3f, 0, 5}));
    EXPECT_EQ(distance(row, at(0, 0, 0), kBall, at(6, 0, 8)).children.a, 3u);
}

TEST(Compounds, AgainstThemselvesInTheOtherOrder) {
    // Two tied pairs of children: the answer is one of them, in both orders.
    const Compound crates = test::compoundOf({{Box{}, at(0, 0, 0)}, {Box{}, at(0, 3, 0)}});
    const Distance answer = distance(crates, at(0, 0, 0), crates, at(0.75f, 0, 0));
    const Distance turned = distance(crates, at(0.75f, 0, 0), crates, at(0, 0, 0));
    EXPECT_EQ(answer.separation, -0.25f);
    EXPECT_EQ(turned.normal, -answer.normal);
    EXPECT_EQ(turned.children, (ChildPair{answer.children.b, answer.children.a}));
}

TEST(Surface, NanHitsNothing) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const HeightField field = floorField();
    EXPECT_FALSE(overlaps(kBall, at(nan, 0, 0), field, at(0, 0, 0)));
    EXPECT_FALSE(raycast(field, at(0, 0, 0), Ray{{nan, 0, 0}, {0, 0, 1}}));
    EXPECT_FALSE(contains(test::meshOf(test::boxTriangles({1, 1, 1})), at(0, 0, 0), {nan, 0, 0}));
    EXPECT_FALSE(sweep(kBall, at(nan, 0, 0), field, at(0, 0, 0), {{1, 0, 0}}));
    std::array<Manifold, 4> buffer;
    EXPECT_TRUE(collide(kBall, at(nan, 0, 0), field, at(0, 0, 0), buffer).empty());
    setAssertHandler(former);
}

/// Far from the mesh's origin, the center of a box of floats is not a float. Bounds from it were up to one
/// float step too late, and the wall was missed.
TEST(Surface, SweepsFarFromTheOriginOfAMesh) {
    const TriangleMesh wall =
        test::meshOf(Triangle{{{{1000001, -5, -5}, {1000001, 5, -5}, {1000001, 0, 5}}}});
    const Sphere ball{{0, 0, 0}, 0.5f};
    const Pose away = at(-1e6f, 0, 0);
    int hits = 0;
    for (int i = 0; i < 64; ++i) {
        const float start = -0.45f + 0.011f * float(i), way = 0.5f - start + 0.01f;
        const Sweep met = sweep(ball, at(start, 0, 0), wall, away, {{way, 0, 0}});
        ASSERT_TRUE(met) << start;
        EXPECT_NEAR(met.fraction * way, 0.5f - start, 1e-5f) << start;
        const Sweep turned =
            sweep(ball, at(start, 0, 0), wall, away, RigidMotion{.translation = {way, 0, 0}}, {});
        EXPECT_TRUE(turned) << start;
        ++hits;
    }
    EXPECT_EQ(hits, 64);
}

/// A miss over an infinite path has an infinite bound, like the limit: no triangle of a level may be visited.
TEST(Surface, MissedTrianglesAreNotVisited) {
    const HeightField field = floorField();
    const TriangleMesh mesh = test::meshOf(test::trianglesOf(field).first);
    const auto rayFrom = [](const glm::dvec3& from, const glm::dvec3& way) {
        return BoxRay{from, from, way};
    };
    const BoxRay above = rayFrom({0.1, 0.1, 5.0}, {1.0, 1.0, 0.0});
    const BoxRay down = rayFrom({0.3, 0.4, 5.0}, {0.0, 0.0, -1.0});
    const auto looks = [](ShapeRef shape, const BoxRay& ray) {
        int count = 0;
        forEachChild(
            shape, DPose{}, std::numeric_limits<double>::infinity(),
            [&](const Aabb& box) { return ray.entry(box); },
            [&](const ChildShape&, double limit) {
                ++count;
                return limit;
            });
        return count;
    };
    for (const ShapeRef& shape : {ShapeRef(field), ShapeRef(mesh)}) {
        EXPECT_EQ(looks(shape, above), 0);
        EXPECT_GE(looks(shape, down), 1);
        EXPECT_LE(looks(shape, down), 4);
    }
}

TEST(Surface, ContactsPushToTheSideOfTheCenter) {
    test::TriangleList list;
    list.addQuad({-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0});
    const TriangleMesh both = test::meshOf(list), front = test::meshOf(list, Sides::Front);
    const ConvexShape crate = Box{.halfExtents = {0.5f, 0.5f, 0.5f}};
    std::array<Manifold, 4> buffer;
    for (const float height : {-0.4f, -0.1f, 0.1f, 0.4f}) {
        const float side = height > 0.0f ? 1.0f : -1.0f;
        const auto manifolds = collide(crate, at(0.3f, 0.2f, height), both, at(0, 0, 0), buffer);
        ASSERT_EQ(manifolds.size(), 1u);
        EXPECT_EQ(manifolds[0].normal, glm::vec3(0, 0, -side));
        EXPECT_EQ(manifolds[0].pointCount, 4u);
        EXPECT_FLOAT_EQ(manifolds[0].pointArray[0].separation, side * height - 0.5f);
        EXPECT_EQ(collide(crate, at(0.3f, 0.2f, height), front, at(0, 0, 0), buffer).size(),
                  height > 0.0f ? 1u : 0u);
    }
}

TEST(Surface, FarFromTheOriginInDouble) {
    const DPose far{{1e8, -2e8, 3e8}};
    const Compound compound = test::compoundOf({{Sphere{}, at(0.1f, 0.2f, 0.3f)}});
    const DDistance apart =
        distance(kBall, DPose{far.position + glm::dvec3(4.3, 4.4, 3.0)}, floorField(), far);
    EXPECT_FLOAT_EQ(apart.separation, 2.0f);
    EXPECT_EQ(distance(kBall, DPose{far.position + glm::dvec3(0.1f, 0.2f, 5)}, compound, far).separation,
              distance(kBall, at(0.1f, 0.2f, 5), compound, at(0, 0, 0)).separation);
}

}  // namespace
