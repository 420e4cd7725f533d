/* A program in C11, with positions in float or in double: shapes, a push, a world with bodies, a ray, a snapshot, a drawing. */
#include "check.h"

#include <sat3d.h>

#include <math.h>
#include <stdlib.h>

static s3_id add(s3_world* world, const s3_shape* shape, s3_pose pose, uint32_t kind) {
    s3_object object = s3_default_object();
    s3_id id = S3_NO_OBJECT;
    object.shape = shape;
    object.pose = pose;
    object.kind = kind;
    CHECK(s3_world_add(world, &object, &id));
    return id;
}

/* A lamp on a hinge falls, and hangs straight down in the end. */
static void swing_a_lamp(void) {
    const s3_position hook = {0, 5, 0};
    const s3_vec3 zero = {0, 0, 0}, axis = {0, 0, 1}, half = {0.5f, 0.1f, 0.1f};
    s3_world* world = NULL;
    s3_shape* arm = NULL;
    s3_pose pose = S3_NO_POSE;
    s3_body body = s3_default_body();
    s3_joint joint;
    s3_joint_state state;
    s3_joint_id id = S3_NO_OBJECT;
    s3_id lamp;
    int i;

    CHECK(s3_world_create(NULL, &world));
    CHECK(s3_box_create(zero, half, S3_NO_ROTATION, &arm));
    pose.position.x = 0.5f;
    pose.position.y = 5.0f;
    lamp = add(world, arm, pose, S3_MOVING);
    CHECK(s3_shape_mass(arm, 700.0f, &body.mass));
    CHECK(s3_world_set_body(world, lamp, &body));

    CHECK(s3_joint_hinge(world, S3_NO_OBJECT, lamp, hook, axis, &joint));
    joint.twist.drive.max_force = 30.0f; /* a motor at a speed of 0 is friction, in Nm */
    CHECK(s3_world_add_joint(world, &joint, &id));

    for (i = 0; i < 300; ++i) {
        CHECK(s3_world_step(world, 1.0f / 60.0f));
    }
    CHECK(s3_world_joint_state(world, id, &state));
    expect(fabsf(state.twist + 1.5708f) < 0.3f && state.force.y > 0.0f, "the lamp hangs down from its hook");
    s3_world_destroy(world);
    s3_shape_release(arm);
}

/* A car drives for two seconds. */
static void drive_a_car(void) {
    const s3_vec3 zero = {0, 0, 0}, up = {0, 1, 0}, half = {0.9f, 0.3f, 2};
    const s3_vec3 standing[4] = {{-0.8f, -0.5f, 1.3f}, {0.8f, -0.5f, 1.3f}, {-0.8f, -0.5f, -1.3f}, {0.8f, -0.5f, -1.3f}};
    s3_world* world = NULL;
    s3_shape *floor = NULL, *chassis = NULL;
    s3_pose pose = S3_NO_POSE;
    s3_body body = s3_default_body();
    s3_vehicle_wheel wheels[4];
    s3_vehicle_axle axles[2];
    s3_vehicle car;
    s3_vehicle_id id = S3_NO_OBJECT;
    s3_vehicle_input input = s3_default_vehicle_input();
    s3_vehicle_state state;
    s3_id object;
    int i;

    CHECK(s3_world_create(NULL, &world));
    CHECK(s3_half_space_create(up, 0.0f, &floor));
    CHECK(s3_box_create(zero, half, S3_NO_ROTATION, &chassis));
    add(world, floor, S3_NO_POSE, S3_STATIC);
    pose.position.y = 0.85f;
    object = add(world, chassis, pose, S3_MOVING);
    CHECK(s3_shape_mass(chassis, 300.0f, &body.mass));
    CHECK(s3_world_set_body(world, object, &body));

    CHECK(s3_vehicle_car(object, standing, 0.35f, wheels, axles, &car));
    car.engine = s3_constant_engine(2500.0f, 60.0f);
    wheels[0].along.friction = wheels[1].along.friction = 0.9f; /* `car` points to these arrays */
    CHECK(s3_world_add_vehicle(world, &car, &id));
    input.throttle = 1.0f;
    CHECK(s3_world_set_vehicle_input(world, id, &input));

    for (i = 0; i < 120; ++i) {
        CHECK(s3_world_step(world, 1.0f / 60.0f));
    }
    CHECK(s3_world_vehicle_state(world, id, &state));
    expect(state.speed > 5.0f && state.wheel_count == 4 && state.wheels[0].touches, "a car on its wheels at speed");
    s3_world_destroy(world);
    s3_shape_release(floor);
    s3_shape_release(chassis);
}

