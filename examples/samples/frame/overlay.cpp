#include "overlay.hpp"

#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <array>

namespace samples {

std::span<const Layer> layers() {
    using enum sat3d::DebugLayer;
    static constexpr std::array kLayers{
        Layer{Contacts, "Contact points", "points of the last step, with their normals"},
        Layer{Impulses, "Impulses", "an arrow at each point, as long as its push"},
        Layer{Bodies, "Bodies", "centers of mass and velocities; blue ones sleep"},
        Layer{Bounds, "Boxes", "the boxes of the objects, along the axes"},
        Layer{Trees, "Trees", "the boxes of the search tree of all objects"},
        Layer{ShapeTrees, "Trees in shapes", "the boxes in meshes, height fields and compounds"},
        Layer{Labels, "Numbers", "depths, distances, impulses and speeds"},
    };
    return kLayers;
}

void drawOverlay(sat3d::DebugGeometry& geometry, const Scene& scene, sat3d::DebugLayer show) {
    using enum sat3d::DebugLayer;
    sat3d::draw(geometry, scene.world, {.show = show & (Bounds | Trees | ShapeTrees)});
    sat3d::draw(geometry, scene.world, scene.dynamics, {.show = show, .normalLength = 0.3f});
    // Wheels and joints have no shapes: they are always drawn.
    sat3d::draw(geometry, scene.world, scene.dynamics, {.show = Joints | Vehicles});
    scene.draw(geometry);
}

}  // namespace samples
