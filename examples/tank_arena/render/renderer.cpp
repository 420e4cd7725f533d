#include "renderer.hpp"

#include "shader_program.hpp"
#include "shaders.hpp"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace tank_arena {
namespace {

const glm::vec3 kToSun(-0.741f, 0.515f, 0.432f);  // as in the shaders
constexpr float kShadowRange = 55.0f;             // meters around the target
constexpr float kLineWidth = 1.8f;                // pixels

/// Pixels of the shadow map along each side.
int shadowSizeOf(Quality quality, bool isSoftware) {
    return quality == Quality::Fast ? 1024 : isSoftware ? 2048 : 4096;
}

const void* offsetOf(std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);
}

/// Adds an attribute of instances, from the bound buffer, to the bound vertex array.
void addPerInstance(GLuint place, GLint size, GLenum type, std::size_t stride, std::size_t offset) {
    glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE,
                          static_cast<GLsizei>(stride), offsetOf(offset));
    glEnableVertexAttribArray(place);
    glVertexAttribDivisor(place, 1);
}

template <class T>
void upload(GLuint buffer, const std::vector<T>& data) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(),
                 GL_STREAM_DRAW);
}

}  // namespace

glm::mat4 Camera::clipFromWorld(float aspect) const {
    return glm::perspective(fieldOfView, aspect, kNear, kFar) *
           glm::lookAt(eye, target, glm::vec3(0.0f, 1.0f, 0.0f));
}

Renderer::Renderer() : isSoftware_(isSoftware()) {
    const std::string lit = std::string("#version 330 core\n") + shaders::kAtmosphere;
    const std::string depthRead = shaders::kDepthRead;
    const std::string surface = lit + shaders::kSurface;
    bodies_ = makeProgram(shaders::kObjectVertex, surface + shaders::kBodySurface, error_);
    ground_ = makeProgram(shaders::kObjectVertex, surface + shaders::kGroundSurface, error_);
    depth_ = makeProgram(shaders::kObjectVertex, shaders::kDepthFragment, error_);
    sky_ = makeProgram(shaders::kSkyVertex, lit + shaders::kSkyFragment, error_);
    lines_ = makeProgram(shaders::kLineVertex, shaders::kLineFragment, error_);
    puffs_ = makeProgram(shaders::kPuffVertex, lit + shaders::kPuffFragment, error_);
    faces_ = makeProgram(shaders::kFaceVertex, shaders::kLineFragment, error_);
    occlusion_ = makeProgram(shaders::kPostVertex, depthRead + shaders::kOcclusionFragment, error_);
    post_ = makeProgram(shaders::kPostVertex, depthRead + shaders::kPostFragment, error_);
    copy_ = makeProgram(shaders::kPostVertex, shaders::kCopyFragment, error_);
    makeShadowMap();
    makeStreams();
}

Renderer::~Renderer() {
    for (const Buffers& mesh : meshes_) {
        glDeleteVertexArrays(1, &mesh.vertexArray);
        glDeleteBuffers(1, &mesh.vertices);
        glDeleteBuffers(1, &mesh.instances);
    }
    glDeleteBuffers(2, lineBuffers_);
    glDeleteBuffers(1, &puffBuffer_);
    glDeleteBuffers(3, faceBuffers_);
    for (const GLuint array : {lineArray_, puffArray_, faceArray_, emptyArray_}) {
        glDeleteVertexArrays(1, &array);
    }
    glDeleteFramebuffers(1, &shadowBuffer_);
    glDeleteTextures(1, &shadowMap_);
    for (const GLuint program :
         {bodies_, ground_, depth_, sky_, lines_, puffs_, faces_, occlusion_, post_, copy_}) {
        glDeleteProgram(program);
    }
}

bool Renderer::isSoftware() {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view renderer = name != nullptr ? name : "";
    return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos ||
           renderer.find("SwiftShader") != renderer.npos;
}

