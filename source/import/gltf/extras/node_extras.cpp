#include "import/gltf/extras/node_extras.hpp"

#include "core/readable_text.hpp"
#include "import/gltf/extras/physics_nodes.hpp"

#include <algorithm>
#include <string_view>

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

/// Whether an extension is read, or changes only how a model looks.
bool isKnown(std::string_view extension) {
    constexpr std::string_view kBeginnings[] = {"KHR_materials_",
                                                "KHR_texture_",
                                                "EXT_texture_",
                                                "MSFT_texture_",
                                                "KHR_lights_",
                                                "EXT_lights_",
                                                "KHR_physics_",
                                                "KHR_rigid_bodies",
                                                "KHR_implicit_",
                                                "KHR_collision_",
                                                "OMI_",
                                                "KHR_animation",
                                                "KHR_mesh_quantization",
                                                "EXT_mesh_gpu_instancing"};
    return std::ranges::any_of(kBeginnings,
                               [&](std::string_view beginning) { return extension.starts_with(beginning); });
}

/// Mentions extensions without which the file says that it must not be read.
void noteUnknownExtensions(const GltfDocument& document, std::vector<std::string>& notes) {
    constexpr std::size_t kMaxNotes = 8;
    for (const Json& name : listMember(document.root, "extensionsRequired")) {
        if (name.is_string() && !isKnown(name.get_ref<const std::string&>()) && notes.size() < kMaxNotes) {
            notes.push_back("the file requires " + quotedName(name.get_ref<const std::string&>()) +
                            ", which is not read: what it adds or changes is missing. Export it without");
        }
    }
}

}  // namespace

GltfExtras readGltfExtras(const GltfDocument& document, const ImportOptions& options) {
    GltfExtras extras;
    noteUnknownExtensions(document, extras.notes);
    for (const Json& node : document.nodes) {
        extras.nodes.push_back({propertiesOf(node), {}});
    }
    readGltfPhysics(document, options, extras);
    return extras;
}

}  // namespace sat3d::SAT3D_ABI::importing
