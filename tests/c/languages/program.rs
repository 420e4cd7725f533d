// A crate falls on the ground, in Rust, with the declarations that bindings/declare.py writes: in float, and in double.
mod sat3d;
use sat3d::*;
use std::ffi::CStr;
use std::mem::size_of;
use std::ptr::{null, null_mut};

fn check(status: s3_status) {
    if status != S3_OK {
        panic!("{}", unsafe { CStr::from_ptr(s3_last_error()) }.to_string_lossy());
    }
}

fn main() {
    unsafe {
        // The structures have the sizes of the library.
        assert_eq!(s3_default_object().struct_size as usize, size_of::<s3_object>());
        assert_eq!(s3_default_body().struct_size as usize, size_of::<s3_body>());
        assert_eq!(s3_default_world_options().struct_size as usize, size_of::<s3_world_options>());

        let zero = s3_vec3 { x: 0.0, y: 0.0, z: 0.0 };
        let unturned = s3_quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
        let at = |x: s3_real, y: s3_real| s3_pose {
            position: s3_position { x, y, z: 0.0 },
            rotation: s3_rotation { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        };
        let (mut block, mut ground) = (null_mut(), null_mut());
        check(s3_box_create(zero, s3_vec3 { x: 0.5, y: 0.5, z: 0.5 }, unturned, &mut block));
        check(s3_half_space_create(s3_vec3 { x: 0.0, y: 1.0, z: 0.0 }, 0.0, &mut ground));

        let mut push: s3_penetration = std::mem::zeroed();
        check(s3_penetrate(block, &at(0.0, 0.0), block, &at(0.75, 0.0), 0.0, &mut push));
        assert_eq!((push.depth, push.normal.x, push.features.kind as u32), (0.25, 1.0, S3_FACE_A));
        assert_ne!(s3_penetrate(block, &at(s3_real::NAN, 0.0), block, &at(0.0, 0.0), 0.0, &mut push), S3_OK);

        let mut world = null_mut();
        check(s3_world_create(null(), &mut world));
        let (mut object, mut id, mut ground_id) = (s3_default_object(), 0, 0);
        object.shape = ground;
        object.kind = S3_STATIC;
        check(s3_world_add(world, &object, &mut ground_id));
        object.shape = block;
        object.kind = S3_MOVING;
        object.pose = at(0.0, 3.0);
        check(s3_world_add(world, &object, &mut id));
        let mut body = s3_default_body();
        check(s3_shape_mass(block, 700.0, &mut body.mass));
        assert_eq!(body.mass.mass, 700.0);
        check(s3_world_set_body(world, id, &body));
        for _ in 0..240 {
            check(s3_world_step(world, 1.0 / 60.0));
        }
        let mut pose = at(0.0, 0.0);
        check(s3_world_get_poses(world, &id, 1, &mut pose));
        assert!((pose.position.y - 0.5).abs() < 0.01, "rests at {}", pose.position.y);
        s3_world_destroy(world);
        s3_shape_release(block);
        s3_shape_release(ground);
        println!("rests at {:.3} m", pose.position.y);
    }
}
