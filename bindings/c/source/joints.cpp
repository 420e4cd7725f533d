#include "layout.hpp"
#include "world_errors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using namespace sat3d;
using c::Checks;
using c::guarded;
using c::in;
using c::packed;
using c::statusOf;
using c::unpacked;

constexpr std::size_t kOffsets = c::Joint::kOffsets;
static_assert(sizeof(s3_joint::offsets) == kOffsets * sizeof(s3_joint_axis));

s3_joint jointOf(const c::Joint& joint) {
    s3_joint given{};
    given.struct_size = sizeof(s3_joint);
    given.collides = joint.collides;
    given.a = packed(joint.a);
    given.b = packed(joint.b);
    given.frame_in_a = c::out<s3_pose>(joint.frameInA);
    given.frame_in_b = c::out<s3_pose>(joint.frameInB);
    std::ranges::transform(joint.offsets, given.offsets, c::out<s3_joint_axis>);
    given.distance = c::out<s3_joint_axis>(joint.distance);
    given.twist = c::out<s3_joint_axis>(joint.turns.twist);
#ifndef S3_PLANE
    given.swing = c::out<s3_joint_axis>(joint.turns.swing);
#endif
    given.break_force = joint.breakForce;
    given.break_torque = joint.breakTorque;
    return given;
}

c::Joint jointOf(const s3_joint& given) {
    c::Joint joint;
    joint.a = unpacked(given.a);
    joint.b = unpacked(given.b);
    joint.frameInA = in(given.frame_in_a);
    joint.frameInB = in(given.frame_in_b);
    for (std::size_t k = 0; k < kOffsets; ++k) {
        joint.offsets[k] = in(given.offsets[k]);
    }
    joint.distance = in(given.distance);
    joint.turns.twist = in(given.twist);
#ifndef S3_PLANE
    joint.turns.swing = in(given.swing);
#endif
    joint.breakForce = given.break_force;
    joint.breakTorque = given.break_torque;
    joint.collides = given.collides;
    return joint;
}

/// A world, and the objects and points of a joint that is described.
Checks checksOf(const s3_world* world, s3_id a, s3_id b, const s3_position& point, const s3_joint* result,
                std::string_view nameOfPoint = "the point") {
    Checks checks;
    checks.output(result).world(world);
    if (a != S3_NO_OBJECT) {
        checks.object(world, a);
    }
    return checks.object(world, b).finite(point, nameOfPoint);
}

/// Describes a joint at a point.
template <class Describe>
s3_status describe(const s3_world* world, s3_id a, s3_id b, const s3_position& point, s3_joint* result,
                   const Describe& joint) {
    return guarded([&] {
        const s3_status bad = checksOf(world, a, b, point, result).status();
        if (!bad) {
            *result = jointOf(joint(world->world, unpacked(a), unpacked(b), in(point)));
        }
        return bad;
    });
}

/// Describes a joint along an axis.
template <class Describe>
s3_status describe(const s3_world* world, s3_id a, s3_id b, const s3_position& point, const s3_vector& axis,
                   s3_joint* result, const Describe& joint) {
    return guarded([&] {
        const s3_status bad = checksOf(world, a, b, point, result).notZero(axis, "the axis").status();
        if (!bad) {
            *result = jointOf(joint(world->world, unpacked(a), unpacked(b), in(point), in(axis)));
        }
        return bad;
    });
}

}  // namespace

s3_joint s3_default_joint(void) {
    return jointOf(c::Joint{});
}

s3_status s3_joint_fixed(s3_world* world, s3_id a, s3_id b, s3_position point, s3_joint* result) {
    return describe(world, a, b, point, result,
                    [](const auto&... given) { return c::Joint::fixed(given...); });
}

s3_status s3_joint_slider(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis,
                          s3_joint* result) {
    return describe(world, a, b, point, axis, result,
                    [](const auto&... given) { return c::Joint::slider(given...); });
}

#ifdef S3_PLANE
s3_status s3_joint_hinge(s3_world* world, s3_id a, s3_id b, s3_position point, s3_joint* result) {
    return describe(world, a, b, point, result,
                    [](const auto&... given) { return c::Joint::hinge(given...); });
}
#else
s3_status s3_joint_hinge(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis,
                         s3_joint* result) {
    return describe(world, a, b, point, axis, result,
                    [](const auto&... given) { return c::Joint::hinge(given...); });
}

