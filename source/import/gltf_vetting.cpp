#include "import/gltf_vetting.hpp"

#include "core/readable_text.hpp"
#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Kind = JsonValue::Kind;
using Values = JsonValues;
using Code = ImportError::Code;
using Component = GltfItems::Component;

const JsonValue& accessorOf(const Document& document, const JsonValue& object, const char* key) {
    return referred(document.accessors, "accessors", object, key);
}
const JsonValue& viewOf(const Document& document, const JsonValue& accessor) {
    return referred(document.bufferViews, "bufferViews", accessor, "bufferView");
}
const JsonValue& bufferOf(const Document& document, const JsonValue& view) {
    return referred(document.buffers, "buffers", view, "buffer");
}

// ---------------------------------------------------------------------------------------- buffers

std::uint64_t bytesOf(Component component) {
    switch (component) {
        case Component::Int8:
        case Component::Uint8:
            return 1;
        case Component::Int16:
        case Component::Uint16:
            return 2;
        case Component::Uint32:
        case Component::Float:
            return 4;
    }
    malformed("an accessor has the component type " + std::to_string(static_cast<unsigned>(component)));
}

/// Demands that the accessor's items lie inside their buffer, as far as that says how long it is.
GltfItems vetAccessor(const Document& document, const JsonValue& accessor, std::size_t components) {
    if (accessor.find("sparse") != nullptr || accessor.find("bufferView") == nullptr) {
        malformed("a sparse accessor, which is not read; export without sparse accessors");
    }
    GltfItems items;
    items.count = number(accessor, "count");
    items.component = static_cast<Component>(number(accessor, "componentType"));  // one of those expected
    const JsonValue* const normalized = accessor.find("normalized");
    items.isNormalized = normalized != nullptr && normalized->text == "true";
    const std::uint64_t itemBytes = components * bytesOf(items.component);
    const JsonValue& view = viewOf(document, accessor);
    const std::uint64_t viewBytes = number(view, "byteLength");
    const std::uint64_t offset = number(accessor, "byteOffset", 0);
    items.stride = number(view, "byteStride", itemBytes);
    if (items.stride < itemBytes || items.stride > 252 || items.count == 0 ||
        offset + (items.count - 1) * items.stride + itemBytes > viewBytes) {
        malformed("an accessor of " + std::to_string(items.count) +
                  " items does not fit its buffer view of " + std::to_string(viewBytes) + " bytes");
    }
    const JsonValue& buffer = bufferOf(document, view);
    const std::uint64_t bufferBytes = number(buffer, "byteLength");
    items.buffer = static_cast<std::size_t>(&buffer - document.buffers.data());
    items.begin = number(view, "byteOffset", 0) + offset;
    if (items.begin - offset + viewBytes > bufferBytes) {
        malformed("a buffer view leaves its buffer of " + std::to_string(bufferBytes) + " bytes");
    }
    return items;
}

bool isAccessor(const JsonValue& accessor, std::string_view type,
                std::initializer_list<Component> components) {
    const std::uint64_t component = number(accessor, "componentType");
    const JsonValue* const found = accessor.find("type");
    return found != nullptr && found->string() == type && std::ranges::any_of(components, [&](Component one) {
               return component == static_cast<std::uint64_t>(one);
           });
}

GltfPrimitive vetPrimitive(const Document& document, const JsonValue& primitive) {
    const JsonValue* const attributes = primitive.find("attributes");
    if (attributes == nullptr || !attributes->is(Kind::Object)) {
        malformed("a primitive without attributes");
    }
    GltfPrimitive vetted;
    vetted.mode = number(primitive, "mode", 4);
    if (primitive.find("material") != nullptr) {
        vetted.material = &referred(document.materials, "materials", primitive, "material");
    }
    const JsonValue& positions = accessorOf(document, *attributes, "POSITION");
    using enum GltfItems::Component;
    if (!isAccessor(positions, "VEC3", {Int8, Uint8, Int16, Uint16, Float})) {
        malformed("positions that are not three numbers of at most 16 bits, or floats, each");
    }
    vetted.positions = vetAccessor(document, positions, 3);
    if (attributes->find("NORMAL") != nullptr) {
        const JsonValue& normals = accessorOf(document, *attributes, "NORMAL");
        if (isAccessor(normals, "VEC3", {Int8, Int16, Float})) {
            const GltfItems items = vetAccessor(document, normals, 3);
            vetted.normals = items.count == vetted.positions.count ? std::optional(items) : std::nullopt;
        }
    }
    if (primitive.find("indices") != nullptr) {
        const JsonValue& indices = accessorOf(document, primitive, "indices");
        if (!isAccessor(indices, "SCALAR", {Uint8, Uint16, Uint32})) {
            malformed("indices that are no whole numbers");
        }
        vetted.indices = vetAccessor(document, indices, 1);
    }
    return vetted;
}

