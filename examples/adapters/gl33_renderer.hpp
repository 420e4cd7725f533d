#pragma once

// Draws debug geometry with OpenGL 3.3 core. Copy it into your program. It needs a current context, and a
// header with OpenGL's functions: here libepoxy's.

#include <sat3d/debug/debug_scene.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdio>
#include <epoxy/gl.h>
#include <map>
#include <span>
#include <utility>
#include <vector>

class Gl33Renderer {
public:
    Gl33Renderer() : program_(makeProgram()) {}
    Gl33Renderer(const Gl33Renderer&) = delete;
    Gl33Renderer& operator=(const Gl33Renderer&) = delete;
    ~Gl33Renderer() {
        for (const auto& [id, mesh] : meshes_) {
            remove(mesh);
        }
        glDeleteProgram(program_);
    }

    void setLight(const glm::vec3& toSun, float ambient, float sunlight) {
        glUseProgram(program_);
        glUniform3fv(glGetUniformLocation(program_, "toSun"), 1, &toSun.x);
        glUniform2f(glGetUniformLocation(program_, "light"), ambient, sunlight);
    }

    /// Draws faces and edges of all instances.
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
        for (const sat3d::DebugInstance& one : frame.instances) {
            draw(meshes_[one.mesh].first, clipFromWorld, one.matrix(), one.color);
            draw(meshes_[one.mesh].second, clipFromWorld, one.matrix(), one.edgeColor);
        }
        glDisable(GL_POLYGON_OFFSET_FILL);
    }

    /// Draws lines over everything else.
    void draw(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld) {
        const Part part = upload(lines);
        glDisable(GL_DEPTH_TEST);
        draw(part, clipFromWorld, glm::mat4(1.0f), sat3d::rgba(255, 255, 255));
        remove({part, {}});
    }

private:
    /// Triangles or lines on the GPU.
    struct Part {
        GLuint vertexArray = 0, positions = 0, normals = 0, colors = 0, indices = 0;
        GLsizei count = 0;
    };
    using Mesh = std::pair<Part, Part>;  // faces and edges

    template <class T>
    static GLuint makeBuffer(GLenum target, const std::vector<T>& data) {
        GLuint buffer = 0;
        glGenBuffers(1, &buffer);
        glBindBuffer(target, buffer);
        glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
        return buffer;
    }
    template <class T>
    static GLuint makeAttribute(GLuint place, const std::vector<T>& data, GLint size, GLenum type) {
        const GLuint buffer = makeBuffer(GL_ARRAY_BUFFER, data);
        glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE, 0, nullptr);
        glEnableVertexAttribArray(place);
        return buffer;
    }
    static Part upload(const sat3d::DebugLines& lines) {
        Part part;
        glGenVertexArrays(1, &part.vertexArray);
        glBindVertexArray(part.vertexArray);
        part.positions = makeAttribute(0, lines.positions, 3, GL_FLOAT);
        part.colors = makeAttribute(2, lines.colors, 4, GL_UNSIGNED_BYTE);
        part.count = static_cast<GLsizei>(lines.positions.size());
        return part;
    }
    static Part upload(const sat3d::DebugTriangles& triangles) {
        Part part = upload(sat3d::DebugLines{triangles.positions, triangles.colors});
        part.normals = makeAttribute(1, triangles.normals, 3, GL_FLOAT);
        part.indices = makeBuffer(GL_ELEMENT_ARRAY_BUFFER, triangles.indices);
        part.count = static_cast<GLsizei>(triangles.indices.size());
        return part;
    }
    static void remove(const Mesh& mesh) {
        for (const Part& part : {mesh.first, mesh.second}) {
            const GLuint buffers[] = {part.positions, part.normals, part.colors, part.indices};
            glDeleteBuffers(4, buffers);
            glDeleteVertexArrays(1, &part.vertexArray);
        }
    }
    void draw(const Part& part, const glm::mat4& clipFromWorld, const glm::mat4& toWorld,
              sat3d::Color color) {
        const glm::mat4 toClip = clipFromWorld * toWorld;
        glUseProgram(program_);
        glUniformMatrix4fv(glGetUniformLocation(program_, "toClip"), 1, GL_FALSE, &toClip[0][0]);
        glUniformMatrix4fv(glGetUniformLocation(program_, "toWorld"), 1, GL_FALSE, &toWorld[0][0]);
        glUniform4f(glGetUniformLocation(program_, "tint"), float(color & 255u) / 255.0f,
                    float(color >> 8 & 255u) / 255.0f, float(color >> 16 & 255u) / 255.0f,
                    float(color >> 24) / 255.0f);
        glBindVertexArray(part.vertexArray);
        if (part.indices != 0) {
            glDrawElements(GL_TRIANGLES, part.count, GL_UNSIGNED_INT, nullptr);
        } else {
            glDrawArrays(GL_LINES, 0, part.count);
        }
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
        GLint isLinked = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &isLinked);
        if (isLinked == 0) {
            std::fputs("the shaders of Gl33Renderer do not link\n", stderr);
        }
        return program;
    }

    GLuint program_;
    std::map<std::uint32_t, Mesh> meshes_;
};
