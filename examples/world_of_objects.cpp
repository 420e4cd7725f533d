// A world of the game's own objects: a tank drives through a trigger into a wall, and a shell finds its
// target.

#include <sat3d/sat3d.hpp>

#include <cstdio>
#include <vector>

namespace {

sat3d::Compound makeTank() {
    const sat3d::Box hull{.halfExtents = {2.0f, 1.2f, 0.5f}};
    const sat3d::Capsule barrel{.start = {0.0f, 0.0f, 0.0f}, .end = {3.0f, 0.0f, 0.0f}, .radius = 0.1f};
    return sat3d::Compound::fromChildren({{hull, sat3d::Pose{}}, {barrel, {{0.0f, 0.0f, 0.8f}}}}).value();
}

void report(const sat3d::World& world, const sat3d::Events& events) {
    const auto name = [&](sat3d::ObjectId id) {
        const sat3d::World::Object* object = world.find(id);
        return object != nullptr ? object->name.c_str() : "a removed object";
    };
    for (const sat3d::Contact& contact : events.begun) {
        std::printf("%s meets %s, %.2f m deep\n", name(contact.objects.a), name(contact.objects.b),
                    contact.penetration.depth);
    }
    for (const sat3d::ObjectPair& pair : events.ended) {
        std::printf("%s leaves %s\n", name(pair.a), name(pair.b));
    }
}

}  // namespace

int main() {
    sat3d::World world;
    const sat3d::Box box{.halfExtents = {0.5f, 4.0f, 2.0f}};
    const auto tank = world.add({.shape = makeTank(), .name = "tank"});
    const auto wall = world.add(
        {.shape = box, .pose = {{12.0f, 0.0f, 0.0f}}, .kind = sat3d::ObjectKind::Static, .name = "wall"});
    const auto zone = world.add(
        {.shape = box, .pose = {{5.0f, 0.0f, 0.0f}}, .kind = sat3d::ObjectKind::Sensor, .name = "zone"});
    if (!tank || !wall || !zone) {
        std::puts("the world refuses an object");
        return 1;
    }

    std::vector<std::byte> saved;
    for (int step = 0; step < 50; ++step) {
        if (step == 20) {
            saved = world.snapshot();
        }
        sat3d::Pose pose = world.find(*tank)->pose;
        pose.position.x += 0.25f;
        world.setPose(*tank, pose);
        const sat3d::Events events = world.update();
        report(world, events);
        for (const sat3d::Contact& contact : events.begun) {
            if (contact.objects.b == *wall) {
                pose.position += contact.penetration.pushA();  // the tank is object a: it was added first
                world.setPose(*tank, pose);
            }
        }
    }

    const sat3d::Pose turned{{0.0f, 0.0f, 0.8f}, glm::angleAxis(3.14159f, glm::vec3(0, 0, 1))};
    world.setPartPose(*tank, 1, turned);  // the turret looks back
    report(world, world.update());

    const sat3d::Ray shot{.origin = {-20.0f, 0.0f, 0.8f}, .direction = {1.0f, 0.0f, 0.0f}, .length = 100.0f};
    if (const auto hit = raycast(world, shot)) {
        std::printf("the shell hits %s, part %u\n", world.find(hit->object)->name.c_str(),
                    hit->hit.entry.child);
    }
    if (const auto hit = raycast(world, shot, {.without = {&*tank, 1}})) {
        std::printf("behind it is %s\n", world.find(hit->object)->name.c_str());
    }

    if (const auto error = world.restore(saved)) {
        std::puts(error->message.c_str());
        return 1;
    }
    std::printf("back at step 20, x = %.2f m\n", world.find(*tank)->pose.position.x);
}
