// A world of balls on all cores: oneTBB runs the tasks of an update.

#include <sat3d/sat3d.hpp>

#include <cstdio>
#include <tbb/parallel_for.h>

namespace {

/// 20 x 20 x 10 balls that overlap their neighbors along x.
void addBalls(sat3d::World& world) {
    for (int i = 0; i < 4'000; ++i) {
        const glm::vec3 place(1.9f * float(i % 20), 2.1f * float(i / 20 % 20), 2.1f * float(i / 400));
        if (const auto added = world.add({.shape = sat3d::Sphere{.radius = 1.0f}, .pose = {place}}); !added) {
            std::puts(added.error().message.c_str());
        }
    }
}

}  // namespace

int main() {
    sat3d::World world;
    addBalls(world);
    const sat3d::Events events = world.update([](std::size_t count, sat3d::ParallelTask task) {
        tbb::parallel_for(std::size_t{0}, count, [&](std::size_t number) { task(number); });
    });
    std::printf("%zu pairs touch\n", events.begun.size());

    sat3d::World alone;
    addBalls(alone);
    alone.update();  // on this thread
    std::puts(alone.hash() == world.hash() ? "the same bits" : "other bits");
}
