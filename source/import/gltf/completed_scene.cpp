#include "import/gltf/completed_scene.hpp"

#include "core/format_numbers.hpp"
#include "import/scene/material_tags.hpp"
#include "import/validation/deformation_notes.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Nodes and meshes of the scene by index in the file.
struct NumbersInFile {
    std::vector<std::uint32_t> nodes;                ///< Node::kNoParent: not in the scene
    std::vector<std::vector<std::uint32_t>> meshes;  ///< one for each primitive
};

/// Removes and returns the number at the front, or returns nothing.
std::optional<std::uint32_t> takeNumber(std::string_view& name) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// Removes the carriers. If only one root then remains, also removes the root that Assimp adds above several
/// roots.
void dropCarriers(std::uint32_t carriers, std::vector<Node>& nodes) {
    nodes.erase(nodes.end() - carriers, nodes.end());
    if (carriers > 0 && std::ranges::count(nodes, 0u, &Node::parent) == 1) {
        nodes.erase(nodes.begin());
        for (Node& node : nodes) {
            node.parent = node.parent == 0 ? Node::kNoParent : node.parent - 1;
        }
    }
}

/// Returns the name of an instance: as Blender numbers copies, so that markers in the name keep their
/// meaning.
std::string nameOfInstance(const GltfDocument& document, std::uint32_t node, std::uint32_t instance) {
    const nlohmann::json& element = document.nodes[node];
    const std::string ofMesh = textIn(document.meshes[number(element, "mesh")], "name");
    const std::string name =
        textIn(element, "name").empty() && !ofMesh.empty() ? ofMesh : nameOf(element, "nodes", node);
    const std::string digits = std::to_string(instance + 1);
    return name + "." + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
}

void nameNodes(const GltfDocument& document, std::vector<Node>& nodes, NumbersInFile& numbers) {
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        std::string_view rest = nodes[k].name;
        const auto number = takeNumber(rest);
        if (!number) {  // the root that Assimp adds
            continue;
        }
        if (!rest.empty()) {
            rest.remove_prefix(1);
            nodes[nodes[k].parent].isInstanced = true;
            nodes[k].name = nameOfInstance(document, *number, takeNumber(rest).value());
            continue;
        }
        numbers.nodes.at(*number) = k;
        nodes[k].name = nameOf(document.nodes[*number], "nodes", *number);
        nodes[k].isHelper = isFbxHelper(nodes[k].name);
    }
}

/// Adds notes on what moves or multiplies meshes besides the transforms of nodes.
void addNotes(const GltfDocument& document, const NumbersInFile& numbers, Scene& scene) {
    std::vector<std::string> skinned, morphed, instanced;
    for (std::uint32_t k = 0; k < document.nodes.size(); ++k) {
        const nlohmann::json& node = document.nodes[k];
        if (numbers.nodes[k] == Node::kNoParent || !node.contains("mesh")) {
            continue;
        }
        const std::string& name = scene.nodes[numbers.nodes[k]].name;
        if (node.contains("skin")) {
            skinned.push_back(name);
        }
        const nlohmann::json& weighted =
            node.contains("weights") ? node : document.meshes[number(node, "mesh")];
        if (std::ranges::any_of(listMember(weighted, "weights"),
                                [](const nlohmann::json& weight) { return weight != 0; })) {
            morphed.push_back(name);
        }
        if (scene.nodes[numbers.nodes[k]].isInstanced) {
            instanced.push_back(name);
        }
    }
    noteDeformations(skinned, morphed, scene.notes);
    if (!instanced.empty()) {
        scene.notes.push_back("the mesh of " + firstOf(instanced) +
                              " has instances (EXT_mesh_gpu_instancing): each one is a node, "
                              "named like it with .001, .002 and so on");
    }
}

