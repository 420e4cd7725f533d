// A crate falls on the ground, in C#, with the declarations that bindings/declare.py writes: in float, and in double.
using System;
using System.Runtime.InteropServices;
using static Sat3d;

public static unsafe class Program {
    static void Check(int status) {
        if (status != S3_OK) {
            throw new Exception(Marshal.PtrToStringAnsi((IntPtr)s3_last_error()));
        }
    }

    static void Expect(bool holds, string what) {
        if (!holds) {
            throw new Exception("wrong: " + what);
        }
    }

    static s3_pose At(float x, float y) {
        s3_pose pose = new s3_pose();
        pose.position.x = x;
        pose.position.y = y;
        pose.rotation.w = 1;
        return pose;
    }

    public static int Main() {
        // The structures have the sizes of the library.
        Expect(s3_default_object().struct_size == sizeof(s3_object), "the size of s3_object");
        Expect(s3_default_body().struct_size == sizeof(s3_body), "the size of s3_body");
        Expect(s3_default_world_options().struct_size == sizeof(s3_world_options), "the size of s3_world_options");

        s3_pose origin = At(0, 0), near = At(0.75f, 0), nowhere = At(float.NaN, 0);
        s3_shape* block, ground;
        Check(s3_box_create(new s3_vec3(), new s3_vec3 { x = 0.5f, y = 0.5f, z = 0.5f }, new s3_quat { w = 1 }, &block));
        Check(s3_half_space_create(new s3_vec3 { y = 1 }, 0, &ground));

        s3_penetration push;
        Check(s3_penetrate(block, &origin, block, &near, 0, &push));
        Expect(push.depth == 0.25f && push.normal.x == 1 && push.features.kind == S3_FACE_A, "the push");
        Expect(s3_penetrate(block, &nowhere, block, &near, 0, &push) != S3_OK, "the status of a NaN");

        s3_world* world;
        Check(s3_world_create(null, &world));
        ulong id, groundId;
        s3_object thing = s3_default_object();
        thing.shape = ground;
        thing.kind = S3_STATIC;
        Check(s3_world_add(world, &thing, &groundId));
        thing.shape = block;
        thing.kind = S3_MOVING;
        thing.pose = At(0, 3);
        Check(s3_world_add(world, &thing, &id));
        s3_body body = s3_default_body();
        Check(s3_shape_mass(block, 700, &body.mass));
        Expect(body.mass.mass == 700, "the mass");
        Check(s3_world_set_body(world, id, &body));
        for (int i = 0; i < 240; ++i) {
            Check(s3_world_step(world, 1.0f / 60));
        }
        s3_pose pose;
        Check(s3_world_get_poses(world, &id, (UIntPtr)1, &pose));
        Expect(Math.Abs(pose.position.y - 0.5f) < 0.01f, "it rests at " + pose.position.y);
        s3_world_destroy(world);
        s3_shape_release(block);
        s3_shape_release(ground);
        Console.WriteLine("rests at {0:0.000} m", pose.position.y);
        return 0;
    }
}
