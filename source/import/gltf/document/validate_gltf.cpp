#include "import/gltf/document/validate_gltf.hpp"

#include "core/readable_text.hpp"
#include "import/files/validation_error.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/document/json_values.hpp"
#include "import/validation/node_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;
using Code = ImportError::Code;
using Component = GltfItems::Component;

const Json& accessorOf(const GltfDocument& document, const Json& object, const char* key) {
    return referred(document.accessors, "accessors", object, key);
}
const Json& viewOf(const GltfDocument& document, const Json& accessor) {
    return referred(document.bufferViews, "bufferViews", accessor, "bufferView");
}
const Json& bufferOf(const GltfDocument& document, const Json& view) {
    return referred(document.buffers, "buffers", view, "buffer");
}

[[noreturn]] void exportAgain(const std::string& fault) {
    malformed(fault + ". Export the model once more");
}

/// Calls read(). Its errors then begin with the place that name() returns.
template <class Name, class Read>
auto inPlace(const Name& name, const Read& read, const std::string& node = {}) {
    try {
        return read();
    } catch (const ValidationError& fault) {
        throw ValidationError(fault.code, name() + ": " + fault.what(), node);
    }
}

/// Such as `node 3 "Crate"`.
std::string placeOf(const Json& element, const char* what, std::size_t index) {
    const std::string name = textIn(element, "name");
    return what + (" " + std::to_string(index)) + (name.empty() ? "" : " " + quotedName(name));
}

// ---------------------------------------------------------------------------------------- buffers

/// Checks that the accessor's items are inside the stated size of their buffer.
GltfItems validateAccessor(const GltfDocument& document, const Json& accessor, std::size_t components) {
    if (accessor.contains("sparse")) {
        malformed("a sparse accessor, which is not read; export without sparse accessors");
    }
    if (!accessor.contains("bufferView")) {
        malformed("an accessor without data (no \"bufferView\"); export the model once more");
    }
    GltfItems items;
    items.count = number(accessor, "count");
    items.component = static_cast<Component>(number(accessor, "componentType"));  // the caller has checked it
    const Json* const normalized = member(accessor, "normalized");
    items.isNormalized = normalized != nullptr && *normalized == true;
    const std::uint64_t componentBytes = items.component <= Component::Uint8    ? 1
                                         : items.component <= Component::Uint16 ? 2
                                                                                : 4;
    const std::uint64_t itemBytes = components * componentBytes;
    const Json& view = viewOf(document, accessor);
    const std::uint64_t viewBytes = number(view, "byteLength");
    const std::uint64_t offset = number(accessor, "byteOffset", 0);
    items.stride = number(view, "byteStride", itemBytes);
    if (items.stride < itemBytes || items.stride > 252 || items.count == 0 ||
        offset + (items.count - 1) * items.stride + itemBytes > viewBytes) {
        exportAgain("an accessor of " + std::to_string(items.count) +
                    " items does not fit its buffer view of " + std::to_string(viewBytes) + " bytes");
    }
    const Json& buffer = bufferOf(document, view);
    const std::uint64_t bufferBytes = number(buffer, "byteLength");
    items.buffer = static_cast<std::size_t>(&buffer - document.buffers.data());
    items.begin = number(view, "byteOffset", 0) + offset;
    if (items.begin - offset + viewBytes > bufferBytes) {
        exportAgain("a buffer view leaves its buffer of " + std::to_string(bufferBytes) + " bytes");
    }
    return items;
}

bool isAccessor(const Json& accessor, std::string_view type, std::initializer_list<Component> components) {
    const std::uint64_t component = number(accessor, "componentType");
    return textIn(accessor, "type") == type && std::ranges::any_of(components, [&](Component one) {
               return component == static_cast<std::uint64_t>(one);
           });
}

