#include "film.hpp"

#include "app/overlay.hpp"
#include "look/digits.hpp"
#include "look/director.hpp"
#include "look/game_view.hpp"
#include "look/photographer.hpp"
#include "render/renderer.hpp"

#include <adapters/offscreen.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace tank_arena {
namespace {

constexpr std::uint64_t kVideoEvery = 2;  // steps: 30 frames per second
constexpr std::uint64_t kFlash = 2;       // steps from a shot until its flash is large
constexpr int kColumns = 4, kRows = 3;    // of the contact sheet
constexpr int kCellWidth = 320, kCellHeight = 180, kGap = 4;

}  // namespace

struct Film::Studio {
    Options options;
    std::uint64_t steps;
    Renderer renderer;
    GameView view;
    Director director;
    Canvas large{1280, 720}, small{640, 360};
    Picture sheet{kColumns * (kCellWidth + kGap) + kGap, kRows*(kCellHeight + kGap) + kGap};
    int cells = 0;
    std::uint32_t frames = 0;
    bool isWritten = true;
    Shot best;                     ///< of all so far
    std::optional<Picture> still;  ///< the picture of the best shot
    std::uint64_t stillDue = 0;    ///< step in which it is taken

    Studio(const Game& game, const Options& o, std::uint64_t count)
        : options(o), steps(count), view(game, renderer) {}

    Picture take(const Game& game, const Camera& camera, const Canvas& canvas) {
        Scene& scene = view.sceneOf(game, camera);
        scene.overlay = overlayOf(game, options.layers, camera.target, std::nullopt);
        renderer.draw(scene, camera, Quality::Fine, canvas.framebuffer(), canvas.width(), canvas.height());
        return canvas.read();
    }

    /// Takes the screenshot when a shot promises a better picture than all before.
    void watchForStill(const Game& game) {
        const std::uint64_t step = game.statistics().steps;
        if (step == stillDue && best.rank > 0.0f) {
            still = take(game, best.camera, large);
        }
        for (const std::uint32_t shooter : game.shooters()) {
            if (const Shot shot = bestShot(game, shooter); shot.rank > best.rank && step > stillDue) {
                best = shot;
                stillDue = step + kFlash;
            }
        }
    }

    void addToSheet(const Game& game) {
        Picture picture = halved(take(game, director.cameraOf(game), small));
        char seconds[16];
        std::snprintf(seconds, sizeof(seconds), "%.1f",
                      static_cast<double>(game.statistics().steps) * static_cast<double>(Game::kStep));
        writeDigits(picture, 6, kCellHeight - 16, seconds);
        const int left = kGap + cells % kColumns * (kCellWidth + kGap);
        const int top = kGap + cells / kColumns * (kCellHeight + kGap);
        for (int y = 0; y < kCellHeight; ++y) {
            std::copy_n(picture.pixel(0, y), 3 * kCellWidth, sheet.pixel(left, top + y));
        }
        ++cells;
    }
};

Film::Film(const Game& game, const Options& options, std::uint64_t steps)
    : studio_(std::make_unique<Studio>(game, options, steps)) {
    if (!options.videoFrames.empty()) {
        std::error_code ignored;  // then no frame can be written
        std::filesystem::create_directories(options.videoFrames, ignored);
    }
}

Film::~Film() = default;

void Film::observe(const Game& game) {
    Studio& studio = *studio_;
    studio.view.observe(game);
    const std::uint64_t step = game.statistics().steps;
    if (!studio.options.screenshot.empty()) {
        studio.watchForStill(game);
    }
    if (!studio.options.videoFrames.empty() && step % kVideoEvery == 0) {
        char name[32];
        std::snprintf(name, sizeof(name), "/frame_%05u.png", studio.frames++);
        const Picture picture = studio.take(game, studio.director.cameraOf(game), studio.small);
        studio.isWritten = writePng(picture, studio.options.videoFrames + name) && studio.isWritten;
    }
    const auto cells = static_cast<std::uint64_t>(kColumns * kRows);
    const bool isDue = static_cast<std::uint64_t>(studio.cells + 1) * studio.steps <= step * cells;
    if (!studio.options.contactSheet.empty() && isDue && studio.cells < kColumns * kRows) {
        studio.addToSheet(game);
    }
}

bool Film::finish(const Game& game) {
    Studio& studio = *studio_;
    if (!studio.renderer.error().empty()) {
        std::fprintf(stderr, "tank_arena: %s\n", studio.renderer.error().c_str());
        return false;
    }
    const auto write = [&](const Picture& picture, const std::string& file) {
        if (!writePng(picture, file)) {
            std::fprintf(stderr, "tank_arena: cannot write %s\n", file.c_str());
            studio.isWritten = false;
        }
    };
    if (!studio.options.screenshot.empty()) {
        write(studio.still ? *studio.still : studio.take(game, studio.director.cameraOf(game), studio.large),
              studio.options.screenshot);
    }
    if (!studio.options.contactSheet.empty()) {
        write(studio.sheet, studio.options.contactSheet);
    }
    const GLenum error = glGetError();
    if (error != GL_NO_ERROR) {
        std::fprintf(stderr, "tank_arena: OpenGL reports error %#x\n", error);
    }
    return studio.isWritten && error == GL_NO_ERROR;
}

bool canFilm() {
    if (makeSurfacelessContext()) {
        return true;
    }
    std::fputs("tank_arena: no pictures: no OpenGL 3.3 without a window here\n", stderr);
    return false;
}

}  // namespace tank_arena
