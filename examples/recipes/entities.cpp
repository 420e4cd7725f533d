// sat3d in an entity-component system: the world owns shapes and poses, the components own the rest.

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <cstdio>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

// A registry as small as can be. EnTT, flecs and Bevy have their own.
using Entity = std::uint64_t;
struct Transform {
    glm::mat4 matrix{1.0f};
};
struct Health {
    float points = 100.0f;
};
struct Collider {
    sat3d::ObjectId object;
};
struct Registry {
    std::unordered_map<Entity, Transform> transforms;
    std::unordered_map<Entity, Health> healths;
    std::unordered_map<Entity, Collider> colliders;
};

// [add]
void addCollider(Registry& registry, sat3d::World& world, Entity entity, sat3d::Shape shape,
                 const sat3d::Pose& pose) {
    auto object = world.add({.shape = std::move(shape), .pose = pose, .userData = entity});
    if (!object) {
        std::puts(object.error().message.c_str());
        return;
    }
    registry.colliders[entity] = {*object};
    registry.transforms[entity] = {pose.matrix()};
}

void removeCollider(Registry& registry, sat3d::World& world, Entity entity) {
    world.remove(registry.colliders.at(entity).object);  // the next update ends its contacts
    registry.colliders.erase(entity);
}
// [add]

// [transforms]
/// Copies the poses that have changed since the last call, and no others.
void syncTransforms(Registry& registry, const sat3d::World& world, sat3d::ChangeLog::Moment& last) {
    const auto copy = [&](sat3d::ObjectId id) {
        const sat3d::World::Object& object = *world.find(id);
        registry.transforms[object.userData].matrix = object.pose.matrix();
    };
    if (const auto changed = world.changes().since(last)) {
        for (const std::uint32_t index : *changed) {
            if (const auto id = world.idAt(index)) {  // nothing if it was removed
                copy(*id);
            }
        }
    } else {  // too long ago
        for (const sat3d::ObjectId id : world.ids()) {
            copy(id);
        }
    }
    last = world.changes().now();
}
// [transforms]

// [events]
void onContacts(Registry& registry, const sat3d::World& world, const sat3d::Events& events) {
    for (const sat3d::Contact& contact : events.begun) {
        for (const sat3d::ObjectId id : {contact.objects.a, contact.objects.b}) {
            if (const auto found = registry.healths.find(world.find(id)->userData);
                found != registry.healths.end()) {
                found->second.points -= 10.0f;
            }
        }
    }
}
// [events]

}  // namespace

int main() {
    Registry registry;
    sat3d::World world;
    const sat3d::Box box{.halfExtents = {1.0f, 1.0f, 1.0f}};
    for (Entity entity = 1; entity <= 3; ++entity) {
        addCollider(registry, world, entity, box, {{4.0f * static_cast<float>(entity), 1.0f, 0.0f}});
    }
    registry.healths[2] = {};
    sat3d::ChangeLog::Moment last = 0;
    for (int step = 0; step < 30; ++step) {
        const sat3d::ObjectId object = registry.colliders.at(1).object;
        sat3d::Pose pose = world.find(object)->pose;
        pose.position.x += 0.1f;
        (void)world.setPose(object, pose);
        onContacts(registry, world, world.update());
        syncTransforms(registry, world, last);
    }
    removeCollider(registry, world, 3);
    std::printf("entity 1 is at %.1f m, entity 2 has %.0f points, %zu colliders\n",
                double(registry.transforms.at(1).matrix[3].x), double(registry.healths.at(2).points),
                world.size());
}
