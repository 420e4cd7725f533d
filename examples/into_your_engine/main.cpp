// Two tanks in a window: W, A, S, D drive one of them, and it pushes the other.

#include "gl33_renderer.hpp"

#include <sat3d/debug/draw_world.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cstdio>

// Lines on the ground, 2 m apart: without them, one does not see that one drives.
sat3d::DebugLines grid() {
    sat3d::DebugLines lines;
    for (float at = -40.0f; at <= 40.0f; at += 2.0f) {
        for (const glm::vec3 end : {glm::vec3(at, 0, -40), {at, 0, 40}, {-40, 0, at}, {40, 0, at}}) {
            lines.positions.push_back(end);
            lines.colors.push_back(sat3d::rgba(120, 132, 140));
        }
    }
    return lines;
}

int main(int argc, char**) {
    const bool isTest = argc > 1;  // holds W down for a second and a half
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3), glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* window = glfwCreateWindow(640, 360, "Tanks that collide", nullptr, nullptr);
    const auto model = sat3d::loadModel("models/tank.glb");  // read by Assimp: a convex body for each part
    if (window == nullptr || !model) {
        std::puts(model ? "no window here" : model.error().message.c_str());
        return model ? 77 : 1;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);  // a frame for each refresh of the screen

    sat3d::World world({.detail = sat3d::ContactDetail::Manifolds});
    const sat3d::ObjectId mine = addModel(world, *model, {.pose = {{0.0f, 0.0f, -6.0f}}}).value();
    const sat3d::ObjectId other = addModel(world, *model, {.pose = {{1.0f, 0.0f, 4.0f}}}).value();
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    const sat3d::DebugLines floor = grid();
    sat3d::DebugScene scene;
    Gl33Renderer renderer({-0.48f, 0.6f, -0.64f}, 0.6f, 0.5f);
    float heading = 0.0f, seconds = 0.0f;
    for (double last = glfwGetTime(); !glfwWindowShouldClose(window) && !(isTest && seconds >= 1.5f);) {
        glfwPollEvents();
        const double now = glfwGetTime();
        const float frame = isTest ? 1.0f / 60.0f : std::min(static_cast<float>(now - last), 0.1f);
        last = now, seconds += frame;

        const auto key = [&](int name) { return glfwGetKey(window, name) == GLFW_PRESS ? 1.0f : 0.0f; };
        const float drive = isTest ? 1.0f : key(GLFW_KEY_W) - key(GLFW_KEY_S);
        heading += frame * 1.2f * (key(GLFW_KEY_A) - key(GLFW_KEY_D));  // radians per second
        sat3d::Pose pose = world.find(mine)->pose;
        pose.rotation = glm::angleAxis(heading, up);
        pose.position += pose.rotation * glm::vec3(0.0f, 0.0f, frame * 6.0f * drive);  // meters per second
        if (const auto error = world.setPose(mine, pose)) {
            std::puts(error->message.c_str());
        }
        world.update();  // what touches now
        sat3d::DebugGeometry contacts;
        draw(contacts, world, {.show = sat3d::DebugLayer::Contacts | sat3d::DebugLayer::Pushes});
        pushApart(world);  // both tanks move by half of the shortest push

        int width = 0, height = 0;
        glfwGetFramebufferSize(window, &width, &height);
        glViewport(0, 0, width, height);
        pose = world.find(mine)->pose;
        const glm::mat4 view =
            glm::lookAt(pose * glm::vec3(-4.0f, 6.0f, -11.0f), pose * glm::vec3(0, 1, 4), up);
        const float aspect = static_cast<float>(width) / static_cast<float>(std::max(height, 1));
        const glm::mat4 camera = glm::perspective(0.8f, aspect, 0.5f, 200.0f) * view;
        glClearColor(0.60f, 0.70f, 0.80f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        renderer.draw(floor, camera);
        renderer.draw(scene.update(world), camera);
        renderer.draw(contacts.lines, camera);
        glfwSwapBuffers(window);
    }
    std::printf("the other tank moved by %.2f m; OpenGL error: %u\n",
                world.find(other)->pose.position.z - 4.0f, glGetError());
}
