#include "window.hpp"

#include "hit_log.hpp"
#include "hud.hpp"
#include "look/director.hpp"
#include "look/game_view.hpp"
#include "panel.hpp"
#include "player.hpp"
#include "render/renderer.hpp"
#include "sound.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>
#include <window/gl_window.hpp>

namespace tank_arena {
namespace {

constexpr auto kUsualLayers = sat3d::DebugLayer::Edges | sat3d::DebugLayer::Contacts |
                              sat3d::DebugLayer::Impulses | sat3d::DebugLayer::Rays |
                              sat3d::DebugLayer::ContactEvents;

constexpr std::uint32_t kFirstTimedFrame = 10;  // the first ones compile shaders

/// How to draw: as asked for, or as the machine allows. Tests draw the same everywhere.
Quality qualityOf(const Options& options) {
    if (options.picture.empty()) {
        return options.frames > 0 ? Quality::Plain : Renderer::isSoftware() ? Quality::Fast : Quality::Fine;
    }
    return options.picture == "fast"    ? Quality::Fast
           : options.picture == "plain" ? Quality::Plain
                                        : Quality::Fine;
}

/// The window's state between frames.
class App {
public:
    App(GLFWwindow* window, const Models& models, const Options& options)
        : window_(window),
          options_(options),
          game_(models, options.game),
          player_(game_),
          view_(game_, renderer_) {
        state_.layers = options.layers | sat3d::DebugLayer::Explanations;
        state_.quality = qualityOf(options);
        view_.remember(game_);
        if (!isTest()) {
            sound_.open();
        }
        // What was down between two frames counts as well, however short.
        glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE);
        glfwSetInputMode(window, GLFW_STICKY_MOUSE_BUTTONS, GLFW_TRUE);
    }

    /// @return exit code
    int run();
    void key(int code);
    void wheel(double turns) { player_.zoom(static_cast<float>(turns)); }
    void button(int button, bool isDown, int modifiers) {
        if (button == GLFW_MOUSE_BUTTON_LEFT && isDown) {
            isChoosing_ = (modifiers & GLFW_MOD_CONTROL) != 0;
        }
    }

private:
    /// Whether each frame makes one step, however slow the machine is.
    [[nodiscard]] bool isTest() const { return options_.frames > 0; }
    [[nodiscard]] Controls readControls(float seconds);
    [[nodiscard]] Controls readGamepad(float seconds);
    void takeNext();
    void command(float seconds);
    void advance(float seconds);
    void chooseQuality(std::uint32_t frame);
    [[nodiscard]] sat3d::Ray rayAtCursor() const;
    void choose();
    void drawFrame(int width, int height, float seconds);
    void printFrameTime(std::clock_t started) const;
    void drawMarks(const sat3d::DebugGeometry& overlay, int width, int height) const;