enum { WOOD = 1, ICE = 2 };

/* A one-way platform: what comes from below passes through it. mine: its id. */
static void from_above(const s3_impact* contact, uint32_t wheel, s3_contact_settings* settings, void* mine) {
    const s3_id platform = *(const s3_id*)mine;
    (void)wheel;
    if (contact->a == platform || contact->b == platform) {
        const float up = contact->a == platform ? contact->normal.y : -contact->normal.y;
        settings->is_ignored = up < 0.7f || contact->points[0].separation < -0.05f;
    }
}

/* A crate slides over ice, which is a part of the floor, and jumps up through a platform. */
static void slide_and_jump(void) {
    const s3_vec3 zero = {0, 0, 0}, wide = {9, 0.5f, 9}, half = {0.5f, 0.25f, 0.5f}, forward = {2, 0, 0}, up = {0, 9, 0};
    const s3_material_pair pair = {WOOD, ICE, 0.02f, 0.0f};
    s3_world_options options = s3_default_world_options();
    s3_world* world = NULL;
    s3_shape *floor = NULL, *box = NULL;
    s3_pose pose = S3_NO_POSE;
    s3_body ground = s3_default_body(), crate = s3_default_body();
    s3_part_surface ice = {0};
    s3_id below, object, platform;
    int i;

    options.material_pairs = &pair; /* what two kinds of surfaces do together */
    options.material_pair_count = 1;
    CHECK(s3_world_create(&options, &world));
    CHECK(s3_box_create(zero, wide, S3_NO_ROTATION, &floor));
    CHECK(s3_box_create(zero, half, S3_NO_ROTATION, &box));
    pose.position.y = -0.5f;
    below = add(world, floor, pose, S3_STATIC);
    CHECK(s3_world_set_body(world, below, &ground)); /* without a mass: it has a material, and stands */
    pose.position.y = 0.25f;
    object = add(world, box, pose, S3_MOVING);
    CHECK(s3_shape_mass(box, 700.0f, &crate.mass));
    crate.material_id = WOOD;
    CHECK(s3_world_set_body(world, object, &crate));

    ice.tag = 0; /* of the parts that are ice: here the whole box */
    ice.material = s3_default_material();
    ice.material.id = ICE;
    CHECK(s3_world_set_surface(world, below, &ice));
    CHECK(s3_world_set_velocity(world, object, forward, zero));
    for (i = 0; i < 60; ++i) {
        CHECK(s3_world_step(world, 1.0f / 60.0f));
    }
    CHECK(s3_world_get_body(world, object, &crate));
    expect(crate.velocity.x > 1.7f, "the crate slides on");

    pose.position.y = 2.0f;
    platform = add(world, floor, pose, S3_STATIC);
    CHECK(s3_world_set_velocity(world, object, up, zero));
    for (i = 0; i < 240; ++i) {
        CHECK(s3_world_step_with_hook(world, 1.0f / 60.0f, &from_above, &platform));
    }
    CHECK(s3_world_get_pose(world, object, &pose));
    expect(fabs((double)pose.position.y - 2.75) < 0.01, "the crate stands on the platform");
    s3_world_destroy(world);
    s3_shape_release(floor);
    s3_shape_release(box);
}

