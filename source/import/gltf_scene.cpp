#include "import/gltf_scene.hpp"

#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {

void addGltfExtras(GltfExtras extras, std::span<const std::uint32_t> nodeOf,
                   const std::function<std::span<const std::uint32_t>(std::uint32_t)>& meshesOf,
                   Scene& scene) {
    std::uint32_t outside = 0;
    for (std::size_t number = 0; number < extras.nodes.size(); ++number) {
        NodePhysics& physics = extras.nodes[number].physics;
        if (nodeOf[number] == Node::kNoParent) {
            outside += physics.saysCollision();
            continue;
        }
        for (DeclaredCollider& collider : physics.colliders) {
            std::vector<PlacedMesh> placed;
            for (const PlacedMesh& ofFile : collider.shape.meshes) {
                for (const std::uint32_t mesh : meshesOf(ofFile.mesh)) {
                    placed.push_back({mesh, ofFile.toNode});
                }
            }
            collider.shape.meshes = std::move(placed);
            if (collider.trigger) {
                collider.trigger = nodeOf[*collider.trigger];
            }
        }
        Node& node = scene.nodes[nodeOf[number]];
        node.properties = std::move(extras.nodes[number].properties);
        node.physics = std::move(physics);
    }
    scene.physics = std::move(extras.physics);
    scene.notes.insert(scene.notes.end(), extras.notes.begin(), extras.notes.end());
    if (outside > 0) {
        scene.notes.push_back(
            "colliders of " + std::to_string(outside) +
            " nodes are left out: the nodes are in no scene, or not in the one that is read");
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
