#pragma once

#include <epoxy/gl.h>

namespace tank_arena {

/// Sets the filter of the bound texture, and clamps its coordinates.
void setSampling(GLint filter);

/// A framebuffer whose colors and depths are textures.
class RenderTarget {
public:
    RenderTarget() = default;
    RenderTarget(const RenderTarget&) = delete;
    RenderTarget& operator=(const RenderTarget&) = delete;
    ~RenderTarget();

    /// Makes new textures if the size differs from the present one.
    void setSize(int width, int height);

    [[nodiscard]] GLuint framebuffer() const { return framebuffer_; }
    [[nodiscard]] GLuint color() const { return color_; }
    [[nodiscard]] GLuint depth() const { return depth_; }
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

private:
    void free();

    GLuint framebuffer_ = 0, color_ = 0, depth_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace tank_arena
