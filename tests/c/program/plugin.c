#include "plugin.h"

#include <sat3d.h>

uint32_t version_of_plugin(void) {
    return s3_abi_version();
}

double far_crate_of_plugin(void) {
    const s3_vec3 zero = {0, 0, 0}, half = {0.5f, 0.5f, 0.5f};
    s3_world* world = NULL;
    s3_shape* box = NULL;
    s3_object object = s3_default_object();
    s3_id id = S3_NO_OBJECT;
    if (s3_world_create(NULL, &world) == S3_OK && s3_box_create(zero, half, S3_NO_ROTATION, &box) == S3_OK) {
        object.shape = box;
        object.pose.position.x = 1e7 + 0.375;
        if (s3_world_add(world, &object, &id) == S3_OK) {
            object.pose = S3_NO_POSE;
            s3_world_get_pose(world, id, &object.pose);
        }
    }
    s3_shape_release(box);
    s3_world_destroy(world);
    return object.pose.position.x;
}
