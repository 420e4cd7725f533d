#include "gl_window.hpp"

#include <glm/ext/vector_float4.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <adapters/offscreen.hpp>
#include <algorithm>
#include <cstdio>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

GLFWwindow* openWindow(const WindowTexts& texts) {
    const auto fail = [&](const char* what) {
        std::fprintf(stderr, "%s: no %s here%s\n", texts.program, what, texts.remedy);
        return nullptr;
    };
    if (glfwInit() != GLFW_TRUE) {
        return fail("display");
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* const window = glfwCreateWindow(1280, 720, texts.title, nullptr, nullptr);
    if (window == nullptr) {
        glfwTerminate();
        return fail("OpenGL 3.3 in a window");
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    return window;
}

void closeWindow(GLFWwindow* window) {
    ImGui::DestroyContext();
    glfwDestroyWindow(window);
    glfwTerminate();
}

void startImGui(GLFWwindow* window) {
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

void stopImGui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
}

void beginImGuiFrame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void drawImGuiFrame() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool writeScreenshot(int width, int height, const std::string& file) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glReadBuffer(GL_BACK);
    return writePng(readFramebuffer(width, height), file);
}

WindowPoint pointOf(GLFWwindow* window, const glm::dvec2& cursor) {
    int width = 1, height = 1;
    glfwGetWindowSize(window, &width, &height);
    width = std::max(width, 1), height = std::max(height, 1);
    return {static_cast<float>(2.0 * cursor.x / width - 1.0),
            static_cast<float>(1.0 - 2.0 * cursor.y / height),
            static_cast<float>(width) / static_cast<float>(height)};
}

sat3d::Ray rayThrough(const WindowPoint& point, const glm::vec3& eye, const glm::mat4& clipFromWorld) {
    const glm::vec4 far = glm::inverse(clipFromWorld) * glm::vec4(point.x, point.y, 1.0f, 1.0f);
    return {eye, glm::normalize(glm::vec3(far) / far.w - eye), 1000.0f};
}

std::optional<ImVec2> onScreen(const glm::vec3& point, const glm::mat4& clipFromWorld, float near) {
    const glm::vec4 clip = clipFromWorld * glm::vec4(point, 1.0f);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    return clip.w > near ? std::optional(ImVec2((0.5f + 0.5f * clip.x / clip.w) * size.x,
                                                (0.5f - 0.5f * clip.y / clip.w) * size.y))
                         : std::nullopt;
}
