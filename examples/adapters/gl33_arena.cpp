// Draws the arena with OpenGL 3.3 core, off screen, and writes a PNG file: gl33_arena FILE.png
// Needs no display. Exits with 77 if there is no OpenGL here.

#include "arena_scene.hpp"
#include "gl33_renderer.hpp"
#include "picture.hpp"

#include <cstdio>
#include <epoxy/egl.h>

namespace {

/// Makes a context without a window current. Returns whether there is one.
bool makeContext() {
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        return false;
    }
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr) ||
        !eglBindAPI(EGL_OPENGL_API)) {
        return false;
    }
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    return context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/// Makes a framebuffer of the given size and binds it.
void bindFramebuffer(int width, int height) {
    GLuint framebuffer = 0, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glViewport(0, 0, width, height);
}

}  // namespace

int main(int argc, char** argv) {
    if (!makeContext()) {
        std::puts("no OpenGL 3.3 without a window here");
        return 77;
    }
    Picture picture(2 * arena::kWidth, 2 * arena::kHeight);
    bindFramebuffer(picture.width, picture.height);
    const glm::vec4 sky = glm::unpackUnorm4x8(arena::kSky);
    glClearColor(sky.r, sky.g, sky.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glLineWidth(2.0f);

    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene scene;
    Gl33Renderer renderer(arena::kToSun, arena::kAmbient, arena::kSunlight);
    renderer.draw(arena::frameOf(scene, world), arena::clipFromWorld());
    renderer.draw(arena::overlayOf(world).lines, arena::clipFromWorld());

    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE, picture.bytes.data());
    const GLenum error = glGetError();
    std::printf("drawn with %s, error %u\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)), error);
    const bool isWritten = writePng(halved(flipped(picture)), argc > 1 ? argv[1] : "arena_gl33.png");
    return error == GL_NO_ERROR && isWritten ? 0 : 1;
}
