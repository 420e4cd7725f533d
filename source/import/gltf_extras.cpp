#include "import/gltf_extras.hpp"

#include "import/gltf_physics.hpp"

#include <nlohmann/json.hpp>

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

GltfExtras readGltfExtras(const Json& document, const ImportOptions& options) {
    GltfExtras extras;
    for (const Json& node : document.at("nodes")) {
        extras.nodes.push_back({propertiesOf(node), {}});
    }
    readGltfPhysics(document, options, extras);
    return extras;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
