#include "frame/grab.hpp"
#include "frame/picture_of.hpp"
#include "headless.hpp"
#include "panel.hpp"

#include <sat3d/debug/draw.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>
#include <window/gl_window.hpp>

namespace samples {
namespace {

/// The window's state between frames.
class App {
public:
    App(GLFWwindow* window, Options options) : window_(window), options_(std::move(options)) {
        state_.sample = findSample(options_.sample);
        restart();
    }
    /// @return exit code
    int run();
    void key(int code);
    void wheel(double turns) {
        scene_->view.distance = std::clamp(scene_->view.distance * (turns > 0.0 ? 0.9f : 1.1f), 2.0f, 120.0f);
    }
    void button(int button, bool isDown, int modifiers);

private:
    void restart();
    [[nodiscard]] sat3d::Ray rayAtCursor() const;
    void moveView();
    void advance(float seconds);
    void stepOnce();
    void drawFrame();

    GLFWwindow* window_;
    Options options_;
    PanelState state_;
    std::unique_ptr<Scene> scene_;
    ScenePainter painter_;
    Grab grab_;
    sat3d::FixedStep clock_{kStep, 4};
    double lastX_ = 0.0, lastY_ = 0.0;
    int width_ = 1, height_ = 1;
};

void App::restart() {
    const auto view = scene_ && !state_.isRestartWanted ? std::optional(scene_->view) : std::nullopt;
    grab_.drop();
    state_.chosen.reset(), state_.other.reset();
    painter_.forget();
    scene_ = state_.sample->make();
    if (view) {
        scene_->view = *view;
    }
    state_.isRestartWanted = false;
}

void App::key(int code) {
    switch (code) {
        case GLFW_KEY_P:
            state_.isPaused = !state_.isPaused;
            break;
        case GLFW_KEY_N:
            state_.isPaused = state_.isStepWanted = true;
            break;
        case GLFW_KEY_R:
            restart();
            break;
        case GLFW_KEY_PAGE_DOWN:
        case GLFW_KEY_PAGE_UP: {
            const auto count = static_cast<std::ptrdiff_t>(allSamples().size());
            const std::ptrdiff_t at =
                state_.sample - allSamples().data() + (code == GLFW_KEY_PAGE_DOWN ? 1 : -1);
            state_.sample = &allSamples()[static_cast<std::size_t>((at + count) % count)];
            state_.isRestartWanted = true;
            break;
        }
        case GLFW_KEY_ESCAPE:
            glfwSetWindowShouldClose(window_, GLFW_TRUE);
            break;
        default:
            break;
    }
}

void App::button(int button, bool isDown, int) {
    if (button != GLFW_MOUSE_BUTTON_LEFT) {
        return;
    }
    if (isDown) {
        state_.chosen = grab_.take(*scene_, rayAtCursor());
        state_.other.reset();
    } else {
        grab_.drop();
    }
}

sat3d::Ray App::rayAtCursor() const {
    const WindowPoint point = pointOf(window_, {lastX_, lastY_});
    return rayThrough(point, scene_->view.eye(), scene_->view.clipFromWorld(point.aspect));
}

void App::moveView() {
    double x = 0.0, y = 0.0;
    glfwGetCursorPos(window_, &x, &y);
    if (!ImGui::GetIO().WantCaptureMouse &&
        glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS) {
        View& view = scene_->view;
        view.turns -= static_cast<float>(x - lastX_) * 0.0008f;
        view.height = std::clamp(view.height + static_cast<float>(y - lastY_) * 0.004f, -0.5f, 0.98f);
    }
    lastX_ = x, lastY_ = y;
}

void App::stepOnce() {
    grab_.pull(*scene_, rayAtCursor());
    const auto onThreads = [this](std::size_t count, sat3d::ParallelTask task) {
        const std::size_t threads = static_cast<std::size_t>(state_.threads);
        const auto work = [&](std::size_t first) {
            for (std::size_t i = first; i < count; i += threads) {
                task(i);
            }
        };
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threads; ++i) {
            helpers.emplace_back(work, i);
        }
        work(0);
    };
    const auto start = std::chrono::steady_clock::now();
    if (state_.threads > 1) {
        scene_->step(onThreads);
    } else {
        scene_->step();
    }
    const std::chrono::duration<float, std::milli> taken = std::chrono::steady_clock::now() - start;
    state_.stepMilliseconds += 0.1f * (taken.count() - state_.stepMilliseconds);
}

void App::advance(float seconds) {
    std::uint32_t steps = state_.isPaused ? 0 : clock_.advance(static_cast<double>(seconds * state_.speed));
    steps += std::exchange(state_.isStepWanted, false) ? 1 : 0;
    for (std::uint32_t i = 0; i < steps; ++i) {
        stepOnce();
    }
}

void App::drawFrame() {
    glfwGetFramebufferSize(window_, &width_, &height_);
    sat3d::DebugGeometry more;
    grab_.draw(more, *scene_);
    if (state_.chosen && state_.other) {
        const auto *a = scene_->world.find(*state_.chosen), *b = scene_->world.find(*state_.other);
        if (a != nullptr && b != nullptr) {
            sat3d::draw(more, explain(a->shape, a->pose, b->shape, b->pose));
        }
    }
    painter_.draw(*scene_, state_.layers, more, width_, height_);
    beginImGuiFrame();
    const glm::mat4 camera =
        scene_->view.clipFromWorld(static_cast<float>(width_) / static_cast<float>(std::max(height_, 1)));
    for (const sat3d::DebugLabel& label : painter_.labels()) {
        if (const auto at = onScreen(label.position, camera, 0.1f)) {
            ImGui::GetBackgroundDrawList()->AddText(*at, label.color, label.text.c_str());
        }
    }
    drawPanel(state_, *scene_);
    drawImGuiFrame();
}

int App::run() {
    bool isWritten = true;
    double last = glfwGetTime();
    for (std::uint32_t frame = 1; glfwWindowShouldClose(window_) == GLFW_FALSE; ++frame) {
        glfwPollEvents();
        const double now = glfwGetTime();
        const float seconds = options_.frames > 0 ? kStep : static_cast<float>(now - last);
        last = now;
        if (state_.isRestartWanted) {
            restart();
        }
        moveView();
        advance(seconds);
        drawFrame();
        if (frame == options_.frames) {
            isWritten = options_.picture.empty() || writeScreenshot(width_, height_, options_.picture);
            glfwSetWindowShouldClose(window_, GLFW_TRUE);
        }
        glfwSwapBuffers(window_);
    }
    const GLenum error = glGetError();
    std::printf("%s\nOpenGL error: %u\n", scene_->says.c_str(), error);
    return error == GL_NO_ERROR && isWritten ? 0 : 1;
}

}  // namespace

int showWindow(const Options& options) {
    return runInWindow({"samples", "sat3d: samples"},
                       [&](GLFWwindow* window) { return App(window, options); });
}

}  // namespace samples