    GLFWwindow* window_;
    Options options_;
    Game game_;
    Player player_;
    Renderer renderer_;
    GameView view_;
    Director director_;
    PanelState state_;
    sat3d::FixedStep clock_{Game::kStep, 4};
    Camera camera_;
    GamepadState gamepad_;
    HitLog hits_;
    Sound sound_;
    double lastX_ = 0.0, lastY_ = 0.0;
    bool isChoosing_ = false;
};

void App::takeNext() {
    player_.takeNext(game_);
    hits_.clear();
}

void App::key(int code) {
    switch (code) {
        case GLFW_KEY_P:
            state_.isPaused = !state_.isPaused;
            break;
        case GLFW_KEY_N:
            state_.isPaused = state_.isStepWanted = true;
            break;
        case GLFW_KEY_F:
            state_.followsPlayer = !state_.followsPlayer;
            break;
        case GLFW_KEY_L:
            state_.layers = (state_.layers & kUsualLayers) == sat3d::DebugLayer::None
                                ? state_.layers | kUsualLayers
                                : state_.layers & ~kUsualLayers;
            break;
        case GLFW_KEY_M:
            sound_.toggle();
            break;
        case GLFW_KEY_TAB:
            takeNext();
            break;
        case GLFW_KEY_ESCAPE:
            glfwSetWindowShouldClose(window_, GLFW_TRUE);
            break;
        default:
            break;
    }
}

Controls App::readGamepad(float seconds) {
    GLFWgamepadstate pad;
    GamepadState now;
    if (glfwGetGamepadState(GLFW_JOYSTICK_1, &pad) == GLFW_TRUE) {
        std::copy_n(pad.axes, now.axes.size(), now.axes.begin());
        now.isA = pad.buttons[GLFW_GAMEPAD_BUTTON_A] == GLFW_PRESS;
        now.isY = pad.buttons[GLFW_GAMEPAD_BUTTON_Y] == GLFW_PRESS;
        now.isStart = pad.buttons[GLFW_GAMEPAD_BUTTON_START] == GLFW_PRESS;
    }
    return controlsOf(now, std::exchange(gamepad_, now), seconds);
}

Controls App::readControls(float seconds) {
    // All are read, wanted or not: GLFW keeps what nobody reads.
    const auto isDown = [&](int code) { return glfwGetKey(window_, code) == GLFW_PRESS; };
    const auto isEither = [&](int code, int other) {
        const bool isFirst = isDown(code), isSecond = isDown(other);
        return isFirst || isSecond;
    };
    const auto direction = [&](int plus, int plusToo, int minus, int minusToo) {
        return (isEither(plus, plusToo) ? 1.0f : 0.0f) - (isEither(minus, minusToo) ? 1.0f : 0.0f);
    };
    const auto isPressed = [&](int button) { return glfwGetMouseButton(window_, button) == GLFW_PRESS; };
    Controls keys{.throttle = direction(GLFW_KEY_W, GLFW_KEY_UP, GLFW_KEY_S, GLFW_KEY_DOWN),
                  .steer = direction(GLFW_KEY_A, GLFW_KEY_LEFT, GLFW_KEY_D, GLFW_KEY_RIGHT),
                  .isFiring = isDown(GLFW_KEY_SPACE)};
    if (ImGui::GetIO().WantCaptureKeyboard) {
        keys = {};
    }
    const bool isControl = isEither(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    const bool isLeft = isPressed(GLFW_MOUSE_BUTTON_LEFT), isRight = isPressed(GLFW_MOUSE_BUTTON_RIGHT);
    double x = 0.0, y = 0.0;
    glfwGetCursorPos(window_, &x, &y);
    if (!ImGui::GetIO().WantCaptureMouse) {
        keys.isFiring = keys.isFiring || (isLeft && !isControl);
        if (isRight) {
            keys.turnView = static_cast<float>(lastX_ - x) * 0.005f;
            keys.tiltView = static_cast<float>(y - lastY_) * 0.005f;
        }
    }
    lastX_ = x;
    lastY_ = y;
    return joined(keys, readGamepad(seconds));
}

void App::command(float seconds) {
    const Controls controls = readControls(seconds);
    state_.isPaused = state_.isPaused != controls.isPause;
    if (controls.isNextTank) {
        takeNext();
    }
    player_.command(game_, controls, rayAtCursor(), seconds);
}

void App::advance(float seconds) {
    std::uint32_t steps = state_.isPaused ? 0 : clock_.advance(static_cast<double>(seconds * state_.speed));
    steps += std::exchange(state_.isStepWanted, false) ? 1 : 0;
    for (std::uint32_t i = 0; i < steps; ++i) {
        view_.remember(game_);
        const auto start = std::chrono::steady_clock::now();
        game_.step();
        const std::chrono::duration<float, std::milli> taken = std::chrono::steady_clock::now() - start;
        if (!isTest()) {  // the pictures of tests show no times
            state_.stepMilliseconds += 0.05f * (taken.count() - state_.stepMilliseconds);
        }
        view_.observe(game_);
        sound_.observe(game_);
        hits_.observe(game_, player_.tank());
    }
}

/// A picture that takes too long is drawn with fewer pixels.
void App::chooseQuality(std::uint32_t frame) {
    constexpr std::uint32_t kEvery = 20;  // frames
    if (frame % kEvery == 0 && frame <= 2 * kEvery && state_.frameMilliseconds > 40.0f &&
        state_.quality != Quality::Fast && options_.picture.empty()) {
        state_.quality = static_cast<Quality>(static_cast<int>(state_.quality) - 1);
    }
}

sat3d::Ray App::rayAtCursor() const {
    const WindowPoint point = pointOf(window_, {lastX_, lastY_});
    return rayThrough(point, camera_.eye, camera_.clipFromWorld(point.aspect));
}

void App::choose() {
    if (std::exchange(isChoosing_, false)) {
        const auto hit = raycast(game_.world(), rayAtCursor());
        state_.chosenObject = hit ? std::optional(hit->object) : std::nullopt;
        state_.chosenPair.reset();
        state_.chosenPlane.reset();
    }
}

void App::drawFrame(int width, int height, float seconds) {
    const float fraction = state_.isPaused ? 1.0f : clock_.fraction();
    camera_ =
        state_.followsPlayer ? player_.camera(game_, view_, fraction, seconds) : director_.cameraOf(game_);
    Scene& scene = view_.sceneOf(game_, camera_, fraction);
    scene.overlay = overlayOf(game_, state_.layers, camera_.target, state_.chosenPair);
    renderer_.draw(scene, camera_, state_.quality, 0, width, height);
    beginImGuiFrame();
    drawMarks(scene.overlay, width, height);
    if (state_.followsPlayer) {
        drawHits(game_, hits_, camera_);
    }
    drawKeys(state_.seconds);
    drawPanel(state_, game_, player_.tank());
    drawImGuiFrame();
}

/// Labels of the overlay, and where the gun points.
void App::drawMarks(const sat3d::DebugGeometry& overlay, int width, int height) const {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const glm::mat4 clipFromWorld =
        camera_.clipFromWorld(static_cast<float>(width) / static_cast<float>(std::max(height, 1)));
    const auto at = [&](const glm::vec3& point) { return onScreen(point, clipFromWorld, Camera::kNear); };
    for (const sat3d::DebugLabel& label : overlay.labels) {
        const auto place = at(label.position);
        if (place && glm::distance(label.position, camera_.target) < kShapesWithin) {
            list->AddText({place->x + 1.0f, place->y + 1.0f}, IM_COL32(0, 0, 0, 200), label.text.c_str());
            list->AddText(*place, label.color, label.text.c_str());
        }
    }
    const Tank& tank = game_.tanks()[player_.tank()];
    const auto gun = at(Player::gunPoint(game_, tank));
    if (state_.followsPlayer && gun && !tank.isWreck()) {
        const ImU32 color = tank.isBarrelBlocked ? IM_COL32(255, 80, 60, 255)
                            : tank.reload > 0.0f ? IM_COL32(255, 255, 255, 130)
                                                 : IM_COL32(150, 255, 120, 255);
        list->AddCircle(*gun, 10.0f, IM_COL32(0, 0, 0, 150), 24, 4.0f);
        list->AddCircle(*gun, 10.0f, color, 24, 2.0f);
        list->AddCircleFilled(*gun, 2.0f, color);
    }
}

/// Time of the processor, on all cores: other programs do not matter. With OpenGL in software, most is its.
void App::printFrameTime(std::clock_t started) const {
    if (options_.frames > kFirstTimedFrame) {
        const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
        std::printf("time per frame: %.1f ms of one core\n",
                    seconds * 1e3 / (options_.frames - kFirstTimedFrame + 1));
    }
}

int App::run() {
    if (!renderer_.error().empty()) {
        std::fprintf(stderr, "tank_arena: %s\n", renderer_.error().c_str());
        return 1;
    }
    bool isWritten = true;
    double last = glfwGetTime();
    std::clock_t started = std::clock();
    for (std::uint32_t frame = 1; glfwWindowShouldClose(window_) == GLFW_FALSE; ++frame) {
        started = frame == kFirstTimedFrame ? std::clock() : started;
        glfwPollEvents();
        const double now = glfwGetTime();
        const auto passed = static_cast<float>(now - last);
        const float seconds = isTest() ? Game::kStep : passed;
        last = now;
        state_.seconds += seconds;
        if (!isTest()) {
            state_.frameMilliseconds += 0.1f * (passed * 1e3f - state_.frameMilliseconds);
            chooseQuality(frame);
        }
        command(seconds);
        advance(seconds);
        choose();
        int width = 1, height = 1;
        glfwGetFramebufferSize(window_, &width, &height);
        drawFrame(width, height, seconds);
        sound_.listen(game_, camera_, player_.tank(), state_.isPaused);
        if (isTest() && frame == options_.frames) {
            isWritten = options_.screenshot.empty() || writeScreenshot(width, height, options_.screenshot);
            glfwSetWindowShouldClose(window_, GLFW_TRUE);
        }
        glfwSwapBuffers(window_);
    }
    printFrameTime(started);
    const GLenum error = glGetError();
    std::printf("OpenGL error: %u\n", error);
    return error == GL_NO_ERROR && isWritten ? 0 : 1;
}

}  // namespace

int playInWindow(const Models& models, const Options& options) {
    return runInWindow({"tank_arena", "sat3d: tank arena", ": use --headless"},
                       [&](GLFWwindow* window) { return App(window, models, options); });
}

}  // namespace tank_arena
