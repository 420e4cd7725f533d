#include "import/node_walk.hpp"

#include "core/readable_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// Names that readers make up where the file has none.
bool isMadeUp(std::string_view name) {
    constexpr std::array<std::string_view, 7> kInventions = {
        "", "<STL_BINARY>", "<STL_ASCII>", "defaultobject", "Exported", "ROOT", "RootNode"};
    const bool isNumbered =
        (name.starts_with("nodes[") || name.starts_with("meshes[")) && name.ends_with("]");
    return isNumbered || std::ranges::find(kInventions, name) != kInventions.end();
}

}  // namespace

std::vector<glm::dmat4> worldMatrices(const Scene& scene) {
    std::vector<glm::dmat4> world;
    world.reserve(scene.nodes.size());
    for (const Node& node : scene.nodes) {
        world.push_back(node.parent == Node::kNoParent ? node.toParent : world[node.parent] * node.toParent);
    }
    return world;
}

Pose pivotOf(const glm::dmat4& toModel) {
    if (const auto split = splitMatrix(glm::mat4(toModel))) {
        return split->pose;
    }
    const glm::vec3 origin(toModel[3]);
    return std::isfinite(origin.x + origin.y + origin.z) ? Pose{origin} : Pose{};
}

std::string meshNameOf(const Scene& scene, const Node& node) {
    for (const std::uint32_t mesh : node.meshes) {
        if (!isMadeUp(scene.meshes[mesh].name)) {
            return scene.meshes[mesh].name;
        }
    }
    return {};
}

std::string nameOf(const Scene& scene, const Node& node, const std::string& fileStem) {
    if (!isMadeUp(node.name)) {
        return node.name;
    }
    std::string meshName = meshNameOf(scene, node);
    return meshName.empty() ? fileStem : meshName;
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
            count += scene.meshes[mesh].positions.size();
        }
        for (const DeclaredCollider& collider : node.physics.colliders) {
            for (const PlacedMesh& placed : collider.shape.meshes) {
                count += scene.meshes[placed.mesh].positions.size();
            }
        }
    }
    return count;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
