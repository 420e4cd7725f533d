#pragma once

// What is drawn over the objects of a scene: layers that can be switched, and the scene's own answers.

#include "scene.hpp"

#include <span>

namespace samples {

/// The layers that can be switched, with a name each.
struct Layer {
    sat3d::DebugLayer layer;
    const char *name, *tooltip;
};
[[nodiscard]] std::span<const Layer> layers();

void drawOverlay(sat3d::DebugGeometry& geometry, const Scene& scene, sat3d::DebugLayer show);

}  // namespace samples
