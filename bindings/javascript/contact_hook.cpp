// A step whose hook on contacts is a function of JavaScript. All other functions come from the library for C.

#include <sat3d.h>

extern "C" {

__attribute__((import_module("sat3d"), import_name("contactHook"))) void sat3d_contact_hook(
    const s3_impact* contact, uint32_t wheel, s3_contact_settings* settings, void*);

__attribute__((export_name("sat3d_step_with_hook"))) s3_status sat3d_step_with_hook(s3_world* world,
                                                                                    float dt) {
    return s3_world_step_with_hook(world, dt, sat3d_contact_hook, nullptr);
}

}  // extern "C"
