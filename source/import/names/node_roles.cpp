#include "import/names/node_roles.hpp"

#include "import/names/name_effect.hpp"

#include <iterator>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Returns whether a reader or an exporter invented the name because the file has none.
bool isPlaceholder(std::string_view name, Format format) {
    switch (format) {
        case Format::Obj:
            return name.empty() || name == "defaultobject";
        case Format::Stl:
            return name.empty() || name == "<STL_BINARY>" || name == "<STL_ASCII>" || name == "Exported" ||
                   name.starts_with("Exported from Blender");
        case Format::Gltf:
            return name.empty() ||
                   ((name.starts_with("nodes[") || name.starts_with("meshes[")) && name.ends_with("]"));
        case Format::Other:
            return name.empty() || (name.starts_with('<') && name.ends_with('>'));  // <OFFRoot>
        default:
            return name.empty();
    }
}

/// Returns whether a reader made the node, or an exporter named it, as the root of all.
bool isPlainRoot(const Node& node) {
    return node.parent == Node::kNoParent && (node.name == "ROOT" || node.name == "RootNode");
}

/// Whether the format has one mesh and no names, so that the file's name stands for the mesh's.
bool isNamedByFile(Format format) {
    return format == Format::Stl || format == Format::Ply;
}

/// Turns meshes without a collision name into render meshes if the option requests it. If the option leaves
/// the choice to the file, does so only if another mesh has a collision name.
void ignoreUnnamed(const std::vector<NamedNode>& names, UnnamedMeshes unnamed,
                   std::vector<NodeRoleByName>& roles) {
    std::vector<NodeRoleByName*> unnamedBodies;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (names[k].hasMesh && roles[k].role == NodeRole::Body) {
            if (!asksForBody(roles[k].source)) {
                unnamedBodies.push_back(&roles[k]);
            } else if (unnamed == UnnamedMeshes::AsFileSuggests) {
                unnamed = UnnamedMeshes::Ignore;
            }
        }
    }
    if (unnamed == UnnamedMeshes::Ignore) {
        for (NodeRoleByName* role : unnamedBodies) {
            role->role = NodeRole::RenderOnly;
            role->staysRenderOnly = true;
            role->isLeftOut = true;
        }
    }
}

/// Roles in a file that declares colliders. Its other meshes collide only if the option requests it, and then
/// only those that no declared collider collides for, or is made of.
std::vector<NodeRoleByName> declaredRoles(const Scene& scene, const std::vector<NamedNode>& names,
                                          UnnamedMeshes unnamed) {
    std::vector<NodeRoleByName> roles = rolesByName(names, {false, false, false});
    std::vector<bool> isRenderMesh(scene.nodes.size(), false);
    for (std::uint32_t k = 0; k < scene.nodes.size(); ++k) {
        const Node& node = scene.nodes[k];
        if (node.meshes.empty() && node.parent != Node::kNoParent) {
            roles[k].renderNode = roles[node.parent].renderNode;  // the nearest mesh above
        }
        if (node.physics.declaresCollision()) {
            roles[k].source = node.physics.source;
            isRenderMesh[roles[k].renderNode.value_or(k)] = true;
        }
        for (const DeclaredCollider& collider : node.physics.colliders) {
            for (const std::uint32_t meshNode : collider.shape.meshNodes) {
                isRenderMesh[meshNode] = true;
            }
        }
    }
    for (std::uint32_t k = 0; k < scene.nodes.size(); ++k) {
        const bool isUnnamed = !scene.nodes[k].meshes.empty() && !isRenderMesh[k];
        if (!scene.nodes[k].physics.declaresCollision() &&
            !(isUnnamed && unnamed == UnnamedMeshes::Collide)) {
            roles[k].role = NodeRole::RenderOnly;
            roles[k].staysRenderOnly = true;
            roles[k].isLeftOut = isUnnamed;
        }
    }
    return roles;
}

}  // namespace

std::vector<NamedNode> namedNodes(const Scene& scene, const std::string& fileStem) {
    std::vector<NamedNode> nodes;
    nodes.reserve(scene.nodes.size());
    for (const Node& node : scene.nodes) {
        NamedNode& named = nodes.emplace_back(NamedNode{node.name, "", !node.meshes.empty(), node.parent});
        for (const std::uint32_t mesh : node.meshes) {
            if (named.meshName.empty() && !isPlaceholder(scene.meshes[mesh].name, scene.format)) {
                named.meshName = scene.meshes[mesh].name;
            }
        }
        if (named.hasMesh && (isPlaceholder(node.name, scene.format) || isPlainRoot(node))) {
            named.isOfFile = named.meshName.empty() && !isNamedByFile(scene.format);
            named.name = named.meshName.empty() ? fileStem : named.meshName;
        }
    }
    if (scene.format == Format::Obj && !nodes.empty() && !nodes.front().hasMesh) {
        nodes.front().isOfFile = true;  // Assimp names the root after it
    }
    return nodes;
}

std::vector<NodeRoleByName> nodeRoles(const Scene& scene, const std::vector<NamedNode>& names,
                                      const ImportOptions& options) {
    if (!scene.physics.hasColliders) {
        std::vector<NodeRoleByName> roles =
            rolesByName(names, {options.unrealNames, options.godotNames, scene.format == Format::Obj});
        ignoreUnnamed(names, options.unnamedMeshes, roles);
        return roles;
    }
    return declaredRoles(scene, names, options.unnamedMeshes);
}

}  // namespace sat3d::SAT3D_ABI::importing
