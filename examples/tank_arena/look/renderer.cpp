#include "renderer.hpp"

#include "shaders.hpp"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tank_arena {
namespace {

const glm::vec3 kToSun(-0.741f, 0.515f, 0.432f);  // as in the shaders
constexpr float kShadowRange = 55.0f;             // meters around the target

const void* offsetOf(std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);
}

void setMatrix(GLuint program, const char* name, const glm::mat4& matrix) {
    glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, &matrix[0][0]);
}

}  // namespace

glm::mat4 Camera::clipFromWorld(float aspect) const {
    return glm::perspective(fieldOfView, aspect, 0.3f, 1500.0f) *
           glm::lookAt(eye, target, glm::vec3(0.0f, 1.0f, 0.0f));
}

Renderer::Renderer(int shadowSize) : shadowSize_(shadowSize) {
    const std::string version = "#version 330 core\n";
    objects_ = makeProgram(shaders::kObjectVertex, version + shaders::kAtmosphere + shaders::kObjectFragment);
    depth_ = makeProgram(shaders::kObjectVertex, shaders::kDepthFragment);
    sky_ = makeProgram(shaders::kSkyVertex, version + shaders::kAtmosphere + shaders::kSkyFragment);
    lines_ = makeProgram(shaders::kLineVertex, shaders::kLineFragment);

    glGenTextures(1, &shadowMap_);
    glBindTexture(GL_TEXTURE_2D, shadowMap_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, shadowSize, shadowSize, 0, GL_DEPTH_COMPONENT,
                 GL_FLOAT, nullptr);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    }
    for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTexParameteri(GL_TEXTURE_2D, axis, GL_CLAMP_TO_EDGE);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, &shadowBuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, shadowBuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadowMap_, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glGenVertexArrays(1, &emptyArray_);
    glGenVertexArrays(1, &lineArray_);
    glGenBuffers(2, lineBuffers_);
    for (Buffers& mesh : meshes_) {
        glGenVertexArrays(1, &mesh.vertexArray);
        glGenBuffers(1, &mesh.vertices);
        glGenBuffers(1, &mesh.instances);
    }
}

Renderer::~Renderer() {
    for (const Buffers& mesh : meshes_) {
        glDeleteVertexArrays(1, &mesh.vertexArray);
        glDeleteBuffers(1, &mesh.vertices);
        glDeleteBuffers(1, &mesh.instances);
    }
    glDeleteBuffers(2, lineBuffers_);
    glDeleteVertexArrays(1, &lineArray_);
    glDeleteVertexArrays(1, &emptyArray_);
    glDeleteFramebuffers(1, &shadowBuffer_);
    glDeleteTextures(1, &shadowMap_);
    for (const GLuint program : {objects_, depth_, sky_, lines_}) {
        glDeleteProgram(program);
    }
}

GLuint Renderer::makeProgram(std::string vertex, std::string fragment) {
    const GLuint program = glCreateProgram();
    const auto attach = [&](GLenum type, const std::string& text) {
        const GLuint shader = glCreateShader(type);
        const char* source = text.c_str();
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        char log[1000] = "";
        glGetShaderInfoLog(shader, sizeof(log), nullptr, log);
        GLint isCompiled = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
        error_ += isCompiled != 0 ? "" : log;
        glAttachShader(program, shader);
        glDeleteShader(shader);
    };
    attach(GL_VERTEX_SHADER, vertex);
    attach(GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    GLint isLinked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &isLinked);
    error_ += isLinked != 0 ? "" : "a shader program does not link\n";
    return program;
}

void Renderer::setMesh(Mesh mesh, const std::vector<Vertex>& triangles) {
    Buffers& buffers = meshes_[static_cast<std::size_t>(mesh)];
    buffers.vertexCount = static_cast<GLsizei>(triangles.size());
    glBindVertexArray(buffers.vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size() * sizeof(Vertex)),
                 triangles.data(), GL_STATIC_DRAW);
    for (GLuint i = 0; i < 3; ++i) {
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), offsetOf(i * sizeof(glm::vec3)));
        glEnableVertexAttribArray(i);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffers.instances);
    for (GLuint i = 0; i < 6; ++i) {
        glVertexAttribPointer(3 + i, 4, GL_FLOAT, GL_FALSE, sizeof(Instance),
                              offsetOf(i * sizeof(glm::vec4)));
        glEnableVertexAttribArray(3 + i);
        glVertexAttribDivisor(3 + i, 1);
    }
}

