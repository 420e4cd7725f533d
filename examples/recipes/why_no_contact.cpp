// Why do two objects not touch? Prints the first reason that applies.

#include <sat3d/sat3d.hpp>

#include <cstdio>

namespace {

// [why]
void explainContact(const sat3d::World& world, sat3d::ObjectId a, sat3d::ObjectId b) {
    const sat3d::World::Object *objectA = world.find(a), *objectB = world.find(b);
    if (objectA == nullptr || objectB == nullptr) {
        std::puts("one of them was removed: its id is stale");
    } else if (!world.mayTouch(a, b)) {
        std::printf("their kinds (%s, %s) or filters do not allow it\n", toString(objectA->kind).data(),
                    toString(objectB->kind).data());
    } else {
        const auto gap = distance(objectA->shape, objectA->pose, objectB->shape, objectB->pose);
        std::printf("they are %.3f m apart, of which the world bridges %.3f m\n", double(gap.separation),
                    double(world.options().margin));
    }
}
// [why]

}  // namespace

int main() {
    sat3d::World world;
    const sat3d::Box box{.halfExtents = {1.0f, 1.0f, 1.0f}};
    const auto crate = world.add({.shape = box}).value();
    const auto near = world.add({.shape = box, .pose = {{2.25f, 0.0f, 0.0f}}}).value();
    const auto ghost = world.add({.shape = box, .filter = {.collidesWith = 0}}).value();
    explainContact(world, crate, near);
    explainContact(world, crate, ghost);
    world.remove(near);
    explainContact(world, crate, near);
}
