// The interface for C gives the answers of the library, bit for bit.

#include "crates.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/baked_model.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <optional>
#include <sat3d.h>
#include <span>
#include <variant>
#include <vector>

namespace sat3d::test {
namespace {

bool sameBits(const s3_penetration& a, const Penetration& b) {
    return a.normal.x == b.normal.x && a.normal.y == b.normal.y && a.normal.z == b.normal.z &&
           std::bit_cast<std::uint32_t>(a.depth) == std::bit_cast<std::uint32_t>(b.depth) &&
           a.features.kind == static_cast<std::uint8_t>(b.features.kind) && a.features.a == b.features.a &&
           a.features.b == b.features.b && a.children.a == b.children.a && a.children.b == b.children.b;
}

TEST(CAnswers, PairsAreThoseOfTheLibrary) {
    Random random(1);
    constexpr std::size_t kObjects = 60;
    std::vector<ConvexShape> shapes;
    std::vector<c::Pose> poses;
    std::vector<s3_shape*> handles;
    std::vector<s3_shape_ref> refs;
    std::vector<s3_pose> cPoses;
    for (std::size_t i = 0; i < kObjects; ++i) {
        shapes.push_back(randomConvex(random, i % kConvexTypes));
        if (const auto* hull = std::get_if<ConvexHull>(&shapes.back())) {
            // The hull of its own vertices, which is what C gives the library.
            shapes.back() = *ConvexHull::fromPoints(hull->vertices());
        }
        poses.push_back(placed(randomPose(random, 1.5)));
        handles.push_back(created(shapes.back()));
        refs.push_back(s3_shape_get_ref(handles.back()));
        cPoses.push_back(asC<s3_pose>(poses.back()));
    }
    std::vector<s3_pair> pairs;
    for (std::uint32_t i = 0; i < kObjects; ++i) {
        for (std::uint32_t k = 0; k < i; ++k) {
            pairs.push_back({i, k});
        }
    }
    std::vector<s3_penetration> pushes(pairs.size());
    EXPECT_OK(s3_penetrate_pairs(refs.data(), cPoses.data(), kObjects, pairs.data(), pairs.size(), 0.0f,
                                 pushes.data()));
    int overlapping = 0;
    for (std::size_t n = 0; n < pairs.size(); ++n) {
        const auto [i, k] = pairs[n];
        const Penetration expected =
            penetration(shapes[i], poses[i], shapes[k], poses[k]).value_or(Penetration{});
        s3_penetration single;
        EXPECT_OK(s3_penetrate(handles[i], &cPoses[i], handles[k], &cPoses[k], 0.0f, &single));
        EXPECT_TRUE(sameBits(single, expected));
        EXPECT_TRUE(sameBits(pushes[n], expected));
        bool touches = false;
        EXPECT_OK(s3_overlaps(handles[i], &cPoses[i], handles[k], &cPoses[k], 0.0f, &touches));
        EXPECT_EQ(touches, expected.depth > 0.0f);
        s3_distance gap;
        EXPECT_OK(s3_measure_distance(handles[i], &cPoses[i], handles[k], &cPoses[k], &gap));
        const c::Distance expectedGap = distance(shapes[i], poses[i], shapes[k], poses[k]);
        EXPECT_EQ(gap.separation, expectedGap.separation);
        EXPECT_TRUE(equal(gap.point_a, expectedGap.pointA) && equal(gap.point_b, expectedGap.pointB));
        s3_manifold manifold;
        std::size_t count = 7;
        EXPECT_OK(s3_collide(handles[i], &cPoses[i], handles[k], &cPoses[k], 0.0f, &manifold, 1, &count));
        EXPECT_EQ(count, touches ? 1u : 0u);
        if (touches) {
            const c::Manifold expectedManifold = *collide(shapes[i], poses[i], shapes[k], poses[k]);
            EXPECT_EQ(manifold.point_count, expectedManifold.pointCount);
            EXPECT_TRUE(equal(manifold.points, expectedManifold.pointArray));
        }
        overlapping += touches ? 1 : 0;
    }
    EXPECT_GT(overlapping, 100);
    EXPECT_LT(overlapping, static_cast<int>(pairs.size()) - 100);
    for (const s3_shape* const handle : handles) {
        s3_shape_release(handle);
    }
}

TEST(CAnswers, RaysPathsAndPointsAreThoseOfTheLibrary) {
    Random random(4);
    const Box box{.halfExtents = {0.5f, 0.4f, 0.3f}};
    s3_shape* const handle = created(box);
    int hits = 0, meetings = 0, inside = 0;
    for (int i = 0; i < 200; ++i) {
        const c::Pose pose = placed(randomPose(random, 0.5)), other = placed(randomPose(random, 1.2));
        const auto poseInC = asC<s3_pose>(pose), otherInC = asC<s3_pose>(other);
        const glm::vec3 toward(pose.position - other.position);
        const auto cast = raycast(box, pose, c::Ray{other.position, toward, 9.0f});
        const s3_ray ray{asC<s3_position>(other.position), vector(toward), 9.0f};
        bool yes = false;
        s3_ray_hit hit;
        EXPECT_OK(s3_raycast(handle, &poseInC, &ray, &yes, &hit));
        ASSERT_EQ(yes, cast.has_value());
        EXPECT_EQ(hit.entry.distance, cast->entry.distance);
        hits += hit.started_inside ? 0 : 1;
        const c::Sweep meeting = sweep(box, other, box, pose, toward);
        s3_sweep met;
        EXPECT_OK(s3_sweep_shapes(handle, &otherInC, vector(toward), handle, &poseInC, {0, 0, 0}, &met));
        EXPECT_EQ(met.fraction, meeting.fraction);
        EXPECT_TRUE(equal(met.point, meeting.point));
        meetings += met.status == S3_SWEEP_HIT ? 1 : 0;
        EXPECT_OK(s3_contains(handle, &poseInC, ray.origin, &yes));
        EXPECT_EQ(yes, contains(box, pose, other.position));
        inside += yes ? 1 : 0;
    }
    EXPECT_GT(hits, 100);
    EXPECT_GT(meetings, 50);
    EXPECT_GT(inside, 0);
    s3_shape_release(handle);
}

TEST(CAnswers, WorldsAreThoseOfTheLibrary) {
    Crates crates(20);
    std::vector<s3_pose> poses(crates.ids.size());
    std::size_t impactsSeen = 0, begunSeen = 0;
    for (int step = 0; step < 120; ++step) {
        crates.step();
        EXPECT_OK(s3_world_get_poses(crates.inC, crates.ids.data(), crates.ids.size(), poses.data()));
        for (std::size_t i = 0; i < poses.size(); ++i) {
            ASSERT_TRUE(equal(poses[i], crates.world.find({static_cast<std::uint32_t>(i + 1), 1})->pose))
                << "step " << step;
        }
        const s3_impact* impacts = nullptr;
        std::size_t impactCount = 0;
        EXPECT_OK(s3_world_impacts(crates.inC, &impacts, &impactCount));
        ASSERT_EQ(impactCount, crates.dynamics.contacts().size());
        for (std::size_t i = 0; i < impactCount; ++i) {
            EXPECT_EQ(impacts[i].approach_speed, crates.dynamics.contacts()[i].approachSpeed);
            EXPECT_EQ(impacts[i].points[0].total_impulse,
                      crates.dynamics.contacts()[i].points()[0].totalImpulse);
            EXPECT_TRUE(
                equal(impacts[i].points[0].position, crates.dynamics.contacts()[i].points()[0].position));
        }
        impactsSeen += impactCount;
        s3_events events;
        EXPECT_OK(s3_world_update(crates.inC, &events));
        const auto expected = crates.world.update();
        ASSERT_EQ(events.begun_count, expected.begun.size());
        ASSERT_EQ(events.stayed_count, expected.stayed.size());
        ASSERT_EQ(events.ended_count, expected.ended.size());
        for (std::size_t i = 0; i < events.begun_count; ++i) {
            EXPECT_TRUE(sameBits(events.begun[i].penetration, expected.begun[i].penetration));
        }
        begunSeen += events.begun_count;
        const s3_ray ray{placeInC(0, 30, 0), {0.01f * static_cast<float>(step - 60), -1, 0.02f}, 100.0f};
        s3_world_ray_hit hit;
        EXPECT_OK(s3_world_raycast(crates.inC, &ray, nullptr, &hit));
        const auto expectedHit =
            raycast(crates.world,
                    c::Ray{place(0, 30, 0), {0.01f * static_cast<float>(step - 60), -1, 0.02f}, 100.0f});
        ASSERT_TRUE(expectedHit);
        EXPECT_EQ(hit.hit.entry.distance, expectedHit->hit.entry.distance);
        EXPECT_EQ(static_cast<std::uint32_t>(hit.object), expectedHit->object.index);
    }
    EXPECT_GT(impactsSeen, 500u);
    EXPECT_GT(begunSeen, 20u);
}

TEST(CAnswers, SnapshotsRestoreObjectsAndBodies) {
    Crates crates(10);
    for (int step = 0; step < 90; ++step) {
        crates.step();
    }
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_OK(s3_world_snapshot(crates.inC, &bytes, &size));
    const std::vector<std::uint8_t> kept(bytes, bytes + size);
    const auto hash = [&] {
        std::uint64_t value = 0;
        EXPECT_OK(s3_world_hash(crates.inC, &value));
        return value;
    };
    const std::uint64_t before = hash();
    crates.step();
    const std::uint64_t after = hash();
    EXPECT_NE(before, after);
    EXPECT_OK(s3_world_restore(crates.inC, kept.data(), kept.size()));
    EXPECT_EQ(hash(), before);
    EXPECT_OK(s3_world_step(crates.inC, 1.0f / 60.0f));
    EXPECT_EQ(hash(), after);
}

TEST(CAnswers, ModelsAreThoseOfTheLibrary) {
    CollisionModel model;
    model.nodes = {{"hull", std::nullopt, {}}, {"turret", 0u, {{0, 1, 0}, {1, 0, 0, 0}}}};
    model.bodies = {{"hull", Box{}, 0}, {"turret", Sphere{{0, 1, 0}, 0.5f}, 1}};
    const std::vector<std::byte> bytes = saveBaked(model);
    s3_model* loaded = nullptr;
    ASSERT_EQ(s3_model_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &loaded),
              S3_OK)
        << s3_last_error();
    std::size_t bodies = 0, meshes = 7, nodes = 0;
    EXPECT_OK(s3_model_part_count(loaded, &bodies, &meshes));
    EXPECT_EQ(bodies, 2u);
    EXPECT_EQ(meshes, 0u);
    s3_part part;
    EXPECT_OK(s3_model_get_part(loaded, 1, &part));
    EXPECT_STREQ(part.name, "turret");
    EXPECT_EQ(part.node, 1u);
    s3_shape_kind kind;
    EXPECT_OK(s3_shape_get_kind(part.shape, &kind));
    EXPECT_EQ(kind, S3_SPHERE);
    EXPECT_OK(s3_model_node_count(loaded, &nodes));
    EXPECT_EQ(nodes, 2u);
    s3_node node;
    EXPECT_OK(s3_model_get_node(loaded, 1, &node));
    EXPECT_EQ(node.parent, 0);
    EXPECT_EQ(node.rest_pose.position.y, 1.0f);
    EXPECT_EQ(s3_model_get_part(loaded, 2, &part), S3_BAD_INDEX);

    s3_world* world = nullptr;
    EXPECT_OK(s3_world_create(nullptr, &world));
    const s3_object object = s3_default_object();
    s3_id id = S3_NO_OBJECT;
    EXPECT_OK(s3_world_add_model(world, loaded, &object, &id));
    // The shape lives on without the model.
    s3_shape_retain(part.shape);
    s3_model_destroy(loaded);
    bool isInside = false;
    const s3_pose pose = S3_NO_POSE;
    EXPECT_OK(s3_contains(part.shape, &pose, {0, 1.2f, 0}, &isInside));
    EXPECT_TRUE(isInside);
    s3_shape_release(part.shape);
    s3_world_destroy(world);
}

}  // namespace
}  // namespace sat3d::test