/// Assimp names the primitives of mesh 3 "3-0", "3-1" and so on, or "3" if there is only one.
void nameMeshes(const GltfDocument& document, const GltfMeshes& meshes, Scene& scene,
                NumbersInFile& numbers) {
    for (std::uint32_t k = 0; k < scene.meshes.size(); ++k) {
        Mesh& mesh = scene.meshes[k];
        std::string_view rest = mesh.name;
        const std::uint32_t number = takeNumber(rest).value();
        const std::string suffix(rest);
        rest.remove_prefix(rest.empty() ? 0 : 1);
        const std::uint32_t primitive = takeNumber(rest).value_or(0);
        numbers.meshes.at(number).push_back(k);
        mesh.name = nameOf(document.meshes[number], "meshes", number) + suffix;
        const nlohmann::json* const material = meshes.of(number)[primitive].material;
        mesh.material = material == nullptr ? 0 : materialTag(textIn(*material, "name"), scene.materials);
    }
}

void addExtras(GltfExtras extras, const NumbersInFile& numbers, Scene& scene) {
    std::uint32_t outside = 0, outsideJoints = 0;
    for (std::size_t number = 0; number < extras.nodes.size(); ++number) {
        NodePhysics& physics = extras.nodes[number].physics;
        if (numbers.nodes[number] == Node::kNoParent) {
            outside += physics.declaresCollision();
            outsideJoints += physics.joint.has_value();
            continue;
        }
        for (DeclaredCollider& collider : physics.colliders) {
            std::vector<PlacedMesh> placed;
            for (const PlacedMesh& ofFile : collider.shape.meshes) {
                for (const std::uint32_t mesh : numbers.meshes[ofFile.mesh]) {
                    placed.push_back({mesh, ofFile.toNode});
                }
            }
            collider.shape.meshes = std::move(placed);
            for (std::uint32_t& node : collider.shape.meshNodes) {
                node = numbers.nodes[node];
            }
            std::erase(collider.shape.meshNodes, Node::kNoParent);  // not in the scene
            if (collider.trigger) {
                collider.trigger = numbers.nodes[*collider.trigger];
            }
        }
        if (physics.joint) {
            physics.joint->connectedNode = numbers.nodes[physics.joint->connectedNode];
        }
        Node& node = scene.nodes[numbers.nodes[number]];
        node.properties = std::move(extras.nodes[number].properties);
        node.physics = std::move(physics);
    }
    scene.physics = std::move(extras.physics);
    scene.notes.insert(scene.notes.end(), extras.notes.begin(), extras.notes.end());
    if (outsideJoints > 0) {
        scene.notes.push_back("joints on " + formatCount(outsideJoints, "node", "nodes") +
                              " are left out, because these are in no scene, or not in the one that is read");
    }
    if (outside > 0) {
        scene.notes.push_back(
            "colliders of " + std::to_string(outside) +
            " nodes are left out: the nodes are in no scene, or not in the one that is read");
    }
}

}  // namespace

void completeGltfScene(const GltfDocument& document, const GltfMeshes& meshes, std::uint32_t carriers,
                       GltfExtras extras, Scene& scene) {
    scene.formatName = "glTF 2.0";
    scene.generator = textIn(document.root.at("asset"), "generator");
    NumbersInFile numbers{std::vector<std::uint32_t>(document.nodes.size(), Node::kNoParent),
                          std::vector<std::vector<std::uint32_t>>(document.meshes.size())};
    dropCarriers(carriers, scene.nodes);
    nameNodes(document, scene.nodes, numbers);
    nameMeshes(document, meshes, scene, numbers);
    addExtras(std::move(extras), numbers, scene);
    addNotes(document, numbers, scene);
    if (!meshes.rootsBelowOthers.empty()) {
        std::vector<std::string> names;
        for (const std::uint32_t root : meshes.rootsBelowOthers) {
            names.push_back(nameOf(document.nodes[root], "nodes", root));
        }
        scene.notes.push_back("the scene lists " + firstOf(names) +
                              " as a root, below another root: such nodes are read once, there");
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
