// Bad input to the interface for C: every function answers with an error, and nothing changes.

#include "both_precisions.hpp"
#include "support/random.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <sat3d.h>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;

/// A world with a crate that has a body, and a model, a drawing and shapes.
class CHostile : public testing::Test {
protected:
    CHostile() {
        EXPECT_OK(s3_box_create({0, 0, 0}, {0.5f, 0.5f, 0.5f}, S3_NO_ROTATION, &box_));
        const std::array<s3_vec3, 4> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        EXPECT_OK(s3_hull_create(corners.data(), corners.size(), &hull_));
        EXPECT_OK(s3_world_create(nullptr, &world_));
        s3_object object = s3_default_object();
        object.shape = box_;
        EXPECT_OK(s3_world_add(world_, &object, &crate_));
        EXPECT_OK(s3_world_add(world_, &object, &removed_));
        EXPECT_OK(s3_world_remove(world_, removed_));
        s3_body body = s3_default_body();
        EXPECT_OK(s3_shape_mass(box_, 100.0f, &body.mass));
        EXPECT_OK(s3_world_set_body(world_, crate_, &body));
        const std::vector<std::byte> bytes = saveBaked(CollisionModel{});
        EXPECT_OK(
            s3_model_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &model_));
        EXPECT_OK(s3_drawing_create(&drawing_));
    }
    ~CHostile() override {
        s3_drawing_destroy(drawing_);
        s3_model_destroy(model_);
        s3_world_destroy(world_);
        s3_shape_release(hull_);
        s3_shape_release(box_);
    }

    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t value = 0;
        EXPECT_OK(s3_world_hash(world_, &value));
        return value;
    }

    s3_shape* box_ = nullptr;
    s3_shape* hull_ = nullptr;
    s3_world* world_ = nullptr;
    s3_model* model_ = nullptr;
    s3_drawing* drawing_ = nullptr;
    s3_id crate_ = 0, removed_ = 0;
    s3_pose pose_ = S3_NO_POSE;
};

