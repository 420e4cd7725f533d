// Draws the arena in software and writes a PNG file: software_arena FILE.png

#include "arena_scene.hpp"
#include "software_renderer.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene scene;
    SoftwareRenderer renderer(2 * arena::kWidth, 2 * arena::kHeight, arena::kSky);
    renderer.draw(arena::frameOf(scene, world), arena::clipFromWorld(), arena::kToSun, arena::kAmbient,
                  arena::kSunlight);
    renderer.draw(arena::overlayOf(world).lines, arena::clipFromWorld());
    const char* path = argc > 1 ? argv[1] : "arena_software.png";
    if (!writePng(halved(renderer.picture()), path)) {
        std::printf("cannot write %s\n", path);
        return 1;
    }
    std::printf("%zu contacts, drawn in software\n", world.events().begun.size());
}