void Renderer::makeShadowMap() {
    glGenTextures(1, &shadowMap_);
    setShadowSize(1);
    setSampling(GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, &shadowBuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, shadowBuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadowMap_, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

void Renderer::setShadowSize(int size) {
    glBindTexture(GL_TEXTURE_2D, shadowMap_);
    if (size != shadowSize_) {
        shadowSize_ = size;
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                     nullptr);
    }
}

void Renderer::makeStreams() {
    glGenVertexArrays(1, &emptyArray_);
    glGenVertexArrays(1, &lineArray_);
    glGenBuffers(2, lineBuffers_);
    glBindVertexArray(lineArray_);
    // Both ends of a line belong to one instance.
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffers_[0]);
    for (GLuint end = 0; end < 2; ++end) {
        addPerInstance(end, 3, GL_FLOAT, 2 * sizeof(glm::vec3), end * sizeof(glm::vec3));
    }
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffers_[1]);
    for (GLuint end = 0; end < 2; ++end) {
        addPerInstance(2 + end, 4, GL_UNSIGNED_BYTE, 2 * sizeof(std::uint32_t), end * sizeof(std::uint32_t));
    }
    glGenVertexArrays(1, &puffArray_);
    glGenBuffers(1, &puffBuffer_);
    glBindVertexArray(puffArray_);
    glBindBuffer(GL_ARRAY_BUFFER, puffBuffer_);
    addPerInstance(0, 4, GL_FLOAT, sizeof(Puff), offsetof(Puff, placeAndSize));
    addPerInstance(1, 4, GL_FLOAT, sizeof(Puff), offsetof(Puff, color));
    addPerInstance(2, 4, GL_FLOAT, sizeof(Puff), offsetof(Puff, axisAndGlow));
    addPerInstance(3, 1, GL_FLOAT, sizeof(Puff), offsetof(Puff, seed));
    glGenVertexArrays(1, &faceArray_);
    glGenBuffers(3, faceBuffers_);
    glBindVertexArray(faceArray_);
    glBindBuffer(GL_ARRAY_BUFFER, faceBuffers_[0]);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, faceBuffers_[1]);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, nullptr);
    glEnableVertexAttribArray(1);
    for (Buffers& mesh : meshes_) {
        glGenVertexArrays(1, &mesh.vertexArray);
        glGenBuffers(1, &mesh.vertices);
        glGenBuffers(1, &mesh.instances);
    }
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
        addPerInstance(3 + i, 4, GL_FLOAT, sizeof(Instance), i * sizeof(glm::vec4));
    }
}

void Renderer::drawInstances(const Scene& scene, Pass pass) {
    for (std::size_t i = 0; i < kMeshCount; ++i) {
        const std::vector<Instance>& list = scene.instances[i];
        const bool isGround = i <= static_cast<std::size_t>(Mesh::Rim);
        if (list.empty() || isGround != (pass == Pass::Ground)) {
            continue;
        }
        glBindVertexArray(meshes_[i].vertexArray);
        if (pass != Pass::Bodies) {  // they are still there from the shadow pass
            upload(meshes_[i].instances, list);
        }
        glDrawArraysInstanced(GL_TRIANGLES, 0, meshes_[i].vertexCount, static_cast<GLsizei>(list.size()));
    }
}

void Renderer::draw(const Scene& scene, const Camera& camera, Quality quality, GLuint framebuffer, int width,
                    int height) {
    width = std::max(width, 2);
    height = std::max(height, 2);
    const int times = quality == Quality::Fine ? 2 : 1, part = quality == Quality::Fast ? 2 : 1;
    target_.setSize(width * times / part, height * times / part);
    const glm::mat4 clipFromWorld =
        camera.clipFromWorld(static_cast<float>(width) / static_cast<float>(height));
    const glm::mat4 shadowFromWorld =
        glm::ortho(-kShadowRange, kShadowRange, -kShadowRange, kShadowRange, 1.0f, 300.0f) *
        glm::lookAt(scene.target + kToSun * 150.0f, scene.target, glm::vec3(0.0f, 1.0f, 0.0f));
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glActiveTexture(GL_TEXTURE0);
    setShadowSize(shadowSizeOf(quality, isSoftware_));
    drawShadows(scene, shadowFromWorld);

    glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
    glViewport(0, 0, target_.width(), target_.height());
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    drawObjects(scene, camera, quality, clipFromWorld, shadowFromWorld);
    drawSky(camera, clipFromWorld);
    drawPuffs(scene.puffs, camera, clipFromWorld);
    drawFaces(scene.overlay.triangles, clipFromWorld);

    copyToScreen(camera, quality, framebuffer, width, height);
    drawLines(scene.overlay.lines, clipFromWorld, width, height);
}

void Renderer::drawShadows(const Scene& scene, const glm::mat4& shadowFromWorld) {
    glBindFramebuffer(GL_FRAMEBUFFER, shadowBuffer_);
    glViewport(0, 0, shadowSize_, shadowSize_);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 4.0f);
    glUseProgram(depth_);
    setMatrix(depth_, "clipFromWorld", shadowFromWorld);
    drawInstances(scene, Pass::Shadow);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::drawObjects(const Scene& scene, const Camera& camera, Quality quality,
                           const glm::mat4& clipFromWorld, const glm::mat4& shadowFromWorld) {
    glBindTexture(GL_TEXTURE_2D, shadowMap_);
    for (const Pass pass : {Pass::Bodies, Pass::Ground}) {  // so nothing is drawn of the ground behind bodies
        const GLuint program = pass == Pass::Bodies ? bodies_ : ground_;
        glUseProgram(program);
        setMatrix(program, "clipFromWorld", clipFromWorld);
        setMatrix(program, "shadowFromWorld", shadowFromWorld);
        setVector(program, "eye", camera.eye);
        glUniform1i(uniform(program, "shadowTaps"), quality == Quality::Fast ? 0 : 1);
        if (pass == Pass::Ground) {
            setMarks(scene.marks);
        }
        drawInstances(scene, pass);
    }
}