TEST_F(CHostile, NullIsRefusedEverywhere) {
    s3_shape* made = nullptr;
    s3_world* world = nullptr;
    s3_model* model = nullptr;
    const s3_vec3 zero{0, 0, 0};
    bool yes = false;
    s3_penetration push;
    s3_distance gap;
    s3_sweep sweep;
    s3_ray_hit hit;
    s3_world_ray_hit worldHit;
    s3_box bounds;
    s3_mass mass;
    s3_body body = s3_default_body();
    std::size_t count = 0;
    s3_id id = 0;
    s3_manifold manifold;
    s3_events events;
    const s3_ray ray{{0, 0, 0}, {1, 0, 0}, 1.0f};
    const s3_object object = s3_default_object();
    const std::array statuses{
        s3_sphere_create(zero, 1, nullptr),
        s3_capsule_create(zero, zero, 1, nullptr),
        s3_box_create(zero, zero, S3_NO_ROTATION, nullptr),
        s3_half_space_create({0, 1, 0}, 0, nullptr),
        s3_hull_create(nullptr, 4, &made),
        s3_compound_create(nullptr, 1, &made),
        s3_mesh_create(nullptr, 3, nullptr, 3, nullptr, &made),
        s3_height_field_create(nullptr, 2, 2, 1, 1, nullptr, &made),
        s3_shape_transform(nullptr, nullptr, &made),
        s3_shape_transform(box_, nullptr, &made),
        s3_shape_get_kind(nullptr, nullptr),
        s3_shape_bounds(box_, nullptr, &bounds),
        s3_shape_bounds(nullptr, &pose_, &bounds),
        s3_shape_mass(nullptr, 1, &mass),
        s3_hull_vertices(hull_, nullptr, &count),
        s3_hull_face_count(nullptr, &count),
        s3_hull_face(hull_, 0, nullptr, &count),
        s3_overlaps(nullptr, &pose_, box_, &pose_, 0, &yes),
        s3_overlaps(box_, nullptr, box_, &pose_, 0, &yes),
        s3_overlaps(box_, &pose_, box_, &pose_, 0, nullptr),
        s3_penetrate(box_, &pose_, nullptr, &pose_, 0, &push),
        s3_measure_distance(box_, &pose_, box_, nullptr, &gap),
        s3_collide(box_, &pose_, box_, &pose_, 0, nullptr, 1, &count),
        s3_collide(box_, &pose_, box_, &pose_, 0, &manifold, 1, nullptr),
        s3_sweep_shapes(box_, &pose_, zero, nullptr, &pose_, zero, &sweep),
        s3_raycast(box_, &pose_, nullptr, &yes, &hit),
        s3_contains(box_, nullptr, {0, 0, 0}, &yes),
        s3_penetrate_pairs(nullptr, nullptr, 1, nullptr, 0, 0, nullptr),
        s3_overlap_pairs(nullptr, nullptr, 0, nullptr, 1, 0, nullptr),
        s3_collide_pairs(nullptr, nullptr, 0, nullptr, 0, 0, nullptr, 1, nullptr),
        s3_collide_pairs(nullptr, nullptr, 0, nullptr, 1, 0, &manifold, 1, nullptr),
        s3_raycast_many(box_, &pose_, nullptr, 1, &hit),
        s3_world_create(nullptr, nullptr),
        s3_world_add(nullptr, &object, &id),
        s3_world_add(world_, nullptr, &id),
        s3_world_add(world_, &object, &id),  // without a shape
        s3_world_remove(nullptr, crate_),
        s3_world_set_pose(world_, crate_, nullptr),
        s3_world_set_poses(world_, nullptr, nullptr, 1),
        s3_world_get_pose(world_, crate_, nullptr),
        s3_world_set_shape(world_, crate_, nullptr),
        s3_world_set_part_pose(world_, crate_, 0, nullptr),
        s3_world_set_filter(world_, crate_, nullptr),
        s3_world_get_shape(world_, crate_, nullptr),
        s3_world_get_part_pose(world_, crate_, 0, nullptr),
        s3_world_get_kind(world_, crate_, nullptr),
        s3_world_get_filter(world_, crate_, nullptr),
        s3_world_velocity_at(world_, crate_, {0, 0, 0}, nullptr),
        s3_world_is_visible(world_, {0, 0, 0}, {1, 0, 0}, nullptr, nullptr),
        s3_world_get_user_data(world_, crate_, nullptr),
        s3_world_has(world_, crate_, nullptr),
        s3_world_size(world_, nullptr),
        s3_world_ids(world_, nullptr, 1, &count),
        s3_world_update(world_, nullptr),
        s3_world_update(nullptr, &events),
        s3_world_hash(world_, nullptr),
        s3_world_snapshot(world_, nullptr, &count),
        s3_world_restore(world_, nullptr, 10),
        s3_world_raycast(world_, nullptr, nullptr, &worldHit),
        s3_world_raycast(world_, &ray, nullptr, nullptr),
        s3_world_raycast_all(world_, &ray, nullptr, nullptr, 1, &count),
        s3_world_overlapping(world_, nullptr, &pose_, nullptr, &id, 1, &count),
        s3_world_containing(world_, {0, 0, 0}, nullptr, nullptr, 1, &count),
        s3_world_closest(world_, box_, &pose_, 1, nullptr, nullptr, &gap),
        s3_world_sweep(world_, box_, nullptr, zero, nullptr, &id, &sweep),
        s3_world_set_body(world_, crate_, nullptr),
        s3_world_get_body(world_, crate_, nullptr),
        s3_world_set_body(nullptr, crate_, &body),
        s3_world_step(nullptr, 0.1f),
        s3_world_is_asleep(world_, crate_, nullptr),
        s3_world_impacts(world_, nullptr, &count),
        s3_world_awake_count(world_, nullptr),
        s3_model_load_baked(nullptr, &model),
        s3_model_from_bytes(nullptr, 10, &model),
        s3_model_part_count(nullptr, &count, &count),
        s3_model_get_part(model_, 0, nullptr),
        s3_model_node_count(model_, nullptr),
        s3_model_get_node(nullptr, 0, nullptr),
        s3_model_part_rigid_body(nullptr, 0, nullptr),
        s3_model_part_rigid_body(model_, 0, nullptr),
        s3_model_joint_count(nullptr, &count),
        s3_model_joint_count(model_, nullptr),
        s3_model_get_joint(nullptr, 0, nullptr),
        s3_joint_from_model(nullptr, 0, 0, crate_, &pose_, nullptr),
        s3_world_add_model(world_, nullptr, &object, &id),
        s3_drawing_create(nullptr),
        s3_drawing_clear(nullptr),
        s3_drawing_set_origin(nullptr, {0, 0, 0}),
        s3_drawing_add_shape(drawing_, nullptr, &pose_, 1),
        s3_drawing_add_world(drawing_, nullptr, 1),
        s3_drawing_get_view(drawing_, nullptr),
    };
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        EXPECT_EQ(statuses[i], S3_NULL_ARGUMENT) << "call " << i;
    }
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(world, nullptr);
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(s3_shape_get_ref(nullptr).shape, nullptr);
    s3_shape_retain(nullptr);
    s3_shape_release(nullptr);
    s3_world_destroy(nullptr);
    s3_model_destroy(nullptr);
    s3_drawing_destroy(nullptr);
}

