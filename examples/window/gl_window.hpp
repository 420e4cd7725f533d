#pragma once

// A window with OpenGL 3.3 and ImGui: what all programs with a window share.

#include <sat3d/geometry/ray.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <epoxy/gl.h>
// after epoxy
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <optional>
#include <string>

inline constexpr int kNoDisplay = 77;  ///< exit code

struct WindowTexts {
    const char* program;  ///< of errors
    const char* title;
    const char* remedy = "";  ///< of a machine without a display
};

/// Opens a window of 1280 x 720 with a context of ImGui, or says why there is none.
[[nodiscard]] GLFWwindow* openWindow(const WindowTexts& texts);
void closeWindow(GLFWwindow* window);
/// Between them, ImGui draws and listens.
void startImGui(GLFWwindow* window);
void stopImGui();
void beginImGuiFrame();
void drawImGuiFrame();

/// Writes what was drawn into the window to a PNG file.
/// @return whether it was written
[[nodiscard]] bool writeScreenshot(int width, int height, const std::string& file);

/// A point of the window between -1 and 1, with y up, and how much wider than high the window is.
struct WindowPoint {
    float x = 0.0f, y = 0.0f, aspect = 1.0f;
};
/// @param cursor  as GLFW gives it
[[nodiscard]] WindowPoint pointOf(GLFWwindow* window, const glm::dvec2& cursor);
/// The ray from an eye through a point of the window, 1 km long.
[[nodiscard]] sat3d::Ray rayThrough(const WindowPoint& point, const glm::vec3& eye,
                                    const glm::mat4& clipFromWorld);
/// Where ImGui draws what is at a point of the world. Nothing if it is not at least `near` before the eye.
[[nodiscard]] std::optional<ImVec2> onScreen(const glm::vec3& point, const glm::mat4& clipFromWorld,
                                             float near);

/// Calls App's key(code), wheel(turns) and button(button, isDown, modifiers), unless ImGui wants the event. A
/// button is let go anywhere. Callbacks of ours come first: ImGui chains them.
template <class App>
void setCallbacks(GLFWwindow* window) {
    static constexpr auto appOf = [](GLFWwindow* w) -> App& {
        return *static_cast<App*>(glfwGetWindowUserPointer(w));
    };
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
        if (action == GLFW_RELEASE || !ImGui::GetIO().WantCaptureMouse) {
            appOf(w).button(button, action == GLFW_PRESS, modifiers);
        }
    });
}

/// Runs a program in a window.
/// @param makeApp  returns the App of a window. App has run(), which returns the exit code, and what
/// setCallbacks() calls
/// @return exit code
template <class MakeApp>
int runInWindow(const WindowTexts& texts, const MakeApp& makeApp) {
    GLFWwindow* const window = openWindow(texts);
    if (window == nullptr) {
        return kNoDisplay;
    }
    int result = 0;
    {
        auto app = makeApp(window);
        glfwSetWindowUserPointer(window, &app);
        setCallbacks<decltype(app)>(window);
        startImGui(window);
        result = app.run();
        stopImGui();
    }
    closeWindow(window);
    return result;
}
