// A push in the plane, in Rust, with the declarations that bindings/declare.py writes: in float, and in double.
mod sat3d;
use sat3d::*;
use std::mem::size_of;
use std::ptr::null_mut;

fn main() {
    unsafe {
        // The structures have the sizes of the library.
        assert_eq!(s3_check_abi(s3_abi_version()), S3_OK);
        assert_eq!(s3_default_object().struct_size as usize, size_of::<s3_object>());
        assert_eq!(s3_default_body().struct_size as usize, size_of::<s3_body>());
        assert_eq!(s3_default_joint().struct_size as usize, size_of::<s3_joint>());

        let at = |x: s3_real| s3_pose {
            position: s3_position { x, y: 0.0 },
            rotation: s3_rotation { x: 1.0, y: 0.0 },
        };
        let mut circle = null_mut();
        assert_eq!(s3_circle_create(s3_vec2 { x: 0.0, y: 0.0 }, 0.5, &mut circle), S3_OK);
        let mut push: s3_penetration = std::mem::zeroed();
        assert_eq!(s3_penetrate(circle, &at(0.0), circle, &at(0.75), 0.0, &mut push), S3_OK);
        assert_eq!((push.depth, push.normal.x, push.features.kind as u32), (0.25, 1.0, S3_VERTICES));
        s3_shape_release(circle);
    }
}
