#include "render_target.hpp"

#include <initializer_list>

namespace tank_arena {

void setSampling(GLint filter) {
    for (const GLenum name : std::initializer_list<GLenum>{GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTexParameteri(GL_TEXTURE_2D, name, filter);
    }
    for (const GLenum axis : std::initializer_list<GLenum>{GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTexParameteri(GL_TEXTURE_2D, axis, GL_CLAMP_TO_EDGE);
    }
}

RenderTarget::~RenderTarget() {
    free();
}

void RenderTarget::free() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &color_);
    glDeleteTextures(1, &depth_);
}

void RenderTarget::setSize(int width, int height) {
    if (width_ == width && height_ == height) {
        return;
    }
    free();
    width_ = width, height_ = height;
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    const auto attach = [&](GLuint& texture, GLint format, GLenum channels, GLenum type, GLenum point) {
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, channels, type, nullptr);
        setSampling(GL_LINEAR);
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, texture, 0);
    };
    attach(color_, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_COLOR_ATTACHMENT0);
    attach(depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, GL_DEPTH_ATTACHMENT);
}

}  // namespace tank_arena
