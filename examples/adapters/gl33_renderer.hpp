#pragma once

// Draws debug geometry with OpenGL 3.3 core. Copy it into your program. It needs a current context, and a
// header with OpenGL's functions: here libepoxy's.

#include <sat3d/debug/debug_scene.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/packing.hpp>

#include <array>
#include <cstddef>
#include <epoxy/gl.h>
#include <map>
#include <utility>
#include <vector>

class Gl33Renderer {
public:
    /// @param ambient, sunlight  shares of a color in the shade, and in addition facing the sun
    Gl33Renderer(const glm::vec3& toSun, float ambient, float sunlight) {
        glUseProgram(program_);
        glUniform3fv(glGetUniformLocation(program_, "toSun"), 1, &toSun.x);
        glUniform2f(glGetUniformLocation(program_, "light"), ambient, sunlight);
    }
    Gl33Renderer(const Gl33Renderer&) = delete;
    Gl33Renderer& operator=(const Gl33Renderer&) = delete;
    ~Gl33Renderer() {
        for (const auto& [id, mesh] : meshes_) {
            remove(mesh);
        }
        glDeleteProgram(program_);
    }

    /// Draws faces and edges of all instances, those that are seen through last.
    void draw(const sat3d::DebugFrame& frame, const glm::mat4& clipFromWorld) {
        for (const std::uint32_t id : frame.releasedMeshes) {
            remove(meshes_[id]);
            meshes_.erase(id);
        }
        for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
            meshes_[mesh.id] = {upload(mesh.geometry.triangles), upload(mesh.geometry.lines)};
        }
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_POLYGON_OFFSET_FILL);  // faces lie slightly behind their edges
        glPolygonOffset(1.0f, 1.0f);
        for (const bool isSolid : {true, false}) {
            (isSolid ? glDisable : glEnable)(GL_BLEND);
            for (const sat3d::DebugInstance& one : frame.instances) {
                if ((one.color >> 24 == 255) == isSolid) {
                    draw(meshes_[one.mesh][0], clipFromWorld, one.matrix(), one.color);
                    draw(meshes_[one.mesh][1], clipFromWorld, one.matrix(), one.edgeColor);
                }
            }
        }
    }

    /// Draws lines over everything else.
    void draw(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld) {
        const Part part = upload(lines);
        glDisable(GL_DEPTH_TEST);
        draw(part, clipFromWorld, glm::mat4(1.0f), sat3d::rgba(255, 255, 255));
        remove({part, {}});
    }

private:
    struct Vertex {
        glm::vec3 position, normal;
        sat3d::Color color;
    };
    struct Part {  // on the GPU
        GLenum mode = GL_LINES;
        GLsizei count = 0;
        GLuint vertexArray = 0, buffer = 0;
    };
    using Mesh = std::array<Part, 2>;  // faces and edges

    static Part upload(const sat3d::DebugTriangles& triangles) {
        std::vector<Vertex> vertices;
        for (const std::uint32_t i : triangles.indices) {
            vertices.push_back({triangles.positions[i], triangles.normals[i], triangles.colors[i]});
        }
        return upload(GL_TRIANGLES, vertices);
    }
    static Part upload(const sat3d::DebugLines& lines) {
        std::vector<Vertex> vertices;
        for (std::size_t i = 0; i < lines.positions.size(); ++i) {
            vertices.push_back({lines.positions[i], glm::vec3(0.0f), lines.colors[i]});
        }
        return upload(GL_LINES, vertices);
    }
    static Part upload(GLenum mode, const std::vector<Vertex>& vertices) {
        Part part{mode, static_cast<GLsizei>(vertices.size())};
        glGenVertexArrays(1, &part.vertexArray);
        glBindVertexArray(part.vertexArray);
        glGenBuffers(1, &part.buffer);
        glBindBuffer(GL_ARRAY_BUFFER, part.buffer);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)),
                     vertices.data(), GL_STATIC_DRAW);
        const auto add = [](GLuint place, GLint size, GLenum type, std::size_t offset) {
            glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE, sizeof(Vertex),
                                  reinterpret_cast<const void*>(offset));
            glEnableVertexAttribArray(place);
        };
        add(0, 3, GL_FLOAT, offsetof(Vertex, position));
        add(1, 3, GL_FLOAT, offsetof(Vertex, normal));
        add(2, 4, GL_UNSIGNED_BYTE, offsetof(Vertex, color));
        return part;
    }
    static void remove(const Mesh& mesh) {
        for (const Part& part : mesh) {
            glDeleteBuffers(1, &part.buffer);
            glDeleteVertexArrays(1, &part.vertexArray);
        }
    }
    void draw(const Part& part, const glm::mat4& clipFromWorld, const glm::mat4& toWorld,
              sat3d::Color color) {
        const glm::mat4 toClip = clipFromWorld * toWorld;
        const glm::vec4 tint = glm::unpackUnorm4x8(color);
        glUseProgram(program_);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glUniformMatrix4fv(toClip_, 1, GL_FALSE, &toClip[0][0]);
        glUniformMatrix4fv(toWorld_, 1, GL_FALSE, &toWorld[0][0]);
        glUniform4fv(tint_, 1, &tint.x);
        glBindVertexArray(part.vertexArray);
        glDrawArrays(part.mode, 0, part.count);
    }
    static GLuint makeProgram() {
        static constexpr const char* kVertex = R"(#version 330 core
            layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in vec4 color;
            uniform mat4 toClip, toWorld; uniform vec3 toSun; uniform vec2 light; uniform vec4 tint; out vec4 shade;
            void main() {
                gl_Position = toClip * vec4(position, 1.0);
                bool isLine = normal == vec3(0.0);  // lines have no normals
                float lit = isLine ? 1.0 : light.x + light.y * max(0.0, dot(mat3(toWorld) * normal, toSun));
                shade = vec4(color.rgb * tint.rgb * lit, color.a * tint.a);
            })";
        static constexpr const char* kFragment =
            "#version 330 core\nin vec4 shade; out vec4 pixel; void main() { pixel = shade; }";
        const GLuint program = glCreateProgram();
        for (const auto& [type, text] :
             {std::pair{GL_VERTEX_SHADER, kVertex}, {GL_FRAGMENT_SHADER, kFragment}}) {
            const GLuint shader = glCreateShader(GLenum(type));
            glShaderSource(shader, 1, &text, nullptr);
            glCompileShader(shader);
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(program);
        return program;
    }

    GLuint program_ = makeProgram();
    GLint toClip_ = glGetUniformLocation(program_, "toClip"),
          toWorld_ = glGetUniformLocation(program_, "toWorld");
    GLint tint_ = glGetUniformLocation(program_, "tint");
    std::map<std::uint32_t, Mesh> meshes_;
};
