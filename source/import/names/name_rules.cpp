#include "import/names/name_rules.hpp"

#include "import/names/godot_suffixes.hpp"
#include "import/names/name_effect.hpp"
#include "import/names/render_mesh_lookup.hpp"
#include "import/names/unreal_prefixes.hpp"

namespace sat3d::SAT3D_ABI {
namespace importing {
namespace {

std::optional<GodotName> parseGodot(const NamedNode& node) {
    std::optional<GodotName> parsed = parseGodotName(node.name);
    if (!parsed) {
        parsed = parseGodotName(node.meshName, true);
        if (parsed) {
            parsed->stripped = node.name;  // the suffix belongs to the mesh's name, not to the node's
        }
    }
    return parsed;
}

NodeRoleByName roleAlone(const NamedNode& node, const NamingOptions& options) {
    NodeRoleByName result;
    result.bodyName = node.name;
    if (node.isOfFile) {
        return result;
    }
    if (const auto unreal = options.unreal ? parseUnrealName(node.name) : std::nullopt) {
        result.source = unreal->source;
        result.wanted = unreal->wanted;
    } else if (auto godot = options.godot ? parseGodot(node) : std::nullopt) {
        result.source = godot->source;
        result.wanted = godot->wanted;
        result.motion = godot->motion;
        result.bodyName = std::move(godot->stripped);
        if (effectOf(result.source) == NameEffect::Dropped || result.bodyName.empty()) {
            result.role = NodeRole::Dropped;
        }
    }
    return result;
}

/// Drops all descendants of nodes with the suffix -noimp.
void dropBelow(std::span<const NamedNode> nodes, std::vector<NodeRoleByName>& roles) {
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        const auto dropper =
            nodes[k].parent == NamedNode::kNoParent ? std::nullopt : roles[nodes[k].parent].droppedBy;
        if (dropper && roles[*dropper].source == ColliderSource::GodotNoimp) {
            roles[k].role = NodeRole::Dropped;
            roles[k].droppedBy = dropper;
        } else if (roles[k].role == NodeRole::Dropped) {
            roles[k].droppedBy = k;
        }
    }
}

/// Returns the nearest mesh above a node, or nothing if that mesh requests a body.
std::optional<std::uint32_t> plainMeshAbove(std::span<const NamedNode> nodes,
                                            std::span<const NodeRoleByName> roles, std::uint32_t node) {
    for (std::uint32_t k = nodes[node].parent; k != NamedNode::kNoParent; k = nodes[k].parent) {
        if (nodes[k].hasMesh) {
            return !asksForBody(roles[k].source) ? std::optional(k) : std::nullopt;
        }
    }
    return std::nullopt;
}

void linkRenderMeshes(std::span<const NamedNode> nodes, const NamingOptions& options,
                      std::vector<NodeRoleByName>& roles) {
    RenderMeshLookup renderMeshes(nodes);
    bool hasVisibleMesh = false;
    std::vector<std::uint32_t> collisionMeshes;
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        if (!nodes[k].hasMesh || roles[k].role == NodeRole::Dropped) {
            continue;
        }
        if (isCollisionMesh(roles[k].source)) {
            collisionMeshes.push_back(k);
            continue;
        }
        roles[k].renderNode = k;
        hasVisibleMesh = true;
        if (!asksForBody(roles[k].source)) {
            renderMeshes.add(k);
        }
    }
    for (const std::uint32_t k : collisionMeshes) {
        NodeRoleByName& role = roles[k];
        const auto unreal = isUnreal(role.source) ? parseUnrealName(nodes[k].name) : std::nullopt;
        const std::string_view target = unreal ? unreal->target : role.bodyName;
        role.renderNode = renderMeshes.find(target, nodes[k].parent, options.appendedDatablocks);
        if (!role.renderNode && !unreal) {
            role.renderNode = plainMeshAbove(nodes, roles, k);
        }
        if (role.renderNode) {
            roles[*role.renderNode].role = NodeRole::RenderOnly;
        }
        // `Wall-colonly2` collides for a mesh Wall2, and not for Wall.
        const std::string_view unnumbered = target.substr(0, target.find_last_not_of("0123456789") + 1);
        const bool isMisspelt = unreal
                                    ? hasVisibleMesh
                                    : !nodes[k].name.starts_with(target) &&
                                          renderMeshes.find(unnumbered, nodes[k].parent, false).has_value();
        role.missesRenderMesh = !role.renderNode && isMisspelt;
    }
}

}  // namespace

std::vector<NodeRoleByName> rolesByName(std::span<const NamedNode> nodes, const NamingOptions& options) {
    std::vector<NodeRoleByName> roles;
    roles.reserve(nodes.size());
    for (const NamedNode& node : nodes) {
        roles.push_back(roleAlone(node, options));
    }
    dropBelow(nodes, roles);
    linkRenderMeshes(nodes, options, roles);
    return roles;
}

}  // namespace importing

ColliderSource colliderSourceFromName(std::string_view nodeName) {
    importing::NamedNode node;
    node.name = nodeName;
    return importing::roleAlone(node, {}).source;
}

}  // namespace sat3d::SAT3D_ABI
