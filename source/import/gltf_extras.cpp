#include "import/gltf_extras.hpp"

#include "import/gltf_physics.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// Extras are an object, as a rule; anything else is one property of that name.
std::vector<NodeProperty> propertiesOf(const Json& node) {
    std::vector<NodeProperty> properties;
    const auto found = node.find("extras");
    if (found == node.end()) {
        return properties;
    }
    const auto add = [&](const std::string& key, const Json& value) {
        properties.push_back({key, value.is_string()
                                       ? value.get<std::string>()
                                       : value.dump(-1, ' ', false, Json::error_handler_t::replace)});
    };
    if (found->is_object()) {
        for (const auto& [key, value] : found->items()) {
            add(key, value);
        }
    } else {
        add("extras", *found);
    }
    return properties;
}

}  // namespace

bool hasGltfExtras(const Json& nodes) {
    return std::ranges::any_of(
        nodes, [](const Json& node) { return node.contains("extras") || node.contains("extensions"); });
}

GltfExtras readGltfExtras(const Json& document, const ImportOptions& options) {
    GltfExtras extras;
    const auto nodes = document.find("nodes");
    if (nodes != document.end() && hasGltfExtras(*nodes)) {
        for (const Json& node : *nodes) {
            extras.nodes.push_back({propertiesOf(node), {}});
        }
        readGltfPhysics(document, options, extras);
    }
    return extras;
}

void addMeshCarriers(const GltfExtras& extras, Json& document) {
    const Json& scenes = document["scenes"];
    const std::size_t scene = document.value("scene", std::size_t{0});
    if (scene >= scenes.size() || scenes[scene].value("nodes", Json::array()).empty()) {
        return;
    }
    Json& nodes = document["nodes"];
    const std::size_t root = scenes[scene]["nodes"][0].get<std::size_t>();
    for (const std::uint32_t mesh : extras.colliderMeshes) {
        nodes[root]["children"].push_back(nodes.size());
        nodes.push_back({{"mesh", mesh}, {"extras", {{kMeshNumberKey, mesh}}}});
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