int main(void) {
    const s3_vec3 zero = {0, 0, 0}, up = {0, 1, 0}, half = {0.5f, 0.5f, 0.5f};
    s3_shape *box = NULL, *floor = NULL, *sphere = NULL;
    s3_penetration push;
    s3_world* world = NULL;
    s3_id crate = S3_NO_OBJECT;
    s3_body body = s3_default_body();
    s3_pose pose = S3_NO_POSE;
    s3_events events;
    s3_ray ray;
    s3_world_ray_hit hit;
    const uint8_t* bytes = NULL;
    size_t size = 0;
    uint64_t before = 0, after = 0;
    s3_drawing* drawing = NULL;
    s3_drawing_view view;
    int i;

    CHECK(s3_check_abi(S3_ABI_VERSION)); /* a library that fits this header */
    slide_and_jump();
    CHECK(s3_box_create(zero, half, S3_NO_ROTATION, &box));
    CHECK(s3_half_space_create(up, 0.0f, &floor));

    /* Two boxes that overlap by a quarter. */
    pose.position.x = 0.75f;
    CHECK(s3_penetrate(box, &S3_NO_POSE, box, &pose, 0.0f, &push));
    expect(push.depth == 0.25f && push.normal.x == 1.0f, "a push of 0.25 along x");
    /* Bad input is an error with a sentence, and nothing else. */
    expect(s3_sphere_create(zero, NAN, &sphere) == S3_SHAPE_BAD_NUMBER && sphere == NULL, "no sphere of radius NaN");
    expect(s3_last_error()[0] != '\0', "a sentence");

    /* A crate falls on the floor, and comes to rest. */
    CHECK(s3_world_create(NULL, &world));
    add(world, floor, S3_NO_POSE, S3_STATIC);
    pose = S3_NO_POSE;
    pose.position.y = 3.0f;
    crate = add(world, box, pose, S3_MOVING);
    CHECK(s3_shape_mass(box, 700.0f, &body.mass));
    expect(fabsf(body.mass.mass - 700.0f) < 0.01f, "700 kg");
    CHECK(s3_world_set_body(world, crate, &body));
    for (i = 0; i < 240; ++i) {
        CHECK(s3_world_step(world, 1.0f / 60.0f));
    }
    CHECK(s3_world_get_pose(world, crate, &pose));
    expect(fabs(pose.position.y - 0.5) < 0.01, "the crate at rest on the floor");
    CHECK(s3_world_update(world, &events));
    expect(events.begun_count == 0 || events.begun[0].b == crate, "no contact but that of the crate");

    /* A ray from above finds the crate. */
    ray.origin = S3_NO_POSE.position;
    ray.origin.y = 10.0f;
    ray.direction = zero;
    ray.direction.y = -2.0f;
    ray.length = INFINITY;
    CHECK(s3_world_raycast(world, &ray, NULL, &hit));
    expect(hit.object == crate && fabsf(hit.hit.entry.distance - 9.0f) < 0.01f, "the crate 9 m below");

    /* Back to the snapshot after a push. */
    CHECK(s3_world_hash(world, &before));
    CHECK(s3_world_snapshot(world, &bytes, &size));
    {
        uint8_t* copy = malloc(size);
        size_t k;
        expect(copy != NULL, "memory");
        for (k = 0; k < size; ++k) {
            copy[k] = bytes[k];
        }
        CHECK(s3_world_set_velocity(world, crate, up, zero));
        CHECK(s3_world_step(world, 1.0f / 60.0f));
        CHECK(s3_world_restore(world, copy, size));
        free(copy);
    }
    CHECK(s3_world_hash(world, &after));
    expect(before == after, "the same hash after restoring");

    swing_a_lamp();
    drive_a_car();

    CHECK(s3_drawing_create(&drawing));
    CHECK(s3_drawing_add_world(drawing, world, S3_LAYER_FACES | S3_LAYER_EDGES));
    CHECK(s3_drawing_get_view(drawing, &view));
    expect(view.triangle_index_count >= 36 && view.triangle_index_count % 3 == 0, "triangles of a box");

    s3_drawing_destroy(drawing);
    s3_world_destroy(world);
    s3_shape_release(box);
    s3_shape_release(floor);
    puts("sat3d.h works");
    return 0;
}
