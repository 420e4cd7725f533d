// A crane lowers its hook on a rope, picks up a crate, carries it away and sets it down.

#include <sat3d/sat3d.hpp>

#include <cstdio>

namespace {

constexpr float kStep = 1.0f / 60.0f;

void run(sat3d::World& world, sat3d::Dynamics& dynamics, float seconds) {
    for (int i = 0; i < static_cast<int>(seconds / kStep); ++i) {
        dynamics.step(world, kStep);
    }
}

// [winch]
/// Lets the rope out or pulls it in, at half a meter per second.
void winch(sat3d::World& world, sat3d::Dynamics& dynamics, sat3d::JointId rope, float length) {
    sat3d::Joint joint = *dynamics.findJoint(rope);
    while (joint.distance.upper != length) {
        const float way = length - joint.distance.upper, most = 0.5f * kStep;
        joint.distance.upper += glm::clamp(way, -most, most);
        (void)dynamics.setJoint(world, rope, joint);
        dynamics.step(world, kStep);
    }
}
// [winch]

}  // namespace

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const sat3d::Box trolley{.halfExtents = {0.3f, 0.2f, 0.3f}}, box{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::Sphere ball{.radius = 0.2f};
    const auto cart = world.add({.shape = trolley, .pose = {{0, 8, 0}}}).value();
    dynamics.setBody(world, cart, {});
    const auto hook = world.add({.shape = ball, .pose = {{0, 5, 0}}}).value();
    dynamics.setBody(
        world, hook,
        {.mass = *sat3d::massOfShape(ball, 50.0f), .linearDamping = 0.3f, .angularDamping = 1.0f});
    const auto crate = world.add({.shape = box, .pose = {{0, 0.5f, 0}}}).value();
    dynamics.setBody(world, crate, {.mass = *sat3d::massOfShape(box, 300.0f)});
    auto rope = sat3d::Joint::rod(world, cart, hook, {0, 8, 0}, {0, 5, 0});
    rope.distance.lower = 0.0f;
    const auto ropeId = dynamics.addJoint(world, rope).value();

    winch(world, dynamics, ropeId, 6.8f);  // down to the crate
    // [pick]
    const glm::vec3 place = world.find(hook)->pose.position;
    const auto grip = dynamics.addJoint(world, sat3d::Joint::fixed(world, hook, crate, place)).value();
    // [pick]
    winch(world, dynamics, ropeId, 4.0f);
    std::printf("the crate hangs %.1f m up\n", double(world.find(crate)->pose.position.y - 0.5f));
    dynamics.moveKinematic(cart, {{6, 8, 0}}, 6.0f);
    run(world, dynamics, 20.0f);  // swings out
    winch(world, dynamics, ropeId, 6.9f);
    (void)dynamics.removeJoint(grip);
    winch(world, dynamics, ropeId, 4.0f);
    run(world, dynamics, 2.0f);
    const glm::vec3 end = world.find(crate)->pose.position;
    std::printf("the crate stands at %.0f m, %.2f m up\n", double(end.x), double(end.y - 0.5f));
}