s3_status s3_joint_ball(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis,
                        s3_joint* result) {
    return describe(world, a, b, point, axis, result,
                    [](const auto&... given) { return c::Joint::ball(given...); });
}
#endif

s3_status s3_joint_rod(s3_world* world, s3_id a, s3_id b, s3_position point_on_a, s3_position point_on_b,
                       s3_joint* result) {
    return guarded([&] {
        const s3_status bad = checksOf(world, a, b, point_on_a, result, "the point on A")
                                  .finite(point_on_b, "the point on B")
                                  .status();
        if (!bad) {
            *result = jointOf(
                c::Joint::rod(world->world, unpacked(a), unpacked(b), in(point_on_a), in(point_on_b)));
        }
        return bad;
    });
}

#ifndef S3_PLANE
s3_status s3_joint_from_model(const s3_model* model, size_t index, s3_id a, s3_id b, const s3_pose* pose,
                              s3_joint* result) {
    return guarded([&] {
        const s3_status bad =
            Checks().modelJoint(model, index).pose(pose, "the pose").output(result).status();
        if (!bad) {
            *result =
                jointOf(c::Joint::fromModel(model->model.joints[index], unpacked(a), unpacked(b), in(*pose)));
        }
        return bad;
    });
}
#endif

s3_status s3_world_add_joint(s3_world* world, const s3_joint* joint, s3_joint_id* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .world(world)
                                  .output(result)
                                  .needed(joint, "the joint")
                                  .options(joint, "the joint")
                                  .status();
        if (bad) {
            return bad;
        }
        const auto added = world->dynamics.addJoint(world->world, jointOf(*joint));
        if (!added) {
            return c::failWith(added.error());
        }
        *result = packed(*added);
        return bad;
    });
}

s3_status s3_world_set_joint(s3_world* world, s3_joint_id id, const s3_joint* joint) {
    return guarded([&] {
        const s3_status bad =
            Checks().joint(world, id).needed(joint, "the joint").options(joint, "the joint").status();
        return bad ? bad
                   : statusOf(world->dynamics.setJoint(world->world, unpacked<JointId>(id), jointOf(*joint)));
    });
}

s3_status s3_world_get_joint(s3_world* world, s3_joint_id id, s3_joint* result) {
    return guarded([&] {
        const s3_status bad = Checks().joint(world, id).output(result).status();
        if (!bad) {
            *result = jointOf(*world->dynamics.findJoint(unpacked<JointId>(id)));
        }
        return bad;
    });
}

s3_status s3_world_remove_joint(s3_world* world, s3_joint_id id) {
    return guarded([&] {
        const s3_status bad = Checks().joint(world, id).status();
        if (!bad) {
            world->dynamics.removeJoint(unpacked<JointId>(id));
        }
        return bad;
    });
}

s3_status s3_world_joint_ids(s3_world* world, s3_joint_id* ids, size_t capacity, size_t* count) {
    return c::listIds(world, ids, capacity, count, [&] { return world->dynamics.joints(); });
}

s3_status s3_world_joint_state(s3_world* world, s3_joint_id id, s3_joint_state* result) {
    return guarded([&] {
        const s3_status bad = Checks().joint(world, id).output(result).status();
        if (bad) {
            return bad;
        }
        const auto state = world->dynamics.jointState(world->world, unpacked<JointId>(id));
        if (!state) {
            return c::fail(S3_WORLD_STALE_ID, "an object of the joint was removed");
        }
        *result = c::out<s3_joint_state>(*state);
        return bad;
    });
}

s3_status s3_world_broken_joints(s3_world* world, const s3_broken_joint** joints, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(joints).output(count).status();
        if (!bad) {
            world->brokenJoints.clear();
            for (const auto& broken : world->dynamics.brokenJoints()) {
                world->brokenJoints.push_back({packed(broken.id), packed(broken.joint.a),
                                               packed(broken.joint.b), c::out<s3_vector>(broken.force),
                                               c::out<s3_spin>(broken.torque)});
            }
            *joints = world->brokenJoints.data();
            *count = world->brokenJoints.size();
        }
        return bad;
    });
}