TEST_F(CHostile, HandlesOfAnotherTypeAreRecognized) {
    auto* const worldAsShape = reinterpret_cast<s3_shape*>(world_);
    auto* const shapeAsWorld = reinterpret_cast<s3_world*>(box_);
    s3_shape_kind kind{};
    std::size_t size = 7;
    EXPECT_EQ(s3_shape_get_kind(worldAsShape, &kind), S3_BAD_HANDLE);
    EXPECT_THAT(s3_last_error(), HasSubstr("another type"));
    EXPECT_EQ(s3_world_size(shapeAsWorld, &size), S3_BAD_HANDLE);
    EXPECT_EQ(s3_world_size(reinterpret_cast<s3_world*>(drawing_), &size), S3_BAD_HANDLE);
    EXPECT_EQ(s3_model_node_count(reinterpret_cast<s3_model*>(box_), &size), S3_BAD_HANDLE);
    EXPECT_EQ(s3_drawing_clear(reinterpret_cast<s3_drawing*>(model_)), S3_BAD_HANDLE);
    EXPECT_EQ(size, 7u);
    EXPECT_EQ(s3_shape_get_ref(worldAsShape).shape, nullptr);
    s3_shape_release(worldAsShape);  // does nothing
    s3_world_destroy(shapeAsWorld);
    EXPECT_OK(s3_world_size(world_, &size));
    EXPECT_OK(s3_shape_get_kind(box_, &kind));
    // References that were made up.
    const s3_pose pose = S3_NO_POSE;
    const s3_pair self{0, 0};
    s3_penetration push;
    for (const std::uintptr_t bad : {std::uintptr_t{4}, std::uintptr_t{9}, ~std::uintptr_t{0}}) {
        const s3_shape_ref ref{bad, s3_shape_get_ref(box_).shape};
        EXPECT_EQ(s3_penetrate_pairs(&ref, &pose, 1, &self, 1, 0, &push), S3_BAD_HANDLE);
    }
}

