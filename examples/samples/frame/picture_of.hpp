#pragma once

// Draws a scene with OpenGL, into the window or into a picture.

#include "overlay.hpp"
#include "scene.hpp"

#include <adapters/gl33_renderer.hpp>

namespace samples {

class ScenePainter {
public:
    /// Clears the framebuffer, and draws objects, layers and answers.
    /// @param more  lines of the caller, over all
    void draw(const Scene& scene, sat3d::DebugLayer show, const sat3d::DebugGeometry& more, int width,
              int height);
    /// The labels of the last picture.
    [[nodiscard]] std::span<const sat3d::DebugLabel> labels() const { return overlay_.labels; }
    /// For another scene.
    void forget();

private:
    sat3d::DebugScene meshes_;
    sat3d::DebugGeometry overlay_;
    Gl33Renderer renderer_{{-0.36f, 0.8f, 0.48f}, 0.55f, 0.6f};
};

}  // namespace samples
