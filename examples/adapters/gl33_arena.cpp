// Draws the arena with OpenGL 3.3 core, off screen, and writes a PNG file: gl33_arena FILE.png
// Needs no display. Exits with 77 if there is no OpenGL here.

#include "arena_scene.hpp"
#include "gl33_renderer.hpp"
#include "offscreen.hpp"
#include "picture.hpp"

#include <cstdio>
#include <epoxy/gl.h>

int main(int argc, char** argv) {
    if (!makeSurfacelessContext()) {
        std::puts("no OpenGL 3.3 without a window here");
        return 77;
    }
    const Canvas canvas(2 * arena::kWidth, 2 * arena::kHeight);
    glViewport(0, 0, canvas.width(), canvas.height());
    const glm::vec4 sky = glm::unpackUnorm4x8(arena::kSky);
    glClearColor(sky.r, sky.g, sky.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glLineWidth(2.0f);

    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene scene;
    Gl33Renderer renderer(arena::kToSun, arena::kAmbient, arena::kSunlight);
    renderer.draw(arena::frameOf(scene, world), arena::clipFromWorld());
    renderer.draw(arena::overlayOf(world).lines, arena::clipFromWorld());

    const Picture picture = canvas.read();
    const GLenum error = glGetError();
    std::printf("drawn with %s, error %u\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)), error);
    const bool isWritten = writePng(halved(picture), argc > 1 ? argv[1] : "arena_gl33.png");
    return error == GL_NO_ERROR && isWritten ? 0 : 1;
}