TEST_F(CHostile, BadNumbersAreRefusedAndChangeNothing) {
    const std::uint64_t before = hash();
    bool yes = false;
    s3_penetration push;
    s3_sweep sweep;
    s3_ray_hit hit;
    s3_world_ray_hit worldHit;
    s3_distance gap;
    s3_shape* made = nullptr;
    s3_id id = 0;
    for (const float bad : {kNaN, kInfinity, -kInfinity}) {
        std::array<s3_pose, 7> poses;
        poses.fill(S3_NO_POSE);
        poses[0].position.x = poses[1].position.y = poses[2].position.z = bad;
        poses[3].rotation.x = poses[4].rotation.y = poses[5].rotation.z = poses[6].rotation.w = bad;
        for (const s3_pose& pose : poses) {
            EXPECT_EQ(s3_overlaps(box_, &pose, box_, &pose_, 0, &yes), S3_BAD_NUMBER);
            EXPECT_EQ(s3_penetrate(box_, &pose_, box_, &pose, 0, &push), S3_BAD_NUMBER);
            EXPECT_EQ(s3_world_set_pose(world_, crate_, &pose), S3_BAD_NUMBER);
            s3_object object = s3_default_object();
            object.shape = box_;
            object.pose = pose;
            EXPECT_EQ(s3_world_add(world_, &object, &id), S3_BAD_NUMBER);
            const std::array<s3_pose, 2> two{pose_, pose};
            const std::array<s3_id, 2> ids{crate_, crate_};
            EXPECT_EQ(s3_world_set_poses(world_, ids.data(), two.data(), 2), S3_BAD_NUMBER);
        }
        EXPECT_EQ(s3_overlaps(box_, &pose_, box_, &pose_, bad, &yes), S3_BAD_NUMBER);
        EXPECT_EQ(s3_sphere_create({bad, 0, 0}, 1, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_sphere_create({0, 0, 0}, bad, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_capsule_create({0, 0, 0}, {0, bad, 0}, 1, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_box_create({0, 0, 0}, {1, bad, 1}, S3_NO_ROTATION, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_half_space_create({0, bad, 0}, 0, &made), S3_SHAPE_BAD_NUMBER);
        const std::array<s3_vec3, 4> corners{{{0, 0, 0}, {1, 0, 0}, {0, bad, 0}, {0, 0, 1}}};
        EXPECT_EQ(s3_hull_create(corners.data(), corners.size(), &made), S3_HULL_FAILED);
        const s3_ray ray{{0, 0, 0}, {bad, 0, 0}, 1};
        EXPECT_EQ(s3_raycast(box_, &pose_, &ray, &yes, &hit), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_raycast(world_, &ray, nullptr, &worldHit), S3_BAD_NUMBER);
        EXPECT_EQ(s3_sweep_shapes(box_, &pose_, {0, bad, 0}, box_, &pose_, {0, 0, 0}, &sweep), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_sweep(world_, box_, &pose_, {0, bad, 0}, nullptr, &id, &sweep), S3_BAD_NUMBER);
        EXPECT_EQ(s3_contains(box_, &pose_, {bad, 0, 0}, &yes), S3_BAD_NUMBER);
        EXPECT_EQ(s3_drawing_set_origin(drawing_, {0, 0, bad}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_set_velocity(world_, crate_, {bad, 0, 0}, {0, 0, 0}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_apply_impulse(world_, crate_, {0, 0, 0}, {0, bad, 0}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_apply_force(world_, crate_, {0, 0, bad}, {0, 0, 0}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_apply_force_at(world_, crate_, {0, 0, bad}, {0, 0, 0}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_apply_force_at(world_, crate_, {0, 1, 0}, {0, bad, 0}), S3_BAD_NUMBER);
        s3_vec3 velocity;
        EXPECT_EQ(s3_world_velocity_at(world_, crate_, {bad, 0, 0}, &velocity), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_is_visible(world_, {0, 0, 0}, {0, 0, bad}, nullptr, &yes), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_set_gravity(world_, {0, bad, 0}), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_step(world_, bad), S3_BAD_NUMBER);
        s3_body body = s3_default_body();
        body.velocity.x = bad;
        EXPECT_EQ(s3_world_set_body(world_, crate_, &body), S3_WORLD_BAD_BODY);
    }
    const s3_ray noDirection{{0, 0, 0}, {0, 0, 0}, 1}, backward{{0, 0, 0}, {1, 0, 0}, -1};
    EXPECT_EQ(s3_raycast(box_, &pose_, &noDirection, &yes, &hit), S3_BAD_NUMBER);
    EXPECT_EQ(s3_raycast(box_, &pose_, &backward, &yes, &hit), S3_BAD_NUMBER);
    EXPECT_EQ(s3_overlaps(box_, &pose_, box_, &pose_, -1, &yes), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_closest(world_, box_, &pose_, -1, nullptr, &id, &gap), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_step(world_, 0), S3_BAD_NUMBER);
    s3_pose beyond = S3_NO_POSE;
    beyond.position.y = Real(2e30);
    const s3_ray fromBeyond{beyond.position, {1, 0, 0}, 1};
    EXPECT_EQ(s3_overlaps(box_, &beyond, box_, &pose_, 0, &yes), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_set_pose(world_, crate_, &beyond), S3_BAD_NUMBER);
    EXPECT_EQ(s3_raycast(box_, &pose_, &fromBeyond, &yes, &hit), S3_BAD_NUMBER);
    EXPECT_EQ(s3_contains(box_, &pose_, beyond.position, &yes), S3_BAD_NUMBER);
    s3_pose doubled = S3_NO_POSE;
    doubled.rotation.w = 2;
    EXPECT_EQ(s3_overlaps(box_, &doubled, box_, &pose_, 0, &yes), S3_BAD_NUMBER);
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(hash(), before);
}

TEST_F(CHostile, ShapesBeyondTheLimitAreRefused) {
    const s3_vec3 far{3e38f, 0, 0}, origin{0, 0, 0}, extents{1, 1, 1};
    s3_shape* made = nullptr;
    EXPECT_EQ(s3_sphere_create(far, 1, &made), S3_SHAPE_BAD_NUMBER);
    EXPECT_EQ(s3_sphere_create(origin, 2e15f, &made), S3_SHAPE_BAD_NUMBER);
    EXPECT_EQ(s3_capsule_create(origin, far, 1, &made), S3_SHAPE_BAD_NUMBER);
    EXPECT_EQ(s3_box_create(far, extents, S3_NO_ROTATION, &made), S3_SHAPE_BAD_NUMBER);
    EXPECT_EQ(made, nullptr);
}

TEST_F(CHostile, ShapesAtTheLimitAreAnswered) {
    const s3_vec3 far{1e15f, 1e15f, 1e15f}, besides{1e15f, 1e15f, 9e14f};
    s3_shape *sphere = nullptr, *capsule = nullptr;
    EXPECT_OK(s3_sphere_create(far, 1, &sphere));
    EXPECT_OK(s3_capsule_create(far, besides, 1, &capsule));
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const glm::dquat q = random.rotation();
        s3_pose turned = S3_NO_POSE;
        turned.rotation = {Real(q.x), Real(q.y), Real(q.z), Real(q.w)};
        for (const s3_shape* const shape : {sphere, capsule}) {
            s3_distance gap;
            EXPECT_OK(s3_measure_distance(shape, &turned, hull_, &pose_, &gap));
            EXPECT_GT(gap.separation, 1e15f);
        }
    }
    s3_shape_release(sphere);
    s3_shape_release(capsule);
}

TEST_F(CHostile, IdsOfNoObjectAreRefused) {
    const std::uint64_t before = hash();
    s3_pose pose = S3_NO_POSE;
    s3_body body = s3_default_body();
    bool yes = true;
    for (const s3_id bad : {S3_NO_OBJECT, removed_, ~std::uint64_t{0}, crate_ + (std::uint64_t{1} << 32)}) {
        EXPECT_EQ(s3_world_remove(world_, bad), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_get_pose(world_, bad, &pose), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_pose(world_, bad, &pose), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_shape(world_, bad, box_), S3_WORLD_STALE_ID);
        std::uint32_t kind = 0;
        EXPECT_EQ(s3_world_get_kind(world_, bad, &kind), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_kind(world_, bad, S3_STATIC), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_user_data(world_, bad, 1), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_body(world_, bad, &body), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_get_body(world_, bad, &body), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_wake(world_, bad), S3_WORLD_STALE_ID);
        EXPECT_OK(s3_world_has(world_, bad, &yes));
        EXPECT_FALSE(yes);
        // One bad id among good ones: no pose is set.
        s3_pose far = S3_NO_POSE;
        far.position.x = 100;
        const std::array<s3_id, 2> ids{crate_, bad};
        const std::array<s3_pose, 2> poses{far, far};
        EXPECT_EQ(s3_world_set_poses(world_, ids.data(), poses.data(), 2), S3_WORLD_STALE_ID);
    }
    EXPECT_OK(s3_world_remove_body(world_, crate_));
    EXPECT_EQ(s3_world_remove_body(world_, crate_), S3_WORLD_BAD_BODY);
    const s3_local_pose part = S3_NO_LOCAL_POSE;
    EXPECT_EQ(s3_world_set_part_pose(world_, crate_, 0, &part), S3_WORLD_NO_SUCH_PART);
    EXPECT_NE(before, 0u);
}

TEST_F(CHostile, StructsOfOtherVersionsAreRefused) {
    s3_world* world = nullptr;
    s3_shape* made = nullptr;
    s3_id id = 0;
    s3_world_ray_hit hit;
    const s3_ray ray{{0, 0, 0}, {1, 0, 0}, 1};
    for (const std::uint32_t size : {0u, 1u, 4096u, ~0u}) {
        s3_world_options options = s3_default_world_options();
        options.struct_size = size;
        EXPECT_EQ(s3_world_create(&options, &world), S3_BAD_STRUCT);
        s3_object object = s3_default_object();
        object.shape = box_;
        object.struct_size = size;
        EXPECT_EQ(s3_world_add(world_, &object, &id), S3_BAD_STRUCT);
        s3_body body = s3_default_body();
        body.struct_size = size;
        EXPECT_EQ(s3_world_set_body(world_, crate_, &body), S3_BAD_STRUCT);
        s3_query_filter filter = s3_default_query_filter();
        filter.struct_size = size;
        EXPECT_EQ(s3_world_raycast(world_, &ray, &filter, &hit), S3_BAD_STRUCT);
        const std::array<s3_vec3, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        const std::array<std::uint32_t, 3> indices{0, 1, 2};
        s3_mesh_options mesh = s3_default_mesh_options();
        mesh.struct_size = size;
        EXPECT_EQ(s3_mesh_create(corners.data(), 3, indices.data(), 3, &mesh, &made), S3_BAD_STRUCT);
    }
    EXPECT_EQ(world, nullptr);
    EXPECT_EQ(made, nullptr);
    s3_world_options options = s3_default_world_options();
    options.detail = 3;
    EXPECT_EQ(s3_world_create(&options, &world), S3_BAD_ENUM);
    EXPECT_EQ(s3_world_set_kind(world_, crate_, 3), S3_BAD_ENUM);
}

TEST_F(CHostile, IndicesBeyondTheEndAreRefused) {
    const std::array<s3_shape_ref, 2> refs{s3_shape_get_ref(box_), s3_shape_get_ref(hull_)};
    const std::array<s3_pose, 2> poses{pose_, pose_};
    const std::array<s3_pair, 2> pairs{{{0, 1}, {1, 2}}};
    std::array<s3_penetration, 2> pushes{};
    EXPECT_EQ(s3_penetrate_pairs(refs.data(), poses.data(), 2, pairs.data(), 2, 0, pushes.data()),
              S3_BAD_INDEX);
    const std::uint32_t* face = nullptr;
    std::size_t count = 0;
    EXPECT_EQ(s3_hull_face(hull_, 4, &face, &count), S3_BAD_INDEX);
    EXPECT_EQ(s3_hull_face(hull_, ~std::size_t{0}, &face, &count), S3_BAD_INDEX);
    std::int64_t rigidBody = 7;
    s3_model_joint declared;
    s3_joint joint;
    EXPECT_EQ(s3_model_part_rigid_body(model_, 0, &rigidBody), S3_BAD_INDEX);
    EXPECT_EQ(rigidBody, 7);
    EXPECT_EQ(s3_model_get_joint(model_, 0, &declared), S3_BAD_INDEX);
    EXPECT_EQ(s3_joint_from_model(model_, 0, S3_NO_OBJECT, crate_, &pose_, &joint), S3_BAD_INDEX);
    EXPECT_EQ(s3_hull_face_count(box_, &count), S3_WRONG_SHAPE);
    s3_shape* made = nullptr;
    const std::array<s3_vec3, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const std::array<std::uint32_t, 3> indices{0, 1, 3};
    EXPECT_EQ(s3_mesh_create(corners.data(), 3, indices.data(), 3, nullptr, &made), S3_MESH_FAILED);
    EXPECT_EQ(s3_hull_create(corners.data(), 3, &made), S3_HULL_FAILED);
    EXPECT_EQ(s3_compound_create(nullptr, 0, &made), S3_SHAPE_EMPTY);
    const s3_shape* const surface = [&] {
        s3_shape* mesh = nullptr;
        const std::array<std::uint32_t, 3> good{0, 1, 2};
        EXPECT_OK(s3_mesh_create(corners.data(), 3, good.data(), 3, nullptr, &mesh));
        return mesh;
    }();
    const s3_compound_child child{surface, S3_NO_LOCAL_POSE, 0, 0};
    EXPECT_EQ(s3_compound_create(&child, 1, &made), S3_WRONG_SHAPE);
    s3_mass mass;
    EXPECT_EQ(s3_shape_mass(surface, 1, &mass), S3_SHAPE_NOT_WATERTIGHT);
    const float height = 0;
    EXPECT_EQ(s3_height_field_create(&height, 1, 1, 1, 1, nullptr, &made), S3_HEIGHT_FIELD_FAILED);
    EXPECT_EQ(s3_height_field_create(&height, ~0u, ~0u, 1, 1, nullptr, &made), S3_HEIGHT_FIELD_FAILED);
    EXPECT_EQ(made, nullptr);
    s3_shape_release(surface);
}

/// In an array of thousands, the sentence says which one is wrong.
TEST_F(CHostile, FaultsOfArraysAreNumbered) {
    const s3_shape_ref refs[3] = {s3_shape_get_ref(box_), s3_shape_get_ref(hull_), s3_shape_get_ref(nullptr)};
    s3_pose poses[3] = {pose_, pose_, pose_};
    const s3_pair pairs[2] = {{0, 1}, {1, 2}};
    s3_penetration pushes[2];
    EXPECT_EQ(s3_penetrate_pairs(refs, poses, 3, pairs, 2, 0, pushes), S3_BAD_HANDLE);
    EXPECT_THAT(s3_last_error(), HasSubstr("reference 2 is of no shape"));
    EXPECT_EQ(s3_penetrate_pairs(refs, poses, 2, pairs, 2, 0, pushes), S3_BAD_INDEX);
    EXPECT_THAT(s3_last_error(), HasSubstr("pair 1 has an index"));
    poses[1].position.x = kNaN;
    EXPECT_EQ(s3_penetrate_pairs(refs, poses, 2, pairs, 1, 0, pushes), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("pose 1 has a position"));
    const s3_id ids[2] = {crate_, crate_};
    EXPECT_EQ(s3_world_set_poses(world_, ids, poses, 2), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("pose 1 has a position"));
    const s3_ray rays[2] = {{{0, 5, 0}, {0, -1, 0}, 9}, {{0, 5, 0}, {0, 0, 0}, 9}};
    s3_world_ray_hit hits[2];
    EXPECT_EQ(s3_world_raycast_many(world_, rays, 2, nullptr, hits), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("ray 1 needs a finite origin"));
    // A count of -1, as languages with signed numbers pass it.
    s3_shape* made = nullptr;
    const s3_vec3 point{0, 0, 0};
    EXPECT_EQ(s3_hull_create(&point, static_cast<std::size_t>(-1), &made), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("is its count a negative number?"));
    s3_joint joint;
    EXPECT_EQ(s3_joint_rod(world_, 0, crate_, {kNaN, 0, 0}, {0, 0, 0}, &joint), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("the point on A is not finite"));
}

TEST_F(CHostile, ErrorsAreTextWhateverNamesAFile) {
    s3_model* model = nullptr;
    for (const auto& [path, shown] :
         {std::pair{"a\xff"
                    "b.s3d",
                    "a?b.s3d"},
          std::pair{"\xed\xa0\x80", "???"}, std::pair{"\xc0\xaf", "??"},
          std::pair{"\xf5\x80\x80\x80", "????"}, std::pair{"\xe2\x82.s3d", "??.s3d"},
          std::pair{"\xf4\x90\x80\x80", "????"},
          std::pair{"\xe2\x82\xac\xf0\x9f\x98\x80", "\xe2\x82\xac\xf0\x9f\x98\x80"}}) {
        EXPECT_EQ(s3_model_load_baked(path, &model), S3_MODEL_NOT_FOUND);
        EXPECT_THAT(s3_last_error(), HasSubstr(shown));
    }
}

TEST_F(CHostile, DamagedSnapshotsAndModelsAreRefused) {
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_OK(s3_world_snapshot(world_, &bytes, &size));
    const std::vector<std::uint8_t> good(bytes, bytes + size);
    const std::uint64_t before = hash();
    Random random(3);
    for (std::size_t length = 0; length < good.size(); ++length) {
        EXPECT_NE(s3_world_restore(world_, good.data(), length), S3_OK) << length;
    }
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::vector<std::uint8_t> damaged = good;
        damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ (1u << random.below(8)));
        EXPECT_NE(s3_world_restore(world_, damaged.data(), damaged.size()), S3_OK) << i;
    }
    EXPECT_EQ(hash(), before);
    EXPECT_OK(s3_world_restore(world_, good.data(), good.size()));
    s3_model* model = nullptr;
    EXPECT_EQ(s3_model_from_bytes(good.data(), good.size(), &model), S3_MODEL_INVALID);
    EXPECT_EQ(s3_model_from_bytes(nullptr, 0, &model), S3_MODEL_INVALID);
    EXPECT_EQ(s3_model_load_baked("there/is/no/such.s3d", &model), S3_MODEL_NOT_FOUND);
    EXPECT_THAT(s3_last_error(), HasSubstr("there/is/no/such.s3d"));
    EXPECT_EQ(model, nullptr);
    const std::string longName(5000, 'x');
    EXPECT_NE(s3_model_load_baked(longName.c_str(), &model), S3_OK);
    EXPECT_LT(std::strlen(s3_last_error()), 1024u);
}

}  // namespace
}  // namespace sat3d::test
