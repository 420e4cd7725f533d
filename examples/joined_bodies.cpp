// A door with a closer, a trailer behind a truck, and a crane whose rope breaks.

#include <sat3d/sat3d.hpp>

#include <cstdio>
#include <span>

// [model]
/// Adds the joints of a model, whose rigid bodies are these objects, at the model's place.
void addJoints(sat3d::World& world, sat3d::Dynamics& dynamics, const sat3d::CollisionModel& model,
               std::span<const sat3d::ObjectId> objects, const sat3d::Pose& place) {
    for (const sat3d::ModelJoint& joint : model.joints) {
        const sat3d::ObjectId a = joint.rigidBodyA ? objects[*joint.rigidBodyA] : sat3d::kWorldFrame;
        const auto made = sat3d::Joint::fromModel(joint, a, objects[joint.rigidBodyB], place);
        if (const auto id = dynamics.addJoint(world, made); !id) {
            std::printf("%s: %s\n", joint.name.c_str(), id.error().message.c_str());
        }
    }
}
// [model]

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const auto addBox = [&](const sat3d::Box& box, const glm::vec3& place, float mass) {
        const auto id = world.add({.shape = box, .pose = {place}});
        dynamics.setBody(world, *id, {.mass = *sat3d::massOfShape(box, mass)});
        return *id;
    };

    // [door]
    const sat3d::ObjectId leaf = addBox({.halfExtents = {0.5f, 1.0f, 0.02f}}, {0.5f, 1.1f, 0.0f}, 20.0f);
    sat3d::Joint hinge =
        sat3d::Joint::hinge(world, sat3d::kWorldFrame, leaf, {0.0f, 1.1f, 0.0f}, {0.0f, 1.0f, 0.0f});
    hinge.turns.twist = sat3d::JointAxis::range(0.0f, 1.6f);  // radians
    hinge.turns.twist.drive =
        sat3d::JointDrive::spring(0.5f, 1.0f, 0.0f, 15.0f);  // closes, with at most 15 Nm
    const auto door = dynamics.addJoint(world, hinge);
    if (!door) {
        std::printf("%s\n", door.error().message.c_str());
        return 1;
    }
    // [door]
    dynamics.applyImpulse(world, leaf, {0.0f, 0.0f, -30.0f}, {1.0f, 1.1f, 0.0f});

    // [hitch]
    const sat3d::Box hull{.halfExtents = {2.0f, 0.7f, 1.0f}};
    const sat3d::ObjectId truck = addBox(hull, {20.0f, 0.7f, 0.0f}, 4000.0f),
                          trailer = addBox(hull, {15.0f, 0.7f, 0.0f}, 2000.0f);
    sat3d::Joint hitch = sat3d::Joint::ball(world, truck, trailer, {17.5f, 0.5f, 0.0f}, {-1.0f, 0.0f, 0.0f});
    hitch.turns.swing = sat3d::JointAxis::range(0.0f, 1.2f);  // a cone
    hitch.turns.twist = sat3d::JointAxis::range(-0.3f, 0.3f);
    hitch.collides = true;
    (void)dynamics.addJoint(world, hitch);
    // [hitch]

    // [rope]
    const sat3d::ObjectId load = addBox({.halfExtents = glm::vec3(0.5f)}, {40.0f, 5.0f, 0.0f}, 500.0f);
    sat3d::Joint rope =
        sat3d::Joint::rod(world, sat3d::kWorldFrame, load, {40.0f, 9.0f, 0.0f}, {40.0f, 5.5f, 0.0f});
    rope.distance.lower = 0.0f;  // as a rope, it may be slack
    rope.breakForce = 6000.0f;   // newtons
    (void)dynamics.addJoint(world, rope);
    // [rope]

    sat3d::CollisionModel gate;  // as loadModel() gives it
    gate.joints.push_back({.name = "gate", .offsets = {{{0, 0}, {0, 0}, {0, 0}}}, .maxSwing = 0.0f});
    const sat3d::ObjectId leaves[] = {
        addBox({.halfExtents = {1.0f, 1.0f, 0.1f}}, {60.0f, 1.5f, 0.0f}, 50.0f)};
    addJoints(world, dynamics, gate, leaves, {{60.0f, 1.5f, 0.0f}});

    // [read]
    for (int i = 0; i < 240; ++i) {
        dynamics.applyForce(load, {0.0f, -10.0f * static_cast<float>(i), 0.0f});
        dynamics.step(world, 1.0f / 60.0f);
        for (const auto& broken : dynamics.brokenJoints()) {
            std::printf("broken by %.0f N\n", static_cast<double>(broken.force.y));
        }
    }
    const sat3d::JointState state = *dynamics.jointState(world, *door);
    std::printf("the door stands at %.2f rad\n", static_cast<double>(state.twist));
    // [read]
}
