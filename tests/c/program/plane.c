/*
 * A program in C11 for the plane, with positions in float or in double: shapes, a push, a polygon with a hole, a world with
 * bodies, a joint, a ray, a mover.
 */
#include "check.h"

#include <sat3d.h>

#include <math.h>

static s3_id add(s3_world* world, const s3_shape* shape, s3_position position, uint32_t kind) {
    s3_object object = s3_default_object();
    s3_id id = S3_NO_OBJECT;
    object.shape = shape;
    object.pose.position = position;
    object.kind = kind;
    CHECK(s3_world_add(world, &object, &id));
    return id;
}

/* A frame of four walls, from an outline and a hole. */
static void look_into_a_frame(const s3_shape* ball) {
    const s3_vec2 points[8] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}};
    const size_t sizes[2] = {4, 4};
    s3_shape* frame = NULL;
    s3_pose pose = S3_NO_POSE;
    bool touches = true;

    CHECK(s3_compound_of_polygon(points, sizes, 2, &frame));
    pose.position.x = pose.position.y = 2.0f;
    CHECK(s3_overlaps(frame, &S3_NO_POSE, ball, &pose, 0.0f, &touches));
    expect(!touches, "a ball in the hole touches no wall");
    pose.position.x = 3.0f;
    CHECK(s3_overlaps(frame, &S3_NO_POSE, ball, &pose, 0.0f, &touches));
    expect(touches, "it touches the wall on the right");
    s3_shape_release(frame);
}

int main(void) {
    const s3_vec2 zero = {0, 0}, up = {0, 1}, half = {0.5f, 0.5f};
    const s3_position origin = {0, 0}, hook = {10, 5};
    const s3_vec2 roof[3] = {{-0.5f, 0}, {0.5f, 0}, {0, 0.5f}};
    s3_shape *box = NULL, *ground = NULL, *ball = NULL, *ramp = NULL;
    s3_penetration push;
    s3_world* world = NULL;
    s3_id crate, pendulum;
    s3_body body = s3_default_body();
    s3_pose pose = S3_NO_POSE;
    s3_joint joint;
    s3_joint_id pin = S3_NO_OBJECT;
    s3_joint_state state;
    s3_ray ray;
    s3_world_ray_hit hit;
    s3_moved moved;
    int i;

    CHECK(s3_check_abi(S3_ABI_VERSION)); /* a library for the plane */
    CHECK(s3_box_create(zero, half, S3_NO_ROTATION, &box));
    CHECK(s3_circle_create(zero, 0.25f, &ball));
    CHECK(s3_half_space_create(up, 0.0f, &ground));
    CHECK(s3_polygon_create(roof, 3, &ramp));

    /* Two boxes that overlap by a quarter. */
    pose.position.x = 0.75f;
    CHECK(s3_penetrate(box, &S3_NO_POSE, box, &pose, 0.0f, &push));
    expect(push.depth == 0.25f && push.normal.x == 1.0f, "a push of 0.25 along x");
    look_into_a_frame(ball);

    /* A crate falls on the ground, and a ball swings on a pin. */
    CHECK(s3_world_create(NULL, &world));
    add(world, ground, origin, S3_STATIC);
    crate = add(world, box, (s3_position){0, 3}, S3_MOVING);
    CHECK(s3_shape_mass(box, 700.0f, &body.mass));
    CHECK(s3_world_set_body(world, crate, &body));
    pendulum = add(world, ball, (s3_position){12, 5}, S3_MOVING);
    CHECK(s3_world_set_body(world, pendulum, &body));
    CHECK(s3_joint_hinge(world, S3_NO_OBJECT, pendulum, hook, &joint));
    joint.twist.drive.max_force = 3000.0f; /* a motor at a speed of 0 is friction, in Nm */
    CHECK(s3_world_add_joint(world, &joint, &pin));
    for (i = 0; i < 600; ++i) {
        CHECK(s3_world_step(world, 1.0f / 60.0f));
    }
    CHECK(s3_world_get_pose(world, crate, &pose));
    expect(fabs(pose.position.y - 0.5) < 0.01, "the crate at rest on the ground");
    CHECK(s3_world_joint_state(world, pin, &state));
    expect(state.twist < -1.2f && state.twist > -1.9f && state.force.y > 0.0f, "the ball hangs below its hook");

    /* A ray from above finds the crate. */
    ray.origin = (s3_position){0, 10};
    ray.direction = (s3_vec2){0, -2};
    ray.length = INFINITY;
    CHECK(s3_world_raycast(world, &ray, NULL, &hit));
    expect(hit.object == crate && fabsf(hit.hit.entry.distance - 9.0f) < 0.01f, "the crate 9 m below");

    /* A ball that is driven to the right stops at the crate. */
    pose.position = (s3_position){-3, 1};
    CHECK(s3_world_move_and_slide(world, ball, &pose, (s3_vec2){5, 0}, 0.0f, NULL, NULL, &moved));
    expect(moved.stop_count > 0 && moved.stops[0].object == crate, "the crate is in the way");

    s3_world_destroy(world);
    s3_shape_release(box);
    s3_shape_release(ball);
    s3_shape_release(ground);
    s3_shape_release(ramp);
    puts("sat3d.h works in the plane");
    return 0;
}
