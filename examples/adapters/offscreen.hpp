#pragma once

#include "picture.hpp"

#include <epoxy/gl.h>

/// Makes an OpenGL 3.3 context without a window current.
/// @return whether there is one here
[[nodiscard]] bool makeSurfacelessContext();

/// Reads the lower left corner of the framebuffer that is bound.
[[nodiscard]] Picture readFramebuffer(int width, int height);

/// A framebuffer of its own, and the pictures drawn into it.
class Canvas {
public:
    Canvas(int width, int height);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    ~Canvas();

    [[nodiscard]] GLuint framebuffer() const { return framebuffer_; }
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// Reads what was drawn.
    [[nodiscard]] Picture read() const;

private:
    int width_, height_;
    GLuint framebuffer_ = 0, buffers_[2] = {0, 0};
};
