#include "import/names/name_rules.hpp"

#include "import/names/ascii_text.hpp"
#include "import/names/godot_suffixes.hpp"
#include "import/names/name_effect.hpp"
#include "import/names/unreal_prefixes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {
namespace importing {
namespace {

/// Render meshes by name.
class RenderMeshLookup {
public:
    explicit RenderMeshLookup(std::span<const NamedNode> nodes) : nodes_(nodes) {}

    void add(std::uint32_t node);

    /// Finds the render mesh for the name of a collision mesh without its prefix or suffix. The whole name
    /// has precedence over the name without its number. Capital and small letters are different only if
    /// several meshes match.
    /// @param parent  parent of the collision mesh. If several meshes have the same name, a mesh with this
    /// parent is preferred, otherwise the first mesh.
    /// @param appendedDatablocks  both names may end in '_' and the name of the mesh data. These endings are
    ///     ignored if nothing else matches; then exactly one mesh must match.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view target, std::uint32_t parent,
                                                    bool appendedDatablocks) const;

private:
    using Index = std::map<std::string, std::vector<std::uint32_t>>;

    [[nodiscard]] std::optional<std::uint32_t> findWhole(std::string_view target, std::uint32_t parent) const;
    [[nodiscard]] std::optional<std::uint32_t> findWithoutDatablock(std::string_view target) const;

    std::span<const NamedNode> nodes_;
    Index byName_;             // in lower case
    Index byNameWithoutData_;  // the same names up to the last underscore
};

/// Returns the name up to the last underscore, or "": `Crate_01` for `Crate_01_Cube.005`.
std::string_view withoutDatablock(std::string_view name) {
    const std::size_t underscore = name.rfind('_');
    return underscore == std::string_view::npos ? std::string_view() : name.substr(0, underscore);
}

void RenderMeshLookup::add(std::uint32_t node) {
    const std::string name = lowered(nodes_[node].name);
    byName_[name].push_back(node);
    if (const std::string_view shorter = withoutDatablock(name); !shorter.empty()) {
        byNameWithoutData_[std::string(shorter)].push_back(node);
    }
}

std::optional<std::uint32_t> RenderMeshLookup::find(std::string_view target, std::uint32_t parent,
                                                    bool appendedDatablocks) const {
    std::optional<std::uint32_t> found = findWhole(target, parent);
    if (!found && appendedDatablocks) {
        found = findWhole(withoutDatablock(target), parent);
    }
    if (!found && appendedDatablocks) {
        found = findWithoutDatablock(target);
    }
    return found;
}

std::optional<std::uint32_t> RenderMeshLookup::findWhole(std::string_view target,
                                                         std::uint32_t parent) const {
    for (const std::string& candidate : renderNameCandidates(target)) {
        const auto entry = byName_.find(lowered(candidate));
        if (entry == byName_.end()) {
            continue;
        }
        const auto closeness = [&](std::uint32_t node) {
            return 2 * (nodes_[node].name == candidate) + (nodes_[node].parent == parent);
        };
        return std::ranges::max(entry->second, {}, closeness);  // on ties, the first mesh
    }
    return std::nullopt;
}

std::optional<std::uint32_t> RenderMeshLookup::findWithoutDatablock(std::string_view target) const {
    for (const std::string_view shorter : {target, withoutDatablock(target)}) {
        for (const std::string& candidate : renderNameCandidates(shorter)) {
            const auto entry = byNameWithoutData_.find(lowered(candidate));
            if (entry != byNameWithoutData_.end()) {
                return entry->second.size() == 1 ? std::optional(entry->second.front()) : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

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
