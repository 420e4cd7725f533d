// Two tanks in a window: W, A, S, D drive one of them, and it pushes the other.

#include "gl33_renderer.hpp"

#include <sat3d/debug/draw_world.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

#include <GLFW/glfw3.h>

int main(int argc, char**) {
    const bool isTest = argc > 1;  // drives by itself for three seconds
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

    sat3d::World world({.detail = sat3d::ContactDetail::Manifolds});
    const sat3d::ObjectId mine = addModel(world, *model, {.pose = {{0.0f, 0.0f, -6.0f}}}).value();
    const sat3d::ObjectId other = addModel(world, *model, {.pose = {{1.0f, 0.0f, 4.0f}}}).value();
    const glm::vec3 eye(-9.0f, 6.0f, -5.0f), target(0.0f, 0.5f, 3.0f), up(0.0f, 1.0f, 0.0f);
    const glm::mat4 camera = glm::perspective(0.8f, 1.78f, 0.5f, 99.0f) * glm::lookAt(eye, target, up);
    sat3d::DebugScene scene;
    Gl33Renderer renderer({-0.48f, 0.6f, -0.64f}, 0.6f, 0.5f);
    float heading = 0.0f;
    for (int frame = 0; !glfwWindowShouldClose(window) && !(isTest && frame == 180); ++frame) {
        glfwPollEvents();
        const auto key = [&](int name) { return glfwGetKey(window, name) == GLFW_PRESS ? 1.0f : 0.0f; };
        heading += 0.02f * (key(GLFW_KEY_A) - key(GLFW_KEY_D));
        sat3d::Pose pose = world.find(mine)->pose;
        pose.rotation = glm::angleAxis(heading, up);
        const float speed = isTest ? 0.05f : 0.1f * (key(GLFW_KEY_W) - key(GLFW_KEY_S));  // meters per frame
        pose.position += pose.rotation * glm::vec3(0.0f, 0.0f, speed);
        if (const auto error = world.setPose(mine, pose)) {
            std::puts(error->message.c_str());
        }
        world.update();  // what touches now
        sat3d::DebugGeometry contacts;
        draw(contacts, world, {.show = sat3d::DebugLayer::Contacts | sat3d::DebugLayer::Pushes});
        pushApart(world);  // both tanks move by half of the shortest push

        glClearColor(0.60f, 0.70f, 0.80f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        renderer.draw(scene.update(world), camera);
        renderer.draw(contacts.lines, camera);
        glfwSwapBuffers(window);
    }
    std::printf("the other tank moved by %.2f m; OpenGL error: %u\n",
                world.find(other)->pose.position.z - 4.0f, glGetError());
}
