#include "import/gltf_scene.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

std::optional<std::uint32_t> numberOf(const Node& node, std::string_view key) {
    const auto found = std::ranges::find(node.properties, key, &NodeProperty::key);
    std::uint32_t number = 0;
    if (found == node.properties.end() ||
        std::from_chars(found->value.data(), found->value.data() + found->value.size(), number).ec !=
            std::errc()) {
        return std::nullopt;
    }
    return number;
}

/// By their numbers in the file, the meshes of nodes that only carried them here; those nodes are none any
/// more.
std::map<std::uint32_t, std::vector<std::uint32_t>> takeMeshes(Scene& scene) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> meshes;
    for (Node& node : scene.nodes) {
        if (const auto number = numberOf(node, kMeshNumberKey)) {
            meshes[*number] = std::exchange(node.meshes, {});
            node.isHelper = true;
        }
    }
    return meshes;
}

/// A mesh of the file is one mesh of the scene for each of its primitives.
std::vector<PlacedMesh> placedIn(const std::map<std::uint32_t, std::vector<std::uint32_t>>& meshes,
                                 const std::vector<PlacedMesh>& ofFile) {
    std::vector<PlacedMesh> placed;
    for (const PlacedMesh& mesh : ofFile) {
        if (const auto found = meshes.find(mesh.mesh); found != meshes.end()) {
            for (const std::uint32_t primitive : found->second) {
                placed.push_back({primitive, mesh.toNode});
            }
        }
    }
    return placed;
}

}  // namespace

void addGltfExtras(GltfExtras extras, Scene& scene) {
    const auto meshes = takeMeshes(scene);
    std::vector<std::uint32_t> nodeOf(extras.nodes.size(), Node::kNoParent);
    for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
        const auto number = numberOf(scene.nodes[node], kNodeNumberKey);
        scene.nodes[node].properties.clear();  // all that reached it are of our own making
        if (number && *number < nodeOf.size()) {
            nodeOf[*number] = node;
            scene.nodes[node].properties = std::move(extras.nodes[*number].properties);
        }
    }
    std::uint32_t outside = 0;
    for (std::uint32_t number = 0; number < nodeOf.size(); ++number) {
        NodePhysics& physics = extras.nodes[number].physics;
        if (nodeOf[number] == Node::kNoParent) {
            outside += physics.saysCollision();
            continue;
        }
        for (DeclaredCollider& collider : physics.colliders) {
            collider.shape.meshes = placedIn(meshes, collider.shape.meshes);
            if (collider.trigger) {
                collider.trigger = nodeOf[*collider.trigger];
            }
        }
        scene.nodes[nodeOf[number]].physics = std::move(physics);
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
