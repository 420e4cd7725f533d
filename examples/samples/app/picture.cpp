#include "frame/picture_of.hpp"
#include "headless.hpp"

#include <adapters/offscreen.hpp>
#include <algorithm>
#include <cstdio>

namespace samples {
namespace {

bool hasOpenGl() {
    if (makeSurfacelessContext()) {
        return true;
    }
    std::fputs("samples: no OpenGL 3.3 without a window here\n", stderr);
    return false;
}

/// A sample after some steps, half as large as the canvas.
Picture pictureOf(const Canvas& canvas, const Sample& sample, std::uint32_t steps) {
    const auto scene = sample.make();
    for (std::uint32_t i = 0; i < steps; ++i) {
        scene->step();
    }
    ScenePainter painter;
    painter.draw(*scene, sat3d::DebugLayer::None, {}, canvas.width(), canvas.height());
    std::printf("%s: %s\n", sample.name, scene->says.c_str());
    return halved(canvas.read());
}

int finish(const Picture& picture, const std::string& file) {
    const GLenum error = glGetError();
    std::printf("OpenGL error: %u\n", error);
    return error == GL_NO_ERROR && writePng(picture, file) ? 0 : 1;
}

}  // namespace

int drawPicture(const Options& options) {
    if (!hasOpenGl()) {
        return 77;
    }
    const Canvas canvas(1280, 720);
    glLineWidth(2.0f);
    return finish(pictureOf(canvas, *findSample(options.sample), options.steps), options.picture);
}

int drawSheet(const Options& options) {
    if (!hasOpenGl()) {
        return 77;
    }
    constexpr int kColumns = 8, kWidth = 160, kHeight = 90;
    const auto samples = allSamples();
    const int rows = (static_cast<int>(samples.size()) + kColumns - 1) / kColumns;
    const Canvas canvas(2 * kWidth, 2 * kHeight);
    Picture sheet(kColumns * kWidth, rows * kHeight);
    std::ranges::fill(sheet.bytes, std::uint8_t{255});
    int cell = 0;
    for (const Sample& sample : samples) {
        Picture picture = pictureOf(canvas, sample, options.steps);
        for (int y = 0; y < kHeight; ++y) {
            std::copy_n(picture.pixel(0, y), 3 * kWidth,
                        sheet.pixel(cell % kColumns * kWidth, cell / kColumns * kHeight + y));
        }
        ++cell;
    }
    return finish(sheet, options.sheet);
}

}  // namespace samples
