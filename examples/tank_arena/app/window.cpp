#include "window.hpp"

#include "input.hpp"
#include "look/director.hpp"
#include "look/game_view.hpp"
#include "look/renderer.hpp"
#include "overlay.hpp"
#include "panel.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <GLFW/glfw3.h>
#include <adapters/picture.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <utility>

namespace tank_arena {
namespace {

constexpr int kNoDisplay = 77;

/// The window's state between frames.
class App {
public:
    App(GLFWwindow* window, const Models& models, const Options& options)
        : window_(window), options_(options), game_(models, options.game), view_(game_, renderer_) {
        game_.tanks()[player_].isComputer = false;
    }

    /// @return exit code
    int run();
    void key(int code) {
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
            case GLFW_KEY_TAB:
                nextTank();
                break;
            case GLFW_KEY_ESCAPE:
                glfwSetWindowShouldClose(window_, GLFW_TRUE);
                break;
            default:
                break;
        }
    }
    void wheel(double turns) {
        distance_ = std::clamp(distance_ * (1.0f - 0.1f * float(turns)), 5.0f, 60.0f);
    }
    void click(bool isControlDown) { isChoosing_ = isControlDown; }

private:
    void nextTank();
    [[nodiscard]] Controls readControls(float seconds);
    void command(const Controls& controls);
    void advance(float seconds);
    [[nodiscard]] Camera chaseCamera() const;
    [[nodiscard]] sat3d::Ray rayAtCursor() const;
    void choose();
    void drawFrame(int width, int height);
    bool writeScreenshot(int width, int height) const;

