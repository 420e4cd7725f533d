#include "picture_of.hpp"

#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <algorithm>
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

void ScenePainter::draw(const Scene& scene, sat3d::DebugLayer show, const sat3d::DebugGeometry& more,
                        int width, int height) {
    glViewport(0, 0, width, height);
    glClearColor(0.60f, 0.70f, 0.80f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const glm::mat4 camera =
        scene.view.clipFromWorld(static_cast<float>(width) / static_cast<float>(std::max(height, 1)));
    renderer_.draw(meshes_.update(scene.world), camera);
    overlay_.clear();
    sat3d::draw(overlay_, scene.world,
                {.show = show & (sat3d::DebugLayer::Bounds | sat3d::DebugLayer::Trees |
                                 sat3d::DebugLayer::ShapeTrees)});
    sat3d::draw(overlay_, scene.world, scene.dynamics, {.show = show, .normalLength = 0.3f});
    scene.draw(overlay_);
    renderer_.draw(overlay_.lines, camera);
    renderer_.draw(more.lines, camera);
}

void ScenePainter::forget() {
    meshes_.begin();
    renderer_.draw(meshes_.end(), glm::mat4(1.0f));  // releases all meshes
}

}  // namespace samples
