/* A program that has positions in float, and loads the library in double as well, with a plugin. */
#include "plugin.h"

#include <sat3d.h>
#include <stdio.h>

int main(void) {
    const s3_vec3 zero = {0, 0, 0}, half = {0.5f, 0.5f, 0.5f};
    s3_pose pose = S3_NO_POSE;
    s3_shape* box = NULL;
    s3_penetration push = {{0, 0, 0}, 0, {0, 0, 0}, {0, 0}};
    pose.position.x = 0.75f;
    if (s3_check_abi(S3_ABI_VERSION) != S3_OK || version_of_plugin() == S3_ABI_VERSION) {
        fputs("expected: the functions of two libraries\n", stderr);
        return 1;
    }
    if (s3_box_create(zero, half, S3_NO_ROTATION, &box) != S3_OK ||
        s3_penetrate(box, &S3_NO_POSE, box, &pose, 0.0f, &push) != S3_OK || push.depth != 0.25f) {
        fputs("expected: a push of 0.25\n", stderr);
        return 1;
    }
    s3_shape_release(box);
    if (far_crate_of_plugin() != 1e7 + 0.375) {
        fputs("expected: a precise position far from the origin\n", stderr);
        return 1;
    }
    puts("both libraries work");
    return 0;
}