    GLFWwindow* window_;
    Options options_;
    Game game_;
    Renderer renderer_{2048};
    GameView view_;
    Director director_;
    PanelState state_;
    sat3d::FixedStep clock_{Game::kStep, 4};
    Camera camera_;
    std::uint32_t player_ = 0;
    float viewYaw_ = 0.0f, viewTilt_ = 0.28f, distance_ = 14.0f;
    double lastX_ = 0.0, lastY_ = 0.0;
    bool isChoosing_ = false;
};

void App::nextTank() {
    game_.tanks()[player_].isComputer = true;
    player_ = (player_ + 1) % static_cast<std::uint32_t>(game_.tanks().size());
    game_.tanks()[player_].isComputer = false;
}

Controls App::readControls(float seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    Controls keys;
    const auto isDown = [&](int code) { return glfwGetKey(window_, code) == GLFW_PRESS; };
    if (!io.WantCaptureKeyboard) {
        keys.throttle = float(isDown(GLFW_KEY_W) || isDown(GLFW_KEY_UP)) -
                        float(isDown(GLFW_KEY_S) || isDown(GLFW_KEY_DOWN));
        keys.steer = float(isDown(GLFW_KEY_A) || isDown(GLFW_KEY_LEFT)) -
                     float(isDown(GLFW_KEY_D) || isDown(GLFW_KEY_RIGHT));
        keys.isFiring = isDown(GLFW_KEY_SPACE);
    }
    double x = 0.0, y = 0.0;
    glfwGetCursorPos(window_, &x, &y);
    if (!io.WantCaptureMouse) {
        const bool isControl = isDown(GLFW_KEY_LEFT_CONTROL) || isDown(GLFW_KEY_RIGHT_CONTROL);
        keys.isFiring |= !isControl && glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
        if (glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS) {
            keys.turnView = static_cast<float>(lastX_ - x) * 0.005f;
            keys.tiltView = static_cast<float>(y - lastY_) * 0.005f;
        }
    }
    lastX_ = x;
    lastY_ = y;
    GLFWgamepadstate pad;
    GamepadState gamepad;
    if (glfwGetGamepadState(GLFW_JOYSTICK_1, &pad) == GLFW_TRUE) {
        std::copy_n(pad.axes, gamepad.axes.size(), gamepad.axes.begin());
        gamepad.isButtonDown = pad.buttons[GLFW_GAMEPAD_BUTTON_A] == GLFW_PRESS;
    }
    return joined(keys, controlsOf(gamepad, seconds));
}

void App::command(const Controls& controls) {
    viewYaw_ += controls.turnView;
    viewTilt_ = std::clamp(viewTilt_ + controls.tiltView, 0.02f, 1.2f);
    Tank& tank = game_.tanks()[player_];
    tank.command = {.throttle = controls.throttle, .steer = controls.steer, .isFiring = controls.isFiring};
    const sat3d::Ray ray = rayAtCursor();
    const auto hit = raycast(game_.world(), ray, {.without = {&tank.object, 1}});
    tank.command.aimAt = ray.origin + ray.direction * (hit ? hit->hit.entry.distance : 150.0f);
}

void App::advance(float seconds) {
    std::uint32_t steps = state_.isPaused ? 0 : clock_.advance(static_cast<double>(seconds * state_.speed));
    steps += std::exchange(state_.isStepWanted, false) ? 1 : 0;
    for (std::uint32_t i = 0; i < steps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        game_.step();
        const std::chrono::duration<float, std::milli> taken = std::chrono::steady_clock::now() - start;
        state_.stepMilliseconds += 0.05f * (taken.count() - state_.stepMilliseconds);
        view_.observe(game_);
    }
}

Camera App::chaseCamera() const {
    const Tank& tank = game_.tanks()[player_];
    const sat3d::Pose& pose = game_.world().find(tank.object)->pose;
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    glm::vec3 ahead = pose.transformDirection({0.0f, 0.0f, 1.0f});
    ahead = glm::normalize(glm::vec3(ahead.x, 0.0f, ahead.z) + glm::vec3(0.0f, 0.0f, 1e-5f));
    const glm::vec3 back = glm::angleAxis(viewYaw_, up) * -ahead;
    Camera camera;
    camera.target = pose.position + glm::vec3(0.0f, 2.6f, 0.0f);
    camera.eye = camera.target + (back * std::cos(viewTilt_) + up * std::sin(viewTilt_)) * distance_;
    return unobstructed(game_, camera, tank.object);
}

sat3d::Ray App::rayAtCursor() const {
    int width = 1, height = 1;
    glfwGetWindowSize(window_, &width, &height);
    const glm::vec2 at(2.0 * lastX_ / std::max(width, 1) - 1.0, 1.0 - 2.0 * lastY_ / std::max(height, 1));
    const float aspect = static_cast<float>(width) / static_cast<float>(std::max(height, 1));
    const glm::vec4 far = glm::inverse(camera_.clipFromWorld(aspect)) * glm::vec4(at, 1.0f, 1.0f);
    return {camera_.eye, glm::normalize(glm::vec3(far) / far.w - camera_.eye), 1000.0f};
}

void App::choose() {
    if (std::exchange(isChoosing_, false)) {
        const auto hit = raycast(game_.world(), rayAtCursor());
        state_.chosenObject = hit ? std::optional(hit->object) : std::nullopt;
        state_.chosenPair.reset();
    }
}

void App::drawFrame(int width, int height) {
    camera_ = state_.followsPlayer ? chaseCamera() : director_.cameraOf(game_);
    Scene& scene = view_.sceneOf(game_, camera_);
    scene.lines = overlayOf(game_, state_.layers, camera_.target, state_.chosenPair);
    renderer_.draw(scene, camera_, 0, width, height);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    drawPanel(state_, game_, player_);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool App::writeScreenshot(int width, int height) const {
    Picture picture(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glReadBuffer(GL_BACK);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.bytes.data());
    return writePng(flipped(std::move(picture)), options_.screenshot);
}

int App::run() {
    if (!renderer_.error().empty()) {
        std::fprintf(stderr, "tank_arena: %s\n", renderer_.error().c_str());
        return 1;
    }
    if (options_.showsLayers) {
        state_.layers = sat3d::DebugLayer::Default | sat3d::DebugLayer::Bounds;
    }
    bool isWritten = true;
    double last = glfwGetTime();
    for (std::uint32_t frame = 1; glfwWindowShouldClose(window_) == GLFW_FALSE; ++frame) {
        glfwPollEvents();
        const bool isTest = options_.frames > 0;  // the same steps, however slow the machine is
        const double now = glfwGetTime();
        const float seconds = isTest ? Game::kStep : static_cast<float>(now - last);
        state_.frameMilliseconds += 0.1f * (static_cast<float>(now - last) * 1e3f - state_.frameMilliseconds);
        last = now;
        command(readControls(seconds));
        advance(seconds);
        choose();
        int width = 1, height = 1;
        glfwGetFramebufferSize(window_, &width, &height);
        drawFrame(width, height);
        if (isTest && frame == options_.frames) {
            isWritten = options_.screenshot.empty() || writeScreenshot(width, height);
            glfwSetWindowShouldClose(window_, GLFW_TRUE);
        }
        glfwSwapBuffers(window_);
    }
    const GLenum error = glGetError();
    std::printf("OpenGL error: %u\n", error);
    return error == GL_NO_ERROR && isWritten ? 0 : 1;
}

App& appOf(GLFWwindow* window) {
    return *static_cast<App*>(glfwGetWindowUserPointer(window));
}

/// Callbacks of ours come first: ImGui chains them.
void setCallbacks(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int code, int, int action, int) {
        if (action == GLFW_PRESS && !ImGui::GetIO().WantCaptureKeyboard) {
            appOf(w).key(code);
        }
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double turns) {
        if (!ImGui::GetIO().WantCaptureMouse) {
            appOf(w).wheel(turns);
        }
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
        if (button == GLFW_MOUSE_BUTTON_LEFT && action == GLFW_PRESS && !ImGui::GetIO().WantCaptureMouse) {
            appOf(w).click((modifiers & GLFW_MOD_CONTROL) != 0);
        }
    });
}

}  // namespace

int playInWindow(const Models& models, const Options& options) {
    if (glfwInit() != GLFW_TRUE) {
        std::fputs("tank_arena: no display here: use --headless\n", stderr);
        return kNoDisplay;
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, 4);
    GLFWwindow* window = glfwCreateWindow(1280, 720, "sat3d: tank arena", nullptr, nullptr);
    if (window == nullptr) {
        std::fputs("tank_arena: no OpenGL 3.3 in a window here: use --headless\n", stderr);
        glfwTerminate();
        return kNoDisplay;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    int result = 0;
    {
        App app(window, models, options);
        glfwSetWindowUserPointer(window, &app);
        setCallbacks(window);
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        ImGui_ImplOpenGL3_Init("#version 330 core");
        result = app.run();
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
    }
    ImGui::DestroyContext();
    glfwDestroyWindow(window);
    glfwTerminate();
    return result;
}

}  // namespace tank_arena
