// Draws the game off screen. Skipped where OpenGL has no context without a window.

#include "arena_support.hpp"
#include "look/director.hpp"
#include "look/game_view.hpp"
#include "look/offscreen.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>

namespace tank_arena {
namespace {

class Look : public testing::Test {
protected:
    void SetUp() override {
        static const bool hasContext = makeSurfacelessContext();
        if (!hasContext) {
            GTEST_SKIP() << "no OpenGL 3.3 without a window here";
        }
    }

    static Picture draw(const Game& game, const Camera& camera) {
        Renderer renderer(1024);
        EXPECT_EQ(renderer.error(), "");
        GameView view(game, renderer);
        const Canvas canvas(480, 270);
        renderer.draw(view.sceneOf(game, camera), camera, canvas.framebuffer(), canvas.width(),
                      canvas.height());
        Picture picture = canvas.read();
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
        return picture;
    }

    /// Share of the pixels that differ visibly.
    static double difference(Picture a, Picture b) {
        std::size_t count = 0;
        for (int y = 0; y < a.height; ++y) {
            for (int x = 0; x < a.width; ++x) {
                int most = 0;
                for (int c = 0; c < 3; ++c) {
                    most = std::max(most, std::abs(a.pixel(x, y)[c] - b.pixel(x, y)[c]));
                }
                count += most > 24 ? 1 : 0;
            }
        }
        return static_cast<double>(count) / (a.width * a.height);
    }
};

TEST_F(Look, PictureHasSkyGroundAndManyColors) {
    const Game game(loadedModels(), {.seed = 2, .tanks = 8, .props = 50});
    Director director;
    Picture picture = draw(game, director.cameraOf(game));
    std::set<std::uint32_t> colors;
    double skyBlue = 0.0, groundBlue = 0.0;  // blue less red, at the upper and at the lower edge
    for (int x = 0; x < picture.width; ++x) {
        skyBlue += picture.pixel(x, 2)[2] - picture.pixel(x, 2)[0];
        groundBlue += picture.pixel(x, picture.height - 2)[2] - picture.pixel(x, picture.height - 2)[0];
        for (int y = 0; y < picture.height; ++y) {
            const std::uint8_t* p = picture.pixel(x, y);
            colors.insert(std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2]);
        }
    }
    EXPECT_GT(colors.size(), 3000u);
    EXPECT_GT(skyBlue / picture.width, 10.0);
    EXPECT_LT(groundBlue / picture.width, -10.0);
}

TEST_F(Look, SameMomentGivesSamePicture) {
    const Game game(loadedModels(), {.seed = 2, .tanks = 4, .props = 20});
    Director director;
    const Camera camera = director.cameraOf(game);
    EXPECT_EQ(draw(game, camera).bytes, draw(game, camera).bytes);
}

TEST_F(Look, PictureChangesWithTheGame) {
    Game game(loadedModels(), {.seed = 2, .tanks = 8, .props = 50});
    Director director;
    const Camera camera = director.cameraOf(game);
    const Picture before = draw(game, camera);
    for (int step = 0; step < 90; ++step) {
        game.step();
    }
    EXPECT_GT(difference(before, draw(game, camera)), 0.01);
}

}  // namespace
}  // namespace tank_arena
