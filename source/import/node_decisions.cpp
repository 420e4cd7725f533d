#include "import/node_decisions.hpp"

#include "import/node_walk.hpp"

#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {

std::vector<NamedNode> namedNodes(const Scene& scene, const std::string& fileStem) {
    std::vector<NamedNode> nodes;
    nodes.reserve(scene.nodes.size());
    for (const Node& node : scene.nodes) {
        nodes.push_back({node.meshes.empty() ? node.name : nameOf(scene, node, fileStem),
                         meshNameOf(scene, node), !node.meshes.empty(), node.parent});
    }
    return nodes;
}

std::vector<NameDecision> decisionsOf(const Scene& scene, const std::vector<NamedNode>& names,
                                      const ImportOptions& options) {
    if (!scene.physics.hasColliders) {
        return decideByName(names, {options.unrealNames, options.godotNames, scene.format == Format::Obj});
    }
    std::vector<NameDecision> decisions = decideByName(names, {false, false, false});
    std::vector<std::optional<std::uint32_t>> seenAt(
        scene.nodes.size());  // the nearest mesh at or above the node
    for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
        const std::uint32_t parent = scene.nodes[node].parent;
        seenAt[node] = !scene.nodes[node].meshes.empty() ? std::optional(node)
                       : parent == Node::kNoParent       ? std::nullopt
                                                         : seenAt[parent];
        const bool saysCollision = scene.nodes[node].physics.saysCollision();
        decisions[node].role = saysCollision ? NodeRole::Body : NodeRole::RenderOnly;
        decisions[node].rule = saysCollision ? scene.nodes[node].physics.rule : NameRule::None;
        decisions[node].renderNode = seenAt[node];
    }
    return decisions;
}

bool isDeclaredRule(NameRule rule) {
    return rule >= NameRule::KhrRigidBodies;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
