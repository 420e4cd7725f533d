#include "picture_of.hpp"

#include <algorithm>

namespace samples {

void ScenePainter::draw(const Scene& scene, sat3d::DebugLayer show, const sat3d::DebugGeometry& more,
                        int width, int height) {
    glViewport(0, 0, width, height);
    glClearColor(0.60f, 0.70f, 0.80f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const glm::mat4 camera =
        scene.view.clipFromWorld(static_cast<float>(width) / static_cast<float>(std::max(height, 1)));
    renderer_.draw(meshes_.update(scene.world), camera);
    overlay_.clear();
    drawOverlay(overlay_, scene, show);
    renderer_.draw(overlay_.lines, camera);
    renderer_.draw(more.lines, camera);
}

void ScenePainter::forget() {
    meshes_.begin();
    renderer_.draw(meshes_.end(), glm::mat4(1.0f));  // releases all meshes
}

}  // namespace samples