GltfMeshes vetMeshes(const Document& document, const ImportOptions& options) {
    GltfMeshes vetted;
    std::uint64_t vertices = 0, indices = 0;  // a shared accessor counts every time
    for (const JsonValue& mesh : document.meshes) {
        for (const JsonValue& primitive : demandList(mesh, "primitives")) {
            const GltfPrimitive& added = vetted.primitives.emplace_back(vetPrimitive(document, primitive));
            vertices += added.positions.count;
            indices += added.indices ? added.indices->count : 0;
            // A triangle mesh has about six corners a vertex.
            if (vertices > options.maxVertices || indices / 6 > options.maxVertices) {
                throw VettingFault(Code::LimitExceeded, "has more vertices than maxVertices = " +
                                                            std::to_string(options.maxVertices));
            }
        }
        vetted.ends.push_back(static_cast<std::uint32_t>(vetted.primitives.size()));
    }
    return vetted;
}

// ---------------------------------------------------------------------------------------- nodes

/// The list of that name, or an empty one.
Values listOr(const JsonValue& object, const char* key, const char* fault) {
    const JsonValue* const found = object.find(key);
    if (found != nullptr && !found->is(Kind::Array)) {
        malformed(fault);
    }
    return found == nullptr ? Values() : found->children;
}

/// Which of several things were named, in rounds: a new one forgets the last.
class NamedOnce {
public:
    explicit NamedOnce(std::size_t count) : roundOf_(count, 0) {}
    void startRound() { ++round_; }
    /// Whether there is such a thing, and this is the first time in the round.
    bool isNew(const JsonValue& index) {
        const std::optional<std::uint64_t> number = index.whole();
        return number && *number < roundOf_.size() &&
               std::exchange(roundOf_[static_cast<std::size_t>(*number)], round_) != round_;
    }

private:
    std::vector<std::uint32_t> roundOf_;
    std::uint32_t round_ = 1;
};

/// Demands trees: every node below one parent at most, none below itself, no deeper than allowed.
void checkTrees(Values nodes, const ImportOptions& options) {
    std::vector<std::vector<std::size_t>> below(nodes.size());
    NamedOnce children(nodes.size());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const JsonValue& child : listOr(nodes[k], "children", "a node's \"children\" is no list")) {
            if (!children.isNew(child)) {
                malformed("node " + std::to_string(k) +
                          " has a child that does not exist or has two parents");
            }
            below[k].push_back(static_cast<std::size_t>(*child.whole()));
        }
    }
    demandBoundedWalk(below, options, [&](std::size_t node) {
        const JsonValue* const name = nodes[node].find("name");
        return "node " + std::to_string(node) + (name == nullptr ? "" : " " + quotedName(name->string()));
    });
}

void checkNumbers(const JsonValue& node, const char* key, std::size_t count) {
    const JsonValue* const found = node.find(key);
    if (found != nullptr &&
        (!found->is(Kind::Array) || found->children.size() != count ||
         !std::ranges::all_of(found->children, [](const JsonValue& n) { return n.is(Kind::Number); }))) {
        malformed(std::string("a node's \"") + key + "\" is not " + std::to_string(count) + " numbers");
    }
}

void checkNodes(const Document& document, const ImportOptions& options) {
    if (document.nodes.size() > options.maxNodes) {
        throw VettingFault(Code::LimitExceeded,
                           "has " + std::to_string(document.nodes.size()) +
                               " nodes, more than maxNodes = " + std::to_string(options.maxNodes));
    }
    for (const JsonValue& node : document.nodes) {
        checkNumbers(node, "matrix", 16);
        checkNumbers(node, "translation", 3);
        checkNumbers(node, "rotation", 4);
        checkNumbers(node, "scale", 3);
        if (node.find("mesh") != nullptr) {
            referred(document.meshes, "meshes", node, "mesh");
        }
    }
    checkTrees(document.nodes, options);
}

void checkScenes(const Document& document) {
    NamedOnce roots(document.nodes.size());
    for (const JsonValue& scene : document.scenes) {
        roots.startRound();
        for (const JsonValue& root : listOr(scene, "nodes", "a scene's \"nodes\" is no list")) {
            if (!roots.isNew(root)) {
                malformed("a scene names a node that does not exist, or one twice");
            }
        }
    }
    if (document.root.find("scene") != nullptr) {
        referred(document.scenes, "scenes", document.root, "scene");
    }
}

}  // namespace

GltfMeshes vetGltf(const Document& document, const ImportOptions& options) {
    checkHeader(document.root);
    checkNodes(document, options);
    checkScenes(document);
    return vetMeshes(document, options);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