GltfPrimitive validatePrimitive(const GltfDocument& document, const Json& primitive) {
    const Json* const attributes = member(primitive, "attributes");
    if (attributes == nullptr || !attributes->is_object()) {
        exportAgain("a primitive without attributes");
    }
    if (extensionOf(primitive, "KHR_draco_mesh_compression") != nullptr &&
        !accessorOf(document, *attributes, "POSITION").contains("bufferView")) {
        malformed(
            "its data are compressed (KHR_draco_mesh_compression), which is not read; export it without "
            "compression");
    }
    GltfPrimitive validated;
    validated.mode = number(primitive, "mode", 4);
    if (primitive.contains("material")) {
        validated.material = &referred(document.materials, "materials", primitive, "material");
    }
    const Json& positions = accessorOf(document, *attributes, "POSITION");
    using enum GltfItems::Component;
    if (!isAccessor(positions, "VEC3", {Int8, Uint8, Int16, Uint16, Float})) {
        exportAgain("positions that are not three floats, or three integers of at most 16 bits");
    }
    validated.positions = validateAccessor(document, positions, 3);
    if (attributes->contains("NORMAL")) {
        const Json& normals = accessorOf(document, *attributes, "NORMAL");
        if (isAccessor(normals, "VEC3", {Int8, Int16, Float})) {
            const GltfItems items = validateAccessor(document, normals, 3);
            validated.normals =
                items.count == validated.positions.count ? std::optional(items) : std::nullopt;
        }
    }
    if (primitive.contains("indices")) {
        const Json& indices = accessorOf(document, primitive, "indices");
        if (!isAccessor(indices, "SCALAR", {Uint8, Uint16, Uint32})) {
            exportAgain("indices that are not unsigned integers");
        }
        validated.indices = validateAccessor(document, indices, 1);
    }
    return validated;
}

GltfMeshes validateMeshes(const GltfDocument& document, const ImportOptions& options) {
    GltfMeshes validated;
    std::uint64_t vertices = 0, indices = 0;  // shared accessors count for each primitive
    for (std::size_t k = 0; k < document.meshes.size(); ++k) {
        const auto place = [&] { return placeOf(document.meshes[k], "mesh", k); };
        for (const Json& primitive : objectsIn(document.meshes[k], "primitives")) {
            const GltfPrimitive& added = validated.primitives.emplace_back(
                inPlace(place, [&] { return validatePrimitive(document, primitive); }));
            vertices += added.positions.count;
            indices += added.indices ? added.indices->count : 0;
            // A triangle mesh has about six indices for each vertex.
            if (vertices > options.maxVertices || indices / 6 > options.maxVertices) {
                throw ValidationError(Code::LimitExceeded, "has more vertices than maxVertices = " +
                                                               std::to_string(options.maxVertices));
            }
        }
        validated.ends.push_back(static_cast<std::uint32_t>(validated.primitives.size()));
    }
    return validated;
}

/// Returns the instances of a node's mesh. The extension's other attributes do not move them.
GltfInstances validateInstances(const GltfDocument& document, const Json& extension) {
    const Json* const attributes = member(extension, "attributes");
    if (attributes == nullptr || !attributes->is_object()) {
        malformed("EXT_mesh_gpu_instancing without attributes");
    }
    using enum GltfItems::Component;
    GltfInstances instances;
    const auto read = [&](const char* key, std::string_view type, std::size_t components,
                          std::initializer_list<Component> allowed) -> std::optional<GltfItems> {
        if (!attributes->contains(key)) {
            return std::nullopt;
        }
        const Json& accessor = accessorOf(document, *attributes, key);
        if (!isAccessor(accessor, type, allowed)) {
            malformed(std::string("EXT_mesh_gpu_instancing whose ") + key + " has another type than " +
                      std::string(type) + " of floats");
        }
        const GltfItems items = validateAccessor(document, accessor, components);
        if (instances.count != 0 && instances.count != items.count) {
            malformed("EXT_mesh_gpu_instancing whose attributes have different numbers of items");
        }
        instances.count = items.count;
        return items;
    };
    instances.translations = read("TRANSLATION", "VEC3", 3, {Float});
    instances.rotations = read("ROTATION", "VEC4", 4, {Int8, Int16, Float});
    instances.scales = read("SCALE", "VEC3", 3, {Float});
    return instances;
}

/// Reads the instances of all nodes. Each instance counts as a node.
std::map<std::uint32_t, GltfInstances> validateAllInstances(const GltfDocument& document,
                                                            const ImportOptions& options) {
    std::map<std::uint32_t, GltfInstances> all;
    std::uint64_t nodes = document.nodes.size();
    for (std::uint32_t k = 0; k < document.nodes.size(); ++k) {
        const Json* const extension = extensionOf(document.nodes[k], "EXT_mesh_gpu_instancing");
        if (extension == nullptr || !document.nodes[k].contains("mesh")) {
            continue;
        }
        GltfInstances instances = inPlace([&] { return placeOf(document.nodes[k], "node", k); },
                                          [&] { return validateInstances(document, *extension); },
                                          textIn(document.nodes[k], "name"));
        nodes += instances.count;
        if (nodes > options.maxNodes) {
            throw ValidationError(Code::LimitExceeded, "has more nodes and instances than maxNodes = " +
                                                           std::to_string(options.maxNodes));
        }
        if (instances.count > 0) {
            all.emplace(k, std::move(instances));
        }
    }
    return all;
}

