#pragma once

// Draws debug geometry with OpenGL 3.3 core. Copy it into your program. It needs a current context, and a
// header with OpenGL's functions: here libepoxy's.

#include <sat3d/debug/debug_scene.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>
#include <glm/packing.hpp>

#include <cstdio>
#include <epoxy/gl.h>
#include <map>
#include <span>
#include <utility>
#include <vector>

class Gl33Renderer {
public:
    /// @param ambient, sunlight  shares of a color in the shade, and in addition facing the sun
    Gl33Renderer(const glm::vec3& toSun, float ambient, float sunlight) : program_(makeProgram()) {
        glUseProgram(program_);
        glUniform3fv(uniform("toSun"), 1, &toSun.x);
        glUniform2f(uniform("light"), ambient, sunlight);
    }
    Gl33Renderer(const Gl33Renderer&) = delete;
    Gl33Renderer& operator=(const Gl33Renderer&) = delete;
    ~Gl33Renderer() {
        for (const auto& [id, mesh] : meshes_) {
            remove(mesh);
        }
        glDeleteProgram(program_);
    }

    /// Draws faces and edges of all instances.
    void draw(const sat3d::DebugFrame& frame, const glm::mat4& clipFromWorld) {
        for (const std::uint32_t id : frame.releasedMeshes) {
            remove(meshes_[id]);
            meshes_.erase(id);
        }
        for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
            meshes_[mesh.id] = {upload(mesh.geometry.triangles),
                                upload(mesh.geometry.lines.positions, mesh.geometry.lines.colors)};
        }
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_POLYGON_OFFSET_FILL);  // faces lie slightly behind their edges
        glPolygonOffset(1.0f, 1.0f);
        for (const sat3d::DebugInstance& one : frame.instances) {
            draw(meshes_[one.mesh][0], clipFromWorld, one.matrix(), one.color);
            draw(meshes_[one.mesh][1], clipFromWorld, one.matrix(), one.edgeColor);
        }
        glDisable(GL_POLYGON_OFFSET_FILL);
    }

    /// Draws lines over everything else.
    void draw(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld) {
        const Part part = upload(lines.positions, lines.colors);
        glDisable(GL_DEPTH_TEST);
        draw(part, clipFromWorld, glm::mat4(1.0f), sat3d::rgba(255, 255, 255));
        remove({part, {}});
    }

private:
    /// Triangles or lines on the GPU.
    struct Part {
        GLuint vertexArray = 0;
        std::vector<GLuint> buffers;
        GLsizei count = 0;
        bool isIndexed = false;
    };
    using Mesh = std::array<Part, 2>;  // faces and edges

    template <class T>
    static void addBuffer(Part& part, GLenum target, const std::vector<T>& data) {
        glGenBuffers(1, &part.buffers.emplace_back());
        glBindBuffer(target, part.buffers.back());
        glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
        part.count = static_cast<GLsizei>(data.size());
    }
    template <class T>
    static void addAttribute(Part& part, GLuint place, const std::vector<T>& data, GLint size, GLenum type) {
        addBuffer(part, GL_ARRAY_BUFFER, data);
        glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE, 0, nullptr);
        glEnableVertexAttribArray(place);
    }
    /// Uploads the arrays that lines and triangles have in common.
    static Part upload(const std::vector<glm::vec3>& positions, const std::vector<sat3d::Color>& colors) {
        Part part;
        glGenVertexArrays(1, &part.vertexArray);
        glBindVertexArray(part.vertexArray);
        addAttribute(part, 0, positions, 3, GL_FLOAT);
        addAttribute(part, 2, colors, 4, GL_UNSIGNED_BYTE);
        return part;
    }
    static Part upload(const sat3d::DebugTriangles& triangles) {
        Part part = upload(triangles.positions, triangles.colors);
        addAttribute(part, 1, triangles.normals, 3, GL_FLOAT);
        addBuffer(part, GL_ELEMENT_ARRAY_BUFFER, triangles.indices);
        part.isIndexed = true;
        return part;
    }
    static void remove(const Mesh& mesh) {
        for (const Part& part : mesh) {
            glDeleteBuffers(static_cast<GLsizei>(part.buffers.size()), part.buffers.data());
            glDeleteVertexArrays(1, &part.vertexArray);
        }
    }
    void draw(const Part& part, const glm::mat4& clipFromWorld, const glm::mat4& toWorld,
              sat3d::Color color) {
        const glm::mat4 toClip = clipFromWorld * toWorld;
        const glm::vec4 tint = glm::unpackUnorm4x8(color);
        glUseProgram(program_);
        glUniformMatrix4fv(uniform("toClip"), 1, GL_FALSE, &toClip[0][0]);
        glUniformMatrix4fv(uniform("toWorld"), 1, GL_FALSE, &toWorld[0][0]);
        glUniform4fv(uniform("tint"), 1, &tint.x);
        glBindVertexArray(part.vertexArray);
        if (part.isIndexed) {
            glDrawElements(GL_TRIANGLES, part.count, GL_UNSIGNED_INT, nullptr);
        } else {
            glDrawArrays(GL_LINES, 0, part.count);
        }
    }
    [[nodiscard]] GLint uniform(const char* name) const { return glGetUniformLocation(program_, name); }
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
