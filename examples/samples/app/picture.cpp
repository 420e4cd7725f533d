#include "frame/picture_of.hpp"
#include "headless.hpp"

#include <adapters/offscreen.hpp>
#include <cstdio>

namespace samples {

int drawPicture(const Options& options) {
    if (!makeSurfacelessContext()) {
        std::fputs("samples: no OpenGL 3.3 without a window here\n", stderr);
        return 77;
    }
    const Canvas canvas(1280, 720);
    glLineWidth(2.0f);
    const auto scene = findSample(options.sample)->make();
    for (std::uint32_t i = 0; i < options.steps; ++i) {
        scene->step();
    }
    ScenePainter painter;
    painter.draw(*scene, sat3d::DebugLayer::None, {}, canvas.width(), canvas.height());
    const Picture picture = canvas.read();
    const GLenum error = glGetError();
    std::printf("%s\nOpenGL error: %u\n", scene->says.c_str(), error);
    return error == GL_NO_ERROR && writePng(halved(picture), options.picture) ? 0 : 1;
}

}  // namespace samples
