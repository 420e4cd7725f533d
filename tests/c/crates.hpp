#pragma once

// What the tests of answers in space share.

#include "both_precisions.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"

#include <sat3d/response/body.hpp>

#include <gtest/gtest.h>

#include <sat3d.h>
#include <variant>
#include <vector>

namespace sat3d::test {

inline s3_vec3 vector(const glm::vec3& v) {
    return asC<s3_vec3>(v);
}

struct Creating {
    s3_shape* result = nullptr;

    void operator()(const Sphere& s) { EXPECT_OK(s3_sphere_create(vector(s.center), s.radius, &result)); }
    void operator()(const Capsule& s) {
        EXPECT_OK(s3_capsule_create(vector(s.start), vector(s.end), s.radius, &result));
    }
    void operator()(const Box& s) {
        EXPECT_OK(s3_box_create(vector(s.center), vector(s.halfExtents), asC<s3_quat>(s.rotation), &result));
    }
    void operator()(const ConvexHull& s) {
        std::vector<s3_vec3> points;
        for (const glm::vec3& vertex : s.vertices()) {
            points.push_back(vector(vertex));
        }
        EXPECT_OK(s3_hull_create(points.data(), points.size(), &result));
    }
};

inline s3_shape* created(const ConvexShape& shape) {
    Creating creating;
    std::visit(creating, shape);
    return creating.result;
}

/// A world of crates on a floor, in C and in C++.
struct Crates {
    explicit Crates(int count) {
        EXPECT_OK(s3_box_create({0, 0, 0}, {0.5f, 0.4f, 0.3f}, S3_NO_ROTATION, &box));
        EXPECT_OK(s3_half_space_create({0, 1, 0}, 0.0f, &floor));
        EXPECT_OK(s3_world_create(nullptr, &inC));
        s3_object object = s3_default_object();
        object.shape = floor;
        object.kind = S3_STATIC;
        s3_id id = 0;
        EXPECT_OK(s3_world_add(inC, &object, &id));
        EXPECT_TRUE(world.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static}));
        Random random(2);
        object.shape = box;
        object.kind = S3_MOVING;
        const Box crate{.halfExtents = {0.5f, 0.4f, 0.3f}};
        for (int i = 0; i < count; ++i) {
            c::Pose pose = placed(randomPose(random, 0.7));
            pose.position.y += Real(1 + i);
            object.pose = asC<s3_pose>(pose);
            EXPECT_OK(s3_world_add(inC, &object, &id));
            ids.push_back(id);
            const ObjectId added = *world.add({.shape = crate, .pose = pose});
            EXPECT_EQ(id, std::uint64_t{added.generation} << 32 | added.index);
            s3_body body = s3_default_body();
            EXPECT_OK(s3_shape_mass(box, 500.0f, &body.mass));
            EXPECT_OK(s3_world_set_body(inC, id, &body));
            EXPECT_FALSE(dynamics.setBody(world, added, {.mass = *massFromDensity(crate, 500.0f)}));
        }
    }
    ~Crates() {
        s3_world_destroy(inC);
        s3_shape_release(box);
        s3_shape_release(floor);
    }
    Crates(const Crates&) = delete;
    Crates& operator=(const Crates&) = delete;

    void step() {
        EXPECT_OK(s3_world_step(inC, 1.0f / 60.0f));
        dynamics.step(world, 1.0f / 60.0f);
    }

    s3_shape* box = nullptr;
    s3_shape* floor = nullptr;
    s3_world* inC = nullptr;
    c::World world;
    c::Dynamics dynamics;
    std::vector<s3_id> ids;
};

}  // namespace sat3d::test
