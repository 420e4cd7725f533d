#include "import/naming.hpp"

#include "import/naming_godot.hpp"
#include "import/naming_unreal.hpp"
#include "import/render_mesh_names.hpp"

namespace sat3d::inline SAT3D_ABI {
namespace importing {
namespace {

bool isUnreal(NameRule rule) {
    return rule >= NameRule::UnrealBox && rule <= NameRule::UnrealLegacyConvex;
}

/// Not to be seen: made to collide for another mesh.
bool isCollisionMesh(NameRule rule) {
    return isUnreal(rule) || rule == NameRule::GodotColonly || rule == NameRule::GodotConvcolonly;
}

std::optional<GodotName> parseGodot(const NamedNode& node) {
    std::optional<GodotName> parsed = parseGodotNodeName(node.name);
    if (!parsed && !node.meshName.empty()) {
        parsed = parseGodotMeshName(node.meshName);
        if (parsed) {
            parsed->stripped = node.name;  // the suffix is the mesh's, the body is the node's
        }
    }
    return parsed;
}

NameDecision decideAlone(const NamedNode& node, const NamingOptions& options) {
    NameDecision decision;
    decision.bodyName = node.name;
    if (const auto unreal = options.unreal ? parseUnrealName(node.name) : std::nullopt) {
        decision.rule = unreal->rule;
        decision.wanted = unreal->wanted;
    } else if (const auto godot = options.godot ? parseGodot(node) : std::nullopt) {
        decision = {godot->rule, godot->role, godot->wanted, godot->motion, godot->stripped, {}, false, {}};
        if (decision.bodyName.empty()) {
            decision.role = NodeRole::Dropped;
        }
    }
    return decision;
}

/// -noimp takes all below it along.
void dropBelow(std::span<const NamedNode> nodes, std::vector<NameDecision>& decisions) {
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        const std::uint32_t parent = nodes[k].parent;
        const bool withParent = parent != NamedNode::kNoParent && decisions[parent].droppedBy &&
                                decisions[*decisions[parent].droppedBy].rule == NameRule::GodotNoimp;
        if (withParent) {
            decisions[k].role = NodeRole::Dropped;
            decisions[k].droppedBy = decisions[parent].droppedBy;
        } else if (decisions[k].role == NodeRole::Dropped) {
            decisions[k].droppedBy = k;
        }
    }
}

/// The nearest mesh above that is shown and asks for no body itself.
std::optional<std::uint32_t> plainMeshAbove(std::span<const NamedNode> nodes,
                                            std::span<const NameDecision> decisions, std::uint32_t node) {
    for (std::uint32_t k = nodes[node].parent; k != NamedNode::kNoParent; k = nodes[k].parent) {
        if (nodes[k].hasMesh) {
            return !asksForBody(decisions[k].rule) ? std::optional(k) : std::nullopt;
        }
    }
    return std::nullopt;
}

void linkRenderMeshes(std::span<const NamedNode> nodes, const NamingOptions& options,
                      std::vector<NameDecision>& decisions) {
    RenderMeshNames renderMeshes(nodes);
    bool isSomethingSeen = false;
    const auto takesPart = [&](std::uint32_t k) {
        return nodes[k].hasMesh && decisions[k].role != NodeRole::Dropped;
    };
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        if (takesPart(k) && !isCollisionMesh(decisions[k].rule)) {
            decisions[k].renderNode = k;
            isSomethingSeen = true;
            if (!asksForBody(decisions[k].rule)) {
                renderMeshes.add(k);
            }
        }
    }
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        NameDecision& decision = decisions[k];
        if (!takesPart(k) || !isCollisionMesh(decision.rule)) {
            continue;
        }
        const auto unreal = isUnreal(decision.rule) ? parseUnrealName(nodes[k].name) : std::nullopt;
        const std::string_view target = unreal ? unreal->target : decision.bodyName;
        decision.renderNode = renderMeshes.find(target, nodes[k].parent, options.appendedDatablocks);
        if (!decision.renderNode && !unreal) {
            decision.renderNode = plainMeshAbove(nodes, decisions, k);
        }
        if (decision.renderNode) {
            decisions[*decision.renderNode].role = NodeRole::RenderOnly;
        }
        decision.missesRenderMesh = unreal && !decision.renderNode && isSomethingSeen;
    }
}

}  // namespace
}  // namespace importing

NameRule nameRuleOf(std::string_view nodeName) {
    importing::NamedNode node;
    node.name = nodeName;
    return importing::decideAlone(node, {}).rule;
}

namespace importing {

bool asksForBody(NameRule rule) {
    switch (rule) {
        case NameRule::None:
        case NameRule::GodotNoimp:
        case NameRule::GodotNavmesh:
        case NameRule::GodotOcconly:
        case NameRule::GodotOcc:
        case NameRule::GodotVehicle:
        case NameRule::GodotWheel:
            return false;
        default:
            return true;
    }
}

std::vector<NameDecision> decideByName(std::span<const NamedNode> nodes, const NamingOptions& options) {
    std::vector<NameDecision> decisions;
    decisions.reserve(nodes.size());
    for (const NamedNode& node : nodes) {
        decisions.push_back(decideAlone(node, options));
    }
    dropBelow(nodes, decisions);
    linkRenderMeshes(nodes, options, decisions);
    return decisions;
}

}  // namespace importing
}  // namespace sat3d::inline SAT3D_ABI