void Renderer::drawInstances(const Scene& scene, bool isShadow) {
    for (std::size_t i = 0; i < kMeshCount; ++i) {
        const std::vector<Instance>& list = scene.instances[i];
        const bool isGround = i <= static_cast<std::size_t>(Mesh::Rim);
        if (list.empty() || (isShadow && isGround)) {
            continue;
        }
        glBindVertexArray(meshes_[i].vertexArray);
        if (isShadow || isGround) {  // the others are still there from the shadow pass
            glBindBuffer(GL_ARRAY_BUFFER, meshes_[i].instances);
            glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.size() * sizeof(Instance)),
                         list.data(), GL_STREAM_DRAW);
        }
        glDrawArraysInstanced(GL_TRIANGLES, 0, meshes_[i].vertexCount, static_cast<GLsizei>(list.size()));
    }
}

void Renderer::draw(const Scene& scene, const Camera& camera, GLuint framebuffer, int width, int height) {
    const glm::mat4 clipFromWorld =
        camera.clipFromWorld(static_cast<float>(width) / static_cast<float>(std::max(height, 1)));
    const glm::mat4 shadowFromWorld =
        glm::ortho(-kShadowRange, kShadowRange, -kShadowRange, kShadowRange, 1.0f, 300.0f) *
        glm::lookAt(scene.target + kToSun * 150.0f, scene.target, glm::vec3(0.0f, 1.0f, 0.0f));
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glDisable(GL_BLEND);

    glBindFramebuffer(GL_FRAMEBUFFER, shadowBuffer_);
    glViewport(0, 0, shadowSize_, shadowSize_);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 4.0f);
    glUseProgram(depth_);
    setMatrix(depth_, "clipFromWorld", shadowFromWorld);
    drawInstances(scene, true);
    glDisable(GL_POLYGON_OFFSET_FILL);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(objects_);
    setMatrix(objects_, "clipFromWorld", clipFromWorld);
    setMatrix(objects_, "shadowFromWorld", shadowFromWorld);
    glUniform3fv(glGetUniformLocation(objects_, "eye"), 1, &camera.eye.x);
    for (std::size_t i = 0; i < 4; ++i) {
        const ZoneMark zone = i < scene.zones.size() ? scene.zones[i] : ZoneMark{};
        const std::string index = "[" + std::to_string(i) + "]";
        glUniform4fv(glGetUniformLocation(objects_, ("zonePlaces" + index).c_str()), 1, &zone.place.x);
        glUniform4fv(glGetUniformLocation(objects_, ("zoneColors" + index).c_str()), 1, &zone.color.x);
    }
    glBindTexture(GL_TEXTURE_2D, shadowMap_);
    drawInstances(scene, false);

    glDepthFunc(GL_LEQUAL);
    glUseProgram(sky_);
    setMatrix(sky_, "worldFromClip", glm::inverse(clipFromWorld));
    glUniform3fv(glGetUniformLocation(sky_, "eye"), 1, &camera.eye.x);
    glBindVertexArray(emptyArray_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
    drawLines(scene.lines, clipFromWorld);
}

void Renderer::drawLines(const LineList& lines, const glm::mat4& clipFromWorld) {
    if (lines.positions.empty()) {
        return;
    }
    glBindVertexArray(lineArray_);
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffers_[0]);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(lines.positions.size() * sizeof(glm::vec3)),
                 lines.positions.data(), GL_STREAM_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffers_[1]);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(lines.colors.size() * sizeof(std::uint32_t)),
                 lines.colors.data(), GL_STREAM_DRAW);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, nullptr);
    glEnableVertexAttribArray(1);
    glUseProgram(lines_);
    setMatrix(lines_, "clipFromWorld", clipFromWorld);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(lines.positions.size()));
    glEnable(GL_DEPTH_TEST);
}

}  // namespace tank_arena
