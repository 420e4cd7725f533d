#include "import/gltf/extras/node_extras.hpp"

#include "import/gltf/extras/physics_extensions.hpp"

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// Returns the extras of a node. They are usually an object; any other value becomes one property with the
/// name "extras".
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

GltfExtras readGltfExtras(const GltfDocument& document, const ImportOptions& options) {
    GltfExtras extras;
    for (const Json& node : document.nodes) {
        extras.nodes.push_back({propertiesOf(node), {}});
    }
    readGltfPhysics(document, options, extras);
    return extras;
}

}  // namespace sat3d::SAT3D_ABI::importing