void Renderer::setMarks(const std::vector<GroundMark>& marks) {
    for (std::size_t i = 0; i < kMaxGroundMarks; ++i) {
        const GroundMark mark = i < marks.size() ? marks[i] : GroundMark{};
        const std::string index = "[" + std::to_string(i) + "]";
        glUniform4fv(uniform(ground_, "markPlaces" + index), 1, &mark.place.x);
        glUniform4fv(uniform(ground_, "markColors" + index), 1, &mark.color.x);
    }
}

void Renderer::drawSky(const Camera& camera, const glm::mat4& clipFromWorld) {
    glDepthFunc(GL_LEQUAL);
    glUseProgram(sky_);
    setMatrix(sky_, "worldFromClip", glm::inverse(clipFromWorld));
    setVector(sky_, "eye", camera.eye);
    glBindVertexArray(emptyArray_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
}

void Renderer::drawPuffs(const std::vector<Puff>& puffs, const Camera& camera,
                         const glm::mat4& clipFromWorld) {
    if (puffs.empty()) {
        return;
    }
    sortedPuffs_ = puffs;  // the farthest first
    const auto away = [&](const Puff& puff) {
        return glm::distance(glm::vec3(puff.placeAndSize), camera.eye);
    };
    std::ranges::stable_sort(sortedPuffs_, [&](const Puff& a, const Puff& b) { return away(a) > away(b); });
    const glm::vec3 ahead = glm::normalize(camera.target - camera.eye);
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0.0f, 1.0f, 0.0f)));
    glUseProgram(puffs_);
    setMatrix(puffs_, "clipFromWorld", clipFromWorld);
    setVector(puffs_, "eye", camera.eye);
    setVector(puffs_, "cameraRight", right);
    setVector(puffs_, "cameraUp", glm::cross(right, ahead));
    glBindVertexArray(puffArray_);
    upload(puffBuffer_, sortedPuffs_);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // colors are multiplied by alpha
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);  // streaks face the camera with either side
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(sortedPuffs_.size()));
    glEnable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void Renderer::drawOverPicture(GLuint program, const Camera& camera, GLuint framebuffer, int width,
                               int height) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glUseProgram(program);
    glUniform1i(uniform(program, "colorMap"), 0);
    glUniform1i(uniform(program, "depthMap"), 1);
    glUniform1i(uniform(program, "occlusionMap"), 2);
    glUniform2f(uniform(program, "pixel"), 1.0f / static_cast<float>(width),
                1.0f / static_cast<float>(height));
    glUniform2f(uniform(program, "clipPlanes"), Camera::kNear, Camera::kFar);
    glUniform1f(uniform(program, "halfHeight"), std::tan(0.5f * camera.fieldOfView));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::copyToScreen(const Camera& camera, Quality quality, GLuint framebuffer, int width,
                            int height) {
    const bool isFine = quality == Quality::Fine;
    if (isFine) {
        corners_.setSize(width, height);
    }
    const GLuint textures[] = {target_.color(), target_.depth(), isFine ? corners_.color() : 0};
    for (GLuint unit = 3; unit-- > 0;) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, textures[unit]);
    }
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(emptyArray_);
    if (isFine) {
        drawOverPicture(occlusion_, camera, corners_.framebuffer(), width, height);
    }
    drawOverPicture(isFine ? post_ : copy_, camera, framebuffer, width, height);
    glEnable(GL_DEPTH_TEST);
}

void Renderer::drawFaces(const sat3d::DebugTriangles& triangles, const glm::mat4& clipFromWorld) {
    if (triangles.indices.empty()) {
        return;
    }
    glBindVertexArray(faceArray_);
    upload(faceBuffers_[0], triangles.positions);
    upload(faceBuffers_[1], triangles.colors);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, faceBuffers_[2]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(triangles.indices.size() * sizeof(std::uint32_t)),
                 triangles.indices.data(), GL_STREAM_DRAW);
    glUseProgram(faces_);
    setMatrix(faces_, "clipFromWorld", clipFromWorld);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1.0f, -2.0f);  // in front of the surface itself
    glDepthMask(GL_FALSE);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(triangles.indices.size()), GL_UNSIGNED_INT, nullptr);
    glDepthMask(GL_TRUE);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
}

void Renderer::drawLines(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld, int width,
                         int height) {
    if (lines.positions.empty()) {
        return;
    }
    glBindVertexArray(lineArray_);
    upload(lineBuffers_[0], lines.positions);
    upload(lineBuffers_[1], lines.colors);
    glUseProgram(lines_);
    setMatrix(lines_, "clipFromWorld", clipFromWorld);
    glUniform2f(uniform(lines_, "pixel"), 2.0f / static_cast<float>(width),
                2.0f / static_cast<float>(height));
    glUniform1f(uniform(lines_, "width"), kLineWidth);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(lines.positions.size() / 2));
    glEnable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace tank_arena
