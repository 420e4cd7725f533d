// sat3d beside another engine: that one moves the bodies, sat3d answers what it cannot.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdio>
#include <variant>
#include <vector>

namespace {

// Stands for the other engine: bodies that it moves by itself. Its pose is that of the center of mass, as in
// Jolt and Bullet.
struct OtherBody {
    glm::vec3 centerOfMass{0.0f};
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
    glm::vec3 velocity{0.0f};
};

// [twin]
/// A body of the other engine and its object here.
struct Twin {
    OtherBody* body = nullptr;
    sat3d::ObjectId object;
    glm::vec3 centerInBody{0.0f};  ///< of mass, in the frame of the shape
};

sat3d::Pose poseOf(const Twin& twin) {
    const glm::quat rotation = normalize(twin.body->rotation);  // theirs drift by more than 1e-3
    return {twin.body->centerOfMass - rotation * twin.centerInBody, rotation};
}

/// After each step of the other engine.
void follow(sat3d::World& world, const std::vector<Twin>& twins) {
    for (const Twin& twin : twins) {
        if (const auto error = world.setPose(twin.object, poseOf(twin))) {  // same bits cost nothing
            std::puts(error->message.c_str());
        }
    }
    world.refresh();  // before many queries
}
// [twin]

}  // namespace

int main() {
    sat3d::World world;
    const sat3d::Box plate{.halfExtents = {0.05f, 1.0f, 1.0f}};
    const sat3d::Box hull{.halfExtents = {2.0f, 1.0f, 1.0f}};
    const auto tank =
        sat3d::Compound::fromChildren({{.shape = hull, .pose = {}, .name = "hull"},
                                       {.shape = plate, .pose = {{-2.3f, 0, 0}}, .name = "skirt"}})
            .value();
    const auto mass = sat3d::massOfShape(tank, 20e3f).value();  // give it to the other engine as well

    OtherBody body{.centerOfMass = {20.0f, 1.0f, 0.0f}, .velocity = {-5.0f, 0.0f, 0.0f}};
    std::vector<Twin> twins{{&body, world.add({.shape = tank}).value(), mass.center}};
    for (int step = 0; step < 60; ++step) {
        body.centerOfMass += body.velocity / 60.0f;  // the other engine's step
        follow(world, twins);
    }
    // [shell]
    // What the other engine has no call for: every plate on the way, with its thickness.
    std::array<sat3d::WorldRayHit, 8> buffer;
    const sat3d::Ray shell{{0.0f, 1.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 100.0f};
    for (const auto& [object, hit] : raycastAll(world, shell, buffer)) {
        const auto& parts = std::get<sat3d::Compound>(world.find(object)->shape);
        std::printf("%s at %.2f m, %.2f m thick\n", parts.children()[hit.entry.child].name.c_str(),
                    double(hit.entry.distance), double(hit.exit.distance - hit.entry.distance));
    }
    // [shell]
}
