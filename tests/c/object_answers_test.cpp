// Many pairs with manifolds, what objects have, and points of bodies: C gives the answers of the library.

#include "crates.hpp"

#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sat3d.h>
#include <vector>

namespace sat3d::test {
namespace {

/// What memory between members has, and behind the last point, does not count.
bool sameManifold(const s3_manifold& a, const s3_manifold& b) {
    bool isSame = equal(a.normal, b.normal) && a.point_count == b.point_count &&
                  a.penetration.depth == b.penetration.depth && a.face_tag_b == b.face_tag_b;
    for (std::uint32_t p = 0; isSame && p < a.point_count; ++p) {
        isSame = equal(a.points[p].position, b.points[p].position) && a.points[p].id == b.points[p].id &&
                 a.points[p].separation == b.points[p].separation;
    }
    return isSame;
}

/// Many bodies against surfaces and compounds: each pair has several manifolds.
TEST(CObjects, ManifoldsOfManyPairsAreThoseOfSingleCalls) {
    Random random(5);
    std::vector<float> heights(81);
    for (float& height : heights) {
        height = static_cast<float>(random.uniform(-0.4, 0.4));
    }
    const std::array<s3_vec3, 4> corners{{{-4, 0, -4}, {4, 0, -4}, {4, 1, 4}, {-4, -1, 4}}};
    const std::array<std::uint32_t, 6> triangles{0, 2, 1, 0, 3, 2};
    std::array<s3_shape*, 3> grounds{};
    EXPECT_OK(s3_height_field_create(heights.data(), 9, 9, 1, 1, nullptr, &grounds[0]));
    EXPECT_OK(s3_mesh_create(corners.data(), 4, triangles.data(), 6, nullptr, &grounds[1]));
    s3_shape* const half = created(Box{.halfExtents = {1, 0.2f, 1}});
    std::array<s3_compound_child, 2> halves{};
    halves.fill({half, S3_NO_LOCAL_POSE, 0, 0});
    halves[1].pose.position.x = 1.9f;
    EXPECT_OK(s3_compound_create(halves.data(), 2, &grounds[2]));
    std::vector<s3_shape*> handles(grounds.begin(), grounds.end());
    std::vector<s3_pose> poses(3, asC<s3_pose>(placed(Pose{})));
    std::vector<s3_pair> pairs;
    for (std::uint32_t i = 3; i < 123; ++i) {
        handles.push_back(created(randomConvex(random, i % kConvexTypes)));
        poses.push_back(asC<s3_pose>(placed(randomPose(random, 1.5))));
        pairs.insert(pairs.end(), {{i, 0}, {1, i}, {i, 2}});
    }
    std::vector<s3_shape_ref> refs;
    for (const s3_shape* const handle : handles) {
        refs.push_back(s3_shape_get_ref(handle));
    }
    std::vector<s3_manifold> many(4000), single(64);
    std::vector<std::uint32_t> ends(pairs.size(), 77);
    EXPECT_OK(s3_collide_pairs(refs.data(), poses.data(), refs.size(), pairs.data(), pairs.size(), 0.01f,
                               many.data(), many.size(), ends.data()));
    std::size_t begin = 0, several = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto [a, b] = pairs[k];
        std::size_t count = 0;
        EXPECT_OK(s3_collide(handles[a], &poses[a], handles[b], &poses[b], 0.01f, single.data(),
                             single.size(), &count));
        ASSERT_EQ(ends[k] - begin, count) << k;
        EXPECT_TRUE(std::equal(single.begin(), single.begin() + static_cast<std::ptrdiff_t>(count),
                               many.begin() + static_cast<std::ptrdiff_t>(begin), sameManifold))
            << k;
        several += count > 1 ? 1u : 0u;
        begin = ends[k];
    }
    EXPECT_GT(several, 40u);
    // Full: fewer manifolds, and nothing is written behind them.
    const s3_manifold before = many[5] = many[9];
    EXPECT_OK(s3_collide_pairs(refs.data(), poses.data(), refs.size(), pairs.data(), pairs.size(), 0.01f,
                               many.data(), 5, ends.data()));
    EXPECT_EQ(ends.back(), 5u);
    EXPECT_EQ(std::memcmp(&before, &many[5], sizeof before), 0);
    for (const s3_shape* const handle : handles) {
        s3_shape_release(handle);
    }
    s3_shape_release(half);
}

TEST(CObjects, ObjectsHaveWhatTheyWereGiven) {
    Crates crates(2);
    const s3_id crate = crates.ids[0];
    std::uint32_t kind = 7;
    EXPECT_OK(s3_world_get_kind(crates.inC, crate, &kind));
    EXPECT_EQ(kind, std::uint32_t{S3_MOVING});
    EXPECT_OK(s3_world_set_kind(crates.inC, crate, S3_SENSOR));
    EXPECT_OK(s3_world_get_kind(crates.inC, crate, &kind));
    EXPECT_EQ(kind, std::uint32_t{S3_SENSOR});
    const s3_filter given{5, 9, 2, -3};
    s3_filter filter;
    EXPECT_OK(s3_world_set_filter(crates.inC, crate, &given));
    EXPECT_OK(s3_world_get_filter(crates.inC, crate, &filter));
    EXPECT_TRUE(filter.categories == given.categories && filter.collides_with == given.collides_with &&
                filter.excludes == given.excludes && filter.group == given.group);

    s3_shape* shape = nullptr;
    EXPECT_OK(s3_world_get_shape(crates.inC, crate, &shape));
    const s3_pose here = S3_NO_POSE;
    s3_box first, second;
    EXPECT_OK(s3_shape_bounds(shape, &here, &first));
    EXPECT_OK(s3_shape_bounds(crates.box, &here, &second));
    EXPECT_TRUE(equal(first, second));
    s3_local_pose part = S3_NO_LOCAL_POSE;
    EXPECT_EQ(s3_world_get_part_pose(crates.inC, crate, 0, &part), S3_WORLD_NO_SUCH_PART);

    // A compound whose second part has moved.
    std::array<s3_compound_child, 2> children{};
    children.fill({crates.box, S3_NO_LOCAL_POSE, 0, 0});
    s3_shape* pair = nullptr;
    EXPECT_OK(s3_compound_create(children.data(), 2, &pair));
    EXPECT_OK(s3_world_set_shape(crates.inC, crate, pair));
    s3_local_pose there = S3_NO_LOCAL_POSE;
    there.position.y = 2.0f;
    EXPECT_OK(s3_world_set_part_pose(crates.inC, crate, 1, &there));
    EXPECT_OK(s3_world_get_part_pose(crates.inC, crate, 1, &part));
    EXPECT_TRUE(equal(part, there));
    EXPECT_EQ(s3_world_get_part_pose(crates.inC, crate, 2, &part), S3_WORLD_NO_SUCH_PART);
    s3_shape* moved = nullptr;
    EXPECT_OK(s3_world_get_shape(crates.inC, crate, &moved));
    EXPECT_OK(s3_world_remove(crates.inC, crate));
    EXPECT_OK(s3_shape_bounds(moved, &here, &first));
    EXPECT_EQ(first.upper.y, 2.4f);
    for (const s3_shape* const handle : {shape, pair, moved}) {
        s3_shape_release(handle);
    }
}

TEST(CObjects, ForcesAndVelocitiesAtPointsAreThoseOfTheLibrary) {
    Crates crates(3);
    const s3_id crate = crates.ids[1];
    const ObjectId same{static_cast<std::uint32_t>(crate), 1};
    for (int step = 0; step < 30; ++step) {
        const s3_position end{crates.world.find(same)->pose.position.x + Real(0.5), 2, 0};
        EXPECT_OK(s3_world_apply_force_at(crates.inC, crate, {0, 900, 50}, end));
        EXPECT_TRUE(crates.dynamics.applyForce(crates.world, same, {0, 900, 50}, {end.x, end.y, end.z}));
        crates.step();
        s3_vec3 velocity;
        EXPECT_OK(s3_world_velocity_at(crates.inC, crate, end, &velocity));
        const auto expected = crates.dynamics.velocityAt(crates.world, same, {end.x, end.y, end.z});
        EXPECT_TRUE(equal(velocity, *expected));
        EXPECT_NE(velocity.z, 0.0f);
    }
    s3_vec3 velocity{1, 2, 3};
    EXPECT_EQ(s3_world_velocity_at(crates.inC, 1, placeInC(0, 0, 0), &velocity), S3_WORLD_STALE_ID);
    EXPECT_OK(s3_world_remove_body(crates.inC, crate));
    EXPECT_EQ(s3_world_velocity_at(crates.inC, crate, placeInC(0, 0, 0), &velocity), S3_WORLD_BAD_BODY);
    EXPECT_EQ(velocity.y, 2.0f);
}

TEST(CObjects, SightIsThatOfTheLibrary) {
    Crates crates(8);
    Random random(6);
    int visible = 0;
    for (int i = 0; i < 200; ++i) {
        const auto from = placed(randomPose(random, 6.0)).position,
                   to = placed(randomPose(random, 6.0)).position;
        bool sees = false;
        EXPECT_OK(
            s3_world_is_visible(crates.inC, asC<s3_position>(from), asC<s3_position>(to), nullptr, &sees));
        EXPECT_EQ(sees, isVisible(crates.world, from, to));
        visible += sees ? 1 : 0;
    }
    EXPECT_GT(visible, 10);
    EXPECT_LT(visible, 150);
}

}  // namespace
}  // namespace sat3d::test
