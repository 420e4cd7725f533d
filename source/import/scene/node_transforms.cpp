#include "import/scene/node_transforms.hpp"

#include "core/readable_text.hpp"

#include <cmath>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {
std::vector<glm::dmat4> worldMatrices(const Scene& scene) {
    std::vector<glm::dmat4> world;
    world.reserve(scene.nodes.size());
    for (const Node& node : scene.nodes) {
        world.push_back(node.parent == Node::kNoParent ? node.toParent : world[node.parent] * node.toParent);
    }
    return world;
}

Pose restPoseOf(const glm::dmat4& toModel) {
    if (const auto split = decomposeMatrix(glm::mat4(toModel))) {
        return split->pose;
    }
    const glm::vec3 origin(toModel[3]);
    return std::isfinite(origin.x + origin.y + origin.z) ? Pose{origin} : Pose{};
}

std::string pathOf(const Scene& scene, std::uint32_t node) {
    std::vector<std::string_view> names;
    for (; node != Node::kNoParent; node = scene.nodes[node].parent) {
        if (!scene.nodes[node].isHelper) {
            names.emplace_back(scene.nodes[node].name);
        }
    }
    return nodePath(names, "/");
}

std::uint64_t verticesShown(const Scene& scene) {
    std::uint64_t count = 0;
    for (const Node& node : scene.nodes) {
        for (const std::uint32_t mesh : node.meshes) {
            count += scene.meshes[mesh].vertices.size();
        }
        for (const DeclaredCollider& collider : node.physics.colliders) {
            for (const PlacedMesh& placed : collider.shape.meshes) {
                count += scene.meshes[placed.mesh].vertices.size();
            }
        }
    }
    return count;
}

}  // namespace sat3d::SAT3D_ABI::importing
