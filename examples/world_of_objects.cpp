// A world of the game's own objects: a tank drives through a zone into a wall, a shell finds its target, and
// the game goes back in time.

#include <sat3d/sat3d.hpp>

#include <cstdio>

namespace {

sat3d::Compound makeTank() {
    const sat3d::Box hull{.halfExtents = {2.0f, 1.2f, 0.5f}};
    const sat3d::Capsule barrel{.start = {0.0f, 0.0f, 0.0f}, .end = {3.0f, 0.0f, 0.0f}, .radius = 0.1f};
    return sat3d::Compound::fromChildren({{hull, {}}, {barrel, {{0.0f, 0.0f, 0.8f}}}}).value();
}

/// Prints what a world refuses: a NaN in a pose, the id of a removed object.
void report(const std::optional<sat3d::WorldError>& error) {
    if (error) {
        std::puts(error->message.c_str());
    }
}

}  // namespace

int main() {
    using enum sat3d::ObjectKind;
    sat3d::World world;
    const sat3d::Box box{.halfExtents = {0.5f, 4.0f, 2.0f}};
    const auto tank = world.add({.shape = makeTank(), .name = "tank"}).value();
    const auto wall = world.add({.shape = box, .pose = {{12, 0, 0}}, .kind = Static, .name = "wall"}).value();
    (void)world.add({.shape = box, .pose = {{5, 0, 0}}, .kind = Sensor, .name = "zone"}).value();
    const auto name = [&](sat3d::ObjectId id) { return world.find(id)->name.c_str(); };

    std::vector<std::byte> saved;
    for (int step = 0; step < 50; ++step) {
        saved = step == 20 ? world.snapshot() : saved;
        sat3d::Pose pose = world.find(tank)->pose;
        pose.position.x += 0.25f;
        report(world.setPose(tank, pose));
        const sat3d::Events events = world.update();
        for (const sat3d::Contact& contact : events.begun) {
            const auto& [a, b] = contact.objects;
            std::printf("%s meets %s, %.2f m deep\n", name(a), name(b), contact.penetration.depth);
            if (b == wall) {  // the tank is object a: it was added first
                pose.position += contact.penetration.pushA();
                report(world.setPose(tank, pose));
            }
        }
        for (const sat3d::ObjectPair& pair : events.ended) {
            std::printf("%s leaves %s\n", name(pair.a), name(pair.b));
        }
    }

    report(world.setPartPose(tank, 1, {{0, 0, 0.8f}, glm::angleAxis(3.14f, glm::vec3(0, 0, 1))}));
    const sat3d::Ray shot{.origin = {-20.0f, 0.0f, 0.8f}, .direction = {1.0f, 0.0f, 0.0f}, .length = 100.0f};
    if (const auto hit = raycast(world, shot)) {
        std::printf("the shell hits %s, part %u\n", name(hit->object), hit->hit.entry.child);
    }
    if (const auto hit = raycast(world, shot, {.without = {&tank, 1}})) {
        std::printf("behind it is %s\n", name(hit->object));
    }
    report(world.restore(saved));
    std::printf("back at step 20, x = %.2f m\n", world.find(tank)->pose.position.x);
}