// ---------------------------------------------------------------------------------------- nodes

/// Returns whether the index is valid and occurs for the first time.
bool isNew(const Json& index, std::vector<std::uint8_t>& isTaken) {
    return index.is_number_unsigned() && index.get<std::uint64_t>() < isTaken.size() &&
           std::exchange(isTaken[index.get<std::size_t>()], 1) == 0;
}

/// Checks that nodes form trees: at most one parent for each node, no cycles, limited depth.
void checkTrees(JsonValues nodes, const ImportOptions& options) {
    NodeGraph graph(nodes.size());
    std::vector<std::uint8_t> hasParent(nodes.size(), 0);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const Json& child : listIn(nodes[k], "children")) {
            if (!isNew(child, hasParent)) {
                malformed(placeOf(nodes[k], "node", k) +
                          " has a child that does not exist or has two parents");
            }
            graph[k].push_back(child.get<std::size_t>());
        }
    }
    demandBoundedWalk(graph, options, [&](std::size_t node) {
        return NodeLabel{textIn(nodes[node], "name"), placeOf(nodes[node], "node", node)};
    });
}

void checkNumbers(const Json& node, const char* key, std::size_t count) {
    const Json* const found = member(node, key);
    if (found != nullptr && (!found->is_array() || found->size() != count ||
                             !std::ranges::all_of(*found, [](const Json& n) { return n.is_number(); }))) {
        exportAgain(std::string("its \"") + key + "\" is not " + std::to_string(count) + " numbers");
    }
}

void checkNodes(const GltfDocument& document, const ImportOptions& options) {
    if (document.nodes.size() > options.maxNodes) {
        throw ValidationError(Code::LimitExceeded,
                              "has " + std::to_string(document.nodes.size()) +
                                  " nodes, more than maxNodes = " + std::to_string(options.maxNodes));
    }
    for (std::size_t k = 0; k < document.nodes.size(); ++k) {
        const Json& node = document.nodes[k];
        const auto check = [&] {
            checkNumbers(node, "matrix", 16);
            checkNumbers(node, "translation", 3);
            checkNumbers(node, "rotation", 4);
            checkNumbers(node, "scale", 3);
            if (node.contains("mesh")) {
                referred(document.meshes, "meshes", node, "mesh");
            }
        };
        inPlace([&] { return placeOf(node, "node", k); }, check, textIn(node, "name"));
    }
    checkTrees(document.nodes, options);
}

/// Checks the scene that is read, and finds its roots.
void findRoots(const GltfDocument& document, GltfMeshes& meshes) {
    if (document.scenes.empty()) {
        malformed("has no scene; export it with one");
    }
    const Json& scene = document.root.contains("scene")
                            ? referred(document.scenes, "scenes", document.root, "scene")
                            : document.scenes.front();
    std::vector<std::uint8_t> isRoot(document.nodes.size(), 0);
    for (const Json& root : listIn(scene, "nodes")) {
        if (!isNew(root, isRoot)) {
            malformed("its scene has a root that does not exist, or the same root twice");
        }
    }
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::vector<std::uint32_t> parents(document.nodes.size(), kNone);
    for (std::uint32_t k = 0; k < document.nodes.size(); ++k) {
        for (const Json& child : listIn(document.nodes[k], "children")) {
            parents[child.get<std::size_t>()] = k;
        }
    }
    for (const Json& root : listIn(scene, "nodes")) {
        const auto node = root.get<std::uint32_t>();
        std::uint32_t above = parents[node];
        while (above != kNone && isRoot[above] == 0) {
            above = parents[above];
        }
        (above == kNone ? meshes.roots : meshes.rootsBelowOthers).push_back(node);
    }
}

}  // namespace

GltfMeshes validateGltf(const GltfDocument& document, const ImportOptions& options) {
    checkNodes(document, options);
    GltfMeshes meshes = validateMeshes(document, options);
    findRoots(document, meshes);
    meshes.instances = validateAllInstances(document, options);
    return meshes;
}

}  // namespace sat3d::SAT3D_ABI::importing
