// Three ways to move an object by hand, and what each does to the crate on it.

#include <sat3d/sat3d.hpp>

#include <cmath>
#include <cstdio>

namespace {

constexpr float kStep = 1.0f / 60.0f;

struct Scene {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    sat3d::ObjectId lift, crate;
};

Scene makeScene() {
    Scene scene;
    const sat3d::Box plate{.halfExtents = {2.0f, 0.1f, 2.0f}}, box{.halfExtents = {0.5f, 0.5f, 0.5f}};
    scene.lift = scene.world.add({.shape = plate, .pose = {{0.0f, -0.1f, 0.0f}}}).value();
    scene.crate = scene.world.add({.shape = box, .pose = {{0.0f, 0.5f, 0.0f}}}).value();
    scene.dynamics.setBody(scene.world, scene.crate, {.mass = *sat3d::massOfShape(box, 500.0f)});
    return scene;
}

void report(const char* way, const Scene& scene) {
    const glm::vec3 crate = scene.world.find(scene.crate)->pose.position;
    const glm::vec3 lift = scene.world.find(scene.lift)->pose.position;
    std::printf("%s: the lift at %.2f %.2f, the crate %.2f m beside and %.3f m over it\n", way,
                double(lift.x), double(lift.y), double(crate.x - lift.x),
                double(crate.y - 0.5f - lift.y - 0.1f));
}

}  // namespace

int main() {
    Scene teleported = makeScene();
    for (int i = 0; i < 120; ++i) {
        // [setPose]
        sat3d::Pose pose = teleported.world.find(teleported.lift)->pose;
        pose.position += glm::vec3(1.0f, 0.5f, 0.0f) * kStep;
        (void)teleported.world.setPose(teleported.lift, pose);
        // [setPose]
        teleported.dynamics.step(teleported.world, kStep);
    }
    report("by setPose", teleported);

    Scene driven = makeScene();
    driven.dynamics.setBody(driven.world, driven.lift, {});  // no mass: nothing but its velocity moves it
    for (int i = 0; i < 120; ++i) {
        // [velocity]
        const float ease =
            1.0f - std::cos(6.2831853f * static_cast<float>(i) / 120.0f);  // starts and ends slowly
        driven.dynamics.setVelocity(driven.lift, glm::vec3(1.0f, 0.5f, 0.0f) * ease, {});
        // [velocity]
        driven.dynamics.step(driven.world, kStep);
    }
    report("by its velocity", driven);
}
