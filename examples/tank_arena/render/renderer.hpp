#pragma once

#include "geometry.hpp"
#include "render_target.hpp"
#include "scene.hpp"

#include <array>
#include <cstdint>
#include <epoxy/gl.h>
#include <string>
#include <vector>

namespace tank_arena {

enum class Quality : std::uint8_t {
    Fast,   ///< half as many pixels in each direction
    Plain,  ///< one sample per pixel
    Fine,   ///< four samples per pixel, darker corners, outlines
};

/// Draws scenes with OpenGL 3.3 core. Needs a current context, and draws into any framebuffer: a window's or
/// its own.
class Renderer {
public:
    Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer();

    /// Empty, or why the shaders do not work here.
    [[nodiscard]] const std::string& error() const { return error_; }
    /// Whether OpenGL runs on the processor here.
    [[nodiscard]] static bool isSoftware();

    void setMesh(Mesh mesh, const std::vector<Vertex>& triangles);
    /// Draws into a framebuffer.
    void draw(const Scene& scene, const Camera& camera, Quality quality, GLuint framebuffer, int width,
              int height);

private:
    struct Buffers {
        GLuint vertexArray = 0, vertices = 0, instances = 0;
        GLsizei vertexCount = 0;
    };
    void makeShadowMap();
    void setShadowSize(int size);
    void makeStreams();
    void drawShadows(const Scene& scene, const glm::mat4& shadowFromWorld);
    enum class Pass : std::uint8_t { Shadow, Bodies, Ground };
    void drawInstances(const Scene& scene, Pass pass);
    void drawObjects(const Scene& scene, const Camera& camera, Quality quality,
                     const glm::mat4& clipFromWorld, const glm::mat4& shadowFromWorld);
    void setMarks(const std::vector<GroundMark>& marks);
    void drawSky(const Camera& camera, const glm::mat4& clipFromWorld);
    void drawPuffs(const std::vector<Puff>& puffs, const Camera& camera, const glm::mat4& clipFromWorld);
    void drawFaces(const sat3d::DebugTriangles& triangles, const glm::mat4& clipFromWorld);
    void drawLines(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld, int width, int height);
    void drawOverPicture(GLuint program, const Camera& camera, GLuint framebuffer, int width, int height);
    void copyToScreen(const Camera& camera, Quality quality, GLuint framebuffer, int width, int height);

    std::string error_;
    bool isSoftware_;
    int shadowSize_ = 0;                                                                        ///< pixels
    GLuint bodies_ = 0, ground_ = 0, depth_ = 0, sky_ = 0, lines_ = 0, puffs_ = 0, faces_ = 0;  // programs
    GLuint occlusion_ = 0, post_ = 0, copy_ = 0;
    GLuint shadowMap_ = 0, shadowBuffer_ = 0;
    RenderTarget target_, corners_;  ///< the picture; occlusion in its corners
    std::array<Buffers, kMeshCount> meshes_;
    GLuint emptyArray_ = 0, lineArray_ = 0, lineBuffers_[2] = {0, 0}, puffArray_ = 0, puffBuffer_ = 0,
           faceArray_ = 0, faceBuffers_[3] = {0, 0, 0};
    std::vector<Puff> sortedPuffs_;
};

}  // namespace tank_arena
