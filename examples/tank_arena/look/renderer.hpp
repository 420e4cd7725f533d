#pragma once

#include "geometry.hpp"
#include "scene.hpp"

#include <array>
#include <epoxy/gl.h>
#include <string>
#include <vector>

namespace tank_arena {

/// Draws scenes with OpenGL 3.3 core. Needs a current context, and draws into any framebuffer: a window's or
/// its own.
class Renderer {
public:
    /// @param shadowSize  of the shadow map, pixels
    explicit Renderer(int shadowSize = 2048);
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer();

    /// Empty, or why the shaders do not work here.
    [[nodiscard]] const std::string& error() const { return error_; }

    void setMesh(Mesh mesh, const std::vector<Vertex>& triangles);
    /// Draws into a framebuffer.
    void draw(const Scene& scene, const Camera& camera, GLuint framebuffer, int width, int height);

private:
    struct Buffers {
        GLuint vertexArray = 0, vertices = 0, instances = 0;
        GLsizei vertexCount = 0;
    };
    void drawInstances(const Scene& scene, bool isShadow);
    void drawLines(const LineList& lines, const glm::mat4& clipFromWorld);
    GLuint makeProgram(std::string vertex, std::string fragment);

    std::string error_;
    int shadowSize_;
    GLuint objects_ = 0, depth_ = 0, sky_ = 0, lines_ = 0;  // programs
    GLuint shadowMap_ = 0, shadowBuffer_ = 0;
    std::array<Buffers, kMeshCount> meshes_;
    GLuint emptyArray_ = 0, lineArray_ = 0, lineBuffers_[2] = {0, 0};
};

}  // namespace tank_arena
