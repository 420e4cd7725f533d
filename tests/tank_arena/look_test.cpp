// Draws the game off screen. Skipped where OpenGL has no context without a window.

#include "app/overlay.hpp"
#include "arena_support.hpp"
#include "look/director.hpp"
#include "look/game_view.hpp"

#include <adapters/offscreen.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
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

    static Picture draw(const Game& game, const Camera& camera, Quality quality = Quality::Plain,
                        sat3d::DebugLayer layers = sat3d::DebugLayer::None) {
        Renderer renderer;
        EXPECT_EQ(renderer.error(), "");
        GameView view(game, renderer);
        const Canvas canvas(480, 270);
        Scene& scene = view.sceneOf(game, camera);
        scene.overlay = overlayOf(game, layers, camera.target, std::nullopt);
        renderer.draw(scene, camera, quality, canvas.framebuffer(), canvas.width(), canvas.height());
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

TEST_F(Look, EveryQualityShowsTheSame) {
    const Game game(loadedModels(), {.seed = 2, .tanks = 8, .props = 50});
    Director director;
    const Camera camera = director.cameraOf(game);
    const Picture plain = draw(game, camera);
    for (const Quality quality : {Quality::Fast, Quality::Fine}) {
        const double apart = difference(plain, draw(game, camera, quality));
        EXPECT_LT(apart, 0.25);
        EXPECT_GT(apart, 0.001);
    }
}

// Pixels in the color of contact points appear with their layer, and only with it.
TEST_F(Look, OverlayShowsContacts) {
    Game game(loadedModels(), {.seed = 2, .tanks = 8, .props = 50});
    for (int step = 0; step < 30; ++step) {
        game.step();
    }
    Director director;
    const Camera camera = director.cameraOf(game);
    const auto red = [&](sat3d::DebugLayer layers) {
        Picture picture = draw(game, camera, Quality::Plain, layers);
        int count = 0;
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) {
                const std::uint8_t* p = picture.pixel(x, y);  // DebugColors::contact
                count += std::abs(p[0] - 255) + std::abs(p[1] - 60) + std::abs(p[2] - 40) < 40 ? 1 : 0;
            }
        }
        return count;
    };
    EXPECT_EQ(red(sat3d::DebugLayer::None), 0);
    EXPECT_EQ(red(sat3d::DebugLayer::Edges), 0);
    EXPECT_GT(red(sat3d::DebugLayer::Contacts), 30);
}

TEST_F(Look, FacesOfTheOverlayAreSeenThrough) {
    const Game game(loadedModels(), {.seed = 2, .tanks = 8, .props = 50});
    Director director;
    const Camera camera = director.cameraOf(game);
    const double apart =
        difference(draw(game, camera), draw(game, camera, Quality::Plain, sat3d::DebugLayer::Faces));
    EXPECT_GT(apart, 0.01);
    EXPECT_LT(apart, 0.6);
}

}  // namespace
}  // namespace tank_arena
